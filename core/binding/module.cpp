// The core as a module of Python.
#include "python.hpp"

using namespace labirinto::binding;

NB_MODULE(_core, module) {
    module.doc() = "The kernels of labirinto: numbers and bytes in, bytes out.";
    // Grids that a program keeps until it ends are no mistake.
    nb::set_leak_warnings(false);
    register_graphs(module);
    register_contraction(module);
    register_kernels(module);
    register_meshes(module);
    register_batches(module);
    register_changes(module);
    register_measures(module);
    register_masks(module);
    register_squares(module);
    register_moves(module);
    register_views(module);
    register_raster(module);
    register_tiles(module);
    register_streams(module);
}

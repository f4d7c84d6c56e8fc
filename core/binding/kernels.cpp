// Makes the mazes: every kernel alone, in batches, in masks, on meshes and row by row.
#include "questions.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../all_kernels.hpp"
#include "../bare_walk.hpp"
#include "../batch.hpp"
#include "../contraction.hpp"
#include "../pieces.hpp"
#include "../row_stream.hpp"
#include "../weave.hpp"
#include "../wilson_bridges.hpp"
#include "../wilson_links.hpp"

namespace labirinto::binding {

namespace {

// The cells of a grid as kernels take them, and the bytes of a maze on it.
Mask cells_of(const Squares &grid) {
    if (!grid.mask()) {
        throw nb::value_error("the rectangle has no mask");
    }
    check_pieces(count_pieces(*grid.mask()) == 1);
    return *grid.mask();
}
const Mesh &cells_of(const Mesh &mesh) {
    check_pieces(mesh.is_connected());
    return mesh;
}
const Graph &cells_of(const Contraction &squares) { return squares.graph(); }
Number bytes_of(const Squares &grid) { return grid.shape().bytes(); }
Number bytes_of(const Mesh &mesh) { return (mesh.walls() + 7) / 8; }
Number bytes_of(const WovenSquares &squares) { return (squares.walls() + 7) / 8; }
Number bytes_of(const Contraction &squares) { return squares.shape().bytes(); }

// As a kernel takes them: one takes squares with bridges, and others their graph.
template <class Kernel, class Grid> decltype(auto) cells_for(const Grid &grid) {
    if constexpr (!std::same_as<Grid, WovenSquares>) {
        return cells_of(grid);
    } else if constexpr (std::same_as<Kernel, WilsonBridges>) {
        return grid;
    } else {
        return grid.graph();
    }
}

// A kernel for cells of which some are joined before.
template <class Kernel, class Grid, class Cells> class Beginning {
  public:
    template <class... Parameters>
    Beginning(const Grid &grid, const Cells &cells, Parameters... parameters)
        : grid_(grid), kernel_(cells, parameters...) {}

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        if constexpr (std::same_as<Cells, Graph>) {
            grid_.begin(passages, seed);
        }
        kernel_.make(seed, passages, control);
        if constexpr (requires { grid_.complete(passages); }) {
            grid_.complete(passages);
        }
    }

  private:
    const Grid &grid_;
    Kernel kernel_;
};

template <std::size_t> using Parameter = Number;

template <class Kernel, class Grid, std::size_t... I>
void register_kernel_on(nb::module_ &module, const std::string &name, std::index_sequence<I...>) {
    using Cells = decltype(cells_for<Kernel>(std::declval<const Grid &>()));
    using Made = Beginning<Kernel, Grid, std::remove_cvref_t<Cells>>;
    module.def(
        name.c_str(),
        [](const Grid &grid, Number seed, Parameter<I>... parameters, nb::object progress) {
            const auto &cells = cells_for<Kernel>(grid);
            PythonControl control(std::move(progress));
            return fill_bytes(bytes_of(grid), [&](std::uint8_t *rows) {
                Made kernel(grid, cells, parameters...);
                kernel.make(seed, rows, control);
            });
        },
        "grid"_a, "seed"_a, nb::arg(Kernel::parameters[I])..., "progress"_a = nb::none());
    module.def(("batch_" + name).c_str(),
               [](const Grid &grid, Number seed, Number first, Number count, unsigned threads,
                  nb::object progress, Parameter<I>... parameters) {
                   const auto &cells = cells_for<Kernel>(grid);
                   const Number bytes = bytes_of(grid);
                   PythonControl control(std::move(progress));
                   return fill_bytes(bytes_of_items(count, bytes), [&](std::uint8_t *rows) {
                       make_items(grid.cells(), bytes, {{1, 1}, seed, first, count, rows}, threads,
                                  control, [&] { return Made(grid, cells, parameters...); });
                   });
               },
               "grid"_a, "seed"_a, "first"_a, "count"_a, "threads"_a, "progress"_a.none(),
               nb::arg(Kernel::parameters[I])...);
}

// NAME(width, height, seed, PARAMETERS, progress, threads) makes one maze, and
// batch_NAME(width, height, seed, first, count, threads, progress, PARAMETERS) many; where masks
// or meshes are taken, masked_NAME and mesh_NAME(grid, seed, PARAMETERS, progress) make one on a
// grid in one piece; both have batches as well, batch_masked_NAME and batch_mesh_NAME.  Where
// graphs are taken, woven_NAME and joined_NAME do so for squares with bridges, and for those of
// which some are joined, and have batches.
template <class Kernel, std::size_t... I>
void register_kernel(nb::module_ &module, std::index_sequence<I...>) {
    module.def(
        Kernel::name,
        [](Number width, Number height, Number seed, Parameter<I>... parameters,
           nb::object progress, unsigned threads) {
            const Shape shape = shape_of(width, height);
            PythonControl control(std::move(progress));
            return fill_bytes(shape.bytes(), [&](std::uint8_t *rows) {
                make_maze<Kernel>(shape, seed, threads, rows, control, parameters...);
            });
        },
        "width"_a, "height"_a, "seed"_a, nb::arg(Kernel::parameters[I])...,
        "progress"_a = nb::none(), "threads"_a = 1);
    module.def((std::string("batch_") + Kernel::name).c_str(),
               [](Number width, Number height, Number seed, Number first, Number count,
                  unsigned threads, nb::object progress, Parameter<I>... parameters) {
                   const Shape shape = shape_of(width, height);
                   PythonControl control(std::move(progress));
                   return fill_bytes(bytes_of_items(count, shape.bytes()), [&](std::uint8_t *rows) {
                       make_batch<Kernel>({shape, seed, first, count, rows}, threads, control,
                                          parameters...);
                   });
               },
               "width"_a, "height"_a, "seed"_a, "first"_a, "count"_a, "threads"_a,
               "progress"_a.none(), nb::arg(Kernel::parameters[I])...);
    if constexpr (TakesMask<Kernel>) {
        using Masked = typename Kernel::Masked;
        register_kernel_on<Masked, Squares>(module, std::string("masked_") + Kernel::name,
                                            std::make_index_sequence<Masked::parameters.size()>());
    }
    if constexpr (TakesGraph<Kernel>) {
        using OnGraph = typename Kernel::OnGraph;
        const std::make_index_sequence<OnGraph::parameters.size()> indices;
        register_kernel_on<OnGraph, Contraction>(module, std::string("joined_") + Kernel::name,
                                                 indices);
        using OnBridges =
            std::conditional_t<std::same_as<Kernel, WilsonCells>, WilsonBridges, OnGraph>;
        register_kernel_on<OnBridges, WovenSquares>(module, std::string("woven_") + Kernel::name,
                                                    indices);
    }
    if constexpr (TakesMesh<Kernel>) {
        using OnMesh = typename Kernel::OnMesh;
        register_kernel_on<OnMesh, Mesh>(module, std::string("mesh_") + Kernel::name,
                                         std::make_index_sequence<OnMesh::parameters.size()>());
    }
}

// EllerRows(width, seed, PARAMETERS) and others: the rows of a maze in a stream.
template <class Rows, std::size_t... I>
void register_row_stream(nb::module_ &module, std::index_sequence<I...>) {
    using Stream = RowStream<Rows>;
    nb::class_<Stream>(module, Rows::class_name)
        .def(
            "__init__",
            [](Stream *self, Number width, Number seed, Parameter<I>... parameters) {
                shape_of(width, 1);
                new (self) Stream(width, seed, parameters...);
            },
            "width"_a, "seed"_a, nb::arg(Rows::parameters[I])...)
        .def_static("least_state_bytes", &Rows::least_state_bytes, "width"_a)
        .def(
            "make",
            [](Stream &self, Number y, Number count, bool ends) {
                const Shape shape = shape_of(self.width(), count);
                PythonControl control;
                return fill_bytes(shape.bytes(), [&](std::uint8_t *rows) {
                    self.make(y, count, ends, rows, control);
                });
            },
            "y"_a, "count"_a, "ends"_a)
        .def(
            "state",
            [](Stream &self, Number y) {
                PythonControl control;
                const Number size = [&] {
                    const nb::gil_scoped_release unlocked;
                    return self.go_to_state(y, control);
                }();
                return fill_bytes(size, [&](std::uint8_t *out) { self.save(out); });
            },
            "y"_a)
        .def(
            "restore",
            [](Stream &self, Number y, const nb::bytes &state) {
                if (!unlocked([&] { return self.restore(y, data_of(state), state.size()); })) {
                    throw nb::value_error("this is no state of rows of this width");
                }
            },
            "y"_a, "state"_a);
}

void register_kernel_of_links(nb::module_ &module) {
    module.def(
        "linked_wilson_cells",
        [](std::uint32_t width, std::uint32_t height, std::uint32_t floors, bool wrap_x,
           bool wrap_y, bool twist, Number seed, nb::object progress) {
            check_links(width, height, floors);
            const LinkedSquares grid{width, height, floors, wrap_x, wrap_y, twist};
            PythonControl control(std::move(progress));
            return fill_bytes((grid.walls() + 7) / 8, [&](std::uint8_t *passages) {
                WilsonLinks(grid).make(seed, passages, control);
            });
        },
        "width"_a, "height"_a, "floors"_a, "wrap_x"_a, "wrap_y"_a, "twist"_a, "seed"_a,
        "progress"_a = nb::none());
}

} // namespace

void register_kernels(nb::module_ &module) {
    AllKernels::for_each([&]<class Kernel>() {
        const std::make_index_sequence<Kernel::parameters.size()> indices;
        register_kernel<Kernel>(module, indices);
        if constexpr (MakesRows<Kernel>) {
            register_row_stream<typename Kernel::Source>(module, indices);
        }
    });
    register_kernel_of_links(module);
}

void register_measures(nb::module_ &module) {
    module.def(
        "wilson_walls_steps",
        [](Number width, Number height, Number seed, Number strip_rows) {
            const Shape shape = shape_of(width, height);
            std::vector<std::uint8_t> rows(shape.bytes());
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            WilsonWalls kernel(shape, strip_rows);
            kernel.make(seed, rows.data(), control);
            return kernel.steps();
        },
        "width"_a, "height"_a, "seed"_a, "strip_rows"_a);
    module.def(
        "bare_walk",
        [](Number width, Number height, Number seed, Number steps) {
            const nb::gil_scoped_release unlocked;
            return bare_walk({width, height}, seed, steps);
        },
        "width"_a, "height"_a, "seed"_a, "steps"_a);
}

} // namespace labirinto::binding

// Makes the mazes: every kernel alone, in batches, in masks, on meshes and row by row.
#include "python.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "../all_kernels.hpp"
#include "../bare_walk.hpp"
#include "../batch.hpp"
#include "../contraction.hpp"
#include "../pieces.hpp"
#include "../row_stream.hpp"

namespace labirinto::binding {

namespace {

// On several pieces walks would never end.
void check_pieces(const Mask &mask) {
    if (count_pieces(mask) != 1) {
        throw nb::value_error("the mask is not in one piece");
    }
}
void check_pieces(const Contraction &contraction) {
    if (!contraction.is_connected()) {
        throw nb::value_error("the joined cells are not in one piece");
    }
}
void check_pieces(const Mesh &mesh) {
    if (!mesh.is_connected()) {
        throw nb::value_error("the mesh is not in one piece");
    }
}

template <std::size_t> using Parameter = Number;

template <class Kernel, std::size_t... I>
void register_kernel_of_masks(nb::module_ &module, std::index_sequence<I...>) {
    module.def((std::string("masked_") + Kernel::name).c_str(),
               [](const nb::bytes &bits, Number width, Number height, Number seed,
                  Parameter<I>... parameters, nb::object progress) {
                   const Mask mask = mask_of(bits, width, height);
                   check_pieces(mask);
                   PythonControl control(std::move(progress));
                   return fill_bytes(mask.shape().bytes(), [&](std::uint8_t *rows) {
                       typename Kernel::Masked kernel(mask, parameters...);
                       kernel.make(seed, rows, control);
                   });
               },
               "mask"_a, "width"_a, "height"_a, "seed"_a, nb::arg(Kernel::Masked::parameters[I])...,
               "progress"_a = nb::none());
    module.def((std::string("batch_masked_") + Kernel::name).c_str(),
               [](const nb::bytes &bits, Number width, Number height, Number seed, Number first,
                  Number count, unsigned threads, nb::object progress, Parameter<I>... parameters) {
                   const Mask mask = mask_of(bits, width, height);
                   check_pieces(mask);
                   const Number bytes = mask.shape().bytes();
                   PythonControl control(std::move(progress));
                   return fill_bytes(bytes_of_items(count, bytes), [&](std::uint8_t *rows) {
                       make_items(mask.cells(), bytes, {mask.shape(), seed, first, count, rows},
                                  threads, control,
                                  [&] { return typename Kernel::Masked(mask, parameters...); });
                   });
               },
               "mask"_a, "width"_a, "height"_a, "seed"_a, "first"_a, "count"_a, "threads"_a,
               "progress"_a.none(), nb::arg(Kernel::Masked::parameters[I])...);
}

template <class Kernel, std::size_t... I>
void register_kernel_of_meshes(nb::module_ &module, std::index_sequence<I...>) {
    module.def((std::string("mesh_") + Kernel::name).c_str(),
               [](const Mesh &mesh, Number seed, Parameter<I>... parameters, nb::object progress) {
                   check_pieces(mesh);
                   PythonControl control(std::move(progress));
                   return fill_bytes((mesh.walls() + 7) / 8, [&](std::uint8_t *passages) {
                       typename Kernel::OnMesh kernel(mesh, parameters...);
                       kernel.make(seed, passages, control);
                   });
               },
               "mesh"_a, "seed"_a, nb::arg(Kernel::OnMesh::parameters[I])...,
               "progress"_a = nb::none());
    module.def((std::string("batch_mesh_") + Kernel::name).c_str(),
               [](const Mesh &mesh, Number seed, Number first, Number count, unsigned threads,
                  nb::object progress, Parameter<I>... parameters) {
                   check_pieces(mesh);
                   const Number bytes = (mesh.walls() + 7) / 8;
                   PythonControl control(std::move(progress));
                   return fill_bytes(bytes_of_items(count, bytes), [&](std::uint8_t *rows) {
                       make_items(mesh.cells(), bytes, {{1, 1}, seed, first, count, rows}, threads,
                                  control,
                                  [&] { return typename Kernel::OnMesh(mesh, parameters...); });
                   });
               },
               "mesh"_a, "seed"_a, "first"_a, "count"_a, "threads"_a, "progress"_a.none(),
               nb::arg(Kernel::OnMesh::parameters[I])...);
}

template <class Kernel, std::size_t... I>
void register_kernel_of_graphs(nb::module_ &module, std::index_sequence<I...>) {
    module.def((std::string("joined_") + Kernel::name).c_str(),
               [](const nb::bytes &joined, const nb::bytes &closed,
                  const std::optional<nb::bytes> &bits, Number width, Number height, Number seed,
                  Parameter<I>... parameters, nb::object progress) {
                   const Planes rooms = planes_of(joined, width, height);
                   const Planes walls = planes_of(closed, width, height);
                   const std::optional<Mask> mask = mask_or_none(bits, width, height);
                   PythonControl control(std::move(progress));
                   return fill_bytes(joined.size(), [&](std::uint8_t *rows) {
                       const Contraction cells(rooms, walls, mask);
                       check_pieces(cells);
                       std::memcpy(rows, data_of(joined), joined.size());
                       typename Kernel::OnGraph kernel(cells.graph(), parameters...);
                       kernel.make(seed, rows, control);
                   });
               },
               "joined"_a, "closed"_a, "mask"_a.none(), "width"_a, "height"_a, "seed"_a,
               nb::arg(Kernel::OnGraph::parameters[I])..., "progress"_a = nb::none());
}

// NAME(width, height, seed, PARAMETERS, progress, threads) makes one maze, and
// batch_NAME(width, height, seed, first, count, threads, progress, PARAMETERS) many; where masks
// are taken, masked_NAME(mask, width, height, seed, PARAMETERS, progress) makes one of a mask in
// one piece, and where meshes are, mesh_NAME(mesh, seed, PARAMETERS, progress) makes one of a mesh
// in one piece; both have batches as well, batch_masked_NAME and batch_mesh_NAME.  Where graphs are
// taken, joined_NAME(joined, closed, mask, width, height, seed, PARAMETERS, progress) makes one in
// which some passages are open from the start, and some walls always stand.
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
        register_kernel_of_masks<Kernel>(
            module, std::make_index_sequence<Kernel::Masked::parameters.size()>());
    }
    if constexpr (TakesGraph<Kernel>) {
        register_kernel_of_graphs<Kernel>(
            module, std::make_index_sequence<Kernel::OnGraph::parameters.size()>());
    }
    if constexpr (TakesMesh<Kernel>) {
        register_kernel_of_meshes<Kernel>(
            module, std::make_index_sequence<Kernel::OnMesh::parameters.size()>());
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

} // namespace

void register_kernels(nb::module_ &module) {
    AllKernels::for_each([&]<class Kernel>() {
        const std::make_index_sequence<Kernel::parameters.size()> indices;
        register_kernel<Kernel>(module, indices);
        if constexpr (MakesRows<Kernel>) {
            register_row_stream<typename Kernel::Source>(module, indices);
        }
    });
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

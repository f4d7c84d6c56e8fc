// The only file that binds the core to Python.
#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "all_kernels.hpp"
#include "bare_walk.hpp"
#include "batch.hpp"
#include "batch_solutions.hpp"
#include "braid.hpp"
#include "cell_shape.hpp"
#include "census.hpp"
#include "geometry.hpp"
#include "mesh_census.hpp"
#include "mesh_kinds.hpp"
#include "mesh_search.hpp"
#include "path_data.hpp"
#include "polygons.hpp"
#include "raster.hpp"
#include "row_stream.hpp"
#include "search.hpp"
#include "search_loops.hpp"
#include "stream_path.hpp"
#include "strokes.hpp"
#include "tiles.hpp"
#include "voronoi.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace labirinto;

namespace {

using Number = std::uint64_t;
using Openings = std::vector<std::tuple<Number, Number, unsigned>>;
using Marks = std::vector<std::tuple<Number, Number, std::uint8_t>>;

// Stops the kernel on Ctrl-C, and calls progress(done, total) unless it is None.
class PythonControl : public Control {
  public:
    explicit PythonControl(nb::object progress = nb::none()) : progress_(std::move(progress)) {}

    void check(std::uint64_t done, std::uint64_t total) override {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        if (!progress_.is_none()) {
            progress_(done, total);
        }
    }

  private:
    nb::object progress_;
};

nb::bytes new_bytes(Number size) {
    PyObject *const object = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (object == nullptr) {
        throw nb::python_error();
    }
    return nb::steal<nb::bytes>(object);
}

std::uint8_t *data_of(const nb::bytes &bytes) {
    return static_cast<std::uint8_t *>(const_cast<void *>(bytes.data()));
}

template <class T> nb::bytes to_bytes(const std::vector<T> &values) {
    return nb::bytes(values.data(), values.size() * sizeof(T));
}

// New bytes, filled without the GIL.
template <class Fill> nb::bytes fill_bytes(Number size, Fill fill) {
    nb::bytes result = new_bytes(size);
    std::uint8_t *const out = data_of(result);
    const nb::gil_scoped_release unlocked;
    std::memset(out, 0, size);
    fill(out);
    return result;
}

Shape shape_of(Number width, Number height) {
    if (width == 0 || height == 0 || width >> 31 || height >> 31) {
        throw nb::value_error("a side is not from 1 to 2147483647");
    }
    return {width, height};
}

Planes planes_of(const nb::bytes &rows, Number width, Number height) {
    const Shape shape = shape_of(width, height);
    if (rows.size() != shape.bytes()) {
        throw nb::value_error("the rows do not have the size of the maze");
    }
    return {data_of(rows), shape};
}

Cell cell_in(const Planes &maze, Number x, Number y) {
    if (x >= maze.shape().width || y >= maze.shape().height) {
        throw nb::index_error("the cell is outside the maze");
    }
    return {x, y};
}

std::vector<Opening> openings_of(const Openings &openings) {
    std::vector<Opening> gaps;
    for (const auto &[x, y, direction] : openings) {
        gaps.push_back({x, y, direction});
    }
    return gaps;
}

Walls walls_of(const nb::bytes &rows, Number width, Number height, const Openings &openings) {
    return {planes_of(rows, width, height), openings_of(openings)};
}

Mask mask_of(const nb::bytes &bits, Number width, Number height) {
    const Shape shape = shape_of(width, height);
    if (bits.size() != shape.height * shape.stride()) {
        throw nb::value_error("the mask does not have the size of the maze");
    }
    return {data_of(bits), shape};
}

std::optional<Mask> mask_or_none(const std::optional<nb::bytes> &bits, Number width,
                                 Number height) {
    return bits ? std::optional(mask_of(*bits, width, height)) : std::nullopt;
}

// All cells, those on the border, or those of a mask.
Candidates candidates_of(bool border, const std::optional<nb::bytes> &among, Number width,
                         Number height) {
    Candidates candidates{shape_of(width, height), border, {}};
    candidates.among = mask_or_none(among, width, height);
    return candidates;
}

// On several pieces walks would never end.
void check_pieces(const Mask &mask) {
    if (count_pieces(mask) != 1) {
        throw nb::value_error("the mask is not in one piece");
    }
}
void check_pieces(const Mesh &mesh) {
    if (!mesh.is_connected()) {
        throw nb::value_error("the mesh is not in one piece");
    }
}

// The bytes that `count` items of a size take together.
Number bytes_of_items(Number count, Number item_bytes) {
    if (count > (Number{1} << 62) / std::max(item_bytes, Number{1})) {
        throw std::bad_alloc();
    }
    return count * item_bytes;
}

// A number for each parameter that a kernel takes besides a grid: all of them or none.
template <class Kernel, class Grid, class Indices> struct ParametersTaken;
template <class Kernel, class Grid, std::size_t... I>
struct ParametersTaken<Kernel, Grid, std::index_sequence<I...>> {
    static constexpr bool all =
        std::is_constructible_v<Kernel, const Grid &,
                                std::tuple_element_t<I, std::array<Number, sizeof...(I)>>...>;
    using type = std::conditional_t<all, std::index_sequence<I...>, std::index_sequence<>>;
};
template <class Kernel, class Grid, std::size_t count>
using Taken = typename ParametersTaken<Kernel, Grid, std::make_index_sequence<count>>::type;

template <class Kernel, std::size_t... I>
void register_kernel_of_masks(nb::module_ &module, std::index_sequence<I...>) {
    using Parameters = std::array<Number, sizeof...(I)>;
    module.def((std::string("masked_") + Kernel::name).c_str(),
               [](const nb::bytes &bits, Number width, Number height, Number seed,
                  std::tuple_element_t<I, Parameters>... parameters, nb::object progress) {
                   const Mask mask = mask_of(bits, width, height);
                   check_pieces(mask);
                   PythonControl control(std::move(progress));
                   return fill_bytes(mask.shape().bytes(), [&](std::uint8_t *rows) {
                       typename Kernel::Masked kernel(mask, parameters...);
                       kernel.make(seed, rows, control);
                   });
               },
               "mask"_a, "width"_a, "height"_a, "seed"_a, nb::arg(Kernel::parameters[I])...,
               "progress"_a = nb::none());
    module.def((std::string("batch_masked_") + Kernel::name).c_str(),
               [](const nb::bytes &bits, Number width, Number height, Number seed, Number first,
                  Number count, unsigned threads, nb::object progress,
                  std::tuple_element_t<I, Parameters>... parameters) {
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
               "progress"_a.none(), nb::arg(Kernel::parameters[I])...);
}

template <class Kernel, std::size_t... I>
void register_kernel_of_meshes(nb::module_ &module, std::index_sequence<I...>) {
    using Parameters = std::array<Number, sizeof...(I)>;
    module.def((std::string("mesh_") + Kernel::name).c_str(),
               [](const Mesh &mesh, Number seed, std::tuple_element_t<I, Parameters>... parameters,
                  nb::object progress) {
                   check_pieces(mesh);
                   PythonControl control(std::move(progress));
                   return fill_bytes((mesh.walls() + 7) / 8, [&](std::uint8_t *passages) {
                       typename Kernel::OnMesh kernel(mesh, parameters...);
                       kernel.make(seed, passages, control);
                   });
               },
               "mesh"_a, "seed"_a, nb::arg(Kernel::parameters[I])..., "progress"_a = nb::none());
    module.def((std::string("batch_mesh_") + Kernel::name).c_str(),
               [](const Mesh &mesh, Number seed, Number first, Number count, unsigned threads,
                  nb::object progress, std::tuple_element_t<I, Parameters>... parameters) {
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
               nb::arg(Kernel::parameters[I])...);
}

// NAME(width, height, seed, PARAMETERS, progress, threads) makes one maze, and
// batch_NAME(width, height, seed, first, count, threads, progress, PARAMETERS) many; where masks
// are taken, masked_NAME(mask, width, height, seed, PARAMETERS, progress) makes one of a mask in
// one piece, and where meshes are, mesh_NAME(mesh, seed, PARAMETERS, progress) makes one of a mesh
// in one piece; both have batches as well, batch_masked_NAME and batch_mesh_NAME.  Kernels of masks
// and meshes take all parameters or none.
template <class Kernel, std::size_t... I>
void register_kernel(nb::module_ &module, std::index_sequence<I...>) {
    using Parameters = std::array<Number, sizeof...(I)>;
    module.def(
        Kernel::name,
        [](Number width, Number height, Number seed,
           std::tuple_element_t<I, Parameters>... parameters, nb::object progress,
           unsigned threads) {
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
                  unsigned threads, nb::object progress,
                  std::tuple_element_t<I, Parameters>... parameters) {
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
            module, Taken<typename Kernel::Masked, Mask, Kernel::parameters.size()>());
    }
    if constexpr (TakesMesh<Kernel>) {
        register_kernel_of_meshes<Kernel>(
            module, Taken<typename Kernel::OnMesh, Mesh, Kernel::parameters.size()>());
    }
}

// EllerRows(width, seed, PARAMETERS) and others: the rows of a maze in a stream.
template <class Rows, std::size_t... I>
void register_row_stream(nb::module_ &module, std::index_sequence<I...>) {
    using Parameters = std::array<Number, sizeof...(I)>;
    using Stream = RowStream<Rows>;
    nb::class_<Stream>(module, Rows::class_name)
        .def(
            "__init__",
            [](Stream *self, Number width, Number seed,
               std::tuple_element_t<I, Parameters>... parameters) {
                shape_of(width, 1);
                new (self) Stream(width, seed, parameters...);
            },
            "width"_a, "seed"_a, nb::arg(Rows::parameters[I])...)
        .def_static("state_bytes", &Rows::state_bytes, "width"_a)
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
                return fill_bytes(self.state_bytes(),
                                  [&](std::uint8_t *out) { self.save(y, out, control); });
            },
            "y"_a)
        .def(
            "restore",
            [](Stream &self, Number y, const nb::bytes &state) {
                if (state.size() != self.state_bytes() || !self.restore(y, data_of(state))) {
                    throw nb::value_error("this is no state of rows of this width");
                }
            },
            "y"_a, "state"_a);
}

void register_kernels(nb::module_ &module) {
    AllKernels::for_each([&]<class Kernel>() {
        const std::make_index_sequence<Kernel::parameters.size()> indices;
        register_kernel<Kernel>(module, indices);
        if constexpr (MakesRows<Kernel>) {
            register_row_stream<typename Kernel::Source>(module, indices);
        }
    });
}

RowsOfCells rows_of_cells(const std::vector<std::pair<std::uint32_t, std::uint32_t>> &rows) {
    RowsOfCells cells;
    for (const auto &[begin, count] : rows) {
        cells.rows.push_back({begin, count});
    }
    return cells;
}

std::uint32_t cell_in(const Mesh &mesh, Number cell) {
    if (cell >= mesh.cells()) {
        throw nb::index_error("the cell is outside the grid");
    }
    return static_cast<std::uint32_t>(cell);
}

const std::uint8_t *passages_of(const Mesh &mesh, const nb::bytes &passages) {
    if (passages.size() != (mesh.walls() + 7) / 8) {
        throw nb::value_error("the passages do not have the size of the grid");
    }
    return data_of(passages);
}

using SideNumbers = std::array<double, 5>; // x and y of both ends, and the radius of an arc or 0

std::vector<std::pair<std::uint32_t, std::uint32_t>> links_of(const Graph &graph,
                                                              std::uint32_t node) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
    for (std::uint32_t k = graph.first[node]; k < graph.first[node + 1]; ++k) {
        links.emplace_back(graph.links[k].node, graph.links[k].edge);
    }
    return links;
}

SideNumbers numbers_of(const Mesh::Side &side) {
    return {side.begin.x, side.begin.y, side.end.x, side.end.y, side.radius};
}

// x, y and radius of every vertex, and of each stroke the number of its first.
std::pair<nb::bytes, nb::bytes> find_strokes(const Lines &lines) {
    PythonControl control;
    Strokes strokes;
    {
        const nb::gil_scoped_release unlocked;
        strokes = strokes_of(lines, control);
    }
    return {to_bytes(strokes.vertices), to_bytes(strokes.first)};
}

template <class T> std::vector<T> values_of(const nb::bytes &bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (bytes.size() != values.size() * sizeof(T)) {
        throw nb::value_error("these are no whole numbers");
    }
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

std::vector<LatticePoint> corners_of(const nb::bytes &xs, const nb::bytes &ys) {
    const auto x = values_of<std::int32_t>(xs);
    const auto y = values_of<std::int32_t>(ys);
    if (x.size() != y.size()) {
        throw nb::value_error("the coordinates do not fit together");
    }
    std::vector<LatticePoint> corners(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        corners[k] = {x[k], y[k]};
        if (std::min(x[k], y[k]) < 0 || std::max(x[k], y[k]) > Polygons::extent) {
            throw nb::value_error("a coordinate is out of range");
        }
    }
    return corners;
}

const std::vector<std::uint32_t> &checked(const Mesh &mesh,
                                          const std::vector<std::uint32_t> &gaps) {
    for (const std::uint32_t gap : gaps) {
        if (gap >= mesh.border().size()) {
            throw nb::index_error("there is no such side on the border");
        }
    }
    return gaps;
}

void register_meshes(nb::module_ &module) {
    using RowList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    nb::class_<Mesh>(module, "Mesh")
        // Cells in rows, as the first column and the number of cells of each.
        .def_static(
            "hexagonal", [](const RowList &rows) { return Mesh(hexagonal(rows_of_cells(rows))); },
            "rows"_a)
        .def_static(
            "triangular", [](const RowList &rows) { return Mesh(triangular(rows_of_cells(rows))); },
            "rows"_a)
        .def_static(
            "octagonal", [](const RowList &rows) { return Mesh(octagonal(rows_of_cells(rows))); },
            "rows"_a)
        .def_static(
            "circular",
            [](const std::vector<std::uint32_t> &counts, std::uint32_t hole) {
                return Mesh(circular(counts, hole));
            },
            "counts"_a, "hole"_a)
        .def_static(
            "voronoi",
            [](std::uint32_t cells, Number seed) {
                if (cells == 0 || cells > Voronoi::most_cells) {
                    throw nb::value_error("the number of cells is out of range");
                }
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                return Mesh(Voronoi(cells, seed, control).outlines());
            },
            "cells"_a, "seed"_a)
        // Polygons, as 32-bit integers: the number of corners of each ring, and x and y of all
        // corners; a byte a ring is 1 for the outline of a cell, 0 for a hole in it.  Returns
        // (kind, cell, other cell) if they are no grid.
        .def_static(
            "polygons",
            [](const nb::bytes &counts, const nb::bytes &outlines, const nb::bytes &xs,
               const nb::bytes &ys) -> std::variant<Mesh, std::tuple<unsigned, Number, Number>> {
                const auto rings = values_of<std::uint32_t>(counts);
                const auto is_outline = values_of<std::uint8_t>(outlines);
                const std::vector<LatticePoint> corners = corners_of(xs, ys);
                const Number total = std::accumulate(rings.begin(), rings.end(), Number{0});
                if (rings.empty() || rings.size() != is_outline.size() || is_outline[0] != 1 ||
                    total != corners.size() || total > Polygons::most_corners) {
                    throw nb::value_error("the polygons do not fit together");
                }
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                try {
                    return Mesh(Polygons(corners, rings, is_outline, control).outlines());
                } catch (const PolygonFault &fault) {
                    return std::tuple(unsigned{fault.kind}, Number{fault.cell},
                                      Number{fault.other});
                }
            },
            "counts"_a, "outlines"_a, "xs"_a, "ys"_a)
        .def_prop_ro("cells", &Mesh::cells)
        .def_prop_ro("walls", &Mesh::walls)
        .def_prop_ro("is_connected", &Mesh::is_connected)
        .def_prop_ro("corners", [](const Mesh &mesh) { return mesh.corners().nodes(); })
        .def_prop_ro("corners_root", &Mesh::corners_root)
        .def_prop_ro("border_sides", [](const Mesh &mesh) { return mesh.border().size(); })
        .def_prop_ro("centre",
                     [](const Mesh &mesh) {
                         const Point &centre = mesh.outlines().centre;
                         return std::pair(centre.x, centre.y);
                     })
        // 32-bit integers: of each cell the number of the piece that it is a part of.
        .def_prop_ro("pieces", [](const Mesh &mesh) { return to_bytes(mesh.pieces()); })
        // (cell, wall) for each neighbour of a cell.
        .def(
            "neighbours",
            [](const Mesh &mesh, Number cell) {
                return links_of(mesh.graph(), cell_in(mesh, cell));
            },
            "cell"_a)
        // (corner, wall) for each wall at a corner.
        .def(
            "walls_at",
            [](const Mesh &mesh, Number corner) {
                if (corner >= mesh.corners().nodes()) {
                    throw nb::index_error("there is no such corner");
                }
                return links_of(mesh.corners(), static_cast<std::uint32_t>(corner));
            },
            "corner"_a)
        // The sides of a cell, of a wall, and of the border with the cell beside each.
        .def(
            "outline",
            [](const Mesh &mesh, Number cell) {
                std::vector<SideNumbers> sides;
                mesh.for_sides_of(cell_in(mesh, cell), [&](std::uint32_t side) {
                    sides.push_back(numbers_of(mesh.side(side)));
                });
                return sides;
            },
            "cell"_a)
        // A point in the middle of a cell with straight sides.
        .def(
            "middle",
            [](const Mesh &mesh, Number cell) {
                const Point middle = CellShape(mesh, cell_in(mesh, cell)).middle();
                return std::pair(middle.x, middle.y);
            },
            "cell"_a)
        // Where a line through a cell with straight sides bends, between two points of it.
        .def(
            "way",
            [](const Mesh &mesh, Number cell, std::pair<double, double> from,
               std::pair<double, double> to) {
                std::vector<std::pair<double, double>> points;
                const CellShape shape(mesh, cell_in(mesh, cell));
                for (const Point &point :
                     shape.way({from.first, from.second}, {to.first, to.second})) {
                    points.emplace_back(point.x, point.y);
                }
                return points;
            },
            "cell"_a, "start"_a, "end"_a)
        .def(
            "wall",
            [](const Mesh &mesh, Number wall) {
                if (wall >= mesh.walls()) {
                    throw nb::index_error("there is no such wall");
                }
                std::vector<SideNumbers> sides;
                mesh.for_sides_of_wall(static_cast<std::uint32_t>(wall), [&](std::uint32_t side) {
                    sides.push_back(numbers_of(mesh.side(side)));
                });
                return sides;
            },
            "wall"_a)
        // x0, y0, x1, y1 of the box that holds all cells.
        .def_prop_ro("box",
                     [](const Mesh &mesh) {
                         const auto &[least, most] = mesh.box();
                         return std::array{least.x, least.y, most.x, most.y};
                     })
        // The walls of a maze and the border without some sides as strokes, as `strokes` has them.
        .def(
            "strokes",
            [](const Mesh &mesh, const nb::bytes &passages,
               const std::vector<std::uint32_t> &gaps) {
                return find_strokes(
                    lines_of(mesh, passages_of(mesh, passages), checked(mesh, gaps)));
            },
            "passages"_a, "gaps"_a)
        // 32-bit numbers: the two cells beside each wall.
        .def("wall_cells",
             [](const Mesh &mesh) {
                 std::vector<std::array<std::uint32_t, 2>> cells(mesh.walls());
                 const Graph &graph = mesh.graph();
                 for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
                     for (std::uint32_t k = graph.first[cell]; k < graph.first[cell + 1]; ++k) {
                         cells[graph.links[k].edge][cell > graph.links[k].node] = cell;
                     }
                 }
                 return to_bytes(cells);
             })
        .def("border",
             [](const Mesh &mesh) {
                 std::vector<std::pair<std::uint32_t, SideNumbers>> sides;
                 for (const std::uint32_t side : mesh.border()) {
                     sides.emplace_back(mesh.cell_of(side), numbers_of(mesh.side(side)));
                 }
                 return sides;
             })
        // 32-bit integers: the steps to every cell or -1.
        .def(
            "distances",
            [](const Mesh &mesh, const nb::bytes &passages, Number cell) {
                const std::uint8_t *const open = passages_of(mesh, passages);
                const std::uint32_t start = cell_in(mesh, cell);
                PythonControl control;
                return fill_bytes(4 * Number{mesh.cells()}, [&](std::uint8_t *out) {
                    mesh_distances(mesh, open, start, reinterpret_cast<std::int32_t *>(out),
                                   nullptr, control);
                });
            },
            "passages"_a, "cell"_a)
        // The cells of a shortest path, none if there is no path.
        .def(
            "path",
            [](const Mesh &mesh, const nb::bytes &passages, Number start, Number end) {
                const std::uint8_t *const open = passages_of(mesh, passages);
                const std::uint32_t first = cell_in(mesh, start);
                std::uint32_t cell = cell_in(mesh, end);
                PythonControl control;
                std::vector<std::uint32_t> path;
                {
                    const nb::gil_scoped_release unlocked;
                    std::vector<std::int32_t> distances(mesh.cells());
                    std::vector<std::uint32_t> parents(mesh.cells());
                    mesh_distances(mesh, open, first, distances.data(), parents.data(), control);
                    if (distances[cell] >= 0) {
                        for (; cell != Mesh::none; cell = parents[cell]) {
                            path.push_back(cell);
                        }
                    }
                    std::reverse(path.begin(), path.end());
                }
                return path;
            },
            "passages"_a, "start"_a, "end"_a)
        // (first cell, number of cells) for each part that no passage joins to the others.
        .def(
            "parts",
            [](const Mesh &mesh, const nb::bytes &passages) {
                const std::uint8_t *const open = passages_of(mesh, passages);
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                return mesh_parts(mesh, open, control);
            },
            "passages"_a)
        // ([cells with 0, 1, 2 ... passages], [(steps, corridors)])
        .def(
            "census",
            [](const Mesh &mesh, const nb::bytes &passages) {
                const std::uint8_t *const open = passages_of(mesh, passages);
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                const MeshCensus census = take_census(mesh, open, control);
                return std::pair(census.by_exits,
                                 std::vector<std::pair<Number, Number>>(census.corridors.begin(),
                                                                        census.corridors.end()));
            },
            "passages"_a);
}

// The number of items in some rows.
Number items_in(const nb::bytes &rows, const Shape &shape) {
    if (rows.size() % shape.bytes() != 0) {
        throw nb::value_error("the items are not whole");
    }
    return rows.size() / shape.bytes();
}

void register_batches(nb::module_ &module) {
    module.def(
        "batch_cells",
        [](const nb::bytes &rows, Number width, Number height, unsigned threads) {
            const Shape shape = shape_of(width, height);
            const Number count = items_in(rows, shape);
            PythonControl control;
            return fill_bytes(bytes_of_items(count, shape.cells()), [&](std::uint8_t *out) {
                batch_cells(data_of(rows), shape, count, threads, out, control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "threads"_a);
    // Ends as 32-bit integers, and paths, if they are wanted, as a byte a cell.
    module.def(
        "batch_solutions",
        [](const nb::bytes &rows, Number width, Number height, Number seed,
           const nb::bytes &numbers, unsigned kind, bool wants_paths, unsigned threads,
           nb::object progress) {
            const Shape shape = shape_of(width, height);
            const Number count = items_in(rows, shape);
            if (shape.cells() == 1 || numbers.size() != 8 * count || kind > 3) {
                throw nb::value_error("single cells, not a number an item, or no such ends");
            }
            std::vector<Number> own_numbers(count);
            std::memcpy(own_numbers.data(), numbers.data(), numbers.size());
            PythonControl control(std::move(progress));
            std::optional<nb::bytes> paths;
            if (wants_paths) {
                paths = fill_bytes(bytes_of_items(count, shape.cells()), [](std::uint8_t *) {});
            }
            std::vector<std::int32_t> ends(4 * count);
            const SolutionsOut out{static_cast<EndsKind>(kind), ends.data(),
                                   paths ? data_of(*paths) : nullptr};
            {
                const nb::gil_scoped_release unlocked;
                solve_items(data_of(rows), shape, count, seed, own_numbers.data(), out, threads,
                            control);
            }
            return std::pair(to_bytes(ends), paths);
        },
        "rows"_a, "width"_a, "height"_a, "seed"_a, "numbers"_a, "kind"_a, "wants_paths"_a,
        "threads"_a, "progress"_a.none());
}

void register_braid(nb::module_ &module) {
    module.def(
        "braid",
        [](const nb::bytes &rows, Number width, Number height, Number share, Number seed,
           const std::optional<nb::bytes> &bits, nb::object progress) {
            const Planes maze = planes_of(rows, width, height);
            if (maze.shape().cells() >> 31) {
                throw nb::value_error("the maze has more than 2147483647 places");
            }
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            PythonControl control(std::move(progress));
            return fill_bytes(rows.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(rows), rows.size());
                Braid(out, maze.shape(), mask).make(share, seed, control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "share"_a, "seed"_a, "mask"_a = nb::none(),
        "progress"_a = nb::none());
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

void register_masks(nb::module_ &module) {
    module.def(
        "mask_pieces",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            const nb::gil_scoped_release unlocked;
            return count_pieces(mask);
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_length",
        [](const nb::bytes &bits, Number width, Number height) {
            return mask_of(bits, width, height).length();
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_largest",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(bits.size(), [&](std::uint8_t *out) { keep_largest(mask, out); });
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_joined",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            if (mask.shape().cells() >> 31) {
                throw nb::value_error("the mask has more than 2147483647 places");
            }
            PythonControl control;
            return fill_bytes(bits.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(bits), bits.size());
                join_pieces(mask, out, control);
            });
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_surroundings",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(bits.size(),
                              [&](std::uint8_t *out) { find_surroundings(mask, out); });
        },
        "mask"_a, "width"_a, "height"_a);
    // Rows with all passages between cells of the mask, or between places outside.
    module.def(
        "mask_passages",
        [](const nb::bytes &bits, Number width, Number height, bool inside) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(mask.shape().bytes(),
                              [&](std::uint8_t *out) { all_passages(mask, inside, out); });
        },
        "mask"_a, "width"_a, "height"_a, "inside"_a);
    // Whether a passage leads outside.
    module.def(
        "leaves_mask",
        [](const nb::bytes &rows, const nb::bytes &bits, Number width, Number height) {
            return leaves(planes_of(rows, width, height), mask_of(bits, width, height));
        },
        "rows"_a, "mask"_a, "width"_a, "height"_a);
}

void register_search(nb::module_ &module) {
    // Of the cells that a mask leaves, starting at one of them.
    module.def(
        "is_perfect",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y,
           std::optional<Number> cells) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return is_perfect(maze, start, cells.value_or(maze.shape().cells()), control);
        },
        "rows"_a, "width"_a, "height"_a, "x"_a = 0, "y"_a = 0, "cells"_a = nb::none());
    module.def(
        "farthest",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y, bool border,
           const std::optional<nb::bytes> &among) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            const Candidates candidates = candidates_of(border, among, width, height);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const Far far = farthest(maze, start, candidates, control);
            return std::tuple(far.cell.x, far.cell.y, far.distance);
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a, "border"_a, "among"_a = nb::none());
    module.def(
        "tree_path",
        [](const nb::bytes &rows, Number width, Number height, Number start_x, Number start_y,
           Number end_x, Number end_y) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, start_x, start_y);
            const Cell end = cell_in(maze, end_x, end_y);
            PythonControl control;
            std::vector<std::uint8_t> path;
            {
                const nb::gil_scoped_release unlocked;
                path = tree_path(maze, start, end, control);
            }
            return to_bytes(path);
        },
        "rows"_a, "width"_a, "height"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a);
    module.def(
        "shortest_path",
        [](const nb::bytes &rows, Number width, Number height, Number start_x, Number start_y,
           Number end_x, Number end_y) -> std::optional<nb::bytes> {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, start_x, start_y);
            const Cell end = cell_in(maze, end_x, end_y);
            PythonControl control;
            std::optional<std::vector<std::uint8_t>> path;
            {
                const nb::gil_scoped_release unlocked;
                path = shortest_path(maze, start, end, control);
            }
            if (!path) {
                return std::nullopt;
            }
            return to_bytes(*path);
        },
        "rows"_a, "width"_a, "height"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a);
    // 32-bit integers, row by row.
    module.def(
        "distances",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            if (maze.shape().cells() >> 31) {
                throw nb::value_error("the distances do not fit 32 bits");
            }
            PythonControl control;
            return fill_bytes(4 * maze.shape().cells(), [&](std::uint8_t *out) {
                distances(maze, start, reinterpret_cast<std::int32_t *>(out), control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a);
    module.def(
        "farthest_pair",
        [](const nb::bytes &rows, Number width, Number height, bool border, Number most_visits,
           std::optional<Number> cells, const std::optional<nb::bytes> &among)
            -> std::optional<std::tuple<Number, Number, Number, Number>> {
            const Planes maze = planes_of(rows, width, height);
            const Candidates candidates = candidates_of(border, among, width, height);
            if (maze.shape().cells() > std::min(most_visits, low_bits(31))) {
                return std::nullopt;
            }
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const auto pair = farthest_pair(maze, candidates, cells.value_or(maze.shape().cells()),
                                            most_visits, control);
            if (!pair) {
                return std::nullopt;
            }
            const auto &[first, second] = *pair;
            return std::tuple(first.x, first.y, second.x, second.y);
        },
        "rows"_a, "width"_a, "height"_a, "border"_a, "most_visits"_a, "cells"_a = nb::none(),
        "among"_a = nb::none());
}

void register_moves(nb::module_ &module) {
    module.def(
        "pack_moves",
        [](const nb::bytes &moves) {
            return fill_bytes((moves.size() + 3) / 4, [&](std::uint8_t *packed) {
                pack_moves(data_of(moves), moves.size(), packed);
            });
        },
        "moves"_a);
    module.def(
        "unpack_moves",
        [](const nb::bytes &packed, Number steps) {
            if (packed.size() != (steps + 3) / 4) {
                throw nb::value_error("there are not as many moves");
            }
            return fill_bytes(
                steps, [&](std::uint8_t *moves) { unpack_moves(data_of(packed), steps, moves); });
        },
        "packed"_a, "steps"_a);
}

void register_census(nb::module_ &module) {
    // (passages east, passages south, [cells with 0 .. 4 passages], straights, [(steps,
    // corridors)])
    module.def(
        "census",
        [](const nb::bytes &rows, Number width, Number height) {
            const Planes maze = planes_of(rows, width, height);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const Census census = take_census(maze, control);
            return std::tuple(census.east_passages, census.south_passages,
                              std::vector<Number>(census.by_exits, census.by_exits + 5),
                              census.straights,
                              std::vector<std::pair<Number, Number>>(census.corridors.begin(),
                                                                     census.corridors.end()));
        },
        "rows"_a, "width"_a, "height"_a);
}

void register_views(nb::module_ &module) {
    module.def(
        "has_stray_bits",
        [](const nb::bytes &rows, Number width, Number height) {
            return has_stray_bits(planes_of(rows, width, height));
        },
        "rows"_a, "width"_a, "height"_a);
    // A byte a cell: N 1, E 2, S 4, W 8; 16 outside the mask.
    module.def(
        "exits",
        [](const nb::bytes &rows, Number width, Number height,
           const std::optional<nb::bytes> &bits) {
            const Planes maze = planes_of(rows, width, height);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            return fill_bytes(width * height, [&](std::uint8_t *out) {
                compass(maze, out);
                for_outside(mask, [&](Number x, Number y) { out[y * width + x] = 16; });
            });
        },
        "rows"_a, "width"_a, "height"_a, "mask"_a = nb::none());
    module.def(
        "blocks",
        [](const nb::bytes &rows, Number width, Number height, const Openings &openings,
           const std::optional<nb::bytes> &bits) {
            const Walls walls = walls_of(rows, width, height, openings);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            return fill_bytes((2 * width + 1) * (2 * height + 1), [&](std::uint8_t *out) {
                blocks(walls, out);
                for_outside(mask, [&](Number x, Number y) {
                    out[(2 * y + 1) * (2 * width + 1) + 2 * x + 1] = 1;
                });
            });
        },
        "rows"_a, "width"_a, "height"_a, "openings"_a, "mask"_a = nb::none());
    // x0, y0, x1, y1 of each straight run of wall, as 32-bit integers.
    module.def(
        "wall_runs",
        [](const nb::bytes &rows, Number width, Number height, const Openings &openings) {
            const Walls walls = walls_of(rows, width, height, openings);
            std::vector<std::int32_t> runs;
            {
                const nb::gil_scoped_release unlocked;
                runs = wall_runs(walls);
            }
            return to_bytes(runs);
        },
        "rows"_a, "width"_a, "height"_a, "openings"_a);
    // The walls as strokes: x, y and the radius of the arc to the next one of every vertex, as
    // 64-bit floats, and of each stroke the number of its first vertex, as 32-bit numbers.
    module.def(
        "strokes",
        [](const nb::bytes &rows, Number width, Number height, const Openings &openings) {
            return find_strokes(lines_of(walls_of(rows, width, height, openings)));
        },
        "rows"_a, "width"_a, "height"_a, "openings"_a);
    // Strokes as the data of a path in SVG.
    module.def(
        "path_data",
        [](const nb::bytes &vertices, const nb::bytes &first) {
            Strokes strokes{values_of<Strokes::Vertex>(vertices), values_of<std::uint32_t>(first)};
            if (strokes.first.empty() || strokes.first.back() != strokes.vertices.size() ||
                !std::is_sorted(strokes.first.begin(), strokes.first.end())) {
                throw nb::value_error("these are no strokes");
            }
            std::string text;
            {
                const nb::gil_scoped_release unlocked;
                text = path_data(strokes);
            }
            return nb::str(text.data(), text.size());
        },
        "vertices"_a, "first"_a);
}

void register_raster(nb::module_ &module) {
    nb::class_<Raster>(module, "Raster")
        .def(
            "__init__",
            [](Raster *self, Number width, const Openings &openings, Number cell, Number wall,
               Number margin, Number line, Number mark, unsigned depth, bool filtered) {
                shape_of(width, 1);
                new (self) Raster(width, openings_of(openings),
                                  {cell, wall, margin, line, mark, depth, filtered});
            },
            "width"_a, "openings"_a, "cell"_a, "wall"_a, "margin"_a, "line"_a, "mark"_a, "depth"_a,
            "filtered"_a)
        .def(
            "overlay_path",
            [](Raster &self, Number x, Number y, const nb::bytes &moves, unsigned enters,
               unsigned leaves) {
                self.overlay(path_overlays({x, y}, data_of(moves), moves.size(), enters, leaves));
            },
            "x"_a, "y"_a, "moves"_a, "enters"_a, "leaves"_a)
        .def(
            "overlay_marks",
            [](Raster &self, const Marks &marks) {
                std::vector<Overlay> overlays;
                for (const auto &[x, y, colour] : marks) {
                    overlays.push_back({x, y, 0, colour});
                }
                self.overlay(overlays);
            },
            "marks"_a)
        .def(
            "resume",
            [](Raster &self, Number y, const nb::bytes &row_before) {
                if (y == 0 || row_before.size() != self.row_bytes()) {
                    throw nb::value_error("there is no row before, or it is of another width");
                }
                self.resume(y, data_of(row_before));
            },
            "y"_a, "row_before"_a)
        .def("margin",
             [](Raster &self) {
                 std::vector<std::uint8_t> out;
                 self.paint_margin(out);
                 return to_bytes(out);
             })
        .def(
            "rows",
            [](Raster &self, const nb::bytes &rows, Number count) {
                if (rows.size() % self.row_bytes() != 0 ||
                    rows.size() / self.row_bytes() != count) {
                    throw nb::value_error("there are not as many rows");
                }
                std::vector<std::uint8_t> out;
                {
                    const nb::gil_scoped_release unlocked;
                    self.paint_rows(data_of(rows), count, out);
                }
                return to_bytes(out);
            },
            "rows"_a, "count"_a)
        .def("last_line", [](Raster &self) {
            std::vector<std::uint8_t> out;
            self.paint_last_line(out);
            return to_bytes(out);
        });
    module.def(
        "unfilter",
        [](unsigned filter, const nb::bytes &row, const nb::bytes &above) {
            if (filter > 4 || row.size() != above.size()) {
                throw nb::value_error("no such filter, or rows of different lengths");
            }
            return fill_bytes(row.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(row), row.size());
                unfilter(filter, out, data_of(above), row.size());
            });
        },
        "filter"_a, "row"_a, "above"_a);
    module.def(
        "sample",
        [](const nb::bytes &row, unsigned depth, Number first, Number step, Number count,
           unsigned colour) {
            if (count > 0 && (first + (count - 1) * step + 1) * depth > 8 * row.size()) {
                throw nb::index_error("the row is too short");
            }
            return fill_bytes((count + 7) / 8, [&](std::uint8_t *out) {
                sample(data_of(row), depth, first, step, count, colour, out);
            });
        },
        "row"_a, "depth"_a, "first"_a, "step"_a, "count"_a, "colour"_a);
}

void register_tiles(nb::module_ &module) {
    // The share of wall in every pixel of across x down cells, as a number from first to last.
    module.def(
        "tones",
        [](const nb::bytes &rows, Number width, Number height, Number across, Number down,
           std::uint8_t first, std::uint8_t last, const std::optional<nb::bytes> &bits) {
            const Planes maze = planes_of(rows, width, height);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            const Tones tones{across, down, first, last};
            if (!tones.can_be()) {
                throw nb::value_error("there are no such pixels, or no such tones");
            }
            return fill_bytes(tones.pixels(maze.shape()),
                              [&](std::uint8_t *out) { paint_tones(maze, mask, tones, out); });
        },
        "rows"_a, "width"_a, "height"_a, "across"_a, "down"_a, "first"_a, "last"_a,
        "mask"_a = nb::none());
    // Distances as 32-bit numbers, to a byte each from first to last.
    module.def(
        "distance_colours",
        [](const nb::bytes &distances, std::uint8_t first, std::uint8_t last) {
            const Number count = distances.size() / sizeof(std::int32_t);
            if (count == 0 || distances.size() % sizeof(std::int32_t) != 0 || first > last) {
                throw nb::value_error("there are no distances, or no such colours");
            }
            return fill_bytes(count, [&](std::uint8_t *out) {
                paint_distances(reinterpret_cast<const std::int32_t *>(data_of(distances)), count,
                                first, last, out);
            });
        },
        "distances"_a, "first"_a, "last"_a);
    nb::class_<PathPieces>(module, "PathPieces")
        .def(
            "__init__",
            [](PathPieces *self, Number x, Number y, const nb::bytes &moves) {
                new (self) PathPieces({x, y}, data_of(moves), moves.size());
            },
            "x"_a, "y"_a, "moves"_a)
        .def_prop_ro("memory", &PathPieces::bytes)
        // Lays what is in a window over a raster whose first column is that of the window.
        .def(
            "overlay",
            [](const PathPieces &self, Raster &raster, Number x, Number y, Number width,
               Number height, unsigned enters, unsigned leaves) {
                if (enters > 4 || leaves > 4) {
                    throw nb::value_error("a path goes in no direction");
                }
                std::vector<Overlay> overlays =
                    self.overlays({x, y, width, height}, enters, leaves);
                for (Overlay &overlay : overlays) {
                    overlay.x -= x;
                }
                raster.overlay(overlays);
            },
            "raster"_a, "x"_a, "y"_a, "width"_a, "height"_a, "enters"_a, "leaves"_a)
        // Pixels, a byte each, with those of the path in a colour.
        .def(
            "mark",
            [](const PathPieces &self, const nb::bytes &pixels, Number x, Number y, Number width,
               Number height, unsigned shift, std::uint8_t colour) {
                if (height == 0 || pixels.size() / height != width || pixels.size() % height != 0 ||
                    shift > 62) {
                    throw nb::value_error("there are not as many pixels");
                }
                return fill_bytes(pixels.size(), [&](std::uint8_t *out) {
                    std::memcpy(out, data_of(pixels), pixels.size());
                    self.mark({x, y, width, height}, shift, colour, out);
                });
            },
            "pixels"_a, "x"_a, "y"_a, "width"_a, "height"_a, "shift"_a, "colour"_a);
}

void register_streams(nb::module_ &module) {
    nb::class_<StreamPath>(module, "StreamPath")
        .def(
            "__init__",
            [](StreamPath *self, Number width, Number start_x, Number start_y, Number end_x,
               Number end_y, Number window) {
                shape_of(width, 1);
                new (self) StreamPath(width, {start_x, start_y}, {end_x, end_y}, window);
            },
            "width"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a, "window"_a = 0)
        .def(
            "feed",
            [](StreamPath &self, const nb::bytes &rows) {
                if (rows.size() % self.row_bytes() != 0) {
                    throw nb::value_error("the rows are not whole");
                }
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                self.feed(data_of(rows), rows.size() / self.row_bytes(), control);
            },
            "rows"_a)
        .def("finish",
             [](StreamPath &self) {
                 PythonControl control;
                 const nb::gil_scoped_release unlocked;
                 self.finish(control);
             })
        .def("moves",
             [](StreamPath &self) {
                 PythonControl control;
                 return fill_bytes(self.steps(),
                                   [&](std::uint8_t *moves) { self.write_moves(moves, control); });
             })
        .def_prop_ro("height", [](StreamPath &self) { return self.height(); })
        .def_prop_ro("live", [](StreamPath &self) { return self.live(); })
        .def_prop_ro("memory", [](StreamPath &self) { return self.bytes(); });
}

} // namespace

NB_MODULE(_core, module) {
    module.doc() = "The kernels of labirinto: numbers and bytes in, bytes out.";
    // Grids that a program keeps until it ends are no mistake.
    nb::set_leak_warnings(false);
    register_kernels(module);
    register_meshes(module);
    register_batches(module);
    register_braid(module);
    register_measures(module);
    register_masks(module);
    register_search(module);
    register_moves(module);
    register_census(module);
    register_views(module);
    register_raster(module);
    register_tiles(module);
    register_streams(module);
}

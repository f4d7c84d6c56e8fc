// Grids whose cells are not squares, and questions about mazes on them.
#include "questions.hpp"

#include <numeric>

#include "../batch.hpp"
#include "../cell_shape.hpp"
#include "../link_marks.hpp"
#include "../mesh_kinds.hpp"
#include "../polygons.hpp"
#include "../square_exits.hpp"
#include "../voronoi.hpp"

namespace labirinto::binding {

namespace {

using RowList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

RowsOfCells rows_of_cells(const RowList &rows) {
    RowsOfCells cells;
    for (const auto &[begin, count] : rows) {
        cells.rows.push_back({begin, count});
    }
    return cells;
}

std::uint32_t cell_in(const Mesh &mesh, Number cell) {
    return static_cast<std::uint32_t>(place_in(mesh, cell));
}

using SideNumbers = std::array<double, 5>; // x and y of both ends, and the radius of an arc or 0

std::vector<std::pair<std::uint32_t, std::uint32_t>> links_of(const Graph &graph,
                                                              std::uint32_t node) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
    for (const auto &[other, edge] : graph.links_of(node)) {
        links.emplace_back(other, edge);
    }
    return links;
}

SideNumbers numbers_of(const Side &side) {
    return {side.begin.x, side.begin.y, side.end.x, side.end.y, side.radius};
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

} // namespace

void register_meshes(nb::module_ &module) {
    // A share of the bridges that fit, from a seed.
    nb::class_<WovenSquares>(module, "WovenSquares")
        .def(
            "__init__",
            [](WovenSquares *self, std::uint32_t width, std::uint32_t height, double share,
               Number seed) {
                check_links(width, height, 1);
                if (std::min(width, height) < 3 || !(share > 0 && share <= 1)) {
                    throw nb::value_error("no bridge fits");
                }
                const nb::gil_scoped_release unlocked;
                new (self) WovenSquares(width, height, place_bridges(width, height, share, seed));
            },
            "width"_a, "height"_a, "share"_a, "seed"_a)
        // 32-bit numbers: twice the number of each square, and 1 if the way over it leads across.
        .def_prop_ro("bridges",
                     [](const WovenSquares &squares) {
                         std::vector<std::uint32_t> numbers;
                         for (const auto &[cell, is_across] : squares.bridges()) {
                             numbers.push_back(2 * cell + is_across);
                         }
                         return to_bytes(numbers);
                     })
        .def_prop_ro("cells", &WovenSquares::cells)
        .def_prop_ro("walls", &WovenSquares::walls)
        .def("mesh", [](const WovenSquares &squares) {
            const nb::gil_scoped_release unlocked;
            Woven woven(squares);
            return Mesh(std::move(woven.outlines), woven.links);
        });
    nb::class_<Mesh> meshes(module, "Mesh");
    meshes
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
        // Rectangles of squares, with stairs between them; each may be wrapped.
        .def_static(
            "squares",
            [](std::uint32_t width, std::uint32_t height, std::uint32_t floors,
               std::uint32_t columns, bool wrap_x, bool wrap_y, bool twist) {
                check_links(width, height, floors);
                if (columns == 0) {
                    throw nb::value_error("there are no columns");
                }
                const nb::gil_scoped_release unlocked;
                return Mesh(squares(width, height, floors, columns),
                            links_of_squares(width, height, floors, wrap_x, wrap_y, twist));
            },
            "width"_a, "height"_a, "floors"_a, "columns"_a, "wrap_x"_a, "wrap_y"_a, "twist"_a)
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
        .def_prop_ro("walls", &Mesh::walls)
        .def_prop_ro("is_connected", &Mesh::is_connected)
        .def_prop_ro("piece_count",
                     [](const Mesh &mesh) {
                         const auto &pieces = mesh.pieces();
                         return mesh.is_connected() ? 1U : 1U + *std::ranges::max_element(pieces);
                     })
        .def_prop_ro("corners", [](const Mesh &mesh) { return mesh.corners().nodes(); })
        .def_prop_ro("corners_root", &Mesh::corners_root)
        // The number of sides on the border: how long the grid is if it is thin.
        .def_prop_ro("length", [](const Mesh &mesh) { return mesh.border().size(); })
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
                mesh.outlines().for_sides_of(cell_in(mesh, cell), [&](std::uint32_t side) {
                    sides.push_back(numbers_of(mesh.outlines().side(side)));
                });
                return sides;
            },
            "cell"_a)
        // A point in the middle of a cell with straight sides.
        .def(
            "middle",
            [](const Mesh &mesh, Number cell) {
                const Point middle = CellShape(mesh.outlines(), cell_in(mesh, cell)).middle();
                return std::pair(middle.x, middle.y);
            },
            "cell"_a)
        // Where a line through a cell with straight sides bends, between two points of it.
        .def(
            "path_inside",
            [](const Mesh &mesh, Number cell, std::pair<double, double> from,
               std::pair<double, double> to) {
                std::vector<std::pair<double, double>> points;
                const CellShape shape(mesh.outlines(), cell_in(mesh, cell));
                for (const Point &point :
                     shape.path({from.first, from.second}, {to.first, to.second})) {
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
                    sides.push_back(numbers_of(mesh.outlines().side(side)));
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
            "bits"_a, "gaps"_a)
        // A byte a square, of one maze or several; `bridges` are 32-bit numbers of squares, and
        // `all` has what is the same in all mazes.
        .def(
            "square_exits",
            [](const Mesh &mesh, const nb::bytes &passages, std::uint32_t width,
               std::uint32_t height, const nb::bytes &bridges, const nb::bytes &all,
               unsigned threads) {
                const std::span<const std::uint32_t> below(
                    reinterpret_cast<const std::uint32_t *>(data_of(bridges)), bridges.size() / 4);
                const Number bytes = (mesh.walls() + Number{7}) / 8;
                const Number floor = Number{width} * height;
                if (floor == 0 || all.size() % floor != 0 || bridges.size() % 4 != 0 ||
                    all.size() + below.size() != mesh.cells() || bytes == 0 ||
                    passages.size() % bytes != 0 ||
                    std::ranges::any_of(below, [&](auto square) { return square >= floor; })) {
                    throw nb::value_error("the squares or the passages are not those of the grid");
                }
                const Number count = passages.size() / bytes;
                PythonControl control;
                return fill_bytes(bytes_of_items(count, all.size()), [&](std::uint8_t *out) {
                    const SquareExits exits(mesh, width, height, below);
                    for_items(mesh.cells(), count, threads, control, [&] {
                        return [&](std::uint64_t i, Control &) {
                            std::uint8_t *const own = out + i * all.size();
                            std::memcpy(own, data_of(all), all.size());
                            exits.add(data_of(passages) + i * bytes, own);
                        };
                    });
                });
            },
            "passages"_a, "width"_a, "height"_a, "bridges"_a, "all"_a, "threads"_a)
        // 32-bit numbers: the two cells beside each wall.
        .def("wall_cells", [](const Mesh &mesh) { return to_bytes(cells_of_walls(mesh)); })
        // Of a mesh of `squares`: as 32-bit numbers the two cells of each link with a passage, and
        // the marks of all, two a link.
        .def(
            "link_marks",
            [](const Mesh &mesh, const nb::bytes &passages, std::uint32_t width,
               std::uint32_t height, std::uint32_t columns, bool twist) {
                const Number floor = Number{width} * height;
                if (floor == 0 || columns == 0 || mesh.cells() % floor != 0) {
                    throw nb::value_error("the floors are not those of the grid");
                }
                const std::uint8_t *const bits = passages_of(mesh, passages);
                LinkMarks found(width, height, columns, twist);
                unlocked([&] {
                    found.find(mesh, bits);
                    return true;
                });
                return std::pair(to_bytes(found.links), to_bytes(found.marks));
            },
            "bits"_a, "width"_a, "height"_a, "columns"_a, "twist"_a)
        .def("border", [](const Mesh &mesh) {
            std::vector<std::pair<std::uint32_t, SideNumbers>> sides;
            for (const std::uint32_t side : mesh.border()) {
                sides.emplace_back(mesh.outlines().cell_of(side),
                                   numbers_of(mesh.outlines().side(side)));
            }
            return sides;
        });
    define_questions(meshes);
    // The arrows of marks, or their digits, as strokes.
    module.def(
        "mark_strokes",
        [](const nb::bytes &marks, bool digits) {
            const auto found = values_of<LinkMark>(marks);
            const Strokes strokes = unlocked(
                [&] { return digits ? LinkMarks::digits_of(found) : LinkMarks::arrows_of(found); });
            return std::pair(to_bytes(strokes.vertices), to_bytes(strokes.first));
        },
        "marks"_a, "digits"_a);
}

} // namespace labirinto::binding

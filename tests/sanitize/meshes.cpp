// Grids of any cells, and mazes on them.
#include <bit>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "all_kernels.hpp"
#include "batch.hpp"
#include "cell_shape.hpp"
#include "kernels.hpp"
#include "mesh_kinds.hpp"
#include "mesh_maze.hpp"
#include "path_data.hpp"
#include "polygons.hpp"
#include "square_exits.hpp"
#include "strokes.hpp"
#include "voronoi.hpp"
#include "wilson_bridges.hpp"
#include "wilson_links.hpp"

namespace checks {
namespace {

RowsOfCells rows(std::uint32_t width, std::uint32_t height) {
    return {std::vector<RowsOfCells::Row>(height, {0, width})};
}

// A cell around an island of two, which touch the cell with two walls each.
Outlines islands() {
    Outlines outlines;
    outlines.points = {{0, 0}, {4, 0}, {4, 3}, {0, 3}, {1, 1},
                       {2, 1}, {3, 1}, {3, 2}, {2, 2}, {1, 2}};
    const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> rings{
        {0, {0, 1, 2, 3}}, {0, {4, 9, 8, 7, 6, 5}}, {1, {4, 5, 8, 9}}, {2, {5, 6, 7, 8}}};
    for (const auto &[cell, corners] : rings) {
        outlines.corners.insert(outlines.corners.end(), corners.begin(), corners.end());
        outlines.close(cell);
    }
    return outlines;
}

// Squares, numbered in such an order that neighbours have numbers far from each other.  A
// corner of every second row lies in the middle of two sides of squares above and below.
Outlines scattered_squares(std::uint32_t width, std::uint32_t height) {
    const std::uint32_t cells = width * height;
    std::vector<LatticePoint> corners;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const auto place = static_cast<std::int32_t>(std::uint64_t{cell} * 7919 % cells);
        const std::int32_t y = 1000 * (place / static_cast<std::int32_t>(width));
        const std::int32_t x = 1000 * (place % static_cast<std::int32_t>(width)) + y % 2000 / 2;
        for (const LatticePoint step : {LatticePoint{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}) {
            corners.push_back({x + step.x, y + step.y});
        }
    }
    return Polygons(corners, std::vector<std::uint32_t>(cells, 4),
                    std::vector<std::uint8_t>(cells, 1), quiet)
        .outlines();
}

std::vector<std::pair<std::string, Outlines>> all_outlines() {
    std::vector<std::pair<std::string, Outlines>> found;
    for (const auto &[width, height] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
             {1, 1}, {1, 2}, {9, 1}, {5, 7}, {40, 30}}) {
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        found.emplace_back("hexagonal " + size, hexagonal(rows(width, height)));
        found.emplace_back("triangular " + size, triangular(rows(width, height)));
        found.emplace_back("octagonal " + size, octagonal(rows(width, height)));
    }
    found.emplace_back("circular 1", circular({1}, 0));
    found.emplace_back("circular 5", circular({1, 6, 12, 24, 24}, 0));
    found.emplace_back("circular hole", circular({6}, 1));
    found.emplace_back("circular 3 hole", circular({13, 13, 26}, 2));
    found.emplace_back("hexagons in a triangle", hexagonal({{{1, 1}, {1, 2}, {0, 3}, {0, 4}}}));
    found.emplace_back("islands", islands());
    found.emplace_back("scattered squares", scattered_squares(7, 5));
    for (const std::uint32_t cells : {1, 2, 3, 40, 500}) {
        found.emplace_back("voronoi " + std::to_string(cells),
                           Voronoi(cells, cells, quiet).outlines());
    }
    return found;
}

Bytes bytes_of(const Mesh &mesh) { return Bytes((mesh.walls() + 7) / 8); }

void check_maps() {
    Group group("meshes as planar maps");
    for (auto &[name, outlines] : all_outlines()) {
        group.begin(name);
        const Mesh mesh(outlines);
        expect(mesh.is_connected(), "the cells are in pieces");
        std::size_t sides = mesh.border().size();
        for (std::uint32_t wall = 0; wall < mesh.walls(); ++wall) {
            mesh.for_sides_of_wall(wall, [&](std::uint32_t) { sides += 2; });
        }
        for (std::uint32_t cell = 0; cell < mesh.cells(); ++cell) {
            mesh.outlines().for_sides_of(cell, [&](std::uint32_t side) {
                --sides;
                expect(mesh.outlines().cell_of(side) == cell, "a side is of another cell");
            });
        }
        expect(sides == 0, "a side is neither a wall nor on the border");
        expect(mesh.graph().links.size() == 2 * std::size_t{mesh.walls()},
               "a wall is not between two cells");
        if (mesh.corners().nodes() > 0) {
            expect(mesh.corners().nodes() + mesh.cells() == mesh.walls() + 2,
                   "Euler's formula does not hold");
        }
    }
}

void expect_perfect(const Mesh &mesh, const Bytes &passages) {
    const MeshMaze maze(mesh, passages.data());
    const Counts counts = maze.counts(quiet);
    std::uint64_t ends = 0;
    for (std::size_t exits = 0; exits < counts.by_exits.size(); ++exits) {
        ends += exits * counts.by_exits[exits];
    }
    expect(ends == 2 * (std::uint64_t{mesh.cells()} - 1), "passages are not one less than cells");
    std::uint64_t steps = 0;
    for (const auto &[length, number] : counts.corridors) {
        steps += length * number;
    }
    expect(2 * steps == ends, "a passage is in no corridor, or in two");
    expect(maze.is_tree(quiet), "a cell cannot be reached");
    std::vector<std::int32_t> distances(mesh.cells());
    std::vector<std::uint32_t> parents(mesh.cells());
    maze.distances(mesh.cells() - 1, distances.data(), quiet, parents.data());
    const auto route = maze.path(mesh.cells() - 1, 0, true, quiet);
    expect(route && route->steps == static_cast<std::uint64_t>(distances[0]), "not the distance");
    expect(maze.first_blocked_step(mesh.cells() - 1, route->packed.data(), route->steps) ==
               route->steps,
           "the path crosses a wall");
    for (std::uint32_t cell = 0; cell + 1 < mesh.cells(); ++cell) {
        expect(distances[cell] == distances[parents[cell]] + 1, "a path has a gap");
    }
    expect(mesh.walls() % 8 == 0 || passages.back() >> mesh.walls() % 8 == 0,
           "a passage leads through no wall");
}

void check_making_on_meshes() {
    AllKernels::for_each([]<class Kernel>() {
        if constexpr (TakesMesh<Kernel>) {
            Group group(std::string("mesh_") + Kernel::name);
            for (auto &[name, outlines] : all_outlines()) {
                const Mesh mesh(outlines);
                auto used = kernel_on<typename Kernel::OnMesh>(mesh);
                for (std::uint64_t seed = 0; seed < 3; ++seed) {
                    group.begin(name);
                    Bytes once = bytes_of(mesh);
                    auto kernel = kernel_on<typename Kernel::OnMesh>(mesh);
                    kernel.make(seed, once.data(), quiet);
                    expect_perfect(mesh, once);
                    Bytes again = bytes_of(mesh);
                    used.make(seed, again.data(), quiet);
                    expect(once == again, "a kernel that was used makes another maze");
                }
            }
        }
    });
}

// Each passage leads out of two squares.
void expect_exits(const Mesh &mesh, std::uint32_t width, std::uint32_t height,
                  std::span<const std::uint32_t> bridges, const Bytes &maze) {
    Bytes exits(mesh.cells() - bridges.size());
    SquareExits(mesh, width, height, bridges).add(maze.data(), exits.data());
    std::size_t found = 0;
    for (const std::uint8_t bits : exits) {
        found += static_cast<std::size_t>(std::popcount(bits));
    }
    expect(found == 2 * (mesh.cells() - std::size_t{1}), "not two exits for each passage");
}

// Floors and wrapped sides, by the kernel that has a map and by the one that has none.
void check_making_on_links() {
    Group group("linked squares");
    for (const LinkedSquares &grid : {LinkedSquares{1, 1, 2, false, false, false},
                                      {4, 3, 5, false, false, false},
                                      {3, 1, 1, true, false, false},
                                      {5, 4, 3, true, true, false},
                                      {3, 4, 2, true, false, true}}) {
        const auto &[width, height, floors, wrap_x, wrap_y, twist] = grid;
        const Mesh mesh(squares(width, height, floors, 2),
                        links_of_squares(width, height, floors, wrap_x, wrap_y, twist));
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            group.begin(std::to_string(width) + "x" + std::to_string(height));
            Bytes one = bytes_of(mesh);
            WilsonCells::OnMesh(mesh).make(seed, one.data(), quiet);
            expect_perfect(mesh, one);
            Bytes other = bytes_of(mesh);
            WilsonLinks(grid).make(seed, other.data(), quiet);
            expect(one == other, "the kernel without a map makes another maze");
            expect_exits(mesh, width, height, {}, one);
        }
    }
}

// In the second row, as close as they can be: all squares between them are one.
std::vector<Bridge> bridges_in_a_row(std::uint32_t width) {
    std::vector<Bridge> bridges;
    for (std::uint32_t x = 1; x + 1 < width; x += 2) {
        bridges.push_back({width + x, true});
    }
    return bridges;
}

// Around bridges: the walls have the numbers of the map.
void check_making_around_bridges() {
    Group group("bridges");
    constexpr double in_a_row = 0; // instead of a share
    for (const auto &[width, height, share] : {std::tuple{3U, 3U, 1.0},
                                               {4U, 3U, 0.01},
                                               {9U, 7U, 0.5},
                                               {20U, 31U, 1.0},
                                               {50U, 3U, 0.4},
                                               {3U, 50U, 1.0},
                                               {31U, 3U, in_a_row},
                                               {33U, 4U, in_a_row}}) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            group.begin(std::to_string(width) + "x" + std::to_string(height));
            const WovenSquares squares(width, height,
                                       share == in_a_row
                                           ? bridges_in_a_row(width)
                                           : place_bridges(width, height, share, seed));
            Woven woven(squares);
            const Mesh mesh(std::move(woven.outlines), woven.links);
            expect(squares.walls() == mesh.walls(), "the map has other walls");
            Bytes maze = bytes_of(mesh);
            squares.begin(maze.data(), 0);
            WilsonCells::OnGraph(squares.graph()).make(seed, maze.data(), quiet);
            expect_perfect(mesh, maze);
            Bytes other = bytes_of(mesh);
            WilsonBridges(squares).make(seed, other.data(), quiet);
            expect(maze == other, "the kernel without a graph makes another maze");
            std::vector<std::uint32_t> bridged;
            for (const Bridge &bridge : squares.bridges()) {
                bridged.push_back(bridge.cell);
            }
            expect_exits(mesh, width, height, bridged, maze);
        }
    }
}

// Neighbours so far apart, or so many, that words of 16 bits are too short.
void check_walks_on_long_words() {
    Group group("walks with long words");
    const auto check = [&]<class Kernel>(const char *name, const Mesh &mesh) {
        group.begin(name);
        Bytes passages = bytes_of(mesh);
        Kernel kernel(mesh);
        kernel.make(7, passages.data(), quiet);
        expect_perfect(mesh, passages);
    };
    const Mesh scattered(scattered_squares(251, 160));
    check.operator()<WilsonCells::OnMesh>("scattered squares", scattered);
    // One of the two borders is the root, and the other a corner with many walls.
    const Mesh ring(circular({40'000, 40'000, 40'000}, 6366));
    check.operator()<WilsonWalls::OnMesh>("a long ring", ring);
}

// Polygons that are no grid.
void check_faults() {
    Group group("polygons that are no grid");
    const auto check = [&](const char *name, std::vector<LatticePoint> corners,
                           const std::vector<std::uint32_t> &counts, PolygonFault::Kind kind) {
        group.begin(name);
        bool is_refused = false;
        try {
            Polygons(std::move(corners), counts, std::vector<std::uint8_t>(counts.size(), 1),
                     quiet);
        } catch (const PolygonFault &fault) {
            is_refused = fault.kind == kind;
        }
        expect(is_refused, "it is accepted, or refused for another reason");
    };
    constexpr std::int32_t all = Polygons::extent;
    check("flat", {{0, 0}, {all, all}, {all / 2, all / 2}}, {3}, PolygonFault::flat);
    check("crossing", {{0, 0}, {all, 0}, {0, all / 2}, {all / 2, all}}, {4},
          PolygonFault::crossing);
    check("the same twice", {{0, 0}, {all, 0}, {0, all}, {0, all}, {all, 0}, {0, 0}}, {3, 3},
          PolygonFault::overlap);
    check("one in another", {{0, 0}, {all, 0}, {0, all}, {9, 9}, {999, 9}, {9, 999}}, {3, 3},
          PolygonFault::overlap);
}

void check_batches_on_meshes() {
    Group group("batches on meshes");
    const Mesh mesh(hexagonal(rows(5, 4)));
    const std::uint64_t bytes = bytes_of(mesh).size();
    AllKernels::for_each([&]<class Kernel>() {
        if constexpr (TakesMesh<Kernel>) {
            const std::uint64_t count = 3;
            Bytes items(count * bytes);
            make_items(mesh.cells(), bytes, {{1, 1}, 7, 2, count, items.data()}, 2, quiet,
                       [&] { return kernel_on<typename Kernel::OnMesh>(mesh); });
            for (std::uint64_t k = 0; k < count; ++k) {
                group.begin(Kernel::name);
                Bytes alone = bytes_of(mesh);
                auto kernel = kernel_on<typename Kernel::OnMesh>(mesh);
                kernel.make(child_seed(7, Purpose::item, 2 + k), alone.data(), quiet);
                expect(std::equal(alone.begin(), alone.end(),
                                  items.begin() + static_cast<std::ptrdiff_t>(k * bytes)),
                       "an item of a batch is another maze");
            }
        }
    });
}

// What is drawn of all walls, none of them, and those of a maze.
void check_drawing_meshes() {
    Group group("drawings of meshes");
    for (auto &[name, outlines] : all_outlines()) {
        const Mesh mesh(outlines);
        Bytes all = bytes_of(mesh);
        Bytes maze = bytes_of(mesh);
        WilsonCells::OnMesh(mesh).make(1, maze.data(), quiet);
        Bytes none(all.size(), 255);
        for (const Bytes &passages : {all, maze, none}) {
            group.begin(name);
            const Lines lines = lines_of(mesh, passages.data(), {0});
            const Strokes strokes = strokes_of(lines, quiet);
            expect(strokes.first.back() == strokes.vertices.size(), "a stroke has no end");
            expect(lines.segments.empty() == (strokes.count() == 0), "lines are not drawn");
            expect(path_data(strokes).empty() == (strokes.count() == 0), "a path is empty");
        }
        for (std::uint32_t cell = 0; cell < mesh.cells(); ++cell) {
            group.begin(name);
            const CellShape shape(mesh.outlines(), cell);
            const Point middle = shape.middle();
            std::vector<Point> corners;
            mesh.outlines().for_sides_of(
                cell, [&](auto side) { corners.push_back(mesh.outlines().side(side).begin); });
            for (const Point &corner : corners) {
                expect(shape.path(middle, corner).size() <= corners.size(), "a path is too long");
            }
        }
    }
}

} // namespace

void check_meshes() {
    check_drawing_meshes();
    check_maps();
    check_making_on_meshes();
    check_making_on_links();
    check_making_around_bridges();
    check_walks_on_long_words();
    check_faults();
    check_batches_on_meshes();
}

} // namespace checks

// Paths through mazes: between cells, to the farthest one, and row by row.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "batch_solutions.hpp"
#include "kernels.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "search.hpp"
#include "search_loops.hpp"
#include "squares_maze.hpp"
#include "stream_path.hpp"

namespace checks {
namespace {

// ---- Ends and solutions of many mazes ----

// Small and large mazes have a solver each; both find the same.
void check_batch_solutions() {
    Group group("ends and solutions of batches");
    for (const Shape shape : all_shapes()) {
        if (shape.cells() == 1) {
            continue;
        }
        const Made made = sample_maze(shape);
        for (const EndsKind kind :
             {EndsKind::corners, EndsKind::border, EndsKind::farthest, EndsKind::random}) {
            group.begin(named(shape) + " kind " + std::to_string(static_cast<unsigned>(kind)));
            const std::uint64_t number = 9;
            std::int32_t ends[4];
            Bytes path(shape.cells());
            solve_items(made.rows.data(), shape, 1, 7, &number, {kind, ends, path.data()}, 2,
                        quiet);
            std::int32_t ends_alone[4];
            solve_items(made.rows.data(), shape, 1, 7, &number, {kind, ends_alone, nullptr}, 1,
                        quiet);
            expect(std::equal(ends, ends + 4, ends_alone), "without paths, other ends");
            const Planes maze = made.planes();
            const LargeMazeSolver large(maze);
            const Pair pair = large.ends(kind, child_seed(7, Purpose::item, number), quiet);
            const std::uint64_t own[] = {pair.start.x, pair.start.y, pair.end.x, pair.end.y};
            expect(std::equal(own, own + 4, ends), "other ends");
            Bytes other(shape.cells());
            large.write_path(pair, other.data(), quiet);
            expect(path == other, "another path");
            // Followed from the start, it leads to the end and over all cells that are marked.
            Cell here = pair.start;
            std::uint64_t steps = 0;
            for (; path[here.y * shape.width + here.x] != arrived; ++steps) {
                unsigned direction = 0;
                while (compass_bit(direction) != path[here.y * shape.width + here.x]) {
                    expect(++direction < 4, "a mark that is no passage");
                }
                expect(maze.exits(here.x, here.y) >> direction & 1, "the path crosses a wall");
                here = neighbour(here, direction);
            }
            expect(here == pair.end, "the path ends elsewhere");
            const auto marked = std::count_if(path.begin(), path.end(), [](auto b) { return b; });
            expect(static_cast<std::uint64_t>(marked) == steps + 1, "marks off the path");
        }
    }
}

// ---- Search ----

std::optional<std::pair<Cell, Cell>> farthest_pair_in(const Made &made, bool border,
                                                      std::uint64_t most_visits) {
    const SquaresMaze maze(made.planes(), {}, made.shape.cells());
    const auto pair = maze.farthest_pair({made.shape, border, {}}, most_visits, quiet);
    const auto cell = [&](Place place) {
        return Cell{place % made.shape.width, place / made.shape.width};
    };
    return pair ? std::optional(std::pair(cell(pair->first), cell(pair->second))) : std::nullopt;
}

void check_search() {
    Group group("search");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        const Made made = sample_maze(shape);
        const Planes maze = made.planes();
        const Cell far_corner{shape.width - 1, shape.height - 1};
        const Cell middle{shape.width / 2, shape.height / 2};
        const std::array<std::pair<Cell, Cell>, 4> pairs{{{{0, 0}, far_corner},
                                                          {far_corner, {0, 0}},
                                                          {middle, {0, shape.height - 1}},
                                                          {middle, middle}}};
        for (const auto &[start, end] : pairs) {
            const Bytes path = tree_path(maze, start, end, quiet);
            const std::optional<Bytes> shortest = shortest_path(maze, start, end, quiet);
            expect(shortest.has_value(), "shortest_path finds none");
            expect(path == *shortest, "tree_path and shortest_path differ");
            const auto distances = distances_from(made, start);
            expect(path.size() == distances[end.y * shape.width + end.x], "the path is too long");
            std::vector<std::int32_t> steps(shape.cells());
            expect(labirinto::distances(maze, start, steps.data(), quiet) == shape.cells(),
                   "a cell is not reached");
            expect(std::equal(steps.begin(), steps.end(), distances.begin(), distances.end()),
                   "not the distances");
            Cell here = start;
            for (const std::uint8_t direction : path) {
                expect(maze.exits(here.x, here.y) >> direction & 1, "the path crosses a wall");
                here = neighbour(here, direction);
            }
            expect(here == end, "the path ends elsewhere");
        }
    }
}

void check_farthest() {
    Group group("farthest");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        const Made made = sample_maze(shape);
        for (const Cell start : {Cell{0, 0}, Cell{shape.width / 2, shape.height / 2}}) {
            const auto distances = distances_from(made, start);
            for (const bool border : {false, true}) {
                std::uint64_t best = never;
                for (std::uint64_t y = 0; y < shape.height; ++y) {
                    for (std::uint64_t x = 0; x < shape.width; ++x) {
                        const bool inside =
                            x > 0 && y > 0 && x + 1 < shape.width && y + 1 < shape.height;
                        const std::uint64_t index = y * shape.width + x;
                        if (!(border && inside) &&
                            (best == never || distances[index] > distances[best])) {
                            best = index;
                        }
                    }
                }
                const Far far = farthest(made.planes(), start, border, quiet);
                expect(far.distance == distances[best], "not the largest distance");
                expect(far.cell.y * shape.width + far.cell.x == best, "not the first such cell");
            }
        }
        for (const bool border : {false, true}) {
            const Cell one = farthest(made.planes(), {0, 0}, border, quiet).cell;
            const Far other = farthest(made.planes(), one, border, quiet);
            const auto pair = farthest_pair_in(made, border, 100 * shape.cells());
            expect(pair.has_value(), "too many searches");
            const auto distances = distances_from(made, pair->first);
            expect(distances[pair->second.y * shape.width + pair->second.x] == other.distance,
                   "two cells are farther apart");
        }
    }
}

void check_imperfect() {
    Group group("mazes that are not perfect");
    for (const Shape shape : short_shapes()) {
        if (shape.cells() == 1) {
            continue;
        }
        group.begin(named(shape));
        const Cell far_corner{shape.width - 1, shape.height - 1};
        const Made closed = closed_maze(shape);
        expect(!is_perfect(closed), "all walls is taken for perfect");
        expect(!shortest_path(closed.planes(), {0, 0}, far_corner, quiet), "a path through walls");
        const bool tree = shape.width == 1 || shape.height == 1;
        const Made open = open_maze(shape);
        expect(!has_stray_bits(open.planes()), "stray bits in an open maze");
        expect(is_perfect(open) == tree, "no walls is taken for perfect");
        const auto path = shortest_path(open.planes(), {0, 0}, far_corner, quiet);
        expect(path && path->size() == far_corner.x + far_corner.y, "not the straight path");
        const auto pair = farthest_pair_in(open, true, 100 * shape.cells());
        expect(pair == std::pair(Cell{0, 0}, far_corner), "not the corners");
        expect(!farthest_pair_in(open, false, shape.cells() - 1), "no end of searches");
        std::vector<std::int32_t> steps(shape.cells());
        expect(labirinto::distances(closed.planes(), {0, 0}, steps.data(), quiet) == 1,
               "a path through walls");
        expect(std::count(steps.begin(), steps.end(), -1) + 1 == std::ssize(steps),
               "a distance through walls");
        // One passage moved: as many as in a perfect maze, and yet none.
        Made moved = sample_maze(shape);
        const std::uint64_t last = far_corner.x;
        const std::uint64_t bottom = far_corner.y;
        const unsigned exits = moved.planes().exits(last, bottom);
        if (!tree && std::popcount(exits) == 1) {
            const bool from_west = exits >> west & 1;
            const std::uint64_t plane = from_west ? 0 : shape.stride();
            const std::uint64_t y = from_west ? bottom : bottom - 1;
            flip_bit(moved.rows.data() + y * shape.row_bytes() + plane, last - from_west);
            expect(!is_perfect(moved), "a closed cell is overlooked");
            expect(!shortest_path(moved.planes(), far_corner, {0, 0}, quiet),
                   "a path from a closed cell");
        }
    }
}

// ---- The path through a maze that comes row by row ----

void feed_blocks(StreamPath &stream, const Made &made, std::uint64_t block_rows) {
    for (std::uint64_t y = 0; y < made.shape.height; y += block_rows) {
        const std::uint64_t count = std::min(block_rows, made.shape.height - y);
        const auto first = made.rows.begin() + static_cast<std::ptrdiff_t>(y * stream.row_bytes());
        // A copy of its own, so that a byte read beyond the block is seen.
        const Bytes block(first, first + static_cast<std::ptrdiff_t>(count * stream.row_bytes()));
        stream.feed(block.data(), count, quiet);
    }
}

void check_stream_path() {
    Group group("the path row by row");
    for (const Shape shape : all_shapes()) {
        if (shape.cells() == 1) {
            continue;
        }
        const Made made = sample_maze(shape);
        const Cell far_corner{shape.width - 1, shape.height - 1};
        const Cell other{0, shape.height - 1};
        for (const std::uint64_t window : {0, 1, 2, 3, 8}) {
            group.begin(named(shape) + " window " + std::to_string(window));
            for (const auto &[start, end] :
                 {std::pair(Cell{0, 0}, far_corner), std::pair(far_corner, Cell{0, 0}),
                  std::pair(Cell{shape.width / 2, 0}, other)}) {
                if (start == end) {
                    continue;
                }
                const Bytes path = tree_path(made.planes(), start, end, quiet);
                StreamPath stream(shape.width, start, end, window);
                feed_blocks(stream, made, 1 + window * window);
                stream.finish(quiet);
                expect(stream.height() == shape.height, "rows are miscounted");
                expect(stream.steps() == path.size(), "not as long as the path");
                Bytes moves(stream.steps());
                stream.write_moves(moves.data(), quiet);
                expect(moves == path, "another path");
            }
        }
    }
}

void check_imperfect_streams() {
    Group group("rows that are not perfect");
    for (const Shape shape : short_shapes()) {
        if (shape.cells() == 1) {
            continue;
        }
        group.begin(named(shape));
        const Cell far_corner{shape.width - 1, shape.height - 1};
        const bool tree = shape.width == 1 || shape.height == 1;
        for (const std::uint64_t window : {1, 3, 100}) {
            for (const Made &made : {closed_maze(shape), open_maze(shape)}) {
                StreamPath stream(shape.width, {0, 0}, far_corner, window);
                feed_blocks(stream, made, 2);
                const bool perfect = tree && passages_in(made) > 0;
                expect(throws<std::invalid_argument>([&] { stream.finish(quiet); }) == !perfect,
                       "taken for perfect, or not");
                expect(throws<std::invalid_argument>([&] { stream.steps(); }) == !perfect,
                       "a path all the same");
            }
        }
    }
}

void check_stray_bits() {
    Group group("stray bits");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        Made made = sample_maze(shape);
        const auto stray_with = [&](std::uint64_t byte, unsigned bit) {
            made.rows[byte] ^= static_cast<std::uint8_t>(1U << bit);
            const bool stray = has_stray_bits(made.planes());
            made.rows[byte] ^= static_cast<std::uint8_t>(1U << bit);
            return stray;
        };
        expect(!has_stray_bits(made.planes()), "seen where there are none");
        const std::uint64_t stride = shape.stride();
        const std::uint64_t x = shape.width - 1;
        for (const std::uint64_t y : {std::uint64_t{0}, shape.height / 2, shape.height - 1}) {
            const std::uint64_t row = y * shape.row_bytes();
            expect(stray_with(row + x / 8, x % 8), "a passage east out of the maze is overlooked");
            for (unsigned bit = x % 8 + 1; bit < 8; ++bit) {
                expect(stray_with(row + x / 8, bit),
                       "padding after the passages east is overlooked");
                expect(stray_with(row + stride + x / 8, bit),
                       "padding after the passages south is overlooked");
            }
        }
        const std::uint64_t last_south = (shape.height - 1) * shape.row_bytes() + stride;
        expect(stray_with(last_south, 0), "a passage south out of the maze is overlooked");
        expect(stray_with(last_south + x / 8, x % 8), "the last passage south is overlooked");
    }
}

} // namespace

void check_searching() {
    check_batch_solutions();
    check_search();
    check_farthest();
    check_imperfect();
    check_stream_path();
    check_imperfect_streams();
    check_stray_bits();
}

} // namespace checks

// The kernels over the sizes where words, strips and frames meet their ends, to be compiled with
// sanitizers.  One line for each group of checks, the word "failed" and an exit code for the first
// that does not hold.
//
// Every answer is compared with one that is found in another way: cell by cell, with a set of
// visited cells, pixel by pixel.  All buffers have just the size that the kernels ask for, so that
// a byte too many is seen.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "aldous_broder.hpp"
#include "batch.hpp"
#include "batch_ways.hpp"
#include "census.hpp"
#include "control.hpp"
#include "eller.hpp"
#include "floor.hpp"
#include "geometry.hpp"
#include "grid.hpp"
#include "kruskal.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "raster.hpp"
#include "search.hpp"
#include "stream_path.hpp"
#include "wilson_cells.hpp"
#include "wilson_walls.hpp"

namespace {

using namespace labirinto;

using Bytes = std::vector<std::uint8_t>;
using Maker = std::function<void(Shape, std::uint64_t seed, std::uint8_t *, Control &)>;

constexpr std::uint64_t half = 1ULL << 31; // one half as Eller's thresholds count
constexpr std::uint64_t whole = 1ULL << 32;
constexpr std::uint64_t huge = 1ULL << 40; // a strip that any maze fits in

// ---- Reporting ----

std::string subject; // what the next check is about

void expect(bool holds, const char *what) {
    if (!holds) {
        std::printf("failed: %s: %s\n", subject.c_str(), what);
        std::exit(1);
    }
}

class Group {
  public:
    explicit Group(const char *name) : name_(name) {}
    ~Group() {
        std::printf("%s: %d checks\n", name_, checks_);
        std::fflush(stdout);
    }
    Group(const Group &) = delete;
    Group &operator=(const Group &) = delete;

    void begin(std::string about) {
        subject = std::string(name_) + " " + std::move(about);
        ++checks_;
    }

  private:
    const char *name_;
    int checks_ = 0;
};

std::string named(Shape shape) {
    return std::to_string(shape.width) + "x" + std::to_string(shape.height);
}

class Quiet : public Control {
  public:
    void check(std::uint64_t done, std::uint64_t total) override {
        expect(done <= total, "progress beyond the whole");
    }
};

struct Stop {};

class Stopper : public Control {
  public:
    explicit Stopper(int patience) : patience_(patience) {}
    void check(std::uint64_t, std::uint64_t) override {
        if (--patience_ == 0) {
            throw Stop{};
        }
    }

  private:
    int patience_;
};

Quiet quiet;

// ---- Sizes ----

std::vector<Shape> small_shapes() {
    return {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3}, {1, 9}, {9, 1}, {2, 9}, {9, 2}, {7, 5}, {8, 8}};
}

std::vector<Shape> edge_shapes() {
    std::vector<Shape> shapes;
    for (const std::uint64_t side : {63, 64, 65, 127, 128, 129, 255, 256, 257}) {
        for (const std::uint64_t other : {1, 2, 3}) {
            shapes.push_back({side, other});
            shapes.push_back({other, side});
        }
    }
    for (const std::uint64_t side : {63, 64, 65, 127, 128}) {
        shapes.push_back({side, side});
    }
    shapes.push_back({257, 40});
    shapes.push_back({40, 257});
    return shapes;
}

std::vector<Shape> long_shapes() {
    std::vector<Shape> shapes;
    for (const std::uint64_t side : {65535, 65536}) {
        for (const std::uint64_t other : {1, 2}) {
            shapes.push_back({side, other});
            shapes.push_back({other, side});
        }
    }
    shapes.push_back({9, 65536});
    return shapes;
}

std::vector<Shape> joined(std::vector<Shape> shapes, const std::vector<Shape> &more) {
    shapes.insert(shapes.end(), more.begin(), more.end());
    return shapes;
}

std::vector<Shape> short_shapes() { return joined(small_shapes(), edge_shapes()); }
std::vector<Shape> all_shapes() { return joined(short_shapes(), long_shapes()); }

// Pictures are made row by row, so that a tall maze asks nothing more of them than a long wait.
std::vector<Shape> drawn_shapes() {
    return joined(short_shapes(), {{65535, 1}, {65535, 2}, {65536, 1}, {65536, 2}, {2, 1000}});
}

// ---- Mazes ----

struct Made {
    Shape shape;
    Bytes rows;

    Planes planes() const { return {rows.data(), shape}; }
};

Made make(Shape shape, std::uint64_t seed, const Maker &maker) {
    Made made{shape, Bytes(shape.bytes())};
    maker(shape, seed, made.rows.data(), quiet);
    return made;
}

Maker walls_maker(std::uint64_t strip_rows) {
    return [strip_rows](Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
        wilson_walls(shape, seed, strip_rows, 3, rows, control);
    };
}

Maker eller_maker(std::uint64_t join, std::uint64_t drop) {
    return [join, drop](Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
        eller(shape, seed, join, drop, rows, control);
    };
}

// A maze of every size to look at, by an algorithm that is quick at all of them.
Made sample_maze(Shape shape) {
    const bool walk = shape.width % 2 == 0;
    return make(shape, 7 * shape.width + shape.height,
                walk ? walls_maker(5) : eller_maker(half, half));
}

Made closed_maze(Shape shape) { return {shape, Bytes(shape.bytes())}; }

void open_passage(Made &made, std::uint64_t x, std::uint64_t y, bool leads_south) {
    const std::uint64_t plane = leads_south ? made.shape.stride() : 0;
    made.rows[y * made.shape.row_bytes() + plane + x / 8] |= static_cast<std::uint8_t>(1U << x % 8);
}

Made open_maze(Shape shape) {
    Made made = closed_maze(shape);
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            if (x + 1 < shape.width) {
                open_passage(made, x, y, false);
            }
            if (y + 1 < shape.height) {
                open_passage(made, x, y, true);
            }
        }
    }
    return made;
}

std::uint64_t passages_in(const Made &made) {
    std::uint64_t count = 0;
    for (const std::uint8_t byte : made.rows) {
        count += static_cast<std::uint64_t>(std::popcount(byte));
    }
    return count;
}

// Steps from `start` to every cell, or `never`, with a record of the cells seen.
constexpr std::uint64_t never = ~0ULL;

std::vector<std::uint64_t> distances_from(const Made &made, Cell start) {
    const Planes maze = made.planes();
    const std::uint64_t width = made.shape.width;
    std::vector<std::uint64_t> distances(made.shape.cells(), never);
    std::vector<Cell> queue{start};
    distances[start.y * width + start.x] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const Cell here = queue[at];
        const std::uint64_t distance = distances[here.y * width + here.x];
        const auto visit = [&](bool open, std::uint64_t x, std::uint64_t y) {
            if (open && distances[y * width + x] == never) {
                distances[y * width + x] = distance + 1;
                queue.push_back({x, y});
            }
        };
        const auto [x, y] = here;
        visit(maze.opens_east(x, y), x + 1, y);
        visit(maze.opens_south(x, y), x, y + 1);
        visit(x > 0 && maze.opens_east(x - 1, y), x - 1, y);
        visit(y > 0 && maze.opens_south(x, y - 1), x, y - 1);
    }
    return distances;
}

bool spans(const Made &made) {
    const std::vector<std::uint64_t> distances = distances_from(made, {0, 0});
    return std::find(distances.begin(), distances.end(), never) == distances.end();
}

void expect_perfect(const Made &made) {
    expect(!has_stray_bits(made.planes()), "a passage leads out of the maze");
    expect(passages_in(made) == made.shape.cells() - 1, "passages are not one less than cells");
    expect(spans(made), "a cell cannot be reached");
    expect(is_perfect(made.planes(), quiet), "is_perfect denies it");
}

// ---- Generators ----

void check_maker(const char *name, const std::vector<Shape> &shapes, const Maker &maker,
                 int seeds = 1) {
    Group group(name);
    for (const Shape shape : shapes) {
        for (int seed = 0; seed < seeds; ++seed) {
            group.begin(named(shape) + " seed " + std::to_string(seed));
            const Made made = make(shape, static_cast<std::uint64_t>(seed), maker);
            expect_perfect(made);
            expect(make(shape, static_cast<std::uint64_t>(seed), maker).rows == made.rows,
                   "the same seed gives another maze");
        }
    }
}

void check_generators() {
    // A walk along a single row of n cells takes n * n steps: not the long ones.
    check_maker("wilson_cells", short_shapes(), wilson_cells, 2);
    check_maker("aldous_broder", short_shapes(), aldous_broder);
    check_maker("kruskal", all_shapes(), kruskal);
    check_maker("wilson_walls, strips of 1", all_shapes(), walls_maker(1));
    check_maker("wilson_walls, strips of 2", all_shapes(), walls_maker(2));
    check_maker("wilson_walls, strips of 3", all_shapes(), walls_maker(3));
    check_maker("wilson_walls, strips of 7", all_shapes(), walls_maker(7));
    check_maker("wilson_walls, one strip", all_shapes(), walls_maker(huge), 2);
    check_maker("eller, even chances", all_shapes(), eller_maker(half, half), 2);
    check_maker("eller, none", all_shapes(), eller_maker(0, 0));
    check_maker("eller, all", all_shapes(), eller_maker(whole, whole));
    check_maker("eller, all east", all_shapes(), eller_maker(whole, 0));
    check_maker("eller, all south", all_shapes(), eller_maker(0, whole));
    check_maker("eller, smallest and largest below 1", all_shapes(), eller_maker(1, whole - 1));
    check_maker("eller, uneven", all_shapes(), eller_maker(whole / 3, whole / 5));
}

// The walks along a single long row are too slow; what they end with is checked here, in a maze
// that is known beforehand: every cell of the first row leads east, all others lead north.
void check_grid() {
    Group group("arrows to passages");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        Grid grid(shape);
        Made expected = closed_maze(shape);
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            for (std::uint64_t x = 0; x < shape.width; ++x) {
                const unsigned direction = y == 0 ? east : north;
                grid.row(y)[x] = static_cast<Grid::Place>(direction | Grid::in_maze);
                if (y > 0) {
                    open_passage(expected, x, y - 1, true);
                } else if (x + 1 < shape.width) {
                    open_passage(expected, x, y, false);
                }
            }
        }
        Made made = closed_maze(shape);
        grid.write(grid.cell(shape.width - 1), made.rows.data());
        expect(made.rows == expected.rows, "other passages than the arrows");
        expect_perfect(made);
    }
}

void check_order_of_strips() {
    Group group("strips in another order");
    for (const Shape shape : short_shapes()) {
        for (const std::uint64_t strip_rows : {1, 3}) {
            group.begin(named(shape) + " strips of " + std::to_string(strip_rows));
            WilsonWalls walls(shape, 11, strip_rows);
            for (std::uint64_t strip = walls.strips(); strip-- > 0;) {
                walls.grow_strip(strip, quiet);
            }
            for (std::uint64_t reach = 1; reach < walls.strips(); reach *= 2) {
                std::vector<std::uint64_t> edges;
                for (std::uint64_t edge = reach; edge < walls.strips(); edge += 2 * reach) {
                    edges.push_back(edge);
                }
                for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
                    walls.join_edge(*edge, quiet);
                }
            }
            Bytes rows(shape.bytes());
            walls.write(rows.data(), 0, shape.height);
            expect(rows == make(shape, 11, walls_maker(strip_rows)).rows, "the maze is another");
        }
    }
}

void check_stopping() {
    Group group("stopping");
    const std::vector<std::pair<const char *, Maker>> makers{
        {"wilson_cells", wilson_cells},
        {"wilson_walls", walls_maker(64)},
        {"eller", eller_maker(half, half)},
        {"aldous_broder", aldous_broder},
        {"kruskal", kruskal},
    };
    const Shape shape{3000, 3000};
    for (const auto &[name, maker] : makers) {
        group.begin(name);
        Bytes rows(shape.bytes());
        Stopper stopper(1);
        bool stopped = false;
        try {
            maker(shape, 1, rows.data(), stopper);
        } catch (const Stop &) {
            stopped = true;
        }
        expect(stopped, "it cannot be stopped");
    }
    group.begin("StreamPath");
    const Made made = make(shape, 1, eller_maker(half, half));
    StreamPath stream(shape.width, {0, 0}, {1, 0}, 0);
    Stopper stopper(1);
    bool stopped = false;
    try {
        stream.feed(made.rows.data(), shape.height, stopper);
    } catch (const Stop &) {
        stopped = true;
    }
    expect(stopped, "it cannot be stopped");
    bool goes_on = true;
    try {
        stream.finish(quiet);
    } catch (const std::invalid_argument &) {
        goes_on = false;
    }
    expect(!goes_on, "it goes on after it was stopped");
    group.begin("batch");
    Bytes rows(10'000 * Shape{9, 9}.bytes());
    Stopper batch_stopper(3);
    stopped = false;
    try {
        batch_wilson_cells({{9, 9}, 1, 0, 10'000, rows.data()}, 2, batch_stopper);
    } catch (const Stop &) {
        stopped = true;
    }
    expect(stopped, "it cannot be stopped");
}

// ---- Batches ----

using BatchMaker = std::function<void(const Items &, unsigned, Control &)>;

// Item k is the maze of the k-th child seed, wherever a batch begins and ends.
void check_batches() {
    Group group("batches");
    struct Case {
        const char *name;
        Maker one;
        BatchMaker many;
        std::vector<Shape> shapes;
    };
    const Case cases[] = {
        {"wilson_cells", wilson_cells, batch_wilson_cells, short_shapes()},
        {"wilson_walls", walls_maker(huge),
         [](const Items &items, unsigned threads, Control &control) {
             batch_wilson_walls(items, threads, control, huge);
         },
         all_shapes()},
        {"wilson_walls, strips", walls_maker(3),
         [](const Items &items, unsigned threads, Control &control) {
             batch_wilson_walls(items, threads, control, 3);
         },
         short_shapes()},
        {"eller", eller_maker(half, whole / 3),
         [](const Items &items, unsigned threads, Control &control) {
             batch_eller(items, threads, control, half, whole / 3);
         },
         all_shapes()},
        {"aldous_broder", aldous_broder, batch_aldous_broder, small_shapes()},
        {"kruskal", kruskal, batch_kruskal, short_shapes()},
    };
    for (const auto &[name, one, many, shapes] : cases) {
        for (const Shape shape : shapes) {
            group.begin(std::string(name) + " " + named(shape));
            constexpr std::uint64_t first = 5;
            constexpr std::uint64_t count = 3;
            Bytes rows(count * shape.bytes());
            many({shape, 7, first, count, rows.data()}, 2, quiet);
            Bytes cells(count * shape.cells());
            batch_cells(rows.data(), shape, count, 2, cells.data(), quiet);
            for (std::uint64_t i = 0; i < count; ++i) {
                const Made made = make(shape, child_seed(7, Purpose::item, first + i), one);
                expect(std::equal(made.rows.begin(), made.rows.end(),
                                  rows.begin() + static_cast<std::ptrdiff_t>(i * shape.bytes())),
                       "an item is not the maze of its seed");
                Bytes expected(shape.cells());
                compass(made.planes(), expected.data());
                expect(std::equal(expected.begin(), expected.end(),
                                  cells.begin() + static_cast<std::ptrdiff_t>(i * shape.cells())),
                       "other cells");
            }
        }
    }
}

// Ends and ways of small mazes and of large ones, which are found in two ways.
void check_batch_ways() {
    Group group("ends and ways of batches");
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
            Bytes way(shape.cells());
            solve_items(made.rows.data(), shape, 1, 7, &number, {kind, ends, way.data()}, 2, quiet);
            std::int32_t ends_alone[4];
            solve_items(made.rows.data(), shape, 1, 7, &number, {kind, ends_alone, nullptr}, 1,
                        quiet);
            expect(std::equal(ends, ends + 4, ends_alone), "without ways, other ends");
            const Planes maze = made.planes();
            const LargeMazeWays large(maze);
            const Pair pair = large.ends(kind, child_seed(7, Purpose::item, number), quiet);
            expect(pair.start.x == static_cast<std::uint64_t>(ends[0]) &&
                       pair.start.y == static_cast<std::uint64_t>(ends[1]) &&
                       pair.end.x == static_cast<std::uint64_t>(ends[2]) &&
                       pair.end.y == static_cast<std::uint64_t>(ends[3]),
                   "other ends");
            Bytes other(shape.cells());
            large.write_way(pair, other.data(), quiet);
            expect(way == other, "another way");
            // Followed from the start, it leads to the end and over all cells that are marked.
            Cell here = pair.start;
            std::uint64_t steps = 0;
            for (; way[here.y * shape.width + here.x] != arrived; ++steps) {
                unsigned direction = 0;
                while (compass_bit(direction) != way[here.y * shape.width + here.x]) {
                    expect(++direction < 4, "a mark that is no passage");
                }
                expect(maze.exits(here.x, here.y) >> direction & 1, "the way crosses a wall");
                here = neighbour(here, direction);
            }
            expect(here.x == pair.end.x && here.y == pair.end.y, "the way ends elsewhere");
            const auto marked = std::count_if(way.begin(), way.end(), [](auto b) { return b; });
            expect(static_cast<std::uint64_t>(marked) == steps + 1, "marks off the way");
        }
    }
}

// ---- Search ----

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
            Cell here = start;
            for (const std::uint8_t direction : path) {
                expect(maze.exits(here.x, here.y) >> direction & 1, "the path crosses a wall");
                here = neighbour(here, direction);
            }
            expect(here.x == end.x && here.y == end.y, "the path ends elsewhere");
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
        expect(!is_perfect(closed.planes(), quiet), "all walls is taken for perfect");
        expect(!shortest_path(closed.planes(), {0, 0}, far_corner, quiet), "a path through walls");
        const bool tree = shape.width == 1 || shape.height == 1;
        const Made open = open_maze(shape);
        expect(!has_stray_bits(open.planes()), "stray bits in an open maze");
        expect(is_perfect(open.planes(), quiet) == tree, "no walls is taken for perfect");
        const auto path = shortest_path(open.planes(), {0, 0}, far_corner, quiet);
        expect(path && path->size() == far_corner.x + far_corner.y, "not the straight way");
        // One passage moved: as many as in a perfect maze, and yet none.
        Made moved = sample_maze(shape);
        const std::uint64_t last = far_corner.x;
        const std::uint64_t bottom = far_corner.y;
        const unsigned exits = moved.planes().exits(last, bottom);
        if (!tree && std::popcount(exits) == 1) {
            const bool from_west = exits >> west & 1;
            const std::uint64_t plane = from_west ? 0 : shape.stride();
            const std::uint64_t x = from_west ? last - 1 : last;
            const std::uint64_t y = from_west ? bottom : bottom - 1;
            moved.rows[y * shape.row_bytes() + plane + x / 8] ^=
                static_cast<std::uint8_t>(1U << x % 8);
            expect(!is_perfect(moved.planes(), quiet), "a closed cell is overlooked");
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

bool is_refused(const std::function<void()> &action) {
    try {
        action();
    } catch (const std::invalid_argument &) {
        return true;
    }
    return false;
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
                if (start.x == end.x && start.y == end.y) {
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
                expect(is_refused([&] { stream.finish(quiet); }) == !perfect,
                       "taken for perfect, or not");
                expect(is_refused([&] { stream.steps(); }) == !perfect, "a path all the same");
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

// ---- Census and views ----

void expect_census(const Made &made, bool has_ends) {
    const Planes maze = made.planes();
    const Census census = take_census(maze, quiet);
    std::uint64_t by_exits[5] = {};
    std::uint64_t straights = 0;
    for (std::uint64_t y = 0; y < made.shape.height; ++y) {
        for (std::uint64_t x = 0; x < made.shape.width; ++x) {
            const unsigned exits = maze.exits(x, y);
            ++by_exits[std::popcount(exits)];
            straights += exits == (1U << east | 1U << west) || exits == (1U << south | 1U << north);
        }
    }
    expect(std::equal(by_exits, by_exits + 5, census.by_exits), "cells by number of passages");
    expect(straights == census.straights, "straight corridors");
    expect(census.east_passages + census.south_passages == passages_in(made), "passages");
    std::uint64_t in_corridors = 0;
    for (const auto &[length, number] : census.corridors) {
        in_corridors += length * number;
    }
    expect(!has_ends || in_corridors == passages_in(made),
           "corridors do not add up to all passages");
}

void check_census() {
    Group group("census");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        expect_census(sample_maze(shape), true);
        expect_census(closed_maze(shape), true);
        // A ring of four cells is all corridor, and is in none of the ways between two ends.
        expect_census(open_maze(shape), !(shape.width == 2 && shape.height == 2));
    }
}

// Gaps in the frame at both ends of a diagonal; in a single cell, on two sides.
std::vector<Opening> two_openings(Shape shape) {
    return {{0, 0, north}, {shape.width - 1, shape.height - 1, shape.width % 2 ? east : south}};
}

void expect_views(const Made &made, const std::vector<Opening> &openings) {
    const Shape shape = made.shape;
    const Planes maze = made.planes();
    const Walls walls(maze, openings);
    const std::uint64_t gaps = passages_in(made) + openings.size();
    const std::uint64_t segments =
        (shape.width + 1) * shape.height + (shape.height + 1) * shape.width;

    Bytes compass_bytes(shape.cells());
    compass(maze, compass_bytes.data());
    Bytes picture((2 * shape.width + 1) * (2 * shape.height + 1), 2);
    blocks(walls, picture.data());
    const std::uint64_t columns = 2 * shape.width + 1;
    std::uint64_t floors = 0;
    for (const std::uint8_t block : picture) {
        expect(block <= 1, "a block was not written");
        floors += block == 0;
    }
    expect(floors == shape.cells() + gaps, "blocks of floor");
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            const std::uint8_t *const centre = picture.data() + (2 * y + 1) * columns + 2 * x + 1;
            const unsigned seen = (centre[-static_cast<std::ptrdiff_t>(columns)] ? 0U : 1U) |
                                  (centre[1] ? 0U : 2U) | (centre[columns] ? 0U : 4U) |
                                  (centre[-1] ? 0U : 8U);
            unsigned expected = compass_bytes[y * shape.width + x];
            for (const Opening &opening : openings) {
                if (opening.x == x && opening.y == y) {
                    expected |= opening.direction == north ? 1U : 2U << opening.direction;
                }
            }
            expect(seen == expected, "blocks and compass differ");
        }
    }

    const std::vector<std::int32_t> runs = wall_runs(walls);
    std::uint64_t drawn = 0;
    std::int32_t last_end = 0;
    for (std::size_t at = 0; at < runs.size(); at += 4) {
        const auto [x0, y0, x1, y1] =
            std::array{runs[at], runs[at + 1], runs[at + 2], runs[at + 3]};
        expect((x0 == x1) != (y0 == y1) && x0 <= x1 && y0 <= y1, "a run that is not straight");
        expect(y1 >= last_end, "runs out of order");
        last_end = y1;
        drawn += static_cast<std::uint64_t>(x1 - x0 + y1 - y0);
    }
    expect(runs.size() % 4 == 0 && drawn == segments - gaps, "runs do not add up to all walls");
}

void check_views() {
    Group group("compass, blocks and runs");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        expect_views(sample_maze(shape), {});
        expect_views(sample_maze(shape), two_openings(shape));
        expect_views(closed_maze(shape), {});
        expect_views(open_maze(shape), two_openings(shape));
    }
}

// ---- Pictures ----

struct Picture {
    std::uint64_t width, height;
    std::vector<Bytes> rows; // packed, unfiltered
    unsigned depth;

    unsigned pixel(std::uint64_t x, std::uint64_t y) const {
        std::uint8_t bit = 0;
        for (unsigned colour = 0; colour < 1U << depth; ++colour) {
            sample(rows[y].data(), depth, x, 1, 1, colour, &bit);
            if (bit) {
                return colour;
            }
        }
        return ~0U;
    }

    Bytes column_bits(std::uint64_t y, std::uint64_t first, std::uint64_t step, std::uint64_t count,
                      unsigned colour) const {
        Bytes bits((count + 7) / 8);
        sample(rows[y].data(), depth, first, step, count, colour, bits.data());
        return bits;
    }
};

Picture paint(const Made &made, const std::vector<Opening> &openings, Layout layout,
              std::vector<Overlay> overlays) {
    const Shape shape = made.shape;
    Raster raster(shape.width, openings, layout);
    raster.overlay(overlays);
    Picture picture{2 * layout.margin + shape.width * layout.cell + layout.wall,
                    2 * layout.margin + shape.height * layout.cell + layout.wall,
                    {},
                    layout.depth};
    const std::uint64_t packed = (picture.width * layout.depth + 7) / 8;
    Bytes above(packed, 0);
    const auto take = [&](const Bytes &out) {
        expect(out.size() % (packed + 1) == 0, "rows of pixels of the wrong length");
        for (std::size_t at = 0; at < out.size(); at += packed + 1) {
            const auto begin = out.begin() + static_cast<std::ptrdiff_t>(at) + 1;
            Bytes row(begin, begin + static_cast<std::ptrdiff_t>(packed));
            unfilter(out[at], row.data(), above.data(), packed);
            picture.rows.push_back(row);
            above = row;
        }
    };
    Bytes margin;
    raster.paint_margin(margin);
    take(margin);
    // In bands of 1, 2, 3 ... rows, and once going on in another raster.
    std::uint64_t band = 1;
    for (std::uint64_t y = 0; y < shape.height; y += band++) {
        const std::uint64_t count = std::min(band, shape.height - y);
        const std::uint8_t *const rows = made.planes().east_row(y);
        if (band == 3) {
            raster = Raster(shape.width, openings, layout);
            raster.overlay(overlays);
            raster.resume(y, rows - shape.row_bytes());
        }
        Bytes out;
        raster.paint_rows(rows, count, out);
        take(out);
    }
    Bytes last_line;
    raster.paint_last_line(last_line);
    take(last_line);
    Bytes margin_below;
    raster.paint_margin(margin_below);
    take(margin_below);
    expect(picture.rows.size() == picture.height, "the number of rows of pixels");
    return picture;
}

// The walls are where the maze has them, and with nothing drawn over the floor nowhere else.
void expect_walls(const Picture &picture, const Made &made, const std::vector<Opening> &openings,
                  const Layout &layout, bool bare) {
    const Shape shape = made.shape;
    const Walls walls(made.planes(), openings);
    const std::uint64_t inside = layout.margin + layout.wall;
    for (std::uint64_t y = 0; y <= shape.height; ++y) {
        const std::uint64_t line_y = layout.margin + y * layout.cell;
        const Bytes above =
            picture.column_bits(line_y, inside, layout.cell, shape.width, wall_colour);
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            expect((above[x / 8] >> x % 8 & 1) == walls.above(x, y), "a wall across");
        }
        if (y == shape.height) {
            break;
        }
        const Bytes left = picture.column_bits(line_y + layout.wall, layout.margin, layout.cell,
                                               shape.width + 1, wall_colour);
        for (std::uint64_t x = 0; x <= shape.width; ++x) {
            expect((left[x / 8] >> x % 8 & 1) == walls.left(x, y), "a wall down");
        }
        if (bare) {
            const Bytes floor = picture.column_bits(line_y + layout.wall, inside, layout.cell,
                                                    shape.width, floor_colour);
            for (std::uint64_t x = 0; x < shape.width; ++x) {
                expect(floor[x / 8] >> x % 8 & 1, "a cell without floor");
            }
        }
    }
    for (std::uint64_t y = 0; y < layout.margin; ++y) {
        for (std::uint64_t x = 0; x < std::min<std::uint64_t>(picture.width, 40); ++x) {
            expect(picture.pixel(x, y) == floor_colour, "the margin above");
            expect(picture.pixel(x, picture.height - 1 - y) == floor_colour, "the margin below");
        }
    }
    for (std::uint64_t x = 0; x < layout.margin; ++x) {
        expect(picture.pixel(x, picture.height / 2) == floor_colour, "the margin to the left");
        expect(picture.pixel(picture.width - 1 - x, picture.height / 2) == floor_colour,
               "the margin to the right");
    }
}

constexpr Layout plain_layouts[] = {
    {2, 1, 0, 1, 1, 1}, {2, 1, 3, 1, 1, 1},  {2, 1, 16, 1, 1, 1},
    {2, 1, 3, 1, 1, 2}, {3, 1, 0, 2, 2, 4},  {3, 2, 1, 1, 1, 1},
    {5, 1, 7, 2, 3, 1}, {16, 2, 0, 4, 8, 1}, {16, 2, 16, 4, 8, 1},
};

void check_pictures() {
    Group group("pictures");
    for (const Shape shape : drawn_shapes()) {
        for (const Layout &layout : plain_layouts) {
            if (shape.cells() > 4000 && layout.cell > 3) {
                continue;
            }
            group.begin(named(shape) + " cell " + std::to_string(layout.cell) + " margin " +
                        std::to_string(layout.margin));
            const Made made = sample_maze(shape);
            expect_walls(paint(made, {}, layout, {}), made, {}, layout, true);
            const std::vector<Opening> openings = two_openings(shape);
            expect_walls(paint(made, openings, layout, {}), made, openings, layout, true);
        }
    }
}

// The quick way for one bit a pixel and the general way paint the same.
void check_simple_pictures() {
    Group group("two ways to one picture");
    for (const Shape shape : drawn_shapes()) {
        group.begin(named(shape));
        const Made made = sample_maze(shape);
        for (const std::uint64_t margin : {0, 1, 5, 8}) {
            const Picture quick = paint(made, two_openings(shape), {2, 1, margin, 1, 1, 1}, {});
            const Picture general = paint(made, two_openings(shape), {2, 1, margin, 1, 1, 2}, {});
            for (std::uint64_t y = 0; y < quick.height; ++y) {
                expect(quick.column_bits(y, 0, 1, quick.width, wall_colour) ==
                           general.column_bits(y, 0, 1, general.width, wall_colour),
                       "they differ");
            }
        }
    }
}

void check_overlays() {
    Group group("solutions and marks");
    constexpr Layout layouts[] = {
        {2, 1, 0, 1, 1, 2},  {2, 1, 3, 1, 1, 4},    {3, 1, 0, 1, 2, 4},    {3, 1, 2, 2, 2, 2},
        {16, 2, 0, 4, 8, 2}, {16, 2, 16, 4, 10, 4}, {16, 2, 3, 14, 14, 4}, {7, 3, 1, 3, 1, 4},
    };
    for (const Shape shape : drawn_shapes()) {
        for (const Layout &layout : layouts) {
            if (shape.cells() > 4000 && layout.cell > 3) {
                continue;
            }
            group.begin(named(shape) + " cell " + std::to_string(layout.cell) + " depth " +
                        std::to_string(layout.depth));
            const Made made = sample_maze(shape);
            const std::vector<Opening> openings = two_openings(shape);
            const Cell start{openings[0].x, openings[0].y};
            const Cell end{openings[1].x, openings[1].y};
            const Bytes path = tree_path(made.planes(), start, end, quiet);
            std::vector<Overlay> overlays = path_overlays(
                start, path.data(), path.size(), openings[0].direction, openings[1].direction);
            expect(overlays.size() == path.size() + 1, "a cell of the path without overlay");
            const bool marked = layout.depth == 4 && shape.cells() > 1;
            if (marked) {
                overlays.push_back({start.x, start.y, 0, start_colour});
                overlays.push_back({end.x, end.y, 0, end_colour});
            }
            const Picture picture = paint(made, openings, layout, overlays);
            const std::uint64_t offset = layout.wall + (layout.floor() - layout.line) / 2;
            const std::uint64_t mark_offset = layout.wall + (layout.floor() - layout.mark) / 2;
            Cell here = start;
            for (std::size_t step = 0; step <= path.size(); ++step) {
                const std::uint64_t left = layout.margin + here.x * layout.cell;
                const std::uint64_t top = layout.margin + here.y * layout.cell;
                const unsigned colour = picture.pixel(left + offset, top + offset);
                const bool at_end = step == 0 || step == path.size();
                expect(colour == line_colour || (marked && at_end),
                       "no line in a cell of the path");
                const unsigned ahead = step < path.size() ? path[step] : openings[1].direction;
                const bool forward = ahead == east || ahead == south;
                const std::uint64_t gap = forward ? layout.cell : 0;
                const bool across = ahead == east || ahead == west;
                const unsigned in_gap =
                    picture.pixel(left + (across ? gap : offset), top + (across ? offset : gap));
                expect(in_gap == line_colour, "no line in a passage of the path");
                here = neighbour(here, ahead);
            }
            if (marked) {
                const std::uint64_t centre = mark_offset + layout.mark / 2;
                expect(picture.pixel(layout.margin + start.x * layout.cell + centre,
                                     layout.margin + start.y * layout.cell + centre) ==
                           start_colour,
                       "no mark at the start");
                expect(picture.pixel(layout.margin + end.x * layout.cell + mark_offset,
                                     layout.margin + end.y * layout.cell + mark_offset) ==
                           end_colour,
                       "no mark at the end");
            }
        }
    }
}

// ---- Rows of pixels from elsewhere ----

Bytes random_bytes(std::uint64_t count, std::uint64_t seed) {
    Bits bits(seed);
    Bytes bytes(count);
    for (std::uint8_t &byte : bytes) {
        byte = static_cast<std::uint8_t>(bits.take(8));
    }
    return bytes;
}

// The predictor of the PNG specification in its own words: the nearest of three to left + up -
// corner.
int nearest(int left, int up, int corner) {
    const int estimate = left + up - corner;
    int best = left;
    for (const int candidate : {up, corner}) {
        if (std::abs(estimate - candidate) < std::abs(estimate - best)) {
            best = candidate;
        }
    }
    return best;
}

void check_unfilter() {
    Group group("unfilter");
    for (const std::uint64_t count : {1, 2, 7, 8, 63, 64, 65, 255, 256, 257, 65536}) {
        for (unsigned filter = 0; filter < 5; ++filter) {
            group.begin("filter " + std::to_string(filter) + " of " + std::to_string(count));
            const Bytes row = random_bytes(count, count + filter);
            const Bytes above = random_bytes(count, count + filter + 1000);
            Bytes filtered(count);
            for (std::uint64_t i = 0; i < count; ++i) {
                const int left = i == 0 ? 0 : row[i - 1];
                const int corner = i == 0 ? 0 : above[i - 1];
                const int up = above[i];
                const int guess =
                    std::array{0, left, up, (left + up) / 2, nearest(left, up, corner)}[filter];
                filtered[i] = static_cast<std::uint8_t>(row[i] - guess);
            }
            unfilter(filter, filtered.data(), above.data(), count);
            expect(filtered == row, "not the row that was filtered");
        }
    }
}

void check_sample() {
    Group group("sample");
    for (const unsigned depth : {1U, 2U, 4U, 8U}) {
        for (const std::uint64_t pixels : {1, 2, 7, 8, 9, 64, 257}) {
            for (const std::uint64_t step : {1, 2, 5}) {
                group.begin("depth " + std::to_string(depth) + " of " + std::to_string(pixels));
                const Bytes row = random_bytes((pixels * depth + 7) / 8, pixels + depth);
                const std::uint64_t first = pixels > 3 ? 3 : 0;
                const std::uint64_t count = (pixels - first + step - 1) / step;
                const unsigned colour = 1;
                Bytes bits((count + 7) / 8);
                sample(row.data(), depth, first, step, count, colour, bits.data());
                for (std::uint64_t i = 0; i < 8 * bits.size(); ++i) {
                    unsigned pixel = ~0U;
                    if (i < count) {
                        pixel = 0;
                        for (unsigned bit = 0; bit < depth; ++bit) {
                            const std::uint64_t at = (first + i * step) * depth + bit;
                            pixel = pixel << 1 | (row[at / 8] >> (7 - at % 8) & 1U);
                        }
                    }
                    expect((bits[i / 8] >> i % 8 & 1) == (pixel == colour), "a bit is wrong");
                }
            }
        }
    }
}

// ---- The random stream ----

void check_random() {
    Group group("random");
    for (unsigned count = 1; count <= 64; ++count) {
        group.begin("bits by " + std::to_string(count));
        Bits taken(count);
        Bits single(count);
        for (int draw = 0; draw < 200; ++draw) {
            std::uint64_t expected = 0;
            for (unsigned bit = 0; bit < count; ++bit) {
                expected |= single.take(1) << bit;
            }
            expect(taken.take(count) == expected, "bits are not taken one after the other");
        }
        expect(taken.taken() == 200 * count && single.taken() == 200 * count,
               "bits are miscounted");
    }
    for (const std::uint64_t count :
         {1ULL, 2ULL, 3ULL, 255ULL, 256ULL, 257ULL, 1ULL << 63, ~0ULL}) {
        group.begin("below " + std::to_string(count));
        Bits bits(count);
        for (int draw = 0; draw < 200; ++draw) {
            expect(bits.below(count) < count, "not below");
        }
    }
    for (const std::uint64_t threshold :
         {0ULL, 1ULL, 2ULL, 1ULL << 31, (1ULL << 32) - 1, 1ULL << 32}) {
        group.begin("chances " + std::to_string(threshold));
        const Chances chances(threshold);
        Xoshiro256pp generator(threshold);
        std::uint64_t yes = 0;
        constexpr int draws = 2000;
        for (int draw = 0; draw < draws; ++draw) {
            yes += static_cast<std::uint64_t>(std::popcount(chances.draw(generator)));
        }
        const double share = static_cast<double>(yes) / (64.0 * draws);
        const double wanted = static_cast<double>(threshold) / static_cast<double>(whole);
        expect(share - wanted < 0.02 && wanted - share < 0.02, "not as often as asked for");
        expect(threshold != 0 || yes == 0, "yes where the answer is never");
        expect(threshold != whole || yes == 64 * draws, "no where the answer is always");
    }
    for (const Shape shape : small_shapes()) {
        group.begin("bare walk " + named(shape));
        expect(bare_walk(shape, 1, 1000) < shape.cells(), "it leaves the rectangle");
    }
}

} // namespace

int main() {
    check_random();
    check_generators();
    check_grid();
    check_order_of_strips();
    check_stopping();
    check_batches();
    check_batch_ways();
    check_search();
    check_farthest();
    check_imperfect();
    check_stream_path();
    check_imperfect_streams();
    check_stray_bits();
    check_census();
    check_views();
    check_pictures();
    check_simple_pictures();
    check_overlays();
    check_unfilter();
    check_sample();
    return 0;
}

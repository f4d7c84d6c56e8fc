// Mazes as they are made, one by one and by the batch, and the random numbers for them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bare_walk.hpp"
#include "batch.hpp"
#include "grid.hpp"
#include "kernels.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "row_stream.hpp"
#include "stream_path.hpp"

namespace checks {
namespace {

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
            yes += count_bits(chances.draw(generator));
        }
        const double share = static_cast<double>(yes) / (64.0 * draws);
        const double wanted = static_cast<double>(threshold) / static_cast<double>(whole);
        expect(share - wanted < 0.02 && wanted - share < 0.02,
               "not as often as the parameter says");
        expect(threshold != 0 || yes == 0, "yes where the answer is never");
        expect(threshold != whole || yes == 64 * draws, "no where the answer is always");
    }
    for (const Shape shape : small_shapes()) {
        group.begin("bare walk " + named(shape));
        expect(bare_walk(shape, 1, 1000) < shape.cells(), "it leaves the rectangle");
    }
}

// ---- Generators ----

void check_maker(const std::string &name, const std::vector<Shape> &shapes, const Maker &maker,
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

template <class Kernel> Maker usual_maker() {
    return with_halves<Kernel>([](auto... parameters) { return maker<Kernel>(parameters...); });
}

void check_kernels() {
    // A walk along a single row of n cells takes n * n steps: not the long ones.
    AllKernels::for_each([]<class Kernel>() {
        check_maker(Kernel::name, short_shapes(), usual_maker<Kernel>(), 2);
    });
    check_maker("kruskal, long", long_shapes(), maker<Kruskal>());
    check_maker("wilson_walls, strips of 1", all_shapes(), walls_maker(1));
    check_maker("wilson_walls, strips of 2", all_shapes(), walls_maker(2));
    check_maker("wilson_walls, strips of 3", all_shapes(), walls_maker(3));
    check_maker("wilson_walls, strips of 7", all_shapes(), walls_maker(7));
    check_maker("wilson_walls, long", long_shapes(), walls_maker(huge), 2);
    check_maker("eller, long", long_shapes(), eller_maker(half, half), 2);
    check_maker("eller, none", all_shapes(), eller_maker(0, 0));
    check_maker("eller, all", all_shapes(), eller_maker(whole, whole));
    check_maker("eller, all east", all_shapes(), eller_maker(whole, 0));
    check_maker("eller, all south", all_shapes(), eller_maker(0, whole));
    check_maker("eller, smallest and largest below 1", all_shapes(), eller_maker(1, whole - 1));
    check_maker("eller, uneven", all_shapes(), eller_maker(whole / 3, whole / 5));
    check_maker("sidewinder, none", all_shapes(), maker<Sidewinder>(0));
    check_maker("sidewinder, all", all_shapes(), maker<Sidewinder>(whole));
    check_maker("sidewinder, uneven", all_shapes(), maker<Sidewinder>(whole / 3));
    check_maker("binary_tree, north-east", all_shapes(), maker<BinaryTree>(1));
    check_maker("binary_tree, south-west", all_shapes(), maker<BinaryTree>(2));
    check_maker("binary_tree, south-east", all_shapes(), maker<BinaryTree>(3));
    check_maker("growing_tree, never from the newest", short_shapes(), maker<GrowingTree>(0));
    check_maker("growing_tree, always from the newest", short_shapes(), maker<GrowingTree>(whole));
}

// A kernel makes the same mazes in used memory, one after the other.
void check_used_kernels() {
    Group group("used kernels");
    AllKernels::for_each([&]<class Kernel>() {
        with_halves<Kernel>([&](auto... parameters) {
            for (const Shape shape : small_shapes()) {
                group.begin(std::string(Kernel::name) + " " + named(shape));
                Kernel kernel(shape, parameters...);
                for (const std::uint64_t seed : {3, 4, 3}) {
                    Bytes rows(shape.bytes());
                    kernel.make(seed, rows.data(), quiet);
                    expect(rows == make(shape, seed, usual_maker<Kernel>()).rows,
                           "the maze is another");
                }
            }
        });
    });
}

// The walks along a single long row are too slow; their last part is checked here, in a maze
// that is known beforehand: every cell of the first row leads east, all others lead north.
void check_grid() {
    Group group("arrows to passages");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        Grid grid(shape);
        const Grid::Place *const root = grid.begin(shape.width - 1);
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
        grid.write(root, made.rows.data());
        expect(made.rows == expected.rows, "other passages than the arrows");
        expect_perfect(made);
    }
}

void check_order_of_strips() {
    Group group("strips in another order");
    for (const Shape shape : short_shapes()) {
        for (const std::uint64_t strip_rows : {1, 3}) {
            group.begin(named(shape) + " strips of " + std::to_string(strip_rows));
            WilsonWalls walls(shape, strip_rows);
            walls.begin(11);
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

// Rows in pieces of 1, 2, 3 ... of which each is made, and then read once more.
template <class Kernel, class... Parameters>
void check_rows_once_more(std::uint64_t width_to_stop, Parameters... parameters) {
    using Stream = RowStream<typename Kernel::Source>;
    const Maker maker_of_rows = maker<Kernel>(parameters...);
    Group group(std::string("rows once more, ") + Kernel::name);
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        const Made made = make(shape, 5, maker_of_rows);
        Stream stream(shape.width, 5, parameters...);
        Bytes rows(shape.bytes());
        std::uint64_t piece = 1;
        for (std::uint64_t y = 0; y < shape.height; y += piece++) {
            const std::uint64_t count = std::min(piece, shape.height - y);
            const bool ends = y + count == shape.height;
            std::uint8_t *const out = rows.data() + y * shape.row_bytes();
            Bytes state(stream.go_to_state(y, quiet));
            stream.save(state.data());
            stream.make(y, count, ends, out, quiet);
            stream.make(y, 1, true, out, quiet);
            Bytes again(stream.go_to_state(y, quiet));
            stream.save(again.data());
            expect(again == state, "another state");
            if (piece % 3 == 0) {
                stream = Stream(shape.width, 5, parameters...);
                expect(stream.restore(y, state.data(), state.size()), "its own state is refused");
            }
            stream.make(y, count, ends, out, quiet);
        }
        expect(rows == made.rows, "other rows");
        expect(throws<std::invalid_argument>(
                   [&] { stream.make(shape.height + 1, 1, false, rows.data(), quiet); }),
               "rows that are not next");
    }
    group.begin("stopped");
    const Shape shape{width_to_stop, 23};
    const Made made = make(shape, 1, maker_of_rows);
    Stream stream(shape.width, 1, parameters...);
    Bytes rows(shape.bytes());
    stream.make(0, 17, false, rows.data(), quiet);
    std::uint8_t *const rest = rows.data() + 17 * shape.row_bytes();
    for (int check = 1; check <= 2; ++check) {
        Stopper stopper(1);
        expect(throws<Stop>([&] { stream.make(17, 6, check == 2, rest, stopper); }),
               "it cannot be stopped");
    }
    stream.make(17, 6, true, rest, quiet);
    expect(rows == made.rows, "other rows after it was stopped");
}

void check_rows_once_more() {
    AllKernels::for_each([]<class Kernel>() {
        if constexpr (MakesRows<Kernel> && !std::is_same_v<Kernel, WilsonByRows>) {
            with_halves<Kernel>(
                [](auto... parameters) { check_rows_once_more<Kernel>(1 << 20, parameters...); });
        }
    });
    check_rows_once_more<WilsonByRows>(1 << 14, 0, 20, 1024);
}

void check_stopping() {
    Group group("stopping");
    const Shape shape{3000, 3000};
    const auto check = [&](const char *name, const Maker &maker) {
        group.begin(name);
        Bytes rows(shape.bytes());
        Stopper stopper(1);
        expect(throws<Stop>([&] { maker(shape, 1, rows.data(), stopper); }),
               "it cannot be stopped");
    };
    AllKernels::for_each([&]<class Kernel>() { check(Kernel::name, usual_maker<Kernel>()); });
    check("strips", walls_maker(64));
    group.begin("StreamPath");
    const Made made = make(shape, 1, eller_maker(half, half));
    StreamPath stream(shape.width, {0, 0}, {1, 0}, 0);
    Stopper stopper(1);
    expect(throws<Stop>([&] { stream.feed(made.rows.data(), shape.height, stopper); }),
           "it cannot be stopped");
    expect(throws<std::invalid_argument>([&] { stream.finish(quiet); }),
           "it goes on after it was stopped");
    group.begin("batch");
    Bytes rows(10'000 * Shape{9, 9}.bytes());
    Stopper batch_stopper(3);
    const Items items{{9, 9}, 1, 0, 10'000, rows.data()};
    expect(throws<Stop>([&] { make_batch<WilsonCells>(items, 2, batch_stopper); }),
           "it cannot be stopped");
}

// ---- Batches ----

// Item k is the maze of the k-th child seed, wherever a batch begins and ends.
template <class Kernel, class... Parameters>
void check_batch(const std::string &name, const std::vector<Shape> &shapes,
                 Parameters... parameters) {
    Group group(name);
    for (const Shape shape : shapes) {
        group.begin(named(shape));
        constexpr std::uint64_t first = 5;
        constexpr std::uint64_t count = 3;
        Bytes rows(count * shape.bytes());
        make_batch<Kernel>({shape, 7, first, count, rows.data()}, 2, quiet, parameters...);
        Bytes cells(count * shape.cells());
        batch_cells(rows.data(), shape, count, 2, cells.data(), quiet);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Made made =
                make(shape, child_seed(7, Purpose::item, first + i), maker<Kernel>(parameters...));
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

void check_batches() {
    AllKernels::for_each([]<class Kernel>() {
        with_halves<Kernel>([](auto... parameters) {
            check_batch<Kernel>(std::string("batch_") + Kernel::name, short_shapes(),
                                parameters...);
        });
    });
    check_batch<WilsonWalls>("batch_wilson_walls, strips", short_shapes(), 3);
    check_batch<WilsonWalls>("batch_wilson_walls, long", long_shapes(), huge);
    check_batch<Eller>("batch_eller, long and uneven", long_shapes(), half, whole / 3);
}

} // namespace

void check_making() {
    check_random();
    check_kernels();
    check_used_kernels();
    check_grid();
    check_order_of_strips();
    check_rows_once_more();
    check_stopping();
    check_batches();
}

} // namespace checks

// What the parts of the program share: how they report, and the mazes that they check.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "all_kernels.hpp"
#include "control.hpp"
#include "geometry.hpp"
#include "kernel.hpp"
#include "planes.hpp"
#include "search.hpp"

namespace checks {

using namespace labirinto;

using Bytes = std::vector<std::uint8_t>;
using Maker = std::function<void(Shape, std::uint64_t seed, std::uint8_t *, Control &)>;

constexpr std::uint64_t half = 1ULL << 31; // one half as Eller's thresholds count
constexpr std::uint64_t whole = 1ULL << 32;
constexpr std::uint64_t huge = 1ULL << 40; // a strip that any maze fits in

// ---- Reporting ----

inline std::string subject; // what the next check is about

inline void expect(bool holds, const char *what) {
    if (!holds) {
        std::printf("failed: %s: %s\n", subject.c_str(), what);
        std::exit(1);
    }
}

class Group {
  public:
    explicit Group(std::string name) : name_(std::move(name)) {}
    ~Group() {
        std::printf("%s: %d checks\n", name_.c_str(), checks_);
        std::fflush(stdout);
    }
    Group(const Group &) = delete;
    Group &operator=(const Group &) = delete;

    void begin(std::string about) {
        subject = name_ + " " + std::move(about);
        ++checks_;
    }

  private:
    std::string name_;
    int checks_ = 0;
};

template <class Exception, class Action> bool throws(Action action) {
    try {
        action();
    } catch (const Exception &) {
        return true;
    }
    return false;
}

inline std::string named(Shape shape) {
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
    explicit Stopper(int checks) : left_(checks) {}
    void check(std::uint64_t, std::uint64_t) override {
        if (--left_ == 0) {
            throw Stop{};
        }
    }

  private:
    int left_;
};

inline Quiet quiet;

// ---- Sizes ----

inline std::vector<Shape> small_shapes() {
    return {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3}, {1, 9}, {9, 1}, {2, 9}, {9, 2}, {7, 5}, {8, 8}};
}

inline std::vector<Shape> edge_shapes() {
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

inline std::vector<Shape> long_shapes() {
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

inline std::vector<Shape> joined(std::vector<Shape> shapes, const std::vector<Shape> &more) {
    shapes.insert(shapes.end(), more.begin(), more.end());
    return shapes;
}

inline std::vector<Shape> short_shapes() { return joined(small_shapes(), edge_shapes()); }
inline std::vector<Shape> all_shapes() { return joined(short_shapes(), long_shapes()); }

// Pictures are made row by row: a taller maze would only take longer.
inline std::vector<Shape> drawn_shapes() {
    return joined(short_shapes(), {{65535, 1}, {65535, 2}, {65536, 1}, {65536, 2}, {2, 1000}});
}

// ---- Mazes ----

struct Made {
    Shape shape;
    Bytes rows;

    Planes planes() const { return {rows.data(), shape}; }
};

inline Made make(Shape shape, std::uint64_t seed, const Maker &maker) {
    Made made{shape, Bytes(shape.bytes())};
    maker(shape, seed, made.rows.data(), quiet);
    return made;
}

template <class Kernel, class... Parameters> Maker maker(Parameters... parameters) {
    return [=](Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
        make_maze<Kernel>(shape, seed, 3, rows, control, parameters...);
    };
}

// Calls function(parameters...) with one half for every parameter of a kernel.
template <class Kernel, class Function> auto with_halves(Function function) {
    std::array<std::uint64_t, Kernel::parameters.size()> halves;
    halves.fill(half);
    return std::apply(function, halves);
}

// A kernel for a mask, a graph or a mesh, with one half for every parameter.
template <class Kernel, class Space> Kernel kernel_on(const Space &space) {
    return with_halves<Kernel>([&](auto... parameters) { return Kernel(space, parameters...); });
}

inline Maker walls_maker(std::uint64_t strip_rows) { return maker<WilsonWalls>(strip_rows); }

inline Maker eller_maker(std::uint64_t join, std::uint64_t drop) {
    return maker<Eller>(join, drop);
}

// A maze of every size to look at, by an algorithm that is quick at all of them.
inline Made sample_maze(Shape shape) {
    const bool walk = shape.width % 2 == 0;
    return make(shape, 7 * shape.width + shape.height,
                walk ? walls_maker(5) : eller_maker(half, half));
}

inline Made closed_maze(Shape shape) { return {shape, Bytes(shape.bytes())}; }

inline void open_passage(Made &made, std::uint64_t x, std::uint64_t y, bool leads_south) {
    const std::uint64_t plane = leads_south ? made.shape.stride() : 0;
    set_bit(made.rows.data() + y * made.shape.row_bytes() + plane, x);
}

inline Made open_maze(Shape shape) {
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

inline std::uint64_t passages_in(const Made &made) {
    std::uint64_t count = 0;
    for (const std::uint8_t byte : made.rows) {
        count += count_bits(byte);
    }
    return count;
}

// Steps from `start` to every cell, or `never`, with a record of the cells seen.
constexpr std::uint64_t never = ~0ULL;

inline std::vector<std::uint64_t> distances_from(const Made &made, Cell start) {
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

inline bool spans(const Made &made) {
    const std::vector<std::uint64_t> distances = distances_from(made, {0, 0});
    return std::find(distances.begin(), distances.end(), never) == distances.end();
}

inline bool is_perfect(const Made &made) {
    return labirinto::is_perfect(made.planes(), {0, 0}, made.shape.cells(), quiet);
}

inline void expect_perfect(const Made &made) {
    expect(!has_stray_bits(made.planes()), "a passage leads out of the maze");
    expect(passages_in(made) == made.shape.cells() - 1, "passages are not one less than cells");
    expect(spans(made), "a cell cannot be reached");
    expect(is_perfect(made), "is_perfect denies it");
}

// Gaps in the frame at both ends of a diagonal; in a single cell, on two sides.
inline std::vector<Opening> two_openings(Shape shape) {
    return {{0, 0, north}, {shape.width - 1, shape.height - 1, shape.width % 2 ? east : south}};
}

// ---- The parts ----

void check_making();
void check_searching();
void check_views();
void check_pictures();
void check_masks();
void check_meshes();
void check_changes();
void check_tiles();
void check_graphs();
void check_rows();

} // namespace checks

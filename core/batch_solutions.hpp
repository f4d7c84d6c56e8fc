// Ends and solutions of many mazes, stored one after the other in one buffer.
//
// Small mazes have a search of their own, which allocates its memory once for all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "search.hpp"

namespace labirinto {

// How the ends of a maze are chosen.
enum class EndsKind : unsigned { corners = 0, border = 1, farthest = 2, random = 3 };

// The numbers of two different cells, each pair equally likely, from the seed of the maze.
inline std::pair<std::uint64_t, std::uint64_t> random_pair(std::uint64_t cells,
                                                           std::uint64_t seed) {
    Bits bits(child_seed(seed, Purpose::ends, 0));
    const std::uint64_t start = bits.below(cells);
    const std::uint64_t end = bits.below(cells - 1);
    return {start, end + (end >= start)};
}

inline Pair random_ends(Shape shape, std::uint64_t seed) {
    const auto [start, end] = random_pair(shape.cells(), seed);
    return {{start % shape.width, start / shape.width}, {end % shape.width, end / shape.width}};
}

// The mark of a cell on the path: the compass bit of the passage to take, or this at its end.
constexpr std::uint8_t arrived = 16;

constexpr std::uint8_t compass_bit(unsigned direction) {
    return static_cast<std::uint8_t>(direction == north ? 1 : 2 << direction);
}

// Ends and solutions of small mazes, one after the other.  A search from one of the ends gives
// every cell its distance and the direction that led to it.
class SmallMazeSolver {
  public:
    // Above, `farthest` and `tree_path` need much less memory, and allocating it takes no
    // noticeable time.
    static constexpr std::uint64_t most_cells = 1 << 16;

    explicit SmallMazeSolver(Shape shape)
        : shape_(shape), exits_(shape.cells()), distances_(shape.cells()), came_by_(shape.cells()),
          queue_(shape.cells() + 4), steps_{1, static_cast<std::uint32_t>(shape.width), ~0U,
                                            ~static_cast<std::uint32_t>(shape.width) + 1} {}

    Pair ends(const Planes &maze, EndsKind kind, std::uint64_t seed) {
        read(maze);
        const auto last = static_cast<std::uint32_t>(shape_.cells() - 1);
        if (kind == EndsKind::corners || kind == EndsKind::random) {
            const Pair pair =
                kind == EndsKind::random ? random_ends(shape_, seed) : Pair{{0, 0}, cell(last)};
            search(index(pair.end));
            return pair;
        }
        const bool border = kind == EndsKind::border;
        search(0);
        const std::uint32_t one = farthest_cell(border);
        search(one);
        const std::uint32_t other = farthest_cell(border);
        return {cell(std::min(one, other)), cell(std::max(one, other))};
    }

    // Writes the path between the ends that `ends` found last into a byte a cell, all 0.
    void write_path(const Pair &pair, std::uint8_t *out) const {
        const std::uint32_t start = index(pair.start);
        const std::uint32_t end = index(pair.end);
        // The directions lead away from the one end that was searched from.
        if (root_ == end) {
            for (std::uint32_t here = start; here != end;) {
                const unsigned ahead = opposite(came_by_[here]);
                out[here] = compass_bit(ahead);
                here += steps_[ahead];
            }
        } else {
            for (std::uint32_t here = end; here != start;) {
                const unsigned direction = came_by_[here];
                here -= steps_[direction];
                out[here] = compass_bit(direction);
            }
        }
        out[end] = arrived;
    }

  private:
    std::uint32_t index(Cell cell) const {
        return static_cast<std::uint32_t>(cell.y * shape_.width + cell.x);
    }
    Cell cell(std::uint32_t index) const { return {index % shape_.width, index / shape_.width}; }

    // For every cell, bit d where a passage leads out in direction d.
    void read(const Planes &maze) {
        std::uint8_t *out = exits_.data();
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                *out++ = static_cast<std::uint8_t>(maze.exits(x, y));
            }
        }
    }

    // Breadth-first.  The queue holds a cell and the direction that led to it.
    void search(std::uint32_t root) {
        root_ = root;
        distances_[root] = 0;
        std::uint32_t *const queue = queue_.data();
        const auto put = [&](std::uint32_t *end, std::uint32_t here, unsigned exits) {
            // Written always, kept only if there is a passage: no branch to mispredict.
            for (unsigned direction = 0; direction < 4; ++direction) {
                *end = (here + steps_[direction]) << 2 | direction;
                end += exits >> direction & 1;
            }
            return end;
        };
        std::uint32_t *end = put(queue, root, exits_[root]);
        for (const std::uint32_t *at = queue; at < end; ++at) {
            const std::uint32_t here = *at >> 2;
            const unsigned direction = *at & 3;
            came_by_[here] = static_cast<std::uint8_t>(direction);
            distances_[here] = distances_[here - steps_[direction]] + 1;
            end = put(end, here, exits_[here] & ~(1U << opposite(direction)));
        }
    }

    // Of several the first in reading order.
    std::uint32_t farthest_cell(bool border) const {
        if (!border) {
            return static_cast<std::uint32_t>(
                std::max_element(distances_.begin(), distances_.end()) - distances_.begin());
        }
        std::uint32_t best = 0;
        const auto look = [&](std::uint64_t index) {
            if (distances_[index] > distances_[best]) {
                best = static_cast<std::uint32_t>(index);
            }
        };
        const std::uint64_t last_row = shape_.cells() - shape_.width;
        for (std::uint64_t x = 0; x < shape_.width; ++x) {
            look(x);
        }
        for (std::uint64_t row = shape_.width; row < last_row; row += shape_.width) {
            look(row);
            look(row + shape_.width - 1);
        }
        for (std::uint64_t x = 0; x < shape_.width; ++x) {
            look(last_row + x);
        }
        return best;
    }

    Shape shape_;
    std::vector<std::uint8_t> exits_;
    std::vector<std::uint32_t> distances_;
    std::vector<std::uint8_t> came_by_;
    std::vector<std::uint32_t> queue_;
    std::uint32_t steps_[4]; // west and north wrap around
    std::uint32_t root_ = 0;
};

// The same for large mazes.
class LargeMazeSolver {
  public:
    explicit LargeMazeSolver(const Planes &maze) : maze_(maze) {}

    Pair ends(EndsKind kind, std::uint64_t seed, Control &control) const {
        const Shape &shape = maze_.shape();
        if (kind == EndsKind::random) {
            return random_ends(shape, seed);
        }
        if (kind == EndsKind::corners) {
            return {{0, 0}, {shape.width - 1, shape.height - 1}};
        }
        return farthest_apart(maze_, {0, 0}, {shape, kind == EndsKind::border, {}}, control);
    }

    void write_path(const Pair &pair, std::uint8_t *out, Control &control) const {
        Cell here = pair.start;
        for (const std::uint8_t direction : tree_path(maze_, pair.start, pair.end, control)) {
            out[here.y * maze_.shape().width + here.x] = compass_bit(direction);
            here = neighbour(here, direction);
        }
        out[here.y * maze_.shape().width + here.x] = arrived;
    }

  private:
    const Planes &maze_;
};

// Where the solutions go: x and y of both ends, four numbers an item; and a byte a cell for the
// paths, all 0, or null if they are not wanted.
struct SolutionsOut {
    EndsKind kind;
    std::int32_t *ends;
    std::uint8_t *paths;
};

// For mazes of more than one cell.  `numbers` are those of the items in their batch.
inline void solve_items(const std::uint8_t *rows, Shape shape, std::uint64_t count,
                        std::uint64_t seed, const std::uint64_t *numbers, const SolutionsOut &out,
                        unsigned threads, Control &control) {
    const bool small = shape.cells() <= SmallMazeSolver::most_cells;
    for_items(shape.cells(), count, threads, control, [&] {
        SmallMazeSolver solver(small ? shape : Shape{1, 1});
        return [&, solver = std::move(solver)](std::uint64_t i, Control &inside) mutable {
            const Planes maze(rows + i * shape.bytes(), shape);
            const std::uint64_t own_seed = child_seed(seed, Purpose::item, numbers[i]);
            std::uint8_t *const path = out.paths ? out.paths + i * shape.cells() : nullptr;
            Pair pair{};
            if (small) {
                pair = solver.ends(maze, out.kind, own_seed);
                if (path) {
                    solver.write_path(pair, path);
                }
            } else {
                const LargeMazeSolver large(maze);
                pair = large.ends(out.kind, own_seed, inside);
                if (path) {
                    large.write_path(pair, path, inside);
                }
            }
            std::int32_t *const ends = out.ends + 4 * i;
            ends[0] = static_cast<std::int32_t>(pair.start.x);
            ends[1] = static_cast<std::int32_t>(pair.start.y);
            ends[2] = static_cast<std::int32_t>(pair.end.x);
            ends[3] = static_cast<std::int32_t>(pair.end.y);
        };
    });
}

} // namespace labirinto

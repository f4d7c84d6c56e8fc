// Paths through perfect mazes, and distances in them.
//
// A perfect maze is a tree, so that a breadth-first search needs no record of where it has been:
// a frontier of cells, each with the direction that led to it, is enough.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "mask.hpp"
#include "planes.hpp"

namespace labirinto {

// A breadth-first search of a tree, level by level.
class Frontier {
  public:
    Frontier(const Planes &maze, Cell start)
        : maze_(maze), now_{pack(start, 0)}, next_(8), count_(1) {}

    std::uint64_t size() const { return count_; }
    Cell cell(std::uint64_t i) const { return cell_of(number(i)); }

    // The same as numbers, lower for cells that come first in reading order.
    std::uint64_t number(std::uint64_t i) const { return now_[i] >> 2; }
    static Cell cell_of(std::uint64_t number) { return {number & low_bits(31), number >> 31}; }

    // To the cells one step further on.
    void advance() {
        if (next_.size() < 3 * count_ + 4) {
            next_.resize(6 * count_ + 8);
        }
        std::uint64_t *end = next_.data();
        for (std::uint64_t i = 0; i < count_; ++i) {
            const Cell here = cell(i);
            unsigned exits = maze_.exits(here.x, here.y);
            if (started_) {
                exits &= ~(1U << opposite(now_[i] & 3));
            }
            // Written always, kept only if there is a passage: no branch to mispredict.
            for (unsigned direction = 0; direction < 4; ++direction) {
                *end = pack(neighbour(here, direction), direction);
                end += exits >> direction & 1;
            }
        }
        count_ = static_cast<std::uint64_t>(end - next_.data());
        started_ = true;
        std::swap(now_, next_);
    }

  private:
    // Both coordinates are below 2^31.
    static std::uint64_t pack(Cell cell, unsigned direction) {
        return cell.y << 33 | cell.x << 2 | direction;
    }

    const Planes &maze_;
    std::vector<std::uint64_t> now_;
    std::vector<std::uint64_t> next_;
    std::uint64_t count_;
    bool started_ = false;
};

// Whether exactly one path joins any two of so many cells, `start` being one of them.
inline bool is_perfect(const Planes &maze, Cell start, std::uint64_t cells, Control &control) {
    Frontier frontier(maze, start);
    PollThrottle throttle(control, 1 << 10, cells);
    std::uint64_t seen = 0;
    // Where there is a loop the search goes round it for ever, and so counts too many.
    while (frontier.size() > 0 && seen <= cells) {
        seen += frontier.size();
        frontier.advance();
        throttle.poll(seen);
    }
    return seen == cells;
}

struct Far {
    Cell cell;
    std::uint64_t distance;
};

// Cells that may be ends: all, those on the border of the rectangle, or those of a mask.
struct Candidates {
    Shape shape;
    bool border;
    std::optional<Mask> among;

    bool have(Cell cell) const {
        const auto &[x, y] = cell;
        if (among) {
            return among->has(x, y);
        }
        return !border || x == 0 || y == 0 || x == shape.width - 1 || y == shape.height - 1;
    }
};

// The candidate farthest from `start` in a perfect maze; of several, the first in reading order.
inline Far farthest(const Planes &maze, Cell start, const Candidates &candidates,
                    Control &control) {
    Frontier frontier(maze, start);
    PollThrottle throttle(control, 1 << 10, maze.shape().cells());
    constexpr std::uint64_t none = ~0ULL;
    const bool are_all = !candidates.border && !candidates.among;
    Far best{start, 0};
    std::uint64_t seen = 0;
    for (std::uint64_t distance = 0; frontier.size() > 0; ++distance) {
        std::uint64_t first = none;
        for (std::uint64_t i = 0; i < frontier.size(); ++i) {
            if (are_all || candidates.have(frontier.cell(i))) {
                first = std::min(first, frontier.number(i));
            }
        }
        if (first != none) {
            best = {Frontier::cell_of(first), distance};
        }
        seen += frontier.size();
        if (seen > maze.shape().cells()) { // round a loop for ever
            throw std::invalid_argument("the maze is not perfect");
        }
        frontier.advance();
        throttle.poll(seen);
    }
    return best;
}

inline Far farthest(const Planes &maze, Cell start, bool border, Control &control) {
    return farthest(maze, start, Candidates{maze.shape(), border, {}}, control);
}

struct Pair {
    Cell start, end;
};

// The two candidates that are farthest apart in a perfect maze, in reading order: the one farthest
// from any cell, and the one farthest from there.
inline Pair farthest_apart(const Planes &maze, Cell any, const Candidates &candidates,
                           Control &control) {
    const Cell one = farthest(maze, any, candidates, control).cell;
    const Cell other = farthest(maze, one, candidates, control).cell;
    const bool in_order = std::pair(one.y, one.x) < std::pair(other.y, other.x);
    return in_order ? Pair{one, other} : Pair{other, one};
}

// The cells with one passage, of 64 whose passages stand in four words.
constexpr std::uint64_t dead_ends(std::uint64_t e, std::uint64_t s, std::uint64_t w,
                                  std::uint64_t n) {
    return (e ^ s ^ w ^ n) & ~((e & s) | (w & n) | ((e ^ s) & (w ^ n)));
}

// Two cells in the bits of 64 places of a row.
constexpr std::uint64_t bits_of(Cell one, Cell other, std::uint64_t y, std::uint64_t word) {
    const auto bit = [&](Cell cell) {
        return cell.y == y && cell.x / 64 == word ? 1ULL << cell.x % 64 : 0;
    };
    return bit(one) | bit(other);
}

// Fills the dead ends of one row, 64 cells at a time: every cell with one passage loses it, except
// those in the bits that `keep(word)` returns.  Each plane has `stride` bytes; there is none north
// of the first row.
template <class Keep>
void fill_row(std::uint8_t *north_plane, std::uint8_t *east_plane, std::uint8_t *south_plane,
              std::uint64_t stride, Keep keep) {
    const std::uint64_t words = (stride + 7) / 8;
    std::uint64_t east_before = 0;
    for (std::uint64_t word = 0; word < words; ++word) {
        std::uint64_t e = load_word(east_plane, stride, word);
        const std::uint64_t s = load_word(south_plane, stride, word);
        const std::uint64_t n = north_plane ? load_word(north_plane, stride, word) : 0;
        const std::uint64_t w = e << 1 | east_before >> 63;
        const std::uint64_t dead = dead_ends(e, s, w, n) & ~keep(word);
        if (dead & w & 1) {
            store_word(east_plane, stride, word - 1, east_before & low_bits(63));
        }
        e &= ~(dead | (dead & w) >> 1);
        store_word(east_plane, stride, word, e);
        store_word(south_plane, stride, word, s & ~dead);
        if (north_plane) {
            store_word(north_plane, stride, word, n & ~dead);
        }
        east_before = e;
    }
}

// Fills dead ends down the rows and up again, so that one is filled along its whole length where it
// is straight.  A few turns leave a quarter of a maze, and each of the next less, besides the paths
// between the cells to keep: those in the bits that `keep(y, word)` returns.
template <class Keep>
void fill_dead_ends(std::uint8_t *rows, Shape shape, unsigned turns, Keep keep) {
    const std::uint64_t stride = shape.stride();
    const auto fill = [&](std::uint64_t y) {
        std::uint8_t *const east_plane = rows + y * shape.row_bytes();
        fill_row(y == 0 ? nullptr : east_plane - stride, east_plane, east_plane + stride, stride,
                 [&keep, y](std::uint64_t word) { return keep(y, word); });
    };
    for (unsigned turn = 0; turn < turns; ++turn) {
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            fill(y);
        }
        for (std::uint64_t y = shape.height; y-- > 0;) {
            fill(y);
        }
    }
}

// The directions from `start` to `end` in a perfect maze: along the right-hand wall, forgetting
// every dead end while backing out of it, after most dead ends have been filled in a copy.
inline std::vector<std::uint8_t> tree_path(const Planes &whole, Cell start, Cell end,
                                           Control &control) {
    std::vector<std::uint8_t> rows(whole.east_row(0), whole.east_row(0) + whole.shape().bytes());
    fill_dead_ends(rows.data(), whole.shape(), 4, [&](std::uint64_t y, std::uint64_t word) {
        return bits_of(start, end, y, word);
    });
    const Planes maze(rows.data(), whole.shape());
    // turn[heading][exits]: the first exit from the right hand round to the back.
    static constexpr auto turn = [] {
        std::array<std::array<std::uint8_t, 16>, 4> table{};
        for (unsigned heading = 0; heading < 4; ++heading) {
            for (unsigned exits = 1; exits < 16; ++exits) {
                unsigned direction = (heading + 1) & 3;
                while (!(exits >> direction & 1)) {
                    direction = (direction + 3) & 3;
                }
                table[heading][exits] = static_cast<std::uint8_t>(direction);
            }
        }
        return table;
    }();
    PollThrottle throttle(control, 1 << 20, maze.shape().cells());
    std::vector<std::uint8_t> path(64);
    path[0] = 4; // no direction: the walk never goes back beyond its start
    std::uint64_t length = 0;
    std::uint64_t walked = 0;
    unsigned heading = east;
    // Not here != end, of which compilers make slower code.
    for (Cell here = start; here.x != end.x || here.y != end.y;) {
        throttle.poll(walked / 2);
        if (++walked > 2 * maze.shape().cells()) {
            throw std::invalid_argument("the maze is not perfect");
        }
        const unsigned exits = maze.exits(here.x, here.y);
        if (exits == 0) {
            throw std::invalid_argument("the maze is not perfect");
        }
        heading = turn[heading][exits];
        here = neighbour(here, heading);
        if (length + 2 > path.size()) {
            path.resize(2 * path.size());
        }
        const bool returns = path[length] == opposite(heading);
        path[length + 1] = static_cast<std::uint8_t>(heading);
        length += returns ? ~0ULL : 1;
    }
    return {path.begin() + 1, path.begin() + 1 + static_cast<std::ptrdiff_t>(length)};
}

// Directions, a byte each, in two bits each, low end first.
inline void pack_moves(const std::uint8_t *moves, std::uint64_t count, std::uint8_t *packed) {
    for (std::uint64_t step = 0; step < count; ++step) {
        packed[step / 4] |= static_cast<std::uint8_t>((moves[step] & 3) << 2 * (step % 4));
    }
}

// The first step of a path from a cell of the maze for which there is no passage, or `steps`.
inline std::uint64_t first_blocked_step(const Planes &maze, Cell here, const std::uint8_t *packed,
                                        std::uint64_t steps) {
    for (std::uint64_t step = 0; step < steps; ++step) {
        const unsigned direction = packed[step / 4] >> 2 * (step % 4) & 3;
        // No passage leads out of the maze, so this keeps the path inside as well.
        if ((maze.exits(here.x, here.y) >> direction & 1) == 0) {
            return step;
        }
        here = neighbour(here, direction);
    }
    return steps;
}

inline void unpack_moves(const std::uint8_t *packed, std::uint64_t count, std::uint8_t *moves) {
    for (std::uint64_t step = 0; step < count; ++step) {
        moves[step] = packed[step / 4] >> 2 * (step % 4) & 3;
    }
}

} // namespace labirinto

// A mask: which cells of a rectangle belong to the grid.  One bit a cell, packed like a plane of a
// maze: rows are whole bytes, low end first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "control.hpp"
#include "planes.hpp"

namespace labirinto {

class Mask {
  public:
    Mask(const std::uint8_t *bits, Shape shape) : bits_(bits), shape_(shape) {}

    const Shape &shape() const { return shape_; }
    const std::uint8_t *row(std::uint64_t y) const { return bits_ + y * shape_.stride(); }

    bool has(std::uint64_t x, std::uint64_t y) const { return row(y)[x / 8] >> x % 8 & 1; }

    // Bits 64*word .. of a row; bits beyond the row, and rows beyond the last, are 0.
    std::uint64_t word(std::uint64_t word, std::uint64_t y) const {
        return y < shape_.height && word < shape_.words() ? load_word(row(y), shape_.stride(), word)
                                                          : 0;
    }

    // Bit i: whether corner 64 * word + i of line y, the upper left one of a cell, lies between
    // four cells.
    std::uint64_t corners(std::uint64_t word, std::uint64_t y) const {
        if (y == 0) {
            return 0;
        }
        const auto with_left = [&](std::uint64_t row) {
            const std::uint64_t before = word > 0 ? this->word(word - 1, row) >> 63 : 0;
            return this->word(word, row) & (this->word(word, row) << 1 | before);
        };
        return with_left(y - 1) & with_left(y);
    }

    // The number of cells less that of corners between four of them: the length of a thin shape.
    std::uint64_t length() const {
        std::uint64_t count = cells();
        for (std::uint64_t y = 1; y < shape_.height; ++y) {
            for (std::uint64_t word = 0; word < shape_.words(); ++word) {
                count -= count_bits(corners(word, y));
            }
        }
        return count;
    }

    // The number of cells.
    std::uint64_t cells() const {
        std::uint64_t count = 0;
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            count += cells_in(y);
        }
        return count;
    }

    // Where the cell with this number is kept in a rectangle, both counted in reading order.
    std::uint64_t place_of(std::uint64_t cell) const {
        std::uint64_t y = 0;
        for (std::uint64_t count = cells_in(y); cell >= count; count = cells_in(++y)) {
            cell -= count;
        }
        std::uint64_t index = 0;
        std::uint64_t bits = word(index, y);
        for (; cell >= count_bits(bits); bits = word(++index, y)) {
            cell -= count_bits(bits);
        }
        for (; cell > 0; --cell) {
            bits &= bits - 1;
        }
        return y * shape_.width + 64 * index + static_cast<std::uint64_t>(std::countr_zero(bits));
    }

  private:
    std::uint64_t cells_in(std::uint64_t y) const {
        std::uint64_t count = 0;
        for (std::uint64_t index = 0; index < shape_.words(); ++index) {
            count += count_bits(word(index, y));
        }
        return count;
    }

    const std::uint8_t *bits_;
    Shape shape_;
};

// Calls visit(x, y) for every place outside the mask, if there is one.
template <class Visit> void for_outside(const std::optional<Mask> &mask, Visit visit) {
    for (std::uint64_t y = 0; mask && y < mask->shape().height; ++y) {
        for (std::uint64_t x = 0; x < mask->shape().width; ++x) {
            if (!mask->has(x, y)) {
                visit(x, y);
            }
        }
    }
}

// Whether a passage leads to a place outside the mask.
inline bool leaves(const Planes &maze, const Mask &mask) {
    const Shape &shape = mask.shape();
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t index = 0; index < shape.words(); ++index) {
            const std::uint64_t here = mask.word(index, y);
            const std::uint64_t next = here >> 1 | mask.word(index + 1, y) << 63;
            const std::uint64_t below = mask.word(index, y + 1);
            if ((load_word(maze.east_row(y), shape.stride(), index) & ~(here & next)) |
                (load_word(maze.south_row(y), shape.stride(), index) & ~(here & below))) {
                return true;
            }
        }
    }
    return false;
}

// All passages between neighbouring cells of the mask, or between places outside, as rows of a
// maze.
inline void all_passages(const Mask &mask, bool inside, std::uint8_t *rows) {
    const Shape &shape = mask.shape();
    const auto side = [&](std::uint64_t word, std::uint64_t y) {
        const std::uint64_t bits = mask.word(word, y);
        return inside ? bits : y < shape.height ? ~bits & low_bits(shape.width - 64 * word) : 0;
    };
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        std::uint8_t *const east_plane = rows + y * shape.row_bytes();
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t here = side(word, y);
            const std::uint64_t next = word + 1 < shape.words() ? side(word + 1, y) : 0;
            store_word(east_plane, shape.stride(), word, here & (here >> 1 | next << 63));
            store_word(east_plane + shape.stride(), shape.stride(), word, here & side(word, y + 1));
        }
    }
}

// The pieces of a mask, or of what is outside it: cells joined by common sides, or by corners as
// well.
//
// Runs of neighbouring cells in a row are united with those that they touch in the row above, so
// that memory grows with the number of runs.
class Pieces {
  public:
    struct Run {
        std::uint32_t y, begin, end; // columns begin .. end-1
    };

    Pieces(const Mask &mask, bool inside, bool by_corners = false) : shape_(mask.shape()) {
        const std::uint32_t reach = by_corners ? 1 : 0;
        std::size_t above = 0;
        std::size_t here = 0;
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            find_runs(mask, y, inside);
            std::size_t upper = above;
            for (std::size_t lower = here; lower < runs_.size(); ++lower) {
                // Runs above that end before this one begins touch none that follow, either.
                while (upper < here && runs_[upper].end + reach <= runs_[lower].begin) {
                    ++upper;
                }
                for (std::size_t at = upper;
                     at < here && runs_[at].begin < runs_[lower].end + reach; ++at) {
                    unite(at, lower);
                }
            }
            above = here;
            here = runs_.size();
        }
    }

    const std::vector<Run> &runs() const { return runs_; }

    // Whether a run touches the frame of the rectangle.
    bool is_at_frame(std::size_t run) const {
        return runs_[run].y == 0 || runs_[run].y + 1 == shape_.height || runs_[run].begin == 0 ||
               runs_[run].end == shape_.width;
    }

    // The first run of the piece that a run belongs to.
    std::size_t piece_of(std::size_t run) {
        while (parents_[run] != run) {
            parents_[run] = parents_[parents_[run]];
            run = parents_[run];
        }
        return run;
    }

    // The number of cells of every piece, at its first run; 0 at all other runs.
    std::vector<std::uint64_t> sizes() {
        std::vector<std::uint64_t> sizes(runs_.size());
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            sizes[piece_of(run)] += runs_[run].end - runs_[run].begin;
        }
        return sizes;
    }

    // Sets the bits of a run in a mask.
    void write(std::size_t run, std::uint8_t *bits) const {
        std::uint8_t *const row = bits + runs_[run].y * shape_.stride();
        for (std::uint32_t x = runs_[run].begin; x < runs_[run].end; ++x) {
            row[x / 8] |= static_cast<std::uint8_t>(1 << x % 8);
        }
    }

  private:
    void find_runs(const Mask &mask, std::uint64_t y, bool inside) {
        std::uint64_t before = 0; // the bit of the last column so far
        for (std::uint64_t index = 0; index < shape_.words(); ++index) {
            const std::uint64_t cells = low_bits(shape_.width - 64 * index);
            const std::uint64_t bits =
                (inside ? mask.word(index, y) : ~mask.word(index, y)) & cells;
            for (std::uint64_t change = bits ^ (bits << 1 | before); change != 0;
                 change &= change - 1) {
                turn(y, 64 * index + static_cast<std::uint64_t>(std::countr_zero(change)));
            }
            before = bits >> 63;
        }
        if (before) {
            turn(y, shape_.width);
        }
    }

    // A run begins at this column, or the last one ends before it.
    void turn(std::uint64_t y, std::uint64_t x) {
        const auto column = static_cast<std::uint32_t>(x);
        if (!runs_.empty() && runs_.back().end == open) {
            runs_.back().end = column;
        } else {
            parents_.push_back(runs_.size());
            runs_.push_back({static_cast<std::uint32_t>(y), column, open});
        }
    }

    void unite(std::size_t one, std::size_t other) {
        one = piece_of(one);
        other = piece_of(other);
        parents_[std::max(one, other)] = std::min(one, other);
    }

    static constexpr std::uint32_t open = ~0U;

    Shape shape_;
    std::vector<Run> runs_;
    std::vector<std::size_t> parents_;
};

// The number of pieces.
inline std::uint64_t count_pieces(const Mask &mask) {
    Pieces pieces(mask, true);
    std::uint64_t count = 0;
    for (std::size_t run = 0; run < pieces.runs().size(); ++run) {
        count += pieces.piece_of(run) == run;
    }
    return count;
}

// Keeps the piece with the most cells; of several, the first in reading order.
inline void keep_largest(const Mask &mask, std::uint8_t *bits) {
    Pieces pieces(mask, true);
    const std::vector<std::uint64_t> sizes = pieces.sizes();
    const auto largest =
        static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    for (std::size_t run = 0; run < sizes.size(); ++run) {
        if (pieces.piece_of(run) == largest) {
            pieces.write(run, bits);
        }
    }
}

// The places outside the mask from which a way leads out of the rectangle without crossing a cell.
inline void find_surroundings(const Mask &mask, std::uint8_t *bits) {
    Pieces pieces(mask, false);
    std::vector<bool> leads_out(pieces.runs().size());
    for (std::size_t run = 0; run < leads_out.size(); ++run) {
        if (pieces.is_at_frame(run)) {
            leads_out[pieces.piece_of(run)] = true;
        }
    }
    for (std::size_t run = 0; run < leads_out.size(); ++run) {
        if (leads_out[pieces.piece_of(run)]) {
            pieces.write(run, bits);
        }
    }
}

// Joins all pieces by bridges one cell wide that are as short as possible together: a minimum
// spanning tree of the pieces.  A search from all cells at once finds the nearest piece of every
// place outside; where two pieces meet, there is a bridge, and the shortest ones that join are
// built (K. Mehlhorn, A faster approximation algorithm for the Steiner problem in graphs, 1988).
// `bits` holds the mask, of fewer than 2^32 places.
inline void join_pieces(const Mask &mask, std::uint8_t *bits, Control &control) {
    const Shape &shape = mask.shape();
    constexpr std::uint32_t nothing = ~0U;
    std::vector<std::uint32_t> piece(shape.cells(), nothing);
    std::vector<std::uint32_t> steps(shape.cells(), 0);
    std::vector<std::uint32_t> queue;
    Pieces pieces(mask, true);
    for (std::size_t run = 0; run < pieces.runs().size(); ++run) {
        const auto &[y, begin, end] = pieces.runs()[run];
        for (std::uint64_t x = begin; x < end; ++x) {
            const std::uint64_t place = y * shape.width + x;
            piece[place] = static_cast<std::uint32_t>(pieces.piece_of(run));
            queue.push_back(static_cast<std::uint32_t>(place));
        }
    }
    const auto neighbours = [&](std::uint64_t place, auto visit) {
        const std::uint64_t x = place % shape.width;
        if (x + 1 < shape.width) {
            visit(place + 1);
        }
        if (place + shape.width < shape.cells()) {
            visit(place + shape.width);
        }
        if (x > 0) {
            visit(place - 1);
        }
        if (place >= shape.width) {
            visit(place - shape.width);
        }
    };
    PollThrottle throttle(control, 1 << 16, shape.cells());
    for (std::size_t at = 0; at < queue.size(); ++at) {
        throttle.poll(at);
        const std::uint32_t place = queue[at];
        neighbours(place, [&](std::uint64_t next) {
            if (piece[next] == nothing) {
                piece[next] = piece[place];
                steps[next] = steps[place] + 1;
                queue.push_back(static_cast<std::uint32_t>(next));
            }
        });
    }
    struct Bridge {
        std::uint32_t length, one, other; // two neighbouring places nearest to different pieces
    };
    std::vector<Bridge> bridges;
    for (std::uint64_t place = 0; place < shape.cells(); ++place) {
        neighbours(place, [&](std::uint64_t next) {
            if (next > place && piece[next] != piece[place]) {
                bridges.push_back({steps[place] + steps[next], static_cast<std::uint32_t>(place),
                                   static_cast<std::uint32_t>(next)});
            }
        });
    }
    std::stable_sort(bridges.begin(), bridges.end(),
                     [](const Bridge &a, const Bridge &b) { return a.length < b.length; });
    std::vector<std::uint32_t> parents(pieces.runs().size());
    for (std::size_t run = 0; run < parents.size(); ++run) {
        parents[run] = static_cast<std::uint32_t>(run);
    }
    const auto find = [&](std::uint32_t run) {
        while (parents[run] != run) {
            parents[run] = parents[parents[run]];
            run = parents[run];
        }
        return run;
    };
    for (const Bridge &bridge : bridges) {
        const std::uint32_t one = find(piece[bridge.one]);
        const std::uint32_t other = find(piece[bridge.other]);
        if (one == other) {
            continue;
        }
        parents[std::max(one, other)] = std::min(one, other);
        for (std::uint64_t place : {bridge.one, bridge.other}) {
            while (steps[place] > 0) {
                const std::uint64_t x = place % shape.width;
                bits[place / shape.width * shape.stride() + x / 8] |=
                    static_cast<std::uint8_t>(1 << x % 8);
                std::uint64_t nearer = place;
                neighbours(place, [&](std::uint64_t next) {
                    if (nearer == place && piece[next] == piece[place] &&
                        steps[next] + 1 == steps[place]) {
                        nearer = next;
                    }
                });
                place = nearer;
            }
        }
    }
}

} // namespace labirinto

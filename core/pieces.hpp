// The pieces of a mask, or of what is outside it: cells joined by common sides, or by corners as
// well.
//
// Runs of neighbouring cells in a row are united with those that they touch in the row above, so
// that memory grows with the number of runs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "disjoint_sets.hpp"
#include "mask.hpp"
#include "planes.hpp"

namespace labirinto {

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

    // For every piece, at its first run, whether it touches the frame of the rectangle.
    std::vector<bool> at_frame() {
        std::vector<bool> at_frame(runs_.size());
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            const auto &[y, begin, end] = runs_[run];
            if (y == 0 || y + 1 == shape_.height || begin == 0 || end == shape_.width) {
                at_frame[piece_of(run)] = true;
            }
        }
        return at_frame;
    }

    // Sets the bits of a run in a mask.
    void write(std::size_t run, std::uint8_t *bits) const {
        std::uint8_t *const row = bits + runs_[run].y * shape_.stride();
        for (std::uint32_t x = runs_[run].begin; x < runs_[run].end; ++x) {
            set_bit(row, x);
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

// The places outside the mask that a path without cells joins to the outside of the rectangle.
inline void find_surroundings(const Mask &mask, std::uint8_t *bits) {
    Pieces pieces(mask, false);
    const std::vector<bool> leads_out = pieces.at_frame();
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
    DisjointSets joined(pieces.runs().size());
    joined.separate();
    for (const Bridge &bridge : bridges) {
        if (!joined.join(piece[bridge.one], piece[bridge.other])) {
            continue;
        }
        for (std::uint64_t place : {bridge.one, bridge.other}) {
            while (steps[place] > 0) {
                set_bit(bits + place / shape.width * shape.stride(), place % shape.width);
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

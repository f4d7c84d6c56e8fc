// Wilson's algorithm on the walls of a maze of any shape.
//
// Planar duality holds with holes: the walls that a maze leaves are a spanning tree of the interior
// corners, of the holes, and of the border, its root.  All corners along a hole, or along several
// that touch in a corner, are one node with many walls to choose from.  Walks know nothing of holes
// until they meet a corner that carries their guard; there a wall out of the hole is drawn, and the
// walk goes on from its other end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "mask.hpp"
#include "pieces.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "wilson_walls.hpp"

namespace labirinto {

class MaskedWalls {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The mask has to outlive the kernel, and is in one piece.
    explicit MaskedWalls(const Mask &mask)
        : mask_(mask), shape_(mask.shape()), stride_(shape_.width + 1),
          places_(stride_ * (shape_.height + 1)), steps_(steps_in_rows(stride_)) {
        find_holes();
    }

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        begin();
        // Local, as are the bits: the compiler must assume that writing a byte changes any member.
        const Steps steps = steps_;
        Bits bits(child_seed(seed, Purpose::strip, 0));
        PollThrottle throttle(control, 1 << 14, places_.size());
        Place *const last = places_.data() + shape_.height * stride_;
        Place *next = places_.data() + stride_;
        for (std::uint64_t number = 0;;) {
            // All corners in reading order, then the holes.
            Place *start = next = WilsonWalls::find_loose(next, last);
            Hole *origin = nullptr;
            if (start >= last) {
                while (number < holes_.size() && holes_[number].is_finished) {
                    ++number;
                }
                if (number == holes_.size()) {
                    break;
                }
                origin = &holes_[number];
                Bits drawn = bits;
                start = leave(*origin, drawn);
                bits = drawn;
            }
            throttle.poll(static_cast<std::uint64_t>(next - places_.data()));
            for (Place *place = start;;) {
                while (*place < finished) {
                    const unsigned direction = bits.direction();
                    *place = static_cast<Place>(direction);
                    place += steps[direction];
                }
                if (*place != at_hole) {
                    break;
                }
                Hole &hole = hole_at(place);
                if (hole.is_finished) {
                    break;
                }
                // From a copy: bits whose address goes nowhere stay in registers.
                Bits drawn = bits;
                place = leave(hole, drawn);
                bits = drawn;
            }
            if (origin) {
                origin->is_finished = true;
                // The walk may have come back to the hole, and left it by another wall.
                start = target(origin->arrow);
            }
            for (Place *place = start;;) {
                while (*place < finished) {
                    const unsigned direction = *place;
                    *place = static_cast<Place>(direction | finished);
                    place += steps[direction];
                }
                if (*place != at_hole) {
                    break;
                }
                Hole &hole = hole_at(place);
                if (std::exchange(hole.is_finished, true)) {
                    break;
                }
                place = target(hole.arrow);
            }
        }
        write(rows);
    }

  private:
    // An arrow in the two low bits, or a guard.
    using Place = std::uint8_t;

    static constexpr Place finished = 8;
    static constexpr Place at_hole = 0xF8;
    static constexpr Place at_border = 0xFC; // or outside, where no walk comes

    // A wall that ends at a hole: its corner there, and its direction in the two low bits.
    using Edge = std::uint64_t;

    struct Hole {
        std::uint64_t first, count; // of its edges
        Edge arrow = 0;
        bool is_finished = false;
    };

    // The holes in reading order, and the walls that end at their corners, likewise.
    void find_holes() {
        Pieces pieces(mask_, false, true);
        const auto &runs = pieces.runs();
        const std::vector<bool> is_around = pieces.at_frame();
        std::vector<std::uint64_t> numbers(runs.size());
        std::uint64_t count = 0;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const std::size_t piece = pieces.piece_of(run);
            if (is_around[piece]) {
                continue;
            }
            if (piece == run) {
                numbers[run] = count++;
            }
            for (std::uint64_t y = runs[run].y; y <= std::uint64_t{runs[run].y} + 1; ++y) {
                for (std::uint64_t x = runs[run].begin; x <= runs[run].end; ++x) {
                    if (edges_at(y * stride_ + x, [](Edge) {}) > 0) {
                        corners_.emplace_back(y * stride_ + x, numbers[piece]);
                    }
                }
            }
        }
        std::sort(corners_.begin(), corners_.end());
        corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
        holes_.resize(count);
        for (const auto &[place, hole] : corners_) {
            holes_[hole].count += edges_at(place, [](Edge) {});
        }
        std::uint64_t first = 0;
        for (Hole &hole : holes_) {
            hole.first = std::exchange(first, first + hole.count);
            hole.count = 0;
        }
        edges_.resize(first);
        for (const auto &[place, number] : corners_) {
            Hole &hole = holes_[number];
            edges_at(place, [&](Edge edge) { edges_[hole.first + hole.count++] = edge; });
        }
    }

    // Visits the walls that can stand at a corner that is not on the frame: those between two
    // cells.
    template <class Visit> std::uint64_t edges_at(std::uint64_t place, Visit visit) const {
        const std::uint64_t x = place % stride_;
        const std::uint64_t y = place / stride_;
        const bool north_west = mask_.has(x - 1, y - 1);
        const bool north_east = mask_.has(x, y - 1);
        const bool south_west = mask_.has(x - 1, y);
        const bool south_east = mask_.has(x, y);
        const bool can_stand[4] = {north_east && south_east, south_west && south_east,
                                   north_west && south_west, north_west && north_east};
        std::uint64_t count = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (can_stand[direction]) {
                visit(place << 2 | direction);
                ++count;
            }
        }
        return count;
    }

    // No corner has an arrow.
    void begin() {
        std::fill(places_.begin(), places_.end(), at_border);
        for (std::uint64_t y = 1; y < shape_.height; ++y) {
            Place *const row = places_.data() + y * stride_;
            for (std::uint64_t word = 0; word < shape_.words(); ++word) {
                const std::uint64_t corners = mask_.corners(word, y);
                const std::uint64_t end = std::min(64 * (word + 1), shape_.width);
                if (corners == ~0ULL) {
                    std::fill(row + 64 * word, row + end, Place{0});
                    continue;
                }
                for (std::uint64_t x = 64 * word; x < end; ++x) {
                    if (corners >> x % 64 & 1) {
                        row[x] = 0;
                    }
                }
            }
        }
        for (const auto &[place, hole] : corners_) {
            places_[place] = at_hole;
        }
        for (Hole &hole : holes_) {
            hole.is_finished = false;
        }
    }

    Hole &hole_at(const Place *place) {
        const auto number = static_cast<std::uint64_t>(place - places_.data());
        const auto found =
            std::lower_bound(corners_.begin(), corners_.end(), std::pair(number, std::uint64_t{0}));
        return holes_[found->second];
    }

    Place *target(Edge edge) { return places_.data() + (edge >> 2) + steps_[edge & 3]; }

    // Draws a wall out of a hole and returns its other end.
    Place *leave(Hole &hole, Bits &bits) {
        hole.arrow = edges_[hole.first + bits.below(hole.count)];
        return target(hole.arrow);
    }

    // The arrows of a row of corners.
    void read(std::uint64_t y, std::vector<ArrowWords> &arrows) const {
        for (std::uint64_t word = 0; word < shape_.words(); ++word) {
            const std::uint64_t count = std::min<std::uint64_t>(64, shape_.width - 64 * word);
            arrows[word] = ArrowWords::read(places_.data() + y * stride_ + 64 * word, count,
                                            mask_.corners(word, y));
        }
    }

    // Writes the passages that the walls leave.
    void write(std::uint8_t *rows) const {
        const std::uint64_t words = shape_.words();
        // A word more than there are, to look one corner ahead.
        std::vector<ArrowWords> above(words + 1, ArrowWords{});
        std::vector<ArrowWords> below(words + 1, ArrowWords{});
        all_passages(mask_, true, rows);
        const auto close = [&](std::uint8_t *plane, std::uint64_t word, std::uint64_t walls) {
            store_word(plane, shape_.stride(), word,
                       load_word(plane, shape_.stride(), word) & ~walls);
        };
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::swap(above, below);
            read(y + 1, below);
            std::uint8_t *const east_plane = rows + y * shape_.row_bytes();
            for (std::uint64_t word = 0; word < words; ++word) {
                const auto vertical = [&](std::uint64_t at) {
                    return above[at].towards[south] | below[at].towards[north];
                };
                close(east_plane, word, vertical(word) >> 1 | vertical(word + 1) << 63);
                close(east_plane + shape_.stride(), word,
                      below[word].towards[east] | below[word].towards[west] >> 1 |
                          below[word + 1].towards[west] << 63);
            }
        }
        for (const Hole &hole : holes_) {
            close_beside(hole.arrow, rows);
        }
    }

    // Closes the passage in which a wall stands.
    void close_beside(Edge edge, std::uint8_t *rows) const {
        const unsigned direction = edge & 3;
        const std::uint64_t place = edge >> 2;
        const bool is_across = direction == east || direction == west;
        const std::uint64_t x = place % stride_ - (direction == east ? 0 : 1);
        const std::uint64_t y = place / stride_ - (direction == south ? 0 : 1);
        std::uint8_t *const plane =
            rows + y * shape_.row_bytes() + (is_across ? shape_.stride() : 0);
        clear_bit(plane, x);
    }

    Mask mask_;
    Shape shape_;
    std::uint64_t stride_; // of rows of corners
    std::vector<Place> places_;
    Steps steps_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> corners_; // of holes: place and hole
    std::vector<Hole> holes_;
    std::vector<Edge> edges_;
};

} // namespace labirinto

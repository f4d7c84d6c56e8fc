// Wilson's algorithm on the walls, in strips.
//
// The walls of a perfect maze are a spanning tree too: of the interior corners, with the whole
// frame as its root.  Every corner holds one arrow, the wall segment last taken out of it.
//
// Plan.  The corners are cut into strips of `strip_rows` rows.  First, each strip alone:
// loop-erased walks that stop at the frame, at a finished corner, or where they leave the strip.
// Then strips are joined in pairs, and those again in pairs, until one is left.  Joining at an
// edge starts from every corner that is entered across it and follows the arrows that are there: a
// corner met the first time keeps its arrow; met again it has closed a loop, and draws a new one.
// This is cycle popping (Propp and Wilson 1998): in whatever order loops are popped, the tree that
// remains is exactly uniform.  Every strip and every edge has a random stream of its own, so that
// the result does not depend on which thread computes them, or when.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "thread_team.hpp"

namespace labirinto {

class MaskedWalls;
class MeshWalls;

class WilsonWalls {
  public:
    static constexpr const char *name = "wilson_walls";
    static constexpr std::array parameters{"strip_rows"};

    using Masked = MaskedWalls;
    using OnMesh = MeshWalls;

    // An arrow in the two low bits, and in the other six a stamp: how far this corner is settled.
    // Stamps only grow; to a higher level, those of a lower one mean just "has an arrow".
    using Place = std::uint8_t;

    WilsonWalls(Shape shape, std::uint64_t strip_rows)
        : shape_(shape), strip_rows_(std::max<std::uint64_t>(1, strip_rows)),
          corner_rows_(shape.height - 1), strips_((corner_rows_ + strip_rows_ - 1) / strip_rows_),
          stride_(shape.width), last_row_(strips_ == 0 ? 1 : row_of(corner_rows_) + 1),
          places_(static_cast<Place *>(std::calloc((last_row_ + 1) * stride_, 1))),
          steps_(steps_in_rows(stride_)) {
        if (!places_) {
            throw std::bad_alloc();
        }
    }

    // Whether several threads can share one maze.
    static bool is_shared(Shape shape, std::uint64_t strip_rows) {
        return shape.height - 1 > std::max<std::uint64_t>(1, strip_rows);
    }

    // The number of threads that share one maze.
    void use_threads(unsigned threads) { threads_ = threads; }

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        begin(seed);
        ThreadTeam team(threads_, control, shape_.height);
        team.run(strips_, [&](std::uint64_t strip, Control &inside) { grow_strip(strip, inside); });
        for (std::uint64_t reach = 1; reach < strips_; reach *= 2) {
            const std::uint64_t edges = (strips_ - reach + 2 * reach - 1) / (2 * reach);
            team.run(edges, [&](std::uint64_t k, Control &inside) {
                join_edge(reach + k * 2 * reach, inside);
            });
        }
        constexpr std::uint64_t band = 64;
        team.run((shape_.height + band - 1) / band, [&](std::uint64_t k, Control &) {
            write(rows, k * band, std::min((k + 1) * band, shape_.height));
        });
    }

    std::uint64_t strips() const { return strips_; }

    // Begins a maze: no corner has an arrow.
    void begin(std::uint64_t seed) {
        seed_ = seed;
        bits_taken_ = 0;
        if (std::exchange(is_used_, true)) {
            std::memset(places_.get(), 0, (last_row_ + 1) * stride_);
        }
        // A row of guards above every strip and one below the last; place 0 of a row is a guard
        // too, and also ends the row before.
        for (std::uint64_t row = 0; row <= last_row_; ++row) {
            places_[row * stride_] = frame;
        }
        std::memset(at_row(0), frame, stride_);
        for (std::uint64_t strip = 1; strip < strips_; ++strip) {
            std::memset(at_row(strip * (strip_rows_ + 1)) + 1, seam, stride_ - 1);
        }
        std::memset(at_row(last_row_), frame, stride_);
    }

    // Grows the walls of one strip.  Strips share nothing: they may run at the same time.
    void grow_strip(std::uint64_t strip, Control &control) {
        // Local, since the compiler must assume that writing a byte may change any member.
        const Steps steps = steps_;
        const std::uint64_t begin = 1 + strip * strip_rows_;
        const std::uint64_t end = std::min(begin + strip_rows_, corner_rows_ + 1);
        Bits bits(child_seed(seed_, Purpose::strip, strip));
        PollThrottle throttle(control, 1 << 14, corner_rows_);
        for (std::uint64_t corner_row = begin; corner_row < end; ++corner_row) {
            Place *const row = at_row(row_of(corner_row));
            Place *const row_end = row + shape_.width;
            for (Place *start = find_loose(row + 1, row_end); start < row_end;
                 start = find_loose(start + 1, row_end)) {
                throttle.poll(corner_row - begin);
                Place *place = start;
                do {
                    const unsigned direction = bits.direction();
                    *place = static_cast<Place>(direction);
                    place += steps[direction];
                } while (*place < finished(0));
                place = start;
                do {
                    const unsigned direction = *place;
                    *place = static_cast<Place>(direction | finished(0));
                    place += steps[direction];
                } while (*place < finished(0));
            }
        }
        bits_taken_ += bits.taken();
    }

    // Joins the strips above an edge with those below it.  Edge e lies above strip e; its level is
    // one more than the number of times that 2 divides e.  Edges of one level may run at the same
    // time, after all edges of lower levels.
    void join_edge(std::uint64_t edge, Control &control) {
        const unsigned level = 1 + static_cast<unsigned>(std::countr_zero(edge));
        const std::uint64_t reach = 1ULL << (level - 1);
        const std::uint64_t last_row = std::min((edge + reach) * strip_rows_, corner_rows_);
        Join join{at_row((edge - reach) * (strip_rows_ + 1) + 1),
                  at_row(row_of(last_row) + 1),
                  met(level),
                  finished(level),
                  Bits(child_seed(seed_, Purpose::edge, edge)),
                  0,
                  at_row(row_of(last_row) + 1),
                  at_row((edge - reach) * (strip_rows_ + 1) + 1)};
        PollThrottle throttle(control, 1 << 14, corner_rows_);
        Place *const below = at_row(edge * (strip_rows_ + 1) + 1);
        Place *const above = below - 2 * stride_;
        for (std::uint64_t x = 1; x < stride_; ++x) {
            if ((above[x] & 3) == south) {
                follow_path(below + x, join, throttle);
            }
            if ((below[x] & 3) == north) {
                follow_path(above + x, join, throttle);
            }
        }
        // From the corners that were met and lost their arrow to a loop, which may do so to others.
        while (join.unsettled > 0) {
            settle_leftovers(join, throttle);
        }
        bits_taken_ += join.bits.taken();
    }

    // The first place from `begin` on that is not finished, or one not before `end`.  Eight places
    // are tested together: one by one, the processor would mispredict every third branch.
    static Place *find_loose(Place *begin, Place *end) {
        constexpr std::uint64_t ones = 0x0101010101010101;
        for (Place *place = begin; place < end; place += 8) {
            const auto left = static_cast<std::uint64_t>(end - place);
            const std::uint64_t stamps = load_word(place, left, 0) & 0xF8 * ones;
            // The lowest top bit set is in the first byte that is 0.
            const std::uint64_t zero = (stamps - ones) & ~stamps & 0x80 * ones;
            if (zero != 0) {
                return place + std::countr_zero(zero) / 8;
            }
        }
        return end;
    }

    // Random steps taken so far.
    std::uint64_t steps() const { return bits_taken_ / 2; }

    // Writes the passages that the walls leave in some rows.
    void write(std::uint8_t *rows, std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t y = begin; y < end; ++y) {
            const Place *const top = y == 0 ? nullptr : at_row(row_of(y));
            const Place *const bottom = y + 1 == shape_.height ? nullptr : at_row(row_of(y + 1));
            write_passages(shape_.width, top, bottom, rows + y * shape_.row_bytes());
        }
    }

  private:
    static constexpr Place met(unsigned level) { return static_cast<Place>(8 * level + 4); }
    static constexpr Place finished(unsigned level) { return static_cast<Place>(8 * level + 8); }
    static constexpr Place seam = 0xF8; // a guard between two strips
    static constexpr Place frame = 0xFC;

    struct Join {
        Place *begin, *end; // of the rows of places that take part
        Place met, finished;
        Bits bits;
        std::uint64_t unsettled; // corners met and not finished
        Place *low, *high;       // all of these are from low up to high
    };

    struct Free {
        void operator()(void *memory) const { std::free(memory); }
    };

    Place *at_row(std::uint64_t row) const { return places_.get() + row * stride_; }

    // Where the row of corners with this number, from 1, is kept.
    std::uint64_t row_of(std::uint64_t corner_row) const {
        return corner_row + (corner_row - 1) / strip_rows_;
    }

    // Passes once over all corners in reading order, as far as there can be any to settle.
    void settle_leftovers(Join &join, PollThrottle &throttle) {
        Place *const begin = join.low;
        Place *end = join.high;
        join.low = join.end;
        join.high = join.begin;
        for (Place *place = find_met(begin, end, join.met); place != end;
             place = find_met(place + 1, end, join.met)) {
            follow_path(place, join, throttle);
            end = std::max(end, join.high);
        }
    }

    // The first place from `begin` on that has this stamp, or `end`.
    static Place *find_met(Place *begin, Place *end, Place met) {
        constexpr std::uint64_t ones = 0x0101010101010101;
        Place *place = begin;
        for (; end - place >= 32; place += 32) {
            // A byte of `other` is 0 where the stamp matches; only then is a top bit set in `zero`.
            std::uint64_t zero = 0;
            for (int word = 0; word < 4; ++word) {
                std::uint64_t places = 0;
                std::memcpy(&places, place + 8 * word, 8);
                const std::uint64_t other = (places & 0xFC * ones) ^ met * ones;
                zero |= (other - ones) & ~other & 0x80 * ones;
            }
            if (zero != 0) {
                break;
            }
        }
        while (place != end && (*place & ~3) != met) {
            ++place;
        }
        return place;
    }

    void follow_path(Place *const start, Join &join, PollThrottle &throttle) {
        const Steps steps = steps_;
        const Place met_now = join.met;
        const Place finished_now = join.finished;
        Bits bits = join.bits;
        Place *place = start;
        Place *low = join.low;
        Place *high = join.high;
        unsigned direction = 0;
        std::uint64_t met_count = 0;
        do {
            while (*place >= met_now && *place < finished_now) {
                direction = bits.direction();
                *place = static_cast<Place>(direction | met_now);
                low = std::min(low, place);
                high = std::max(high, place + 1);
                place += steps[direction];
            }
            while (*place < met_now) {
                direction = *place & 3;
                ++met_count;
                low = std::min(low, place);
                high = std::max(high, place + 1);
                *place = static_cast<Place>(direction | met_now);
                place += steps[direction];
            }
            if (is_inner_seam(place, join)) {
                place += steps[direction];
            }
        } while (*place < finished_now);
        join.bits = bits;
        join.low = low;
        join.high = high;
        throttle.poll(0);
        std::uint64_t finished_count = 0;
        place = start;
        while (*place < finished_now) {
            direction = *place & 3;
            *place = static_cast<Place>(direction | finished_now);
            place += steps[direction];
            ++finished_count;
            if (is_inner_seam(place, join)) {
                place += steps[direction];
            }
        }
        join.unsettled += met_count - finished_count;
    }

    // A seam is no border if both of its sides take part.
    static bool is_inner_seam(const Place *place, const Join &join) {
        return (*place & ~3) == seam && place >= join.begin && place < join.end;
    }

    Shape shape_;
    std::uint64_t strip_rows_;
    std::uint64_t corner_rows_;
    std::uint64_t strips_;
    std::uint64_t stride_;
    std::uint64_t last_row_; // of the rows of places
    std::unique_ptr<Place[], Free> places_;
    Steps steps_;
    unsigned threads_ = 1;
    std::uint64_t seed_ = 0;
    bool is_used_ = false;
    std::atomic<std::uint64_t> bits_taken_ = 0;
};

} // namespace labirinto

// Braiding: a share of a maze's dead ends gets one more passage each, which closes a loop.
//
// The dead ends come in random order.  One that is a dead end still when its turn comes is joined
// to a neighbour, to another dead end if there is one beside it: then two are gone with one
// passage.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "control.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class Braid {
  public:
    // Of fewer than 2^31 places; the rows are changed.
    Braid(std::uint8_t *rows, Shape shape, std::optional<Mask> mask)
        : rows_(rows), maze_(rows, shape), mask_(mask) {}

    // `share` is the share of the dead ends to go, times 2^32.
    void make(std::uint64_t share, std::uint64_t seed, Control &control) {
        const Shape &shape = maze_.shape();
        std::vector<std::uint32_t> ends;
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            for (std::uint64_t x = 0; x < shape.width; ++x) {
                if (is_dead_end(x, y)) {
                    ends.push_back(static_cast<std::uint32_t>(y * shape.width + x));
                }
            }
        }
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, ends.size());
        std::uint64_t left = (ends.size() * share + (1ULL << 31)) >> 32;
        // A Fisher-Yates shuffle from the end, which looks at each as it is drawn.
        for (std::uint64_t last = ends.size(); left > 0 && last > 0; --last) {
            std::swap(ends[last - 1], ends[bits.below(last)]);
            const std::uint64_t x = ends[last - 1] % shape.width;
            const std::uint64_t y = ends[last - 1] / shape.width;
            throttle.poll(ends.size() - last);
            if (is_dead_end(x, y)) {
                left -= open_one(x, y, left > 1, bits);
            }
        }
    }

  private:
    bool is_dead_end(std::uint64_t x, std::uint64_t y) const {
        const unsigned exits = maze_.exits(x, y);
        return exits != 0 && (exits & (exits - 1)) == 0;
    }

    // Opens a passage out of a dead end, to another if that is wanted and possible, and returns how
    // many are gone: none where all walls are those of the frame.
    std::uint64_t open_one(std::uint64_t x, std::uint64_t y, bool wants_two, Bits &bits) {
        const unsigned exits = maze_.exits(x, y);
        std::vector<unsigned> &walls = walls_[0], &wanted = walls_[1];
        walls.clear();
        wanted.clear();
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (exits >> direction & 1 || !is_inside(x, y, direction)) {
                continue;
            }
            walls.push_back(direction);
            const auto [x2, y2] = beyond(x, y, direction);
            if (is_dead_end(x2, y2) == wants_two) {
                wanted.push_back(direction);
            }
        }
        const std::vector<unsigned> &from = wanted.empty() ? walls : wanted;
        if (from.empty()) {
            return 0;
        }
        const unsigned direction = from[bits.below(from.size())];
        const auto [x2, y2] = beyond(x, y, direction);
        const std::uint64_t gone = is_dead_end(x2, y2) && wants_two ? 2 : 1;
        const bool leads_back = direction == west || direction == north;
        const Shape &shape = maze_.shape();
        const std::uint64_t column = leads_back ? x2 : x;
        std::uint8_t *const plane = rows_ + (leads_back ? y2 : y) * shape.row_bytes() +
                                    (direction & 1 ? shape.stride() : 0);
        plane[column / 8] |= static_cast<std::uint8_t>(1U << column % 8);
        return gone;
    }

    bool is_inside(std::uint64_t x, std::uint64_t y, unsigned direction) const {
        const Shape &shape = maze_.shape();
        const bool has_place = direction == east    ? x + 1 < shape.width
                               : direction == south ? y + 1 < shape.height
                               : direction == west  ? x > 0
                                                    : y > 0;
        if (!has_place || !mask_) {
            return has_place;
        }
        const auto [x2, y2] = beyond(x, y, direction);
        return mask_->has(x2, y2);
    }

    static std::pair<std::uint64_t, std::uint64_t> beyond(std::uint64_t x, std::uint64_t y,
                                                          unsigned direction) {
        return {x + (direction == east) - (direction == west),
                y + (direction == south) - (direction == north)};
    }

    std::uint8_t *rows_;
    Planes maze_;
    std::optional<Mask> mask_;
    std::vector<unsigned> walls_[2];
};

} // namespace labirinto

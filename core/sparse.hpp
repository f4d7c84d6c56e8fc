// Thinning out: dead ends become shorter, all by one cell in a round, and what they lose is outside
// the maze.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "open_maze.hpp"
#include "planes.hpp"

namespace labirinto {

class Sparse {
  public:
    // Of fewer than 2^31 places; the rows and the mask are changed.
    Sparse(std::uint8_t *rows, std::uint8_t *mask, Shape shape)
        : maze_(rows, shape, {}), mask_(mask), shape_(shape) {}

    // Takes away so many cells, or as many as there are at dead ends.  If a round is to end before
    // all dead ends have become shorter, those that do are spread evenly among them.
    void make(std::uint64_t count, Control &control) {
        std::vector<std::uint32_t> ends = dead_ends_of(maze_);
        PollThrottle throttle(control, 1 << 18, count);
        std::vector<std::uint32_t> next;
        for (std::uint64_t left = count; left > 0 && !ends.empty(); std::swap(ends, next)) {
            next.clear();
            const std::uint64_t all = ends.size();
            const std::uint64_t chosen = left < all ? left : all;
            for (std::uint64_t k = 0; k < all; ++k) {
                const bool is_chosen = (k + 1) * chosen / all > k * chosen / all;
                // Of two dead ends side by side one remains.
                if (!is_chosen || !maze_.is_dead_end(ends[k])) {
                    continue;
                }
                const std::uint32_t other = remove(ends[k]);
                throttle.poll(count - --left);
                if (maze_.is_dead_end(other)) {
                    next.push_back(other);
                }
            }
        }
    }

  private:
    // Closes the only passage of a cell, and returns the cell behind it.
    std::uint32_t remove(std::uint32_t place) {
        clear_bit(mask_ + place / shape_.width * shape_.stride(), place % shape_.width);
        std::uint32_t other = place;
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (maze_.is_open(place, direction)) {
                other = maze_.beyond(place, direction);
                maze_.flip(place, direction);
                break;
            }
        }
        return other;
    }

    OpenSquares maze_;
    std::uint8_t *mask_;
    Shape shape_;
};

} // namespace labirinto

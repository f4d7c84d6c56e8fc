// Recursive division: a room is divided by a straight wall with one gap, and so are both parts,
// until each room is one cell wide or high.  Not uniform.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class RecursiveDivision {
  public:
    static constexpr const char *name = "recursive_division";
    static constexpr std::array<const char *, 0> parameters{};

    explicit RecursiveDivision(Shape shape) : shape_(shape) {}

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        open_everywhere(rows);
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 16, shape_.cells());
        std::uint64_t done = 0; // the cells of finished rooms
        rooms_.assign(1, {0, 0, shape_.width, shape_.height});
        while (!rooms_.empty()) {
            const Room room = rooms_.back();
            rooms_.pop_back();
            throttle.poll(done);
            if (room.width == 1 || room.height == 1) {
                done += room.width * room.height;
                continue;
            }
            if (bits.below(room.width + room.height) < room.width) {
                const std::uint64_t left = 1 + bits.below(room.width - 1);
                close_east(room, room.x + left - 1, room.y + bits.below(room.height), rows);
                rooms_.push_back({room.x + left, room.y, room.width - left, room.height});
                rooms_.push_back({room.x, room.y, left, room.height});
            } else {
                const std::uint64_t upper = 1 + bits.below(room.height - 1);
                close_south(room, room.y + upper - 1, room.x + bits.below(room.width), rows);
                rooms_.push_back({room.x, room.y + upper, room.width, room.height - upper});
                rooms_.push_back({room.x, room.y, room.width, upper});
            }
        }
    }

  private:
    struct Room {
        std::uint64_t x, y, width, height;
    };

    void open_everywhere(std::uint8_t *rows) const {
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::uint8_t *const row = rows + y * shape_.row_bytes();
            set_bits(row, 0, shape_.width - 1, true);
            set_bits(row + shape_.stride(), 0, y + 1 < shape_.height ? shape_.width : 0, true);
        }
    }

    // Sets or clears the bits from `first` to before `end`.
    static void set_bits(std::uint8_t *plane, std::uint64_t first, std::uint64_t end, bool value) {
        while (first < end) {
            const std::uint64_t here = first % 8;
            const std::uint64_t count = std::min<std::uint64_t>(8 - here, end - first);
            const auto bits = static_cast<std::uint8_t>(low_bits(count) << here);
            std::uint8_t &byte = plane[first / 8];
            byte = static_cast<std::uint8_t>(value ? byte | bits : byte & ~bits);
            first += count;
        }
    }

    // Closes the passages east of a column of the room, all but one.
    void close_east(const Room &room, std::uint64_t x, std::uint64_t gap,
                    std::uint8_t *rows) const {
        const auto kept = static_cast<std::uint8_t>(~(1U << x % 8));
        std::uint8_t *byte = rows + room.y * shape_.row_bytes() + x / 8;
        for (std::uint64_t y = room.y; y < room.y + room.height; ++y) {
            if (y != gap) {
                *byte &= kept;
            }
            byte += shape_.row_bytes();
        }
    }

    // Closes the passages south of a row of the room, all but one.
    void close_south(const Room &room, std::uint64_t y, std::uint64_t gap,
                     std::uint8_t *rows) const {
        std::uint8_t *const plane = rows + y * shape_.row_bytes() + shape_.stride();
        set_bits(plane, room.x, gap, false);
        set_bits(plane, gap + 1, room.x + room.width, false);
    }

    Shape shape_;
    std::vector<Room> rooms_; // those not yet looked at, the next one last
};

} // namespace labirinto

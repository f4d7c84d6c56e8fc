// Recursive division: a room is divided by a straight wall with one gap, and so are both parts,
// until each room is one cell wide or high.  Not uniform.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// A wall to divide a room.
struct DividingWall {
    // Drawn for a room of at least two cells in both directions.
    DividingWall(std::uint32_t width, std::uint32_t height, BitsAhead &bits)
        : is_horizontal(bits.among(width + height) >= width),
          divided(width ^ ((width ^ height) & (0U - is_horizontal))), // without a branch
          first(1 + static_cast<std::uint32_t>(bits.among(divided - 1))),
          length(width + height - divided), gap(static_cast<std::uint32_t>(bits.among(length))) {}

    std::uint32_t is_horizontal; // 0 or 1
    std::uint32_t divided;       // the side of the room that it divides
    std::uint32_t first;         // the part of this that is the upper or left room's
    std::uint32_t length;
    std::uint32_t gap; // where it is open
};

// A room of at most 64 cells: its passages are a word in each direction.
//
// Most walls stand in small rooms.  No processor can foresee how these are divided, so all is
// computed without a branch on a random bit.
class SmallRoom {
  public:
    static bool fits(std::uint64_t width, std::uint64_t height) { return width * height <= 64; }

    SmallRoom(std::uint32_t width, std::uint32_t height) : pitch_(width) {
        rooms_[0] = width << 8 | height << 16;
    }

    // Of a row the passages closed: those that lead east, and those that lead south.
    std::array<std::uint64_t, 2> closed(std::uint64_t y) const {
        const std::uint64_t row = low_bits(pitch_);
        return {closed_[0] >> (y * pitch_) & row, closed_[1] >> (y * pitch_) & row};
    }

    void divide(BitsAhead &bits) {
        // Of walls that are vertical, and horizontal: the distance of their bits, which is that of
        // neighbouring walls in the other direction, and all bits at that distance.
        const std::array<std::uint32_t, 2> steps{pitch_, 1};
        const std::array<std::uint64_t, 2> lines{columns[pitch_], ~0ULL};
        for (unsigned count = 1; count > 0;) {
            const std::uint32_t room = rooms_[--count];
            const DividingWall wall(room >> 8 & 0xFF, room >> 16, bits);
            const std::uint32_t step = steps[wall.is_horizontal];
            const std::uint32_t across = steps[1 - wall.is_horizontal];
            const std::uint64_t line =
                lines[wall.is_horizontal] & ~0ULL >> (64 - wall.length * step);
            closed_[wall.is_horizontal] |= (line ^ 1ULL << (wall.gap * step))
                                           << ((room & 0xFF) + (wall.first - 1) * across);
            const unsigned side = wall.is_horizontal ? 16 : 8;
            const std::uint32_t other = wall.divided - wall.first;
            rooms_[count] = room + wall.first * across - (wall.first << side);
            count += other > 1;
            rooms_[count] = room - (other << side);
            count += wall.first > 1;
        }
    }

  private:
    // Of rows of so many bits the first ones: a room with walls to come is at most 32 cells wide.
    static constexpr auto columns = [] {
        std::array<std::uint64_t, 33> all{};
        for (std::size_t pitch = 1; pitch < all.size(); ++pitch) {
            for (std::size_t bit = 0; bit < 64; bit += pitch) {
                all[pitch] |= 1ULL << bit;
            }
        }
        return all;
    }();

    std::uint32_t pitch_; // the bits of a row
    // The first bit, width and height of those not yet divided, a byte each; the next one last.
    // They have at least four cells each.
    std::array<std::uint32_t, 64 / 4 + 1> rooms_;
    std::array<std::uint64_t, 2> closed_{};
};

class RecursiveDivision {
  public:
    static constexpr const char *name = "recursive_division";
    static constexpr std::array<const char *, 0> parameters{};

    explicit RecursiveDivision(Shape shape) : shape_(shape) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        open_everywhere(rows);
        WordsAhead words(seed);
        BitsAhead bits(words);
        PollThrottle throttle(control, 1 << 12, shape_.cells());
        std::uint64_t done = 0; // the cells of finished rooms
        rooms_.clear();
        for (Room room{0, 0, static_cast<std::uint32_t>(shape_.width),
                       static_cast<std::uint32_t>(shape_.height)};
             ;) {
            throttle.poll(done);
            const bool is_thin = std::min(room.width, room.height) == 1;
            if (!is_thin && !SmallRoom::fits(room.width, room.height)) {
                rooms_.push_back(divide(room, bits, rows));
                continue;
            }
            if (!is_thin) {
                SmallRoom small(room.width, room.height);
                small.divide(bits);
                close(room, small, rows);
            }
            done += std::uint64_t{room.width} * room.height;
            if (rooms_.empty()) {
                return;
            }
            room = rooms_.back();
            rooms_.pop_back();
        }
    }

  private:
    struct Room {
        std::uint32_t x, y, width, height;
    };

    // Builds a wall in a room, which becomes the left or upper part, and returns the other part.
    Room divide(Room &room, BitsAhead &bits, std::uint8_t *rows) const {
        const DividingWall wall(room.width, room.height, bits);
        Room other = room;
        if (wall.is_horizontal) {
            close_south(room, room.y + wall.first - 1, wall.gap, rows);
            room.height = wall.first;
            other.y += wall.first;
            other.height -= wall.first;
        } else {
            close_east(room, room.x + wall.first - 1, wall.gap, rows);
            room.width = wall.first;
            other.x += wall.first;
            other.width -= wall.first;
        }
        return other;
    }

    void open_everywhere(std::uint8_t *rows) const {
        std::fill_n(rows, shape_.bytes(), std::uint8_t{0xFF});
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::uint8_t *const last = rows + y * shape_.row_bytes() + shape_.stride() - 1;
            const std::uint64_t cells =
                shape_.width - 8 * (shape_.stride() - 1); // in the last byte
            last[0] = static_cast<std::uint8_t>(low_bits(cells - 1));
            last[shape_.stride()] = static_cast<std::uint8_t>(low_bits(cells));
        }
        std::fill_n(rows + shape_.bytes() - shape_.stride(), shape_.stride(), std::uint8_t{0});
    }

    // Clears the bits from `first` to before `end`.
    static void clear_bits(std::uint8_t *plane, std::uint64_t first, std::uint64_t end) {
        while (first < end) {
            const std::uint64_t here = first % 8;
            const std::uint64_t count = std::min<std::uint64_t>(8 - here, end - first);
            plane[first / 8] &= static_cast<std::uint8_t>(~(low_bits(count) << here));
            first += count;
        }
    }

    // Closes the passages east of a column of the room, all but one.
    void close_east(const Room &room, std::uint64_t x, std::uint64_t gap,
                    std::uint8_t *rows) const {
        const auto kept = static_cast<std::uint8_t>(~(1U << x % 8));
        std::uint8_t *const plane = rows + room.y * shape_.row_bytes();
        std::uint8_t *byte = plane + x / 8;
        for (std::uint64_t y = 0; y < room.height; ++y) {
            *byte &= kept;
            byte += shape_.row_bytes();
        }
        set_bit(plane + gap * shape_.row_bytes(), x);
    }

    // Closes the passages south of a row of the room, all but one.
    void close_south(const Room &room, std::uint64_t y, std::uint64_t gap,
                     std::uint8_t *rows) const {
        std::uint8_t *const plane = rows + y * shape_.row_bytes() + shape_.stride();
        clear_bits(plane, room.x, room.x + room.width);
        set_bit(plane, room.x + gap);
    }

    // Closes the passages that a small room has lost.
    void close(const Room &room, const SmallRoom &small, std::uint8_t *rows) const {
        // A word covers the room, which is at most 32 cells wide, and ends with the row at the
        // latest.
        const std::uint64_t stride = shape_.stride();
        const std::uint64_t byte =
            std::min(std::uint64_t{room.x / 8}, std::max<std::uint64_t>(stride, 8) - 8);
        std::uint8_t *plane = rows + room.y * shape_.row_bytes() + byte;
        for (std::uint64_t y = 0; y < room.height; ++y) {
            for (const std::uint64_t closed : small.closed(y)) {
                const std::uint64_t kept = ~(closed << (room.x - 8 * byte));
                store_word(plane, stride - byte, 0, load_word(plane, stride - byte, 0) & kept);
                plane += stride;
            }
        }
    }

    Shape shape_;
    std::vector<Room> rooms_; // those not yet looked at, the next one last
};

} // namespace labirinto

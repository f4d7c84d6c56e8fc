// Recursive division: a room is divided by a straight wall with one gap, and so are both parts,
// until each room is one cell wide or high.  Not uniform.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// A room of at most 8 x 8 cells, whose passages are a word in each direction: bit 8 * y + x.
//
// Nine of ten walls stand in small rooms.  No processor can foresee how these are divided, so all
// is computed without a branch on a random bit.
class SmallRoom {
  public:
    static constexpr std::uint64_t most = 8; // cells along a side

    SmallRoom(std::uint64_t width, std::uint64_t height)
        : rooms_{static_cast<std::uint32_t>(width << 16 | height << 24)} {}

    // The passages closed: those that lead east, and those that lead south.
    const std::array<std::uint64_t, 2> &closed() const { return closed_; }

    BitsAhead divide(BitsAhead bits) {
        for (unsigned count = 1; count > 0;) {
            const std::uint32_t room = rooms_[--count];
            const unsigned width = room >> 16 & 0xFF;
            const unsigned height = room >> 24;
            // 1 for a horizontal wall, in the lower bits of what it divides.
            const unsigned horizontal = below(width + height, bits) >= width;
            const unsigned divided = room >> (16 + 8 * horizontal) & 0xFF;
            const unsigned length = width + height - divided;
            const unsigned first = 1 + below(divided - 1, bits);
            const unsigned gap = below(length, bits);
            const unsigned place = ((room >> 8 & 0xFF) << 3) + (room & 0xFF);
            const std::uint64_t wall = lines[horizontal] & low_bits(length << spread(horizontal));
            closed_[horizontal] |= (wall ^ 1ULL << (gap << spread(horizontal)))
                                   << (place + ((first - 1) << spread(1 - horizontal)));
            // The upper or left part, which is next, and the other.
            const std::uint32_t cut = first << 8 * horizontal;
            push(room + cut - (cut << 16), count);
            push(room - ((divided - first) << (16 + 8 * horizontal)), count);
        }
        return bits;
    }

  private:
    static constexpr std::array<std::uint64_t, 2> lines{0x0101010101010101, 0xFF};

    // The logarithm of the distance of bits along a wall.
    static constexpr unsigned spread(unsigned horizontal) { return 3 - 3 * horizontal; }

    void push(std::uint32_t room, unsigned &count) {
        rooms_[count] = room;
        count += (room >> 17 & 0x7F) != 0 && room >> 25 != 0; // neither side is 1
    }

    // As BitsAhead::below, for numbers up to 16.
    static unsigned below(unsigned count, BitsAhead &bits) {
        return static_cast<unsigned>(bits.below(count));
    }

    // x, y, width and height of those not yet divided, a byte each; the next one last.
    std::array<std::uint32_t, 2 * most> rooms_;
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
        rooms_.assign(1, {0, 0, shape_.width, shape_.height});
        while (!rooms_.empty()) {
            const Room room = rooms_.back();
            rooms_.pop_back();
            throttle.poll(done);
            if (std::min(room.width, room.height) == 1) {
                done += room.width * room.height;
            } else if (std::max(room.width, room.height) <= SmallRoom::most) {
                SmallRoom small(room.width, room.height);
                bits = small.divide(bits);
                close(room, small, rows);
                done += room.width * room.height;
            } else if (bits.below(room.width + room.height) < room.width) {
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

    // Closes the passages that a small room has lost.
    void close(const Room &room, const SmallRoom &small, std::uint8_t *rows) const {
        std::uint8_t *byte = rows + room.y * shape_.row_bytes() + room.x / 8;
        const bool has_more = room.x % 8 + room.width > 8; // than one byte a row
        for (std::uint64_t y = 0; y < room.height; ++y) {
            for (const std::uint64_t closed : small.closed()) {
                const std::uint64_t bits = (closed >> 8 * y & 0xFF) << room.x % 8;
                byte[0] &= static_cast<std::uint8_t>(~bits);
                if (has_more) {
                    byte[1] &= static_cast<std::uint8_t>(~bits >> 8);
                }
                byte += shape_.stride();
            }
        }
    }

    Shape shape_;
    std::vector<Room> rooms_; // those not yet looked at, the next one last
};

} // namespace labirinto

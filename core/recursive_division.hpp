// Recursive division: a room is divided by a straight wall with one gap, and so are both parts,
// until each room is one cell wide or high.  Not uniform.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// A room of at most 64 cells, when its rows are filled up to a power of two: its passages are a
// word in each direction.
//
// Most walls stand in small rooms.  No processor can foresee how these are divided, so all is
// computed without a branch on a random bit.
class SmallRoom {
  public:
    static bool fits(std::uint64_t width, std::uint64_t height) {
        return std::max(width, height) <= longest && std::bit_ceil(width) * height <= 64;
    }

    SmallRoom(std::uint64_t width, std::uint64_t height)
        : pitch_(static_cast<unsigned>(std::bit_width(width - 1))) {
        rooms_[0] = static_cast<std::uint32_t>(width << 16 | height << 24);
    }

    // Of a row the passages closed: those that lead east, and those that lead south.
    std::array<std::uint64_t, 2> closed(std::uint64_t y) const {
        const std::uint64_t row = low_bits(1ULL << pitch_);
        return {closed_[0] >> (y << pitch_) & row, closed_[1] >> (y << pitch_) & row};
    }

    void divide(BitsAhead &bits) {
        // Of walls that are vertical, and horizontal: the distance of their bits, as a logarithm,
        // and all bits at that distance.
        const std::array<unsigned, 2> steps{pitch_, 0};
        const std::array<std::uint64_t, 2> lines{~0ULL / low_bits(1ULL << pitch_), ~0ULL};
        for (unsigned count = 1; count > 0;) {
            const std::uint32_t room = rooms_[--count];
            const unsigned width = room >> 16 & 0xFF;
            const unsigned height = room >> 24;
            unsigned horizontal = 0;
            unsigned divided = 0; // what the wall divides: the width or the height
            unsigned first = 0;   // the part of it that is the upper or left room
            unsigned gap = 0;
            const auto draw = [&](auto &numbers) {
                horizontal = numbers.below(width + height) >= width;
                divided = room >> (16 + 8 * horizontal) & 0xFF;
                first = 1 + static_cast<unsigned>(numbers.below(divided - 1));
                gap = static_cast<unsigned>(numbers.below(width + height - divided));
            };
            FewNumbers numbers(bits);
            draw(numbers);
            numbers.are_drawn() ? bits.skip(numbers.taken()) : draw(bits);
            const unsigned step = steps[horizontal];
            const unsigned place = ((room >> 8 & 0xFF) << pitch_) + (room & 0xFF) +
                                   ((first - 1) << steps[1 - horizontal]);
            const std::uint64_t wall =
                lines[horizontal] & ~0ULL >> (64 - ((width + height - divided) << step));
            closed_[horizontal] |= (wall ^ 1ULL << (gap << step)) << place;
            const std::uint32_t cut = first << 8 * horizontal;
            push(room + cut - (cut << 16), count);
            push(room - ((divided - first) << (16 + 8 * horizontal)), count);
        }
    }

  private:
    static constexpr std::uint64_t longest = 32; // cells along a side

    // A few numbers that are drawn, as by BitsAhead, from one look at the bits; each is tried three
    // times.
    class FewNumbers {
      public:
        explicit FewNumbers(const BitsAhead &bits) : bits_(bits.peek(BitsAhead::most)) {}

        unsigned below(unsigned count) {
            const unsigned width = widths[count];
            const std::uint64_t mask = (1ULL << width) - 1;
            const std::uint64_t one = bits_ & mask;
            const std::uint64_t two = bits_ >> width & mask;
            const std::uint64_t three = bits_ >> 2 * width & mask;
            const std::uint64_t not_one = 0 - std::uint64_t{one >= count};
            const std::uint64_t not_two = not_one & (0 - std::uint64_t{two >= count});
            const std::uint64_t drawn = one ^ ((one ^ two) & not_one) ^ ((two ^ three) & not_two);
            const std::uint64_t taken = width + (width & not_one) + (width & not_two);
            bits_ >>= taken;
            taken_ += taken;
            are_drawn_ &= drawn < count;
            return static_cast<unsigned>(drawn);
        }

        bool are_drawn() const { return are_drawn_; }
        std::uint64_t taken() const { return taken_; } // bits

      private:
        static constexpr auto widths = [] {
            std::array<std::uint8_t, 2 * longest + 1> all{};
            for (unsigned count = 1; count < all.size(); ++count) {
                all[count] = static_cast<std::uint8_t>(std::bit_width(count - 1));
            }
            return all;
        }();

        std::uint64_t bits_;
        std::uint64_t taken_ = 0;
        bool are_drawn_ = true;
    };

    void push(std::uint32_t room, unsigned &count) {
        rooms_[count] = room;
        const bool is_wide = (room >> 17 & 0x7F) != 0;
        const bool is_high = room >> 25 != 0;
        count += unsigned{is_wide} & unsigned{is_high};
    }

    unsigned pitch_; // the logarithm of the bits of a row
    // x, y, width and height of those not yet divided, a byte each; the next one last.
    std::array<std::uint32_t, 2 * longest> rooms_;
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
            } else if (SmallRoom::fits(room.width, room.height)) {
                SmallRoom small(room.width, room.height);
                small.divide(bits);
                close(room, small, rows);
                done += room.width * room.height;
            } else if (bits.below(room.width + room.height) < room.width) {
                const std::uint64_t left = 1 + bits.below(room.width - 1);
                close_east(room, room.x + left - 1, bits.below(room.height), rows);
                rooms_.push_back({room.x + left, room.y, room.width - left, room.height});
                rooms_.push_back({room.x, room.y, left, room.height});
            } else {
                const std::uint64_t upper = 1 + bits.below(room.height - 1);
                close_south(room, room.y + upper - 1, bits.below(room.width), rows);
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

    static void open(std::uint8_t *plane, std::uint64_t x) {
        plane[x / 8] |= static_cast<std::uint8_t>(1U << x % 8);
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
        open(plane + gap * shape_.row_bytes(), x);
    }

    // Closes the passages south of a row of the room, all but one.
    void close_south(const Room &room, std::uint64_t y, std::uint64_t gap,
                     std::uint8_t *rows) const {
        std::uint8_t *const plane = rows + y * shape_.row_bytes() + shape_.stride();
        set_bits(plane, room.x, room.x + room.width, false);
        open(plane, room.x + gap);
    }

    // Closes the passages that a small room has lost.
    void close(const Room &room, const SmallRoom &small, std::uint8_t *rows) const {
        const std::uint64_t bytes = (room.x % 8 + room.width + 7) / 8;
        std::uint8_t *plane = rows + room.y * shape_.row_bytes() + room.x / 8;
        for (std::uint64_t y = 0; y < room.height; ++y) {
            for (const std::uint64_t closed : small.closed(y)) {
                for (std::uint64_t k = 0; k < bytes; ++k) {
                    plane[k] &= static_cast<std::uint8_t>(~(closed << room.x % 8 >> 8 * k));
                }
                plane += shape_.stride();
            }
        }
    }

    Shape shape_;
    std::vector<Room> rooms_; // those not yet looked at, the next one last
};

} // namespace labirinto

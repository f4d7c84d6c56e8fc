// A mask: which cells of a rectangle belong to the grid.  One bit a cell, packed like a plane of a
// maze: rows are whole bytes, low end first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bit_array.hpp"
#include "planes.hpp"

namespace labirinto {

class Mask {
  public:
    Mask(const std::uint8_t *bits, Shape shape) : bits_(bits), shape_(shape) {}

    const Shape &shape() const { return shape_; }
    const std::uint8_t *row(std::uint64_t y) const { return bits_ + y * shape_.stride(); }

    bool has(std::uint64_t x, std::uint64_t y) const { return has_bit(row(y), x); }

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
            count += cells_before(shape_.width, y);
        }
        return count;
    }

    // Where the cell with this number is kept in a rectangle, both counted in reading order.
    std::uint64_t place_of(std::uint64_t cell) const {
        const std::uint64_t width = shape_.width;
        std::uint64_t y = 0;
        for (std::uint64_t count = cells_before(width, y); cell >= count;
             count = cells_before(width, ++y)) {
            cell -= count;
        }
        return place_in(y, cell);
    }

    // The same for the number of a cell in its row.
    std::uint64_t place_in(std::uint64_t y, std::uint64_t cell) const {
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

    // The number of cells in a row that lie west of x.
    std::uint64_t cells_before(std::uint64_t x, std::uint64_t y) const {
        std::uint64_t count = count_bits(word(x / 64, y) & low_bits(x % 64));
        for (std::uint64_t index = 0; index < x / 64; ++index) {
            count += count_bits(word(index, y));
        }
        return count;
    }

  private:
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

} // namespace labirinto

// The bytes of a maze: for every row a plane of bits "passage east", then one "passage south".
//
// Bits are packed low end first, rows are whole bytes, and every bit that cannot be a passage
// (east of the last column, south of the last row, padding) is 0.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bit_array.hpp"

namespace labirinto {

static_assert(std::endian::native == std::endian::little, "rows are read as little-endian words");

struct Shape {
    std::uint64_t width;
    std::uint64_t height;

    constexpr std::uint64_t stride() const { return (width + 7) / 8; } // bytes of one plane's row
    constexpr std::uint64_t row_bytes() const { return 2 * stride(); }
    constexpr std::uint64_t bytes() const { return height * row_bytes(); }
    constexpr std::uint64_t cells() const { return width * height; }
    constexpr std::uint64_t words() const { return (width + 63) / 64; } // of one plane's row
};

enum Direction : unsigned { east = 0, south = 1, west = 2, north = 3 };

constexpr unsigned opposite(unsigned direction) { return direction ^ 2; }

// From a place to its neighbours, by direction, where so many places are in a row.
using Steps = std::array<std::ptrdiff_t, 4>;

constexpr Steps steps_in_rows(std::uint64_t stride) {
    return {1, static_cast<std::ptrdiff_t>(stride), -1, -static_cast<std::ptrdiff_t>(stride)};
}

struct Cell {
    std::uint64_t x, y;

    bool operator==(const Cell &) const = default;
};

constexpr Cell neighbour(Cell cell, unsigned direction) {
    constexpr std::uint64_t dx[4] = {1, 0, ~0ULL, 0};
    constexpr std::uint64_t dy[4] = {0, 1, 0, ~0ULL};
    return {cell.x + dx[direction], cell.y + dy[direction]};
}

// Bits 64*word .. of one plane's row; bits beyond the row are 0.
inline std::uint64_t load_word(const std::uint8_t *plane, std::uint64_t stride,
                               std::uint64_t word) {
    const std::uint64_t left = stride - 8 * word;
    std::uint64_t value = 0;
    if (left >= 8) { // a copy of known length is one instruction
        std::memcpy(&value, plane + 8 * word, 8);
    } else { // a copy of unknown length is a call, and stalls the load that follows it
        for (std::uint64_t byte = 0; byte < left; ++byte) {
            value |= static_cast<std::uint64_t>(plane[8 * word + byte]) << 8 * byte;
        }
    }
    return value;
}

inline void store_word(std::uint8_t *plane, std::uint64_t stride, std::uint64_t word,
                       std::uint64_t value) {
    const std::uint64_t left = stride - 8 * word;
    if (left >= 8) {
        std::memcpy(plane + 8 * word, &value, 8);
    } else {
        for (std::uint64_t byte = 0; byte < left; ++byte) {
            plane[8 * word + byte] = static_cast<std::uint8_t>(value >> 8 * byte);
        }
    }
}

// The lowest `count` bits set, for any count.
constexpr std::uint64_t low_bits(std::uint64_t count) {
    return count >= 64 ? ~0ULL : (1ULL << count) - 1;
}

inline std::uint64_t count_bits(std::uint64_t bits) {
    return static_cast<std::uint64_t>(std::popcount(bits));
}

// A maze to read.
class Planes {
  public:
    Planes(const std::uint8_t *data, Shape shape)
        : data_(data), shape_(shape), stride_(shape.stride()) {}

    const Shape &shape() const { return shape_; }
    const std::uint8_t *east_row(std::uint64_t y) const { return data_ + y * 2 * stride_; }
    const std::uint8_t *south_row(std::uint64_t y) const { return east_row(y) + stride_; }

    bool opens_east(std::uint64_t x, std::uint64_t y) const { return has_bit(east_row(y), x); }
    bool opens_south(std::uint64_t x, std::uint64_t y) const { return has_bit(south_row(y), x); }

    // Passages out of a cell, bit d for direction d.
    unsigned exits(std::uint64_t x, std::uint64_t y) const {
        const std::uint8_t *row = east_row(y);
        unsigned mask = bit(row, x) | bit(row + stride_, x) << south;
        if (x > 0) {
            mask |= bit(row, x - 1) << west;
        }
        if (y > 0) {
            mask |= bit(row - stride_, x) << north;
        }
        return mask;
    }

  private:
    static unsigned bit(const std::uint8_t *plane, std::uint64_t x) {
        return (plane[x >> 3] >> (x & 7)) & 1U;
    }

    const std::uint8_t *data_;
    Shape shape_;
    std::uint64_t stride_;
};

// Whether a bit is set east of the last column, or in the padding behind it.
inline bool has_bits_beyond(const Planes &maze) {
    const Shape &shape = maze.shape();
    const std::uint64_t last = shape.words() - 1;
    std::uint64_t stray = 0;
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        stray |= load_word(maze.east_row(y), shape.stride(), last) &
                 ~low_bits(shape.width - 1 - 64 * last);
        stray |=
            load_word(maze.south_row(y), shape.stride(), last) & ~low_bits(shape.width - 64 * last);
    }
    return stray != 0;
}

// Whether a passage leads south of the last row.
inline bool leads_on(const Planes &maze) {
    const Shape &shape = maze.shape();
    const std::uint8_t *const south_plane = maze.south_row(shape.height - 1);
    return std::any_of(south_plane, south_plane + shape.stride(),
                       [](std::uint8_t byte) { return byte != 0; });
}

// Whether a bit is set that cannot be a passage.
inline bool has_stray_bits(const Planes &maze) { return has_bits_beyond(maze) || leads_on(maze); }

// Bit k of the result for byte k of `bytes`, each 0 or 1.
constexpr std::uint64_t gather_bits(std::uint64_t bytes) {
    return (bytes * 0x0102040810204080ULL) >> 56;
}

// For up to 64 places in a row that each hold an arrow (its direction in the two low bits of a
// byte): a word of bits for each direction.
struct ArrowWords {
    std::uint64_t towards[4];

    static ArrowWords read(const std::uint8_t *places, std::uint64_t count) {
        return read(places, count, low_bits(count));
    }

    // Those of the places whose bits are set.
    static ArrowWords read(const std::uint8_t *places, std::uint64_t count, std::uint64_t chosen) {
        constexpr std::uint64_t ones = 0x0101010101010101ULL;
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        const auto gather = [&](std::uint64_t at, std::uint64_t size) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, places + at, size);
            low |= gather_bits(bytes & ones) << at;
            high |= gather_bits((bytes >> 1) & ones) << at;
        };
        std::uint64_t at = 0;
        for (; at + 8 <= count; at += 8) {
            gather(at, 8); // a copy of known length is one instruction
        }
        if (at < count) {
            gather(at, count - at);
        }
        return {{~low & ~high & chosen, low & ~high & chosen, ~low & high & chosen,
                 low & high & chosen}};
    }
};

// Writes the passages of a row of cells between two lines of corners, each a byte with an arrow in
// its two low bits; byte x of a line is the corner to the left of cell x, from x = 1.  Null stands
// for the frame.
inline void write_passages(std::uint64_t width, const std::uint8_t *top, const std::uint8_t *bottom,
                           std::uint8_t *row) {
    const Shape shape{width, 1};
    const std::uint64_t stride = shape.stride();
    for (std::uint64_t word = 0; word < shape.words(); ++word) {
        // On both lines, cell x has corner x to its left and corner x + 1 to its right.
        const std::uint64_t x = 64 * word;
        const std::uint64_t cells = std::min<std::uint64_t>(64, width - x);
        const std::uint64_t corners = std::min<std::uint64_t>(64, width - x - 1);
        std::uint64_t vertical = 0;
        std::uint64_t horizontal = ~0ULL;
        if (top != nullptr) {
            vertical |= ArrowWords::read(top + x + 1, corners).towards[south];
        }
        if (bottom != nullptr) {
            const ArrowWords right = ArrowWords::read(bottom + x + 1, corners);
            vertical |= right.towards[north];
            horizontal = right.towards[west] | right.towards[east] << 1;
            horizontal |= x > 0 && (bottom[x] & 3) == east;
        }
        store_word(row, stride, word, ~vertical & low_bits(corners));
        store_word(row + stride, stride, word, ~horizontal & low_bits(cells));
    }
}

} // namespace labirinto

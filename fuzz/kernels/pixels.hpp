// Rows of pixels from a picture: filters undone, and colours looked for.
#pragma once

#include "../../core/pixel_rows.hpp"
#include "target.hpp"

namespace fuzz {

// The specification's own words for the five filters (PNG, section 9), reversed.
inline std::vector<std::uint8_t> filtered(unsigned filter, const std::vector<std::uint8_t> &row,
                                          const std::vector<std::uint8_t> &above) {
    std::vector<std::uint8_t> result(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        const int a = i > 0 ? row[i - 1] : 0;
        const int b = above[i];
        const int c = i > 0 ? above[i - 1] : 0;
        const int p = a + b - c;
        const int pa = p > a ? p - a : a - p;
        const int pb = p > b ? p - b : b - p;
        const int pc = p > c ? p - c : c - p;
        const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
        const int guess = filter == 0   ? 0
                          : filter == 1 ? a
                          : filter == 2 ? b
                          : filter == 3 ? (a + b) / 2
                                        : paeth;
        result[i] = static_cast<std::uint8_t>(row[i] - guess);
    }
    return result;
}

inline void pixels(Input &input) {
    const unsigned filter = input.byte() % 5;
    const unsigned depth = 1U << input.byte() % 4;
    const std::uint64_t first = input.byte();
    const std::uint64_t step = 1 + input.byte() % 64;
    const unsigned colour = input.byte();
    const std::uint64_t size = 1 + input.left() / 2;
    const std::vector<std::uint8_t> coded = input.bytes(size);
    const std::vector<std::uint8_t> above = input.bytes(size);

    std::vector<std::uint8_t> row = coded;
    unfilter(filter, row.data(), above.data(), size);
    expect(filtered(filter, row, above) == coded, "a filter that is undone can be applied again");

    const std::uint64_t all = size * 8 / depth;
    const std::uint64_t count = first < all ? (all - first - 1) / step + 1 : 0;
    std::vector<std::uint8_t> bits((count + 7) / 8);
    sample(row.data(), depth, first, step, count, colour, bits.data());
    for (std::uint64_t i = 0; i < 8 * bits.size(); ++i) {
        unsigned pixel = 256;
        if (i < count) {
            pixel = 0;
            for (unsigned bit = 0; bit < depth; ++bit) {
                const std::uint64_t at = (first + i * step) * depth + bit;
                pixel = 2 * pixel + (row[at / 8] >> (7 - at % 8) & 1U);
            }
        }
        expect((bits[i / 8] >> i % 8 & 1) == (pixel == colour), "a bit for each pixel's colour");
    }
}

} // namespace fuzz

// Rows of pixels as PNG has them, read back.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace labirinto {

// Undoes PNG's filter of one row, in place (PNG specification, section 9), a byte a pixel at most.
inline void unfilter(unsigned filter, std::uint8_t *row, const std::uint8_t *above,
                     std::uint64_t count) {
    const auto paeth = [](int left, int up, int corner) {
        const int to_left = std::abs(up - corner);
        const int to_up = std::abs(left - corner);
        const int to_corner = std::abs(left + up - 2 * corner);
        if (to_left <= to_up && to_left <= to_corner) {
            return left;
        }
        return to_up <= to_corner ? up : corner;
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const int left = i == 0 ? 0 : row[i - 1];
        const int up = above[i];
        const int corner = i == 0 ? 0 : above[i - 1];
        const int guesses[5] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        row[i] = static_cast<std::uint8_t>(row[i] + guesses[filter]);
    }
}

// For pixels `first`, `first + step` ...: a bit each, whether they have the given colour number.
inline void sample(const std::uint8_t *row, unsigned depth, std::uint64_t first, std::uint64_t step,
                   std::uint64_t count, unsigned colour, std::uint8_t *bits) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = (first + i * step) * depth;
        const unsigned pixel = row[at / 8] >> (8 - depth - at % 8) & ((1U << depth) - 1);
        bits[i / 8] |= static_cast<std::uint8_t>((pixel == colour ? 1U : 0U) << i % 8);
    }
}

} // namespace labirinto

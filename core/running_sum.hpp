// A sum that detects damage to a file as it grows, at a fraction of the cost of a CRC.
#pragma once

#include <cstdint>
#include <cstring>

namespace labirinto {

// Adds bytes that begin at a position of the file to the sum of those before them.
//
// The sum is of each eight bytes, as a number, times an odd number that depends on their place.  So
// it does not depend on the pieces in which the bytes arrive, and a single one that changes, or
// zeros in place of others, show.
inline std::uint64_t running_sum(const std::uint8_t *bytes, std::uint64_t count,
                                 std::uint64_t position, std::uint64_t sum) {
    constexpr std::uint64_t step = 0x9E3779B97F4A7C15ULL;
    constexpr auto factor = [](std::uint64_t spread) { return (spread ^ spread >> 32) | 1; };
    const auto add_bytes = [&](std::uint64_t most) {
        for (; count != 0 && most != 0; ++bytes, ++position, --count, --most) {
            sum += (std::uint64_t{*bytes} << 8 * (position % 8)) * factor(position / 8 * step);
        }
    };
    add_bytes(-position % 8);
    std::uint64_t spread = position / 8 * step;
    const std::uint64_t words = count / 8;
    for (std::uint64_t word = 0; word < words; ++word) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes + 8 * word, 8);
        sum += value * factor(spread);
        spread += step;
    }
    bytes += 8 * words;
    position += 8 * words;
    count -= 8 * words;
    add_bytes(7);
    return sum;
}

} // namespace labirinto

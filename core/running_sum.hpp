// A sum that detects damage to a file as it grows, at a fraction of the cost of a CRC.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "random.hpp"

namespace labirinto {

// Adds bytes that begin at a position of the file to the sum of those before them.
//
// The sum is of each four bytes, as a number, times a key for its place in a block of 128 bytes,
// times a factor for the block.  Keys and factors are odd, so a change within four bytes always
// shows.  It does not depend on the pieces in which the bytes arrive, since it adds up their parts.
// Compilers turn the products of 32 bits into four lanes or more.
inline std::uint64_t running_sum(const std::uint8_t *bytes, std::uint64_t count,
                                 std::uint64_t position, std::uint64_t sum) {
    constexpr std::uint64_t block_bytes = 128;
    constexpr std::uint64_t numbers = block_bytes / 4;
    static constexpr auto keys = [] {
        std::array<std::uint32_t, numbers> odd{};
        for (std::uint64_t i = 0; i < numbers; ++i) {
            odd[i] = static_cast<std::uint32_t>(SplitMix64(i).next()) | 1;
        }
        return odd;
    }();
    constexpr auto factor = [](std::uint64_t block) { return SplitMix64(block).next() | 1; };
    const auto add_bytes = [&](std::uint64_t most) {
        for (; count != 0 && most != 0; ++bytes, ++position, --count, --most) {
            const std::uint64_t number = std::uint64_t{*bytes} << 8 * (position % 4);
            sum += number * keys[position / 4 % numbers] * factor(position / block_bytes);
        }
    };
    add_bytes(-position % block_bytes);
    for (; count >= block_bytes; bytes += block_bytes, position += block_bytes) {
        std::uint64_t of_block = 0;
        for (std::uint64_t i = 0; i < numbers; ++i) {
            std::uint32_t number = 0;
            std::memcpy(&number, bytes + 4 * i, 4);
            of_block += std::uint64_t{number} * keys[i];
        }
        sum += of_block * factor(position / block_bytes);
        count -= block_bytes;
    }
    add_bytes(block_bytes - 1);
    return sum;
}

} // namespace labirinto

// A walk and nothing else: the lower bound that the benchmarks compare the algorithms with.
#pragma once

#include <cstdint>

#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// Walks at random within the bounds; returns the cell where the walk ends.
inline std::uint64_t bare_walk(Shape shape, std::uint64_t seed, std::uint64_t steps) {
    constexpr std::uint64_t dx[4] = {1, 0, ~0ULL, 0};
    constexpr std::uint64_t dy[4] = {0, 1, 0, ~0ULL};
    Bits bits(seed);
    std::uint64_t x = shape.width / 2;
    std::uint64_t y = shape.height / 2;
    for (std::uint64_t step = 0; step < steps; ++step) {
        const unsigned direction = bits.direction();
        const std::uint64_t next_x = x + dx[direction];
        const std::uint64_t next_y = y + dy[direction];
        if (next_x < shape.width && next_y < shape.height) {
            x = next_x;
            y = next_y;
        }
    }
    return y * shape.width + x;
}

} // namespace labirinto

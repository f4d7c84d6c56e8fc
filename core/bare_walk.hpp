// A walk and nothing else: the lower bound that the benchmarks compare the algorithms with.
#pragma once

#include <cstdint>

#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// Walks at random within the bounds; returns the cell where the walk ends.
inline std::uint64_t bare_walk(Shape shape, std::uint64_t seed, std::uint64_t steps) {
    Bits bits(seed);
    Cell here{shape.width / 2, shape.height / 2};
    for (std::uint64_t step = 0; step < steps; ++step) {
        const Cell next = neighbour(here, bits.direction());
        if (next.x < shape.width && next.y < shape.height) {
            here = next;
        }
    }
    return here.y * shape.width + here.x;
}

} // namespace labirinto

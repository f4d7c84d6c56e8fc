// Points with whole coordinates, about which questions are answered without rounding.
#pragma once

#include <cstdint>

namespace labirinto {

struct LatticePoint {
    std::int32_t x, y;

    bool operator==(const LatticePoint &) const = default;
};

// Twice the area of a triangle, above 0 if c lies to the right of the line from a to b, where y
// points down.  Coordinates must differ by less than 2^30.
inline std::int64_t turn(LatticePoint a, LatticePoint b, LatticePoint c) {
    return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) -
           (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

} // namespace labirinto

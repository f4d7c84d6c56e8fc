// What is drawn over the floors of a picture's cells: a path, and marks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "planes.hpp"

namespace labirinto {

// The palette: the meaning of a pixel's number.
enum Colour : std::uint8_t { floor_colour = 0, wall_colour, line_colour, start_colour, end_colour };

// What is drawn over the floor of one cell.
struct Overlay {
    std::uint64_t x, y;
    std::uint8_t exits; // where the solution leaves the cell, bit d for direction d
    std::uint8_t mark;  // start_colour, end_colour or 0
};

// What a path draws over its cells.  `enters` and `leaves` are the directions of the openings that
// it begins and ends in, or 4 for none.
inline std::vector<Overlay> path_overlays(Cell start, const std::uint8_t *directions,
                                          std::uint64_t length, unsigned enters, unsigned leaves) {
    if (enters > 4 || leaves > 4 ||
        std::any_of(directions, directions + length, [](std::uint8_t d) { return d > 3; })) {
        throw std::invalid_argument("a path goes in no direction");
    }
    std::vector<Overlay> overlays;
    overlays.reserve(length + 1);
    Cell here = start;
    unsigned back = enters;
    for (std::uint64_t i = 0; i <= length; ++i) {
        const unsigned ahead = i < length ? directions[i] : leaves;
        const unsigned exits = ((1U << back) | (1U << ahead)) & 15;
        overlays.push_back({here.x, here.y, static_cast<std::uint8_t>(exits), 0});
        if (i < length) {
            here = neighbour(here, ahead);
            back = opposite(ahead);
        }
    }
    return overlays;
}

} // namespace labirinto

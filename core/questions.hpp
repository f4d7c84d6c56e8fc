// What is asked about mazes of both kinds of grid, SquaresMaze and MeshMaze, in the same way.
//
// A cell is a number below `places()`: in a mesh its own, in a rectangle y * width + x, whether a
// mask leaves the cell out or not.  `Among` says which cells may be ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"

namespace labirinto {

using Place = std::uint64_t;

struct FarPlace {
    Place place;
    std::uint64_t steps;
};

// A path as Python keeps it.
struct Route {
    std::uint64_t steps;
    std::vector<std::uint8_t> packed;
};

// What a maze consists of; only squares have directions.
struct Counts {
    std::optional<std::uint64_t> east_passages, south_passages, straights;
    std::vector<std::uint64_t> by_exits; // cells with 0, 1, 2 ... passages
    // Corridors from one cell without exactly 2 passages to the next such cell: steps, and number.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> corridors;
};

// The farthest of some places, by the steps to all of them; of several, the first.
template <class Places>
FarPlace farthest_of(const std::vector<std::int32_t> &steps, const Places &places) {
    FarPlace best{places.empty() ? 0 : places[0], 0};
    for (const auto place : places) {
        if (steps[place] < 0) {
            throw std::invalid_argument("no path joins all cells");
        }
        const auto distance = static_cast<std::uint64_t>(steps[place]);
        if (distance > best.steps) {
            best = {place, distance};
        }
    }
    return best;
}

// The two places that are farthest apart in a perfect maze, in reading order: the one farthest from
// any cell, and the one farthest from there.
template <class Maze>
std::pair<Place, Place> farthest_apart(const Maze &maze, Place any,
                                       const typename Maze::Among &among, Control &control) {
    const Place one = maze.farthest(any, among, true, control).place;
    const Place other = maze.farthest(one, among, true, control).place;
    return std::minmax(one, other);
}

} // namespace labirinto

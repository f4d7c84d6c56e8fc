// Paths through any maze, and distances in it: these searches mark every cell that they reach, so
// that loops do not mislead them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "search.hpp"

namespace labirinto {

// A breadth-first search of any maze, level by level, from `start`, which counts as reached.
// `reach(cell, direction)` marks a cell and returns whether it was not marked before; `stop()` ends
// the search before its next level.  Returns the number of cells reached.
template <class Reach, class Stop>
std::uint64_t search_levels(const Planes &maze, Cell start, Control &control, Reach reach,
                            Stop stop) {
    std::vector<Cell> level{start};
    std::vector<Cell> next;
    level.reserve(64);
    next.reserve(64);
    PollThrottle throttle(control, 1 << 16, maze.shape().cells());
    std::uint64_t seen = 0;
    while (!level.empty() && !stop()) {
        next.clear();
        for (const Cell here : level) {
            throttle.poll(++seen);
            const unsigned exits = maze.exits(here.x, here.y);
            for (unsigned direction = 0; direction < 4; ++direction) {
                const Cell there = neighbour(here, direction);
                if ((exits >> direction & 1) && reach(there, direction)) {
                    next.push_back(there);
                }
            }
        }
        std::swap(level, next);
    }
    return seen;
}

// The directions of a shortest path in any maze, if there is a path.  A byte a cell.
inline std::optional<std::vector<std::uint8_t>> shortest_path(const Planes &maze, Cell start,
                                                              Cell end, Control &control) {
    const std::uint64_t width = maze.shape().width;
    constexpr std::uint8_t unseen = 4;
    std::vector<std::uint8_t> came_by(maze.shape().cells(), unseen);
    const auto at = [&](Cell cell) -> std::uint8_t & { return came_by[cell.y * width + cell.x]; };
    at(start) = 5;
    const auto reach = [&](Cell cell, unsigned direction) {
        const bool is_new = at(cell) == unseen;
        if (is_new) {
            at(cell) = static_cast<std::uint8_t>(direction);
        }
        return is_new;
    };
    search_levels(maze, start, control, reach, [&] { return at(end) != unseen; });
    if (at(end) == unseen) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> path;
    for (Cell here = end; here != start;) {
        const std::uint8_t direction = at(here);
        path.push_back(direction);
        here = neighbour(here, opposite(direction));
    }
    return std::vector<std::uint8_t>(path.rbegin(), path.rend());
}

// The steps from `start` to every cell of any maze of up to 2^31 - 1 cells, -1 where no path leads.
// Returns the number of cells reached.
inline std::uint64_t distances(const Planes &maze, Cell start, std::int32_t *out,
                               Control &control) {
    const std::uint64_t width = maze.shape().width;
    std::fill_n(out, maze.shape().cells(), -1);
    out[start.y * width + start.x] = 0;
    std::int32_t steps = 0;
    const auto reach = [&](Cell cell, unsigned) {
        std::int32_t &distance = out[cell.y * width + cell.x];
        const bool is_new = distance < 0;
        if (is_new) {
            distance = steps;
        }
        return is_new;
    };
    return search_levels(maze, start, control, reach, [&] {
        ++steps;
        return false;
    });
}

// The two ends that are farthest apart in a connected maze of so many cells, with loops; of
// several pairs the one whose first cell, and then whose second cell, comes first in reading order.
// Gives up after searches of `most_visits` cells together.
//
// The distances from one cell bound those from all others by the triangle inequality.  A search
// from a cell that may have the largest, and one from a cell that may have the smallest, in turn,
// leave few cells whose bounds allow a longer distance than the longest found (F. W. Takes and
// W. A. Kosters, Algorithms 6 (2013), pp. 100-118).
template <class Maze, class Places>
std::optional<std::pair<std::uint64_t, std::uint64_t>>
farthest_pair_of(const Maze &maze, const Places &ends, std::uint64_t cells,
                 std::uint64_t most_visits, Control &control) {
    struct Candidate {
        std::uint32_t place;
        std::uint32_t least = 0;  // bounds of the distance to
        std::uint32_t most = ~0U; // the farthest other candidate
        bool searched = false;
    };
    std::vector<Candidate> candidates;
    for (const auto place : ends) {
        candidates.push_back({static_cast<std::uint32_t>(place)});
    }
    std::vector<std::int32_t> steps(maze.places());
    std::uint32_t longest = 0;
    std::uint32_t first = ~0U;
    std::uint32_t second = ~0U;
    for (std::uint64_t searches = 1;; ++searches) {
        Candidate *chosen = nullptr;
        for (Candidate &one : candidates) {
            if (one.searched || one.most < longest || (one.most == longest && one.place > first)) {
                continue;
            }
            if (!chosen || (searches % 2 ? one.most > chosen->most : one.least < chosen->least)) {
                chosen = &one;
            }
        }
        if (!chosen) {
            return std::pair(std::uint64_t{first}, std::uint64_t{second});
        }
        if (searches * cells > most_visits) {
            return std::nullopt;
        }
        if (maze.distances(chosen->place, steps.data(), control) < cells) {
            throw std::invalid_argument("the maze is not connected");
        }
        chosen->searched = true;
        std::uint32_t farthest = chosen->place;
        for (const Candidate &one : candidates) {
            farthest = steps[one.place] > steps[farthest] ? one.place : farthest;
        }
        const auto radius = static_cast<std::uint32_t>(steps[farthest]);
        if (radius > longest || (radius == longest && chosen->place < first)) {
            longest = radius;
            first = chosen->place;
            second = farthest;
        }
        for (Candidate &one : candidates) {
            const auto distance = static_cast<std::uint32_t>(steps[one.place]);
            one.least = std::max({one.least, distance, radius - std::min(radius, distance)});
            one.most = std::min(one.most, distance + radius);
        }
    }
}

} // namespace labirinto

// Paths through a maze that need not be perfect.
#pragma once

#include <bit>
#include <stdexcept>

#include "../../core/census.hpp"
#include "../../core/search.hpp"
#include "../../core/search_loops.hpp"
#include "target.hpp"

namespace fuzz {

inline void check_farthest(const Maze &maze, Cell start, bool border,
                           const std::vector<std::uint64_t> &distances) {
    std::uint64_t best = maze.index(start);
    std::uint64_t longest = 0;
    for (std::uint64_t i = maze.shape.cells(); i-- > 0;) {
        const Cell cell{i % maze.shape.width, i / maze.shape.width};
        const bool at_border = cell.x == 0 || cell.y == 0 || cell.x + 1 == maze.shape.width ||
                               cell.y + 1 == maze.shape.height;
        if ((at_border || !border) && distances[i] >= longest) {
            best = i;
            longest = distances[i];
        }
    }
    Control control;
    const Far far = farthest(maze.planes(), start, border, control);
    expect(far.distance == longest, "the farthest cell is as far as any");
    expect(longest == 0 || maze.index(far.cell) == best, "of several it is the first");
}

inline void check_census(const Maze &maze) {
    Control control;
    const Census census = take_census(maze.planes(), control);
    std::uint64_t by_exits[5] = {};
    std::uint64_t exits = 0;
    for (std::uint64_t i = 0; i < maze.shape.cells(); ++i) {
        unsigned count = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            count += maze.can_step({i % maze.shape.width, i / maze.shape.width}, direction);
        }
        ++by_exits[count];
        exits += count;
    }
    expect(std::equal(by_exits, by_exits + 5, census.by_exits), "cells are counted by exits");
    expect(2 * (census.east_passages + census.south_passages) == exits, "passages are counted");
    std::uint64_t corridors = 0;
    for (const auto &[length, number] : census.corridors) {
        corridors += number;
    }
    expect(2 * corridors == by_exits[1] + 3 * by_exits[3] + 4 * by_exits[4],
           "every exit of a junction is an end of a corridor");
}

inline void paths(Input &input) {
    const std::vector<std::uint8_t> places = input.bytes(4);
    const Maze maze = read_maze(input);
    Input source(places.data(), places.size());
    const Cell start = source.cell(maze.shape);
    const Cell end = source.cell(maze.shape);
    Control control;
    const bool perfect = is_tree(maze);
    expect(is_perfect(maze.planes(), {0, 0}, maze.shape.cells(), control) == perfect,
           "perfect mazes are trees");

    const std::vector<std::uint64_t> distances = distances_from(maze, start);
    const auto shortest = shortest_path(maze.planes(), start, end, control);
    const std::uint64_t distance = distances[maze.index(end)];
    expect(shortest.has_value() == (distance != unreached), "a path is found where there is one");
    if (shortest) {
        expect(shortest->size() == distance, "the shortest path is none longer");
        expect(leads_to(maze, start, end, *shortest), "the shortest path is a path");
    }
    check_census(maze);
    if (perfect) {
        expect(tree_path(maze.planes(), start, end, control) == *shortest,
               "a perfect maze has one path");
        check_farthest(maze, start, false, distances);
        check_farthest(maze, start, true, distances);
        return;
    }
    // These two are for perfect mazes; what they do with others is to come to an end.
    try {
        const auto path = tree_path(maze.planes(), start, end, control);
        expect(leads_to(maze, start, end, path), "a path found all the same is a path");
    } catch (const std::invalid_argument &) {
    }
    try {
        farthest(maze.planes(), start, false, control);
        farthest(maze.planes(), start, true, control);
    } catch (const std::invalid_argument &) {
    }
}

} // namespace fuzz

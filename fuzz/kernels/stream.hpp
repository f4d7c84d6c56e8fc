// The path in a maze that comes row by row, in pieces of any size, and need not be perfect.
#pragma once

#include <stdexcept>

#include "../../core/search.hpp"
#include "../../core/search_loops.hpp"
#include "../../core/stream_path.hpp"
#include "target.hpp"

namespace fuzz {

inline void stream(Input &input) {
    const std::uint64_t window = input.byte() % 8;
    const std::uint64_t piece = 1 + input.byte() % 16;
    const bool keeps_places = input.byte() % 8 == 0; // even outside the maze
    const std::uint64_t end_byte = input.byte();
    const std::uint64_t stray_byte = input.byte();
    const std::vector<std::uint8_t> places = input.bytes(4);
    Maze maze = read_maze(input);
    Input source(places.data(), places.size());
    Cell start{source.byte(), source.byte()};
    Cell end{source.byte(), source.byte()};
    if (!keeps_places) {
        start = {start.x % maze.shape.width, start.y % maze.shape.height};
        end = {end.x % maze.shape.width, end.y % maze.shape.height};
    }
    if (end_byte < 8) { // a passage south of the last row, or in the padding
        maze.rows[maze.rows.size() - 1 - stray_byte % maze.shape.stride()] |=
            static_cast<std::uint8_t>(1U << end_byte);
    }
    const bool is_inside = start.x < maze.shape.width && start.y < maze.shape.height &&
                           end.x < maze.shape.width && end.y < maze.shape.height;
    const bool solvable = is_inside && end_byte >= 8 && is_tree(maze);
    Control control;
    std::vector<std::uint8_t> moves;
    try {
        StreamPath solver(maze.shape.width, start, end, window);
        for (std::uint64_t y = 0; y < maze.shape.height; y += piece) {
            const std::uint64_t count = std::min(piece, maze.shape.height - y);
            solver.feed(maze.planes().east_row(y), count, control);
        }
        solver.finish(control);
        moves.resize(solver.steps());
        solver.write_moves(moves.data(), control);
    } catch (const std::invalid_argument &) {
        expect(!solvable || (start == end), "a perfect maze is solved");
        return;
    }
    if (start == end) {
        return; // callers do not ask for that
    }
    expect(solvable, "a maze that is not perfect is refused");
    expect(moves == *shortest_path(maze.planes(), start, end, control), "it is the one path");
}

} // namespace fuzz

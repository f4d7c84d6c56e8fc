// The algorithm of Aldous and Broder: one random walk; a cell joins the maze by the passage through
// which it is first entered (Broder 1989, Aldous 1990).
#pragma once

#include <cstdint>

#include "control.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// In a grid without arrows.
inline void aldous_broder_in(Grid &grid, std::uint64_t seed, std::uint8_t *rows, Control &control) {
    const Shape shape = grid.shape();
    const std::ptrdiff_t steps[4] = {grid.steps()[0], grid.steps()[1], grid.steps()[2],
                                     grid.steps()[3]};
    Bits bits(seed);
    PollThrottle throttle(control, 1 << 22, shape.cells());
    Grid::Place *const root = grid.cell(bits.below(shape.cells()));
    *root = Grid::in_maze;
    Grid::Place *place = root;
    std::uint64_t left = shape.cells() - 1;
    while (left > 0) {
        throttle.poll(shape.cells() - left);
        const unsigned direction = bits.direction();
        Grid::Place *const next = place + steps[direction];
        if (*next == Grid::outside) {
            continue;
        }
        place = next;
        if (*place < Grid::in_maze) {
            *place = static_cast<Grid::Place>(opposite(direction) | Grid::in_maze);
            --left;
        }
    }
    grid.write(root, rows);
}

inline void aldous_broder(Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
    Grid grid(shape);
    aldous_broder_in(grid, seed, rows, control);
}

} // namespace labirinto

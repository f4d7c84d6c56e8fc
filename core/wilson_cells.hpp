// Wilson's algorithm on the cells: loop-erased random walks (Wilson 1996).
//
// No list is needed to erase a loop.  Every cell keeps the direction last taken out of it; when a
// walk has arrived, following those directions from where it began leaves out all loops.
#pragma once

#include <cstdint>

#include "control.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// In a grid without arrows.
inline void wilson_cells_in(Grid &grid, std::uint64_t seed, std::uint8_t *rows, Control &control) {
    const Shape shape = grid.shape();
    const std::ptrdiff_t steps[4] = {grid.steps()[0], grid.steps()[1], grid.steps()[2],
                                     grid.steps()[3]};
    Bits bits(seed);
    PollThrottle throttle(control, 1 << 14, shape.height);
    Grid::Place *const root = grid.cell(bits.below(shape.cells()));
    *root = Grid::in_maze;
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        Grid::Place *const row = grid.row(y);
        for (Grid::Place *start = row; start < row + shape.width; ++start) {
            if (*start >= Grid::in_maze) {
                continue;
            }
            throttle.poll(y);
            Grid::Place *place = start;
            do {
                const unsigned direction = bits.direction();
                Grid::Place *const next = place + steps[direction];
                if (*next != Grid::outside) {
                    *place = static_cast<Grid::Place>(direction);
                    place = next;
                }
            } while (*place < Grid::in_maze);
            place = start;
            do {
                const unsigned direction = *place;
                *place = static_cast<Grid::Place>(direction | Grid::in_maze);
                place += steps[direction];
            } while (*place < Grid::in_maze);
        }
    }
    grid.write(root, rows);
}

inline void wilson_cells(Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
    Grid grid(shape);
    wilson_cells_in(grid, seed, rows, control);
}

} // namespace labirinto

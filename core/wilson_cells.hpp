// Wilson's algorithm on the cells: loop-erased random walks (Wilson 1996).
//
// Erasing loops needs no list.  Every cell keeps the direction in which it was last left; once a
// walk has arrived, following those directions from its start skips all loops.
#pragma once

#include <array>
#include <cstdint>

#include "control.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class WilsonCells {
  public:
    static constexpr const char *name = "wilson_cells";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = WilsonCells;

    explicit WilsonCells(Shape shape) : grid_(shape) {}
    explicit WilsonCells(const Mask &mask) : grid_(mask) {}

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        const Shape shape = grid_.shape();
        const Grid::Steps steps = grid_.steps();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 14, shape.height);
        Grid::Place *const root = grid_.begin(bits.below(grid_.cells()));
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            Grid::Place *const row = grid_.row(y);
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
        grid_.write(root, rows);
    }

  private:
    Grid grid_;
};

} // namespace labirinto

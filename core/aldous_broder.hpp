// The algorithm of Aldous and Broder: one random walk; a cell joins the maze by the passage through
// which it is first entered (Broder 1989, Aldous 1990).
#pragma once

#include <array>
#include <cstdint>

#include "control.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class AldousBroder {
  public:
    static constexpr const char *name = "aldous_broder";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = AldousBroder;

    explicit AldousBroder(Shape shape) : grid_(shape) {}
    explicit AldousBroder(const Mask &mask) : grid_(mask) {}

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        const std::uint64_t cells = grid_.cells();
        const Grid::Steps steps = grid_.steps();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 22, cells);
        Grid::Place *const root = grid_.begin(bits.below(cells));
        Grid::Place *place = root;
        std::uint64_t left = cells - 1;
        while (left > 0) {
            throttle.poll(cells - left);
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
        grid_.write(root, rows);
    }

  private:
    Grid grid_;
};

} // namespace labirinto

// Wilson's algorithm on the cells: loop-erased random walks (Wilson 1996).
//
// Erasing loops needs no list.  Every cell keeps the direction in which it was last left; once a
// walk has arrived, following those directions from its start skips all loops.
#pragma once

#include <array>
#include <cstdint>

#include "bit_array.hpp"
#include "control.hpp"
#include "graph.hpp"
#include "graph_walks.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class WilsonCellsOnGraph {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The graph has to outlive the kernel, and is in one piece.
    explicit WilsonCellsOnGraph(const Graph &graph)
        : graph_(graph),
          walks_(graph_.nodes(), GraphWalks::none, [this](std::uint32_t cell, auto visit) {
              for (const auto &[node, edge] : graph_.links_of(cell)) {
                  visit(node);
              }
          }) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        Bits bits(seed);
        const auto root = static_cast<std::uint32_t>(bits.below(graph_.nodes()));
        walks_.make(bits, root, control);
        for (std::uint32_t cell = 0; cell < graph_.nodes(); ++cell) {
            if (cell != root) {
                set_bit(passages, graph_.links_of(cell)[walks_.arrow(cell)].edge);
            }
        }
    }

  private:
    const Graph &graph_;
    GraphWalks walks_;
};

class WilsonCells {
  public:
    static constexpr const char *name = "wilson_cells";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = WilsonCells;
    using OnGraph = WilsonCellsOnGraph;
    using OnMesh = OnGraph;

    explicit WilsonCells(Shape shape) : grid_(shape) {}
    explicit WilsonCells(const Mask &mask) : grid_(mask) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        const Shape shape = grid_.shape();
        const Steps steps = grid_.steps();
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

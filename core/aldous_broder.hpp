// The algorithm of Aldous and Broder: one random walk; a cell joins the maze by the passage through
// which it is first entered (Broder 1989, Aldous 1990).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "graph.hpp"
#include "grid.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class AldousBroderOnGraph {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The graph has to outlive the kernel, and is in one piece.
    explicit AldousBroderOnGraph(const Graph &graph) : graph_(graph), in_maze_(graph.nodes()) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        const std::uint32_t cells = graph_.nodes();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 22, cells);
        std::fill(in_maze_.begin(), in_maze_.end(), false);
        auto cell = static_cast<std::uint32_t>(bits.below(cells));
        in_maze_[cell] = true;
        for (std::uint32_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            const std::span<const Graph::Link> links = graph_.links_of(cell);
            const Graph::Link &link = links[bits.among(static_cast<std::uint32_t>(links.size()))];
            cell = link.node;
            if (!in_maze_[cell]) {
                in_maze_[cell] = true;
                set_bit(passages, link.edge);
                --left;
            }
        }
    }

  private:
    const Graph &graph_;
    std::vector<std::uint8_t> in_maze_;
};

class AldousBroder {
  public:
    static constexpr const char *name = "aldous_broder";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = AldousBroder;
    using OnGraph = AldousBroderOnGraph;
    using OnMesh = OnGraph;

    explicit AldousBroder(Shape shape) : grid_(shape) {}
    explicit AldousBroder(const Mask &mask) : grid_(mask) {}

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        grid_.write(walk(seed, control), rows);
    }

  private:
    // Returns the root.  By itself, and with nothing inlined: its loop needs all registers.
    [[gnu::noinline]] Grid::Place *walk(std::uint64_t seed, Control &control) {
        const std::uint64_t cells = grid_.cells();
        const Steps steps = grid_.steps();
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
            if (!(*place & Grid::in_maze)) {
                *place = static_cast<Grid::Place>(opposite(direction) | Grid::in_maze);
                --left;
            }
        }
        return root;
    }

    Grid grid_;
};

} // namespace labirinto

// The recursive backtracker: a path goes to random cells outside the maze, and back where there is
// none (depth-first search).  Not uniform.
//
// Going back needs no list of the path: each cell knows the passage by which it has joined.
#pragma once

#include <array>
#include <cstdint>

#include "control.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

template <class Topology> class BacktrackerOn {
  public:
    template <class Space> explicit BacktrackerOn(const Space &space) : topology_(space) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        WordsAhead words(seed);
        BitsAhead bits(words);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        auto cell = maze.first();
        for (std::uint64_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            const auto walls = maze.outward(cell);
            if (walls.empty()) {
                cell = maze.back(cell);
            } else {
                cell = maze.grow(cell, walls.draw(bits));
                --left;
            }
        }
        topology_.end(out);
    }

  private:
    Topology topology_;
};

class Backtracker : public BacktrackerOn<Squares> {
  public:
    static constexpr const char *name = "backtracker";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = BacktrackerOn<Squares>;
    using OnGraph = BacktrackerOn<GraphCells>;
    using OnMesh = OnGraph;

    using BacktrackerOn<Squares>::BacktrackerOn;
};

} // namespace labirinto

// Prim's algorithm, randomized: of all walls between the maze and the cells outside any is opened,
// each equally likely.  Not uniform.
//
// A wall stays in the list when the cell behind it joins through another one.  It is dropped when
// it is drawn, and another one is drawn: those that count remain equally likely.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

template <class Topology> class PrimOn {
  public:
    template <class Space> explicit PrimOn(const Space &space) : topology_(space) {}

    void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        border_.clear();
        list(maze, maze.first());
        for (std::uint64_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            const std::uint64_t drawn = bits.below(border_.size());
            const auto [cell, wall] = border_[drawn];
            border_[drawn] = border_.back();
            border_.pop_back();
            if (!maze.has(maze.beyond(cell, wall))) {
                list(maze, maze.grow(cell, wall));
                --left;
            }
        }
        topology_.end(out);
    }

  private:
    using Growth = typename Topology::Growth;

    struct Side {
        typename Growth::Cell cell; // in the maze
        typename Growth::Wall wall;
    };

    void list(const Growth &maze, typename Growth::Cell cell) {
        const auto walls = maze.outward(cell);
        for (unsigned k = 0; k < walls.count(); ++k) {
            border_.push_back({cell, walls[k]});
        }
    }

    Topology topology_;
    std::vector<Side> border_;
};

class Prim : public PrimOn<Squares> {
  public:
    static constexpr const char *name = "prim";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = PrimOn<Squares>;
    using OnGraph = PrimOn<GraphCells>;
    using OnMesh = OnGraph;

    using PrimOn<Squares>::PrimOn;
};

} // namespace labirinto

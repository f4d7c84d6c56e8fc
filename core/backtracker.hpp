// The recursive backtracker: a path goes to random cells outside the maze, and back where there is
// none (depth-first search).  Not uniform.
//
// To go back it keeps the directions of the path, which are known before the cells that they lead
// to.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "control.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

template <class Topology> class BacktrackerOn {
  public:
    static constexpr const char *name = "backtracker";
    static constexpr std::array<const char *, 0> parameters{};

    template <class Space>
    explicit BacktrackerOn(const Space &space)
        : topology_(space), path_(new Trail[topology_.cells()]) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        WordsAhead words(seed);
        BitsAhead bits(words);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        auto cell = maze.first();
        Trail *end = path_.get();
        for (std::uint64_t left = cells - 1; left > 0; --left) {
            throttle.poll(cells - left);
            auto walls = maze.outward(cell);
            maze.prefetch_beyond(cell);
            while (walls.empty()) {
                cell = maze.back(cell, *--end);
                walls = maze.outward(cell);
            }
            const auto wall = walls.draw(bits);
            *end++ = maze.trail(cell, wall);
            cell = maze.grow(cell, wall);
        }
        topology_.end(out);
    }

  private:
    using Trail = typename Topology::Growth::Trail;

    Topology topology_;
    std::unique_ptr<Trail[]> path_; // memory that a path never reaches is not touched
};

using Backtracker = OnAnyGrid<BacktrackerOn>;

} // namespace labirinto

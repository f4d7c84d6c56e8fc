// Hunt-and-kill: a walk to random cells outside the maze; where there is none, the first cell in
// reading order that touches the maze joins it, and the walk goes on from there.  Not uniform.
#pragma once

#include <array>
#include <cstdint>

#include "control.hpp"
#include "lowest.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

template <class Topology> class HuntAndKillOn {
  public:
    static constexpr const char *name = "hunt_and_kill";
    static constexpr std::array<const char *, 0> parameters{};

    template <class Space>
    explicit HuntAndKillOn(const Space &space) : topology_(space), border_(topology_.numbers()) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        WordsAhead words(seed);
        BitsAhead bits(words);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        auto cell = maze.first();
        for (std::uint64_t left = cells - 1; left > 0; --left) {
            throttle.poll(cells - left);
            const auto walls = maze.outward(cell);
            walls.for_each([&](auto wall) {
                border_.add(static_cast<std::uint64_t>(maze.beyond(cell, wall)));
            });
            if (!walls.empty()) {
                cell = maze.grow(cell, walls.draw(bits));
            } else {
                cell = static_cast<typename Topology::Growth::Cell>(border_.lowest());
                maze.join(cell, maze.inward(cell).draw(bits));
            }
            border_.remove(static_cast<std::uint64_t>(cell));
        }
        topology_.end(out);
    }

  private:
    Topology topology_;
    LowestNumber border_; // the cells outside that touch the maze; empty between mazes
};

using HuntAndKill = OnAnyGrid<HuntAndKillOn>;

} // namespace labirinto

// Prim's algorithm, randomized: of all walls between the maze and the cells outside any is opened,
// each equally likely.  Not uniform.
//
// A wall stays in the list when the cell behind it joins through another one.  It is dropped when
// it is drawn, and another one is drawn: those that count remain equally likely.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

template <class Topology> class PrimOn {
  public:
    static constexpr const char *name = "prim";
    static constexpr std::array<const char *, 0> parameters{};

    template <class Space> explicit PrimOn(const Space &space) : topology_(space) {}

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        WordsAhead words(seed);
        BitsAhead bits(words);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        make_room(0);
        Side *border = border_.data();
        std::size_t size = maze.list_outward(maze.first(), border);
        std::size_t size_before = size;
        SteadyWidth width;
        for (std::uint64_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            if (size + topology_.most_walls() > border_.size()) [[unlikely]] {
                border = make_room(size);
            }
            Side &drawn = border[bits.below(size, width.of(size - 1), size_before)];
            const Side side = drawn;
            size_before = size;
            drawn = border[--size];
            const auto [is_new, listed] = maze.try_to_grow(side, border + size);
            size += listed;
            left -= is_new;
        }
        topology_.end(out);
    }

  private:
    using Side = typename Topology::Growth::Side;

    // Makes room for the walls of one cell more.
    Side *make_room(std::size_t size) {
        border_.resize(std::max(border_.size(), 2 * size + topology_.most_walls()));
        return border_.data();
    }

    Topology topology_;
    std::vector<Side> border_;
};

using Prim = OnAnyGrid<PrimOn>;

} // namespace labirinto

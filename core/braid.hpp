// Braiding: a share of a maze's dead ends gets one more passage each, which closes a loop.
//
// The dead ends come in random order.  One that is a dead end still when its turn comes is joined
// to a neighbour, to another dead end if there is one beside it: then two are gone with one
// passage.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "control.hpp"
#include "open_maze.hpp"
#include "random.hpp"

namespace labirinto {

// Of a maze as in open_maze.hpp.
template <class Maze> class Braid {
  public:
    explicit Braid(const Maze &maze) : maze_(maze) {}

    // `share` is the share of the dead ends to go, times 2^32.
    void make(std::uint64_t share, std::uint64_t seed, Control &control) {
        std::vector<std::uint32_t> ends = dead_ends_of(maze_);
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, ends.size());
        std::uint64_t left = (ends.size() * share + (1ULL << 31)) >> 32;
        // A Fisher-Yates shuffle from the end, which looks at each as it is drawn.
        for (std::uint64_t last = ends.size(); left > 0 && last > 0; --last) {
            std::swap(ends[last - 1], ends[bits.below(last)]);
            throttle.poll(ends.size() - last);
            if (maze_.is_dead_end(ends[last - 1])) {
                left -= open_one(ends[last - 1], left > 1, bits);
            }
        }
    }

  private:
    // Opens a passage out of a dead end, to another if that is wanted and possible, and returns how
    // many are gone: none where all walls are those of the frame.
    std::uint64_t open_one(std::uint32_t place, bool wants_two, Bits &bits) {
        walls_.clear();
        wanted_.clear();
        maze_.for_walls(place, [&](unsigned wall, std::uint32_t other) {
            walls_.push_back({wall, other});
            if (maze_.is_dead_end(other) == wants_two) {
                wanted_.push_back({wall, other});
            }
        });
        const std::vector<Wall> &from = wanted_.empty() ? walls_ : wanted_;
        if (from.empty()) {
            return 0;
        }
        const auto [wall, other] = from[bits.below(from.size())];
        const std::uint64_t gone = maze_.is_dead_end(other) && wants_two ? 2 : 1;
        maze_.flip(place, wall);
        return gone;
    }

    struct Wall {
        unsigned number;
        std::uint32_t other; // the cell behind it
    };

    Maze maze_;
    std::vector<Wall> walls_, wanted_;
};

} // namespace labirinto

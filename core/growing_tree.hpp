// The growing tree algorithm: the maze grows from a cell of a list, the newest with a certain
// probability, else a random one.  Not uniform.
//
// The list stays in order of age.  A cell that leaves it leaves a gap.  A gap that is drawn is
// drawn again, so all cells remain equally likely; when gaps are more than half of the list, they
// are closed.  So a cell takes a constant time on average.
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

// Numbers in order of age.
class AgedList {
  public:
    explicit AgedList(std::size_t most) { entries_.reserve(most); }

    void clear() {
        entries_.clear();
        gaps_ = 0;
    }
    bool empty() const { return entries_.empty(); }
    std::uint32_t operator[](std::size_t at) const { return entries_[at]; }

    void add(std::uint32_t number) { entries_.push_back(number); }
    std::size_t newest() const { return entries_.size() - 1; } // which is no gap
    std::size_t random(Bits &bits) const {
        std::size_t at = bits.below(entries_.size());
        while (entries_[at] == gap) {
            at = bits.below(entries_.size());
        }
        return at;
    }

    void remove(std::size_t at) {
        entries_[at] = gap;
        ++gaps_;
        while (!entries_.empty() && entries_.back() == gap) {
            entries_.pop_back();
            --gaps_;
        }
        if (4 * gaps_ > entries_.size()) {
            entries_.erase(std::remove(entries_.begin(), entries_.end(), gap), entries_.end());
            gaps_ = 0;
        }
    }

  private:
    static constexpr std::uint32_t gap = ~std::uint32_t{0};

    std::vector<std::uint32_t> entries_;
    std::size_t gaps_ = 0;
};

// For at most 2^30 cells.
template <class Topology> class GrowingTreeOn {
  public:
    // `newest` is a probability times 2^32.
    template <class Space>
    GrowingTreeOn(const Space &space, std::uint64_t newest)
        : topology_(space), newest_(newest), list_(topology_.cells()) {}

    void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        list_.clear();
        list_.add(static_cast<std::uint32_t>(maze.first()));
        for (std::uint64_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            const std::size_t at = bits.chance(newest_) ? list_.newest() : list_.random(bits);
            const auto cell = static_cast<typename Topology::Growth::Cell>(list_[at]);
            const auto walls = maze.outward(cell);
            if (walls.count() == 0) {
                list_.remove(at);
            } else {
                const auto added = maze.grow(cell, walls[bits.below(walls.count())]);
                list_.add(static_cast<std::uint32_t>(added));
                --left;
            }
        }
        topology_.end(out);
    }

  private:
    Topology topology_;
    std::uint64_t newest_;
    AgedList list_;
};

class GrowingTree : public GrowingTreeOn<Squares> {
  public:
    static constexpr const char *name = "growing_tree";
    static constexpr std::array parameters{"newest"};

    using Masked = GrowingTreeOn<Squares>;
    using OnGraph = GrowingTreeOn<GraphCells>;
    using OnMesh = OnGraph;

    using GrowingTreeOn<Squares>::GrowingTreeOn;
};

} // namespace labirinto

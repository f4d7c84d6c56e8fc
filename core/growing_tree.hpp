// The growing tree algorithm: the maze grows from a cell of a list, the newest with a certain
// probability, else a random one.  Not uniform.
//
// The list stays in order of age.  A cell that leaves it leaves a gap.  A gap that is drawn is
// drawn again, so all cells remain equally likely; when more than a quarter of the list are gaps,
// they are closed.  So a cell takes a constant time on average.
//
// Cells are drawn from a stream of their own, 64 bits a step.  So they do not wait for what the
// steps before find, and what a later step draws is known well enough to fetch it from memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "prefetch.hpp"
#include "random.hpp"
#include "topology.hpp"

namespace labirinto {

// Cells in order of age.  Keep it in a local variable: otherwise the compiler reads its
// numbers again whenever a byte is written.
class AgedList {
  public:
    // Of at most so many, in `memory` that may be there already.
    AgedList(std::size_t most, std::vector<std::uint32_t> &memory) : most_(most), memory_(memory) {
        make_room(1);
    }

    std::uint32_t operator[](std::size_t at) const { return entries_[at]; }

    void add(std::uint32_t cell) {
        if (size_ == room_) [[unlikely]] {
            make_room(std::min(2 * size_, most_));
        }
        entries_[size_++] = cell;
    }
    std::size_t newest() const { return size_ - 1; } // which is no gap

    // As among(size) numbers them; a gap is drawn again.
    std::size_t random(BitsAhead &bits) const {
        for (;;) {
            const std::size_t at = bits.among(static_cast<std::uint32_t>(size_));
            if (entries_[at] != gap) {
                return at;
            }
        }
    }

    // Fetches what 32 bits will draw from, or an entry near it, if the size changes a little.
    void prefetch(std::uint64_t bits) const {
        labirinto::prefetch(entries_ + (bits * size_ >> 32));
    }

    void remove(std::size_t at) {
        entries_[at] = gap;
        ++gaps_;
        while (size_ > 0 && entries_[size_ - 1] == gap) {
            --size_;
            --gaps_;
        }
        if (4 * gaps_ > size_) [[unlikely]] {
            close_gaps();
        }
    }

  private:
    static constexpr std::uint32_t gap = ~std::uint32_t{0};

    void make_room(std::size_t count) {
        memory_.resize(std::max(memory_.size(), count));
        entries_ = memory_.data();
        room_ = memory_.size();
    }

    void close_gaps() {
        std::size_t kept = 0;
        for (std::size_t at = 0; at < size_; ++at) { // without a branch on what is a gap
            const std::uint32_t entry = entries_[at];
            entries_[kept] = entry;
            kept += entry != gap;
        }
        size_ = kept;
        gaps_ = 0;
    }

    std::size_t most_;
    std::vector<std::uint32_t> &memory_;
    std::uint32_t *entries_;
    std::size_t room_;
    std::size_t size_ = 0;
    std::size_t gaps_ = 0;
};

// For at most 2^30 cells.
template <class Topology> class GrowingTreeOn {
  public:
    static constexpr const char *name = "growing_tree";
    static constexpr std::array parameters{"newest"};

    // `newest` is a probability times 2^32.
    template <class Space>
    GrowingTreeOn(const Space &space, std::uint64_t newest) : topology_(space), newest_(newest) {
        entries_.reserve(topology_.cells());
    }

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *out, Control &control) {
        const std::uint64_t cells = topology_.cells();
        WordsAhead words(seed);
        BitsAhead bits(words);
        WordsAhead choice_words(child_seed(seed, Purpose::choice, 0));
        BitsAhead choices(choice_words);
        PollThrottle throttle(control, 1 << 18, cells);
        auto maze = topology_.begin(bits.below(cells), out);
        AgedList list(cells, entries_);
        list.add(static_cast<std::uint32_t>(maze.first()));
        using Cell = typename Topology::Growth::Cell;
        Cell newest = maze.first(); // need not be read from the list
        for (std::uint64_t left = cells - 1; left > 0;) {
            throttle.poll(cells - left);
            std::size_t at = list.newest();
            Cell cell = newest;
            list.prefetch(choices.peek(32, steps_ahead * 64 + 32));
            if (choices.take(32) < newest_) {
                choices.skip(32);
            } else {
                at = list.random(choices);
                cell = static_cast<Cell>(list[at]);
            }
            const auto walls = maze.outward(cell);
            if (walls.empty()) {
                list.remove(at);
                newest = static_cast<Cell>(list[list.newest()]);
            } else {
                newest = maze.grow(cell, walls.draw(bits));
                list.add(static_cast<std::uint32_t>(newest));
                --left;
            }
        }
        topology_.end(out);
    }

  private:
    static constexpr unsigned steps_ahead = 3;

    Topology topology_;
    std::uint64_t newest_;
    std::vector<std::uint32_t> entries_;
};

using GrowingTree = OnAnyGrid<GrowingTreeOn>;

} // namespace labirinto

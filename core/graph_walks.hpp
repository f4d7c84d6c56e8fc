// Uniform spanning trees of any connected graph, by random walks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "control.hpp"
#include "random.hpp"

namespace labirinto {

// Loop-erased random walks to a root (Wilson 1996).  The graph has to be connected, or the walks
// would never end.
//
// All that a walk reads and writes at a node lies side by side: which link it was last left by, how
// many links there are, and where in memory these lead.  Walks stay near, and so does what they
// read if neighbouring nodes have similar numbers.
class GraphWalks {
  public:
    // `for_links(node, visit)` calls visit(other) for each link of a node, always in one order.
    template <class ForLinks> GraphWalks(std::uint32_t nodes, ForLinks for_links) : places_(nodes) {
        std::size_t size = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            places_[node] = static_cast<std::uint32_t>(size);
            size += header;
            for_links(node, [&](std::uint32_t) { ++size; });
            if (size > finished) {
                throw std::bad_alloc();
            }
        }
        words_.resize(size);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            std::uint32_t next = places_[node] + header;
            for_links(node, [&](std::uint32_t other) { words_[next++] = places_[other]; });
            words_[places_[node] + 1] = next - places_[node] - header;
        }
    }

    // Makes a tree: afterwards every node but the root has an arrow.
    void make(Bits &random, std::uint32_t root, Control &control) {
        const auto nodes = static_cast<std::uint32_t>(places_.size());
        std::uint32_t *const words = words_.data();
        Bits bits = random; // a copy of which no address is taken stays in registers
        PollThrottle throttle(control, 1 << 14, nodes);
        for (const std::uint32_t place : places_) {
            words[place] = 0;
        }
        words[places_[root]] = finished;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            // Walks come to nodes before this loop does, and would wait for each alone.
            read_ahead_ += words[places_[std::min(node + ahead, nodes - 1)]];
            const std::uint32_t start = places_[node];
            if (words[start] >= finished) {
                continue;
            }
            throttle.poll(node);
            std::uint32_t place = start;
            do {
                const auto link = static_cast<std::uint32_t>(bits.among(words[place + 1]));
                words[place] = link;
                place = words[place + header + link];
            } while (words[place] < finished);
            place = start;
            while (words[place] < finished) {
                const std::uint32_t link = words[place];
                words[place] = link | finished;
                place = words[place + header + link];
            }
        }
        random = bits;
    }

    // The number of the link by which a node joins the tree; 0 for the root.
    std::uint32_t arrow(std::uint32_t node) const { return words_[places_[node]] & ~finished; }

  private:
    // Before the links of a node: the number of the link by which it was last left, and whether
    // that is final; the number of its links.
    static constexpr std::uint32_t header = 2;
    static constexpr std::uint32_t finished = std::uint32_t{1} << 31;

    // Nodes, of 32 bytes or so: they stay in a cache of the second level.
    static constexpr std::uint32_t ahead = 12'000;

    std::uint32_t read_ahead_ = 0;
    std::vector<std::uint32_t> places_; // of each node in `words_`
    std::vector<std::uint32_t> words_;
};

} // namespace labirinto

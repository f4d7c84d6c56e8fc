// Uniform spanning trees of any connected graph, by random walks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "control.hpp"
#include "huge_pages.hpp"
#include "random.hpp"

namespace labirinto {

// Loop-erased random walks to a root (Wilson 1996), on a graph that is kept in words of one size.
//
// All that a walk reads and writes at a node lies in one record of a whole number of units: the
// number of its links, the link by which it was last left, and how many units away each link leads.
// Large meshes outgrow the caches, so time is what is read: words are small if they can be, and
// neighbours should have similar numbers.
template <class Word> class NodeRecords {
  public:
    // False if words of this size cannot hold the graph.
    template <class ForLinks>
    bool build(std::uint32_t nodes, std::uint32_t root, ForLinks for_links) {
        constexpr std::int64_t most = std::numeric_limits<Word>::max();
        places_.resize(nodes);
        std::size_t size = 0;
        std::uint32_t fours = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            places_[node] = static_cast<std::uint32_t>(size);
            std::int64_t links = 0;
            for_links(node, [&](std::uint32_t) { ++links; });
            if (node == root) { // which no walk leaves
                links = 0;
            }
            if (links > most) {
                return false;
            }
            size += static_cast<std::size_t>(header + links + unit - 1) / unit;
            fours += links == 4;
        }
        are_fours_ = fours > nodes / 4 * 3;
        words_.assign(size * unit, 0);
        bool fits = true;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            Word *const record = at(node);
            Word links = 0;
            for_links(node, [&](std::uint32_t other) {
                if (node == root) {
                    return;
                }
                const std::int64_t distance = std::int64_t{places_[other]} - places_[node];
                fits &= other == root || (distance >= -most && distance <= most);
                record[header + links++] = other == root ? to_root : static_cast<Word>(distance);
            });
            record[0] = links;
        }
        return fits;
    }

    void make(Bits &random, std::uint32_t root, Control &control) {
#ifdef __wasi__ // one of them, which draws the same, since the file has to be small
        walk<false>(random, root, control);
#else
        are_fours_ ? walk<true>(random, root, control) : walk<false>(random, root, control);
#endif
    }

    // The number of the link by which a node joins the tree; the root has none.
    std::uint32_t arrow(std::uint32_t node) const {
        return static_cast<std::uint32_t>(~words_[std::size_t{places_[node]} * unit + 1]);
    }

  private:
    static constexpr std::size_t unit = 4; // words
    static constexpr std::size_t header = 2;
    static constexpr Word to_root = 0; // no link leads back to its own node
    static constexpr Word loose = 0;
    static constexpr Word finished = -1; // and all below 0: the arrow's bits, inverted

    // Some rows of nodes: their records stay in a cache of the second level.
    static constexpr std::uint32_t ahead = 16'000;

    // Where most nodes have 4 links, as squares have, a processor foresees that, and need not wait
    // for their number.
    template <bool are_fours>
    [[gnu::flatten]] void walk(Bits &random, std::uint32_t root, Control &control) {
        const auto nodes = static_cast<std::uint32_t>(places_.size());
        Word *const root_record = at(root);
        Bits bits = random; // a copy of which no address is taken stays in registers
        PollThrottle throttle(control, 1 << 14, nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            at(node)[1] = loose;
        }
        root_record[1] = finished;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            // Walks come to nodes before this loop does, and would wait for each alone.
            read_ahead_ += at(std::min(node + ahead, nodes - 1))[1];
            Word *const start = at(node);
            if (start[1] < 0) {
                continue;
            }
            throttle.poll(node);
            Word *record = start;
            do {
                const auto count = static_cast<std::uint32_t>(record[0]);
                const auto link = static_cast<Word>(
                    are_fours && count == 4 ? bits.take(32) >> 30 : bits.among(count)); // the same
                record[1] = link;
                record = follow(record, link, root_record);
            } while (record[1] >= 0);
            for (record = start; record[1] >= 0;) {
                const Word link = record[1];
                record[1] = static_cast<Word>(~link);
                record = follow(record, link, root_record);
            }
        }
        random = bits;
    }

    Word *at(std::uint32_t node) { return &words_[std::size_t{places_[node]} * unit]; }

    static Word *follow(Word *record, Word link, Word *root) {
        const Word distance = record[header + static_cast<std::size_t>(link)];
        return distance == to_root ? root
                                   : record + std::ptrdiff_t{distance} * std::ptrdiff_t{unit};
    }

    std::vector<std::uint32_t> places_; // of the nodes' records, in units
    HugeVector<Word> words_;
    bool are_fours_ = false;
    Word read_ahead_ = 0;
};

// The same on any connected graph; on others walks would never end.
class GraphWalks {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // `for_links(node, visit)` calls visit(other) for each link of a node, always in one order;
    // none leads back to the node.  If all walks go to one root, links to it may come from
    // anywhere.
    template <class ForLinks>
    GraphWalks(std::uint32_t nodes, std::uint32_t root, ForLinks for_links) {
        is_small_ = small_.build(nodes, root, for_links);
        if (!is_small_) {
            small_ = {};
            large_.build(nodes, root, for_links);
        }
    }

    // Makes a tree, in which every node but the root has an arrow.
    void make(Bits &bits, std::uint32_t root, Control &control) {
        is_small_ ? small_.make(bits, root, control) : large_.make(bits, root, control);
    }

    // The number of the link by which a node joins the tree; the root has none.
    std::uint32_t arrow(std::uint32_t node) const {
        return is_small_ ? small_.arrow(node) : large_.arrow(node);
    }

  private:
    bool is_small_;
    NodeRecords<std::int16_t> small_;
    NodeRecords<std::int32_t> large_;
};

} // namespace labirinto

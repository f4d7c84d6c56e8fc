// The nodes of a graph in the order of a breadth-first search, and a good root for walks.
#pragma once

#include <cstdint>
#include <vector>

#include "graph.hpp"

namespace labirinto {

class BreadthFirst {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    BreadthFirst(const Graph &graph, const std::vector<std::uint32_t> &roots)
        : ranks_(graph.nodes(), none) {
        order_.reserve(graph.nodes());
        for (const std::uint32_t root : roots) {
            add(root);
        }
        std::size_t end = order_.size(); // of the nodes that are as far
        for (std::size_t at = 0; at < order_.size(); ++at) {
            if (at == end) {
                layers_.push_back(end);
                end = order_.size();
            }
            const std::uint32_t node = order_[at];
            cost_ += std::uint64_t{depth()} * graph.degree(node);
            for (const auto &[other, edge] : graph.links_of(node)) {
                add(other);
            }
        }
    }

    // The nodes that can be reached, in their order, and for each node its place in it or none.
    const std::vector<std::uint32_t> &order() const { return order_; }
    const std::vector<std::uint32_t> &ranks() const { return ranks_; }

    // The steps to the last one.
    std::uint32_t depth() const { return static_cast<std::uint32_t>(layers_.size() - 1); }

    // The middle one of the nodes to which it takes so many steps, in their order.
    std::uint32_t middle_of(std::uint32_t steps) const {
        const std::size_t end = steps == depth() ? order_.size() : layers_[steps + 1];
        return order_[layers_[steps] + (end - layers_[steps]) / 2];
    }

    // The sum, over all nodes, of their links times the steps to them.
    std::uint64_t cost() const { return cost_; }

  private:
    void add(std::uint32_t node) {
        if (ranks_[node] == none) {
            ranks_[node] = static_cast<std::uint32_t>(order_.size());
            order_.push_back(node);
        }
    }

    std::vector<std::uint32_t> order_, ranks_;
    std::vector<std::size_t> layers_{0}; // where the nodes begin that are so many steps away
    std::uint64_t cost_ = 0;
};

// A search from a node from which others are not far: random walks to it are short.
//
// The expected number of all steps is the sum, over the nodes, of their links times their effective
// resistance to the root, which is at most their distance.  So of two nodes, one with the most
// links and one halfway between two sides that are far apart, this takes the one with the lower
// `cost`.
inline BreadthFirst search_from_the_best(const Graph &graph) {
    constexpr std::uint32_t near = 64; // steps: then no better root is looked for
    std::uint32_t hub = 0;
    for (std::uint32_t node = 1; node < graph.nodes(); ++node) {
        hub = graph.degree(node) > graph.degree(hub) ? node : hub;
    }
    BreadthFirst from_hub(graph, {hub});
    if (from_hub.depth() <= near) {
        return from_hub;
    }
    const BreadthFirst from_far(graph, {from_hub.order().back()});
    const std::uint32_t middle = from_far.middle_of(from_far.depth() / 2);
    BreadthFirst from_middle(graph, {middle});
    return from_middle.cost() < from_hub.cost() ? from_middle : from_hub;
}

} // namespace labirinto

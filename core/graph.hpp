// A graph as walks need it: for every node its links, one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disjoint_sets.hpp"
#include "huge_pages.hpp"

namespace labirinto {

// The two nodes of each edge.
using Edges = std::span<const std::int32_t[2]>;

struct Graph {
    struct Link {
        std::uint32_t node; // to which it leads
        std::uint32_t edge; // its number, the same from both sides
    };

    // Of each node's links in `links`, and at the end the number of all of them.
    std::vector<std::uint32_t> first{0};
    HugeVector<Link> links;

    std::uint32_t nodes() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::uint32_t degree(std::uint32_t node) const { return first[node + 1] - first[node]; }
    std::span<const Link> links_of(std::uint32_t node) const {
        return {links.data() + first[node], degree(node)};
    }
};

// Joins the nodes that are linked, and returns the number of pieces: 1 if all are connected.
inline std::uint32_t join_linked(const Graph &graph, DisjointSets &sets) {
    sets.separate();
    std::uint32_t pieces = graph.nodes();
    for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
        for (const auto &[other, edge] : graph.links_of(node)) {
            pieces -= sets.join(node, other);
        }
    }
    return pieces;
}

} // namespace labirinto

// A graph as walks need it: for every node its links, one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
    std::vector<Link> links;

    std::uint32_t nodes() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::uint32_t degree(std::uint32_t node) const { return first[node + 1] - first[node]; }
};

} // namespace labirinto

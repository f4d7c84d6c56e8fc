// Parts of a graph that hold random walks for long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph.hpp"

namespace labirinto {

// Where walks would stay all but for ever.
struct Trap {
    std::uint32_t node = 0; // in it
    double steps = 0;       // about as many to leave it
    bool to_roots = false;  // whether most of the weights that lead out of it lead to roots
};

// The worst trap for walks to some roots: nodes joined by edges so heavy, and to all others by
// edges so light, that walks hardly ever leave.
//
// From a cluster without a root, whose edges have the weight W within it and w out of it, walks
// take about 2 W / w steps to leave.  Clusters are those that Kruskal's algorithm joins, heavy
// edges first, without the roots.  Links to parents are never shortened and know when they were
// made, so they also show which cluster was the first to have both ends of an edge.
//
// No walk comes to nodes whose only edge is known: it is not -1.
inline Trap worst_trap(std::uint32_t nodes, Edges edges, std::span<const double> weights,
                       const std::vector<std::uint32_t> &roots,
                       const std::vector<std::int32_t> &only_edges) {
    constexpr std::uint32_t never = ~std::uint32_t{0};
    struct Place {
        std::uint32_t parent;
        std::uint32_t joined = never; // the number of the join that gave it this parent
        std::uint32_t size = 1;
    };
    struct Sums {
        double within = 0; // a cluster
        double to_others = 0;
        double to_roots = 0;
    };
    struct Join {
        std::uint32_t part;
        std::uint32_t whole;
        double weight;  // the heaviest that leads out of either, but to a root
        double between; // the sum of all between them
    };

    std::vector<bool> is_root(nodes);
    for (const std::uint32_t root : roots) {
        is_root[root] = true;
    }
    const auto is_walked = [&](std::uint32_t node) {
        return only_edges.empty() || only_edges[node] < 0;
    };
    std::vector<std::uint32_t> order;
    std::vector<Sums> sums(nodes);
    const auto for_walked = [&](auto visit) {
        for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
            const auto one = static_cast<std::uint32_t>(edges[edge][0]);
            const auto other = static_cast<std::uint32_t>(edges[edge][1]);
            if (one != other && weights[edge] > 0 && is_walked(one) && is_walked(other)) {
                visit(one, other, edge);
            }
        }
    };
    double heaviest = 0;
    for_walked([&](std::uint32_t one, std::uint32_t other, std::uint32_t edge) {
        if (!is_root[one] && !is_root[other]) {
            order.push_back(edge);
            heaviest = std::max(heaviest, weights[edge]);
        }
    });
    if (order.empty()) {
        return {};
    }
    // All are divided by the heaviest, so that sums stay finite.
    for_walked([&](std::uint32_t one, std::uint32_t other, std::uint32_t edge) {
        const double weight = weights[edge] / heaviest;
        (is_root[other] ? sums[one].to_roots : sums[one].to_others) += weight;
        (is_root[one] ? sums[other].to_roots : sums[other].to_others) += weight;
    });
    const auto is_heavier = [&](std::uint32_t one, std::uint32_t other) {
        return weights[one] > weights[other];
    };
    if (!std::is_sorted(order.begin(), order.end(), is_heavier)) {
        std::stable_sort(order.begin(), order.end(), is_heavier);
    }

    std::vector<Place> places(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        places[node].parent = node;
    }
    std::vector<Join> joins;
    for (const std::uint32_t edge : order) {
        auto one = static_cast<std::uint32_t>(edges[edge][0]);
        auto other = static_cast<std::uint32_t>(edges[edge][1]);
        const double weight = weights[edge] / heaviest;
        std::uint32_t last = never;
        while (one != other) {
            if (places[one].joined > places[other].joined) {
                std::swap(one, other);
            }
            if (places[one].joined == never) {
                break;
            }
            last = places[one].joined;
            one = places[one].parent;
        }
        if (one == other) {
            joins[last].between += weight;
            continue;
        }
        if (places[one].size > places[other].size) {
            std::swap(one, other);
        }
        places[one].parent = other;
        places[one].joined = static_cast<std::uint32_t>(joins.size());
        places[other].size += places[one].size;
        joins.push_back({one, other, weight, weight});
    }

    Trap worst;
    const auto look_at = [&](std::uint32_t cluster, double to_others) {
        const auto &[within, rounded, to_roots] = sums[cluster];
        const double steps = 2 * within / (to_roots + to_others);
        if (steps > worst.steps) {
            worst = {cluster, steps, to_roots > to_others};
        }
    };
    const auto edges_at_most = static_cast<double>(order.size());
    for (const auto &[part, whole, weight, between] : joins) {
        for (const std::uint32_t cluster : {part, whole}) {
            // What is left after subtractions of heavier weights may be rounded.
            look_at(cluster, std::clamp(sums[cluster].to_others, weight, weight * edges_at_most));
        }
        sums[whole].within += sums[part].within + between;
        sums[whole].to_others += sums[part].to_others - 2 * between;
        sums[whole].to_roots += sums[part].to_roots;
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
        if (places[node].joined == never) {
            look_at(node, 0);
        }
    }
    return worst;
}

} // namespace labirinto

// Searches in mazes on meshes: a bit for every wall, set where a passage leads through it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "mesh.hpp"

namespace labirinto {

// Breadth-first from a cell: the steps to every cell, or -1.  If `parents` is not null, also the
// cell before each on a shortest path, `Mesh::none` for the start and for cells not reached.
inline void mesh_distances(const Mesh &mesh, const std::uint8_t *passages, std::uint32_t start,
                           std::int32_t *distances, std::uint32_t *parents, Control &control) {
    const Graph &graph = mesh.graph();
    PollThrottle throttle(control, 1 << 20, graph.nodes());
    std::fill_n(distances, graph.nodes(), -1);
    if (parents) {
        std::fill_n(parents, graph.nodes(), Mesh::none);
    }
    std::vector<std::uint32_t> reached{start};
    distances[start] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k) {
        const std::uint32_t cell = reached[k];
        throttle.poll(k);
        for (const auto &[node, wall] : graph.links_of(cell)) {
            if (has_bit(passages, wall) && distances[node] < 0) {
                distances[node] = distances[cell] + 1;
                if (parents) {
                    parents[node] = cell;
                }
                reached.push_back(node);
            }
        }
    }
}

// The parts that no passage joins, by their first cells: that cell, and how many they are.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>>
mesh_parts(const Mesh &mesh, const std::uint8_t *passages, Control &control) {
    const Graph &graph = mesh.graph();
    PollThrottle throttle(control, 1 << 20, graph.nodes());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
    std::vector<std::uint8_t> seen(graph.nodes());
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t first = 0; first < graph.nodes(); ++first) {
        if (seen[first]) {
            continue;
        }
        parts.emplace_back(first, 0);
        seen[first] = true;
        waiting.push_back(first);
        while (!waiting.empty()) {
            const std::uint32_t cell = waiting.back();
            waiting.pop_back();
            throttle.poll(first);
            ++parts.back().second;
            for (const auto &[node, wall] : graph.links_of(cell)) {
                if (has_bit(passages, wall) && !seen[node]) {
                    seen[node] = true;
                    waiting.push_back(node);
                }
            }
        }
    }
    return parts;
}

} // namespace labirinto

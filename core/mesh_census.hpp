// Counts of the cells and corridors of mazes on meshes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "mesh.hpp"

namespace labirinto {

struct MeshCensus {
    std::vector<std::uint64_t> by_exits; // cells with 0, 1, 2 ... passages
    // Corridors from one cell without exactly 2 passages to the next such cell: steps to number.
    std::map<std::uint64_t, std::uint64_t> corridors;
};

inline MeshCensus take_census(const Mesh &mesh, const std::uint8_t *passages, Control &control) {
    const Graph &graph = mesh.graph();
    PollThrottle throttle(control, 1 << 16, graph.nodes());
    MeshCensus census;
    std::vector<std::uint32_t> exits(graph.nodes());
    for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
        for (const auto &[node, wall] : graph.links_of(cell)) {
            exits[cell] += has_bit(passages, wall);
        }
        if (census.by_exits.size() <= exits[cell]) {
            census.by_exits.resize(exits[cell] + 1);
        }
        ++census.by_exits[exits[cell]];
    }
    // The passage out of a corridor cell that is not the one by which it was entered.
    const auto ahead = [&](const Graph::Link &entered) {
        const Graph::Link *link = graph.links_of(entered.node).data();
        while (link->edge == entered.edge || !has_bit(passages, link->edge)) {
            ++link;
        }
        return *link;
    };
    for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
        throttle.poll(cell);
        if (exits[cell] == 2) {
            continue;
        }
        for (Graph::Link link : graph.links_of(cell)) {
            if (!has_bit(passages, link.edge)) {
                continue;
            }
            std::uint64_t length = 1;
            for (; exits[link.node] == 2; ++length) {
                link = ahead(link);
            }
            ++census.corridors[length];
        }
    }
    // Each was followed from both of its ends.
    for (auto &[length, number] : census.corridors) {
        number /= 2;
    }
    return census;
}

} // namespace labirinto

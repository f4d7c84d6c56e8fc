// Spanning trees and forests of graphs at random, with loops, parallel edges and weights.
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "disjoint_sets.hpp"
#include "kernels.hpp"
#include "network.hpp"
#include "spanning_trees.hpp"

namespace checks {
namespace {

struct RandomGraph {
    std::uint32_t nodes;
    std::vector<std::array<std::int32_t, 2>> ends;
    std::vector<double> weights;

    RandomGraph(std::uint32_t count, std::uint32_t more, std::uint64_t seed) : nodes(count) {
        Bits random(seed);
        const auto add = [&](std::uint64_t one, std::uint64_t other) {
            ends.push_back({static_cast<std::int32_t>(one), static_cast<std::int32_t>(other)});
            weights.push_back(0.5 + random.take(2));
        };
        for (std::uint32_t node = 1; node < nodes; ++node) {
            add(random.below(node), node);
        }
        for (std::uint32_t k = 0; k < more; ++k) {
            add(random.below(nodes), random.below(nodes));
        }
    }

    Edges edges() const {
        return {reinterpret_cast<const std::int32_t (*)[2]>(ends.data()), ends.size()};
    }
};

void expect_forest(const RandomGraph &graph, const std::int32_t *parent_edges,
                   std::uint32_t trees) {
    DisjointSets sets(graph.nodes);
    sets.separate();
    std::uint32_t roots = 0;
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        const std::int32_t edge = parent_edges[node];
        if (edge < 0) {
            ++roots;
            continue;
        }
        const auto &[one, other] = graph.ends[static_cast<std::size_t>(edge)];
        expect(one == std::int32_t(node) || other == std::int32_t(node), "an edge is elsewhere");
        expect(sets.join(std::uint32_t(one), std::uint32_t(other)), "there is a loop");
    }
    expect(roots == trees, "there are more roots or fewer");
}

} // namespace

void check_graphs() {
    Group group("spanning trees of graphs");
    for (const std::uint32_t nodes : {1U, 2U, 3U, 17U, 300U, 1000U}) {
        for (const std::uint32_t more : {0U, 3U, 2000U}) {
            for (const bool is_weighted : {false, true}) {
                group.begin(std::to_string(nodes) + ", " + std::to_string(more));
                const RandomGraph graph(nodes, more, nodes + more);
                std::span<const double> weights;
                if (is_weighted) {
                    weights = graph.weights;
                }
                const SpanningTrees trees(nodes, graph.edges(), weights, {});
                expect(!trees.unreached(), "a node is not reached");
                std::vector<std::int32_t> found(5 * std::size_t{nodes});
                trees.make_many(7, 0, 5, found.data(), 2, quiet);
                std::vector<std::int32_t> again(nodes);
                for (std::uint32_t k = 0; k < 5; ++k) {
                    const std::int32_t *const one = &found[std::size_t{k} * nodes];
                    expect_forest(graph, one, 1);
                    trees.make(child_seed(7, Purpose::item, k), again.data(), quiet);
                    expect(std::equal(again.begin(), again.end(), one), "another tree");
                }
                for (const std::uint32_t walks : {2U, 32U}) {
                    const SpanningTrees in_turns(nodes, graph.edges(), weights, {}, false, walks);
                    in_turns.make(7, again.data(), quiet);
                    expect_forest(graph, again.data(), 1);
                }
                reroot(graph.edges(), again.data(), nodes - 1);
                expect(again[nodes - 1] == -1, "another root");
                expect_forest(graph, again.data(), 1);
                const SpanningTrees forests(nodes, graph.edges(), weights, {0, nodes / 2, 0});
                forests.make(7, again.data(), quiet);
                expect_forest(graph, again.data(), nodes / 2 == 0 ? 1 : 2);
                RandomGraph both_ways = graph;
                for (const auto &[one, other] : graph.ends) {
                    both_ways.ends.push_back({other, one});
                }
                both_ways.weights.resize(both_ways.ends.size(), 3);
                if (is_weighted) {
                    weights = both_ways.weights;
                }
                const SpanningTrees directed(nodes, both_ways.edges(), weights, {nodes - 1}, true);
                directed.make(7, again.data(), quiet);
                expect_forest(both_ways, again.data(), 1);
            }
        }
    }
    group.begin("a network");
    // A grid of 6 x 6, its nodes eliminated in reading order.
    std::vector<std::int32_t> first{0};
    std::vector<std::int32_t> ends;
    for (std::int32_t node = 0; node < 36; ++node) {
        if (node % 6 < 5) {
            ends.push_back(node + 1);
        }
        if (node < 30) {
            ends.push_back(node + 6);
        }
        first.push_back(static_cast<std::int32_t>(ends.size()));
    }
    const std::vector<double> wires(ends.size(), 1);
    std::vector<double> sums(35);
    std::vector<double> resistances(ends.size());
    Network network(first, ends, wires, 1 << 20);
    network.eliminate(sums.data(), true, quiet);
    network.find_resistances(resistances.data(), quiet);
    const double all = std::accumulate(resistances.begin(), resistances.end(), 0.0);
    expect(std::abs(all - 35) < 1e-9, "the resistances do not add up");
    group.begin("in pieces");
    const RandomGraph pieces(9, 0, 1);
    expect(SpanningTrees(10, pieces.edges(), {}, {}).unreached() == 9U, "it is in one piece");
    expect(SpanningTrees(10, pieces.edges(), {}, {9}).unreached() == 0U, "it is in one piece");
    group.begin("a trap");
    const std::int32_t path[5][2] = {{0, 1}, {0, 1}, {1, 2}, {2, 3}, {2, 3}};
    const double unequal[] = {1e9, 1e9, 1e-9, 1e9, 1e9};
    const Trap trap = SpanningTrees(4, path, unequal, {0}).trap();
    expect(trap.node >= 2 && trap.steps > 1e17, "no trap is found");
}

} // namespace checks

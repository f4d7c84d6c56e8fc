// Chains of nodes with two links each, which are single edges to a walk.
//
// Let a chain have edges of the weights w1, w2, ...  A spanning tree has all of them, or all but
// one, and then its two sides hang on the nodes at its ends.  With all of them, the product of the
// weights is w1 w2 ...; without the one of weight w, it is 1/w of that.  So in the sum over the
// edges that may be missing, a chain counts 1/w1 + 1/w2 + ... times as much as one that is there:
// it is an edge of weight 1 / (1/w1 + 1/w2 + ...), like wires in a row.  If that is not in the
// tree, one of the chain's edges is missing, each as likely as its 1/w says.  A chain from a node
// back to the same node becomes a self-loop, and is in no tree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graph.hpp"
#include "random.hpp"

namespace labirinto {

class Chains {
  public:
    static constexpr std::uint32_t many = ~std::uint32_t{0}; // links of a root, whatever they are

    Chains() = default;

    // Of each node so many links count, 0 if it is left out.  Chains end at nodes of more than two,
    // and are in the order of their lowest nodes.
    Chains(const Graph &graph, const std::vector<std::uint32_t> &degrees) {
        std::vector<bool> passed(graph.nodes());
        const auto next = [&](std::uint32_t node, std::uint32_t edge) {
            const Graph::Link *link = graph.links_of(node).data();
            while (link->edge == edge || degrees[link->node] == 0) {
                ++link;
            }
            return *link;
        };
        for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
            if (degrees[node] != 2 || passed[node]) {
                continue;
            }
            // To one end, and from there back through all of it.
            std::uint32_t before;
            Graph::Link link{node, ~std::uint32_t{0}};
            do {
                before = link.node;
                link = next(link.node, link.edge);
            } while (degrees[link.node] == 2);
            starts_.push_back(link.node);
            link.node = before;
            steps_.push_back(link);
            while (degrees[link.node] == 2) {
                passed[link.node] = true;
                link = next(link.node, link.edge);
                steps_.push_back(link);
            }
            first_.push_back(static_cast<std::uint32_t>(steps_.size()));
        }
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }

    // Whether walks through the chains would cost more than weights for all of so many links do.
    // They take some L^2 / 3 steps through one of L edges; the factor has been measured.
    bool pay(std::uint64_t links) const {
        std::uint64_t squares = 0;
        for (std::uint32_t chain = 0; chain < size(); ++chain) {
            const std::uint64_t edges = first_[chain + 1] - first_[chain];
            squares += edges * edges;
        }
        return 2 * squares > links;
    }

    // Adds each chain as an edge, and gives those inside it, which are part of it now, weight 0.
    // Only ratios of weights matter: all are first made so large that none gets lost.
    void contract(std::vector<std::array<std::int32_t, 2>> &ends, std::vector<double> &weights) {
        edges_ = static_cast<std::uint32_t>(ends.size());
        int exponent;
        std::frexp(*std::max_element(weights.begin(), weights.end()), &exponent);
        for (double &weight : weights) {
            weight = std::ldexp(weight, std::max(0, 1000 - exponent));
        }
        for (std::uint32_t chain = 0; chain < size(); ++chain) {
            double lightest = weights[steps_[first_[chain]].edge];
            for (const auto &[node, edge] : steps_of(chain)) {
                lightest = std::min(lightest, weights[edge]);
            }
            double sum = 0;
            for (const auto &[node, edge] : steps_of(chain)) {
                sum += lightest / weights[edge];
                sums_.push_back(sum);
                weights[edge] = 0;
            }
            ends.push_back({static_cast<std::int32_t>(starts_[chain]),
                            static_cast<std::int32_t>(steps_of(chain).back().node)});
            weights.push_back(std::max(lightest / sum, std::numeric_limits<double>::denorm_min()));
        }
    }

    // Leads all nodes in chains on, after walks: so far a node has the number of a chain by which
    // it joins its tree, as that of an edge, and what is in a chain has none.
    void unfold(std::int32_t *parent_edges, Bits &bits) const {
        for (std::uint32_t chain = 0; chain < size(); ++chain) {
            const auto steps = steps_of(chain);
            const auto number = static_cast<std::int32_t>(edges_ + chain);
            // How many edges lead back to the start.
            std::int64_t back;
            if (parent_edges[starts_[chain]] == number) {
                back = -1;
            } else if (parent_edges[steps.back().node] == number) {
                back = static_cast<std::int64_t>(steps.size());
            } else {
                back = missing(chain, bits);
            }
            std::uint32_t before = starts_[chain];
            for (std::int64_t k = 0; const auto &[node, edge] : steps) {
                if (k != back) {
                    parent_edges[k < back ? node : before] = static_cast<std::int32_t>(edge);
                }
                before = node;
                ++k;
            }
        }
    }

  private:
    std::span<const Graph::Link> steps_of(std::uint32_t chain) const {
        return {&steps_[first_[chain]], first_[chain + 1] - first_[chain]};
    }

    // Which edge of a chain is not in a tree.
    std::int64_t missing(std::uint32_t chain, Bits &bits) const {
        const double *const sums = &sums_[first_[chain]];
        const std::size_t last = first_[chain + 1] - first_[chain] - 1;
        const double drawn = std::ldexp(static_cast<double>(bits.take(53)), -53) * sums[last];
        return std::upper_bound(sums, sums + last, drawn) - sums;
    }

    std::vector<std::uint32_t> starts_;   // the node at which each begins
    std::vector<std::uint32_t> first_{0}; // its steps, and their number at the end
    std::vector<Graph::Link> steps_;
    std::vector<double> sums_; // of each step and those before it, the lightest weight over theirs
    std::uint32_t edges_ = 0;  // those of the graph; chains are numbered after them
};

} // namespace labirinto

// Uniform spanning trees and forests of any graph: loop-erased random walks (Wilson 1996).
//
// Nodes lie in memory in the order of their numbers, or in that of a breadth-first search if it
// brings neighbours much nearer to each other; this changes no tree.  Every node keeps the link by
// which it was last left; once a walk has arrived, following these from its start skips all loops.
// Where most links lead too far for a cache, several walks take turns (walks_together.hpp).  What
// does not change is shared by all threads: a tree needs four or five bytes a node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "batch.hpp"
#include "breadth_first.hpp"
#include "chains.hpp"
#include "control.hpp"
#include "graph.hpp"
#include "huge_pages.hpp"
#include "random.hpp"
#include "traps.hpp"
#include "walks_together.hpp"
#include "weighed_links.hpp"

namespace labirinto {

// Along edges from their first nodes, from their second ones, or from both.
enum class Along { both, forth, back };

// The links of all nodes, each in the order of its edges.  What no spanning tree has is left out:
// self-loops, and edges of weight 0; `weights` is empty if all are alike.
inline Graph graph_of(std::uint32_t nodes, Edges edges, std::span<const double> weights,
                      Along along) {
    Graph graph;
    const std::uint32_t forth = along != Along::back;
    const std::uint32_t back = along != Along::forth;
    const auto for_kept = [&](auto visit) {
        for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
            const auto one = static_cast<std::uint32_t>(edges[edge][0]);
            const auto other = static_cast<std::uint32_t>(edges[edge][1]);
            if (one != other && (weights.empty() || weights[edge] > 0)) {
                visit(one, other, edge);
            }
        }
    };
    graph.first.assign(nodes + 1, 0);
    for_kept([&](std::uint32_t one, std::uint32_t other, std::uint32_t) {
        graph.first[one] += forth;
        graph.first[other] += back;
    });
    std::uint32_t sum = 0;
    for (std::uint32_t &first : graph.first) {
        sum += std::exchange(first, sum);
    }
    graph.links.resize(sum);
    for_kept([&](std::uint32_t one, std::uint32_t other, std::uint32_t edge) {
        if (forth) {
            graph.links[graph.first[one]++] = {other, edge};
        }
        if (back) {
            graph.links[graph.first[other]++] = {one, edge};
        }
    });
    // Each has moved to where the next one begins.
    std::copy_backward(graph.first.begin(), graph.first.end() - 1, graph.first.end());
    graph.first[0] = 0;
    return graph;
}

class SpanningTrees {
  public:
    // Makes a tree for each of the roots; without, a tree.  In a directed graph, there are roots,
    // and all edges of a tree lead from their first nodes to the second ones.  So many
    // walks go at once; for 0, as many as pay.
    SpanningTrees(std::uint32_t nodes, Edges edges, std::span<const double> weights,
                  std::vector<std::uint32_t> roots, bool is_directed = false,
                  std::uint32_t walks = 0)
        : nodes_(nodes), walks_(walks), roots_(std::move(roots)) {
        Graph graph = graph_of(nodes, edges, weights, is_directed ? Along::forth : Along::both);
        const BreadthFirst search =
            is_directed      ? BreadthFirst(graph_of(nodes, edges, weights, Along::back), roots_)
            : roots_.empty() ? search_from_the_best(graph)
                             : BreadthFirst(graph, roots_);
        if (roots_.empty()) {
            roots_.push_back(search.order()[0]);
        }
        for (std::uint32_t node = 0; node < nodes; ++node) {
            if (search.ranks()[node] == BreadthFirst::none) {
                unreached_ = node;
                return;
            }
        }
        const bool is_weighted = !weights.empty();
        if (!is_directed) {
            chains_ = Chains(graph, find_only_edges(graph));
        }
        std::vector<std::array<std::int32_t, 2>> ends;
        std::vector<double> all_weights;
        if (chains_.pay(graph.links.size())) {
            for (const auto &[one, other] : edges) {
                ends.push_back({one, other});
            }
            all_weights.assign(weights.begin(), weights.end());
            all_weights.resize(edges.size(), 1);
            chains_.contract(ends, all_weights);
            edges = {reinterpret_cast<const std::int32_t (*)[2]>(ends.data()), ends.size()};
            weights = all_weights;
            graph = graph_of(nodes, edges, weights, Along::both);
        } else {
            chains_ = {};
        }
        if (is_weighted && !is_directed) {
            trap_ = worst_trap(nodes, edges, weights, roots_, only_edges_);
        }
        if (weights.empty()) {
            links_ = lay_out<EvenLinks>(graph, search);
            return;
        }
        WeighedLinks links = lay_out<WeighedLinks>(graph, search);
        std::vector<double> some;
        for (const std::uint32_t at : heads_) {
            some.clear();
            for (std::uint32_t k = 1; k <= links.count(at); ++k) {
                some.push_back(weights[static_cast<std::size_t>(edge_of_[at + k])]);
            }
            links.prepare(at, some);
        }
        links_ = std::move(links);
    }

    std::uint32_t nodes() const { return nodes_; }

    // How many go at once; any number has the same law, and trees of its own.
    std::uint32_t walks() const { return walks_; }

    // The first root, and the first node that is joined to no root.
    std::uint32_t root() const { return roots_[0]; }
    std::optional<std::uint32_t> unreached() const { return unreached_; }

    // Where walks stay longest; without weights, nowhere.
    const Trap &trap() const { return trap_; }

    // For each node the edge by which it joins its tree, -1 for a root.  All nodes are reached.
    void make(std::uint64_t seed, std::int32_t *parent_edges, Control &control) const {
        Arrows arrows;
        make(seed, parent_edges, arrows, control);
    }

    // Trees of the child seeds from `first` on.
    void make_many(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                   std::int32_t *parent_edges, unsigned threads, Control &control) const {
        for_items(nodes_, count, threads, control, [&] {
            return [&, arrows = Arrows()](std::uint64_t i, Control &inside) mutable {
                make(child_seed(seed, Purpose::item, first + i), parent_edges + i * nodes_, arrows,
                     inside);
            };
        });
    }

  private:
    // By which link each place was last left, 0 if it was not, and a bit for each that is in a
    // tree: a walk waits at every step for this bit, and all of them fit into a cache.
    struct Arrows {
        HugeVector<std::uint32_t> links;
        std::vector<std::uint64_t> joined;

        void clear(std::uint32_t places) {
            links.assign(places, 0);
            joined.assign(places / 64 + 1, 0);
        }
        bool has_joined(std::uint32_t place) const {
            return joined[place >> 6] >> (place & 63) & 1;
        }
        void join(std::uint32_t place) { joined[place >> 6] |= std::uint64_t{1} << (place & 63); }
    };

    static constexpr std::uint64_t near = 3;      // measured, as are the next two
    static constexpr std::uint32_t far = 1 << 16; // words or slots
    static constexpr std::uint32_t many_walks = 32;
    static constexpr std::uint32_t patience = 1 << 20; // steps between two looks at the control

    void make(std::uint64_t seed, std::int32_t *parent_edges, Arrows &arrows,
              Control &control) const {
        arrows.clear(nodes_);
        Bits bits(seed);
        std::visit(
            [&](const auto &links) {
                if (walks_ == 1) {
                    walk(links, bits, arrows, control);
                } else {
                    WalksTogether(links, heads_, roots_, arrows.links.data())
                        .run(walks_, bits, control);
                }
                for (std::uint32_t node = 0; node < nodes_; ++node) {
                    const std::uint32_t place = is_in_order_ ? node : links.place(heads_[node]);
                    parent_edges[node] =
                        has_one_edge(node) ? only_edges_[node] : edge_of_[arrows.links[place]];
                }
            },
            *links_);
        chains_.unfold(parent_edges, bits);
    }

    template <class Links>
    void walk(const Links &links, Bits &bits, Arrows &arrows, Control &control) const {
        for (const std::uint32_t root : roots_) {
            arrows.join(links.place(heads_[root]));
        }
        std::uint32_t left = patience;
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            const std::uint32_t start = heads_[node];
            const std::uint32_t first = links.place(start);
            if (arrows.has_joined(first) || links.count(start) == 0) {
                continue;
            }
            std::uint32_t at = start;
            std::uint32_t place = first;
            do {
                const std::uint32_t link = links.draw(bits, at);
                arrows.links[place] = link;
                at = links.target(link);
                place = links.place(at);
                if (--left == 0) [[unlikely]] {
                    left = patience;
                    control.check(node, nodes_);
                }
            } while (!arrows.has_joined(place));
            for (place = first; !arrows.has_joined(place);) {
                arrows.join(place);
                place = links.place(links.target(arrows.links[place]));
            }
        }
    }

    // From a node with a single link, the edge is in all trees.  Such nodes are left out, and so
    // are those that then have a single link: walks into them would only come back.
    // Returns how many links are left to each node, and for a root that they are many.
    std::vector<std::uint32_t> find_only_edges(const Graph &graph) {
        std::vector<std::uint32_t> left(nodes_);
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            left[node] = graph.degree(node);
        }
        for (const std::uint32_t root : roots_) {
            left[root] = Chains::many;
        }
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            for (std::uint32_t leaf = node; left[leaf] == 1;) {
                if (only_edges_.empty()) {
                    only_edges_.assign(nodes_, -1);
                }
                const Graph::Link *link = graph.links_of(leaf).data();
                while (has_one_edge(link->node)) {
                    ++link;
                }
                only_edges_[leaf] = static_cast<std::int32_t>(link->edge);
                left[leaf] = 0;
                leaf = link->node;
                --left[leaf];
            }
        }
        return left;
    }

    bool has_one_edge(std::uint32_t node) const {
        return !only_edges_.empty() && only_edges_[node] >= 0;
    }

    // Gives each node a place in memory, by its number or, if that brings neighbours so many times
    // nearer, by its rank in the search.  Walks begin in the order of the numbers: to give up that
    // this is the order in memory as well must be worth it.
    template <class Links> Links lay_out(const Graph &graph, const BreadthFirst &search) {
        const std::vector<std::uint32_t> &ranks = search.ranks();
        std::uint64_t apart_by_number = 0;
        std::uint64_t apart_by_rank = 0;
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            for (const auto &[other, edge] : graph.links_of(node)) {
                apart_by_number += node > other ? node - other : 0;
                apart_by_rank += ranks[node] > ranks[other] ? ranks[node] - ranks[other] : 0;
            }
        }
        is_in_order_ = near * apart_by_rank >= apart_by_number;
        const auto is_kept = [&](std::uint32_t node, std::uint32_t other) {
            return !has_one_edge(node) && !has_one_edge(other);
        };
        heads_.resize(nodes_);
        std::uint32_t end = 0;
        for (std::uint32_t place = 0; place < nodes_; ++place) {
            const std::uint32_t node = is_in_order_ ? place : search.order()[place];
            heads_[node] = end;
            end += Links::head;
            for (const auto &[other, edge] : graph.links_of(node)) {
                end += is_kept(node, other);
            }
        }
        const std::uint32_t all = end - Links::head * nodes_;
        std::uint64_t leading_far = 0;
        Links links(nodes_, all);
        edge_of_.assign(end, -1);
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            std::uint32_t link = heads_[node] + Links::head;
            for (const auto &[other, edge] : graph.links_of(node)) {
                if (is_kept(node, other)) {
                    const std::uint32_t target = heads_[other];
                    leading_far += std::max(target, link) - std::min(target, link) > far;
                    links.set_target(link, target);
                    edge_of_[link++] = static_cast<std::int32_t>(edge);
                }
            }
            const std::uint32_t count = link - heads_[node] - Links::head;
            links.set_head(heads_[node], is_in_order_ ? node : ranks[node], count);
        }
        if (walks_ == 0) {
            walks_ = 2 * leading_far > all ? many_walks : 1;
        }
        return links;
    }

    std::uint32_t nodes_;
    std::uint32_t walks_;              // at once
    std::vector<std::uint32_t> roots_; // by their numbers; some may be the same
    std::optional<std::uint32_t> unreached_;
    Trap trap_;
    std::vector<std::int32_t> only_edges_; // the edge from a node with one, else -1; or empty
    Chains chains_;                        // without those that are left to walks
    bool is_in_order_ = true;              // whether places are the numbers of nodes
    std::vector<std::uint32_t> heads_;     // of each node
    HugeVector<std::int32_t> edge_of_;     // each link; -1 for heads
    std::optional<std::variant<EvenLinks, WeighedLinks>> links_;
};

// Turns the edges on the path from a node to its root, so that the node becomes the root.
inline void reroot(Edges edges, std::int32_t *parent_edges, std::uint32_t node) {
    std::int32_t edge = -1;
    while (true) {
        const std::int32_t next = std::exchange(parent_edges[node], edge);
        if (next < 0) {
            return;
        }
        const auto &[one, other] = edges[static_cast<std::size_t>(next)];
        node = static_cast<std::uint32_t>(one) ^ static_cast<std::uint32_t>(other) ^ node;
        edge = next;
    }
}

} // namespace labirinto

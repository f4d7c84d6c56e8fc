// Uniform spanning trees of any connected graph, by random walks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "graph.hpp"
#include "random.hpp"

namespace labirinto {

// Loop-erased random walks to a root (Wilson 1996).  `keep(edge)` is called for every edge of the
// tree.  The graph has to be connected, or the walks would never end.
class GraphWalks {
  public:
    // The graph has to outlive it.
    explicit GraphWalks(const Graph &graph) : graph_(graph), arrows_(graph.nodes()) {}

    template <class Keep> void make(Bits &random, std::uint32_t root, Control &control, Keep keep) {
        const std::uint32_t nodes = graph_.nodes();
        const std::uint32_t *const first = graph_.first.data();
        const Graph::Link *const links = graph_.links.data();
        std::uint32_t *const arrows = arrows_.data();
        Bits bits = random; // a copy of which no address is taken stays in registers
        PollThrottle throttle(control, 1 << 14, nodes);
        std::fill(arrows_.begin(), arrows_.end(), loose);
        arrows[root] = finished;
        for (std::uint32_t start = 0; start < nodes; ++start) {
            if (arrows[start] == finished) {
                continue;
            }
            throttle.poll(start);
            std::uint32_t node = start;
            do {
                const std::uint32_t link =
                    first[node] +
                    static_cast<std::uint32_t>(bits.below(first[node + 1] - first[node]));
                arrows[node] = link;
                node = links[link].node;
            } while (arrows[node] != finished);
            node = start;
            while (arrows[node] != finished) {
                const Graph::Link &link = links[arrows[node]];
                keep(link.edge);
                arrows[node] = finished;
                node = link.node;
            }
        }
        random = bits;
    }

  private:
    static constexpr std::uint32_t loose = ~std::uint32_t{0};
    static constexpr std::uint32_t finished = loose - 1;

    const Graph &graph_;
    std::vector<std::uint32_t> arrows_; // numbers of links
};

} // namespace labirinto

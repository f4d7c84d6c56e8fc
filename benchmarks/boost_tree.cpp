// Boost's random spanning tree, as a library of three functions.
#include <cstdint>
#include <random>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/random_spanning_tree.hpp>

namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

} // namespace

extern "C" void *new_graph(std::uint32_t nodes, const std::int32_t *edges, std::uint64_t count) {
    auto *const graph = new Graph(nodes);
    for (std::uint64_t k = 0; k < count; ++k) {
        boost::add_edge(edges[2 * k], edges[2 * k + 1], *graph);
    }
    return graph;
}

extern "C" void delete_graph(void *graph) { delete static_cast<Graph *>(graph); }

// For each node its parent, -1 for the root.
extern "C" void make_tree(const void *handle, std::uint64_t seed, std::int32_t *parents) {
    const auto &graph = *static_cast<const Graph *>(handle);
    std::mt19937_64 generator(seed);
    std::vector<Graph::vertex_descriptor> predecessors(boost::num_vertices(graph));
    boost::random_spanning_tree(graph, generator,
                                boost::predecessor_map(boost::make_iterator_property_map(
                                    predecessors.begin(), boost::get(boost::vertex_index, graph))));
    for (std::size_t node = 0; node < predecessors.size(); ++node) {
        const bool is_root = predecessors[node] == boost::graph_traits<Graph>::null_vertex();
        parents[node] = is_root ? -1 : static_cast<std::int32_t>(predecessors[node]);
    }
}

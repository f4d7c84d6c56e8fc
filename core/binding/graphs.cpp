// Spanning trees of any graph, in arrays of NumPy.
#include "python.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include "../network.hpp"
#include "../spanning_trees.hpp"

namespace labirinto::binding {

namespace {

template <class T, int dimensions>
using Array = nb::ndarray<T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
using EdgeArray = Array<const std::int32_t, 2>;
using NodeArray = Array<const std::int32_t, 1>;
using WeightArray = Array<const double, 1>;

constexpr Number most = Number{1} << 30; // edges, so that links fit into 31 bits

Edges edges_of(const EdgeArray &edges) {
    if (edges.shape(1) != 2 || edges.shape(0) > most) {
        throw nb::value_error("an edge has two nodes");
    }
    return {reinterpret_cast<const std::int32_t (*)[2]>(edges.data()), edges.shape(0)};
}

template <class T> void check_node(T node, Number nodes) {
    if (node < 0 || static_cast<Number>(node) >= nodes) {
        throw nb::index_error("there is no such node");
    }
}

const SpanningTrees &reached(const SpanningTrees &trees) {
    if (trees.unreached()) {
        throw nb::value_error("the graph is not connected");
    }
    return trees;
}

} // namespace

void register_graphs(nb::module_ &module) {
    nb::class_<SpanningTrees>(module, "SpanningTrees")
        // The two nodes of each edge; weights are 0 or more.  Without roots, one is chosen;
        // a directed graph needs some, to which its edges lead.  Without a number of walks that go
        // at once, one is chosen, on which trees depend.
        .def(
            "__init__",
            [](SpanningTrees *self, Number nodes, const EdgeArray &edge_array,
               const std::optional<WeightArray> &weight_array, const NodeArray &root_array,
               bool directed, std::uint32_t walks) {
                const Edges edges = edges_of(edge_array);
                if (nodes == 0 || nodes > most) {
                    throw nb::value_error("the number of nodes is out of range");
                }
                std::span<const double> weights;
                if (weight_array) {
                    weights = {weight_array->data(), weight_array->shape(0)};
                    if (weights.size() != edges.size()) {
                        throw nb::value_error("there is not a weight for each edge");
                    }
                }
                std::vector<std::uint32_t> roots;
                for (std::size_t k = 0; k < root_array.shape(0); ++k) {
                    check_node(root_array.data()[k], nodes);
                    roots.push_back(static_cast<std::uint32_t>(root_array.data()[k]));
                }
                if (directed && roots.empty()) {
                    throw nb::value_error("a directed graph has roots");
                }
                if (walks > WalksTogether<EvenLinks>::most) {
                    throw nb::value_error("there are too many walks");
                }
                const nb::gil_scoped_release unlocked;
                for (const auto &[one, other] : edges) {
                    check_node(one, nodes);
                    check_node(other, nodes);
                }
                for (const double weight : weights) {
                    if (!(weight >= 0 && weight <= std::numeric_limits<double>::max())) {
                        throw nb::value_error("a weight is out of range");
                    }
                }
                new (self) SpanningTrees(static_cast<std::uint32_t>(nodes), edges, weights, roots,
                                         directed, walks);
            },
            "nodes"_a, "edges"_a, "weights"_a.none(), "roots"_a, "directed"_a = false,
            "walks"_a = 0)
        .def_prop_ro("root", &SpanningTrees::root)
        .def_prop_ro("walks", &SpanningTrees::walks)
        // A node in the worst trap for walks, about how many steps it takes to leave it, and
        // whether most of the weights that lead out of it lead to roots.
        .def_prop_ro("trap",
                     [](const SpanningTrees &trees) {
                         const auto &[node, steps, to_roots] = trees.trap();
                         return std::tuple(node, steps, to_roots);
                     })
        // A node that is joined to no root, or None; if there is one, no tree is made.
        .def_prop_ro("unreached", &SpanningTrees::unreached)
        // For each node the edge by which it joins, -1 for a root.
        .def(
            "make",
            [](const SpanningTrees &trees, Number seed, const Array<std::int32_t, 1> &parent_edges,
               nb::object progress) {
                if (parent_edges.shape(0) != reached(trees).nodes()) {
                    throw nb::value_error("the array does not have the size of the graph");
                }
                PythonControl control(std::move(progress));
                const nb::gil_scoped_release unlocked;
                trees.make(seed, parent_edges.data(), control);
            },
            "seed"_a, "parent_edges"_a, "progress"_a.none() = nb::none())
        // A row for each child seed from `first` on.
        .def(
            "make_many",
            [](const SpanningTrees &trees, Number seed, Number first,
               const Array<std::int32_t, 2> &parent_edges, unsigned threads, nb::object progress) {
                if (parent_edges.shape(1) != reached(trees).nodes()) {
                    throw nb::value_error("the array does not have the size of the graph");
                }
                PythonControl control(std::move(progress));
                const nb::gil_scoped_release unlocked;
                trees.make_many(seed, first, parent_edges.shape(0), parent_edges.data(), threads,
                                control);
            },
            "seed"_a, "first"_a, "parent_edges"_a, "threads"_a, "progress"_a.none() = nb::none());
    // Eliminates the nodes of an electrical network.  The wires from each node to later ones begin
    // at `first`, and lead to `ends`.  Finds the sum of conductances of each node but the last and,
    // if there is an array for them, the effective resistance of each wire.  Stops at so many
    // bytes.
    module.def(
        "eliminate",
        [](const NodeArray &first, const NodeArray &ends, const WeightArray &conductances,
           Number most_bytes, const Array<double, 1> &sums,
           const std::optional<Array<double, 1>> &resistances, nb::object progress) {
            const std::size_t nodes = sums.shape(0) + 1;
            const std::size_t wires = ends.shape(0);
            if (first.shape(0) != nodes + 1 || nodes > most || wires > most ||
                conductances.shape(0) != wires || (resistances && resistances->shape(0) != wires)) {
                throw nb::value_error("the arrays do not have the size of the network");
            }
            const std::int32_t *const begin = first.data();
            if (begin[0] != 0 || static_cast<std::size_t>(begin[nodes]) != wires) {
                throw nb::value_error("the wires begin elsewhere");
            }
            for (std::size_t node = 0; node < nodes; ++node) {
                for (std::int32_t wire = begin[node]; wire < begin[node + 1]; ++wire) {
                    const std::int32_t end = ends.data()[wire];
                    if (end <= static_cast<std::int64_t>(node) ||
                        end >= static_cast<std::int64_t>(nodes)) {
                        throw nb::index_error("there is no such later node");
                    }
                }
            }
            PythonControl control(std::move(progress));
            const nb::gil_scoped_release unlocked;
            Network network({begin, nodes + 1}, {ends.data(), wires}, {conductances.data(), wires},
                            most_bytes);
            network.eliminate(sums.data(), resistances.has_value(), control);
            if (resistances) {
                network.find_resistances(resistances->data(), control);
            }
        },
        "first"_a, "ends"_a, "conductances"_a, "most_bytes"_a, "sums"_a,
        "resistances"_a = nb::none(), "progress"_a = nb::none());
    // Turns a tree so that a node becomes its root.
    module.def(
        "reroot",
        [](const EdgeArray &edges, const Array<std::int32_t, 1> &parent_edges, Number node) {
            check_node(static_cast<std::int64_t>(node), parent_edges.shape(0));
            for (std::size_t k = 0; k < parent_edges.shape(0); ++k) {
                if (parent_edges.data()[k] >= static_cast<std::int64_t>(edges.shape(0))) {
                    throw nb::index_error("there is no such edge");
                }
            }
            reroot(edges_of(edges), parent_edges.data(), static_cast<std::uint32_t>(node));
        },
        "edges"_a, "parent_edges"_a, "node"_a);
}

} // namespace labirinto::binding

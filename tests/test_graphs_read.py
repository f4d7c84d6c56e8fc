"""Graphs of other libraries, in and out."""

from __future__ import annotations

import copy
import pickle

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse
from kinds_of_graphs import KINDS, PAIRS, PETERSEN, rustworkx_graph

from labirinto.errors import InvalidValueError
from labirinto.graphs import (
    Graph,
    as_graph,
    edge_probabilities,
    log_number_of_spanning_forests,
    log_number_of_spanning_trees,
    uniform_spanning_forest,
    uniform_spanning_tree,
    uniform_spanning_trees,
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_graph_of_any_kind_gives_a_tree_of_the_same_kind(kind):
    source = KINDS[kind]()
    tree = uniform_spanning_tree(source, seed=7)
    expected = uniform_spanning_tree(PETERSEN, seed=7)
    if kind != "rustworkx":  # whose nodes are others
        assert (tree.graph.edges == expected.graph.edges).all()
    assert (tree.parent_numbers == expected.parent_numbers).all()
    made = tree.to_graph()
    again = as_graph(made)
    assert type(made) is (type(source) if kind != "pairs" else np.ndarray)
    assert again.nodes == 10
    assert len(again.edges) == 9
    assert (uniform_spanning_tree(again, seed=1).root_numbers.size) == 1


def test_what_belongs_to_nodes_and_edges_is_kept():
    tree = uniform_spanning_tree(rustworkx_graph(), "miles", seed=1)
    assert tree.to_graph()[10] == "node 10"
    assert {data["miles"] for data in tree.to_graph().edges()} <= {1, 2, 3, 4, 5}
    tree = uniform_spanning_tree(PETERSEN, "miles", seed=1)
    assert all(
        data == PETERSEN.edges[one, other] for one, other, data in tree.to_graph().edges(data=True)
    )
    matrix = KINDS["csr_array"]()
    tree = uniform_spanning_tree(matrix, "data", seed=1)
    assert (tree.to_csr() != tree.to_graph()).nnz == 0
    assert tree.to_csr().sum() == 2 * sum(tree.graph.weights[tree.edges])


ARCS = nx.DiGraph(np.zeros((4, 4)))
ARCS.add_edges_from([(1, 0), (0, 2), (2, 1), (2, 0), (3, 2), (1, 3)])
DIRECTED = {
    "networkx": lambda: ARCS,
    "multigraph": lambda: nx.MultiDiGraph(ARCS),
    "rustworkx": lambda: rx.networkx_converter(ARCS),
    "igraph": lambda: igraph.Graph(4, list(ARCS.edges), directed=True),
    "csr_array": lambda: nx.to_scipy_sparse_array(ARCS, range(4)),
    "coo_matrix": lambda: scipy.sparse.coo_matrix(nx.to_scipy_sparse_array(ARCS, range(4))),
    "rows": lambda: (
        nx.to_scipy_sparse_array(ARCS, range(4)).indptr,
        nx.to_scipy_sparse_array(ARCS, range(4)).indices,
    ),
    "pairs": lambda: list(ARCS.edges),
    "ours": lambda: Graph(4, list(ARCS.edges), directed=True),
}


@pytest.mark.parametrize("kind", DIRECTED)
def test_a_directed_graph_of_any_kind_gives_a_directed_tree(kind):
    source = DIRECTED[kind]()
    for seed in range(5):
        tree = uniform_spanning_tree(source, seed=seed, root=2, directed=True)
        ends = set(map(tuple, tree.graph.edges[tree.edges].tolist()))
        assert ends <= set(ARCS.edges)
        assert dict(ends).keys() == {0, 1, 3}
        made = tree.to_graph()
        assert type(made) is (type(source) if kind != "pairs" else np.ndarray)
        again = uniform_spanning_tree(made, seed=1, root=2, directed=True)
        assert (again.parent_numbers == tree.parent_numbers).all()
        assert tree.to_csr().nnz == 3


def test_attributes_are_weights_in_every_library():
    edges = np.array(PETERSEN.edges)
    miles = [data["miles"] for *_, data in PETERSEN.edges(data=True)]
    expected = uniform_spanning_tree(edges, miles, seed=9).edges.tolist()
    for kind, weights in [
        ("networkx", "miles"),
        ("rustworkx", "miles"),
        ("igraph", "miles"),
        ("csr_array", "data"),
    ]:
        assert uniform_spanning_tree(KINDS[kind](), weights, seed=9).edges.tolist() == expected


def test_arrays_of_roots_labels_and_unsigned_numbers():
    assert uniform_spanning_forest(PAIRS, np.array([0, 2])).roots.tolist() == [0, 2]
    graph = Graph(3, [(0, 1), (1, 2)], labels=np.array(["a", "b", "c"]))
    assert uniform_spanning_tree(graph, root="c").root == "c"
    rows = [part.astype(np.uint64) for part in KINDS["rows"]()]
    tree = uniform_spanning_tree(tuple(rows), seed=7)
    assert (tree.edges == uniform_spanning_tree(PETERSEN, seed=7).edges).all()
    # Pairs are edges; two are parallel here.
    assert len(as_graph([(0, 1), (1, 0)]).edges) == 2


NAMED = {
    "networkx": lambda: nx.grid_2d_graph(4, 3),
    "rustworkx": rustworkx_graph,
    "igraph": lambda: igraph.Graph(
        edges=list(PETERSEN.edges), vertex_attrs={"name": list("abcdefghij")}
    ),
    "ours": lambda: Graph(10, list(PETERSEN.edges), labels=[f"node {n}" for n in range(10)]),
}


@pytest.mark.parametrize("kind", NAMED)
def test_nodes_have_their_names_in_what_was_sampled(kind):
    graph = as_graph(NAMED[kind]())
    root = graph.labels[3]
    tree = uniform_spanning_tree(graph, root=root, seed=1)
    assert (tree.root, tree.roots, tree.root_numbers.tolist()) == (root, [root], [3])
    assert list(tree.parents) == graph.labels
    assert tree.parents[root] is None
    edges = {frozenset(map(graph.label, ends)) for ends in graph.edges[tree.edges].tolist()}
    found = {frozenset(pair) for pair in tree.parents.items() if pair[1] is not None}
    assert edges == found
    numbers = [-1 if it is None else graph.number(it) for it in tree.parents.values()]
    assert tree.parent_numbers.tolist() == numbers
    forest = uniform_spanning_forest(graph, graph.labels[:2], seed=1)
    assert forest.roots == graph.labels[:2]
    # What comes out goes in again.
    again = uniform_spanning_forest(graph, forest.roots, seed=forest.seed)
    assert again.parents == forest.parents


def test_killing_rates_by_the_names_of_nodes():
    grid = nx.grid_2d_graph(4, 3)
    rates = {(0, 0): 1.5, (3, 2): 0.5}
    by_number = [rates.get(node, 0) for node in grid]
    one, other = (
        uniform_spanning_forest(grid, killing=killing, seed=3) for killing in (rates, by_number)
    )
    assert one.parents == other.parents
    assert set(one.roots) <= rates.keys()
    assert log_number_of_spanning_forests(grid, killing=rates) == pytest.approx(
        log_number_of_spanning_forests(grid, killing=by_number)
    )


def test_names_of_several_nodes_are_refused():
    graph = Graph(3, [(0, 1), (1, 2)], labels=["a", "b", "a"])
    tree = uniform_spanning_tree(graph, seed=1)
    for use in (lambda: tree.parents, lambda: uniform_spanning_tree(graph, root="a")):
        with pytest.raises(InvalidValueError, match="Several nodes of the graph have the name 'a'"):
            use()


def numbers(graph, **options):
    return uniform_spanning_tree(graph, seed=9, **options).edges.tolist()


def test_weight_is_another_name_of_weights():
    for options in ({"weight": "miles"}, {"weights": "miles"}):
        assert numbers(PETERSEN, **options) == numbers(as_graph(PETERSEN, "miles"))
    trees = uniform_spanning_trees(PETERSEN, 3, weight="miles", seed=1)
    assert (trees.edges == uniform_spanning_trees(PETERSEN, 3, "miles", seed=1).edges).all()
    forest = uniform_spanning_forest(PETERSEN, [0, 5], weight="miles", seed=1)
    assert forest.graph.weights.tolist() == as_graph(PETERSEN, "miles").weights.tolist()
    for function in (log_number_of_spanning_trees, edge_probabilities):
        assert function(PETERSEN, weight="miles") == pytest.approx(function(PETERSEN, "miles"))
    with pytest.raises(InvalidValueError, match="weight is another name for weights"):
        as_graph(PETERSEN, "miles", weight="miles")


def test_weights_by_the_two_nodes_of_each_edge():
    miles = nx.get_edge_attributes(PETERSEN, "miles")
    expected = as_graph(PETERSEN, "miles").weights.tolist()
    turned = {ends[::-1]: number for ends, number in reversed(miles.items())}
    for kind in ("networkx", "edges", "csr_array", "igraph", "ours"):
        for weights in (miles, turned):
            assert as_graph(KINDS[kind](), weights).weights.tolist() == expected, kind
    grid = nx.grid_2d_graph(3, 2)
    by_ends = {edge: k for k, edge in enumerate(grid.edges)}
    assert as_graph(grid, by_ends).weights.tolist() == list(range(len(grid.edges)))
    ways = nx.DiGraph([("a", "b"), ("b", "a")])
    assert as_graph(ways, {("b", "a"): 2, ("a", "b"): 3}).weights.tolist() == [3, 2]


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({("a", "b"): 1}, "weights has no edge ('b', 'c'); add it"),
        ({("a", "b"): 1, ("b", "c"): 2, ("a", "c"): 3}, "('a', 'c'), which is not the two nodes"),
        ({("a", "b"): 1, "bc": 2}, "'bc', which is not the two nodes"),
        ({("a", "b"): 1, ("b", "d"): 2}, "the key ('b', 'd'), but the graph has no node 'd'"),
        ({("a", "b"): 1, ("b", "c"): 2, ("b", "a"): 3}, "two numbers for the edge ('a', 'b')"),
        ({("a", "b"): 1, ("b", "c"): -2}, "edge 1, ('b', 'c'), is -2"),
        ({("a", "b"): 1, ("b", "c"): "x"}, "edge 1, ('b', 'c'), is 'x'"),
        (lambda one, other, data: None, "Edge 0 of the graph, ('a', 'b'), has no weight by"),
    ],
)
def test_weights_that_do_not_fit_the_edges_are_refused(weights, words):
    with pytest.raises(InvalidValueError) as caught:
        as_graph(nx.path_graph(["a", "b", "c"]), weights)
    assert words in str(caught.value)


def test_a_mapping_cannot_tell_parallel_edges_apart():
    with pytest.raises(InvalidValueError, match="Edges 0 and 1 join the same nodes"):
        as_graph([(0, 1), (1, 0)], {(0, 1): 2})


def test_functions_give_weights_where_their_library_has_them():
    expected = as_graph(PETERSEN, "miles").weights.tolist()
    by_data = as_graph(PETERSEN, lambda one, other, data: data["miles"])
    by_payload = as_graph(rustworkx_graph(), lambda data: data["miles"])
    assert by_data.weights.tolist() == by_payload.weights.tolist() == expected
    graph = rx.PyGraph()
    graph.add_nodes_from("abc")
    graph.add_edges_from([(0, 1, 2.5), (1, 2, 4)])
    assert as_graph(graph, float).weights.tolist() == [2.5, 4]
    with pytest.raises(InvalidValueError, match=r"no 'miles'; give a function .* weights=float"):
        as_graph(graph, "miles")
    with pytest.raises(InvalidValueError, match="a number for each edge"):
        as_graph([(0, 1)], float)


def test_igraph_names_are_names_of_roots():
    graph = igraph.Graph(3, [(0, 1), (1, 2)])
    graph.vs["name"] = ["a", "b", "c"]
    assert [uniform_spanning_tree(graph, root=root).root for root in ("b", 2)] == ["b", "c"]
    graph.vs["name"] = ["a", "a", "c"]  # no names of one node each
    assert uniform_spanning_tree(graph, root=1).root == 1


def test_a_graph_does_not_change_with_the_arrays_of_others():
    edges, weights = np.array(PAIRS, np.int32), np.ones(4)
    graph = Graph(4, edges, weights)
    edges[:], weights[:] = 0, 0
    assert graph.edges.tolist() == [list(pair) for pair in PAIRS]
    assert graph.weights.tolist() == [1] * 4
    with pytest.raises(ValueError, match="read-only"):
        graph.edges[0] = 0


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_what_was_sampled_can_be_copied(again):
    trees = uniform_spanning_trees(PETERSEN, 3, "miles", seed=1)
    for made in (again(trees)[1], again(trees[1])):
        assert (made.edges == trees[1].edges).all()
        sampled = uniform_spanning_tree(made.graph, seed=made.seed)
        assert (sampled.parent_edges == made.parent_edges).all()

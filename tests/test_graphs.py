"""Spanning trees of any graph: the core against the textbook, all kinds of graphs in and out."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import threading
from collections import Counter

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.graphs import (
    Graph,
    as_graph,
    textbook,
    uniform_spanning_forest,
    uniform_spanning_tree,
    uniform_spanning_trees,
)

PAIRS = [(0, 1), (1, 2), (2, 0), (2, 3)]


def is_spanning(graph, forest):
    """Whether every node gets to a root, along its edges, and there are no others."""
    for start in range(graph.nodes):
        node = start
        for _ in range(graph.nodes):
            edge = forest.parent_edges[node]
            if edge < 0:
                break
            ends = graph.edges[edge].tolist()
            ends.remove(node)
            assert forest.parents[node] == ends[0]
            node = ends[0]
        else:
            return False
    return len(forest.edges) == graph.nodes - len(forest.roots)


@st.composite
def connected(draw):
    """Nodes and edges, some of them parallel or loops, so that all nodes are joined."""
    nodes = draw(st.integers(1, 12))
    edges = [(draw(st.integers(0, node - 1)), node) for node in range(1, nodes)]
    one = st.integers(0, nodes - 1)
    edges += draw(st.lists(st.tuples(one, one), max_size=20))
    return nodes, draw(st.permutations(edges))


weights_of_edges = st.sampled_from([0.001, 0.5, 1.0, 1 / 3, 2.5, 1e3])
seeds = st.integers(0, 2**64 - 1)


@given(connected(), seeds, st.data())
def test_the_core_makes_what_the_textbook_makes(shape, seed, data):
    nodes, edges = shape
    weights = data.draw(st.none() | st.lists(weights_of_edges, min_size=40, max_size=40))
    weights = weights and weights[: len(edges)]
    graph = Graph(nodes, np.array(edges, int).reshape(-1, 2), weights)
    tree = uniform_spanning_tree(graph, seed=seed)
    assert tree.parent_edges.tolist() == textbook.forest(nodes, edges, seed, weights=weights)
    assert is_spanning(graph, tree)
    roots = data.draw(st.lists(st.integers(0, nodes - 1), min_size=1, max_size=4))
    forest = uniform_spanning_forest(graph, roots, seed=seed)
    assert forest.parent_edges.tolist() == textbook.forest(
        nodes, edges, seed, weights=weights, roots=roots
    )
    assert set(forest.roots) == set(roots)
    assert is_spanning(graph, forest)


@pytest.mark.parametrize(
    "graph",
    [nx.path_graph(300), nx.lollipop_graph(20, 100), nx.star_graph(50), nx.grid_2d_graph(40, 70)],
    ids=["path", "lollipop", "star", "grid"],
)
def test_the_root_is_the_one_of_the_textbook(graph):
    read = as_graph(graph)
    links = textbook.links_of(read.nodes, read.edges.tolist())
    root = uniform_spanning_tree(read, seed=1).root
    assert root == textbook.root_of(links)

    def cost(node):
        return sum(len(links[n]) * far for n, far in textbook.reached(links, [node]).items())

    assert cost(root) <= 1.1 * min(map(cost, range(0, read.nodes, 41)))


def test_numbers_of_nodes_are_only_names_to_the_memory():
    # Of a graph whose neighbours have distant numbers, nodes lie elsewhere.
    order = np.random.default_rng(1).permutation(900)
    read = as_graph(nx.grid_2d_graph(30, 30))
    graph = Graph(900, order[read.edges])
    tree = uniform_spanning_tree(graph, seed=3)
    assert tree.parent_edges.tolist() == textbook.forest(900, graph.edges.tolist(), 3)


def test_another_root_makes_the_same_tree():
    graph = as_graph(nx.grid_2d_graph(9, 9))
    tree = uniform_spanning_tree(graph, seed=5)
    for label in [(0, 0), (8, 3), graph.label(tree.root)]:
        turned = uniform_spanning_tree(graph, seed=5, root=label)
        assert graph.label(turned.root) == label
        assert is_spanning(graph, turned)
        assert (turned.edges == tree.edges).all()


# Many trees.


def test_a_tree_of_many_is_that_of_its_child_seed():
    graph = as_graph(nx.petersen_graph())
    trees = uniform_spanning_trees(graph, 500, seed="anna", threads=2)
    again = uniform_spanning_trees(graph, 300, seed="anna", threads=1)
    assert (trees.parent_edges[:300] == again.parent_edges).all()
    for tree in (trees[17], trees[10:20][7], list(trees)[17]):
        alone = uniform_spanning_tree(graph, seed=tree.seed)
        assert (alone.parent_edges == trees.parent_edges[17]).all()
    assert (trees.edges[17] == alone.edges).all()
    assert len(uniform_spanning_trees(graph, 0, seed=1)) == 0


# The law.  ``make proof`` has more.


def trees_of(graph):
    """All spanning trees of a small graph, and the products of their weights."""
    weights = np.ones(len(graph.edges)) if graph.weights is None else graph.weights
    found = {}
    for chosen in itertools.combinations(range(len(graph.edges)), graph.nodes - 1):
        ends = nx.MultiGraph(graph.edges[list(chosen)].tolist())
        if len(ends) == graph.nodes and nx.is_tree(ends):
            found[chosen] = float(np.prod(weights[list(chosen)]))
    return found


@pytest.mark.parametrize("weights", [None, [1, 2, 3.5, 0.25, 1, 8, 1]])
def test_trees_are_as_likely_as_their_weights(weights):
    edges = [(0, 1), (0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 1)]
    graph = Graph(4, edges, weights)
    products = trees_of(graph)
    draws = 20_000
    found = Counter(map(tuple, uniform_spanning_trees(graph, draws, seed=1).edges.tolist()))
    assert set(found) <= set(products)
    total = sum(products.values())
    statistic = sum(
        (found[tree] - draws * product / total) ** 2 / (draws * product / total)
        for tree, product in products.items()
    )
    freedom = len(products) - 1
    assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


def test_killing_rates_are_those_of_a_node_more():
    # Two nodes, one edge: both roots with q0 q1, one of them with w q0 or w q1.
    forests = Counter(
        tuple(
            uniform_spanning_forest([(0, 1)], killing=[1, 2], weights=[3], seed=k).parents.tolist()
        )
        for k in range(4000)
    )
    total = 1 * 2 + 3 * 1 + 3 * 2
    for parents, share in [((-1, -1), 2), ((-1, 0), 3), ((1, -1), 6)]:
        expected = 4000 * share / total
        assert abs(forests[parents] - expected) < 5 * math.sqrt(expected)


# Graphs of other libraries.


def with_weights(graph):
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["miles"] = 1 + number % 5
    return graph


PETERSEN = with_weights(nx.petersen_graph())


def rustworkx_graph():
    graph = rx.PyGraph()
    graph.add_nodes_from([f"node {node}" for node in range(11)])
    graph.remove_node(3)  # numbers with a gap
    numbers = list(graph.node_indices())
    graph.add_edges_from(
        [(numbers[one], numbers[other], data) for one, other, data in PETERSEN.edges(data=True)]
    )
    return graph


KINDS = {
    "networkx": lambda: PETERSEN,
    "multigraph": lambda: nx.MultiGraph(PETERSEN),
    "rustworkx": rustworkx_graph,
    "igraph": lambda: igraph.Graph.from_networkx(PETERSEN),
    "edges": lambda: np.array(PETERSEN.edges),
    "pairs": lambda: list(PETERSEN.edges),
    "csr_array": lambda: nx.to_scipy_sparse_array(PETERSEN, weight="miles"),
    "coo_matrix": lambda: scipy.sparse.coo_matrix(nx.to_scipy_sparse_array(PETERSEN)),
    "upper": lambda: scipy.sparse.triu(nx.to_scipy_sparse_array(PETERSEN)),
    "lower": lambda: scipy.sparse.csc_array(scipy.sparse.tril(nx.to_scipy_sparse_array(PETERSEN))),
    "rows": lambda: (
        nx.to_scipy_sparse_array(PETERSEN).indptr,
        nx.to_scipy_sparse_array(PETERSEN).indices,
    ),
    "ours": lambda: Graph(10, list(PETERSEN.edges)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_graph_of_any_kind_gives_a_tree_of_the_same_kind(kind):
    source = KINDS[kind]()
    tree = uniform_spanning_tree(source, seed=7)
    expected = uniform_spanning_tree(PETERSEN, seed=7)
    if kind != "rustworkx":  # whose nodes are others
        assert (tree.graph.edges == expected.graph.edges).all()
    assert (tree.parents == expected.parents).all()
    made = tree.to_graph()
    again = as_graph(made)
    assert type(made) is (type(source) if kind != "pairs" else np.ndarray)
    assert again.nodes == 10
    assert len(again.edges) == 9
    assert (uniform_spanning_tree(again, seed=1).roots.size) == 1


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


# Refusals.

NAN = math.nan

REFUSED = {
    "no graph": ("abc", None, "'str'"),
    "directed": (nx.DiGraph(PAIRS), None, "directed"),
    "directed rustworkx": (rx.PyDiGraph(), None, "directed"),
    "directed igraph": (igraph.Graph(2, [(0, 1)], directed=True), None, "directed"),
    "ragged": ([(0, 1), (1,)], None, "different lengths"),
    "texts": ([("a", "b")], None, "whole numbers"),
    "none at all": ([], None, "shape"),
    "huge numbers": ([(0, 10**12)], None, "from 1 to"),
    "empty": (nx.Graph(), None, "no nodes"),
    "dense": (np.eye(3), None, "csr_array"),
    "oblong": (scipy.sparse.csr_array((2, 3)), None, "as many rows"),
    "asymmetric": (scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [1, 0, 0]]), None, r"\(0, 2\)"),
    "rows": ((np.array([0, 2]), np.array([0])), None, "indptr"),
    "pieces": (nx.Graph([("a", "b"), ("c", "d")]), None, "node 'a' to node 'c'"),
    "negative node": ([(0, -1)], None, r"Edge 0 is \(0, -1\)"),
    "nan": (PAIRS, [1, math.nan, 1, 1], "edge 1 is nan"),
    "negative": (PAIRS, [1, 1, -1, 1], "edge 2 is -1"),
    "infinite": (PAIRS, [1, 1, 1, math.inf], "edge 3 is inf"),
    "zero": (PAIRS, [1, 1, 1, 0], "not connected"),
    "few weights": (PAIRS, [1], "and there are 4"),
    "no attribute": (PETERSEN, "kilometres", "Edge 0 of the graph has no 'kilometres'"),
    "a name for an array": (PAIRS, "miles", "must be an array"),
    "arrays": (nx.Graph([(0, 1, {"w": np.ones(2)})]), "w", "shape"),
    "huge": (nx.Graph([(0, 1, {"w": 10**400})]), "w", "a number for each edge"),
    "one number": ([(0, 1)], 3.0, r"shape \(\)"),
    "nan in a matrix": (scipy.sparse.csr_array([[0, NAN], [NAN, 0]]), "data", "edge 0 is nan"),
    "a dense matrix of two nodes": ([[0, 1], [1, 0]], None, "dense matrix or two parallel"),
    "falling uint64": ((np.array([0, 2, 1], np.uint64), np.array([1])), None, "does not fall"),
    "an endless trap": (
        [(0, 1), (1, 2), (2, 3)],
        [1e300, 1e-300, 1e300],
        r"take more than 1e\+308 steps",
    ),
    "a trap": ([(0, 1), (1, 2), (2, 3)], [1e9, 1e-9, 1e9], r"1e\+18 steps"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_graph_is_refused_in_a_sentence(name):
    graph, weights, words = REFUSED[name]
    with pytest.raises(InvalidValueError, match=words):
        uniform_spanning_tree(graph, weights, seed=1)


def test_forests_are_refused_in_a_sentence():
    pieces = [(0, 1), (2, 3)]
    for options, words in [
        ({"roots": [0]}, "node 2 to a root"),
        ({"roots": []}, "roots is empty"),
        ({"roots": 0}, "roots is 0; it must be a list of nodes"),
        ({"roots": "ab"}, "roots is 'ab'; it must be a list of nodes"),
        ({"roots": [math.inf]}, "no node inf"),
        ({}, "either"),
        ({"roots": [0], "killing": 1}, "either"),
        ({"roots": [7]}, "no node 7"),
        ({"killing": [0, 0, 0, 1]}, "node 0 to a root"),
        ({"killing": [1, 1]}, "4 nodes"),
        ({"killing": "much"}, "a number"),
        ({"killing": -1}, "node 0 is -1"),
    ]:
        with pytest.raises(InvalidValueError, match=words):
            uniform_spanning_forest(pieces, **options)
    with pytest.raises(TooLargeError):
        uniform_spanning_trees(PAIRS, 2**39)
    with pytest.raises(InvalidValueError, match="2 roots"):
        _ = uniform_spanning_forest(pieces, [0, 2]).root


def test_a_graph_of_arrays_is_checked():
    for arguments, words in [
        ((0, []), "nodes is 0"),
        ((3, [(0, 3)]), r"Edge 0 is \(0, 3\)"),
        ((3, [(0, 1)], ["light"]), "a number for each edge"),
        ((3, [0, 1]), "two columns"),
    ]:
        with pytest.raises(InvalidValueError, match=words):
            Graph(*arguments)
    with pytest.raises(InvalidValueError, match="labels has 2 names"):
        Graph(3, [], labels=["a", "b"])


def test_arrays_of_roots_labels_and_unsigned_numbers():
    assert uniform_spanning_forest(PAIRS, np.array([0, 2])).roots.tolist() == [0, 2]
    graph = Graph(3, [(0, 1), (1, 2)], labels=np.array(["a", "b", "c"]))
    assert uniform_spanning_tree(graph, root="c").root == 2
    rows = [part.astype(np.uint64) for part in KINDS["rows"]()]
    tree = uniform_spanning_tree(tuple(rows), seed=7)
    assert (tree.edges == uniform_spanning_tree(PETERSEN, seed=7).edges).all()
    # Pairs are edges; two are parallel here.
    assert len(as_graph([(0, 1), (1, 0)]).edges) == 2


def test_igraph_names_are_names_of_roots():
    graph = igraph.Graph(3, [(0, 1), (1, 2)])
    graph.vs["name"] = ["a", "b", "c"]
    assert [uniform_spanning_tree(graph, root=root).root for root in ("b", 2)] == [1, 2]
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


def test_extreme_weights_that_are_no_trap():
    assert uniform_spanning_tree([(0, 1), (1, 2)], [1e300, 1e-300], seed=1).edges.tolist() == [0, 1]
    complete = nx.complete_graph(5)
    for one, other, data in complete.edges(data=True):
        data["weight"] = 1e-300 if (one, other) == (0, 1) else 1e300
    trees = uniform_spanning_trees(complete, 300, "weight", seed=1)
    assert 0 not in trees.edges
    tiny = Graph(3, [(0, 1), (1, 2), (0, 2)], [5e-324] * 3)
    assert {tuple(one.tolist()) for one in uniform_spanning_trees(tiny, 50, seed=1).edges} == {
        (0, 1),
        (0, 2),
        (1, 2),
    }


class StopError(Exception):
    pass


def test_a_walk_that_is_far_from_arriving_can_be_stopped():
    told = []

    def progress(done, total):
        told.append((done, total))
        if len(told) == 3:
            raise StopError

    # Some 3 x 10^9 steps.
    with pytest.raises(StopError):
        uniform_spanning_tree(nx.cycle_graph(100_000), seed=1, progress=progress)
    assert told[0][1] == 100_000


def test_what_is_a_tree_already_takes_no_walk():
    graph = as_graph(nx.path_graph(10**5))
    assert uniform_spanning_tree(graph, seed=1).edges.tolist() == list(range(10**5 - 1))
    # A root keeps its only link.
    forest = uniform_spanning_forest(nx.path_graph(5), [0, 4], seed=1)
    assert len(forest.edges) == 3


def test_threads_share_a_graph():
    graph = as_graph(nx.grid_2d_graph(30, 30))
    found = {}

    def make(seed):
        found[seed] = uniform_spanning_tree(graph, seed=seed).edges

    threads = [threading.Thread(target=make, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(
        (uniform_spanning_tree(graph, seed=seed).edges == edges).all()
        for seed, edges in found.items()
    )

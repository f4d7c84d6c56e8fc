"""What is not a graph is refused in one sentence."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from kinds_of_graphs import PAIRS, PETERSEN

from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.graphs import (
    Graph,
    edge_probabilities,
    log_number_of_spanning_trees,
    uniform_spanning_forest,
    uniform_spanning_tree,
    uniform_spanning_trees,
)

NAN = math.nan

TWO_PARTS = [
    (3, 4),
    *itertools.combinations(range(4), 2),
    *itertools.combinations(range(4, 8), 2),
]
"""Four nodes and four nodes, all joined, and an edge between them."""

REFUSED = {
    "no graph": ("abc", None, "'str'"),
    "directed": (nx.DiGraph(PAIRS), None, "give root="),
    "ragged": ([(0, 1), (1,)], None, "different lengths"),
    "texts": ([("a", "b")], None, r"whole numbers .* named nodes give networkx\.Graph"),
    "three columns": ([(0, 1, 5), (1, 2, 6)], None, "third column use weights="),
    "none at all": ([], None, "shape"),
    "huge numbers": ([(0, 10**12)], None, "from 1 to"),
    "empty": (nx.Graph(), None, "no nodes"),
    "dense": (np.eye(3), None, "csr_array"),
    "oblong": (scipy.sparse.csr_array((2, 3)), None, "is square"),
    "asymmetric": (scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [1, 0, 0]]), None, r"\(0, 2\)"),
    "rows": ((np.array([0, 2]), np.array([0])), None, "indptr"),
    "pieces": (nx.Graph([("a", "b"), ("c", "d")]), None, "node 'a' to node 'c'"),
    "negative node": ([(0, -1)], None, r"Edge 0 is \(0, -1\)"),
    "nan": (PAIRS, [1, math.nan, 1, 1], r"edge 1, \(\d, \d\), is nan"),
    "negative": (PAIRS, [1, 1, -1, 1], r"edge 2, \(\d, \d\), is -1"),
    "infinite": (PAIRS, [1, 1, 1, math.inf], "edge 3, .* is inf"),
    "zero": (PAIRS, [1, 1, 1, 0], "not connected"),
    "few weights": (PAIRS, [1], "each of the 4 edges"),
    "no attribute": (PETERSEN, "kilometres", r"Edge 0 of the graph, \(0, 1\), has no 'kilometres'"),
    "a name for an array": (PAIRS, "miles", "must be an array"),
    "arrays": (nx.Graph([(0, 1, {"w": np.ones(2)})]), "w", "shape"),
    "huge": (nx.Graph([(0, 1, {"w": 10**400})]), "w", "a number for each edge"),
    "one number": ([(0, 1)], 3.0, r"shape \(\)"),
    "nan in a matrix": (
        scipy.sparse.csr_array([[0, NAN], [NAN, 0]]),
        "data",
        r"edge 0, \(0, 1\), is nan",
    ),
    "a dense matrix of two nodes": ([[0, 1], [1, 0]], None, "dense matrix or two parallel"),
    "falling uint64": ((np.array([0, 2, 1], np.uint64), np.array([1])), None, "never decrease"),
    "an endless trap": (
        TWO_PARTS,
        [1e-300, *[1e300] * 12],
        r"take more than 1e\+308 steps",
    ),
    "a trap": (
        TWO_PARTS,
        [1e-9, *[1e9] * 12],
        r"1e\+19 steps to leave the nodes around [4567], ",
    ),
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
        ({"killing": [0, 0, 0, 1]}, "node 0 to a root; give a rate above 0"),
        ({"killing": [1, 1]}, "4 nodes"),
        ({"killing": "much"}, "a number"),
        ({"killing": -1}, "node 0 is -1"),
        ({"killing": {4: 1}}, "no node 4"),
        ({"killing": {1: -1, 2: 1}}, "node 1 is -1"),
    ]:
        with pytest.raises(InvalidValueError, match=words):
            uniform_spanning_forest(pieces, **options)
    with pytest.raises(TooLargeError):
        uniform_spanning_trees(PAIRS, 2**39)
    trees = uniform_spanning_trees(PAIRS, 2, seed=1)
    for place in (None, "x", 1.5):
        with pytest.raises(InvalidValueError, match="is not an index of a sample: give a whole"):
            trees[place]
    with pytest.raises(IndexError, match="out of range for a sample of 2"):
        trees[2]
    with pytest.raises(InvalidValueError, match="2 roots"):
        _ = uniform_spanning_forest(pieces, [0, 2]).root


def test_directed_graphs_are_refused_in_a_sentence():
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])
    with pytest.raises(InvalidValueError, match="No edges lead from node 'b' to a root"):
        uniform_spanning_tree(graph, root="a")
    with pytest.raises(InvalidValueError, match="give root="):
        uniform_spanning_trees(PAIRS, 3, directed=True)
    with pytest.raises(InvalidValueError, match="the graph is undirected"):
        uniform_spanning_tree(PETERSEN, root=0, directed=True)
    for function in (log_number_of_spanning_trees, edge_probabilities):
        with pytest.raises(InvalidValueError, match="give root="):
            function(graph)
    # Walks between 0 and 1 would all but never leave for 2.
    weights = [1e300, 1e300, 1e-300]
    with pytest.raises(InvalidValueError, match="from node 0 would take more than 1e\\+12 steps"):
        uniform_spanning_tree([(0, 1), (1, 0), (0, 2)], weights, root=2, directed=True)


def test_killing_rates_that_are_too_low_are_named():
    for directed in (False, True):
        words = "take .* steps to end around node [01], whose rate is 1e-20; give higher rates"
        with pytest.raises(InvalidValueError, match=words):
            uniform_spanning_forest(
                [(0, 1), (1, 0), (0, 1), (1, 0)],
                killing=1e-20,
                seed=1,
                directed=directed,
            )
        # It is not the rates.
        edges = [(0, 1), (1, 0), (0, 2), (2, 0)]
        with pytest.raises(InvalidValueError, match="weights are too unequal"):
            uniform_spanning_forest(
                edges, killing=[0, 0, 1], weights=[1, 1, 1e-20, 1e-20], seed=1, directed=directed
            )


def test_a_graph_of_arrays_is_checked():
    for arguments, words in [
        ((0, []), "nodes is 0"),
        ((3, [(0, 3)]), r"Edge 0 is \(0, 3\)"),
        ((3, [(0, 1)], ["light"]), "edge 0, .* is 'light'"),
        ((3, [0, 1]), "two columns"),
    ]:
        with pytest.raises(InvalidValueError, match=words):
            Graph(*arguments)
    with pytest.raises(InvalidValueError, match="labels has 2 names"):
        Graph(3, [], labels=["a", "b"])
    with pytest.raises(InvalidValueError, match="labels is 5; it must be a list of names"):
        Graph(3, [], labels=5)

"""How many spanning trees there are, how likely an edge is in one, and trees for GerryChain."""

from __future__ import annotations

import gc
import importlib
import itertools
import math
import random
import subprocess
import sys
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import labirinto
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.graphs import (
    Graph,
    as_graph,
    edge_probabilities,
    gerrychain,
    log_number_of_spanning_trees,
    uniform_spanning_trees,
)
from labirinto.graphs.gerrychain import uniform_tree

KNOWN = {
    "Petersen": (nx.petersen_graph(), 2000),
    "K9": (nx.complete_graph(9), 9**7),
    "K 4,7": (nx.complete_bipartite_graph(4, 7), 4**6 * 7**3),
    "cube of 4 dimensions": (nx.hypercube_graph(4), 42_467_328),
    "a tree": (nx.star_graph(5), 1),
    "a cycle": (nx.cycle_graph(40), 40),
    "one node": (nx.empty_graph(1), 1),
    "parallel edges and a loop": (nx.MultiGraph([(0, 1)] * 3 + [(1, 2)] * 2 + [(2, 2)]), 6),
    "a grid": (nx.grid_2d_graph(12, 9), labirinto.number_of_mazes(12, 9)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_as_many_trees_as_are_known(name):
    graph, number = KNOWN[name]
    assert log_number_of_spanning_trees(graph) == pytest.approx(math.log(number), abs=1e-9)


def test_the_number_of_trees_of_a_large_grid_does_not_overflow():
    number = log_number_of_spanning_trees(nx.grid_2d_graph(40, 40))
    assert number == pytest.approx(math.log(labirinto.number_of_mazes(40, 40)), rel=1e-12)


def test_weights_are_multiplied():
    graph = Graph(3, [(0, 1), (1, 2), (2, 0), (0, 0)], [2, 3, 5, 100])
    assert log_number_of_spanning_trees(graph) == pytest.approx(math.log(2 * 3 + 3 * 5 + 5 * 2))
    large = graph.weighted(np.array([2, 3, 5, 7]) * 1e200)
    assert log_number_of_spanning_trees(large) == pytest.approx(math.log(31) + 400 * math.log(10))


def test_a_graph_in_pieces_has_no_tree():
    assert log_number_of_spanning_trees([(0, 1), (2, 3)]) == -math.inf
    assert log_number_of_spanning_trees([(0, 1), (1, 2)], [1, 0]) == -math.inf
    with pytest.raises(InvalidValueError, match="node 0 to node 3"):
        edge_probabilities([(0, 1), (2, 3)])


@pytest.mark.parametrize("weights", [None, [1.0, 2.5, 0.1, 4.0, 0.0, 1.0, 1.0]])
def test_probabilities_are_those_of_the_electric_network(weights):
    read = as_graph(nx.random_regular_graph(4, 20, seed=1))
    edges = np.concatenate([read.edges, [(3, 3), (0, 1), (0, 1)]])
    graph = Graph(20, edges, None if weights is None else np.resize(weights, len(edges)))
    conductances = np.ones(len(edges)) if graph.weights is None else graph.weights
    incidence = np.zeros((len(edges), 20))
    for edge, (one, other) in enumerate(edges):
        incidence[edge, one] += 1
        incidence[edge, other] -= 1
    inverse = np.linalg.pinv((incidence.T * conductances) @ incidence)
    expected = conductances * np.einsum("ij,jk,ik->i", incidence, inverse, incidence)
    assert edge_probabilities(graph) == pytest.approx(expected, abs=1e-12)


def test_probabilities_are_shares_of_trees():
    graph = as_graph(nx.ladder_graph(6))
    trees = uniform_spanning_trees(graph, 4000, seed=1)
    often = np.bincount(trees.edges.ravel(), minlength=len(graph.edges)) / len(trees)
    assert edge_probabilities(graph) == pytest.approx(often, abs=5 * math.sqrt(0.25 / 4000))


@pytest.mark.parametrize("weight", [0.9e12, 1e150])
def test_unequal_weights_cost_no_digits(weight):
    # A heavy grid, and a light star on it, of which both the last node and the ground may be one.
    heavy = as_graph(nx.grid_2d_graph(20, 20))
    light = [(0, 400), *((400, node) for node in range(401, 461))]
    weights = np.repeat([weight, 1.0], [len(heavy.edges), len(light)])
    graph = Graph(461, np.concatenate([heavy.edges, light]), weights)
    number = math.log(labirinto.number_of_mazes(20, 20)) + 399 * math.log(weight)
    assert log_number_of_spanning_trees(graph) == pytest.approx(number, rel=1e-13)
    expected = [*edge_probabilities(heavy), *[1.0] * len(light)]
    assert edge_probabilities(graph) == pytest.approx(expected, abs=1e-12)


def test_unequal_weights_mixed_at_random_cost_no_digits():
    edges = list(nx.complete_graph(5).edges)
    choose = random.Random(1)
    for _ in range(5):
        weights = [10 ** choose.uniform(-12, 12) for _ in edges]
        trees = {
            chosen: math.prod(Fraction(weights[edge]) for edge in chosen)
            for chosen in itertools.combinations(range(len(edges)), 4)
            if nx.is_tree(nx.Graph([edges[edge] for edge in chosen]))
        }
        total = sum(trees.values())
        assert len(trees) == 125
        assert log_number_of_spanning_trees(edges, weights) == pytest.approx(
            math.log(total), abs=1e-12
        )
        expected = [
            float(sum(product for chosen, product in trees.items() if edge in chosen) / total)
            for edge in range(len(edges))
        ]
        assert edge_probabilities(edges, weights) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("weight", [1e308, 1e-320])
def test_weights_near_the_ends_of_numbers(weight):
    triangle = [(0, 1), (1, 2), (2, 0)]
    number = math.log(3) + 2 * math.log(weight)
    assert log_number_of_spanning_trees(triangle, [weight] * 3) == pytest.approx(number)
    assert edge_probabilities(triangle, [weight] * 3) == pytest.approx([2 / 3] * 3)


def test_too_unequal_weights_are_refused():
    unequal = [(0, 1), (1, 2), (2, 0)], [1, 1, 1e201]
    for function in (log_number_of_spanning_trees, edge_probabilities):
        with pytest.raises(InvalidValueError, match="too unequal, from 1 to 1e\\+201"):
            function(*unequal)


def test_a_graph_too_dense_for_the_memory_is_refused(monkeypatch):
    importlib.import_module("duckdb")  # which would make an exception of its own of std::bad_alloc
    monkeypatch.setattr("labirinto.graphs.electric.available_bytes", lambda: 10**6)
    assert log_number_of_spanning_trees(nx.complete_graph(400)) > 0
    for function, nodes in ((log_number_of_spanning_trees, 600), (edge_probabilities, 400)):
        with pytest.raises(TooLargeError, match=f"{nodes} nodes .* more than the 1 MB"):
            function(nx.complete_graph(nodes))


def test_progress_is_told_until_all_is_done():
    told = []
    edge_probabilities(nx.petersen_graph(), progress=lambda *done: told.append(done))
    assert told[0] == (0, 18)
    assert told[-1] == (18, 18)


def test_progress_of_probabilities_may_stop():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edge_probabilities(nx.petersen_graph(), progress=stop)


# GerryChain.  ``benchmarks/districts.py`` runs whole chains of it.


class FrozenGraph:
    """What GerryChain 0.3 puts around a graph."""

    __module__ = "gerrychain.graph.graph"

    def __init__(self, graph):
        self.graph = graph


def test_a_tree_for_gerrychain_is_one_of_the_subgraph():
    part = nx.grid_2d_graph(9, 9).subgraph([(x, y) for x in range(4, 9) for y in range(9)])
    for graph in (part, FrozenGraph(part)):
        tree = uniform_tree(graph, rng=random.Random(1))
        assert nx.is_tree(tree)
        assert set(tree) == set(part)
        assert all(part.has_edge(*edge) for edge in tree.edges)
        again = uniform_tree(graph, rng=random.Random(1))
        assert set(map(frozenset, again.edges)) == set(map(frozenset, tree.edges))
    random.seed(5)
    first, second = uniform_tree(part), uniform_tree(part)
    random.seed(5)
    assert nx.utils.graphs_equal(uniform_tree(part), first)
    assert not nx.utils.graphs_equal(first, second)


def test_a_graph_that_may_change_is_read_again():
    graph = nx.cycle_graph(5)
    uniform_tree(graph)
    graph.add_edge(0, 5)
    assert len(uniform_tree(graph)) == 6


def test_a_graph_that_cannot_change_is_read_once_and_let_go():
    inside = nx.cycle_graph(5)
    graph = FrozenGraph(inside)
    uniform_tree(graph)
    reference, _, read = gerrychain._latest
    uniform_tree(graph)
    assert gerrychain._latest[2] is read
    inside = graph = read = None
    gc.collect()
    assert reference() is None
    assert gerrychain._latest is None


def test_a_tree_for_gerrychain_takes_a_generator_of_numpy():
    graph = nx.grid_2d_graph(9, 9)
    trees = [uniform_tree(graph, rng=np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert nx.utils.graphs_equal(trees[0], trees[1])
    assert not nx.utils.graphs_equal(trees[0], trees[2])
    for rng in ("x", 1.5, np):
        with pytest.raises(InvalidValueError, match=r"rng .*; it must be a random\.Random"):
            uniform_tree(graph, rng=rng)


def test_a_uniform_tree_knows_no_regions():
    with pytest.raises(InvalidValueError, match="region_surcharge"):
        uniform_tree(nx.path_graph(3), {"county": 1})


# What is installed.


def test_the_package_says_that_it_needs_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import labirinto.graphs\n"
        "try: labirinto.graphs.uniform_spanning_tree([(0, 1)])\n"
        "except labirinto.MissingExtraError as error: print(error)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "labirinto.graphs needs NumPy: pip install 'labirinto[graphs]'.\n"


def test_trees_do_without_scipy():
    code = (
        "import sys; sys.modules['scipy'] = None\n"
        "from labirinto.graphs import uniform_spanning_tree, log_number_of_spanning_trees\n"
        "print(uniform_spanning_tree([(0, 1)], seed=1).edges)\n"
        "try: log_number_of_spanning_trees([(0, 1)])\n"
        "except ImportError as error: print(error)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "[0]\nMatrices of graphs need SciPy: pip install 'labirinto[graphs]'.\n"

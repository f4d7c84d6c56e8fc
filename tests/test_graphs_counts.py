"""Directed trees and forests: how many, and how likely an edge is, against every one of them."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.graphs import (
    Graph,
    edge_probabilities,
    log_number_of_spanning_forests,
    log_number_of_spanning_trees,
    uniform_spanning_forest,
    uniform_spanning_trees,
)


def forests_of(nodes, edges, weights, directed, roots=None, rates=None):
    """The edges and the weight of every forest, in which a node has an edge to go or is a root."""
    choices = []
    for node in range(nodes):
        ways = [
            (edge, one + other - node)
            for edge, (one, other) in enumerate(edges)
            if one != other and (node == one or (node == other and not directed))
        ]
        if rates is not None:
            choices.append([*ways, (None, None)])
        else:
            choices.append([(None, None)] if node in roots else ways)
    for chosen in itertools.product(*choices):
        for start in range(nodes):
            node = start
            for _ in range(nodes):
                node = chosen[node][1]
                if node is None:
                    break
            else:
                break  # a cycle
        else:
            used = [edge for edge, _ in chosen if edge is not None]
            weight = math.prod((Fraction(weights[edge]) for edge in used), start=Fraction(1))
            if rates is not None:
                ends = (rates[node] for node in range(nodes) if chosen[node][0] is None)
                weight *= math.prod(map(Fraction, ends), start=Fraction(1))
            if weight:
                yield used, weight


def check(found_log, find_probabilities, edges, forests):
    total = sum(weight for _, weight in forests)
    if not forests:
        assert found_log == -math.inf
        with pytest.raises(InvalidValueError, match="No edges lead from node"):
            find_probabilities()
        return
    expected = math.log(total.numerator) - math.log(total.denominator)
    assert found_log == pytest.approx(expected, rel=1e-12, abs=1e-12)
    shares = [
        float(sum(weight for used, weight in forests if edge in used) / total)
        for edge in range(len(edges))
    ]
    assert find_probabilities() == pytest.approx(shares, abs=1e-9)


@st.composite
def small(draw):
    """Edges of a graph of a few nodes, some parallel or loops, with weights of all sizes."""
    nodes = draw(st.integers(1, 5))
    one = st.integers(0, nodes - 1)
    edges = draw(st.lists(st.tuples(one, one), max_size=9))
    weight = st.sampled_from([0.0, 1e-9, 0.25, 1.0, 1.0, 3.0, 7e8])
    return nodes, edges, draw(st.lists(weight, min_size=len(edges), max_size=len(edges)))


def graph_of(nodes, edges, weights, directed):
    return Graph(nodes, np.array(edges, int).reshape(-1, 2), weights, directed=directed)


@given(small(), st.data())
def test_trees_of_directed_graphs(shape, data):
    nodes, edges, weights = shape
    root = data.draw(st.integers(0, nodes - 1))
    graph = graph_of(nodes, edges, weights, directed=True)
    check(
        log_number_of_spanning_trees(graph, root=root),
        lambda: edge_probabilities(graph, root=root),
        edges,
        list(forests_of(nodes, edges, weights, True, roots=[root])),
    )


@given(small(), st.booleans(), st.data())
def test_forests_with_given_roots(shape, directed, data):
    nodes, edges, weights = shape
    roots = data.draw(st.lists(st.integers(0, nodes - 1), min_size=1, max_size=3))
    graph = graph_of(nodes, edges, weights, directed)
    forests = list(forests_of(nodes, edges, weights, directed, roots=roots))
    check(
        log_number_of_spanning_forests(graph, roots),
        lambda: edge_probabilities(graph, roots=roots),
        edges,
        forests,
    )


@given(small(), st.booleans(), st.data())
def test_forests_by_killing_rates(shape, directed, data):
    nodes, edges, weights = shape
    rate = st.sampled_from([0.0, 1e-6, 0.5, 2.0])
    rates = data.draw(st.lists(rate, min_size=nodes, max_size=nodes))
    graph = graph_of(nodes, edges, weights, directed)
    check(
        log_number_of_spanning_forests(graph, killing=rates),
        lambda: edge_probabilities(graph, killing=rates),
        edges,
        list(forests_of(nodes, edges, weights, directed, rates=rates)),
    )


def test_networkx_counts_as_many_the_other_way_round():
    # Its trees lead away from the root.
    for seed in range(5):
        graph = nx.gnp_random_graph(12, 0.4, seed=seed, directed=True)
        for one, other in graph.edges:
            graph.edges[one, other]["weight"] = 1 + (one * other) % 4
        expected = nx.number_of_spanning_trees(graph.reverse(), root=3, weight="weight")
        found = log_number_of_spanning_trees(graph, weight="weight", root=3)
        assert math.exp(found) == pytest.approx(expected, rel=1e-9)


def test_a_graph_of_edges_both_ways_has_its_undirected_trees():
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(12, 15))
    both = grid.to_directed()
    expected = log_number_of_spanning_trees(grid)
    assert log_number_of_spanning_trees(both, root=40) == pytest.approx(expected, rel=1e-13)
    likely = dict(zip(both.edges, edge_probabilities(both, root=40), strict=True))
    for (one, other), share in zip(grid.edges, edge_probabilities(grid), strict=True):
        assert likely[one, other] + likely[other, one] == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("weight", [1e12, 1e150])
def test_unequal_weights_out_of_a_trap_cost_no_digits(weight):
    # Twelve nodes with heavy edges, and from each a light one to the root.
    trap = [(one, other) for one in range(12) for other in range(12) if one != other]
    edges = [*trap, *((node, 12) for node in range(12))]
    weights = np.repeat([weight, 1.0], [len(trap), 12])
    # In nearly all trees by weight one node leads out, and 12^10 trees lead to it.
    expected = math.log(12) + 10 * math.log(12) + 11 * math.log(weight)
    found = log_number_of_spanning_trees(edges, weights, root=12, directed=True)
    assert found == pytest.approx(expected, rel=1e-12)
    likely = edge_probabilities(edges, weights, root=12, directed=True)
    assert likely[len(trap) :] == pytest.approx([1 / 12] * 12, abs=1e-9)
    assert likely[: len(trap)] == pytest.approx([11 / 12 / 11] * len(trap), abs=1e-9)


def test_the_shares_of_samples_are_the_probabilities():
    choose = random.Random(1)
    edges = [(choose.randrange(9), choose.randrange(9)) for _ in range(40)]
    edges += [(node, (node + 1) % 9) for node in range(9)]
    graph = Graph(9, edges, [choose.uniform(0.1, 2) for _ in edges], directed=True)
    trees = uniform_spanning_trees(graph, 4000, seed=1, root=4)
    often = np.bincount(trees.edges.ravel(), minlength=len(edges)) / len(trees)
    near = 5 * math.sqrt(0.25 / 4000)
    assert edge_probabilities(graph, root=4) == pytest.approx(often, abs=near)
    rates = [0.3 * node for node in range(9)]
    counts = np.zeros(len(edges))
    for seed in range(2000):
        counts[uniform_spanning_forest(graph, killing=rates, seed=seed).edges] += 1
    near = 5 * math.sqrt(0.25 / 2000)
    assert edge_probabilities(graph, killing=rates) == pytest.approx(counts / 2000, abs=near)


def test_names_of_nodes_are_names_of_roots():
    streets = nx.DiGraph([("home", "park"), ("park", "home"), ("park", "school")])
    streets.add_edge("home", "school")
    assert log_number_of_spanning_trees(streets, root="school") == pytest.approx(math.log(3))
    assert log_number_of_spanning_trees(streets, root="home") == -math.inf
    found = log_number_of_spanning_forests(streets, ["school", "home"])
    assert found == pytest.approx(math.log(2))
    with pytest.raises(InvalidValueError, match="No edges lead from node 'school' to a root"):
        edge_probabilities(streets, root="home")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "give root="),
        ({"root": 7}, "no node 7"),
        ({"root": 0, "roots": [0]}, "leave out root"),
        ({"roots": [0], "killing": 1}, "either the roots of the forest or killing rates"),
        ({"roots": []}, "roots is empty"),
        ({"killing": -1}, "killing rate of node 0 is -1"),
    ],
)
def test_what_is_no_tree_or_forest_is_refused(options, words):
    with pytest.raises(InvalidValueError, match=words):
        edge_probabilities([(0, 1), (1, 0)], directed=True, **options)


def test_a_directed_graph_too_large_for_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr("labirinto._internal.memory.available_bytes", lambda: 10**6)
    cycle = nx.cycle_graph(300, nx.DiGraph)
    with pytest.raises(TooLargeError, match="A directed graph of 300 nodes"):
        log_number_of_spanning_trees(cycle, root=0)


def test_progress_of_directed_probabilities():
    told = []
    graph = nx.petersen_graph().to_directed()
    edge_probabilities(graph, root=0, progress=lambda *done: told.append(done))
    assert told == [(done, 18) for done in range(19)]

"""Graphs on which walks would take long, or for ever: what is left out, and what is refused."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labirinto import _core
from labirinto.graphs import (
    Graph,
    as_graph,
    uniform_spanning_forest,
    uniform_spanning_tree,
    uniform_spanning_trees,
)


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


def test_light_edges_that_no_walk_takes_are_no_trap():
    # A tree has itself; from a path that hangs on something, no walk begins.
    tree = uniform_spanning_tree([(0, 1), (1, 2), (2, 3), (3, 4)], [1, 1, 1e-14, 1], seed=1)
    assert tree.edges.tolist() == [0, 1, 2, 3]
    graph = as_graph(nx.complete_graph(6))
    edges = [*graph.edges.tolist(), (0, 6), (6, 7), (7, 8)]
    hanging = Graph(9, edges, [1.0] * 15 + [1, 1e-14, 1])
    assert set(uniform_spanning_tree(hanging, seed=1).edges) >= {15, 16, 17}


def trap(graph, weights, roots):
    edges = np.array(graph, np.int32)
    nodes = int(edges.max()) + 1
    given = np.array(weights, float)
    return _core.SpanningTrees(nodes, edges, given, np.array(roots, np.int32)).trap


def test_what_leads_out_of_a_trap_is_added_up():
    # A grid all of whose nodes have a light edge to the root, as killing rates are.
    graph = as_graph(nx.grid_2d_graph(100, 100))
    edges = [*graph.edges.tolist(), *((node, 10_000) for node in range(10_000))]
    weights = [1.0] * len(graph.edges) + [1e-8] * 10_000
    assert trap(edges, weights, [10_000])[1:] == (pytest.approx(2 * 19_800 / 1e-4), True)
    # Two grids, one upon the other: each node of one has a light edge to one of the other.
    grid = as_graph(nx.grid_2d_graph(60, 60)).edges.tolist()
    other = [(one + 3600, another + 3600) for one, another in grid]
    edges = [*grid, *other, *((node, node + 3600) for node in range(3600))]
    weights = [1.0] * 2 * len(grid) + [1e-9] * 3600
    steps = 2 * len(grid) / 3600e-9
    assert trap(edges, weights, [0])[1:] == (pytest.approx(steps, rel=0.01), False)


@given(st.data())
def test_no_trap_is_overlooked(data):
    # Against all parts without the root; complete graphs of four nodes or more have no chains.
    nodes = data.draw(st.integers(4, 7))
    pairs = list(itertools.combinations(range(nodes), 2))
    weights = data.draw(
        st.lists(
            st.sampled_from([1.0, 0.3, 0.1, 1e-7, 3e-13, 1e-20]),
            min_size=len(pairs),
            max_size=len(pairs),
        )
    )
    node, steps, _ = trap(pairs, weights, [0])
    assert steps == 0 or 1 <= node < nodes

    def hold(part):
        at_ends = [sum(end in part for end in pair) for pair in pairs]
        out = sum(w for w, count in zip(weights, at_ends, strict=True) if count == 1)
        return 2 * sum(w for w, count in zip(weights, at_ends, strict=True) if count == 2) / out

    parts = [
        part for size in range(1, nodes) for part in itertools.combinations(range(1, nodes), size)
    ]
    worst = max(hold(part) for part in parts)
    # Edges of a part that are no heavier than one that leads out of it hold no walk for more than
    # twice as many steps as there are edges; the others form clusters.
    assert worst <= 2 * len(pairs) + len(pairs) * nodes * steps
    assert steps <= worst * len(pairs)


def test_a_cycle_takes_no_walk():
    # Walks would take some 10^9 steps.
    length = 10**5
    weights = np.resize([1.0, 1e-3], length)
    trees = uniform_spanning_trees(nx.cycle_graph(length), 50, weights, seed=1)
    missing = length * (length - 1) // 2 - trees.edges.sum(axis=1, dtype=np.int64)
    assert len(set(missing)) == 50
    assert (weights[missing] == 1e-3).sum() > 45
    for uneven in ([1e308, 5e-324, 1], [1e-320, 5e-324, 1e-320]):
        trees = uniform_spanning_trees([(0, 1), (1, 2), (2, 0)], 20, uneven, seed=1)
        assert (trees.edges == [0, 2]).all()


def test_what_is_a_tree_already_takes_no_walk():
    graph = as_graph(nx.path_graph(10**5))
    assert uniform_spanning_tree(graph, seed=1).edges.tolist() == list(range(10**5 - 1))
    # A root keeps its only link.
    forest = uniform_spanning_forest(nx.path_graph(5), [0, 4], seed=1)
    assert len(forest.edges) == 3

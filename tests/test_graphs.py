"""Spanning trees of any graph: the core against the textbook, and the law."""

from __future__ import annotations

import itertools
import math
import threading
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import sample

from labirinto import _core
from labirinto.graphs import (
    Graph,
    as_graph,
    textbook,
    uniform_spanning_forest,
    uniform_spanning_tree,
    uniform_spanning_trees,
)


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
            assert forest.parent_numbers[node] == ends[0]
            node = ends[0]
        else:
            return False
    return len(forest.edges) == graph.nodes - len(forest.roots)


def made_by(walks, graph, seed, roots=(), progress=None):
    """The edges to parents, by so many walks at once."""
    core = _core.SpanningTrees(
        graph.nodes, graph.edges, graph.weights, np.array(roots, np.int32), graph.directed, walks
    )
    parent_edges = np.empty(graph.nodes, np.int32)
    core.make(seed, parent_edges, progress)
    return parent_edges.tolist()


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
    walks = data.draw(st.sampled_from([2, 3, 8, 250]))
    assert made_by(walks, graph, seed, roots) == textbook.forest(
        nodes, edges, seed, weights=weights, roots=roots, walks=walks
    )


@pytest.mark.parametrize("walks", sample([1, 2, 3, 8, 32], 1, 32))
@pytest.mark.parametrize(
    ("graph", "weights"),
    [
        (nx.random_regular_graph(3, 1000, seed=1), None),
        (nx.barabasi_albert_graph(1000, 2, seed=1), [1, 5, 0.2]),
        (nx.grid_2d_graph(30, 30), None),
        (nx.lollipop_graph(20, 30), [2, 3]),
    ],
    ids=["regular", "power law", "grid", "lollipop"],
)
def test_so_many_walks_make_what_they_make_in_the_textbook(graph, weights, walks):
    read = as_graph(graph)
    if weights:
        read = read.weighted(np.resize(weights, len(read.edges)))
    own = None if read.weights is None else read.weights.tolist()
    for seed in range(3):
        assert made_by(walks, read, seed) == textbook.forest(
            read.nodes, read.edges.tolist(), seed, weights=own, walks=walks
        )


def test_many_walks_go_where_neighbours_are_far_away():
    random = np.random.default_rng(1).permuted(np.tile(np.arange(60_000), (3, 1)), axis=1)
    anywhere = Graph(60_000, np.concatenate([random[:2].T, random[1:].T, random[::2].T]))
    few = as_graph(nx.random_regular_graph(3, 1000, seed=1))
    assert [graph.core.walks for graph in (anywhere, few)] == [32, 1]
    wide = as_graph(nx.grid_2d_graph(300, 300))
    shuffled = Graph(wide.nodes, np.random.default_rng(1).permutation(wide.nodes)[wide.edges])
    assert [graph.core.walks for graph in (wide, shuffled)] == [1, 1]
    with pytest.raises(ValueError, match="too many walks"):
        made_by(251, few, 1)


@pytest.mark.parametrize(
    "graph",
    [nx.path_graph(300), nx.lollipop_graph(20, 100), nx.star_graph(50), nx.grid_2d_graph(40, 70)],
    ids=["path", "lollipop", "star", "grid"],
)
def test_the_root_is_the_one_of_the_textbook(graph):
    read = as_graph(graph)
    links = textbook.links_of(read.nodes, read.edges.tolist())
    root = read.number(uniform_spanning_tree(read, seed=1).root)
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


def test_a_forest_without_edges_has_parents():
    for forest in (
        uniform_spanning_tree(Graph(1, []), seed=1),
        uniform_spanning_forest(Graph(3, []), [0, 1, 2], seed=1),
        uniform_spanning_forest(Graph(3, []), killing=1, seed=1),
    ):
        assert set(forest.parents.tolist()) == {-1}
        assert forest.parents is forest.parent_numbers
        assert forest.parents.dtype == np.int32


def test_another_root_makes_the_same_tree():
    graph = as_graph(nx.grid_2d_graph(9, 9))
    tree = uniform_spanning_tree(graph, seed=5)
    for label in [(0, 0), (8, 3), tree.root]:
        turned = uniform_spanning_tree(graph, seed=5, root=label)
        assert turned.root == label
        assert is_spanning(graph, turned)
        assert (turned.edges == tree.edges).all()


# Many trees.


def test_a_tree_of_many_is_that_of_its_child_seed():
    graph = as_graph(nx.petersen_graph())
    trees = uniform_spanning_trees(graph, 500, seed="anna", threads=2)
    again = uniform_spanning_trees(graph, 300, seed="anna", threads=1)
    assert (trees.parent_edges[:300] == again.parent_edges).all()
    for tree in (trees[17], trees[10:20][7], trees[-3::-16][30], list(trees)[17]):
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


MIXED = [(0, 1), (0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 1)]
# Two that are parallel, one that ends where it begins, and a tree that hangs on one.
CHAINS = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (0, 3), (3, 5), (5, 6), (6, 3), (4, 7), (0, 3)]


@pytest.mark.parametrize("weights", [None, [1, 2, 3.5, 0.25, 1, 8, 1, 0.3, 2, 5, 0.7]])
@pytest.mark.parametrize("edges", [MIXED, CHAINS], ids=["mixed", "chains"])
def test_trees_are_as_likely_as_their_weights(edges, weights):
    nodes = 1 + max(map(max, edges))
    graph = Graph(nodes, edges, weights and weights[: len(edges)])
    check_law(uniform_spanning_trees(graph, 20_000, seed=1), trees_of(graph))
    vars(graph)["core"] = _core.SpanningTrees(
        nodes, graph.edges, graph.weights, np.empty(0, np.int32), walks=4
    )
    check_law(uniform_spanning_trees(graph, 20_000, seed=1), trees_of(graph))


def check_law(trees, products):
    """Chi-square of trees against the products of weights of all there are."""
    products = {tree: product for tree, product in products.items() if product}
    draws = len(trees)
    found = Counter(map(tuple, trees.edges.tolist()))
    assert set(found) <= set(products)
    total = sum(products.values())
    statistic = sum(
        (found[tree] - draws * product / total) ** 2 / (draws * product / total)
        for tree, product in products.items()
    )
    freedom = len(products) - 1
    assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("weights", [None, [1, 2, 3.5, 0.25, 1, 8, 0, 1]])
def test_directed_trees_are_as_likely_as_their_weights(weights):
    arcs = [(0, 1), (0, 1), (1, 2), (2, 0), (2, 3), (1, 3), (3, 1), (0, 2)]
    graph = Graph(4, arcs, weights, directed=True)
    ways = [[edge for edge, (one, _) in enumerate(arcs) if one == node] for node in range(3)]
    products = {
        tuple(sorted(chosen)): float(np.prod([(weights or [1] * 8)[edge] for edge in chosen]))
        for chosen in itertools.product(*ways)
        if nx.is_tree(nx.MultiGraph([arcs[edge] for edge in chosen]))
        and 3 in {node for edge in chosen for node in arcs[edge]}
    }
    check_law(uniform_spanning_trees(graph, 20_000, seed=1, root=3), products)


@given(connected(), seeds, st.data())
def test_the_core_makes_the_directed_forests_of_the_textbook(shape, seed, data):
    nodes, edges = shape
    # A way from every node to 0.
    edges = [(max(pair), min(pair)) for pair in edges] + [(0, nodes - 1), (0, nodes // 2)]
    weights = data.draw(st.none() | st.lists(weights_of_edges, min_size=40, max_size=40))
    weights = weights and weights[: len(edges)]
    roots = [0, *data.draw(st.lists(st.integers(0, nodes - 1), max_size=2))]
    graph = Graph(nodes, edges, weights, directed=True)
    forest = uniform_spanning_forest(graph, roots, seed=seed)
    assert forest.parent_edges.tolist() == textbook.forest(
        nodes, edges, seed, weights=weights, roots=roots, directed=True
    )
    assert is_spanning(graph, forest)
    walks = data.draw(st.sampled_from([2, 3, 8]))
    assert made_by(walks, graph, seed, roots) == textbook.forest(
        nodes, edges, seed, weights=weights, roots=roots, directed=True, walks=walks
    )


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


class StopError(Exception):
    pass


@pytest.mark.parametrize(("count", "total"), [((), 5), ((3,), 3)], ids=["one", "many"])
def test_a_walk_that_is_far_from_arriving_can_be_stopped(count, total):
    told = []

    def progress(done, total):
        told.append((done, total))
        if len(told) == 3:
            raise StopError

    # Two nodes that a walk leaves after some 10^10 steps.
    weights = [1e10 if pair == (1, 2) else 1 for pair in nx.complete_graph(5).edges]
    draw = uniform_spanning_trees if count else uniform_spanning_tree
    with pytest.raises(StopError):
        draw(nx.complete_graph(5), *count, weights=weights, seed=1, progress=progress)
    assert told[0][1] == total
    told.clear()
    with pytest.raises(StopError):
        made_by(4, as_graph(nx.complete_graph(5)).weighted(weights), 1, progress=progress)
    assert told[0][1] == 5


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

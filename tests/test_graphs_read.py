"""Graphs of other libraries, in and out."""

from __future__ import annotations

import copy
import pickle

import igraph
import numpy as np
import pytest
from kinds_of_graphs import KINDS, PAIRS, PETERSEN, rustworkx_graph

from labirinto.graphs import (
    Graph,
    as_graph,
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

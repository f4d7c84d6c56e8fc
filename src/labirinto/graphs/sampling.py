"""Uniform spanning trees and forests of any graph, by Wilson's algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto._internal.threads import threads_for
from labirinto._internal.validation import whole_number
from labirinto.errors import counted
from labirinto.graphs.forest import SpanningForest, SpanningTrees
from labirinto.graphs.graph import Graph
from labirinto.graphs.reading import Weights, as_graph
from labirinto.graphs.rooting import Killing, check_one, numbers_of, rates_of, with_an_end
from labirinto.seeds import Seed


def uniform_spanning_tree(
    graph: Any,
    weights: Weights | None = None,
    *,
    weight: Weights | None = None,
    seed: Seed | None = None,
    root: Any = None,
    directed: bool = False,
    progress: Progress | None = None,
) -> SpanningForest:
    """Draw a spanning tree of a graph, each with the same probability.

    With weights, a tree's probability is proportional to the product of the weights of its edges.
    Parallel edges are separate edges: trees that differ only in which of two they have are
    different trees.  In a directed graph, the trees are those whose edges all lead to a given root
    (arborescences).

    The expected number of steps is the sum, over all nodes, of their weights times their effective
    resistances to the root of the walks: some n log n on maps and grids, n on graphs whose nodes
    have many links at random.  Leaves take none, and long chains of nodes with two links one each.
    Directed graphs can take exponentially many.

    Args:
        graph: Any of those that ``as_graph`` reads.
        weights, weight: The weights of the edges, as for ``as_graph``; None if all are alike.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one, which the tree
            holds.
        root: The node at which parents end; None for the one to which the walks went.  It does not
            affect which tree is drawn, unless the graph is directed: then it is required.
        directed: As for ``as_graph``.
        progress: Called now and then with the nodes that have joined and all nodes; may raise to
            stop.

    Returns:
        The tree.

    Raises:
        InvalidValueError: If the graph is not connected, or has weights that are invalid or so
            unequal that walks would never end.
        TooLargeError: If there is not enough memory.
    """
    read = as_graph(graph, weights, weight=weight, directed=directed)
    number = None if root is None else read.number(root)
    seed = _seed_number(seed)
    parent_edges = np.empty(read.nodes, np.int32)
    _core_for(read, number).make(seed, parent_edges, progress)
    if number is not None and not read.directed:
        _core.reroot(read.edges, parent_edges, number)
    return SpanningForest(read, parent_edges, seed)


def uniform_spanning_trees(
    graph: Any,
    count: int,
    weights: Weights | None = None,
    *,
    weight: Weights | None = None,
    seed: Seed | None = None,
    root: Any = None,
    directed: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SpanningTrees:
    """Draw many spanning trees of a graph, independently of each other.

    Tree k comes from child seed k, so it is the same for any count and any number of threads:
    ``trees[k]`` and ``uniform_spanning_tree(graph, seed=trees[k].seed)`` are the same tree.

    Args:
        graph, weights, weight, seed, root, directed: As for ``uniform_spanning_tree``.
        count: How many, from 0.
        threads: How many may share the work; None for one per processor.
        progress: Called now and then with the trees made and all of them; may raise to stop.

    Returns:
        The trees, each of 4 bytes per node.

    Raises:
        InvalidValueError, TooLargeError: Like ``uniform_spanning_tree``.
    """
    read = as_graph(graph, weights, weight=weight, directed=directed)
    number = None if root is None else read.number(root)
    count = whole_number("count", count, 0, 2**40)
    threads = threads_for(threads)
    seed = _seed_number(seed)
    check_memory(4.0 * count * read.nodes, f"An array of {counted(count, 'tree')}")
    parent_edges = np.empty((count, read.nodes), np.int32)
    _core_for(read, number).make_many(seed, 0, parent_edges, threads, progress)
    if number is not None and not read.directed:
        for one in parent_edges:
            _core.reroot(read.edges, one, number)
    return SpanningTrees(read, parent_edges, seed, range(count))


def _core_for(graph: Graph, root: int | None) -> _core.SpanningTrees:
    """Return the core that samples trees; in a directed graph, those to a root."""
    if graph.directed and root is not None:
        return graph.rooted(np.array([root], np.int32))
    return graph.core


def uniform_spanning_forest(
    graph: Any,
    roots: Iterable[Any] | None = None,
    *,
    killing: Killing | None = None,
    weights: Weights | None = None,
    weight: Weights | None = None,
    seed: Seed | None = None,
    directed: bool = False,
    progress: Progress | None = None,
) -> SpanningForest:
    """Draw a spanning forest, with given or random roots.

    With roots, every tree has one of them, to which the edges of a directed graph lead, and all
    such forests have the same probability (with weights, one proportional to the product of the
    weights of the edges).  The graph need not be connected.

    With killing rates, the roots are random.  A forest's probability is proportional to the product
    of the weights of its edges (1 without weights) and of the rates of its roots: it is found by
    walks that, at a node of rate q whose edges have the weights w1 + w2 + ... = w, end with
    probability q / (q + w).  The higher the rates, the more trees.

    Args:
        graph, weights, weight, seed, directed, progress: As for ``uniform_spanning_tree``.
        roots: Nodes, one or more, by their names; leave it out with killing rates.
        killing: A rate of at least 0 for all nodes, or one for each; or a mapping of nodes to
            rates, with 0 for all others.

    Returns:
        The forest.

    Raises:
        InvalidValueError: Like ``uniform_spanning_tree``, and if nodes are joined to no root, or
            the killing rates are so low that walks would never end.
    """
    check_one(roots, killing)
    read = as_graph(graph, weights, weight=weight, directed=directed)
    seed = _seed_number(seed)
    if killing is not None:
        return _killed(read, killing, seed, progress)
    assert roots is not None
    numbers = numbers_of(read, roots)
    parent_edges = np.empty(read.nodes, np.int32)
    read.rooted(numbers).make(seed, parent_edges, progress)
    return SpanningForest(read, parent_edges, seed)


def _killed(graph: Graph, killing: Killing, seed: int, progress: Progress | None) -> SpanningForest:
    """A forest by killing rates: a tree of the graph with one more node, at which walks end."""
    rates = rates_of(killing, graph)
    extended = with_an_end(graph, rates)
    parent_edges = np.empty(extended.nodes, np.int32)
    core = extended.rooted(np.array([graph.nodes], np.int32), rates)
    core.make(seed, parent_edges, progress)
    parent_edges[parent_edges >= len(graph.edges)] = -1
    return SpanningForest(graph, parent_edges[:-1], seed)


def _seed_number(seed: Seed | None) -> int:
    return seeds.fresh_seed() if seed is None else seeds.seed_number(seed)

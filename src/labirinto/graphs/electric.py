"""Graphs as electrical networks: how many spanning trees there are, and how likely an edge is in
one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from labirinto._internal.progress import Progress
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.graphs.graph import Graph
from labirinto.graphs.reading import as_graph
from labirinto.graphs.writing import scipy

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_NODES = 20_000
"""Of a graph whose edges' probabilities are worked out: a solution of a linear system for each."""

MOST_UNEQUAL = 1e12
"""The heaviest edge may be so many times heavier than the lightest: rounding takes the rest."""

_BLOCK = 32
"""Linear systems that are solved together.  With 256, which leave the caches, all took ten times as
long."""


def log_number_of_spanning_trees(graph: Any, weights: str | ArrayLike | None = None) -> float:
    """The natural logarithm of the number of spanning trees, which never overflows.

    With weights, of the sum over all trees of the products of their weights.  It is the determinant
    of the Laplacian without one row and column (G. Kirchhoff 1847), found by a sparse factorisation
    and summed as logarithms.  A planar graph of 10^5 nodes takes a second; one whose nodes have
    many links at random takes time and memory that grow as a dense matrix's.

    Args:
        graph, weights: As ``as_graph`` takes them.

    Returns:
        The logarithm, to some 12 digits; minus infinity if the graph is not connected.

    Raises:
        InvalidValueError: If the graph is none, or its weights differ by more than 10^12 times.
        MissingExtraError: If SciPy is not installed.
    """
    read = as_graph(graph, weights)
    scipy("sparse")
    if _pieces(read)[0] > 1:
        return -math.inf
    if read.nodes == 1:
        return 0.0
    laplacian, scales = _grounded(read)
    factors = _factorised(laplacian)
    pivots = np.abs(factors.U.diagonal())
    return math.fsum(np.log(pivots)) + 2 * math.fsum(np.log(scales))


def edge_probabilities(
    graph: Any, weights: str | ArrayLike | None = None, *, progress: Progress | None = None
) -> NDArray[np.float64]:
    """How likely each edge is in a uniform spanning tree.

    It is the edge's weight times the effective resistance between its nodes, where each edge is a
    wire of a conductance that is its weight (G. Kirchhoff 1847), and all of them add up to the
    nodes less one.  A linear system is solved for each node, so this is for up to 20,000 nodes: on
    a map, 5,000 take a second and 20,000 some minutes.  Of larger graphs, count edges in many trees
    (``uniform_spanning_trees``).

    Args:
        graph, weights: As ``as_graph`` takes them.
        progress: Called now and then with the systems solved and all of them; may raise to stop.

    Returns:
        ``float64[edges]``, with 0 for self-loops and edges of weight 0.

    Raises:
        InvalidValueError: If the graph is none or is not connected, or its weights differ by more
            than 10^12 times.
        TooLargeError: For more than 20,000 nodes.
        MissingExtraError: If SciPy is not installed.
    """
    read = as_graph(graph, weights)
    if read.nodes > MOST_NODES:
        raise TooLargeError(
            f"Probabilities in a graph of {read.nodes} nodes take too long; count the edges of "
            f"many trees (uniform_spanning_trees), or give a graph of up to {MOST_NODES} nodes."
        )
    scipy("sparse")
    count, piece = _pieces(read)
    if count > 1:
        other = int((piece != piece[0]).argmax())
        raise InvalidValueError(read.not_connected(0, other))
    found = np.zeros(len(read.edges))
    kept = _kept(read)
    if read.nodes == 1 or not len(kept):
        return found
    ends = read.edges[kept]
    conductances = np.ones(len(kept)) if read.weights is None else read.weights[kept]
    laplacian, scales = _grounded(read)
    factors = _factorised(laplacian)
    ground = _ground(read)
    # Potentials where a unit enters at a node and leaves at the ground; there they are 0.
    place = np.arange(read.nodes) - (np.arange(read.nodes) > ground)
    own = np.zeros(read.nodes)
    across = np.zeros(len(kept))
    order = np.argsort(ends[:, 0], kind="stable")
    sources = ends[order, 0]
    nodes = np.delete(np.arange(read.nodes), ground)
    for begin in range(0, len(nodes), _BLOCK):
        some = nodes[begin : begin + _BLOCK]
        units = np.zeros((len(nodes), len(some)))
        units[place[some], np.arange(len(some))] = 1
        potentials = factors.solve(units) / np.outer(scales, scales[place[some]])
        own[some] = potentials[place[some], np.arange(len(some))]
        here = order[
            np.searchsorted(sources, some[0]) : np.searchsorted(sources, some[-1], "right")
        ]
        here = here[(ends[here] != ground).all(axis=1)]
        one, other = ends[here].T
        across[here] = potentials[place[other], np.searchsorted(some, one)]
        if progress is not None:
            progress(min(begin + _BLOCK, len(nodes)), len(nodes))
    found[kept] = conductances * (own[ends[:, 0]] + own[ends[:, 1]] - 2 * across)
    if abs(found.sum() - (read.nodes - 1)) > 1e-6 * read.nodes:
        raise InvalidValueError(
            "The weights are too unequal: rounding errors are as large as the probabilities."
        )
    return found.clip(0, 1)


def _kept(graph: Graph) -> NDArray[np.intp]:
    """The edges that can be in a tree."""
    kept = graph.edges[:, 0] != graph.edges[:, 1]
    if graph.weights is not None:
        kept &= graph.weights > 0
    return np.flatnonzero(kept)


def _pieces(graph: Graph) -> tuple[int, NDArray[np.int32]]:
    """How many parts the graph is in, and of each node its part."""
    kept = graph.edges[_kept(graph)]
    shape = (graph.nodes, graph.nodes)
    matrix = scipy("sparse").csr_array((np.ones(len(kept)), kept.T), shape=shape)
    count, piece = scipy("sparse.csgraph").connected_components(matrix, directed=False)
    return int(count), piece


def _ground(graph: Graph) -> int:
    """The node with the most links: a factorisation without it has the fewest entries."""
    return int(np.bincount(graph.edges.ravel(), minlength=graph.nodes).argmax())


def _grounded(graph: Graph) -> tuple[Any, NDArray[np.float64]]:
    """The Laplacian without the row and column of the ground, divided by the square roots of its
    diagonal on both sides, and these roots.
    """
    kept = _kept(graph)
    ends = graph.edges[kept]
    weights = np.ones(len(kept)) if graph.weights is None else graph.weights[kept]
    lightest, heaviest = weights.min(), weights.max()
    if heaviest > MOST_UNEQUAL * lightest:
        raise InvalidValueError(
            f"The weights are too unequal, from {lightest:g} to {heaviest:g}; the result is right "
            f"only if they differ by at most {MOST_UNEQUAL:g} times."
        )
    sums = np.bincount(ends.ravel(), np.repeat(weights, 2), graph.nodes)
    ground = _ground(graph)
    scales = np.sqrt(np.delete(sums, ground))
    ends, weights = ends[inner := (ends != ground).all(axis=1)], weights[inner]
    rows, columns = (ends - (ends > ground)).T
    shares = -weights / scales[rows] / scales[columns]
    diagonal = np.arange(graph.nodes - 1)
    matrix = scipy("sparse").csc_array(
        (
            np.concatenate([shares, shares, np.ones(graph.nodes - 1)]),
            (
                np.concatenate([rows, columns, diagonal]),
                np.concatenate([columns, rows, diagonal]),
            ),
        ),
        shape=(graph.nodes - 1, graph.nodes - 1),
    )
    return matrix, scales


def _factorised(matrix: Any) -> Any:
    # No pivoting: the matrix is positive definite.
    return scipy("sparse.linalg").splu(
        matrix,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )

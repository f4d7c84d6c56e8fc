"""Graphs as electrical networks: how many spanning trees there are, and how likely an edge is in
one.

Nodes are eliminated one by one: a star of wires becomes a mesh between its other ends, which
carries the same currents.  A node whose wires have the conductances c1 + c2 + ... = d gives wires
of c1 c2 / d, and trees d times their number.  Only positive numbers are added, multiplied and
divided, so every one is right to the last digits, however unequal the weights are (W. K. Grassmann,
M. I. Taksar and D. P. Heyman, Operations Research 33, 1985).  A determinant, in contrast, subtracts
heavy weights until only light ones are left.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from labirinto import _core
from labirinto._internal.memory import available_bytes, in_words
from labirinto._internal.progress import Progress
from labirinto.errors import InvalidValueError, TooLargeError, counted
from labirinto.graphs.graph import Graph
from labirinto.graphs.reading import as_graph
from labirinto.graphs.writing import scipy

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_UNEQUAL = 1e200
"""The heaviest edge may be so many times heavier than the lightest: products of lighter ones would
be 0 to the processor."""


def log_number_of_spanning_trees(graph: Any, weights: str | ArrayLike | None = None) -> float:
    """The natural logarithm of the number of spanning trees, which never overflows.

    With weights, of the sum over all trees of the products of their weights (G. Kirchhoff 1847).
    Nodes are eliminated without a subtraction, so unequal weights cost no digits.  A planar graph
    of 10^5 nodes takes less than a second; one whose nodes have many links at random takes time and
    memory that grow as a dense matrix's.

    Args:
        graph, weights: As ``as_graph`` takes them.

    Returns:
        The logarithm, to some 12 digits; minus infinity if the graph is not connected.

    Raises:
        InvalidValueError: If it is not a graph, or its weights differ by more than 10^200 times.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If SciPy is not installed.
    """
    read = _undirected(graph, weights)
    if _pieces(read)[0] > 1:
        return -math.inf
    network = _Network(read)
    sums = np.empty(read.nodes - 1)
    network.eliminate(sums)
    return math.fsum([*np.log(sums).tolist(), len(sums) * network.exponent * math.log(2)])


def edge_probabilities(
    graph: Any, weights: str | ArrayLike | None = None, *, progress: Progress | None = None
) -> NDArray[np.float64]:
    """How likely each edge is in a uniform spanning tree.

    It is the edge's weight times the effective resistance between its nodes, where each edge is a
    wire of a conductance that is its weight (G. Kirchhoff 1847), and all of them add up to the
    nodes less one.  It takes a few times as long as ``log_number_of_spanning_trees``.  Where that
    is too long, count edges in many trees (``uniform_spanning_trees``).

    Args:
        graph, weights: As ``as_graph`` takes them.
        progress: Called now and then with the steps taken and all of them; may raise to stop.

    Returns:
        ``float64[edges]``, to some 9 decimals, with 0 for self-loops and edges of weight 0.

    Raises:
        InvalidValueError: If it is not a connected graph, or its weights differ by more
            than 10^200 times.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If SciPy is not installed.
    """
    read = _undirected(graph, weights)
    count, piece = _pieces(read)
    if count > 1:
        other = int((piece != piece[0]).argmax())
        raise InvalidValueError(read.not_connected(0, other))
    network = _Network(read)
    resistances = np.empty(len(network.ends))
    network.eliminate(np.empty(read.nodes - 1), resistances, progress)
    found = np.zeros(len(read.edges))
    found[network.kept] = network.conductances * resistances[network.wire_of]
    return found.clip(0, 1)


def _undirected(graph: Any, weights: str | ArrayLike | None) -> Graph:
    read = as_graph(graph, weights)
    if read.directed:
        raise InvalidValueError(
            "The graph is directed, and wires conduct both ways; give an undirected one."
        )
    return read


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


class _Network:
    """The wires of a connected graph; its nodes are numbered in the order of elimination.

    Attributes:
        kept: The edges that can be in a tree.
        conductances: Of these, their weights divided by a power of two.
        exponent: Of that power.
        wire_of: Of these, the number of the wire, which parallel edges share.
    """

    def __init__(self, graph: Graph) -> None:
        self.kept = _kept(graph)
        weights = np.ones(len(self.kept)) if graph.weights is None else graph.weights[self.kept]
        lightest, heaviest = weights.min(initial=math.inf), weights.max(initial=0)
        if heaviest / MOST_UNEQUAL > lightest:
            raise InvalidValueError(
                f"The weights are too unequal, from {lightest:g} to {heaviest:g}; they may differ "
                f"by at most {MOST_UNEQUAL:g} times."
            )
        self.exponent = math.frexp(heaviest)[1]
        self.conductances = np.ldexp(weights, -self.exponent)
        self.nodes = nodes = graph.nodes
        ends = np.sort(_places(graph.edges[self.kept], nodes)[graph.edges[self.kept]], axis=1)
        wires, self.wire_of = np.unique(ends @ np.array([nodes, 1]), return_inverse=True)
        self.ends = (wires % nodes).astype(np.int32)
        self.first = np.searchsorted(wires // nodes, np.arange(nodes + 1)).astype(np.int32)
        self.sums = np.bincount(self.wire_of, self.conductances, len(wires)).astype(np.float64)

    def eliminate(
        self,
        sums: NDArray[np.float64],
        resistances: NDArray[np.float64] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Find the sum of conductances of each node but the last when it is eliminated and, if
        there is room for them, the effective resistance between the ends of each wire.

        Raises:
            TooLargeError: If there is not enough memory.
        """
        available = available_bytes()
        most = 2**63 if available is None else available
        try:
            _core.eliminate(self.first, self.ends, self.sums, most, sums, resistances, progress)
        except MemoryError:
            graph = f"A graph of {counted(self.nodes, 'node')} that are joined like these"
            raise TooLargeError(
                f"{graph} needs more than the {in_words(most)} of memory that are free."
            ) from None


def _places(ends: NDArray[np.int32], nodes: int) -> NDArray[np.intp]:
    """Of each node its place in an order of elimination in which meshes stay small.

    The node with the most links comes last.  The others have the order of SciPy's minimum degrees,
    which it finds when it factorises a matrix; only its pattern matters.
    """
    degrees = np.bincount(ends.ravel(), minlength=nodes)
    last = int(degrees.argmax())
    places = np.full(nodes, nodes - 1)
    others = np.delete(np.arange(nodes), last)
    if len(others):
        inner = ends[(ends != last).all(axis=1)]
        one, other = (inner - (inner > last)).T
        diagonal = np.arange(nodes - 1)
        matrix = scipy("sparse").csc_array(
            (
                np.concatenate([-np.ones(2 * len(inner)), degrees[others] + 1.0]),
                (np.concatenate([one, other, diagonal]), np.concatenate([other, one, diagonal])),
            ),
            shape=(nodes - 1, nodes - 1),
        )
        factors = scipy("sparse.linalg").splu(
            matrix,
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )
        places[others] = factors.perm_c
    return places

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
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from labirinto import _core
from labirinto._internal.memory import available_bytes, in_words
from labirinto._internal.progress import Progress
from labirinto.errors import InvalidValueError, TooLargeError, counted, shown
from labirinto.graphs.arborescences import Elimination
from labirinto.graphs.graph import NEEDS_ROOT, Graph
from labirinto.graphs.reading import Weights, as_graph
from labirinto.graphs.rooting import Killing, check_one, joined, numbers_of, rates_of, with_an_end
from labirinto.graphs.writing import scipy

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_UNEQUAL = 1e200
"""The heaviest edge may be so many times heavier than the lightest: products of lighter ones would
be 0 to the processor."""


def log_number_of_spanning_trees(
    graph: Any,
    weights: Weights | None = None,
    *,
    weight: Weights | None = None,
    root: Any = None,
    directed: bool = False,
) -> float:
    """Compute the natural logarithm of the number of spanning trees, which never overflows.

    With weights, it is that of the sum over all trees of the products of their weights (G.
    Kirchhoff 1847).  Nodes are eliminated without a subtraction, so unequal weights cost no digits.
    A planar graph of 10^5 nodes takes less than a second; one whose nodes have many random links
    takes time and memory that grow as for a dense matrix.  A directed graph takes 16 bytes for
    every two of its nodes, so 10^4 of them are many.

    Args:
        graph, weights, weight, directed: As for ``as_graph``.
        root: The node to which the edges of the trees lead, required for a directed graph;
            undirected trees are the same for every root.

    Returns:
        The logarithm, to some 12 digits; minus infinity if there is no tree.

    Raises:
        InvalidValueError: If it is not a graph, or its weights differ by a factor of more than
            10^200.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If SciPy is not installed.
    """
    return _log_number(_treelike(as_graph(graph, weights, weight=weight, directed=directed), root))


def log_number_of_spanning_forests(
    graph: Any,
    roots: Iterable[Any] | None = None,
    *,
    killing: Killing | None = None,
    weights: Weights | None = None,
    weight: Weights | None = None,
    directed: bool = False,
) -> float:
    """Compute the natural logarithm of the number of forests of ``uniform_spanning_forest``.

    With weights, it is that of the sum over all forests of the products of their weights; with
    killing rates, these are multiplied by the rates of the roots.

    Args:
        graph, roots, killing, weights, weight, directed: As for ``uniform_spanning_forest``.

    Returns:
        The logarithm, to some 12 digits; minus infinity if there is no forest.

    Raises:
        InvalidValueError, TooLargeError, MissingExtraError: Like ``log_number_of_spanning_trees``.
    """
    check_one(roots, killing)
    read = as_graph(graph, weights, weight=weight, directed=directed)
    return _log_number(_forestlike(read, roots, killing))


def edge_probabilities(
    graph: Any,
    weights: Weights | None = None,
    *,
    weight: Weights | None = None,
    root: Any = None,
    roots: Iterable[Any] | None = None,
    killing: Killing | None = None,
    directed: bool = False,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Compute how likely each edge is in a uniform spanning tree or forest.

    In an undirected graph the probability is the edge's weight times the effective resistance
    between its nodes, where each edge is a wire whose conductance is its weight (G. Kirchhoff
    1847); the probabilities add up to the number of nodes less one.  It takes a few times as long
    as ``log_number_of_spanning_trees``.  Where that is too long, count edges in many trees
    (``uniform_spanning_trees``).

    Args:
        graph, weights, weight, directed: As for ``as_graph``.
        root: For trees of a directed graph, as for ``uniform_spanning_tree``.
        roots, killing: For forests, as for ``uniform_spanning_forest``; at most one of them.
        progress: Called now and then with the steps taken and all of them; may raise to stop.

    Returns:
        ``float64[edges]``, to some 9 decimals, with 0 for self-loops and edges of weight 0.

    Raises:
        InvalidValueError: If it is not a graph that has such trees, or its weights differ by a
            factor of more than 10^200.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If SciPy is not installed.
    """
    read = as_graph(graph, weights, weight=weight, directed=directed)
    if roots is None and killing is None:
        whole = _treelike(read, root)
    else:
        check_one(roots, killing)
        if root is not None:
            raise InvalidValueError("A forest has roots or killing rates; leave out root.")
        whole = _forestlike(read, roots, killing)
    cut_off = _without_tree(whole)
    if len(cut_off):
        node = int(cut_off[0])
        if whole is read:
            raise InvalidValueError(read.not_connected(node, read.nodes - 1))
        raise InvalidValueError(
            f"No edges lead from node {shown(whole.label(node))} to a root; give a root that it "
            "can reach, or a killing rate above 0 to a node that it can reach."
        )
    network = _Network(whole)
    found = np.zeros(len(whole.edges))
    found[network.kept] = network.probabilities(progress)
    return found[: len(read.edges)].clip(0, 1)


def _treelike(graph: Graph, root: Any) -> Graph:
    """A graph with as many trees; those of a directed one lead to its last node.

    Raises:
        InvalidValueError: If there is no such root, or a directed graph has none.
    """
    number = None if root is None else graph.number(root)
    if not graph.directed:
        return graph
    if number is None:
        raise InvalidValueError(NEEDS_ROOT)
    return joined(graph, np.array([number], np.int32))


def _forestlike(graph: Graph, roots: Iterable[Any] | None, killing: Killing | None) -> Graph:
    """A graph with a tree, to its last node, for each forest.

    Raises:
        InvalidValueError: If the roots or the killing rates are invalid.
    """
    if killing is None:
        assert roots is not None
        return joined(graph, numbers_of(graph, roots))
    return joined(with_an_end(graph, rates_of(killing, graph)), np.array([graph.nodes], np.int32))


def _log_number(graph: Graph) -> float:
    if len(_without_tree(graph)):
        return -math.inf
    return _Network(graph).log_trees


def _kept(graph: Graph) -> NDArray[np.intp]:
    """The edges that can be in a tree."""
    kept = graph.edges[:, 0] != graph.edges[:, 1]
    if graph.weights is not None:
        kept &= graph.weights > 0
    return np.flatnonzero(kept)


def _without_tree(graph: Graph) -> NDArray[np.intp]:
    """The nodes from which no edges lead to the last one."""
    kept = graph.edges[_kept(graph)]
    shape = (graph.nodes, graph.nodes)
    back = scipy("sparse").csr_array((np.ones(len(kept)), kept.T[::-1]), shape=shape)
    reached = scipy("sparse.csgraph").breadth_first_order(
        back, graph.nodes - 1, directed=graph.directed, return_predecessors=False
    )
    is_cut_off = np.ones(graph.nodes, np.bool_)
    is_cut_off[reached] = False
    return np.flatnonzero(is_cut_off)


class _Network:
    """The edges of a graph that has trees; its nodes are numbered in the order of elimination.

    Attributes:
        kept: The edges that can be in a tree.
    """

    def __init__(self, graph: Graph) -> None:
        self.kept = _kept(graph)
        weights = np.ones(len(self.kept)) if graph.weights is None else graph.weights[self.kept]
        lightest, heaviest = weights.min(initial=math.inf), weights.max(initial=0)
        if heaviest / MOST_UNEQUAL > lightest:
            raise InvalidValueError(
                f"The weights are too unequal, from {lightest:g} to {heaviest:g}; they may differ "
                f"by a factor of at most {MOST_UNEQUAL:g}."
            )
        self._exponent = math.frexp(heaviest)[1]
        self._weights = np.ldexp(weights, -self._exponent)
        self._nodes, self._directed = graph.nodes, graph.directed
        ends = graph.edges[self.kept]
        self._ends = _places(ends, graph.nodes, graph.nodes - 1 if graph.directed else None)[ends]

    @property
    def log_trees(self) -> float:
        """The logarithm of the sum over all trees of the products of their weights."""
        if self._directed:
            sums = Elimination(self._ends, self._weights, self._nodes).sums
        else:
            sums = np.empty(self._nodes - 1)
            _Wires(self._ends, self._weights, self._nodes).eliminate(sums)
        return math.fsum([*np.log(sums).tolist(), len(sums) * self._exponent * math.log(2)])

    def probabilities(self, progress: Progress | None) -> NDArray[np.float64]:
        """How likely each of the edges is in a tree."""
        if self._directed:
            escapes = Elimination(self._ends, self._weights, self._nodes, progress).escapes()
            return self._weights * escapes[self._ends[:, 0], self._ends[:, 1]]
        wires = _Wires(self._ends, self._weights, self._nodes)
        resistances = np.empty(len(wires.ends))
        wires.eliminate(np.empty(self._nodes - 1), resistances, progress)
        found: NDArray[np.float64] = self._weights * resistances[wires.of_edge]
        return found


class _Wires:
    """The wires between nodes that are numbered in the order of elimination.

    Attributes:
        of_edge: Of each edge, the number of the wire, which parallel edges share.
    """

    def __init__(
        self, ends: NDArray[np.intp], conductances: NDArray[np.float64], nodes: int
    ) -> None:
        self.nodes = nodes
        pairs = np.sort(ends, axis=1) @ np.array([nodes, 1])
        wires, self.of_edge = np.unique(pairs, return_inverse=True)
        self.ends = (wires % nodes).astype(np.int32)
        self.first = np.searchsorted(wires // nodes, np.arange(nodes + 1)).astype(np.int32)
        self.sums = np.bincount(self.of_edge, conductances, len(wires)).astype(np.float64)

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
                f"{graph} needs more than the {in_words(most)} of free memory."
            ) from None


def _places(ends: NDArray[np.int32], nodes: int, last: int | None) -> NDArray[np.intp]:
    """Return the place of each node in an order of elimination in which meshes stay small.

    The node ``last`` comes last, by default one with the most links.  The others have the order of
    SciPy's minimum degrees, which it finds when it factorises a matrix; only its pattern matters.
    """
    degrees = np.bincount(ends.ravel(), minlength=nodes)
    last = int(degrees.argmax()) if last is None else last
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

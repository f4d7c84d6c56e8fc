"""Graphs ready for sampling: numbered nodes and edges, with a weight each or none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from labirinto import _core
from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import truth_value, whole_number
from labirinto.errors import InvalidValueError, counted, shown

with needing("labirinto.graphs needs NumPy", "graphs"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Number = TypeVar("_Number", np.int32, np.float64)

T = TypeVar("T")

MOST_STEPS = 1e12
"""Walks that take so many steps to leave a part of the graph would take hours to find one tree."""

NEEDS_ROOT = (
    "The graph is directed, so its trees depend on the root; give root=, a node that all others "
    "can reach, or an undirected graph."
)

MOST = 2**30
"""Nodes and edges; the core counts links, of which an edge has two, in 31 bits."""


class Graph:
    """A graph of numbered nodes and edges.

    All functions of ``labirinto.graphs`` convert their graph to this class.  To sample from one
    graph many times, convert it once (``as_graph``), which saves the time to read it.

    Edges are identified by number, so two nodes may be joined by several.  A self-loop or an edge
    of weight 0 keeps its number, but is in no tree.

    A graph is immutable: it has read-only copies of the arrays that it is given.

    Args:
        nodes: The number of nodes, from 1.
        edges: The two nodes of each edge: whole numbers of shape (edges, 2).
        weights: The weights of the edges, at least 0: an array of one number per edge, or a mapping
            of their two nodes, (one, other), to a number each; None if all are alike.
        directed: Whether edges lead only from their first nodes to the second ones.
        labels: The names of the nodes, one each; None for their numbers.

    Raises:
        InvalidValueError: If a node, an edge or a weight is invalid.

    Attributes:
        nodes: Their number.
        edges: ``int32[edges, 2]``, the two nodes of each.
        weights: ``float64[edges]``, or None.
        directed: As given.
        labels: As given.
        source: The object that the graph was made from; None if it was made from arrays.
    """

    def __init__(
        self,
        nodes: int,
        edges: ArrayLike,
        weights: ArrayLike | Mapping[Any, float] | None = None,
        *,
        directed: bool = False,
        labels: Sequence[object] | None = None,
        source: object = None,
    ) -> None:
        self.nodes: int = whole_number("nodes", nodes, 1, MOST)
        self.edges: NDArray[np.int32] = _checked_edges(edges, self.nodes)
        if labels is not None and not (hasattr(labels, "__len__") and hasattr(labels, "__iter__")):
            raise InvalidValueError(f"labels is {shown(labels)}; it must be a list of names.")
        if labels is not None and len(labels) != self.nodes:
            raise InvalidValueError(
                f"labels has {counted(len(labels), 'name')}; it must have one for each of the "
                f"{self.nodes} nodes."
            )
        self.directed: bool = truth_value("directed", directed)
        if labels is not None:
            labels = labels.tolist() if isinstance(labels, np.ndarray) else list(labels)
        self.labels: list[object] | None = labels
        if isinstance(weights, Mapping):
            weights = _by_edge(weights, self)
        self.weights: NDArray[np.float64] | None = (
            None if weights is None else _checked_weights(weights, self)
        )
        self.source = source

    def __repr__(self) -> str:
        kind = "Directed graph" if self.directed else "Graph"
        weights = "" if self.weights is None else ", weighted"
        return (
            f"<{kind} of {counted(self.nodes, 'node')} and {counted(len(self.edges), 'edge')}"
            f"{weights}>"
        )

    def __getstate__(self) -> dict[str, Any]:
        # The core is made again where a copy samples.
        return {name: value for name, value in vars(self).items() if name != "core"}

    def label(self, node: int) -> object:
        """The name of a node, by its number."""
        return node if self.labels is None else self.labels[node]

    def ends_text(self, edge: int) -> str:
        """The names of the two nodes of an edge, for messages."""
        return ends_text(self.edges[edge], self.labels)

    def number(self, label: Any) -> int:
        """The number of a node, by its name or, where all names are texts, by its number.

        Raises:
            InvalidValueError: If there is no such node.
        """
        found = self.find(label)
        if found is None:
            raise InvalidValueError(f"The graph has no node {shown(label)}.")
        return found

    def find(self, label: Any) -> int | None:
        """The number of a node, as ``number`` gives it; None if there is no such node."""
        try:
            found = self._numbers[label] if self.labels is not None else int(label)
        except InvalidValueError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        return found if self.labels is not None or 0 <= found == label < self.nodes else None

    def by_label(self, values: Iterable[T]) -> dict[Any, T]:
        """Values of the nodes, in their order, by the names of these.

        Raises:
            InvalidValueError: If several nodes have one name.
        """
        labels: Iterable[Any] = range(self.nodes) if self.labels is None else self.labels
        found: dict[Any, T] = {}
        for label, value in zip(labels, values, strict=True):
            if label in found:
                raise InvalidValueError(
                    f"Several nodes of the graph have the name {shown(label)}; give each its own."
                )
            found[label] = value
        return found

    def weighted(self, weights: ArrayLike | Mapping[Any, float]) -> Graph:
        """Return this graph with other weights, as for the constructor."""
        return Graph(
            self.nodes,
            self.edges,
            weights,
            directed=self.directed,
            labels=self.labels,
            source=self.source,
        )

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        numbers = self.by_label(range(self.nodes))
        if all(isinstance(label, str) for label in numbers):
            numbers.update({number: number for number in range(self.nodes)})
        return numbers

    @cached_property
    def core(self) -> _core.SpanningTrees:
        """Samples spanning trees.

        Raises:
            InvalidValueError: If the graph is in several pieces, or so unequal that walks on it
                would never end, or is directed.
        """
        if self.directed:
            raise InvalidValueError(NEEDS_ROOT)
        return self.rooted(np.empty(0, np.int32))

    def rooted(
        self, roots: NDArray[np.int32], rates: NDArray[np.float64] | None = None
    ) -> _core.SpanningTrees:
        """Sample spanning forests with a tree for each root; without roots, spanning trees.

        Args:
            roots: The numbers of nodes.
            rates: Killing rates of the other nodes, given as the weights of edges to a root.

        Raises:
            InvalidValueError: If there is a node that no root can be reached from, or from which
                walks to a root would never end.
        """
        links = 2 * len(self.edges)
        bytes_a_link = 16 if self.weights is None else 28
        needed = 40 * self.nodes + bytes_a_link * links
        check_memory(needed, f"A graph of {counted(self.nodes, 'node')}")
        core = _core.SpanningTrees(self.nodes, self.edges, self.weights, roots, self.directed)
        if core.unreached is not None:
            if len(roots):
                fix = "one that it can reach" if self.directed else "its part of the graph one"
                if rates is not None:
                    fix = "a rate above 0 to a node that it can reach"
                raise InvalidValueError(
                    f"No edges lead from node {shown(self.label(core.unreached))} to a root; give "
                    f"{fix}."
                )
            raise InvalidValueError(self.not_connected(core.root, core.unreached))
        if self.directed and self.weights is not None:
            self._check_weights_of_ways(roots, rates)
        node, steps, is_by_roots = core.trap
        if steps > MOST_STEPS:
            if is_by_roots and rates is not None:
                raise InvalidValueError(self._too_low(rates, node, _many(steps)))
            raise InvalidValueError(
                f"The weights are too unequal: walks would take {_many(steps)} steps to leave the "
                f"nodes around {shown(self.label(node))}, whose edges to each other are much "
                "heavier than those to other nodes; join these nodes into one, or leave out light "
                "edges."
            )
        return core

    def _check_weights_of_ways(
        self, roots: NDArray[np.int32], rates: NDArray[np.float64] | None
    ) -> None:
        """Check that walks along directed edges need none that they hardly ever take.

        Raises:
            InvalidValueError: If they do.
        """
        weights, starts = self.weights, self.edges[:, 0]
        assert weights is not None
        heaviest = np.zeros(self.nodes)
        np.maximum.at(heaviest, starts, np.where(starts != self.edges[:, 1], weights, 0))
        rare = (weights < heaviest[starts] / MOST_STEPS) & (weights > 0)

        def cut_off(left_out: NDArray[np.bool_]) -> int | None:
            if not left_out.any():
                return None
            often = np.where(left_out, 0, weights)
            return _core.SpanningTrees(self.nodes, self.edges, often, roots, True).unreached

        node = cut_off(rare)
        if node is None:
            return
        steps = f"more than {MOST_STEPS:.0e}"
        if rates is not None:
            low = cut_off(rare & np.isin(self.edges[:, 1], roots))
            if low is not None:
                raise InvalidValueError(self._too_low(rates, low, steps))
        raise InvalidValueError(
            f"The weights are too unequal: walks from node {shown(self.label(node))} would take "
            f"{steps} steps to a root, over an edge much lighter than others at its node; leave "
            "out heavy edges."
        )

    def _too_low(self, rates: NDArray[np.float64], node: int, steps: str) -> str:
        """The sentence that says so of killing rates, of a node at which or near which they are."""
        return (
            f"The killing rates are too low: walks would take {steps} steps to end around node "
            f"{shown(self.label(node))}, whose rate is {rates[node]:g}; give higher rates."
        )

    def not_connected(self, node: int, other: int) -> str:
        """Return the error message for two nodes in different parts."""
        return (
            f"The graph is not connected: no edges lead from node {shown(self.label(node))} to "
            f"node {shown(self.label(other))}; use a part of it, or make a forest with a root in "
            "each part (labirinto.graphs.uniform_spanning_forest)."
        )


def ends_text(ends: NDArray[Any], labels: Sequence[Any] | None) -> str:
    """Two nodes by their names or, without these, by their numbers, for messages."""
    one, other = ends.tolist()
    return shown((one, other) if labels is None else (labels[one], labels[other]))


def _many(steps: float) -> str:
    return f"some {steps:.0e}" if steps < math.inf else "more than 1e+308"


def _checked_edges(edges: ArrayLike, nodes: int) -> NDArray[np.int32]:
    try:
        array = np.asarray(edges)
    except ValueError:
        raise InvalidValueError(
            "edges has rows of different lengths; an edge is two nodes."
        ) from None
    if array.size == 0 and array.dtype != object:
        array = np.empty((0, 2), np.int32)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise InvalidValueError(
            "edges must be an array of whole numbers with two columns, the nodes of each edge; "
            f"it has shape {array.shape} and type {array.dtype}."
        )
    if len(array) > MOST:
        raise InvalidValueError(f"The graph has {len(array)} edges; at most {MOST} can be used.")
    wrong = (array < 0) | (array >= nodes)
    if wrong.any():
        edge = int(wrong.any(axis=1).argmax())
        ends = tuple(array[edge].tolist())
        raise InvalidValueError(
            f"Edge {edge} is {ends}; the nodes are numbered from 0 to {nodes - 1}."
        )
    return _own(array, np.int32)


def _own(array: NDArray[Any], kind: type[_Number]) -> NDArray[_Number]:
    """A read-only copy."""
    copy = np.array(array, kind, order="C")
    copy.flags.writeable = False
    return copy


def _by_edge(weights: Mapping[Any, float], graph: Graph) -> list[float]:
    """Weights in the order of the edges, from those by the two nodes of each.

    Raises:
        InvalidValueError: If an edge has none or two, or there are edges of the same two nodes or
            none of some two.
    """
    numbers: dict[tuple[int, int], int] = {}
    for edge, (one, other) in enumerate(graph.edges.tolist()):
        if (first := numbers.setdefault((one, other), edge)) != edge:
            raise InvalidValueError(
                f"Edges {first} and {edge} join the same nodes, {graph.ends_text(edge)}; give "
                "weights as an array, in the order of the edges."
            )
        if not graph.directed:
            numbers[other, one] = edge
    found: dict[int, float] = {}
    for ends, weight in weights.items():
        is_pair = isinstance(ends, tuple) and len(ends) == 2
        one, other = map(graph.find, ends) if is_pair else (-1, -1)
        if one is None or other is None:
            missing = shown(ends[0] if one is None else ends[1])
            raise InvalidValueError(
                f"weights has the key {shown(ends)}, but the graph has no node {missing}; leave "
                "it out."
            )
        edge = numbers.get((one, other), -1)
        if edge < 0:
            raise InvalidValueError(
                f"weights has the key {shown(ends)}, which is not the two nodes of an edge; leave "
                "it out."
            )
        if found.setdefault(edge, weight) != weight:
            raise InvalidValueError(
                f"weights has two numbers for the edge {graph.ends_text(edge)}; give one."
            )
    for edge in range(len(graph.edges)):
        if edge not in found:
            raise InvalidValueError(f"weights has no edge {graph.ends_text(edge)}; add it.")
    return [found[edge] for edge in range(len(graph.edges))]


def _checked_weights(weights: ArrayLike, graph: Graph) -> NDArray[np.float64]:
    try:
        array = np.asarray(weights)
        if array.dtype.kind not in "biufO":
            raise TypeError
        array = _own(array, np.float64)
    except (TypeError, ValueError, OverflowError):
        for edge, value in enumerate(weights if isinstance(weights, list | tuple) else ()):
            if edge < len(graph.edges) and not hasattr(value, "__float__"):
                raise _wrong_weight(graph, edge, value) from None
        raise InvalidValueError(
            "weights must be a number for each edge, in the order of the edges, or a mapping of "
            "two nodes to a number."
        ) from None
    if array.shape != (len(graph.edges),):
        raise InvalidValueError(
            f"weights has shape {array.shape}; it must be one number for each of the "
            f"{len(graph.edges)} edges."
        )
    wrong = ~(np.isfinite(array) & (array >= 0))
    if wrong.any():
        edge = int(wrong.argmax())
        raise _wrong_weight(graph, edge, array[edge].item())
    return array


def _wrong_weight(graph: Graph, edge: int, value: object) -> InvalidValueError:
    return InvalidValueError(
        f"The weight of edge {edge}, {graph.ends_text(edge)}, is {shown(value)}; it must be a "
        "finite number, 0 or more."
    )

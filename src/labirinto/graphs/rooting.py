"""Forests as trees of another graph: their roots become one node, killing rates lead to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from labirinto.errors import InvalidValueError, shown
from labirinto.graphs.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def check_one(roots: object, killing: object) -> None:
    """Check that a forest has either roots or killing rates.

    Raises:
        InvalidValueError: If it has both or none.
    """
    if (roots is None) == (killing is None):
        raise InvalidValueError("Give either the roots of the forest or killing rates.")


def numbers_of(graph: Graph, roots: Iterable[Any]) -> NDArray[np.int32]:
    """The numbers of the roots of a forest.

    Raises:
        InvalidValueError: If they are no nodes, or none at all.
    """
    if not isinstance(roots, Iterable) or isinstance(roots, str | bytes):
        raise InvalidValueError(f"roots is {shown(roots)}; it must be a list of nodes.")
    numbers = [graph.number(root) for root in roots]
    if not numbers:
        raise InvalidValueError("roots is empty; a forest needs at least one.")
    return np.array(numbers, np.int32)


Killing: TypeAlias = "float | ArrayLike | Mapping[Any, float]"
"""Killing rates, as ``uniform_spanning_forest`` takes them."""


def rates_of(killing: Killing, graph: Graph) -> NDArray[np.float64]:
    """The killing rate of each node.

    Raises:
        InvalidValueError: If one is negative or no number, or of no node.
    """
    nodes = graph.nodes
    if isinstance(killing, Mapping):
        given = {graph.number(node): rate for node, rate in killing.items()}
        killing = [given.get(node, 0) for node in range(nodes)]
    try:
        rates = np.asarray(killing, np.float64)
        rates = np.broadcast_to(rates, (nodes,)) if rates.ndim == 0 else rates
    except (TypeError, ValueError, OverflowError):
        raise InvalidValueError(
            "killing must be a number, or one for each node, or a mapping of nodes to numbers."
        ) from None
    if rates.shape != (nodes,):
        raise InvalidValueError(
            f"killing has shape {rates.shape}; it must be one rate for each of the {nodes} nodes."
        )
    wrong = ~(np.isfinite(rates) & (rates >= 0))
    if wrong.any():
        node = int(wrong.argmax())
        raise InvalidValueError(
            f"The killing rate of node {shown(graph.label(node))} is {rates[node]}; it must be a "
            "finite number, 0 or more."
        )
    return rates


def with_an_end(graph: Graph, rates: NDArray[np.float64]) -> Graph:
    """The graph with one more node, at which walks end: to it, after all others, lead edges whose
    weights are the killing rates above 0.
    """
    ending = np.flatnonzero(rates)
    end = np.full(len(ending), graph.nodes)
    own = np.ones(len(graph.edges)) if graph.weights is None else graph.weights
    return Graph(
        graph.nodes + 1,
        np.concatenate([graph.edges, np.column_stack([ending, end])]),
        np.concatenate([own, rates[ending]]),
        directed=graph.directed,
        labels=[*(graph.labels or range(graph.nodes)), "where walks end"],
    )


def joined(graph: Graph, roots: NDArray[np.int32]) -> Graph:
    """The graph with its roots as a single node, the last one, from which no directed edges lead.

    Edges keep their numbers; those that are in no tree to a root become self-loops.
    """
    is_root = np.zeros(graph.nodes, np.bool_)
    is_root[roots] = True
    others = np.flatnonzero(~is_root)
    places = np.full(graph.nodes, len(others))
    places[others] = np.arange(len(others))
    ends = places[graph.edges]
    if graph.directed:
        ends[is_root[graph.edges[:, 0]]] = len(others)
    labels = [*map(graph.label, others.tolist()), "the roots"]
    return Graph(len(labels), ends, graph.weights, directed=graph.directed, labels=labels)

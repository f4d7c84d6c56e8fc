"""Spanning trees for GerryChain, of version 0.3 or 1.0.

Example::

    from functools import partial

    from gerrychain.tree import bipartition_tree
    from labirinto.graphs.gerrychain import uniform_tree

    cut = partial(bipartition_tree, spanning_tree_fn=uniform_tree)

``cut`` goes to ``recom`` as ``bipartition_tree_fn`` (in 0.3 as ``method``).
"""

from __future__ import annotations

import random
import weakref
from typing import Any

import numpy as np

from labirinto.errors import InvalidValueError
from labirinto.graphs.graph import Graph
from labirinto.graphs.reading import as_graph
from labirinto.graphs.sampling import uniform_spanning_tree
from labirinto.graphs.writing import written
from labirinto.seeds import drawn_number

__all__ = ["uniform_tree"]


def uniform_tree(
    graph: Any,
    region_surcharge: dict[str, float] | None = None,
    *,
    weights: str | None = None,
    rng: random.Random | np.random.Generator | int | None = None,
) -> Any:
    """Draw a uniform spanning tree: the ``spanning_tree_fn`` for ``bipartition_tree``.

    GerryChain tries one tree after another of the same graph, which is read only once.

    Args:
        graph: A graph of GerryChain or networkx.
        region_surcharge: Must be empty: a uniform tree knows no regions.
        weights: The name of the attribute of the edges with their weights; set it with
            ``functools.partial``.
        rng: The generator from which the seed is drawn, as GerryChain 1.0 passes it, or a NumPy
            generator or a whole number.  None for Python's ``random``, which seeds a chain of 0.3.

    Returns:
        The tree, as a graph of the same kind.

    Raises:
        InvalidValueError: If there is a surcharge or no such tree, or ``rng`` is something else.
    """
    if region_surcharge:
        raise InvalidValueError(
            "A uniform tree cannot use region_surcharge; leave it out, or give the edges weights."
        )
    read = _read(graph, weights)
    tree = uniform_spanning_tree(read, seed=_seed(rng))
    return written(graph, read, tree.edges)


def _seed(rng: random.Random | np.random.Generator | int | None) -> int:
    source = random if rng is None else random.Random(rng) if isinstance(rng, int) else rng
    number = drawn_number(source)
    if number is None:
        raise InvalidValueError(
            field="rng",
            value=rng,
            requirement="a random.Random, a numpy.random.Generator, a whole number or None",
        )
    return number


_latest: tuple[weakref.ref[Any], str | None, Graph] | None = None
"""A graph that cannot change, the name of its weights, and what was read of it."""


def _read(graph: Any, weights: str | None) -> Graph:
    """A graph ready for sampling: the same for trees of one graph that follow each other."""
    global _latest
    if type(graph).__name__ != "FrozenGraph":
        return as_graph(graph, weights)
    latest, inside = _latest, graph.graph  # a FrozenGraph itself takes no weak references
    if latest is not None and latest[0]() is inside and latest[1] == weights:
        return latest[2]
    read = as_graph(graph, weights)
    read.source = None  # which would keep the graph alive
    _latest = (weakref.ref(inside, _forget), weights, read)
    return read


def _forget(reference: weakref.ref[Any]) -> None:
    """Forget what was read of a graph that no longer exists."""
    global _latest
    if _latest is not None and _latest[0] is reference:
        _latest = None

"""Spanning trees and forests, as they are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from labirinto import seeds
from labirinto._internal.validation import index_of, places_in
from labirinto.errors import InvalidValueError
from labirinto.graphs.graph import Graph
from labirinto.graphs.writing import matrix_of, written

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class SpanningForest:
    """A spanning forest of a graph: every node is in one of its trees.  With a single root it is a
    spanning tree.

    Nodes have their names in the graph, as in the arguments of the functions, or their numbers if
    the graph is a matrix or an array without names.

    Attributes:
        graph: The graph that the forest spans.
        parent_edges: ``int32[nodes]``, for each node the number of the edge to its parent, -1 for
            a root.
        seed: The number that makes the forest again.
    """

    graph: Graph
    parent_edges: NDArray[np.int32]
    seed: int

    def __repr__(self) -> str:
        roots = len(self.root_numbers)
        what = "tree" if roots == 1 else f"forest of {roots} trees"
        return f"<Spanning {what} of {self.graph!r}, seed {self.seed}>"

    @cached_property
    def edges(self) -> NDArray[np.int32]:
        """The numbers of its edges, in ascending order."""
        return np.sort(self.parent_edges[self.parent_edges >= 0])

    @property
    def parents(self) -> Any:
        """For each node the next one on the path to its root: a dict, with None for a root.

        Where nodes have no names, ``parent_numbers``.

        Raises:
            InvalidValueError: If several nodes have one name.
        """
        graph = self.graph
        if graph.labels is None:
            return self.parent_numbers
        names = [*graph.labels, None]
        return graph.by_label(names[parent] for parent in self.parent_numbers.tolist())

    @cached_property
    def parent_numbers(self) -> NDArray[np.int32]:
        """``int32[nodes]``, for each node the number of the next one on the path to its root, -1
        for a root.
        """
        parents = np.full(self.graph.nodes, -1, np.int32)
        nodes = np.flatnonzero(self.parent_edges >= 0)
        ends = self.graph.edges[self.parent_edges[nodes]]
        parents[nodes] = ends[:, 0] + ends[:, 1] - nodes
        return parents

    @property
    def roots(self) -> Any:
        """Its roots: a list, in the order of the nodes.

        Where nodes have no names, ``root_numbers``.
        """
        labels = self.graph.labels
        return self.root_numbers if labels is None else [labels[it] for it in self.root_numbers]

    @cached_property
    def root_numbers(self) -> NDArray[np.intp]:
        """The numbers of its roots, in ascending order."""
        return np.flatnonzero(self.parent_edges < 0)

    @property
    def root(self) -> Any:
        """Its only root.

        Raises:
            InvalidValueError: If there are several.
        """
        if len(self.root_numbers) != 1:
            raise InvalidValueError(
                f"The forest has {len(self.root_numbers)} roots, not one; use roots."
            )
        return self.graph.label(int(self.root_numbers[0]))

    def to_csr(self) -> Any:
        """Return the forest as a symmetric ``scipy.sparse.csr_array`` of its weights, or of 1.

        Raises:
            MissingExtraError: If SciPy is not installed.
        """
        return matrix_of(self.graph, self.edges)

    def to_graph(self) -> Any:
        """Return the forest as a graph of the original kind, with all nodes, and with the data of
        its nodes and edges.
        """
        return written(self.graph.source, self.graph, self.edges)


@dataclass(frozen=True, eq=False, repr=False)
class SpanningTrees(Sequence[SpanningForest]):
    """Many spanning trees of one graph.

    Attributes:
        graph: The graph that they span.
        parent_edges: ``int32[trees, nodes]``, as ``SpanningForest`` has them.
        seed: The seed of which each tree has a child seed.
        numbers: The numbers of the trees, which determine their child seeds.
    """

    graph: Graph
    parent_edges: NDArray[np.int32]
    seed: int
    numbers: range

    def __repr__(self) -> str:
        return f"<{len(self)} spanning trees of {self.graph!r}, seed {self.seed}>"

    def __len__(self) -> int:
        return len(self.parent_edges)

    @overload
    def __getitem__(self, place: int) -> SpanningForest: ...
    @overload
    def __getitem__(self, place: slice) -> SpanningTrees: ...

    def __getitem__(self, place: int | slice) -> SpanningForest | SpanningTrees:
        if isinstance(place, slice):
            places_in(place, len(self))
            parent_edges = self.parent_edges[place]
            return SpanningTrees(self.graph, parent_edges, self.seed, self.numbers[place])
        place = index_of(place, len(self), "sample")
        seed = seeds.child_seed(self.seed, seeds.ITEM, self.numbers[place])
        return SpanningForest(self.graph, self.parent_edges[place], seed)

    @property
    def edges(self) -> NDArray[np.int32]:
        """``int32[trees, nodes - 1]``, the numbers of the edges of each, in ascending order."""
        # One root each, whose -1 comes first.
        ordered: NDArray[np.int32] = np.sort(self.parent_edges, axis=1)[:, 1:]
        return ordered

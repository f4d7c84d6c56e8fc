"""Uniform spanning trees of any graph, weighted or not, directed or not.

Example::

    from labirinto.graphs import uniform_spanning_tree

    tree = uniform_spanning_tree([(0, 1), (1, 2), (2, 0), (2, 3)], seed=7)
    print(tree.edges, tree.parents)

Every spanning tree has the same probability or, with weights, one proportional to the product of
its weights.  Graphs are those of SciPy, networkx, rustworkx, igraph and GerryChain, or arrays.
The same graph, weights and seed give the same tree on every platform.  NumPy is needed, and SciPy
by the functions that say so (``pip install 'labirinto[graphs]'``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto._internal.lazy import Finder, lazy_names

if TYPE_CHECKING:
    from labirinto.graphs import gerrychain
    from labirinto.graphs.electric import (
        edge_probabilities,
        log_number_of_spanning_forests,
        log_number_of_spanning_trees,
    )
    from labirinto.graphs.forest import SpanningForest, SpanningTrees
    from labirinto.graphs.graph import Graph
    from labirinto.graphs.reading import as_graph
    from labirinto.graphs.sampling import (
        uniform_spanning_forest,
        uniform_spanning_tree,
        uniform_spanning_trees,
    )

__all__ = [
    "Graph",
    "SpanningForest",
    "SpanningTrees",
    "as_graph",
    "edge_probabilities",
    "gerrychain",
    "log_number_of_spanning_forests",
    "log_number_of_spanning_trees",
    "uniform_spanning_forest",
    "uniform_spanning_tree",
    "uniform_spanning_trees",
]

# The package can be imported without NumPy, of which these need some.
__getattr__: Finder = lazy_names(
    __name__,
    {
        "electric": (
            "edge_probabilities",
            "log_number_of_spanning_forests",
            "log_number_of_spanning_trees",
        ),
        "forest": ("SpanningForest", "SpanningTrees"),
        "graph": ("Graph",),
        "reading": ("as_graph",),
        "sampling": (
            "uniform_spanning_forest",
            "uniform_spanning_tree",
            "uniform_spanning_trees",
        ),
    },
    parts=("gerrychain",),
    first="graph",
)


def __dir__() -> list[str]:
    return list(__all__)

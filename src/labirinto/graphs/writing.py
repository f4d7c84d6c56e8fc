"""Forests as graphs of other libraries."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from labirinto._internal.extras import needing
from labirinto.graphs.graph import Graph
from labirinto.graphs.reading import (
    is_gerrychain,
    is_igraph,
    is_matrix,
    is_networkx,
    is_rustworkx,
    unwrapped,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


def written(source: Any, graph: Graph, chosen: NDArray[np.int32]) -> Any:
    """A graph of the kind that a graph was made of, with all nodes and some of the edges."""
    if is_matrix(source):
        return _matrix_like(source, graph, chosen)
    if is_gerrychain(source):
        return _gerrychain_like(source, graph.edges[chosen])
    if is_networkx(source):
        return _networkx_like(source, chosen)
    if is_rustworkx(source):
        return _rustworkx_like(source, chosen)
    if is_igraph(source):
        return source.subgraph_edges(chosen.tolist(), delete_vertices=False)
    if isinstance(source, tuple) and isinstance(source[0], np.ndarray) and source[0].ndim == 1:
        indptr, indices = _rows(graph, chosen)
        return indptr.astype(source[0].dtype), indices.astype(source[1].dtype)
    edges = graph.edges[chosen]
    if source is not None:
        return edges
    weights = None if graph.weights is None else graph.weights[chosen]
    return Graph(graph.nodes, edges, weights, directed=graph.directed, labels=graph.labels)


def matrix_of(graph: Graph, chosen: NDArray[np.int32]) -> Any:
    """Some of the edges as a matrix of their weights or 1, symmetric if they are undirected.

    Raises:
        MissingExtraError: If SciPy is not installed.
    """
    scipy_sparse = scipy("sparse")
    values = np.ones(len(chosen)) if graph.weights is None else graph.weights[chosen]
    pairs = _pairs(graph, chosen)
    shape = (graph.nodes, graph.nodes)
    return scipy_sparse.csr_array((np.resize(values, len(pairs)), pairs.T), shape=shape)


def _pairs(graph: Graph, chosen: NDArray[np.int32]) -> NDArray[np.int32]:
    """The nodes of some edges, and then again from the other side if they are undirected."""
    ends = graph.edges[chosen]
    return ends if graph.directed else np.concatenate([ends, ends[:, ::-1]])


def scipy(module: str) -> Any:
    """A module of SciPy.

    Raises:
        MissingExtraError: If SciPy is not installed.
    """
    with needing("Matrices of graphs need SciPy", "graphs"):
        return import_module(f"scipy.{module}")


def _matrix_like(source: Any, graph: Graph, chosen: NDArray[np.int32]) -> Any:
    """The entries of a matrix at some edges, on the sides of the diagonal where it has them."""
    matrix = source.tocsr()
    rows, columns = _pairs(graph, chosen).T
    values = np.asarray(matrix[rows, columns]).ravel()
    there = values != 0
    made = type(matrix)((values[there], (rows[there], columns[there])), shape=matrix.shape)
    return made.asformat(source.format)


def _rows(graph: Graph, chosen: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The neighbours of each node along some edges: where each begins, and all of them."""
    pairs = _pairs(graph, chosen)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    counts = np.bincount(pairs[:, 0], minlength=graph.nodes)
    return np.concatenate([[0], np.cumsum(counts)]), pairs[:, 1]


def _networkx_like(source: Any, chosen: NDArray[np.int32]) -> Any:
    made = source.__class__()
    made.graph.update(source.graph)
    made.add_nodes_from(source.nodes.items())
    keys = {"keys": True} if source.is_multigraph() else {}
    edges = list(source.edges(data=True, **keys))
    made.add_edges_from(edges[edge] for edge in chosen.tolist())
    return made


def _rustworkx_like(source: Any, chosen: NDArray[np.int32]) -> Any:
    edges = list(source.weighted_edge_list())
    made = source.copy()
    made.clear_edges()
    made.add_edges_from([edges[edge] for edge in chosen.tolist()])
    return made


def _gerrychain_like(source: Any, edges: NDArray[np.int32]) -> Any:
    """A graph without the data of its edges, which trees for GerryChain do not need."""
    inside = unwrapped(source)
    kind = type(source.graph if type(source).__name__ == "FrozenGraph" else source)
    if is_rustworkx(inside):
        tree = type(inside)()
        # The cuts that are found in the tree are those of the graph: nodes keep their numbers.
        tree.add_nodes_from(inside.nodes())
        tree.add_edges_from([(one, other, {}) for one, other in edges.tolist()])
        return kind.from_rustworkx(tree)
    import networkx

    labels = list(inside.nodes)
    tree = networkx.Graph()
    tree.add_nodes_from(labels)
    tree.add_edges_from((labels[one], labels[other]) for one, other in edges.tolist())
    # 0.3 takes graphs of networkx as they are.
    return kind.from_networkx(tree) if hasattr(kind, "from_rustworkx") else tree

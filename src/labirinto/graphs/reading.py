"""Graphs of other libraries, read into ours."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from labirinto._internal.validation import truth_value
from labirinto.errors import InvalidValueError, shown
from labirinto.graphs.graph import Graph, ends_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


Weights: TypeAlias = "str | ArrayLike | Mapping[Any, float] | Callable[..., float]"
"""Weights of edges, as ``as_graph`` takes them."""


def as_graph(
    graph: Any,
    weights: Weights | None = None,
    *,
    weight: Weights | None = None,
    directed: bool = False,
) -> Graph:
    """Read a graph of any library, ready for sampling.

    Args:
        graph: One of these:

            - a SciPy sparse matrix or array, square and symmetric or triangular: an edge for each
              entry that is not 0, numbered row by row in the upper triangle;
            - an array of edges, of shape (edges, 2), or a list of pairs: nodes are numbered, and
              there are as many as the highest number says (never a dense matrix, which is read as
              ``scipy.sparse.csr_array(it)``);
            - a tuple (indptr, indices) of two arrays, the neighbours of each node; parallel edges
              occur more than once, and edges are numbered as in a matrix;
            - a graph of networkx, rustworkx, igraph or GerryChain, multigraphs as well: edges are
              numbered in their order.  Nodes have the names that networkx and igraph give
              them, and else numbers.  Those of a directed class are directed;
            - a ``Graph``.
        weights: The weights of the edges, at least 0:

            - an array of one number per edge;
            - the name of an attribute of the edges; for a matrix ``"data"``, its entries;
            - a mapping of the two nodes of each edge, (one, other), to a number, if no two edges
              join the same nodes;
            - a function, for networkx of the two nodes and the data of an edge, for rustworkx of
              its payload: ``float`` for payloads that are numbers;
            - None if all edges are alike, whatever a graph of another library says of them.
        weight: Another name for ``weights``, as in networkx.
        directed: Whether edges of a matrix (an edge for each entry off the diagonal, from its row
            to its column), of pairs or of (indptr, indices) lead only from their first nodes to the
            second ones.

    Returns:
        The graph; the same object if it is a ``Graph`` and no weights are given.

    Raises:
        InvalidValueError: If it is not such a graph or is empty, for a weight that is negative or
            not a number, or if ``directed`` is not a truth value.
    """
    if weight is not None:
        if weights is not None:
            raise InvalidValueError("weight is another name for weights; give only one of them.")
        weights = weight
    made = _read(graph, weights, truth_value("directed", directed))
    if directed and not made.directed:
        raise InvalidValueError(
            "directed is True, but the graph is undirected; give a directed one, such as "
            "graph.to_directed()."
        )
    return made


def _read(graph: Any, weights: Any, directed: bool) -> Graph:
    if isinstance(graph, Graph):
        if weights is None:
            return graph
        if isinstance(weights, str):
            raise InvalidValueError(
                f"A Graph has no attribute {shown(weights)}; give an array of weights."
            )
        return graph.weighted(weights)
    for is_one, read in _READERS:
        if is_one(graph):
            made: Graph = read(graph, weights, directed)
            return made
    raise InvalidValueError(
        f"The graph is {shown(type(graph).__name__)}; it must be a SciPy matrix, an array of "
        "edges, (indptr, indices), or a graph of networkx, rustworkx, igraph or GerryChain."
    )


def _is_of(graph: Any, library: str, *names: str) -> bool:
    """Whether something is of a class of a library, which need not be installed."""
    module = sys.modules.get(library)
    return any(isinstance(graph, getattr(module, name, ())) for name in names)


def is_matrix(graph: Any) -> bool:
    """Whether something is a sparse matrix of SciPy."""
    return hasattr(graph, "tocsr")


def is_gerrychain(graph: Any) -> bool:
    """Whether something is a graph of GerryChain: 0.3 has graphs of networkx, some of them wrapped,
    and 1.0 wraps those of networkx or rustworkx.
    """
    return type(graph).__module__.startswith("gerrychain.graph")


def is_networkx(graph: Any) -> bool:
    """Whether something is a graph of networkx."""
    return _is_of(graph, "networkx", "Graph")


def is_rustworkx(graph: Any) -> bool:
    """Whether something is a graph of rustworkx."""
    return _is_of(graph, "rustworkx", "PyGraph", "PyDiGraph")


def is_igraph(graph: Any) -> bool:
    """Whether something is a graph of igraph."""
    return _is_of(graph, "igraph", "Graph")


def _is_pair_of_arrays(graph: Any) -> bool:
    return (
        isinstance(graph, tuple)
        and len(graph) == 2
        and all(isinstance(part, np.ndarray) and part.ndim == 1 for part in graph)
    )


def _attribute(
    values: Iterable[Any],
    weights: Any,
    edges: NDArray[Any],
    labels: Sequence[Any] | None,
    advice: str = "",
) -> list[float]:
    """Weights that are attributes of the edges, or what a function makes of them.

    Args:
        values: The weights, None where one is missing.
        weights: What they were asked for by.
        edges: The two nodes of each edge, by their numbers.
        labels: The names of the nodes; None for their numbers.
        advice: How else to give weights.
    """
    try:
        found = list(values)
    except TypeError as error:
        if not callable(weights):
            raise
        raise InvalidValueError(
            f"The function for the weights fails ({error}); it gets two nodes and the attributes "
            "of their edge in networkx, and the payload in rustworkx."
        ) from error
    for edge, value in enumerate(found):
        if value is None:
            what = repr(weights) if isinstance(weights, str) else "weight by the function"
            ends = ends_text(edges[edge], labels)
            raise InvalidValueError(f"Edge {edge} of the graph, {ends}, has no {what}{advice}.")
    return found


def _read_matrix(graph: Any, weights: Any, directed: bool) -> Graph:
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1] or graph.shape[0] == 0:
        raise InvalidValueError(
            f"The matrix has shape {graph.shape}; the matrix of a graph is square."
        )
    matrix = graph.tocsr()
    if not matrix.has_canonical_format:  # what stands twice at one place is one entry: their sum
        matrix = matrix.copy()
        matrix.sum_duplicates()
    nodes = matrix.shape[0]
    rows = np.repeat(np.arange(nodes, dtype=np.int32), np.diff(matrix.indptr))
    columns, entries = matrix.indices.astype(np.int32, copy=False), matrix.data
    there = entries != 0
    if not there.all():
        rows, columns, entries = rows[there], columns[there], entries[there]
    above, below = rows < columns, rows > columns
    if directed:
        above = rows != columns
    elif above.any() and below.any():
        _check_symmetric(rows, columns, entries if isinstance(weights, str) else None)
    elif below.any():
        above, rows, columns = below, columns, rows
        order = np.lexsort((columns, rows))
        above, rows, columns, entries = (part[order] for part in (above, rows, columns, entries))
    edges = np.column_stack([rows[above], columns[above]])
    if isinstance(weights, str):
        if weights != "data":
            raise InvalidValueError(
                f'weights is {shown(weights)}; for a matrix it must be "data" or an array.'
            )
        weights = entries[above]
    return Graph(nodes, edges, weights, directed=directed, source=graph)


def _check_symmetric(
    rows: NDArray[np.int32], columns: NDArray[np.int32], entries: NDArray[Any] | None
) -> None:
    """Check that each entry stands on both sides of the diagonal.

    Raises:
        InvalidValueError: If not.
    """
    sides = []
    for side, ones, others in ((rows < columns, rows, columns), (rows > columns, columns, rows)):
        ones, others = ones[side], others[side]
        order = np.lexsort((others, ones))
        values = () if entries is None else (entries[side][order],)
        sides.append((ones[order], others[order], *values))
    lengths = [len(ones) for ones, *_ in sides]
    differ = np.zeros(min(lengths), bool)
    for ours, theirs in zip(*sides, strict=True):
        ours, theirs = ours[: len(differ)], theirs[: len(differ)]
        differ |= (ours != theirs) & ((ours == ours) | (theirs == theirs))  # but for NaN and NaN
    if not differ.any() and lengths[0] == lengths[1]:
        return
    place = int(differ.argmax()) if differ.any() else len(differ)
    one, other = min(
        (int(ones[place]), int(others[place])) for ones, others, *_ in sides if place < len(ones)
    )
    raise InvalidValueError(
        f"The entries ({one}, {other}) and ({other}, {one}) differ, so the graph is directed; give "
        "directed=True, a symmetric matrix, or its upper triangle."
    )


def _read_rows(graph: Any, weights: Any, directed: bool) -> Graph:
    indptr, indices = graph
    if isinstance(weights, str):
        raise InvalidValueError(f"weights is {shown(weights)}; it must be an array here.")
    nodes = len(indptr) - 1
    if indptr.dtype.kind == "u":  # which never falls, and does not count repeats
        indptr = indptr.astype(np.int64)
    if (
        nodes < 1
        or {indptr.dtype.kind, indices.dtype.kind} - set("iu")
        or indptr[0] != 0
        or indptr[-1] != len(indices)
        or (np.diff(indptr) < 0).any()
    ):
        raise InvalidValueError(
            "(indptr, indices) are not the rows of a graph: indptr must begin with 0, never "
            f"decrease, and end with the length of indices, {len(indices)}."
        )
    if ((indices < 0) | (indices >= nodes)).any():
        raise InvalidValueError(f"indices has a node that is not from 0 to {nodes - 1}.")
    rows = np.repeat(np.arange(nodes, dtype=np.int32), np.diff(indptr))
    columns = indices.astype(np.int32, copy=False)
    if directed:
        edges = np.column_stack([rows, columns])
    else:
        _check_symmetric(rows, columns, None)
        above = rows < columns
        edges = np.column_stack([rows[above], columns[above]])
    return Graph(nodes, edges, weights, directed=directed, source=graph)


def _read_edges(graph: Any, weights: Any, directed: bool) -> Graph:
    if isinstance(weights, str):
        raise InvalidValueError(f"weights is {shown(weights)}; it must be an array here.")
    try:
        array = np.asarray(graph)
    except ValueError:
        raise InvalidValueError(
            "The graph is a list of rows of different lengths; an edge is two nodes."
        ) from None
    if array.size == 0 or array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        advice = "for a dense matrix give scipy.sparse.csr_array(it)"
        if array.ndim == 2 and array.shape[1] == 3 and array.shape[0] != 3:
            advice = "for weights in a third column use weights="
        elif array.dtype.kind in "USO":
            advice = "for edges of named nodes give networkx.Graph(it)"
        raise InvalidValueError(
            f"The graph is an array of shape {array.shape} and type {array.dtype}; edges are whole "
            f"numbers of shape (edges, 2), and {advice}."
        )
    if array.shape == (2, 2) and not isinstance(graph[0], tuple) and _is_like_a_matrix(array):
        raise InvalidValueError(
            f"The graph is {shown(array.tolist())}, which may be a dense matrix or two parallel "
            "edges; give scipy.sparse.csr_array(it), or labirinto.graphs.Graph(nodes, it) for "
            "edges."
        )
    nodes = int(array.max()) + 1 if array.min() >= 0 else 1
    return Graph(nodes, array, weights, directed=directed, source=graph)


def _is_like_a_matrix(array: NDArray[Any]) -> bool:
    """Whether an array is symmetric, with 0 on its diagonal."""
    return not array.diagonal().any() and bool((array == array.T).all())


def _read_networkx(graph: Any, weights: Any, directed: bool) -> Graph:
    labels = list(graph.nodes)
    if not labels:
        raise InvalidValueError("The graph has no nodes.")
    numbers = {label: number for number, label in enumerate(labels)}
    edges = np.array(
        [(numbers[one], numbers[other]) for one, other, *_ in graph.edges], np.int32
    ).reshape(-1, 2)
    if isinstance(weights, str):
        values = (value for *_, value in graph.edges(data=weights))
        weights = _attribute(values, weights, edges, labels)
    elif callable(weights):
        values = (weights(*edge) for edge in graph.edges(data=True))
        weights = _attribute(values, weights, edges, labels)
    directed = graph.is_directed()
    return Graph(len(labels), edges, weights, directed=directed, labels=labels, source=graph)


def _read_rustworkx(graph: Any, weights: Any, directed: bool) -> Graph:
    labels = np.asarray(graph.node_indices(), np.int64)
    if not len(labels):
        raise InvalidValueError("The graph has no nodes.")
    edges = np.asarray(graph.edge_list(), np.int64).reshape(-1, 2)
    names = None
    if labels[-1] != len(labels) - 1:  # nodes have been removed
        edges = np.searchsorted(labels, edges)
        names = labels.tolist()
    if isinstance(weights, str):
        name = weights
        values = (data.get(name) if isinstance(data, dict) else None for data in graph.edges())
        advice = "; give a function of its payload, such as weights=float for a number"
        weights = _attribute(values, name, edges, names, advice)
    elif callable(weights):
        weights = _attribute(map(weights, graph.edges()), weights, edges, names)
    directed = _is_of(graph, "rustworkx", "PyDiGraph")
    return Graph(len(labels), edges, weights, directed=directed, labels=names, source=graph)


def _read_igraph(graph: Any, weights: Any, directed: bool) -> Graph:
    if not graph.vcount():
        raise InvalidValueError("The graph has no nodes.")
    edges = np.array(graph.get_edgelist(), np.int32).reshape(-1, 2)
    names = graph.vs["name"] if "name" in graph.vs.attributes() else []
    texts = {name for name in names if isinstance(name, str)}
    labels = names if len(texts) == graph.vcount() else None
    if isinstance(weights, str):
        if weights not in graph.es.attributes():
            raise InvalidValueError(f"The edges of the graph have no {weights!r}.")
        weights = _attribute(graph.es[weights], weights, edges, labels)
    directed = graph.is_directed()
    return Graph(graph.vcount(), edges, weights, directed=directed, labels=labels, source=graph)


def _read_gerrychain(graph: Any, weights: Any, directed: bool) -> Graph:
    inside = unwrapped(graph)
    read = _read_rustworkx if is_rustworkx(inside) else _read_networkx
    found = read(inside, weights, directed)
    found.source = graph
    return found


def unwrapped(graph: Any) -> Any:
    """The graph of networkx or rustworkx in a graph of GerryChain, of 0.3 or of 1.0."""
    while type(graph).__name__ == "FrozenGraph":
        graph = graph.graph
    if hasattr(graph, "is_rx_graph"):
        return graph.get_rx_graph() if graph.is_rx_graph() else graph.get_nx_graph()
    return graph


_READERS: tuple[tuple[Callable[[Any], bool], Callable[..., Graph]], ...] = (
    (is_matrix, _read_matrix),
    (is_gerrychain, _read_gerrychain),
    (is_networkx, _read_networkx),
    (is_rustworkx, _read_rustworkx),
    (is_igraph, _read_igraph),
    (_is_pair_of_arrays, _read_rows),
    (lambda graph: isinstance(graph, np.ndarray | list | tuple), _read_edges),
)

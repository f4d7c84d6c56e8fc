"""The same graph in all libraries."""

import igraph
import networkx as nx
import numpy as np
import rustworkx as rx
import scipy.sparse

from labirinto.graphs import Graph

PAIRS = [(0, 1), (1, 2), (2, 0), (2, 3)]


def with_weights(graph):
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["miles"] = 1 + number % 5
    return graph


PETERSEN = with_weights(nx.petersen_graph())


def rustworkx_graph():
    graph = rx.PyGraph()
    graph.add_nodes_from([f"node {node}" for node in range(11)])
    graph.remove_node(3)  # numbers with a gap
    numbers = list(graph.node_indices())
    graph.add_edges_from(
        [(numbers[one], numbers[other], data) for one, other, data in PETERSEN.edges(data=True)]
    )
    return graph


KINDS = {
    "networkx": lambda: PETERSEN,
    "multigraph": lambda: nx.MultiGraph(PETERSEN),
    "rustworkx": rustworkx_graph,
    "igraph": lambda: igraph.Graph.from_networkx(PETERSEN),
    "edges": lambda: np.array(PETERSEN.edges),
    "pairs": lambda: list(PETERSEN.edges),
    "csr_array": lambda: nx.to_scipy_sparse_array(PETERSEN, weight="miles"),
    "coo_matrix": lambda: scipy.sparse.coo_matrix(nx.to_scipy_sparse_array(PETERSEN)),
    "upper": lambda: scipy.sparse.triu(nx.to_scipy_sparse_array(PETERSEN)),
    "lower": lambda: scipy.sparse.csc_array(scipy.sparse.tril(nx.to_scipy_sparse_array(PETERSEN))),
    "rows": lambda: (
        nx.to_scipy_sparse_array(PETERSEN).indptr,
        nx.to_scipy_sparse_array(PETERSEN).indices,
    ),
    "ours": lambda: Graph(10, list(PETERSEN.edges)),
}

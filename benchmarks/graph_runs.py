"""Draws spanning trees with one library in a process of its own; ``graphs.py`` reads its JSON.

``graph_runs.py PEER EDGES.npy LIBRARY SEEDS SECONDS``: trees of a graph from seed 1 on, until there
are SEEDS of them or SECONDS are over, and at least one.  The graph is read before the clock starts,
and every answer is checked.  LIBRARY is Boost's, compiled.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import random
import sys
import time
from typing import Any

import numpy as np
import peer_graphs
from process import forget_peak, peak_bytes
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


class Labirinto:
    def __init__(self, nodes: int, edges: Any, _: str, weights: Any = None) -> None:
        from labirinto.graphs import Graph

        self.graph = Graph(nodes, edges, weights)
        self.core = self.graph.core
        self.parent_edges = np.empty(nodes, np.int32)

    def make(self, seed: int) -> Any:
        self.core.make(seed, self.parent_edges)
        return self.parent_edges

    def edges(self, parent_edges: Any) -> Any:
        return self.graph.edges[parent_edges[parent_edges >= 0]]


class LabirintoWeighted(Labirinto):
    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        weights = np.random.default_rng(1).uniform(0.5, 2, len(edges))
        super().__init__(nodes, edges, _, weights)


class Igraph(peer_graphs.IgraphInC):
    """igraph's C library."""

    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        self.library = ctypes.CDLL(ctypes.util.find_library("igraph"))
        self.graph = ctypes.create_string_buffer(4096)
        self.all = edges
        ends = self._vector(2 * len(edges))
        self._array(ends)[:] = edges.ravel()
        self._call("create", self.graph, ctypes.byref(ends), ctypes.c_int64(nodes), 0)
        self.library.igraph_vector_int_destroy(ctypes.byref(ends))
        self.library.igraph_rng_default.restype = ctypes.c_void_p

    def edges(self, numbers: Any) -> Any:
        found = self.all[self._array(numbers)]
        self.library.igraph_vector_int_destroy(ctypes.byref(numbers))
        return found


class Boost:
    def __init__(self, nodes: int, edges: Any, library: str) -> None:
        self.library = ctypes.CDLL(library)
        self.library.new_graph.restype = ctypes.c_void_p
        self.graph = ctypes.c_void_p(
            self.library.new_graph(
                ctypes.c_uint32(nodes),
                edges.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_uint64(len(edges)),
            )
        )
        self.nodes = nodes

    def make(self, seed: int) -> Any:
        parents = np.empty(self.nodes, np.int32)
        data = parents.ctypes.data_as(ctypes.c_void_p)
        self.library.make_tree(self.graph, ctypes.c_uint64(seed), data)
        return parents

    def edges(self, parents: Any) -> Any:
        return np.column_stack([np.arange(self.nodes), parents])[parents >= 0]


class GraphTool(peer_graphs.GraphTool):
    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        import graph_tool
        from graph_tool.topology import random_spanning_tree

        self.graph = graph_tool.Graph(directed=False)
        self.graph.add_vertex(nodes)
        self.graph.add_edge_list(edges)
        self.set_seed = graph_tool.seed_rng
        self.tree_of = random_spanning_tree

    def edges(self, is_in_tree: Any) -> Any:
        found = self.graph.get_edges([is_in_tree])
        return found[found[:, 2] == 1, :2]


class Networkx(peer_graphs.Networkx):
    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        import networkx

        self.graph = networkx.Graph(edges.tolist())
        self.tree_of = networkx.random_spanning_tree

    def edges(self, tree: Any) -> Any:
        return np.array(tree.edges)


class GerryChain(Networkx):
    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        super().__init__(nodes, edges, _)
        import gerrychain
        from gerrychain.tree import uniform_spanning_tree

        graph = gerrychain.Graph.from_networkx(self.graph)
        self.graph = graph.convert_from_nx_to_rx()
        self.tree_of = uniform_spanning_tree

    def make(self, seed: int) -> Any:
        return self.tree_of(self.graph, rng=random.Random(seed))

    def edges(self, tree: Any) -> Any:
        return np.array(tree.get_rx_graph().edge_list())


class Dppy(Networkx):
    def __init__(self, nodes: int, edges: Any, _: str) -> None:
        super().__init__(nodes, edges, _)
        from dppy.exotic_dpps import UST

        self.sampler = UST(self.graph)

    def make(self, seed: int) -> Any:
        self.sampler.sample("Wilson", random_state=seed)
        return self.sampler.list_of_samples[-1]


PEERS = {
    "labirinto": Labirinto,
    "labirinto, weighted": LabirintoWeighted,
    "igraph in C": Igraph,
    "Boost": Boost,
    "graph-tool": GraphTool,
    "networkx": Networkx,
    "GerryChain": GerryChain,
    "DPPy": Dppy,
}


def is_spanning_tree(nodes: int, edges: Any) -> bool:
    """By SciPy, which shares nothing with any of them."""
    if len(edges) != nodes - 1:
        return False
    matrix = coo_array((np.ones(len(edges), np.int8), edges.T), shape=(nodes, nodes))
    return bool(connected_components(matrix, directed=False)[0] == 1)


def main() -> None:
    name, file, library, seeds, budget = sys.argv[1:]
    edges = np.load(file)
    nodes = int(edges.max()) + 1
    PEERS[name](3, np.array([(0, 1), (1, 2)], np.int32), library).make(1)  # loads what it needs
    forget_peak()
    before = peak_bytes()
    begin = time.perf_counter()
    peer = PEERS[name](nodes, edges, library)
    ready = time.perf_counter() - begin
    read_bytes = peak_bytes() - before
    samples: list[float] = []
    grown = 0
    while not samples or (len(samples) < int(seeds) and sum(samples) < float(budget)):
        forget_peak()
        before = peak_bytes()
        begin = time.perf_counter()
        made = peer.make(len(samples) + 1)
        samples.append(time.perf_counter() - begin)
        grown = grown or peak_bytes() - before
        tree = np.asarray(peer.edges(made))
        if not is_spanning_tree(nodes, tree):
            raise AssertionError("this is no spanning tree")
    print(
        json.dumps(
            {"ready": ready, "read_bytes": read_bytes, "seconds": samples, "grown_bytes": grown}
        )
    )


if __name__ == "__main__":
    main()

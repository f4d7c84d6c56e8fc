"""Libraries for graphs, of whose spanning trees mazes are made."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any

import numpy as np
from peer_rows import lattice, packed_edges


class Networkx:
    modules = ("networkx", "scipy.sparse")

    def __init__(self, side: int) -> None:
        import networkx

        self.side = side
        grid = networkx.grid_2d_graph(side, side)
        self.graph = networkx.convert_node_labels_to_integers(grid, ordering="sorted")
        self.tree_of = networkx.random_spanning_tree

    def make(self, seed: int) -> Any:
        return self.tree_of(self.graph, seed=seed)

    def rows(self, tree: Any) -> bytes:
        return packed_edges(*np.array(tree.edges).T, self.side)


class ScipyTree:
    modules = ("scipy.sparse.csgraph",)

    def __init__(self, side: int) -> None:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import minimum_spanning_tree

        self.side = side
        ends = lattice(side)
        cells = side * side
        self.graph = csr_array((np.ones(len(ends[0])), ends), shape=(cells, cells))
        self.tree_of = minimum_spanning_tree

    def make(self, seed: int) -> Any:
        # Above 0, since an edge of weight 0 is none.
        self.graph.data = 1 - np.random.default_rng(seed).random(self.graph.nnz)
        return self.tree_of(self.graph)

    def rows(self, tree: Any) -> bytes:
        return packed_edges(*tree.nonzero(), self.side)


class PythonIgraph:
    modules = ("igraph",)

    def __init__(self, side: int) -> None:
        import igraph

        self.side = side
        self.edges = np.stack(lattice(side), axis=1)
        self.graph = igraph.Graph(side * side, self.edges)

    def make(self, seed: int) -> Any:
        weights = np.random.default_rng(seed).random(len(self.edges)).tolist()
        # Prim's algorithm is faster here than what the library would choose.
        return self.graph.spanning_tree(weights, return_tree=False, method="prim")

    def rows(self, numbers: Any) -> bytes:
        return packed_edges(*self.edges[numbers].T, self.side)


class IgraphInC:
    """igraph's C library as the system has it: its Python binding leaves this function out."""

    modules = ()

    class Vector(ctypes.Structure):
        """``igraph_vector_int_t``."""

        _fields_ = tuple(
            (name, ctypes.POINTER(ctypes.c_int64)) for name in ("begin", "storage_end", "end")
        )

    def __init__(self, side: int) -> None:
        self.side = side
        self.library = ctypes.CDLL(ctypes.util.find_library("igraph"))
        # More than igraph_t needs.
        self.graph = ctypes.create_string_buffer(4096)
        sides = self._vector(2)
        sides.begin[0] = sides.begin[1] = side
        self._call("square_lattice", self.graph, ctypes.byref(sides), ctypes.c_int64(1), 0, 0, None)
        ends = self._vector(0)
        self._call("get_edgelist", self.graph, ctypes.byref(ends), 0)
        self.edges = self._array(ends).reshape(-1, 2).astype(np.int32)
        self.library.igraph_vector_int_destroy(ctypes.byref(ends))
        self.library.igraph_rng_default.restype = ctypes.c_void_p

    def _call(self, name: str, *arguments: Any) -> None:
        if getattr(self.library, f"igraph_{name}")(*arguments):
            raise RuntimeError(f"igraph_{name} failed")

    def _vector(self, size: int) -> Vector:
        vector = self.Vector()
        self._call("vector_int_init", ctypes.byref(vector), ctypes.c_int64(size))
        return vector

    def _array(self, vector: Vector) -> Any:
        size = self.library.igraph_vector_int_size(ctypes.byref(vector))
        return np.ctypeslib.as_array(vector.begin, (size,))

    def make(self, seed: int) -> Any:
        generator = ctypes.c_void_p(self.library.igraph_rng_default())
        self._call("rng_seed", generator, ctypes.c_ulong(seed))
        numbers = self._vector(0)
        self._call("random_spanning_tree", self.graph, ctypes.byref(numbers), ctypes.c_int64(0))
        return numbers

    def rows(self, numbers: Any) -> bytes:
        rows = packed_edges(*self.edges[self._array(numbers)].T, self.side)
        self.library.igraph_vector_int_destroy(ctypes.byref(numbers))
        return rows


class GraphTool:
    modules = ("graph_tool.generation", "graph_tool.topology")

    def __init__(self, side: int) -> None:
        import graph_tool
        from graph_tool.generation import lattice
        from graph_tool.topology import random_spanning_tree

        self.side = side
        self.graph = lattice([side, side])
        self.set_seed = graph_tool.seed_rng
        self.tree_of = random_spanning_tree

    def make(self, seed: int) -> Any:
        self.set_seed(seed)
        return self.tree_of(self.graph)

    def rows(self, is_in_tree: Any) -> bytes:
        edges = self.graph.get_edges([is_in_tree])
        ends, others, flags = edges.T
        return packed_edges(ends[flags == 1], others[flags == 1], self.side)

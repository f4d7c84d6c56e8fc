"""Makes mazes with one library in a process of its own; ``peers.py`` starts it and reads its JSON.

It runs where the library is: labirinto in the project's environment, its peers in theirs.  So it
imports nothing but NumPy before it knows whose turn it is.

``peer_runs.py make MAKER SIDE JUDGE LEAST MOST SECONDS LONGEST``: mazes of one size, from seed 1
on, until there are MOST of them or SECONDS are over, and at least LEAST.  The process ends by
SIGALRM if one of them takes LONGEST.
``peer_runs.py many MAKER SIDE JUDGE COUNT ROUNDS``: mazes by the thousand.
``peer_runs.py solve SOLVER SIDE FOLDER SEEDS``: labirinto leaves its mazes in a folder, where
the others find them.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import importlib
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from process import cores, forget_peak, peak_bytes

Flags = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[np.int32]]


class Maker(Protocol):
    """A library and a size: what is ready before the clock starts, a graph for example.

    Attributes:
        modules: what to import.
    """

    modules: tuple[str, ...]

    def make(self, seed: int) -> Any:
        """What is timed; or ``make_many``, which gives mazes or blocks of them."""

    def rows(self, made: Any) -> bytes:
        """The passages of a maze as labirinto stores them; or those of a block, one by one."""


def packed(east: Flags, south: Flags) -> bytes:
    """Rows as labirinto stores them, of arrays ``[y, x]``: is there a passage east, and south?"""
    planes = [np.packbits(flags, axis=1, bitorder="little") for flags in (east, south)]
    return np.stack(planes, axis=1).tobytes()


def passages_of(rows: bytes, side: int) -> tuple[Numbers, Numbers]:
    """The two ends of each passage, numbers of cells in reading order."""
    planes = np.frombuffer(rows, np.uint8).reshape(side, 2, -1)
    flags = np.unpackbits(planes, axis=2, count=side, bitorder="little")
    east, south = (np.flatnonzero(flags[:, plane]).astype(np.int32) for plane in (0, 1))
    return np.concatenate([east, south]), np.concatenate([east + 1, south + side])


def lattice(side: int) -> tuple[Numbers, Numbers]:
    """The two ends of every passage that there can be."""
    cells = np.arange(side * side, dtype=np.int32).reshape(side, side)
    west, north = cells[:, :-1].ravel(), cells[:-1].ravel()
    return np.concatenate([west, north]), np.concatenate([west + 1, north + side])


def packed_edges(ends: Any, others: Any, side: int) -> bytes:
    """Rows, of the two ends of each passage."""
    lower = np.minimum(ends, others)
    steps = np.maximum(ends, others) - lower
    planes = []
    for step in (1, side):
        flags = np.zeros(side * side, np.bool_)
        flags[lower[steps == step]] = True
        planes.append(flags.reshape(side, side))
    if sum(int(flags.sum()) for flags in planes) != len(lower):
        raise AssertionError("an edge joins cells that are no neighbours, or is there twice")
    return packed(*planes)


def packed_floor(floor: Flags) -> bytes:
    """Rows, of a picture with walls and floors of one pixel."""
    inside = floor[1:-1, 1:-1]
    # Openings in the outer wall are no passages.
    east = np.pad(inside[::2, 1::2], ((0, 0), (0, 1)))
    south = np.pad(inside[1::2, ::2], ((0, 1), (0, 0)))
    return packed(east, south)


class Labirinto:
    modules = ("labirinto",)

    def __init__(self, side: int, algorithm: str, threads: int = 1) -> None:
        import labirinto

        verb = getattr(labirinto, algorithm)
        # What has no such option runs in one thread.
        options = {"threads": threads} if "threads" in signature(verb).parameters else {}
        self.verb = partial(verb, side, side, **options)

    def make(self, seed: int) -> Any:
        return self.verb(seed=seed)

    def rows(self, maze: Any) -> bytes:
        return bytes(maze.rows)


class LabirintoBatch:
    modules = ("labirinto",)

    def __init__(self, side: int, threads: int = 1) -> None:
        import labirinto

        self.batch = partial(labirinto.batch, "wilson", side, side, threads=threads)

    def make_many(self, count: int, seed: int) -> Any:
        return list(self.batch(count=count, seed=seed))

    def rows(self, block: Any) -> bytes:
        return bytes(block.rows)


class Pydaedalus:
    modules = ("daedalus", "daedalus._maze")

    def __init__(self, side: int, algorithm: str) -> None:
        from daedalus import Maze, _maze

        self.new = partial(Maze, 2 * side + 1, 2 * side + 1)
        self.algorithm = algorithm
        self.set_seed = _maze.init_random
        # The first maze of more than 16,384 cells sets the generator back to a seed of its own.
        Maze(301, 301).create_wilson()

    def make(self, seed: int) -> Any:
        self.set_seed(seed)
        maze = self.new()
        getattr(maze, f"create_{self.algorithm}")()
        return maze

    def rows(self, maze: Any) -> bytes:
        # To ask for each pixel would take longer than everything else.
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "maze.bmp")
            maze.save_bitmap(str(file))
            data = np.fromfile(file, np.uint8)
        start = int(data[10:14].view(np.uint32)[0])
        # A bitmap begins with its lowest row.
        lines = data[start:].reshape(maze.height, -1)[::-1]
        return packed_floor(np.unpackbits(lines, axis=1, count=maze.width) == 0)


class Mazelib:
    modules = ("mazelib.generate.Wilsons", "mazelib.generate.Ellers")

    def __init__(self, side: int, algorithm: str) -> None:
        self.generator = getattr(sys.modules[f"mazelib.generate.{algorithm}"], algorithm)(
            side, side
        )

    def make(self, seed: int) -> Any:
        random.seed(seed)
        return self.generator.generate()

    def rows(self, grid: Any) -> bytes:
        return packed_floor(grid == 0)


class MazeDataset:
    modules = ("maze_dataset.generation",)

    def __init__(self, side: int) -> None:
        from maze_dataset.generation import LatticeMazeGenerators

        self.generate = partial(LatticeMazeGenerators.gen_wilson, (side, side))

    def make(self, seed: int) -> Any:
        np.random.seed(seed)
        return self.generate()

    def rows(self, maze: Any) -> bytes:
        south, east = maze.connection_list
        return packed(east, south)


class MazeDatasetInParallel(MazeDataset):
    """Its own way to many mazes: a data set of solved ones, made by a pool of processes."""

    modules = ("maze_dataset", "maze_dataset.generation")

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side

    def make_many(self, count: int, seed: int) -> list[Any]:
        from maze_dataset import MazeDataset, MazeDatasetConfig

        config = MazeDatasetConfig(
            name="many", grid_n=self.side, n_mazes=count, maze_ctor=self.generate.func, seed=seed
        )
        return list(MazeDataset.generate(config, gen_parallel=True, verbose=False).mazes)


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


MAKERS: dict[str, Callable[[int], Any]] = {
    "labirinto-wilson": partial(Labirinto, algorithm="wilson"),
    "labirinto-wilson-all": partial(Labirinto, algorithm="wilson", threads=cores()),
    "labirinto-eller": partial(Labirinto, algorithm="eller"),
    "labirinto-batch": LabirintoBatch,
    "labirinto-batch-all": partial(LabirintoBatch, threads=cores()),
    "pydaedalus-wilson": partial(Pydaedalus, algorithm="wilson"),
    "pydaedalus-eller": partial(Pydaedalus, algorithm="eller"),
    "mazelib-wilson": partial(Mazelib, algorithm="Wilsons"),
    "mazelib-eller": partial(Mazelib, algorithm="Ellers"),
    "maze-dataset": MazeDataset,
    "maze-dataset-parallel": MazeDatasetInParallel,
    "networkx": Networkx,
    "scipy-tree": ScipyTree,
    "igraph": PythonIgraph,
    "igraph-c": IgraphInC,
    "graph-tool": GraphTool,
}


class LabirintoSolver:
    """The others have their mazes from here, and seed by seed the same."""

    modules = ("labirinto",)

    def __init__(self, side: int, seed: int, folder: Path) -> None:
        import labirinto

        self.verb = labirinto.solve
        self.maze = labirinto.wilson(side, side, seed=seed)
        self.end = (side - 1, side - 1)
        maze_file(folder, side, seed).write_bytes(self.maze.rows)

    def solve(self) -> int:
        return int(self.verb(self.maze, (0, 0), self.end).steps)


class ScipyFromArrays:
    """Breadth-first search from one corner, and back from the other."""

    modules = ("scipy.sparse.csgraph",)

    def __init__(self, side: int, seed: int, folder: Path) -> None:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order

        self.search = breadth_first_order
        self.ends = passages_of(maze_file(folder, side, seed).read_bytes(), side)
        cells = side * side
        self.graph_of = partial(csr_array, shape=(cells, cells))
        self.last = cells - 1

    def solve(self) -> int:
        graph = self.graph_of((np.ones(len(self.ends[0])), self.ends))
        _, before = self.search(graph, 0, directed=False)
        return self.steps_back(before)

    def steps_back(self, before: Any) -> int:
        cell, steps = self.last, 0
        while cell:
            cell = before[cell]
            steps += 1
        return steps


class ScipyWithGraph(ScipyFromArrays):
    """The same with a graph that has each passage in both directions, which suits it best."""

    def __init__(self, side: int, seed: int, folder: Path) -> None:
        super().__init__(side, seed, folder)
        here, there = self.ends
        both = (np.concatenate([here, there]), np.concatenate([there, here]))
        self.graph = self.graph_of((np.ones(len(both[0])), both))

    def solve(self) -> int:
        _, before = self.search(self.graph, 0)
        return self.steps_back(before)


SOLVERS: dict[str, Any] = {
    "labirinto-solve": LabirintoSolver,
    "scipy-graph": ScipyWithGraph,
    "scipy-arrays": ScipyFromArrays,
}


def maze_file(folder: Path, side: int, seed: int) -> Path:
    return folder / f"{side}-{seed}.rows"


class Judge:
    """Raises if a maze is no spanning tree; see ``spanning_tree.cpp``."""

    def __init__(self, library: str) -> None:
        self.fault = ctypes.CDLL(library).fault
        self.fault.restype = ctypes.c_char_p

    def __call__(self, rows: bytes, side: int) -> None:
        fault = self.fault(rows, ctypes.c_uint32(side), ctypes.c_uint32(side))
        if fault is not None:
            raise AssertionError(f"no spanning tree: {fault.decode()}")


def warm(maker: Callable[[int], Any]) -> None:
    """Loads what a library loads, at once or when it is first used."""
    kind = maker.func if isinstance(maker, partial) else maker
    for module in kind.modules:
        importlib.import_module(module)
    if hasattr(kind, "make"):
        small = maker(4)
        small.rows(small.make(1))


def make(
    name: str, side: int, judge: Judge, least: int, most: int, budget: float, longest: int
) -> Any:
    """Seconds and digests of some mazes; the bytes are those beyond what the library takes."""
    warm(MAKERS[name])
    forget_peak()
    before = peak_bytes()
    maker = MAKERS[name](side)
    samples: list[float] = []
    digests = []
    grown = 0
    while len(samples) < least or (len(samples) < most and sum(samples) < budget):
        # Not a handler of Python's, which would wait until a call of C is over.
        signal.alarm(longest)
        begin = time.perf_counter()
        made = maker.make(len(samples) + 1)
        samples.append(time.perf_counter() - begin)
        signal.alarm(0)
        # Of the first alone, before anything is done to check it.
        grown = grown or peak_bytes() - before
        rows = maker.rows(made)
        judge(rows, side)
        digests.append(hashlib.blake2b(rows, digest_size=16).hexdigest())
        del made, rows
    return {"seconds": samples, "grown_bytes": grown, "digests": digests}


def many(name: str, side: int, judge: Judge, count: int, rounds: int) -> Any:
    """Seconds for some rounds of many mazes; how many of the first round are distinct."""
    warm(MAKERS[name])
    maker = MAKERS[name](side)
    samples = []
    distinct = 0
    for turn in range(rounds):
        first = 1 + turn * count
        begin = time.perf_counter()
        if hasattr(maker, "make_many"):
            mazes = maker.make_many(count, first)
        else:
            mazes = [maker.make(first + number) for number in range(count)]
        samples.append(time.perf_counter() - begin)
        rows = b"".join(map(maker.rows, mazes))
        size = side * 2 * ((side + 7) // 8)
        if len(rows) != count * size:
            raise AssertionError(f"{len(rows) // size} mazes, not {count}")
        each = [rows[at : at + size] for at in range(0, len(rows), size)]
        for one in each:
            judge(one, side)
        distinct = distinct or len(set(each))
    return {"seconds": samples, "distinct": distinct}


def solve(name: str, side: int, folder: Path, seeds: int) -> Any:
    """Seconds and steps of the way from corner to corner."""
    kind = SOLVERS[name]
    for module in kind.modules:
        importlib.import_module(module)
    samples, steps = [], []
    for seed in range(1, seeds + 1):
        solver = kind(side, seed, folder)
        begin = time.perf_counter()
        steps.append(solver.solve())
        samples.append(time.perf_counter() - begin)
    return {"seconds": samples, "steps": steps}


def main(arguments: list[str]) -> None:
    match arguments:
        case ["make", name, side, judge, least, most, budget, longest]:
            counts = (int(least), int(most))
            report = make(name, int(side), Judge(judge), *counts, float(budget), int(longest))
        case ["many", name, side, judge, count, rounds]:
            report = many(name, int(side), Judge(judge), int(count), int(rounds))
        case ["solve", name, side, folder, seeds]:
            report = solve(name, int(side), Path(folder), int(seeds))
        case _:
            raise SystemExit(__doc__)
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1:])

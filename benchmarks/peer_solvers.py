"""Libraries that solve a maze."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from peer_rows import passages_of


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

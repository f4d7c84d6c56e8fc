"""Libraries that are made for mazes."""

from __future__ import annotations

import random
import sys
import tempfile
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
from peer_rows import packed, packed_floor


class Labirinto:
    modules = ("labirinto",)

    def __init__(self, side: int, algorithm: str, threads: int = 1) -> None:
        import labirinto

        verb = getattr(labirinto, algorithm.replace("-", "_"))
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
    """Its own data sets of mazes: one of solved ones, made by a pool of processes."""

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

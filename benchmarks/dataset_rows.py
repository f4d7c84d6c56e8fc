"""Rows a second: a dataset with solutions and tokens, beside a loop and maze-dataset.

``python benchmarks/dataset_rows.py`` makes mazes by Wilson's algorithm with their solutions and
tokens: as ``labirinto dataset`` does, into Parquet, with one worker and with two; in a loop over
the library's functions, one maze after the other; and by maze-dataset, in the peers' environment,
in memory, with one process and with two.  Then it reads its own files back, and makes mazes in a
mask, on hexagons and with four problems each.  Workers take about two seconds to start, which are
counted.  What is made is checked: the number of rows, and of some of them that the maze is perfect
and the path is its solution.

``dataset_rows.py theirs SIDE COUNT PROCESSES`` is what runs in that environment.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

COLUMNS = "cells,start,end,path,tokens"
SIDES = (5, 10, 20)


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def ours(side: int, count: int, workers: int, folder: Path, **about: Any) -> float:
    """Seconds for a dataset in Parquet."""
    from labirinto.datasets import Dataset

    dataset = Dataset(
        "wilson",
        (side, side),
        count=count,
        seed=1,
        ends="random",
        shard=-(-count // (2 * workers)),
        **{"columns": COLUMNS} | about,
    )
    spent = seconds(lambda: dataset.write(folder, workers=workers))
    check(folder, len(dataset))
    return spent


def check(folder: Path, count: int) -> None:
    """Check the number of rows, and 100 of them."""
    import json

    from pyarrow import parquet

    import labirinto
    from labirinto.recipe import Recipe

    table = parquet.read_table(folder / "data")
    assert len(table) == count
    for row in table.slice(count // 2, 100).to_pylist():
        if "cells" in row:
            maze = labirinto.Maze.from_cells(row["cells"])
            path = [tuple(cell) for cell in row["path"]]
            ends = tuple(row["start"]), tuple(row["end"])
            assert row["tokens"].count("<-->") == len(maze.grid) - 1
        else:
            maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
            path = list(map(maze.grid.label, row["path"]))
            ends = maze.grid.label(row["start"]), maze.grid.label(row["end"])
            assert len(row["edges"]) == len(maze.grid) - 1
        assert maze.is_perfect
        assert path == labirinto.solve(maze, *ends).cells


def loop(side: int, count: int) -> float:
    """Seconds for the same in memory, a maze at a time."""
    import labirinto

    def work() -> None:
        for seed in range(count):
            maze = labirinto.wilson(side, side, seed=seed)
            ends = labirinto.suggest_ends(maze, "random")
            path = labirinto.solve(maze, *ends)
            stream = BytesIO()
            labirinto.save(maze, stream, format="tokens.txt", path=path, ends=ends)
            maze.cells().tobytes(), path.cells, stream.getvalue().decode()
            assert maze.is_perfect

    return seconds(work)


def theirs(side: int, count: int, processes: int) -> None:
    """Print the seconds that maze-dataset takes."""
    # It warns that some of its own names will be removed.
    warnings.simplefilter("ignore")
    from maze_dataset import MazeDataset, MazeDatasetConfig
    from maze_dataset.generation import LatticeMazeGenerators
    from maze_dataset.tokenization import MazeTokenizerModular

    config = MazeDatasetConfig(
        name="many", grid_n=side, n_mazes=count, maze_ctor=LatticeMazeGenerators.gen_wilson, seed=1
    )
    tokenizer = MazeTokenizerModular()

    def work() -> None:
        pool = {"pool_kwargs": {"processes": processes}} if processes > 1 else {}
        made = MazeDataset.generate(config, gen_parallel=processes > 1, verbose=False, **pool)
        assert len(made.mazes) == count
        for maze in made.mazes:
            " ".join(maze.as_tokens(tokenizer))

    print(seconds(work))


def read_back(folder: Path) -> dict[str, float]:
    """Seconds to read the rows of a dataset, by reader."""
    import datasets
    from pyarrow import parquet

    datasets.disable_progress_bars()
    files = sorted(map(str, folder.glob("data/*.parquet")))
    with tempfile.TemporaryDirectory() as cache:
        rows = datasets.load_dataset("parquet", data_files=files, cache_dir=cache)["train"]
        found: list[str] = []
        spent = {
            "PyArrow, as a table": seconds(lambda: parquet.read_table(files)),
            "datasets, row by row": seconds(lambda: found.extend(row["tokens"] for row in rows)),
        }
        assert found == parquet.read_table(files)["tokens"].to_pylist()
        return spent


def measured(make: Callable[[int], float], count: int, limit: float) -> tuple[int, float]:
    """Make more and more, until it takes so many seconds; return how many, and the seconds."""
    while (spent := make(count)) < limit:
        count = int(count * min(8, 1.2 * limit / spent)) + 1
    return count, spent


def by_labirinto(side: int, limit: float, what: str = "", **about: Any) -> None:
    """Print how fast a dataset is written, and how fast it is read."""
    rows = about.get("pairs", 1)
    name = f"labirinto dataset{what and ', '}{what}, into Parquet"
    count = 2_000
    for processes in (1, 2):
        with tempfile.TemporaryDirectory() as folder:

            def make(count: int, folder: Path = Path(folder), processes: int = processes) -> float:
                return ours(side, count, processes, folder / str(count), **about)

            # The second process makes the same again, and more.
            count, spent = measured(make, count * processes, limit)
            show(side, name, processes, count * rows, spent)
            if processes == 1 and not what:
                for reader, reading in read_back(Path(folder, str(count))).items():
                    show(side, f"read: {reader}", 1, count, reading)


def by_others(
    side: int, name: str, processes: int, limit: float, make: Callable[[int], float]
) -> None:
    """Print how fast mazes are made by something else."""
    show(side, name, processes, *measured(make, 20, limit))


def show(side: int, name: str, processes: int, count: int, spent: float) -> None:
    print(f"| {side} x {side} | {name} | {processes} | {count / spent:,.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Rows a second.")
    parser.add_argument("--seconds", type=float, default=10, help="about how long each may take")
    parser.add_argument("--peers", help="a Python with maze-dataset, instead of the peers' own")
    given = parser.parse_args()
    if given.peers is None:
        from peer_environment import needed

        given.peers = needed("maze-dataset").python

    from labirinto import grids

    def by_peers(side: int, processes: int, count: int) -> float:
        words = [given.peers, __file__, "theirs", str(side), str(count), str(processes)]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
        return float(done.stdout.split()[-1])

    with tempfile.TemporaryDirectory() as folder:  # so that nothing is loaded while it counts
        ours(5, 10, 1, Path(folder, "first"))
    print("| mazes | made by | processes | rows a second |\n| --- | --- | --- | --- |")
    for side in SIDES:
        by_labirinto(side, given.seconds)
        by_others(side, "a loop over functions", 1, given.seconds, partial(loop, side))
        for processes in (1, 2):
            make = partial(by_peers, side, processes)
            by_others(side, "maze-dataset", processes, given.seconds, make)
    others: dict[str, dict[str, Any]] = {
        "in a heart": {"shape": partial(grids.mask, "heart")},
        "four problems a maze": {"pairs": 4},
        "on hexagons": {"shape": grids.hexagonal, "columns": "recipe,edges,start,end,path"},
    }
    for what, about in others.items():
        by_labirinto(10, given.seconds, what, **about)


if __name__ == "__main__":
    if sys.argv[1:2] == ["theirs"]:
        theirs(*map(int, sys.argv[2:]))
    else:
        main()

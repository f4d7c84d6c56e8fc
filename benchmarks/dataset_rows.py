"""Rows a second: a dataset with solutions and tokens, beside a loop and maze-dataset.

``python benchmarks/dataset_rows.py`` makes mazes by Wilson's algorithm with their solutions and
tokens: as ``labirinto dataset`` does, into Parquet, with one worker and with two; in a loop over
the library's functions, one maze after the other; and by maze-dataset, in the peers' environment,
in memory, with one process and with two.  Then it reads its own files back.  Workers take about two
seconds to start, which are counted.

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

COLUMNS = "cells,start,end,path,tokens"
SIDES = (5, 10, 20)


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def ours(side: int, count: int, workers: int, folder: Path) -> float:
    """Seconds for a dataset in Parquet."""
    from labirinto.datasets import Dataset

    dataset = Dataset(
        "wilson",
        (side, side),
        count=count,
        seed=1,
        columns=COLUMNS,
        ends="random",
        shard=-(-count // (2 * workers)),
    )
    return seconds(lambda: dataset.write(folder, workers=workers))


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

    return seconds(work)


def theirs(side: int, count: int, processes: int) -> None:
    """Print the seconds that maze-dataset takes."""
    # It warns of names of its own that it will take away.
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
        return {
            "PyArrow, as a table": seconds(lambda: parquet.read_table(files)),
            "datasets, row by row": seconds(lambda: [row["tokens"] for row in rows]),
        }


def measured(make: Callable[[int], float], count: int, limit: float) -> tuple[int, float]:
    """Make more and more, until it takes so many seconds; return how many, and the seconds."""
    while (spent := make(count)) < limit:
        count = int(count * min(8, 1.2 * limit / spent)) + 1
    return count, spent


def by_labirinto(side: int, processes: int, limit: float) -> None:
    """Print how fast a dataset is written and, once, how fast it is read."""
    with tempfile.TemporaryDirectory() as folder:

        def make(count: int) -> float:
            return ours(side, count, processes, Path(folder, str(count)))

        count, spent = measured(make, 20_000, limit)
        show(side, "labirinto dataset, into Parquet", processes, count, spent)
        if processes == 1:
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
    parser.add_argument("--seconds", type=float, default=5, help="about how long each may take")
    parser.add_argument("--peers", help="a Python with maze-dataset, instead of the peers' own")
    given = parser.parse_args()
    if given.peers is None:
        from peer_environment import FROM_PIP, from_pip

        given.peers = from_pip(next(it for it in FROM_PIP if it.name == "maze-dataset")).python

    def by_peers(side: int, processes: int, count: int) -> float:
        words = [given.peers, __file__, "theirs", str(side), str(count), str(processes)]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
        return float(done.stdout.split()[-1])

    print("| mazes | made by | processes | rows a second |\n| --- | --- | --- | --- |")
    for side in SIDES:
        for processes in (1, 2):
            by_labirinto(side, processes, given.seconds)
        by_others(side, "a loop over functions", 1, given.seconds, partial(loop, side))
        for processes in (1, 2):
            make = partial(by_peers, side, processes)
            by_others(side, "maze-dataset", processes, given.seconds, make)


if __name__ == "__main__":
    if sys.argv[1:2] == ["theirs"]:
        theirs(*map(int, sys.argv[2:]))
    else:
        main()

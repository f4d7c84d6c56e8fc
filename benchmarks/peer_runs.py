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
import hashlib
import importlib
import json
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from peer_catalogue import DAEDALUS
from peer_graphs import GraphTool, IgraphInC, Networkx, PythonIgraph, ScipyTree
from peer_mazes import (
    Labirinto,
    LabirintoBatch,
    MazeDataset,
    MazeDatasetInParallel,
    Mazelib,
    Pydaedalus,
)
from peer_solvers import SOLVERS
from process import cores, forget_peak, peak_bytes


class Maker(Protocol):
    """A library and a size: what is ready before the clock starts, a graph for example.

    Attributes:
        modules: What to import.
    """

    modules: tuple[str, ...]

    def make(self, seed: int) -> Any:
        """What is timed; or ``make_many``, which gives mazes or blocks of them."""

    def rows(self, made: Any) -> bytes:
        """The passages of a maze as labirinto stores them; or those of a block, one by one."""


MAKERS: dict[str, Callable[[int], Any]] = {
    "labirinto-wilson-all": partial(Labirinto, algorithm="wilson", threads=cores()),
    "labirinto-batch": LabirintoBatch,
    "labirinto-batch-all": partial(LabirintoBatch, threads=cores()),
    **{f"labirinto-{name}": partial(Labirinto, algorithm=name) for name in DAEDALUS},
    **{
        f"pydaedalus-{name}": partial(Pydaedalus, algorithm=its)
        for name, its in DAEDALUS.items()
        if its
    },
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
    """Load what a library loads, at once or when it is first used."""
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
    """Seconds and steps of the path from corner to corner."""
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

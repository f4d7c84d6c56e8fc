"""How long mazes of cells other than squares take, beside squares and beside other libraries."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from graphs import HERE, environment
from measure import Row, against, digest, expect, in_fresh_process, timed
from peer_environment import SYSTEM_PYTHON

import labirinto
from labirinto.grids import Mesh, circular, hexagonal, octagonal, triangular, voronoi

MOST_OF_SQUARES = 8
LEAST_OF_PEERS = 5
ROUNDS = 7
PEERS = {"igraph in C": sys.executable, "graph-tool": SYSTEM_PYTHON}


def grids_of(cells: int) -> dict[str, Callable[[], Mesh]]:
    """A grid of every kind, with about so many cells."""
    side = round(cells**0.5)
    rings = round((cells / np.pi) ** 0.5)
    return {
        "hexagons": partial(hexagonal, side, side),
        "triangles": partial(triangular, side, side),
        "octagons": partial(octagonal, side, side),
        "rings": partial(circular, rings),
        "voronoi": partial(voronoi, cells, seed=1),
    }


def meshes(quick: bool) -> Iterator[Row]:
    """Wilson's algorithm on a million cells of every kind, in turn with as many squares."""
    side = 300 if quick else 1000
    for kind, make_grid in grids_of(side * side).items():
        grid = make_grid()
        built, _ = timed(lambda grid=grid: grid.core)
        ours, squares = [], []
        digests = set()
        for seed in range(ROUNDS):
            # In turn, so that whatever else the machine does befalls all alike.
            squares.append(timed(partial(labirinto.wilson, side, side, seed=seed, threads=1))[0])
            seconds, maze = timed(partial(labirinto.wilson, grid, seed=seed))
            expect_tree(grid, maze.bits)
            ours.append(seconds)
            digests.add(digest(maze.bits))
        expect(len(digests) == ROUNDS, "two seeds give one maze")
        ratio = min(ours) / len(grid) / (min(squares) / side**2)
        remark = (
            f"{ratio:.1f} times squares (target {against(ratio, MOST_OF_SQUARES)}); grid built in "
            f"{built * 1e9 / len(grid):.0f} ns a cell"
        )
        for peer, seconds in peers_on(grid):
            faster = seconds / min(ours)
            met = "met" if faster >= LEAST_OF_PEERS else "missed"
            remark += f"; {peer} {faster:.1f} times as long (target {LEAST_OF_PEERS}, {met})"
        yield Row(f"Wilson, {kind}", f"{len(grid)} cells", median(ours), len(grid), None, remark)


def peers_on(grid: Mesh) -> Iterator[tuple[str, float]]:
    """Libraries that are installed, and their seconds for a tree of the same graph."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "edges.npy")
        np.save(file, np.frombuffer(grid.core.wall_cells(), np.uint32).reshape(-1, 2).astype("i4"))
        for name, python in PEERS.items():
            done = subprocess.run(
                [python, str(HERE / "graph_runs.py"), name, str(file), "", "2", "60"],
                capture_output=True,
                text=True,
                env=environment(),
            )
            expect("no spanning tree" not in done.stderr, f"{name}: it is no tree")
            if done.returncode == 0:
                yield name, min(json.loads(done.stdout.splitlines()[-1])["seconds"])


def memory_of_meshes(quick: bool) -> Iterator[Row]:
    """Bytes a cell at the peak of building a grid, and of making a maze on it."""
    cells = 10**5 if quick else 10**6
    for kind in grids_of(cells):
        report = in_fresh_process("mesh", kind, cells)
        built, made = (report[name] / report["cells"] for name in ("built_bytes", "made_bytes"))
        remark = f"peak {built:.0f} bytes a cell to build it, {made:.0f} with a maze on it"
        yield Row(f"Memory, {kind}", f"{report['cells']} cells", report["seconds"], remark=remark)


def expect_tree(grid: Mesh, passages: bytes) -> None:
    """Raise if passages do not join all cells, or are too many."""
    expect(int.from_bytes(passages, "little").bit_count() == len(grid) - 1, "it is no tree")
    expect(len(grid.core.parts(passages)) == 1, "it is not connected")

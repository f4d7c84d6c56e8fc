"""Measured in a process of its own, so that its peak of memory is the peak of nothing else.

``fresh.py generate ALGORITHM WIDTH HEIGHT SEED``, ``png WIDTH HEIGHT SEED FILE``,
``stream WIDTH HEIGHT SEED FILE``, ``solve WIDTH HEIGHT SEED``,
``search WHAT WIDTH HEIGHT FILE`` or ``mesh KIND CELLS``; prints JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import digest, timed
from process import peak_bytes

import labirinto

BARE_BYTES = 10_000_000
"""The approximate memory of an idle interpreter."""


def generate(algorithm: str, width: int, height: int, seed: int) -> dict[str, Any]:
    """A maze; the bytes are those beyond what the library takes when it is imported."""
    before = peak_bytes()
    seconds, maze = timed(lambda: labirinto.generate(algorithm, width, height, seed=seed))
    grown = peak_bytes() - before
    return {"seconds": seconds, "grown_bytes": grown, "digest": digest(maze.rows)}


def png(width: int, height: int, seed: int, file: str) -> dict[str, Any]:
    """A picture with a pixel for each wall and each floor; the bytes are those beyond the maze."""
    # By Eller's algorithm, whose own memory is too little to hide that of the drawing.
    maze = labirinto.eller(width, height, seed=seed)
    style = labirinto.Style(cell=2, wall=1, margin=0)
    before = peak_bytes()
    seconds, _ = timed(lambda: labirinto.save(maze, file, style=style))
    grown = peak_bytes() - before
    return {
        "seconds": seconds,
        "grown_bytes": grown,
        "digest": digest(Path(file).read_bytes()),
        "rows_digest": digest(maze.rows),
    }


def stream(width: int, height: int, seed: int, file: str) -> dict[str, Any]:
    """A picture of rows that are not kept; the bytes are those beyond the bare interpreter."""
    from labirinto.streaming import write_rows

    seconds, _ = timed(
        lambda: write_rows(labirinto.generate_rows("eller", width, height, seed=seed), file)
    )
    return {"seconds": seconds, "grown_bytes": peak_bytes() - BARE_BYTES}


def mesh(kind: str, cells: int) -> dict[str, Any]:
    """A grid and a maze on it; the bytes are those beyond the library and modules of benchmarks."""
    from meshes import grids_of

    grid = grids_of(cells)[kind]()
    before = peak_bytes()
    seconds, _ = timed(lambda: grid.core)
    built = peak_bytes() - before
    labirinto.wilson(grid, seed=1)
    made = peak_bytes() - before
    return {"seconds": seconds, "cells": len(grid), "built_bytes": built, "made_bytes": made}


def solve(width: int, height: int, seed: int) -> dict[str, Any]:
    """The path from corner to corner, over rows that are not kept."""
    rows = labirinto.generate_rows(
        "eller", width, height, seed=seed, block_rows=max(1, 2**23 // width)
    )
    end = (width - 1, height - 1)
    blocks = (block.rows for block in rows)
    seconds, path = timed(lambda: labirinto.solve_rows(width, blocks, (0, 0), end))
    grown = peak_bytes() - BARE_BYTES
    return {"seconds": seconds, "grown_bytes": grown, "digest": digest(path.moves)}


def search(what: str, width: int, height: int, file: str) -> dict[str, Any]:
    """Something found in a perfect maze whose rows are in a file; the bytes are those beyond it."""
    maze = labirinto.Maze(width, height, Path(file).read_bytes())
    searches: dict[str, Callable[[], object]] = {
        "solve": lambda: labirinto.solve(maze, (0, 0), (width - 1, height - 1)),
        "farthest": lambda: labirinto.suggest_ends(maze, "farthest"),
        "border": lambda: labirinto.suggest_ends(maze, "border"),
        "census": lambda: labirinto.census(maze),
    }
    if not maze.is_perfect:  # which is looked at once, and not what is measured
        raise SystemExit("the maze is not perfect")
    before = peak_bytes()
    seconds, _ = timed(searches[what])
    return {"seconds": seconds, "grown_bytes": peak_bytes() - before}


MEASURES: dict[str, Callable[..., dict[str, Any]]] = {
    it.__name__: it for it in (generate, png, stream, solve, search, mesh)
}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in MEASURES:
        sys.exit(__doc__)
    words = (int(word) if word.isdecimal() else word for word in sys.argv[2:])
    print(json.dumps(MEASURES[sys.argv[1]](*words)))

"""The time and memory of making mazes that are not kept in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from measure import Row, against, digest, expect, in_fresh_process, size_text, timed

import labirinto
from labirinto import generate_rows
from labirinto.grids.rectangle import plane_bytes
from labirinto.streaming.file_rows import open_rows

ENTROPY_BITS = 4
"""Bits of entropy a cell, for each passage across a cell; see docs/guides/huge-mazes.md."""


def rows_alone(quick: bool) -> Iterator[Row]:
    cells = 10**6 if quick else 10**8
    for width in (64, 1000, 10_000, 100_000, 10**6, *(() if quick else (10**7,))):
        height = cells // width
        samples = []
        for seed in (1, 2, 3):
            rows = generate_rows("eller", width, height, seed=seed)
            seconds, digests = timed(lambda rows=rows: [len(block) for block in rows])  # type: ignore[misc]
            expect(sum(digests) == height, "rows are missing")
            samples.append(seconds)
        yield Row("Eller's rows alone", size_text(width, height), median(samples), cells, 8)


def to_png(quick: bool) -> Iterator[Row]:
    """Pictures with walls and floors of one pixel, as the command line writes them."""
    scale = 100 if quick else 1
    sizes = [(100_000, 10_000 // scale), (1000, 10**6 // scale), (10**6, 1000 // scale)]
    if not quick:
        sizes.append((30_000, 30_000))
    for width, height in sizes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "maze.png")
            report = in_fresh_process("stream", width, height, 1, file)
            size = file.stat().st_size
            across = check_picture(file, width, height)
        bits = size * 8 / (width * height)
        bound = ENTROPY_BITS * across / (width * height)
        memory = report["grown_bytes"] / 1e6
        remark = (
            f"{size / 1e6:.0f} MB file, {bits:.3f} bits a cell, "
            f"{bits / bound:.3f} times the entropy; peak {memory:.0f} MB above the bare interpreter"
        )
        if width == 100_000:
            remark += f" (targets 1.25 and 60: {against(memory, 60)})"
        yield Row(
            "Eller to PNG", size_text(width, height), report["seconds"], width * height, 10, remark
        )


def check_picture(file: Path, width: int, height: int) -> int:
    """Check that the picture shows the maze of its seed; returns its number of passages east."""
    shown = open_rows(file)
    made = generate_rows("eller", width, height, seed=1)
    across = passages = 0
    stride = plane_bytes(width)
    while not shown.is_finished:
        block = shown.read(100)
        expect(block.rows == made.read(100).rows, "the picture shows another maze")
        for at in range(0, len(block.rows), 2 * stride):
            east = int.from_bytes(block.rows[at : at + stride], "little").bit_count()
            across += east
            south = block.rows[at + stride : at + 2 * stride]
            passages += east + int.from_bytes(south, "little").bit_count()
    expect(passages == width * height - 1, "the maze in the picture is not perfect")
    return across


def solutions(quick: bool) -> Iterator[Row]:
    """Solving rows that come one after the other, against the solver in memory."""
    sides = [(1000, 1000)] if quick else [(31_623, 31_623), (1000, 10**6)]
    for width, height in sides:
        maze = labirinto.eller(width, height, seed=1)
        end = (width - 1, height - 1)
        in_memory, path = timed(partial(labirinto.solve, maze, (0, 0), end))
        report = in_fresh_process("solve", width, height, 1)
        expect(report["digest"] == digest(path.moves), "two solvers find two paths")
        cells = width * height
        yield Row("solve, in memory", size_text(width, height), in_memory, cells, 10)
        yield Row(
            "solve, as rows are made",
            size_text(width, height),
            report["seconds"],
            cells,
            remark=f"with making the rows; {path.steps} steps; peak "
            f"{report['grown_bytes'] / 1e6:.0f} MB above the bare interpreter",
        )

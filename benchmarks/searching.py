"""How long it takes to solve mazes, and to check and measure them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from measure import Row, expect, in_fresh_process, size_text, timed

import labirinto
from labirinto import Ends, Maze


def searches(quick: bool) -> Iterator[Row]:
    for side in (300, 1000) if quick else (1000, 4000, 10_000):
        mazes = [labirinto.wilson(side, side, seed=seed) for seed in (1, 2, 3)]
        yield solved(mazes)
        yield farthest(mazes)
        yield looked_at("is_perfect", mazes, is_perfect)
        yield looked_at("census", mazes, has_all_passages)


def memory_of_searches(quick: bool) -> Iterator[Row]:
    """What is found in a maze, each in a process of its own that holds nothing but the maze."""
    side = 1000 if quick else 10_000
    maze = labirinto.wilson(side, side, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows")
        file.write_bytes(maze.rows)
        for what in ("solve", "farthest", "border", "census"):
            report = in_fresh_process("search", what, side, side, file)
            share = report["grown_bytes"] / len(maze.rows)
            remark = f"peak {share:.2f} times the maze, beyond the maze itself"
            name = f"{what}, in a process of its own"
            yield Row(name, size_text(side, side), report["seconds"], side * side, remark=remark)


def solved(mazes: list[Maze]) -> Row:
    samples = []
    lengths = []
    for maze in mazes:
        ends = labirinto.suggest_ends(maze, "corners")
        seconds, path = timed(partial(labirinto.solve, maze, *ends))
        samples.append(seconds)
        lengths.append(path.steps)
        expect_path(maze, ends, path)
    remark = f"paths of {min(lengths)} to {max(lengths)} steps"
    return row_of("solve, corner to corner", mazes, samples, 10, remark)


def expect_path(maze: Maze, ends: Ends, path: labirinto.Path) -> None:
    cells = path.cells
    expect((cells[0], cells[-1]) == (ends.start, ends.end), "the path joins other cells")
    expect(len(set(cells)) == len(cells), "the path comes back to a cell")
    expect(
        all(there in maze.neighbours(here) for here, there in pairwise(cells)),
        "the path goes through a wall",
    )


def farthest(mazes: list[Maze]) -> Row:
    samples = []
    lengths = []
    for maze in mazes:
        seconds, ends = timed(partial(labirinto.suggest_ends, maze, "farthest"))
        samples.append(seconds)
        path = labirinto.solve(maze, *ends)
        expect_path(maze, ends, path)
        for end in ends:
            grid = maze.grid
            _, distance = grid.core.farthest(maze.rows, grid.place(end), False, True)
            expect(distance == path.steps, "some cell is farther")
        lengths.append(path.steps)
    remark = f"apart by {min(lengths)} to {max(lengths)} steps"
    return row_of("farthest pair", mazes, samples, 25, remark)


def is_perfect(maze: Maze) -> bool:
    return maze.grid.core.is_tree(maze.rows)


def has_all_passages(maze: Maze) -> bool:
    return labirinto.census(maze).passages == maze.width * maze.height - 1


def looked_at(what: str, mazes: list[Maze], look: Callable[[Maze], bool]) -> Row:
    samples = []
    for maze in mazes:
        seconds, is_right = timed(partial(look, maze))
        expect(is_right, f"{what} finds something wrong")
        samples.append(seconds)
    return row_of(what, mazes, samples)


def row_of(
    what: str,
    mazes: list[Maze],
    samples: list[float],
    target: float | None = None,
    remark: str = "",
) -> Row:
    width, height = mazes[0].width, mazes[0].height
    size = size_text(width, height)
    return Row(what, size, median(samples), width * height, target, remark)

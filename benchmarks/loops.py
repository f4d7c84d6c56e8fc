"""Small mazes one by one: what Python adds to a kernel of a microsecond."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any

from measure import Row, expect, expect_perfect, size_text, timed
from searching import expect_path

import labirinto
from labirinto import Ends, Maze, _core

SIDE, COUNT = 10, 1000
"""Of the mazes, and how many they are."""

Act = Callable[[Any], Any]


def loops(quick: bool) -> Iterator[Row]:
    rounds = 5 if quick else 20
    for name in labirinto.ALGORITHMS:
        yield _making(name, rounds)
    mazes = [labirinto.wilson(SIDE, SIDE, seed=seed) for seed in range(COUNT)]
    yield _solving(mazes, rounds)
    for kind in ("border", "random"):
        row, ends = _looped(f"{kind} ends", partial(_ends, kind), mazes, rounds)
        for maze, chosen in zip(mazes, ends, strict=True):
            expect_ends(maze, chosen)
        yield row
    yield _items(rounds)


def _making(name: str, rounds: int) -> Row:
    verb = getattr(labirinto, name.replace("-", "_"))
    recipe = verb(SIDE, SIDE, seed=0).recipe
    kernel, arguments = labirinto.ALGORITHMS[name].kernel(recipe)
    call = partial(getattr(_core, kernel), SIDE, SIDE)
    row, mazes = _looped(
        name,
        lambda seed: verb(SIDE, SIDE, seed=seed),
        range(COUNT),
        rounds,
        lambda seed: call(seed, *arguments, None, 1),
    )
    for seed, maze in enumerate(mazes):
        expect_perfect(maze)
        expect(maze.recipe.seed == seed, "the maze has the recipe of another")
        expect(labirinto.generate(maze.recipe) == maze, "the recipe makes another maze")
        expect(call(seed, *arguments, None, 1) == maze.rows, "the kernel makes another maze")
    return row


def _solving(mazes: list[Maze], rounds: int) -> Row:
    start, end = (0, 0), (SIDE - 1, SIDE - 1)
    row, paths = _looped(
        "solve, corner to corner",
        lambda maze: labirinto.solve(maze, start, end),
        mazes,
        rounds,
        lambda maze: maze.grid.core.path(maze.bits, 0, SIDE * SIDE - 1, True),
    )
    for maze, path in zip(mazes, paths, strict=True):
        expect_path(maze, Ends(start, end), path)
    return row


def _ends(kind: str, maze: Maze) -> Ends:
    return labirinto.suggest_ends(maze, kind)


def expect_ends(maze: Maze, ends: Ends) -> None:
    ends.check(maze.grid)
    if ends.open:
        steps = maze.distances(ends.start)
        border = [(x, y) for x, y in maze.grid if x in (0, SIDE - 1) or y in (0, SIDE - 1)]
        x, y = ends.end
        expect(steps[y, x] == max(steps[y, x] for x, y in border), "another cell is farther")


def _items(rounds: int) -> Row:
    block = labirinto.batch("wilson", SIDE, SIDE, count=COUNT, seed=1).read(COUNT)
    row, mazes = _looped("items of a batch", block.__getitem__, range(COUNT), rounds)
    for maze in mazes:
        expect_perfect(maze)
        expect(labirinto.generate(maze.recipe) == maze, "an item has another recipe")
    return row


def _looped(
    what: str, act: Act, values: Sequence[Any], rounds: int, kernel: Act | None = None
) -> tuple[Row, list[Any]]:
    """The time for one value beside that of its kernel, and the answers for all values."""
    samples, more = [], []
    for _ in range(rounds):
        seconds, answers = _all(act, values)
        samples.append(seconds)
        if kernel:  # in turn, so that whatever else the machine does befalls both alike
            more.append(seconds - _all(kernel, values)[0])
    remark = f"{median(more) * 1e6:.1f} us more than the kernel" if more else ""
    size = size_text(SIDE, SIDE)
    row = Row(f"In a loop: {what}", size, median(samples), SIDE * SIDE, remark=remark)
    return row, answers


def _all(act: Act, values: Sequence[Any]) -> tuple[float, list[Any]]:
    """Seconds for one value, and the answers for all."""
    seconds, answers = timed(lambda: [act(value) for value in values])
    return seconds / len(values), answers

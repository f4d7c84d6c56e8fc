"""How long it takes to make mazes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median

from measure import (
    Row,
    against,
    digest,
    expect,
    expect_perfect,
    in_fresh_process,
    size_text,
    timed,
)

import labirinto
from labirinto import Maze, _core, seeds

Make = Callable[[int], Maze]


def made(what: str, make: Make, count: int, target: float | None = None, remark: str = "") -> Row:
    """The time to make mazes of some seeds, and one of them once more, which must be the same."""
    samples = []
    digests = []
    for seed in range(1, count + 1):
        seconds, maze = timed(partial(make, seed))
        expect_perfect(maze)
        samples.append(seconds)
        digests.append(digest(maze.rows))
    expect(digest(make(1).rows) == digests[0], f"one seed gives two mazes: {what}")
    width, height = maze.width, maze.height
    return Row(what, size_text(width, height), median(samples), width * height, target, remark)


def wilson_on_walls(quick: bool) -> Iterator[Row]:
    for side in (500, 1000) if quick else (4000, 10_000):
        cells = side * side
        strip_rows = seeds.strip_rows(side)
        count = 3 if quick else 7
        one = made("Wilson on walls, one thread", partial(_wilson, side, side, 1), count, 15)
        row = made("Wilson on walls, all threads", partial(_wilson, side, side, None), count, 10)
        floors = []
        step_counts = []
        for seed in (1, 2, 3):
            steps = _core.wilson_walls_steps(side, side, seed, strip_rows)
            seconds, _ = timed(partial(_core.bare_walk, side, side, seed, steps))
            floors.append(seconds)
            step_counts.append(steps / cells)
        floor = median(floors)
        steps_a_cell = median(step_counts)
        yield Row("Floor: bare walk as long", row.size, floor, cells)
        remark = f"{steps_a_cell:.2f} steps a cell, {one.seconds / floor:.2f} times the floor"
        yield replace(one, remark=remark)
        remark = f"{one.seconds / row.seconds:.2f} times as fast as one thread"
        # What Python itself has taken and given back hides what small mazes need.
        if cells >= 10**7:
            memory = memory_of("wilson", side, side)
            remark += f"; peak {memory:.2f} bytes a cell (target {against(memory, 1.3)})"
        yield replace(row, remark=remark)


def wilson_by_rows(quick: bool) -> Iterator[Row]:
    """In turn with one thread in the usual order, so that both have the same machine."""
    for side in (500, 1000) if quick else (4000, 10_000):
        pairs = []
        for seed in range(1, 4 if quick else 8):
            usual, _ = timed(partial(_wilson, side, side, 1, seed))
            seconds, maze = timed(
                partial(labirinto.wilson, side, side, seed=seed, order="rows", threads=1)
            )
            expect_perfect(maze)
            pairs.append((seconds, seconds / usual))
        seconds, ratio = (median(values) for values in zip(*pairs, strict=True))
        remark = f"{ratio:.2f} times one thread on walls (target {against(ratio, 1.3)})"
        yield Row("Wilson by rows", size_text(side, side), seconds, side * side, None, remark)
    for side in (1000,) if quick else (1000, 3000, 10_000):
        shares = []
        for seed in range(1, 21):
            rows = _core.WilsonRows(side, side, seed, seeds.TILE_SIDE, 16)
            seconds, _ = timed(lambda rows=rows, side=side: [rows.read(1) for _ in range(side)])
            shares.append(rows.memory / side**1.25)
        most = sorted(shares)[18]
        remark = f"19 of 20 seeds within {most:.0f} w^1.25 bytes (target {against(most, 100)})"
        yield Row("Wilson's rows, read", size_text(side, side), seconds, side * side, None, remark)


def memory_of(algorithm: str, width: int, height: int) -> float:
    """Bytes a cell at the peak of making a maze."""
    report = in_fresh_process("generate", algorithm, width, height, 1)
    maze = labirinto.generate(algorithm, width, height, seed=1)
    expect(report["digest"] == digest(maze.rows), "another process makes another maze")
    return float(report["grown_bytes"]) / (width * height)


def _wilson(width: int, height: int, threads: int | None, seed: int) -> Maze:
    return labirinto.wilson(width, height, seed=seed, threads=threads)


def _eller(width: int, height: int, seed: int) -> Maze:
    return labirinto.eller(width, height, seed=seed)


def wilson_on_cells(quick: bool) -> Iterator[Row]:
    for side in (64, 256):
        count = 20 if quick else 200
        remark = f"of {count} seeds"
        yield made("Wilson on cells", partial(_wilson, side, side, 1), count, 25, remark)


def eller(quick: bool) -> Iterator[Row]:
    cells = 10**6 if quick else 10**7
    for width in (64, 1000, 10_000, 10**6) + (() if quick else (10**7,)):
        # The last row is of another kind: let there be some before it.
        height = max(4, cells // width)
        yield made("Eller", partial(_eller, width, height), 5, target=8)


def batches(quick: bool) -> Iterator[Row]:
    """Many small mazes, by all processors."""
    count = 10**5 if quick else 10**6
    for solutions in (False, True):
        samples = []
        digests = set()
        for _ in range(3):
            batch = labirinto.batch("wilson", 10, 10, count=count, seed=1, solutions=solutions)
            seconds, blocks = timed(partial(list, batch))
            samples.append(seconds)
            digests.add(digest(b"".join(block.rows for block in blocks)))
        expect(len(digests) == 1, "one seed gives two batches")
        expect(sum(map(len, blocks)) == count, "mazes are missing")
        for block in blocks:
            for i in range(0, len(block), 1000):
                maze = block[i]
                expect_perfect(maze)
                expect(labirinto.generate(block[i].recipe) == maze, "an item is another maze")
                if solutions:
                    path = labirinto.solve(maze, *labirinto.suggest_ends(maze))
                    expect(block.path_of(i) == path, "an item has another solution")
        what = f"{count:,} mazes" + (", with solutions" if solutions else "")
        yield Row(what, "10x10", median(samples), 100 * count, None if solutions else 30)


def other_algorithms(quick: bool) -> Iterator[Row]:
    for name, algorithm in labirinto.ALGORITHMS.items():
        if name in ("wilson", "eller"):
            continue
        # Uniform ones walk, and walks take long.
        side = (64 if quick else 256) if algorithm.uniform else (300 if quick else 1000)
        yield made(name.title(), partial(_generate, name, side), 5)


def _generate(name: str, side: int, seed: int) -> Maze:
    return labirinto.generate(name, side, side, seed=seed)

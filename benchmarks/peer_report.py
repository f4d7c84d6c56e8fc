"""The tables of the side-by-side, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from measure import in_units, machine, size_text, table
from peer_catalogue import Result
from peer_environment import Library

BEFORE = """\
Made by `make bench`. Times are medians over {least} to {most} seeds, since those of Wilson's
algorithm vary between seeds. Each library and size has a process of its own, on one core unless
noted. A union-find checked that every answer is a spanning tree. A dash means that one maze would
take more than {maze:g} s.

{machine}
- Versions: {versions}

"""

MAKING = """\
## Making mazes

Nanoseconds a cell, and in brackets the multiple of labirinto's time on one core, with Eller's
algorithm for Eller's and Wilson's for all others. Mazes of {small} are made in a loop of {count}.

"""

FAMILY = """\
## All algorithms

Nanoseconds a cell on one core; in brackets the multiple of labirinto's time with the same
algorithm. Mazes of {small} are made in a loop of {count}.

"""

MEMORY = """\
Peak memory in MB beyond that of the process after loading the library and using it once: the maze,
the memory to make it, and the graph if there is one.

"""

MANY = """\
## Many small mazes

{count} mazes of {small}, in a loop unless noted.

"""

SOLVING = """\
## Solving

The path from corner to corner through the same Wilson mazes for all: nanoseconds a cell, and in
brackets the multiple of labirinto's time. All paths found have the same length.

"""

AFTER = """\
## What was compared

- **pydaedalus** is built from its source package with its Cython file compiled again; as published,
  it does not compile on a current Python. Its Kruskal's algorithm makes loops with its defaults,
  and otherwise the same maze for every seed, so it is left out.
- **mazelib**'s Eller's algorithm stores set numbers in eight bits.
- **maze-dataset** is installed with muutils below 0.9: newer ones break its import. Its
  MazeDataset also solves each maze.
- **scipy** and **igraph** for Python have no random spanning tree. They offer a
  minimum spanning tree of random weights, which is *not* uniform. Drawing the weights is part of
  the time. igraph uses Prim's algorithm, the faster one here.
- **igraph in C** is the system's library. Its random_spanning_tree is Aldous and Broder's
  walk.
- **graph-tool** is Debian's. Its random_spanning_tree is Wilson's algorithm.
- **networkx** computes a determinant for each passage.
- **scipy**'s breadth_first_order gives the predecessors of all cells, from which the path is read.
  The prepared graph has each passage in both directions, which suits it best.
"""


def report(
    limits: dict[str, float],
    libraries: Iterable[Library],
    made: list[Result],
    family: list[Result],
    many: tuple[int, list[Result]],
    solved: list[Result],
    picture: str | None,
) -> str:
    """The whole page.

    Args:
        limits: Of the first paragraph.
        libraries: All that there are.
        made, family, solved: By the side of the maze.
        many: How many mazes, and the time for all of them.
        picture: The file of the plot, if there is one.
    """
    compared = {result.peer.library for result in made}
    versions = ", ".join(
        f"{found.name} {found.version}"
        for found in libraries
        if found.version and found.name in compared
    )
    count, many_results = many
    small = next(side for result in many_results for side in result.seconds)
    loop = {"count": f"{count:,}", "small": size_text(small, small)}
    parts = [
        "# Labirinto and its peers\n\n",
        BEFORE.format(**limits, machine="\n".join(machine()[:-1]), versions=versions),
        MAKING.format(**loop),
        f"![Time against size]({picture})\n\n" if picture else "",
        by_size(made, times, {"Uniform": uniform, "Remarks": remarks}),
        MEMORY,
        by_size(
            [result for result in made if result.grown_bytes],
            megabytes,
            {},
            lambda result: result.grown_bytes,
        ),
        FAMILY.format(**loop),
        by_size(family, times, {"Uniform": uniform, "Remarks": remarks}),
        MANY.format(**loop),
        in_one_go(many_results, small, count),
        SOLVING,
        by_size(solved, times, {"Remarks": remarks}),
        AFTER,
    ]
    return "".join(parts)


def by_size(
    results: list[Result],
    show: Callable[[Result, list[Result], int], str],
    more: dict[str, Callable[[Result], str]],
    shown: Callable[[Result], Iterable[int]] = lambda result: result.seconds,
) -> str:
    """A line a peer, a column for each size shown, and more columns."""
    sides = sorted({side for result in results for side in shown(result)})
    lines = []
    for result in results:
        known = set(shown(result))
        cells = [show(result, results, side) if side in known else "-" for side in sides]
        lines.append([result.peer.what, *cells, *(column(result) for column in more.values())])
    return table(["What", *(size_text(side, side) for side in sides), *more], lines)


def in_one_go(results: list[Result], side: int, count: int) -> str:
    """A line a peer that made many mazes of one size."""
    lines = []
    for result in results:
        seconds = result.seconds.get(side)
        cells = ["-", "-"]
        if seconds is not None:
            cells = [in_units(seconds), times(result, results, side, count)]
        lines.append([result.peer.what, *cells, uniform(result), remarks(result)])
    return table(["What", "Time", "ns a cell", "Uniform", "Remarks"], lines)


def times(result: Result, results: list[Result], side: int, count: int = 1) -> str:
    seconds = result.seconds[side]
    text = short(seconds * 1e9 / (side * side * count), 3)
    yardstick = next(one for one in results if one.peer.name == result.peer.yardstick)
    if yardstick is not result and side in yardstick.seconds:
        text += f" ({short(seconds / yardstick.seconds[side], 2)}x)"
    return text


def megabytes(result: Result, _: list[Result], side: int) -> str:
    size = result.grown_bytes[side] / 1e6
    return "< 1" if size < 1 else short(size, 3)


def uniform(result: Result) -> str:
    return "yes" if result.peer.uniform else "no"


def remarks(result: Result) -> str:
    return "; ".join(filter(None, [result.peer.remark, result.remark]))


def short(number: float, digits: int) -> str:
    """A few digits, and never an exponent: 0.53, 9.3, 12, 65,900."""
    return f"{number:.{digits}g}" if number < 10**digits else f"{number:,.0f}"

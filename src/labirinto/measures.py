"""Looking at a maze: is it perfect, and what is it made of."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, fsum, inf, log, pi

from labirinto import _core
from labirinto.grids.rectangle import Cell
from labirinto.maze import Maze

_SEEN = 16


def is_perfect(maze: Maze) -> bool:
    """Whether exactly one path joins any two cells of the maze."""
    return maze.is_perfect


@dataclass(frozen=True)
class Census:
    """What a maze is made of.

    Attributes:
        cells, passages: their numbers; a perfect maze has one passage less than cells.
        horizontal, vertical: passages that lead east and west, and those that lead south and north.
        closed, dead_ends, corridors, junctions, crossings: cells with 0, 1, 2, 3 and 4 passages.
        straights, turns: the corridors whose two passages are opposite, and the others.
        corridor_lengths: ways from one cell that is not a corridor to the next, corridors between
            them: pairs of the steps it takes and the number of such ways, in order of the steps.
    """

    cells: int
    passages: int
    horizontal: int
    vertical: int
    closed: int
    dead_ends: int
    corridors: int
    junctions: int
    crossings: int
    straights: int
    turns: int
    corridor_lengths: tuple[tuple[int, int], ...]


def census(maze: Maze) -> Census:
    """Counts what the maze is made of."""
    east, south, by_exits, straights, lengths = _core.census(maze.rows, maze.width, maze.height)
    closed, dead_ends, corridors, junctions, crossings = by_exits
    return Census(
        cells=maze.width * maze.height,
        passages=east + south,
        horizontal=east,
        vertical=south,
        closed=closed,
        dead_ends=dead_ends,
        corridors=corridors,
        junctions=junctions,
        crossings=crossings,
        straights=straights,
        turns=corridors - straights,
        corridor_lengths=tuple(lengths),
    )


def number_of_mazes(width: int, height: int) -> float:
    """How many perfect mazes of a size there are: exact below 10^12, infinite beyond 10^300.

    By Kirchhoff's theorem it is the product of the eigenvalues of the grid, all but the one that
    is 0, divided by the number of cells.
    """
    logarithm = fsum(
        log(4 - 2 * cos(pi * x / width) - 2 * cos(pi * y / height))
        for y in range(height)
        for x in range(width)
        if x or y
    ) - log(width * height)
    if logarithm > 690:
        return inf
    number = exp(logarithm)
    return float(round(number)) if number < 1e12 else number


def pieces(maze: Maze) -> list[tuple[int, Cell]]:
    """The parts of the maze that no passage joins: their numbers of cells, with the first cell of
    each in reading order.  The largest comes first; a maze that is connected has only one."""
    width = maze.width
    exits = bytearray(maze.cells().data)
    steps = ((1, -width), (2, 1), (4, width), (8, -1))
    found = []
    # A cell that was seen keeps the bit 16, and nothing else.
    for first in range(len(exits)):
        if exits[first] == _SEEN:
            continue
        size, waiting = 0, [(first, exits[first])]
        exits[first] = _SEEN
        while waiting:
            cell, ways = waiting.pop()
            size += 1
            for bit, step in steps:
                if ways & bit and exits[cell + step] != _SEEN:
                    waiting.append((cell + step, exits[cell + step]))
                    exits[cell + step] = _SEEN
        found.append((size, (first % width, first // width)))
    return sorted(found, key=lambda piece: -piece[0])

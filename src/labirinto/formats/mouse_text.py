"""Micromouse mazes as text: a post o at every corner, walls of --- and |, S and G in cells.

Source: the README of the collection mazefiles by micromouseonline.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, shown
from labirinto.formats._closed import lines_of
from labirinto.formats.text import Charset, text_lines
from labirinto.grids.packing import rows_of_blocks
from labirinto.grids.rectangle import NORTH, SOUTH, Cell
from labirinto.maze import Maze

_CHARSET = Charset("o" * 16, "-", "|", " ", "S", "G")


def write_mouse(drawing: Drawing, stream: BinaryIO) -> None:
    """Write ``2 height + 1`` lines of ``4 width + 1`` characters, with S and G at the ends.

    There is no room for the recipe, and the frame is closed, as the rules of the contest want it.
    """
    ends = drawing.ends and Ends(*drawing.ends)
    for line in text_lines(Drawing(drawing.maze, ends=ends), _CHARSET):
        stream.write(f"{line}\n".encode())


_LINES = (
    (re.compile(r"[| ](?: [ SG] [| ])+"), "cells of three characters, with | or a blank between"),
    (re.compile(r"o(?:(?:---|   )o)+"), "posts o, with --- or blanks between"),
)
"""Lines of cells and lines of posts, and how errors describe them."""


def read_mouse(source: Source) -> tuple[Maze, Ends | None]:
    """Read posts and walls; the ends are S and the nearest G, if there are both.

    Raises:
        FileFormatError: If this is not a maze, or its border is open.
    """
    lines = lines_of(source)
    columns = len(lines[0])
    if len(lines) < 3 or len(lines) % 2 == 0:
        raise FileFormatError(f"line {len(lines)} is the last one; below it, posts are missing.")
    lines = [line.ljust(columns) for line in lines]
    for number, line in enumerate(lines, start=1):
        pattern, parts = _LINES[number % 2]
        if len(line) != columns or not pattern.fullmatch(line):
            raise FileFormatError(
                f"line {number} is {shown(line)}; it must be {parts}, in {columns} characters."
            )
    rows, gaps = rows_of_blocks([bytes(letter in "o-|" for letter in line[::2]) for line in lines])
    for (x, y), side in gaps:
        number = {NORTH: 1, SOUTH: len(lines)}.get(side, 2 * y + 2)
        raise FileFormatError(f"line {number}: the border is open at the cell {x},{y}; close it.")
    maze = Maze(columns // 4, len(lines) // 2, rows)
    return maze, _ends(maze, _marks(lines, "S"), _marks(lines, "G"))


def _marks(lines: list[str], letter: str) -> list[Cell]:
    return [
        (x, y)
        for y, line in enumerate(lines[1::2])
        for x, mark in enumerate(line[2::4])
        if mark == letter
    ]


def _ends(maze: Maze, starts: list[Cell], goals: list[Cell]) -> Ends | None:
    if len(starts) > 1:
        (x, y), (x2, y2) = starts[:2]
        raise FileFormatError(
            f"S is in the cells {x},{y} and {x2},{y2}; only one can be the start."
        )
    if not starts or not goals:
        return None
    distances = maze.distances(starts[0])

    def steps(goal: Cell) -> int:
        distance = distances[goal[1], goal[0]]
        return distance if distance >= 0 else maze.width * maze.height

    return Ends(starts[0], min(goals, key=steps))

"""Micromouse mazes as numbers: a line x y N E S W for each cell, 1 for a wall, y going up from 0.

Source: the README of the simulator mms by mackorone, whose example has the walls in this order.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.errors import FileFormatError, shown
from labirinto.formats._closed import EXITS, agreed_rows, lines_of
from labirinto.grids.rectangle import Cell
from labirinto.maze import Maze


def write_num(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a line for each cell, column by column, from the lower left corner."""
    maze = drawing.maze
    walls = [" ".join(f"{~exits & 15:04b}"[::-1]) for exits in range(16)]
    exits = maze.cells().tobytes()
    for x in range(maze.width):
        column = exits[x :: maze.width]
        lines = [f"{x} {y} {walls[cell]}\n" for y, cell in enumerate(reversed(column))]
        stream.write("".join(lines).encode())


_LINE = re.compile(r"\s*(\d{1,10})\s+(\d{1,10})\s+([01])\s+([01])\s+([01])\s+([01])")


def read_num(source: Source) -> tuple[Maze, None]:
    """Read the cells in any order; the largest x and y are the size.

    Raises:
        FileFormatError: If this is not a maze, two cells disagree about a wall, or the border is
            open.
    """
    found: dict[Cell, tuple[int, int]] = {}  # the line and the walls of each cell
    for number, line in enumerate(lines_of(source), start=1):
        match = _LINE.fullmatch(line)
        if not match:
            raise FileFormatError(
                f"line {number} is {shown(line)}; it must be x y N E S W, with 1 for a wall and 0 "
                "for none."
            )
        x, y, *walls = map(int, match.groups())
        before, _ = found.setdefault((x, y), (number, sum(w << k for k, w in enumerate(walls))))
        if before != number:
            raise FileFormatError(f"line {number} repeats the cell {x},{y} of line {before}.")
    width, height = (max(cell[axis] for cell in found) + 1 for axis in (0, 1))
    if len(found) != width * height:
        cells = ((x, y) for x in range(width) for y in range(height))
        x, y = next(cell for cell in cells if cell not in found)
        raise FileFormatError(f"the cell {x},{y} of its {width}x{height} cells is missing.")
    exits = [
        bytes(found[x, y][1] for x in range(width)).translate(EXITS)
        for y in range(height - 1, -1, -1)
    ]

    def place(x: int, row: int) -> tuple[int, str]:
        cell = x, height - 1 - row
        return found[cell][0], f"{x},{cell[1]}"

    rows, _ = agreed_rows(exits, place)
    return Maze(width, height, rows), None

"""CSV: the walls as line segments, for spreadsheets, plotters and laser cutters."""

from __future__ import annotations

import re
from array import array
from io import BytesIO
from itertools import islice
from typing import BinaryIO

from labirinto._internal.source import Source, check_cells
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends, ends_of
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._walls import WallGrid
from labirinto.grids.rectangle import check_size
from labirinto.maze import Maze

HEADER = b"x0,y0,x1,y1\n"

_RUNS_AT_ONCE = 10_000


def write_csv(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a line for each straight run of wall, in cells: x to the right, y down, from 0.

    Openings are gaps in the frame.
    """
    stream.write(HEADER)
    runs = drawing.wall_runs()
    while lines := ["{},{},{},{}\n".format(*run) for run in islice(runs, _RUNS_AT_ONCE)]:
        stream.write("".join(lines).encode())


_WALL = re.compile(rb"(\d{1,10}),(\d{1,10}),(\d{1,10}),(\d{1,10})\s*")


def read_csv(source: Source) -> tuple[Maze, Ends | None]:
    """Read walls in any order; their largest coordinates are the size.

    Two gaps in the frame are the ends.

    Raises:
        FileFormatError: If these are not the walls of a maze.
        TooLargeError: If there is not enough memory.
    """
    data = source.whole()
    walls = _walls(data)
    width = max((max(walls[at::4]) for at in (0, 2) if walls), default=0)
    height = max((max(walls[at::4]) for at in (1, 3) if walls), default=0)
    try:
        check_size(width, height)
    except InvalidValueError as error:
        raise FileFormatError(str(error)) from None
    check_cells(width, height, len(data))
    grid = WallGrid(width, height)
    numbers = iter(walls)
    for x0, y0, x1, y1 in zip(numbers, numbers, numbers, numbers, strict=True):
        grid.add(x0, y0, x1, y1)
    maze = Maze(width, height, bytes(grid.rows))
    return maze, ends_of(grid.openings(), maze.grid)


def _walls(data: bytes) -> array[int]:
    """Return the numbers of all lines, four each."""
    walls = array("q")
    lines = BytesIO(data)
    if lines.readline().removeprefix(b"\xef\xbb\xbf").strip() != HEADER.strip():
        raise FileFormatError(f"its first line is not {HEADER.decode().strip()}.")
    for number, line in enumerate(lines, start=2):
        if match := _WALL.fullmatch(line):
            walls.extend(map(int, match.groups()))
        elif line.strip():
            raise FileFormatError(f"line {number} is not four whole numbers x0,y0,x1,y1.")
    return walls

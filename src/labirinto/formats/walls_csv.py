"""Reading back mazes in CSV, from their walls."""

from __future__ import annotations

import re
from array import array
from io import BytesIO

from labirinto.cells import EAST, NORTH, SOUTH, WEST, check_size
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats.openings import Opening, check_openings, ends_of
from labirinto.formats.source import Source, check_cells
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.render.walls_csv import HEADER

_WALL = re.compile(rb"(\d{1,10}),(\d{1,10}),(\d{1,10}),(\d{1,10})\s*")
_CLEARING = [bytes(value & ~(1 << bit) for value in range(256)) for bit in range(8)]


def read_csv(source: Source) -> tuple[Maze, Ends | None]:
    """Reads walls in any order, of which the largest coordinates tell the size.

    Two gaps in the frame are the ends.

    Raises:
        FileFormatError: if these are no walls of a maze.
        TooLargeError: if it does not fit into memory.
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
    grid = _Grid(width, height)
    numbers = iter(walls)
    for x0, y0, x1, y1 in zip(numbers, numbers, numbers, numbers, strict=True):
        grid.take(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    ends = ends_of(grid.gaps(), width, height)
    return Maze(width, height, bytes(grid.rows)), ends


def _walls(data: bytes) -> array[int]:
    """The numbers of all lines, four each."""
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


class _Grid:
    """Rows of a maze in which walls are put up."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._stride = (width + 7) // 8
        everywhere = ((1 << width) - 1).to_bytes(self._stride, "little")
        inner = ((1 << width - 1) - 1).to_bytes(self._stride, "little")
        self.rows = bytearray((inner + everywhere) * height)
        self.rows[-self._stride :] = bytes(self._stride)
        # By the lines on which they stand, a byte a wall.
        self._across = {0: bytearray(width), height: bytearray(width)}
        self._down = {0: bytearray(height), width: bytearray(height)}
        # Walls that lie on each other would take time that no drawing of a maze takes.
        self._room = width * (height + 1) + height * (width + 1)

    def take(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Puts up a wall."""
        length = x1 - x0 + y1 - y0
        if (x0 == x1) == (y0 == y1):
            raise FileFormatError(f"the wall {x0},{y0},{x1},{y1} is neither upright nor level.")
        self._room -= length
        if self._room < 0:
            raise FileFormatError("its walls lie on each other.")
        if y0 == y1:
            if y0 in self._across:
                self._across[y0][x0:x1] = b"\1" * length
            else:
                self._put_across(x0, x1, y0)
        elif x0 in self._down:
            self._down[x0][y0:y1] = b"\1" * length
        else:
            self._put_down(x0, y0, y1)

    def _put_across(self, x0: int, x1: int, y: int) -> None:
        first, last = x0 // 8, (x1 + 7) // 8
        above = (2 * y - 1) * self._stride
        part = slice(above + first, above + last)
        wall = (1 << x1 - x0) - 1 << x0 - 8 * first
        left = int.from_bytes(self.rows[part], "little") & ~wall
        self.rows[part] = left.to_bytes(last - first, "little")

    def _put_down(self, x: int, y0: int, y1: int) -> None:
        at, bit = divmod(x - 1, 8)
        step = 2 * self._stride
        column = slice(y0 * step + at, y1 * step, step)
        self.rows[column] = self.rows[column].translate(_CLEARING[bit])

    def gaps(self) -> list[Opening]:
        """Where the frame is open, in two places or none."""
        right, bottom = self._width - 1, self._height - 1
        gaps: list[Opening] = []
        frame = (
            (self._across[0], NORTH),
            (self._across[self._height], SOUTH),
            (self._down[0], WEST),
            (self._down[self._width], EAST),
        )
        check_openings(sum(line.count(0) for line, _ in frame))
        for line, way in frame:
            for match in re.finditer(b"\0", line):
                at = match.start()
                cell = {NORTH: (at, 0), SOUTH: (at, bottom), WEST: (0, at), EAST: (right, at)}[way]
                gaps.append((cell, way))
        return gaps

"""Walls in files, as straight runs or as strokes, back to the rows of a maze."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from labirinto._internal.source import check_cells
from labirinto.ends import check_openings
from labirinto.errors import FileFormatError
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST, Opening, plane_bytes

Run = tuple[int, int, int, int]
"""A straight wall as x0, y0, x1, y1, in units of cells."""

_CLEARING = [bytes(value & ~(1 << bit) for value in range(256)) for bit in range(8)]


def rows_of_walls(runs: Iterable[Run], width: int, height: int, size: int) -> bytes:
    """Return the rows of a maze with exactly these walls, and a frame.

    Args:
        runs: The walls, in any order.
        width, height: Size of the maze, as its file claims.
        size: Bytes of the file, to which the maze must be in proportion.

    Raises:
        FileFormatError: If a wall is slanted, leads out of the maze, or overlaps another.
        TooLargeError: If there is not enough memory.
    """
    check_cells(width, height, size)
    return bytes(walls_drawn(runs, width, height).rows)


class WallGrid:
    """A maze that begins without any walls, even in the frame.

    Attributes:
        rows: The rows of the maze with the walls added so far.
    """

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._stride = plane_bytes(width)
        everywhere = ((1 << width) - 1).to_bytes(self._stride, "little")
        inner = ((1 << width - 1) - 1).to_bytes(self._stride, "little")
        self.rows = bytearray((inner + everywhere) * height)
        self.rows[-self._stride :] = bytes(self._stride)
        # The walls of the frame, by their lines, a byte a wall.
        self._across = {0: bytearray(width), height: bytearray(width)}
        self._down = {0: bytearray(height), width: bytearray(height)}
        # Overlapping walls could take any amount of time.
        self._room = width * (height + 1) + height * (width + 1)

    def add(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Add a straight wall, from one corner to another in units of cells.

        Raises:
            FileFormatError: If it is slanted or a point, leads out of the maze, or overlaps
                another.
        """
        x0, x1 = sorted((x0, x1))
        y0, y1 = sorted((y0, y1))
        if (x0 == x1) == (y0 == y1):
            raise FileFormatError(
                f"the wall {x0},{y0},{x1},{y1} is neither vertical nor horizontal."
            )
        if not (x0 >= 0 and x1 <= self._width and y0 >= 0 and y1 <= self._height):
            raise FileFormatError(f"the wall {x0},{y0},{x1},{y1} leads out of the maze.")
        length = x1 - x0 + y1 - y0
        self._room -= length
        if self._room < 0:
            raise FileFormatError("its walls overlap.")
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

    def openings(self) -> list[Opening]:
        """Return the openings of the frame of a rectangle.

        Raises:
            FileFormatError: If there are neither two nor none.
        """
        check_openings(sum(line.count(0) for line, _ in self._frame()))
        return self.gaps()

    def gaps(self) -> list[Opening]:
        """Return all gaps in the frame of a rectangle."""
        right, bottom = self._width - 1, self._height - 1
        gaps: list[Opening] = []
        for line, side in self._frame():
            for match in re.finditer(b"\0", line):
                at = match.start()
                cell = {NORTH: (at, 0), SOUTH: (at, bottom), WEST: (0, at), EAST: (right, at)}[side]
                gaps.append((cell, side))
        return gaps

    def _frame(self) -> tuple[tuple[bytearray, int], ...]:
        return (
            (self._across[0], NORTH),
            (self._across[self._height], SOUTH),
            (self._down[0], WEST),
            (self._down[self._width], EAST),
        )


def walls_drawn(runs: Iterable[Run], width: int, height: int) -> WallGrid:
    """Return the walls on a grid that begins without any; errors are those of ``WallGrid.add``."""
    grid = WallGrid(width, height)
    for run in runs:
        grid.add(*run)
    return grid


def runs_of_strokes(
    strokes: Iterable[list[tuple[float, float]]], cell: float, origin: float = 0
) -> Iterator[Run]:
    """Yield the straight runs of strokes.

    Args:
        strokes: The corners of each, in millimetres.
        cell: Millimetres a cell.
        origin: Where the first line of the grid lies, in millimetres.

    Raises:
        FileFormatError: If a stroke turns between the lines of the grid.
    """
    for stroke in strokes:
        corners = [(_line(x, cell, origin), _line(y, cell, origin)) for x, y in stroke]
        for one, other in pairwise(corners):
            yield (*one, *other)


def _line(place: float, cell: float, origin: float) -> int:
    """Return the number of the grid line at a place."""
    lines = (place - origin) / cell
    # Infinities and NaN are refused as well.
    if not abs(lines) < 2**32 or abs(lines - round(lines)) > 0.01:
        raise FileFormatError("the drawing is damaged: a wall lies between the lines of the grid.")
    return round(lines)

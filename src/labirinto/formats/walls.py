"""Walls as files have them, straight runs or strokes, back to the rows of a maze."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from labirinto.errors import FileFormatError
from labirinto.memory import check_memory

Run = tuple[int, int, int, int]

_ALWAYS_TAKEN = 1 << 24
_ROWS_FOR_A_BYTE = 64
"""Mazes may be larger than this many times their file only where they are small."""


def rows_of_walls(runs: Iterable[Run], width: int, height: int, size: int) -> bytes:
    """The rows of a maze that has just these walls, and a frame.

    Args:
        runs: straight walls as x0, y0, x1, y1, in units of cells, in any order.
        width, height: of the maze, as its file tells them.
        size: bytes that the walls take in the file, to which the maze must be in proportion.

    Raises:
        FileFormatError: if a wall is slanted, leads out of the maze, or lies on another.
    """
    stride = (width + 7) // 8
    needed = 2 * stride * height
    if needed > _ALWAYS_TAKEN + _ROWS_FOR_A_BYTE * size:
        raise FileFormatError("the drawing is damaged: it is too short for a maze of its size.")
    check_memory(2 * needed, f"A {width}x{height} maze")
    east = (1 << (width - 1)) - 1
    south = (1 << width) - 1
    both = east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
    rows = bytearray(both * (height - 1)) + both[:stride] + bytes(stride)
    left = (width + 1) * height + (height + 1) * width
    for x0, y0, x1, y1 in runs:
        if not (0 <= min(x0, x1) <= max(x0, x1) <= width) or not (
            0 <= min(y0, y1) <= max(y0, y1) <= height
        ):
            raise FileFormatError("the drawing is damaged: a wall leads out of the maze.")
        if (x0 != x1) == (y0 != y1):
            raise FileFormatError("the drawing is damaged: a wall is slanted, or a mere point.")
        left -= abs(x1 - x0) + abs(y1 - y0)
        if left < 0:
            raise FileFormatError("the drawing is damaged: some walls lie on others.")
        if y0 == y1 and 0 < y0 < height:
            line = (2 * y0 - 1) * stride
            for x in range(min(x0, x1), max(x0, x1)):
                rows[line + x // 8] &= ~(1 << x % 8)
        elif x0 == x1 and 0 < x0 < width:
            column, rest = (x0 - 1) // 8, ~(1 << (x0 - 1) % 8)
            for y in range(min(y0, y1), max(y0, y1)):
                rows[2 * y * stride + column] &= rest
    return bytes(rows)


def runs_of_strokes(
    strokes: Iterable[list[tuple[float, float]]], cell: float, origin: float = 0
) -> Iterator[Run]:
    """The straight runs of strokes that were drawn so many millimetres a cell.

    Raises:
        FileFormatError: if a stroke turns between the lines of the grid.
    """
    for stroke in strokes:
        corners = [(_line(x, cell, origin), _line(y, cell, origin)) for x, y in stroke]
        for one, other in pairwise(corners):
            yield (*one, *other)


def _line(place: float, cell: float, origin: float) -> int:
    """The number of the line of the grid on which something lies."""
    lines = (place - origin) / cell
    # Neither numbers without end nor those that are none come near a whole one.
    if not abs(lines) < 2**32 or abs(lines - round(lines)) > 0.01:
        raise FileFormatError("the drawing is damaged: a wall lies between the lines of the grid.")
    return round(lines)

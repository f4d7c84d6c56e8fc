"""The rectangle: its cells and directions, its bounds, and the layout of its rows in memory.

Nothing else in the package knows how many bytes a row has, or which number a direction is.
"""

from __future__ import annotations

from typing import Any

from labirinto._internal.validation import plain_integer
from labirinto.errors import InvalidValueError, shown

Cell = tuple[int, int]
"""A cell ``(x, y)``: x to the right, y down, from 0."""

Passage = tuple[Cell, Cell]
"""Two neighbouring cells: the western or northern one first."""

Opening = tuple[Cell, int]
"""A cell on the border, and the direction in which it leads out."""

LONGEST_SIDE = 2**31 - 1

EAST, SOUTH, WEST, NORTH = range(4)
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""What each direction adds to x and y."""

EXIT_BITS = (2, 4, 8, 1)
"""The bit of each direction where a cell's passages are one number: N=1, E=2, S=4, W=8."""


def plane_bytes(width: int) -> int:
    """Bytes of a plane of a row: one bit a cell, low end first."""
    return (width + 7) // 8


def row_bytes(width: int) -> int:
    """Bytes of a row: a plane of passages east, then a plane of passages south."""
    return 2 * plane_bytes(width)


def maze_bytes(width: int, height: int) -> int:
    """Bytes of a maze: its rows, top to bottom."""
    return height * row_bytes(width)


def check_size(width: int, height: int) -> tuple[int, int]:
    """The sides as plain integers.

    Raises:
        InvalidValueError: if a side is no whole number from 1 to 2^31-1.
    """
    sides = []
    for name, side in (("width", width), ("height", height)):
        try:
            number = plain_integer(side)
        except TypeError:
            raise InvalidValueError(f"The {name} {side!r} is not a whole number.") from None
        if not 1 <= number <= LONGEST_SIDE:
            raise InvalidValueError(f"The {name} {shown(number)} is not from 1 to {LONGEST_SIDE}.")
        sides.append(number)
    return sides[0], sides[1]


def as_cell(cell: Any) -> Cell:
    """A pair of whole numbers of any kind as a cell.

    Raises:
        InvalidValueError: if it is none.
    """
    try:
        x, y = cell
        return plain_integer(x), plain_integer(y)
    except (TypeError, ValueError):
        raise InvalidValueError(f"{cell!r} is not a cell, a pair of whole numbers x, y.") from None


def check_inside(cell: Cell, width: int, height: int) -> Cell:
    """The cell itself.

    Raises:
        InvalidValueError: if it is outside a maze of this size.
    """
    x, y = cell
    if not (0 <= x < width and 0 <= y < height):
        raise InvalidValueError(
            f"The cell {shown(x)},{shown(y)} is outside the maze, whose cells are 0,0 to "
            f"{width - 1},{height - 1}."
        )
    return cell

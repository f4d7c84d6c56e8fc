"""Squares in rows: cells, directions and bounds, and the layout of rows and masks in memory.

No other module of Python knows how many bytes a row has, or the number of a direction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from labirinto._internal.memory import check_memory
from labirinto._internal.validation import plain_integer, whole_number
from labirinto.errors import InvalidValueError, shown

Cell = tuple[int, int]
"""A cell ``(x, y)``: x to the right, y down, from 0."""

Passage = tuple[Cell, Cell]
"""Two neighbouring cells, the western or northern one first."""

Opening = tuple[Cell, int]
"""A cell on the border, and the direction of a gap in the frame beside it."""

LONGEST_SIDE = 2**31 - 1

EAST, SOUTH, WEST, NORTH = range(4)
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The changes of x and y by a step in each direction."""

EXIT_BITS = (2, 4, 8, 1)
"""The bit of each direction in the exits of a cell, one number: N=1, E=2, S=4, W=8."""

OUTSIDE = 16
"""Stands in the place of its exits for a cell that the mask leaves out."""


def plane_bytes(width: int) -> int:
    """Bytes of a plane of a row: one bit a cell, low end first."""
    return (width + 7) // 8


def row_bytes(width: int) -> int:
    """Bytes of a row: a plane of passages east, then a plane of passages south."""
    return 2 * plane_bytes(width)


def maze_bytes(width: int, height: int) -> int:
    """Bytes of a maze: its rows, top to bottom."""
    return height * 2 * plane_bytes(width)


def check_size(width: int, height: int) -> tuple[int, int]:
    """The sides as plain integers.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1.
    """
    if type(width) is type(height) is int and 0 < width <= LONGEST_SIDE >= height > 0:
        return width, height  # the usual case, in every loop over mazes
    return (
        whole_number("width", width, 1, LONGEST_SIDE),
        whole_number("height", height, 1, LONGEST_SIDE),
    )


def as_cell(cell: Any) -> Cell:
    """A pair of whole numbers of any type as a cell.

    Raises:
        InvalidValueError: If it is not such a pair.
    """
    try:
        x, y = cell
        if type(x) is type(y) is int:  # the usual case, in every loop over cells
            return x, y
        return plain_integer(x), plain_integer(y)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"{shown(cell)} is not a cell, a pair of whole numbers x, y."
        ) from None


def mask_of_cells(cells: Iterable[Cell], width: int, height: int) -> bytes:
    """The mask of some cells of a rectangle.

    Raises:
        TooLargeError: If there is not enough memory.
    """
    stride = plane_bytes(width)
    check_memory(2 * height * stride, f"A {width}x{height} mask")
    mask = bytearray(height * stride)
    for x, y in cells:
        mask[y * stride + x // 8] |= 1 << x % 8
    return bytes(mask)


def rows_of_mask(mask: bytes, width: int) -> list[int]:
    """The rows of a mask as numbers: bit x is column x."""
    stride = plane_bytes(width)
    starts = range(0, len(mask), stride)
    return [int.from_bytes(mask[start : start + stride], "little") for start in starts]


def mask_of_rows(rows: Iterable[int], width: int) -> bytes:
    """The reverse of ``rows_of_mask``."""
    return b"".join(row.to_bytes(plane_bytes(width), "little") for row in rows)


def size_text(size: tuple[int, int]) -> str:
    """A size as people type it."""
    return f"{size[0]}x{size[1]}"


def full_mask(width: int, height: int) -> bytes:
    """The mask of all cells of a rectangle."""
    return ((1 << width) - 1).to_bytes(plane_bytes(width), "little") * height


def check_mask(mask: Any, width: int, height: int) -> bytes | None:
    """The mask as bytes; None if it leaves out no cell."""
    if not isinstance(mask, bytes | bytearray | memoryview):
        raise InvalidValueError(
            f"The mask is {type(mask).__name__}, not bytes; labirinto.grids.mask makes one from a "
            "text, an array or a picture."
        )
    mask = bytes(mask)
    stride = plane_bytes(width)
    if len(mask) != height * stride:
        raise InvalidValueError(
            f"The mask of a {width}x{height} maze is {height * stride} bytes, not {len(mask)}."
        )
    if width % 8 and any(mask[stride - 1 :: stride].translate(None, _WITHIN[width % 8])):
        raise InvalidValueError("The mask has a cell that is outside the rectangle.")
    if mask.count(0) == len(mask):
        raise InvalidValueError("The mask is empty; a maze has at least one cell.")
    return None if mask == full_mask(width, height) else mask


_WITHIN = [bytes(range(1 << bits)) for bits in range(8)]
"""The bytes of which only so many of the lowest bits can be set."""

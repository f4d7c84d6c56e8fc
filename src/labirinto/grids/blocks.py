"""Mazes as square blocks, floor or wall, converted into rows and openings."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto.errors import FileFormatError
from labirinto.grids.packing import bits
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST, Opening, plane_bytes

_INVERTED = bytes([1, 0, *range(2, 256)])


def rows_of_blocks(lines: Sequence[bytes]) -> tuple[bytes, list[Opening]]:
    """The rows of a maze and the gaps in its frame, from ``2 height + 1`` lines of blocks.

    Args:
        lines: ``2 width + 1`` bytes each: 1 for wall, 0 for floor.  The blocks of the cells
            themselves, and those at their corners, are ignored.
    """
    width, height = len(lines[0]) // 2, len(lines) // 2
    stride = plane_bytes(width)
    rows = bytearray()
    gaps: list[Opening] = []
    lines = [line.translate(_INVERTED) for line in lines]
    for y in range(height):
        floor, below = lines[2 * y + 1], lines[2 * y + 2]
        east, south = bits(floor[2::2]), bits(below[1::2])
        if floor[0]:
            gaps.append(((0, y), WEST))
        if floor[-1]:
            gaps.append(((width - 1, y), EAST))
            east ^= 1 << width - 1
        if y == height - 1:
            gaps += [((x, y), SOUTH) for x in range(width) if below[2 * x + 1]]
            south = 0
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
    gaps += [((x, 0), NORTH) for x in range(width) if lines[0][2 * x + 1]]
    return bytes(rows), gaps


def check_floor(lines: Sequence[bytes]) -> None:
    """Check that all cells are floor; the lines are those of ``rows_of_blocks``.

    Raises:
        FileFormatError: if one is a wall.
    """
    for y, line in enumerate(lines[1::2]):
        if (x := line[1::2].find(1)) >= 0:
            raise FileFormatError(f"the cell {x},{y} is a wall.")

"""Exits of cells as hexadecimal digits, back to the rows of a maze."""

from __future__ import annotations

import re
from typing import Any

from labirinto.errors import FileFormatError

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""The bits of a digit."""


def rows_of_exits(exits: Any, width: int, height: int, name: str = "exits") -> bytes:
    """The rows of a maze that has just these exits.

    Args:
        exits: a line a row and a digit a cell: N=1, E=2, S=4, W=8 for passages out.
        width, height: of the maze.
        name: of the lines, for sentences about them.

    Raises:
        FileFormatError: if they are no such lines, or contradict each other.
    """
    if not isinstance(exits, list) or len(exits) != height:
        count = len(exits) if isinstance(exits, list) else "no"
        raise FileFormatError(f"{name} has {count} lines, and the height is {height}.")
    rows = bytearray()
    stride = (width + 7) // 8
    south_above = 0
    for y, line in enumerate(exits):
        if not isinstance(line, str) or len(line) != width:
            count = f"{len(line)} digits" if isinstance(line, str) else "no digits"
            raise FileFormatError(f"{name}[{y}] has {count}, and the width is {width}.")
        if not re.fullmatch("[0-9a-fA-F]+", line):
            raise FileFormatError(f"{name}[{y}] is not of hexadecimal digits.")
        north, east, south, west = (_bits(line, bit) for bit in (NORTH, EAST, SOUTH, WEST))
        _expect_none(name, y, east & 1 << width - 1, "east")
        _expect_none(name, y, west ^ east << 1, "west")
        _expect_none(name, y, north ^ south_above, "north")
        if y == height - 1:
            _expect_none(name, y, south, "south")
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
        south_above = south
    return bytes(rows)


def _bits(line: str, bit: int) -> int:
    """A bit for each digit, the first one lowest."""
    chosen = str.maketrans({f"{digit:x}": "01"[bool(digit & bit)] for digit in range(16)})
    return int(line.lower().translate(chosen)[::-1], 2)


def _expect_none(name: str, y: int, wrong: int, side: str) -> None:
    if wrong:
        x = (wrong & -wrong).bit_length() - 1
        raise FileFormatError(
            f"{name}[{y}] contradicts its neighbours or the frame at the cell {x},{y}, about the "
            f"passage {side}."
        )

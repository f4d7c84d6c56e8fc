"""Files that list the closed walls of every cell, so that two cells can disagree about a wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labirinto._internal.source import Source, text_of
from labirinto.errors import FileFormatError
from labirinto.grids.packing import ContradictionError, rows_of_exits
from labirinto.grids.rectangle import EXIT_BITS, STEPS

_LARGEST = 1 << 28

CLOSED = 15
"""All four walls: the sum of N=1, E=2, S=4, W=8."""

EXITS = bytes(~value & CLOSED for value in range(256))
"""Translates closed walls to passages, and the reverse."""

SIDES = ("east", "south", "west", "north")
"""In the order of ``STEPS`` and ``EXIT_BITS``."""


def lines_of(source: Source) -> list[str]:
    """Return the lines of a text without blanks at their ends, and without empty ones at its end.

    Raises:
        FileFormatError: If it is not text, its first line is empty, or it is too large.
    """
    try:
        lines = [line.rstrip() for line in text_of(source.whole(_LARGEST)).rstrip().splitlines()]
    except UnicodeDecodeError:
        raise FileFormatError("it is not text in UTF-8.") from None
    if not lines or not lines[0]:
        raise FileFormatError("line 1 is empty; a maze must begin there.")
    return lines


def agreed_rows(
    exits: Sequence[bytes], place: Callable[[int, int], tuple[int, str]]
) -> tuple[bytes, bytes | None]:
    """Return the rows of a maze and its mask, if the cells agree about the walls between them.

    Args:
        exits: A row each, a byte a cell: N=1, E=2, S=4, W=8 for its passages, 16 outside the mask.
        place: The line of the file that a cell is in, and what the file calls the cell.

    Raises:
        FileFormatError: If two cells disagree, or the border is open.
    """
    width, height = len(exits[0]), len(exits)
    try:
        return rows_of_exits(exits, width, height, "cells")
    except ContradictionError as found:
        x, y, side = found.x, found.y, found.side
    line, cell = place(x, y)
    move = SIDES.index(side)
    has_wall = not exits[y][x] & EXIT_BITS[move]
    dx, dy = STEPS[move]
    if not (0 <= x + dx < width and 0 <= y + dy < height):
        raise FileFormatError(
            f"line {line}: the border is open on the {side} side of the cell {cell}; close it."
        )
    behind, other = place(x + dx, y + dy)
    raise FileFormatError(
        f"line {line}: the cell {cell} has {'a' if has_wall else 'no'} wall on its {side} side, "
        f"but the cell {other} of line {behind} has {'none' if has_wall else 'one'}."
    )

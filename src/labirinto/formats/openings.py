"""Openings in the outer wall, and which of them is the start."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto.cells import Cell
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.path import Ends

Opening = tuple[Cell, int]
"""A cell, and the direction in which it leads out."""


def check_openings(count: int) -> None:
    """Looks whether openings can be a start and an end.

    Raises:
        FileFormatError: if there are others than two or none.
    """
    if count not in (0, 2):
        raise FileFormatError(f"the outer wall has {count} openings; it must have two or none.")


def ends_at(openings: Sequence[Opening]) -> Ends:
    """Start and end at two openings, the first in reading order being the start."""
    (start, _), (end, _) = sorted(openings, key=lambda opening: opening[0][::-1])
    return Ends(start, end, open=True)


def ends_of(
    openings: Sequence[Opening],
    width: int,
    height: int,
    start: Cell | None = None,
    end: Cell | None = None,
) -> Ends | None:
    """The ends of a maze: those that are marked, or else at its two openings.

    Raises:
        FileFormatError: if they can be none.
    """
    if start is not None and end is not None:
        ends = Ends(start, end, open=bool(openings))
    elif openings:
        ends = ends_at(openings)
    else:
        return None
    try:
        return ends.check(width, height)
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None

"""Gaps in the outer wall, and which of them is the start."""

from __future__ import annotations

from labirinto.cells import Cell
from labirinto.path import Ends

Opening = tuple[Cell, int]
"""A cell, and the direction in which it leads out."""


def ends_at(openings: list[Opening]) -> Ends:
    """Start and end at two openings, the first in reading order being the start."""
    (start, _), (end, _) = sorted(openings, key=lambda opening: opening[0][::-1])
    return Ends(start, end, open=True)

"""What drawings show of links and bridges: numbered stairs, marks at seams, interrupted paths.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from labirinto.drawing.meshes import Door, without_needless
from labirinto.drawing.strokes import Stroke, Vertex
from labirinto.grids.links import Linked
from labirinto.grids.weave import Woven

_DIGITS = (
    "abfea",
    "bf",
    "abdcef",
    "abdcdfe",
    "acdbf",
    "bacdfe",
    "baefdc",
    "abf",
    "cabfecd",
    "dcabfe",
)
"""Each in one stroke, between points of three rows: a b, c d and e f."""

_DIGIT_WIDTH, _DIGIT_PITCH, _ROW = 0.09, 0.14, 0.09
"""Of digits: how wide each is, how far the next one lies, and how far apart the rows are."""

_HEAD = 0.11
"""Half as large as the head of an arrow."""

_UP, _DOWN = -pi / 2, pi / 2


class Mark(NamedTuple):
    """An arrow in a cell, and a number beside it; the other end of the link has the same one."""

    x: float
    y: float
    heading: float
    number: int | None

    def head(self) -> Stroke:
        """Return the outline of the arrow."""
        x, y = cos(self.heading) * _HEAD, sin(self.heading) * _HEAD
        corners = [(x, y), (-x - y, -y + x), (-x + y, -y - x)]
        return [Vertex(self.x + dx, self.y + dy) for dx, dy in (*corners, corners[0])]

    def digits(self) -> Iterator[Stroke]:
        """Yield the digits of the number."""
        text = "" if self.number is None else str(self.number)
        begin = self.x - 2 * _HEAD - _DIGIT_WIDTH - _DIGIT_PITCH * (len(text) - 1)
        if cos(self.heading) < -0.5:  # where the left is outside
            begin = self.x + 2 * _HEAD
        for place, digit in enumerate(text):
            left = begin + _DIGIT_PITCH * place
            yield [
                Vertex(left + _DIGIT_WIDTH * column, self.y + _ROW * (row - 1))
                for row, column in (
                    divmod("abcdef".index(point), 2) for point in _DIGITS[int(digit)]
                )
            ]


def marks_of_links(grid: Linked, bits: bytes) -> Iterator[Mark]:
    """Yield the marks of all stairs and seams through which passages of a maze lead.

    Stairs between two floors are numbered from 1; seams only where they join different rows.
    """
    counts = [0] * grid.floors
    for below, above in grid.stairs(bits):
        floor = grid.floor_of(below)
        counts[floor] += 1
        for cell, heading, offset in ((below, _UP, -0.24), (above, _DOWN, 0.24)):
            x, y = grid.centre(cell)
            yield Mark(x + 0.26, y + offset, heading, counts[floor])
    for one, other in grid.seams(bits):
        left = min((one, other), key=lambda cell: cell % grid.width)
        number = left // grid.width % grid.height + 1 if grid.twist else None
        for here, there in ((one, other), (other, one)):
            x, y = grid.centre(here)
            heading = grid.heading(here, there)
            reach = 0.5 - _HEAD
            yield Mark(x + reach * cos(heading), y + reach * sin(heading), heading, number)


def lines_over_links(
    grid: Linked, numbers: list[int], doors: tuple[Door | None, Door | None]
) -> list[Stroke]:
    """Return the lines to draw for a path: through the middles of cells, up to each link.

    Args:
        grid: The grid.
        numbers: The cells of the path.
        doors: The openings through which it leaves at its two ends.
    """
    first, last = ([Vertex(door.x, door.y)] if door else [] for door in doors)
    lines = [first]
    for one, other in pairwise(numbers):
        lines[-1].append(Vertex(*grid.centre(one)))
        if grid.floor_of(one) != grid.floor_of(other):
            lines.append([])
        elif grid.is_apart(one, other):
            heading = grid.heading(one, other)
            x, y = cos(heading) / 2, sin(heading) / 2
            (left, top), (beyond_left, beyond_top) = grid.centre(one), grid.centre(other)
            lines[-1].append(Vertex(left + x, top + y))
            lines.append([Vertex(beyond_left - x, beyond_top - y)])
    lines[-1] += [Vertex(*grid.centre(numbers[-1])), *last]
    return [without_needless(line) for line in lines]


def lines_under_bridges(
    grid: Woven, numbers: list[int], doors: tuple[Door | None, Door | None]
) -> list[Stroke]:
    """Return the lines to draw for a path: through the middles of squares, and not under bridges.

    Args:
        grid: The grid.
        numbers: The cells of the path.
        doors: The openings through which it leaves at its two ends.
    """
    first, last = ([Vertex(door.x, door.y)] if door else [] for door in doors)
    lines = [first]

    def beside(number: int, other: int) -> Vertex:
        """Where a line from a square to the cell under the next one ends."""
        (x, y), heading = grid.centre(number), grid.heading(number, other)
        return Vertex(x + cos(heading) / 2, y + sin(heading) / 2)

    for one, other in pairwise(numbers):
        if grid.is_below(one):
            lines.append([beside(other, one)])
            continue
        lines[-1].append(Vertex(*grid.centre(one)))
        if grid.is_below(other):
            lines[-1].append(beside(one, other))
    if not grid.is_below(numbers[-1]):
        lines[-1] += [Vertex(*grid.centre(numbers[-1])), *last]
    return [without_needless(line) for line in lines]

"""Links and bridges in drawings: numbered stairs, marks at seams, interrupted paths.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, sin
from struct import Struct
from typing import NamedTuple

from labirinto import _core
from labirinto.drawing.meshes import Door, link, without_needless
from labirinto.drawing.strokes import Stroke, Strokes, Vertex
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import EXIT_BITS
from labirinto.grids.weave import Woven
from labirinto.path import Path

_FLOOR_DIGIT, _BESIDE_FLOOR = 0.5, 0.2
"""The height of the digits of the number of a floor, and how far they are from its corner."""

_BESIDE_ARROW = 0.75
"""How far digits are from the middle of an arrow to the right, in their height."""

_MARKS_AT_A_TIME = 1 << 12
_MARK = Struct("4dQ")
_BYTES_A_LINK = (8, 2 * _MARK.size)
"""In each field of ``Marks``."""


class Marks(NamedTuple):
    """An arrow in each of the two cells of links, and a number beside it that both have.

    Attributes:
        links: The numbers of the two cells of each link, in ascending order, as 32-bit integers.
        placed: The two marks of each, as the core has them.
    """

    links: bytes
    placed: bytes

    def arrows(self) -> Iterator[Strokes]:
        """Yield the outlines of the arrows, piece by piece."""
        return self._strokes(digits=False)

    def digits(self) -> Iterator[Strokes]:
        """Yield the numbers, piece by piece; each digit is a stroke."""
        return self._strokes(digits=True)

    def _strokes(self, *, digits: bool) -> Iterator[Strokes]:
        size = _MARKS_AT_A_TIME * _MARK.size
        for at in range(0, len(self.placed), size):
            yield Strokes(*_core.mark_strokes(self.placed[at : at + size], digits))


def floor_numbers(grid: Linked) -> Strokes:
    """Return the digits of the number of each floor, from 1: outside, at its upper left corner,
    where no opening is.
    """
    placed = bytearray()
    for floor in range(grid.floors):
        x, y = (at - 0.5 - _BESIDE_FLOOR for at in grid.centre(floor * grid.width * grid.height))
        x, y = x + _BESIDE_ARROW * _FLOOR_DIGIT, y - _FLOOR_DIGIT / 2
        placed += _MARK.pack(x, y, 0, _FLOOR_DIGIT, floor + 1)
    return Strokes(*_core.mark_strokes(bytes(placed), True))


def marks_of_links(grid: Linked, bits: bytes) -> Marks:
    """Return the marks of all stairs and seams through which passages of a maze lead.

    Stairs between two floors are numbered from 1; seams only where they join different rows.
    """
    return Marks(*grid.link_marks(bits))


def split_by(path: Path | None, marks: Marks) -> tuple[Marks, Marks]:
    """Return the marks of the links that a path does not take, and of those that it takes."""
    if not path:
        return marks, Marks(b"", b"")
    steps = {(min(step), max(step)) for step in pairwise(path.numbers)}
    numbers = memoryview(marks.links).cast("I")
    parts = [(bytearray(), bytearray()) for _ in range(2)]
    for k, pair in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        for part, whole, size in zip(parts[pair in steps], marks, _BYTES_A_LINK, strict=True):
            part += whole[k * size : (k + 1) * size]
    others, taken = (Marks(*map(bytes, part)) for part in parts)
    return others, taken


def walls_beyond(grid: Linked, bits: bytes) -> Iterator[Stroke]:
    """Yield the walls of the column that comes next where one goes over the right or left side.

    A sheet with them can be glued around a tube: the walls of the flap meet those below it.
    """
    passages, height, width = grid.exits(bits), grid.height, grid.width
    north, east, south, west = (EXIT_BITS[direction] for direction in (3, 0, 1, 2))
    for left, column, beyond in ((width, 0, east), (-1, width - 1, west)):
        for y in range(height):
            row = height - 1 - y if grid.twist else y
            exits = passages[row * width + column]
            above, below = (south, north) if grid.twist else (north, south)
            for top, bit in ((y, above), (y + 1, below)):
                if not exits & bit and (bit != below or y == height - 1):
                    yield [Vertex(left, top), Vertex(left + 1, top)]
            if not exits & beyond:
                x = left + 1 if left > 0 else left
                yield [Vertex(x, y), Vertex(x, y + 1)]


def lines_with_gaps(
    grid: Linked | Woven, numbers: list[int], doors: tuple[Door | None, Door | None]
) -> list[Stroke]:
    """Return the lines of a path, through the middles of cells: each link and bridge is a gap.

    Args:
        grid: The grid.
        numbers: The cells of the path.
        doors: The openings through which it leaves at its two ends.
    """
    first, last = ([Vertex(door.x, door.y)] if door else [] for door in doors)
    lines = [first]
    for one, other in pairwise(numbers):
        lines[-1] += _middle(grid, one)
        if gap := _gap(grid, one, other):
            lines[-1] += gap[0]
            lines.append(gap[1])
    lines[-1] += [*_middle(grid, numbers[-1]), *last]
    return [without_needless(line) for line in lines]


def lines_through(mesh: Mesh, wall: int, one: int, other: int) -> list[Stroke]:
    """Return the lines of a step from a cell, through a wall, to the one behind it."""
    if isinstance(mesh, Linked):
        return lines_with_gaps(mesh, [one, other], (None, None))
    return [link(mesh, wall, (one, other))]


def _middle(grid: Linked | Woven, number: int) -> Stroke:
    """The point in which a line passes a cell; none under a bridge."""
    is_hidden = isinstance(grid, Woven) and grid.is_below(number)
    return [] if is_hidden else [Vertex(*grid.centre(number))]


def _gap(grid: Linked | Woven, one: int, other: int) -> tuple[Stroke, Stroke] | None:
    """Return the parts of a line before and behind the gap of a step; None if it has no gap."""

    def side(number: int, beyond: int) -> Vertex:
        """The middle of the side of a square towards a neighbour."""
        (x, y), heading = grid.centre(number), grid.heading(number, beyond)
        return Vertex(x + cos(heading) / 2, y + sin(heading) / 2)

    if isinstance(grid, Woven):
        if grid.is_below(one):
            return [], [side(other, one)]
        return ([side(one, other)], []) if grid.is_below(other) else None
    if grid.floor_of(one) != grid.floor_of(other):
        return [], []
    return ([side(one, other)], [side(other, one)]) if grid.is_apart(one, other) else None

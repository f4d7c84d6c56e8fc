"""Links and bridges in drawings: numbered stairs, marks at seams, interrupted paths.

Lengths are in cells.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from math import cos, pi, sin
from typing import NamedTuple

from labirinto.drawing.meshes import Door, link, without_needless
from labirinto.drawing.strokes import Stroke, Vertex
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import EXIT_BITS
from labirinto.grids.weave import Woven
from labirinto.path import Path

_POINTS = {name: divmod(place, 2) for place, name in enumerate("abcdef")}
"""Row and column of each point of a digit: a b, c d and e f."""

_LINES = "abfea bf abdcef abdcdfe acdbf bacdfe baefdc abf cabfecd dcabfe"
_DIGITS = [[_POINTS[name] for name in line] for line in _LINES.split()]
"""From 0, each in one stroke."""

_DIGIT_WIDTH, _DIGIT_PITCH, _GAP = 0.5, 0.8, 0.3
"""How wide a digit is, how far the next one lies, and how far the arrow, in their height."""

_HEAD = 0.45
"""Half as large as the head of an arrow, in the height of digits."""

_ROWS = ((0.46, 0.0), (0.3, 0.42), (0.22, 0.29))
"""For one, two or three marks in a cell: the height of their digits, and how far apart they are."""

_AT_SEAM = 0.26
"""The height of digits at a seam, at most."""

_FLOOR_DIGIT, _BESIDE_FLOOR = 0.5, 0.2
"""The height of the digits of the number of a floor, and how far they are from its corner."""

_WIDEST = 0.72
"""The width of a mark as a share of its cell."""

_UP, _DOWN = -pi / 2, pi / 2


class Mark(NamedTuple):
    """An arrow in a cell, and a number beside it; the other end of the link has the same one.

    Attributes:
        link: The two cells that the link joins, in ascending order.
        x, y: The middle of the arrow.
        heading: The direction of the arrow.
        number: The number.
        height: How high the digits are.
    """

    link: tuple[int, int]
    x: float
    y: float
    heading: float
    number: int | None
    height: float

    def head(self) -> Stroke:
        """Return the outline of the arrow."""
        reach = self.height * _HEAD
        x, y = cos(self.heading) * reach, sin(self.heading) * reach
        corners = [(x, y), (-x - y, -y + x), (-x + y, -y - x)]
        return [Vertex(self.x + dx, self.y + dy) for dx, dy in (*corners, corners[0])]

    def digits(self) -> Iterator[Stroke]:
        """Yield the digits of the number, on the side of the arrow where the cell is."""
        text = "" if self.number is None else str(self.number)
        begin = self.x + self.height * (_HEAD + _GAP)
        if cos(self.heading) > 0.5:
            begin = self.x - self.height * (_width(len(text)) - _HEAD)
        return _digits(text, begin, self.y, self.height)


def _digits(text: str, begin: float, y: float, height: float) -> Iterator[Stroke]:
    """Yield the digits of a number that begins at a point, and whose middle is at a height."""
    for digit in text:
        yield [
            Vertex(begin + height * _DIGIT_WIDTH * column, y + height / 2 * (row - 1))
            for row, column in _DIGITS[int(digit)]
        ]
        begin += height * _DIGIT_PITCH


def floor_numbers(grid: Linked) -> Iterator[Stroke]:
    """Yield the digits of the number of each floor, from 1: outside, at its upper left corner,
    where no opening is.
    """
    for floor in range(grid.floors):
        text = str(floor + 1)
        x, y = (at - 0.5 - _BESIDE_FLOOR for at in grid.centre(floor * grid.width * grid.height))
        wide = _FLOOR_DIGIT * (_DIGIT_PITCH * (len(text) - 1) + _DIGIT_WIDTH)
        yield from _digits(text, x - wide, y - _FLOOR_DIGIT / 2, _FLOOR_DIGIT)


def _width(digits: int) -> float:
    """How wide an arrow and a number of so many digits are, in their height."""
    return 2 * _HEAD + _GAP + _DIGIT_PITCH * (digits - 1) + _DIGIT_WIDTH


def marks_of_links(grid: Linked, bits: bytes) -> Iterator[Mark]:
    """Yield the marks of all stairs and seams through which passages of a maze lead.

    Stairs between two floors are numbered from 1; seams only where they join different rows.
    """
    stairs, seams = list(grid.stairs(bits)), list(grid.seams(bits))
    rows = defaultdict[int, list[int]](list)  # the marks of a cell: up, at a seam, down
    for place, cells in enumerate(zip(*stairs, strict=True)):
        for cell in cells:
            rows[cell].append(2 * place)
    for cell in chain.from_iterable(seams) if grid.twist else ():
        rows[cell].append(1)

    def row(cell: int, place: int) -> tuple[float, float]:
        """How high the digits of a mark are, and how far it is below the middle of its cell."""
        among = sorted(rows[cell])
        height, pitch = _ROWS[len(among) - 1]
        return height, pitch * (among.index(place) - (len(among) - 1) / 2)

    totals = Counter(grid.floor_of(below) for below, _ in stairs)
    longest = len(str(max(totals.values(), default=0)))
    counts = Counter[int]()
    for pair in stairs:
        floor = grid.floor_of(pair[0])
        counts[floor] += 1
        for cell, heading, place in zip(pair, (_UP, _DOWN), (0, 2), strict=True):
            x, y = grid.centre(cell)
            height, below = row(cell, place)
            height = min(height, _WIDEST / _width(longest))
            x += height * (_HEAD - _width(len(str(counts[floor]))) / 2)
            yield Mark(pair, x, y + below, heading, counts[floor], height)
    for one, other in seams:
        left = min((one, other), key=lambda cell: cell % grid.width)
        number = left // grid.width % grid.height + 1 if grid.twist else None
        for here, there in ((one, other), (other, one)):
            x, y = grid.centre(here)
            heading = grid.heading(here, there)
            height, below = row(here, 1) if grid.twist else (_AT_SEAM, 0.0)
            x, y = x + 0.46 * cos(heading), y + 0.46 * sin(heading) + below
            yield Mark((one, other), x, y, heading, number, min(height, _AT_SEAM))


def taken_by(path: Path | None, marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks of the links that a path takes."""
    steps = {(min(step), max(step)) for step in pairwise(path.numbers)} if path else ()
    return [mark for mark in marks if mark.link in steps]


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

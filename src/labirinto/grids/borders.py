"""Borders of meshes: the sides between the grid and what is around it, and the openings there."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, hypot, pi
from typing import NamedTuple

from labirinto.grids.grid import Point

_LITTLE = 1e-9
_STRAIGHT = pi / 6
_WIDEST_OPENING = 1.0


class Side(NamedTuple):
    """A straight line, or an arc around the centre of the grid, less than half a circle.

    Attributes:
        x0, y0: Where it begins.
        x1, y1: Where it ends.
        radius: The radius of the arc, negative if it goes counterclockwise; 0 for a line.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    radius: float

    @property
    def heading(self) -> float:
        """The angle of the straight line between its ends, clockwise from the right."""
        return atan2(self.y1 - self.y0, self.x1 - self.x0)

    @property
    def length(self) -> float:
        """The length of the straight line between its ends."""
        return hypot(self.x1 - self.x0, self.y1 - self.y0)


Border = Sequence[tuple[int, Side]]
"""The sides on a border, and the number of the cell beside each."""


def outer_sides(border: Border) -> list[int]:
    """The numbers of the sides beside the space around the grid, clockwise; holes have the others.

    Each line of the border is followed with the grid on its right, and where several lines meet in
    a point, with the same part of the outside on its left.  The lines around holes run
    counterclockwise.
    """
    beginning: dict[Point, list[int]] = {}
    for number, (_, side) in enumerate(border):
        beginning.setdefault((side.x0, side.y0), []).append(number)

    def next_of(number: int) -> int:
        side = border[number][1]
        back = side.heading + pi
        return min(
            beginning[side.x1, side.y1],
            key=lambda other: (border[other][1].heading - back - _LITTLE) % (2 * pi),
        )

    seen: set[int] = set()
    outer: list[int] = []
    for start in range(len(border)):
        line: list[int] = []
        number = start
        while number not in seen:
            seen.add(number)
            line.append(number)
            number = next_of(number)
        sides = [border[k][1] for k in line]
        if sum(side.x0 * side.y1 - side.x1 * side.y0 for side in sides) > 0:
            outer += line
    return outer


def opening_beside(border: Border, line: Sequence[int], cell: int) -> list[int]:
    """The sides of a cell that an opening leaves out, of those on the outer line of a border.

    They follow each other, nearly in a straight line, about as long as a passage is wide: the ones
    that face outwards most.  There are none beside a cell that is not on that line.
    """
    around = [border[number][1] for number in line]
    sides = {at: around[at] for at, number in enumerate(line) if border[number][0] == cell}
    if not sides:
        return []
    xs, ys = [side.x0 for side in around], [side.y0 for side in around]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def faces_out(at: int) -> float:
        side = sides[at]
        away = (side.x0 + side.x1) / 2 - x, (side.y0 + side.y1) / 2 - y
        outwards = side.y1 - side.y0, side.x0 - side.x1
        size = side.length * hypot(*away)
        cosine = (away[0] * outwards[0] + away[1] * outwards[1]) / size if size else 0.0
        return round(cosine, 9)

    first = last = max(sides, key=faces_out)
    heading = sides[first].heading
    length = sides[first].length

    def goes_on(at: int) -> bool:
        if at not in sides or length + sides[at].length > _WIDEST_OPENING:
            return False
        return abs((sides[at].heading - heading + pi) % (2 * pi) - pi) < _STRAIGHT

    while goes_on(last + 1) or goes_on(first - 1):
        if goes_on(last + 1):
            last += 1
            length += sides[last].length
        if goes_on(first - 1):
            first -= 1
            length += sides[first].length
    return list(line[first : last + 1])

"""Lines with a width, as the areas that they paint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin
from typing import NamedTuple

from labirinto.grids.outlines import Point, Rings
from labirinto.grids.svg_paths import STEPS_A_TURN, Line

_NEARLY_STRAIGHT = cos(pi / 12)
"""Between the parts of a curve there is no join, and a mitre covers the gap."""


class Pen(NamedTuple):
    """What a line is drawn with.

    Attributes:
        radius: Half its width.
        cap: How lines end: ``butt``, ``round`` or ``square``.
        join: What their corners are: ``miter``, ``round`` or ``bevel``.
        limit: How many times as long as the line is wide a mitre may be.
    """

    radius: float
    cap: str
    join: str
    limit: float


def stroked(lines: Iterable[Line], pen: Pen) -> Rings:
    """The areas that lines with a width paint together, all in the same direction."""
    return [
        ring if _area(ring) > 0 else ring[::-1]
        for line in lines
        for ring in _parts(line, pen)
        if _area(ring)
    ]


def _area(ring: list[Point]) -> float:
    x0, y0 = ring[0]  # near which the numbers are small
    return sum(
        (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])
    )


def _parts(line: Line, pen: Pen) -> Iterator[list[Point]]:
    points = [line.points[0]] if line.points else []
    points += [point for before, point in pairwise(line.points) if point != before]
    if line.is_closed and len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if len(points) < 2:
        for x, y in points:
            if pen.cap == "square":
                yield [(x + pen.radius * dx, y + pen.radius * dy) for dx, dy in _SQUARE]
            elif pen.cap == "round":
                yield _arc((x, y), pen.radius, 0, 2 * pi)
        return
    closed = [*points, points[0]] if line.is_closed else points
    ways = []
    for (x0, y0), (x1, y1) in pairwise(closed):
        distance = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / distance, (y1 - y0) / distance
        ways.append((dx, dy))
        begin = end = 0.0
        if pen.cap == "square" and not line.is_closed:
            begin = pen.radius * (len(ways) == 1)
            end = pen.radius * (len(ways) == len(closed) - 1)
        yield _band(
            (x0 - dx * begin, y0 - dy * begin), (x1 + dx * end, y1 + dy * end), (dx, dy), pen
        )
    if line.is_closed:
        ways.append(ways[0])
    elif pen.cap == "round":
        for point in (points[0], points[-1]):
            yield _arc(point, pen.radius, 0, 2 * pi)
    for corner, (before, after) in zip(closed[1:], pairwise(ways), strict=False):
        yield _join(corner, before, after, pen)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _band(begin: Point, end: Point, way: Point, pen: Pen) -> list[Point]:
    across, down = -way[1] * pen.radius, way[0] * pen.radius
    (x0, y0), (x1, y1) = begin, end
    return [
        (x0 - across, y0 - down),
        (x1 - across, y1 - down),
        (x1 + across, y1 + down),
        (x0 + across, y0 + down),
    ]


def _join(corner: Point, before: Point, after: Point, pen: Pen) -> list[Point]:
    """What fills the gap at a corner."""
    x, y = corner
    (dx0, dy0), (dx1, dy1) = before, after
    turn, cosine = dx0 * dy1 - dy0 * dx1, dx0 * dx1 + dy0 * dy1
    side = -pen.radius if turn > 0 else pen.radius  # the gap is on the outer side
    first, last = (-dy0 * side, dx0 * side), (-dy1 * side, dx1 * side)
    begin, end = (x + first[0], y + first[1]), (x + last[0], y + last[1])
    if pen.join == "round" and cosine < _NEARLY_STRAIGHT:
        angle = atan2(abs(turn), cosine) * (1 if turn > 0 else -1)
        return [corner, *_arc(corner, pen.radius, atan2(first[1], first[0]), angle), end]
    # The mitre is 1 / cos(half the turn) as long as the line is wide.
    if (
        pen.join == "miter" and pen.limit * pen.limit * (1 + cosine) >= 2
    ) or cosine > _NEARLY_STRAIGHT:
        reach = 1 / (1 + cosine)
        tip = x + (first[0] + last[0]) * reach, y + (first[1] + last[1]) * reach
        return [corner, begin, tip, end]
    return [corner, begin, end]


def _arc(centre: Point, radius: float, first: float, turn: float) -> list[Point]:
    x, y = centre
    steps = max(1, ceil(abs(turn) / (2 * pi) * STEPS_A_TURN / 4))
    angles = [first + turn * k / steps for k in range(steps)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]

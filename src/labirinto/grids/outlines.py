"""Outlines to masks: closed curves, fitted into a rectangle and filled.

Only additions, multiplications, divisions and comparisons of floating-point numbers decide about a
cell, which give the same result on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import ceil

from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import plane_bytes

Point = tuple[float, float]
Rings = list[list[Point]]
"""A polygon: its outline, then the holes in it."""

Contour = Sequence[Point]
"""The corners of a closed line, y going down."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_STEPS = 24
"""The straight lines that stand for a curve."""


def curve(*points: Point, steps: int = _STEPS) -> Iterator[Point]:
    """Yield points of a Bézier curve of any degree, without the first."""
    for step in range(1, steps + 1):
        share = step / steps
        left = list(points)
        while len(left) > 1:
            left = [
                (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
                for (x0, y0), (x1, y1) in pairwise(left)
            ]
        yield left[0]


def contours_of(path: str) -> list[Contour]:
    """Return the contours of a path as SVG writes them, with M, L, C and Z in absolute numbers."""
    contours: list[list[Point]] = []
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        numbers = [float(number) for number in text.replace(",", " ").split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            contours.append([points[0]])
            points = points[1:]
        if command == "C":
            for at in range(0, len(points), 3):
                contours[-1] += curve(contours[-1][-1], *points[at : at + 3])
        else:
            contours[-1] += points
    return list(contours)


def box_of(points: Iterable[Point]) -> Box:
    """The smallest rectangle around some points: left, top, right and bottom."""
    points = list(points)
    xs, ys = ([point[side] for point in points] for side in (0, 1))
    return min(xs), min(ys), max(xs), max(ys)


def size_of(contours: Iterable[Contour]) -> tuple[float, float]:
    """The width and the height of some contours."""
    left, top, right, bottom = box_of(chain.from_iterable(contours))
    return right - left, bottom - top


def fitted(
    contours: Iterable[Contour], width: float, height: float, *, stretch: bool
) -> list[Contour]:
    """Return the contours as large as a rectangle allows, in its middle.

    Args:
        contours: The contours, of any size.
        width, height: The sides of the rectangle.
        stretch: Whether they fill it in both directions, instead of keeping their proportions.
    """
    contours = [contour for contour in contours if len(contour) > 2]
    if not contours:
        return []
    left, top, right, bottom = box_of(chain.from_iterable(contours))
    across, down = right - left, bottom - top
    if not (across > 0 and down > 0):
        return []
    scale_x, scale_y = width / across, height / down
    if not stretch:
        scale_x = scale_y = min(scale_x, scale_y)
    from_x, from_y = (width - across * scale_x) / 2, (height - down * scale_y) / 2
    return [
        [(from_x + (x - left) * scale_x, from_y + (y - top) * scale_y) for x, y in contour]
        for contour in contours
    ]


def filled(contours: Iterable[Contour], width: int, height: int) -> bytes:
    """Return the mask of the cells whose centre lies inside.

    Inside is what the contours wind round, in whichever direction: contours may overlap, and a hole
    is a contour that winds the other way.
    """
    return all_filled([(contours, False)], width, height)


def all_filled(shapes: Iterable[tuple[Iterable[Contour], bool]], width: int, height: int) -> bytes:
    """Return the mask of the cells whose centre lies inside any of some shapes.

    Args:
        shapes: Their contours, and whether inside is what these wind round an odd number of times,
            and not all that they wind round.
        width, height: The sides of the mask.
    """
    lines = [0] * height
    for contours, is_even_odd in shapes:
        crossings: dict[int, list[tuple[float, int]]] = {}
        for contour in contours:
            for (x0, y0), (x1, y1) in pairwise([*contour, contour[0]]):
                winding = 1 if y0 < y1 else -1
                if y0 > y1:
                    x0, y0, x1, y1 = x1, y1, x0, y0
                for y in range(max(0, ceil(y0 - 0.5)), min(height, ceil(y1 - 0.5))):
                    x = x0 + (x1 - x0) * ((y + 0.5 - y0) / (y1 - y0))
                    crossings.setdefault(y, []).append((x, winding))
        for y, row in crossings.items():
            row.sort()
            winding = 0
            for (start, turn), (end, _) in pairwise(row):
                winding += turn
                first, last = (min(max(ceil(x - 0.5), 0), width) for x in (start, end))
                if (winding % 2 if is_even_odd else winding) and first < last:
                    lines[y] |= (1 << last) - (1 << first)
    return b"".join(line.to_bytes(plane_bytes(width), "little") for line in lines)


def check_not_empty(mask: bytes, what: str, width: int, height: int) -> bytes:
    """Return the mask.

    Raises:
        InvalidValueError: If it has no cell.
    """
    if mask.count(0) == len(mask):
        raise InvalidValueError(f"{what} leaves no cell of {width}x{height}; give a larger size.")
    return mask

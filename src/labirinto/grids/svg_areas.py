"""Areas in SVG drawings: paths, polygons, rectangles, circles and ellipses, as rings of corners."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, isfinite, pi, sin
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, shown
from labirinto.grids.outlines import Box, Point, Rings, box_of
from labirinto.grids.svg_paths import (
    STEPS_A_TURN,
    Affine,
    PathReader,
    number_of,
    points_in,
    transformation,
)
from labirinto.grids.svg_styles import (
    Styles,
    is_opaque,
    is_painted,
    nothing_seen,
    root_of,
    unreadable_style,
)
from labirinto.grids.svg_values import named, svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_RINGS = 1000
"""In one path; each may lie inside any other."""

_INHERITED = (
    "visibility",
    "fill",
    "fill-opacity",
    "fill-rule",
    "color",
    "stroke",
    "stroke-opacity",
)
_CUTTING = ("clip-path", "mask")
_NOT_DRAWN = ("defs", "clipPath", "mask", "symbol", "pattern", "marker")
_REFUSED = {
    "svg": "an <svg> inside its <svg>; put the shapes in it into a <g>",
    "use": "a <use>; draw its copies as shapes",
}


def areas_of(data: bytes) -> list[Rings]:
    """Return the rings of every area of a drawing: its outline, then the holes in it.

    A path with several outlines is several areas, but for outlines inside another, which are holes
    where nothing is painted.  A closed outline that is only drawn as a line is an area; other lines
    are not, nor are texts and pictures.  Curves become lines, of which each has the same corners
    from either end.

    Raises:
        InvalidValueError: If it has no area.
        FileFormatError: If it is not SVG, a part of it cannot be read, or an area is cut off.
        MissingExtraError: If it has a style sheet, and cssselect2 is not installed.
    """
    root = root_of(data)
    areas = [area for rings, is_even_odd in _shapes(root) for area in _areas(rings, is_even_odd)]
    if not areas:
        raise nothing_seen()
    return areas


def _shapes(root: Element) -> Iterator[tuple[Rings, bool]]:
    """Yield the rings of every shape that can be seen, and whether its fill-rule is evenodd."""
    styles = Styles(root)
    nothing: dict[str, str] = {}
    waiting = [(root, Affine(), nothing)]
    while waiting:
        element, outer, look = waiting.pop()
        name = svg_name(element)
        if not name or name in _NOT_DRAWN:
            continue
        own = styles.of(element)
        if own.get("display") == "none" or not is_opaque(own.get("opacity", "1")):
            continue
        if name in _REFUSED and element is not root:
            raise FileFormatError(f"The drawing has {_REFUSED[name]}.")
        for cutting in _CUTTING:
            if own.get(cutting, "none").lower() != "none":
                raise FileFormatError(
                    f"A {named(element)} of the drawing is clipped by its {cutting}; clip it in "
                    "the drawing program, so that its outline is that of the area."
                )
        if "transform" in element.attrib and own.get("transform-origin", "0 0") != "0 0":
            raise unreadable_style(f"transform-origin:{own['transform-origin']}")
        placed = outer.after(transformation(element.get("transform", "")))
        changed = {key: own[key] for key in _INHERITED if own.get(key, "inherit") != "inherit"}
        look = {**look, **changed}
        read = _READERS.get(name)
        if read and look.get("visibility") not in ("hidden", "collapse"):
            is_filled = is_painted("fill", look)
            rings = [
                [placed.of(point) for point in ring]
                for ring in read(element)
                if is_filled or (is_painted("stroke", look) and _is_closed(ring, name))
            ]
            if not all(isfinite(number) for ring in rings for point in ring for number in point):
                raise FileFormatError("The drawing has a corner that is not a finite number.")
            is_even_odd = not is_filled or look.get("fill-rule") == "evenodd"
            yield [ring for ring in rings if len(set(ring)) > 2], is_even_odd
        waiting += [(child, placed, look) for child in reversed(element)]


def _is_closed(ring: list[Point], name: str) -> bool:
    return name not in ("path", "polyline") or (len(ring) > 2 and ring[0] == ring[-1])


def _length(element: Element, name: str) -> float:
    match = re.fullmatch(r"\s*([-+.\deE]+)(?:px)?\s*", element.get(name, "0"))
    try:
        return number_of(match[1] if match else "")
    except ValueError:
        raise FileFormatError(
            f"The {name} {shown(element.get(name))} of a {named(element)} in the drawing is not a "
            "number; give one in pixels."
        ) from None


def _radii(element: Element) -> tuple[float, float]:
    """``rx`` and ``ry``, of which one that is missing is as large as the other."""
    given = [_length(element, it) if element.get(it, "auto") != "auto" else None for it in _RADII]
    across, down = given
    across, down = across if across is not None else down, down if down is not None else across
    return max(across or 0, 0), max(down or 0, 0)


_RADII = ("rx", "ry")


def _polygon(element: Element) -> list[list[Point]]:
    return [points_in(element.get("points", ""))]


def _rectangle(element: Element) -> list[list[Point]]:
    x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return []
    across, down = _radii(element)
    across, down = min(across, width / 2), min(down, height / 2)
    quarter = STEPS_A_TURN // 4 if across and down else 0
    corners = (
        (x + width - across, y + height - down),
        (x + across, y + height - down),
        (x + across, y + down),
        (x + width - across, y + down),
    )
    if not quarter:
        return [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]]
    return [
        [
            point
            for k, centre in enumerate(corners)
            for point in _around(centre, across, down, k * quarter, quarter + 1)
        ]
    ]


def _around(
    centre: Point, across: float, down: float, first: int = 0, steps: int = STEPS_A_TURN
) -> list[Point]:
    """Points of an ellipse, from one of ``STEPS_A_TURN`` on."""
    angles = [2 * pi * k / STEPS_A_TURN for k in range(first, first + steps)]
    return [(centre[0] + across * cos(angle), centre[1] + down * sin(angle)) for angle in angles]


def _ellipse(element: Element) -> list[list[Point]]:
    centre = _length(element, "cx"), _length(element, "cy")
    is_circle = svg_name(element) == "circle"
    across, down = [_length(element, "r")] * 2 if is_circle else _radii(element)
    return [_around(centre, across, down)] if across > 0 and down > 0 else []


_READERS: dict[str, Callable[[Element], list[list[Point]]]] = {
    "path": lambda element: PathReader(element.get("d", "")).rings,
    "polygon": _polygon,
    "polyline": _polygon,
    "rect": _rectangle,
    "circle": _ellipse,
    "ellipse": _ellipse,
}


def _areas(rings: Rings, is_even_odd: bool) -> Iterator[Rings]:
    """Yield the areas of a path: a ring inside another is a hole in it if its inside is empty."""
    if len(rings) > _MOST_RINGS:
        raise FileFormatError(f"A path of the drawing has more than {_MOST_RINGS} outlines.")
    boxes = [box_of(ring) for ring in rings]
    around = [
        {
            k
            for k, other in enumerate(rings)
            if k != at and _is_within(boxes[at], boxes[k]) and _is_inside(ring, other)
        }
        for at, ring in enumerate(rings)
    ]
    turns = [1 if is_even_odd or _turns_right(ring) else -1 for ring in rings]
    outside = [sum(turns[k] for k in some) for some in around]
    painted = [
        [bool(winding % 2 if is_even_odd else winding) for winding in (before, before + turns[k])]
        for k, before in enumerate(outside)
    ]
    edges = {k for k, (before, after) in enumerate(painted) if before != after}
    depths = [len(some & edges) for some in around]
    for k in sorted(edges):
        if painted[k][1]:
            holes = (at for at in sorted(edges) if k in around[at] and depths[at] == depths[k] + 1)
            yield [rings[k], *(rings[at] for at in holes)]


def _turns_right(ring: list[Point]) -> bool:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]])) > 0


def _is_within(one: Box, other: Box) -> bool:
    return all(a >= b for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b for a, b in zip(one[2:], other[2:], strict=True)
    )


def _is_inside(ring: list[Point], other: list[Point]) -> bool:
    """Whether a ring lies inside another that it does not cross."""
    # The middle of a side: corners may lie on the other ring.
    (x0, y0), (x1, y1) = ring[0], next(point for point in ring if point != ring[0])
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*other, other[0]]):
        if (ay > y) != (by > y):
            crossings += ax + (bx - ax) * ((y - ay) / (by - ay)) > x
    return crossings % 2 == 1

"""Areas in SVG drawings: paths, polygons, rectangles, circles and ellipses, as rings of corners."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from math import cos, isfinite, pi, sin
from typing import TYPE_CHECKING

from labirinto._internal.xml import declarations
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.outlines import Point, Rings, all_filled, box_of, fitted
from labirinto.grids.svg_paths import (
    STEPS_A_TURN,
    Affine,
    number_of,
    numbers_in,
    rings_of_path,
    transformation,
)
from labirinto.grids.svg_styles import HIDING, Styles, svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_RINGS = 1000
"""In one path; each may lie inside any other."""

_RULE = "fill-rule"
_NOT_DRAWN = ("defs", "clipPath", "mask", "symbol", "pattern", "marker")
_REFUSED = {
    "svg": "an <svg> inside its <svg>; put the shapes in it into a <g>",
    "use": "a <use>; draw its copies as shapes",
}


def areas_of(data: bytes) -> list[Rings]:
    """Return the rings of every area of a drawing: its outline, then the holes in it.

    A path with several outlines is several areas, but for outlines inside another, which are holes.
    Curves become lines, of which each has the same corners from either end.

    Raises:
        InvalidValueError: If it has no area.
        FileFormatError: If it is not SVG, or a part of it cannot be read.
    """
    areas = [area for rings, _ in _shapes(data, HIDING) for area in _areas(rings)]
    if not areas:
        raise _no_areas()
    return areas


def cells_covered(data: bytes, width: int, height: int, stretch: bool) -> bytes:
    """Return the mask of the cells whose centre a shape of a drawing covers, by its fill-rule.

    Args:
        data: The drawing.
        width, height: The sides of the mask, in the middle of which it is fitted.
        stretch: Whether it fills the mask, instead of keeping its proportions.

    Raises:
        InvalidValueError, FileFormatError: As ``areas_of``.
    """
    shapes = [shape for shape in _shapes(data, (*HIDING, _RULE)) if shape[0]]
    if not shapes:
        raise _no_areas()
    rings = (ring for rings, _ in shapes for ring in rings)
    placed = iter(fitted(rings, width, height, stretch=stretch))
    return all_filled(
        ((list(islice(placed, len(rings))), rule == "evenodd") for rings, rule in shapes),
        width,
        height,
    )


def _no_areas() -> InvalidValueError:
    return InvalidValueError(
        "The drawing has no closed paths; draw at least one shape, and turn text into paths."
    )


def _shapes(data: bytes, properties: tuple[str, ...]) -> Iterator[tuple[Rings, str]]:
    """Yield the rings of every shape that is not hidden, and its fill-rule."""
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        text = data.decode("utf-8-sig")
        declared = declarations(text)
        if "<!ENTITY" in declared:
            raise FileFormatError("It declares entities, which a drawing of areas does not need.")
        if "<?xml-stylesheet" in declared:
            raise FileFormatError(
                "The drawing has its style sheet in another file; put it into a <style> of the "
                "drawing."
            )
        root = fromstring(text)
    except FileFormatError:
        raise
    except (ParseError, ValueError, RecursionError) as error:
        raise FileFormatError(f"It is not SVG ({error}).") from None
    if svg_name(root) != "svg":
        raise FileFormatError(f"It is not SVG: its root is {shown(root.tag)}.")
    styles = Styles(root, properties)
    waiting = [(root, Affine(), "visible", "nonzero")]
    while waiting:
        element, outer, visibility, rule = waiting.pop()
        name = svg_name(element)
        if not name or name in _NOT_DRAWN or styles.is_gone(element):
            continue
        if name in _REFUSED and element is not root:
            raise FileFormatError(f"The drawing has {_REFUSED[name]}.")
        placed = outer.after(transformation(element.get("transform", "")))
        visibility = styles.inherited(element, "visibility", visibility)
        rule = styles.inherited(element, _RULE, rule)
        read = _READERS.get(name)
        if read and visibility not in ("hidden", "collapse"):
            rings = [[placed.of(point) for point in ring] for ring in read(element)]
            if not all(isfinite(number) for ring in rings for point in ring for number in point):
                raise FileFormatError("The drawing has a corner that is not a finite number.")
            yield [ring for ring in rings if len(set(ring)) > 2], rule
        waiting += [(child, placed, visibility, rule) for child in reversed(element)]


def _length(element: Element, name: str) -> float:
    match = re.fullmatch(r"\s*([-+.\deE]+)(?:px)?\s*", element.get(name, "0"))
    try:
        return number_of(match[1] if match else "")
    except ValueError:
        raise FileFormatError(
            f"The {name} {shown(element.get(name))} of a shape in the drawing is not a number."
        ) from None


def _polygon(element: Element) -> list[list[Point]]:
    numbers = numbers_in(element.get("points", ""))
    return [list(zip(numbers[::2], numbers[1::2], strict=False))]


def _rectangle(element: Element) -> list[list[Point]]:
    x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
    return [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]]


def _ellipse(element: Element) -> list[list[Point]]:
    x, y = _length(element, "cx"), _length(element, "cy")
    names = ("r", "r") if svg_name(element) == "circle" else ("rx", "ry")
    across, down = (_length(element, name) for name in names)
    angles = [2 * pi * k / STEPS_A_TURN for k in range(STEPS_A_TURN)]
    return [[(x + across * cos(angle), y + down * sin(angle)) for angle in angles]]


def _path(element: Element) -> list[list[Point]]:
    return rings_of_path(element.get("d", ""))


_READERS: dict[str, Callable[[Element], list[list[Point]]]] = {
    "path": _path,
    "polygon": _polygon,
    "rect": _rectangle,
    "circle": _ellipse,
    "ellipse": _ellipse,
}


def _areas(rings: Rings) -> Iterator[Rings]:
    """Yield the areas of a path: an outline inside another is a hole in it."""
    if len(rings) > _MOST_RINGS:
        raise FileFormatError(f"A path of the drawing has more than {_MOST_RINGS} outlines.")
    boxes = [box_of(ring) for ring in rings]
    around = [
        [
            k
            for k, other in enumerate(rings)
            if k != at and _is_within(boxes[at], boxes[k]) and _is_inside(ring, other)
        ]
        for at, ring in enumerate(rings)
    ]
    for k, ring in enumerate(rings):
        if len(around[k]) % 2 == 0:
            holes = [
                hole
                for at, hole in enumerate(rings)
                if k in around[at] and len(around[at]) == len(around[k]) + 1
            ]
            yield [ring, *holes]


_Box = tuple[float, float, float, float]


def _is_within(one: _Box, other: _Box) -> bool:
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

"""Shapes in SVG drawings as lines: rectangles, circles, ellipses, polygons and paths."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, shown
from labirinto.grids.outlines import Point
from labirinto.grids.svg_paths import STEPS_A_TURN, Line, lines_of_path, number_of, numbers_in
from labirinto.grids.svg_styles import svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Size = tuple[float, float] | None
"""The width and the height of which percentages are parts; None if the drawing has none."""

_UNITS = {
    "": 1,
    "px": 1,
    "pt": 96 / 72,
    "pc": 16,
    "in": 96,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
}
_LENGTH = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-zA-Z]*|%)")
_ACROSS = ("x", "cx", "rx", "width")
_DOWN = ("y", "cy", "ry", "height")


def named(element: Element) -> str:
    """An element as messages name it."""
    name = element.get("id")
    return f"<{svg_name(element)}>" + (f" {shown(name)}" if name else "")


def length(text: str, name: str, element: Element, size: Size) -> float:
    """A length in units of the drawing.

    Args:
        text: The length, with a unit or in per cent.
        name: The attribute or property that it is.
        element: Where it is found.
        size: Of what is around the element.

    Raises:
        FileFormatError: If it cannot be read, or is relative to a font or to an unknown size.
    """
    match = _LENGTH.fullmatch(text.strip())
    unit = match[2].lower() if match else "?"
    if match and unit in _UNITS:
        return number_of(match[1]) * _UNITS[unit]
    problem, remedy = "is not a number", "give a number, or one with a unit such as mm"
    if match and unit == "%":
        if size:
            across, down = size
            diagonal = hypot(across, down) / sqrt(2)
            whole = across if name in _ACROSS else down if name in _DOWN else diagonal
            return number_of(match[1]) * whole / 100
        problem, remedy = "is a part of an unknown size", "give the <svg> a viewBox"
    elif match:
        problem = f"has a unit, {unit}, which cannot be read here"
    raise FileFormatError(
        f"The {name} {shown(text)} of a {named(element)} in the drawing {problem}; {remedy}."
    )


def lines_of(element: Element, size: Size) -> list[Line] | None:
    """The lines of a shape; None if the element is not a shape.

    Raises:
        FileFormatError: If they cannot be read.
    """
    read = _READERS.get(svg_name(element))
    return read(element, size) if read else None


def _length(element: Element, name: str, size: Size) -> float:
    return length(element.get(name, "0"), name, element, size)


def _extent(element: Element, name: str, size: Size) -> float | None:
    """A length that is not negative; None if it follows from another one."""
    text = element.get(name, "auto")
    if text.strip().lower() == "auto":
        return None
    value = length(text, name, element, size)
    if value < 0:
        raise FileFormatError(
            f"The {name} {shown(text)} of a {named(element)} in the drawing is below 0; give one "
            "of 0 or more."
        )
    return value


def _radii(element: Element, size: Size) -> tuple[float, float]:
    """``rx`` and ``ry``, of which one that is missing is as large as the other."""
    across, down = (_extent(element, name, size) for name in ("rx", "ry"))
    return (across if across is not None else down or 0), (
        down if down is not None else across or 0
    )


def _around(x: float, y: float, across: float, down: float, first: int, steps: int) -> list[Point]:
    """Points of an ellipse, from one of ``STEPS_A_TURN`` on."""
    angles = [2 * pi * k / STEPS_A_TURN for k in range(first, first + steps)]
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


def _points(element: Element) -> list[Point]:
    numbers = numbers_in(element.get("points", ""))
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _polygon(element: Element, _: Size) -> list[Line]:
    return [Line(_points(element), is_closed=True)]


def _polyline(element: Element, _: Size) -> list[Line]:
    return [Line(_points(element), is_closed=False)]


def _line(element: Element, size: Size) -> list[Line]:
    x1, y1, x2, y2 = (
        length(element.get(name, "0"), name[0], element, size) for name in ("x1", "y1", "x2", "y2")
    )
    return [Line([(x1, y1), (x2, y2)], is_closed=False)]


def _rectangle(element: Element, size: Size) -> list[Line]:
    x, y = (_length(element, name, size) for name in ("x", "y"))
    width, height = (_extent(element, name, size) or 0 for name in ("width", "height"))
    if not (width and height):
        return []
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    across, down = _radii(element, size)
    across, down = min(across, width / 2), min(down, height / 2)
    if across and down:
        quarter = STEPS_A_TURN // 4
        centres = [
            (px + (across if px == x else -across), py + (down if py == y else -down))
            for px, py in corners
        ]
        corners = [
            point
            for k, (cx, cy) in enumerate(centres)
            for point in _around(cx, cy, across, down, (k + 2) * quarter, quarter + 1)
        ]
    return [Line(corners, is_closed=True)]


def _circle(element: Element, size: Size) -> list[Line]:
    radius = _extent(element, "r", size) or 0
    return _whole(element, size, radius, radius)


def _ellipse(element: Element, size: Size) -> list[Line]:
    return _whole(element, size, *_radii(element, size))


def _whole(element: Element, size: Size, across: float, down: float) -> list[Line]:
    if not (across and down):
        return []
    x, y = _length(element, "cx", size), _length(element, "cy", size)
    return [Line(_around(x, y, across, down, 0, STEPS_A_TURN), is_closed=True)]


def _path(element: Element, _: Size) -> list[Line]:
    return lines_of_path(element.get("d", ""))


_READERS: dict[str, Callable[[Element, Size], list[Line]]] = {
    "path": _path,
    "polygon": _polygon,
    "polyline": _polyline,
    "line": _line,
    "rect": _rectangle,
    "circle": _circle,
    "ellipse": _ellipse,
}

"""Areas in SVG drawings: paths, polygons, rectangles, circles and ellipses, as rings of corners."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from math import atan2, cos, hypot, isfinite, pi, sin, sqrt, tan
from typing import TYPE_CHECKING, NamedTuple

from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.outlines import Point, Rings, all_filled, curve, fitted
from labirinto.grids.svg_styles import HIDING, Styles, svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_RINGS = 1000
"""In one path; each may lie inside any other."""

_LARGEST = 1e30
"""The largest number: squares of it do not overflow."""

_RULE = "fill-rule"
_NOT_DRAWN = ("defs", "clipPath", "mask", "symbol", "pattern", "marker")
_REFUSED = {
    "svg": "an <svg> inside its <svg>; put the shapes in it into a <g>",
    "use": "a <use>; draw its copies as shapes",
}
_STEPS_A_TURN = 96


class _Affine(NamedTuple):
    """A transformation, by the six numbers of ``matrix`` in SVG."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def of(self, point: Point) -> Point:
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, other: _Affine) -> _Affine:
        """The transformation that does the other one first."""
        return _Affine(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            *self.of((other.e, other.f)),
        )


def areas_of(data: bytes) -> list[Rings]:
    """Return the rings of every area of a drawing: its outline, then the holes in it.

    A path with several outlines is several areas, but for outlines inside another, which are holes.
    Curves become lines, of which each has the same corners from either end.

    Raises:
        InvalidValueError: If it has no area.
        FileFormatError: If it is no SVG, or a part of it cannot be read.
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

    if b"<!ENTITY" in data:
        raise FileFormatError("It declares entities, which a drawing of areas does not need.")
    if b"<?xml-stylesheet" in data:
        raise FileFormatError(
            "The drawing has its style sheet in another file; put it into a <style> of the drawing."
        )
    try:
        root = fromstring(data.decode("utf-8-sig"))
    except (ParseError, ValueError, RecursionError) as error:
        raise FileFormatError(f"It is no SVG ({error}).") from None
    if svg_name(root) != "svg":
        raise FileFormatError(f"It is no SVG: its root is {shown(root.tag)}.")
    styles = Styles(root, properties)
    waiting = [(root, _Affine(), "visible", "nonzero")]
    while waiting:
        element, outer, visibility, rule = waiting.pop()
        name = svg_name(element)
        if not name or name in _NOT_DRAWN or styles.is_gone(element):
            continue
        if name in _REFUSED and element is not root:
            raise FileFormatError(f"The drawing has {_REFUSED[name]}.")
        placed = outer.after(_transform(element.get("transform", "")))
        visibility = styles.inherited(element, "visibility", visibility)
        rule = styles.inherited(element, _RULE, rule)
        read = _READERS.get(name)
        if read and visibility not in ("hidden", "collapse"):
            rings = [[placed.of(point) for point in ring] for ring in read(element)]
            if not all(isfinite(number) for ring in rings for point in ring for number in point):
                raise FileFormatError("The drawing has a corner that is no finite number.")
            yield [ring for ring in rings if len(set(ring)) > 2], rule
        waiting += [(child, placed, visibility, rule) for child in reversed(element)]


_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])")
_TRANSFORM = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")


def _number(text: str) -> float:
    number = float(text)
    if abs(number) > _LARGEST:
        raise FileFormatError(f"The number {text} in the drawing is too large.")
    return number


def _numbers(text: str) -> list[float]:
    numbers: list[float] = []
    at = 0
    while match := _NUMBER.match(text, at):
        numbers.append(_number(match[1]))
        at = match.end()
    if rest := text[at:].strip(" \t\r\n,"):
        raise FileFormatError(f"{shown(rest)} is no number in a drawing.")
    return numbers


def _transform(text: str) -> _Affine:
    placed = _Affine()
    at = 0
    while match := _TRANSFORM.match(text, at):
        at = match.end()
        make, counts = _TRANSFORMS.get(match[1], (None, ()))
        numbers = _numbers(match[2])
        if make is None or len(numbers) not in counts:
            raise FileFormatError(f"{shown(match[0].strip())} is no transformation of SVG.")
        placed = placed.after(make(*numbers))
    if text[at:].strip():
        raise FileFormatError(f"{shown(text[at:].strip())} is no transformation of SVG.")
    return placed


def _rotated(degrees: float, x: float = 0, y: float = 0) -> _Affine:
    angle = degrees * pi / 180
    turned = _Affine(cos(angle), sin(angle), -sin(angle), cos(angle))
    return _Affine(e=x, f=y).after(turned).after(_Affine(e=-x, f=-y))


_TRANSFORMS: dict[str, tuple[Callable[..., _Affine], tuple[int, ...]]] = {
    "matrix": (_Affine, (6,)),
    "translate": (lambda x, y=0: _Affine(e=x, f=y), (1, 2)),
    "scale": (lambda x, y=None: _Affine(a=x, d=x if y is None else y), (1, 2)),
    "rotate": (_rotated, (1, 3)),
    "skewX": (lambda degrees: _Affine(c=tan(degrees * pi / 180)), (1,)),
    "skewY": (lambda degrees: _Affine(b=tan(degrees * pi / 180)), (1,)),
}


def _length(element: Element, name: str) -> float:
    match = re.fullmatch(r"\s*([-+.\deE]+)(?:px)?\s*", element.get(name, "0"))
    try:
        return _number(match[1] if match else "")
    except ValueError:
        raise FileFormatError(
            f"The {name} {shown(element.get(name))} of a shape in the drawing is no number."
        ) from None


def _polygon(element: Element) -> list[list[Point]]:
    numbers = _numbers(element.get("points", ""))
    return [list(zip(numbers[::2], numbers[1::2], strict=False))]


def _rectangle(element: Element) -> list[list[Point]]:
    x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
    return [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]]


def _ellipse(element: Element) -> list[list[Point]]:
    x, y = _length(element, "cx"), _length(element, "cy")
    names = ("r", "r") if svg_name(element) == "circle" else ("rx", "ry")
    across, down = (_length(element, name) for name in names)
    angles = [2 * pi * k / _STEPS_A_TURN for k in range(_STEPS_A_TURN)]
    return [[(x + across * cos(angle), y + down * sin(angle)) for angle in angles]]


def _path(element: Element) -> list[list[Point]]:
    return _PathReader(element.get("d", "")).rings


_READERS: dict[str, Callable[[Element], list[list[Point]]]] = {
    "path": _path,
    "polygon": _polygon,
    "rect": _rectangle,
    "circle": _ellipse,
    "ellipse": _ellipse,
}


class _PathReader:
    """Reads the data of a path.

    Attributes:
        rings: The corners of its lines, each taken to be closed.
    """

    def __init__(self, data: str) -> None:
        self.rings: list[list[Point]] = []
        self._data = data.rstrip()
        self._at = 0
        self._here: Point = (0.0, 0.0)
        # The last control point of a curve, and its degree.
        self._control: tuple[int, Point] = (0, self._here)
        command = ""
        while self._at < len(self._data):
            if match := _COMMAND.match(data, self._at):
                command = match[1]
                self._at = match.end()
            elif command in "Zz":
                raise self._fault()
            if not self.rings and command not in "Mm":
                raise self._fault()
            self._follow(command)
            command = {"M": "L", "m": "l"}.get(command, command)

    def _follow(self, command: str) -> None:
        kind = command.upper()
        is_relative = command != kind
        control = (0, self._here)
        if kind == "M":
            self._here = self._point(is_relative)
            self.rings.append([self._here])
        elif kind == "Z":
            self._here = self.rings[-1][0]
            self.rings.append([self._here])  # what follows without an M begins here
        elif kind in "HV":
            x, y = self._here
            along = self._number()
            if kind == "H":
                self._line_to((along + x * is_relative, y))
            else:
                self._line_to((x, along + y * is_relative))
        elif kind == "L":
            self._line_to(self._point(is_relative))
        elif kind == "A":
            self._arc(is_relative)
        else:
            degree = 3 if kind in "CS" else 2
            points = [self._reflected(degree)] if kind in "ST" else []
            while len(points) < degree:
                points.append(self._point(is_relative))
            control = (degree, points[-2])
            self.rings[-1] += curve(self._here, *points)
            self._here = points[-1]
        self._control = control

    def _reflected(self, degree: int) -> Point:
        """The control point with which a curve goes on as the last one ended."""
        x, y = self._here
        of, (control_x, control_y) = self._control
        return (2 * x - control_x, 2 * y - control_y) if of == degree else self._here

    def _line_to(self, point: Point) -> None:
        self._here = point
        self.rings[-1].append(point)

    def _arc(self, is_relative: bool) -> None:
        across, down, degrees = (self._number() for _ in range(3))
        is_large, is_clockwise = (self._token(_FLAG) == "1" for _ in range(2))
        begin, end = self._here, self._point(is_relative)
        self.rings[-1] += _arc(
            begin, end, (abs(across), abs(down)), degrees, is_large, is_clockwise
        )
        self._here = end

    def _point(self, is_relative: bool) -> Point:
        x, y = self._number(), self._number()
        return (x + self._here[0], y + self._here[1]) if is_relative else (x, y)

    def _number(self) -> float:
        return _number(self._token(_NUMBER))

    def _token(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._data, self._at)
        if not match:
            raise self._fault()
        self._at = match.end()
        return match[1]

    def _fault(self) -> FileFormatError:
        return FileFormatError(
            f"A path of the drawing cannot be read from {shown(self._data[self._at :][:20])} on."
        )


def _arc(
    begin: Point,
    end: Point,
    radii: tuple[float, float],
    degrees: float,
    is_large: bool,
    is_clockwise: bool,
) -> list[Point]:
    """Points of an arc of an ellipse, without the first (SVG 2, appendix B.2)."""
    if begin == end or min(radii) < 1 / _LARGEST:
        return [end]
    tilt = degrees * pi / 180
    # Where the ellipse is a circle with the radius 1.
    to_circle = _Affine(a=1 / radii[0], d=1 / radii[1]).after(_rotated(-degrees))
    (x0, y0), (x1, y1) = to_circle.of(begin), to_circle.of(end)
    half = hypot(x1 - x0, y1 - y0) / 2
    radius = max(1.0, half)  # radii that are too short are stretched
    away = sqrt(max(0.0, radius * radius - half * half)) / (2 * half)
    away = -away if is_large == is_clockwise else away
    centre_x, centre_y = (x0 + x1) / 2 - (y1 - y0) * away, (y0 + y1) / 2 + (x1 - x0) * away
    first = atan2(y0 - centre_y, x0 - centre_x)
    turn = (atan2(y1 - centre_y, x1 - centre_x) - first) % (2 * pi)
    turn = turn if is_clockwise else turn - 2 * pi
    back = _rotated(tilt * 180 / pi).after(_Affine(a=radii[0], d=radii[1]))
    steps = max(1, round(abs(turn) / (2 * pi) * _STEPS_A_TURN))
    angles = [first + turn * k / steps for k in range(1, steps)]
    return [
        *(back.of((centre_x + radius * cos(t), centre_y + radius * sin(t))) for t in angles),
        end,
    ]


def _areas(rings: Rings) -> Iterator[Rings]:
    """Yield the areas of a path: an outline inside another is a hole in it."""
    if len(rings) > _MOST_RINGS:
        raise FileFormatError(f"A path of the drawing has more than {_MOST_RINGS} outlines.")
    boxes = [_box(ring) for ring in rings]
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


def _box(ring: list[Point]) -> _Box:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


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

"""Paths and transformations in SVG drawings: their numbers, lines, curves and arcs."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from labirinto.errors import FileFormatError, shown
from labirinto.grids.outlines import Point, curve

STEPS_A_TURN = 96
"""The straight lines that stand for a whole circle."""

_LARGEST = 1e30
"""The largest number: squares of it do not overflow."""


class Affine(NamedTuple):
    """A transformation, by the six numbers of ``matrix`` in SVG."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def of(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, other: Affine) -> Affine:
        """The transformation that does the other one first."""
        return Affine(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            *self.of((other.e, other.f)),
        )


_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])")
_TRANSFORM = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")


def number_of(text: str) -> float:
    """The number that a text stands for.

    Raises:
        FileFormatError: If it is too large.
        ValueError: If it is not a number.
    """
    number = float(text)
    if abs(number) > _LARGEST:
        raise FileFormatError(f"The number {text} in the drawing is too large.")
    return number


def numbers_in(text: str) -> list[float]:
    """List the numbers in a text, which blanks or commas may separate.

    Raises:
        FileFormatError: If there is anything else, or a number is too large.
    """
    numbers: list[float] = []
    at = 0
    while match := _NUMBER.match(text, at):
        numbers.append(number_of(match[1]))
        at = match.end()
    if rest := text[at:].strip(" \t\r\n,"):
        raise FileFormatError(f"{shown(rest)} is not a number in a drawing.")
    return numbers


def transformation(text: str) -> Affine:
    """The transformation that an attribute ``transform`` describes.

    Raises:
        FileFormatError: If it describes none.
    """
    placed = Affine()
    at = 0
    while match := _TRANSFORM.match(text, at):
        at = match.end()
        make, counts = _TRANSFORMS.get(match[1], (None, ()))
        numbers = numbers_in(match[2])
        if make is None or len(numbers) not in counts:
            raise FileFormatError(f"{shown(match[0].strip())} is not a transformation of SVG.")
        placed = placed.after(make(*numbers))
    if text[at:].strip():
        raise FileFormatError(f"{shown(text[at:].strip())} is not a transformation of SVG.")
    return placed


def _rotated(degrees: float, x: float = 0, y: float = 0) -> Affine:
    angle = degrees * pi / 180
    turned = Affine(cos(angle), sin(angle), -sin(angle), cos(angle))
    return Affine(e=x, f=y).after(turned).after(Affine(e=-x, f=-y))


_TRANSFORMS: dict[str, tuple[Callable[..., Affine], tuple[int, ...]]] = {
    "matrix": (Affine, (6,)),
    "translate": (lambda x, y=0: Affine(e=x, f=y), (1, 2)),
    "scale": (lambda x, y=None: Affine(a=x, d=x if y is None else y), (1, 2)),
    "rotate": (_rotated, (1, 3)),
    "skewX": (lambda degrees: Affine(c=tan(degrees * pi / 180)), (1,)),
    "skewY": (lambda degrees: Affine(b=tan(degrees * pi / 180)), (1,)),
}


def rings_of_path(data: str) -> list[list[Point]]:
    """The corners of the lines of a path, from its attribute ``d``.

    A closed line ends where it begins.

    Raises:
        FileFormatError: If it cannot be read.
    """
    return _PathReader(data).rings


class _PathReader:
    """Reads the data of a path.

    Attributes:
        rings: The corners of its lines.
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
            self.rings[-1].append(self._here)
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
        return number_of(self._token(_NUMBER))

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
    to_circle = Affine(a=1 / radii[0], d=1 / radii[1]).after(_rotated(-degrees))
    (x0, y0), (x1, y1) = to_circle.of(begin), to_circle.of(end)
    half = hypot(x1 - x0, y1 - y0) / 2
    radius = max(1.0, half)  # radii that are too short are stretched
    away = sqrt(max(0.0, radius * radius - half * half)) / (2 * half)
    away = -away if is_large == is_clockwise else away
    centre_x, centre_y = (x0 + x1) / 2 - (y1 - y0) * away, (y0 + y1) / 2 + (x1 - x0) * away
    first = atan2(y0 - centre_y, x0 - centre_x)
    turn = (atan2(y1 - centre_y, x1 - centre_x) - first) % (2 * pi)
    turn = turn if is_clockwise else turn - 2 * pi
    back = _rotated(tilt * 180 / pi).after(Affine(a=radii[0], d=radii[1]))
    steps = max(1, round(abs(turn) / (2 * pi) * STEPS_A_TURN))
    angles = [first + turn * k / steps for k in range(1, steps)]
    return [
        *(back.of((centre_x + radius * cos(t), centre_y + radius * sin(t))) for t in angles),
        end,
    ]

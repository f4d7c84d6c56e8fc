"""Paths and transformations in SVG drawings: their numbers, lines, curves and arcs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
        """Return the image of a point."""
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


def points_in(text: str) -> list[Point]:
    """List the points of an attribute ``points``.

    Raises:
        FileFormatError: If it has anything else, or half a point.
    """
    numbers = numbers_in(text)
    if len(numbers) % 2:
        raise FileFormatError(
            f"The points {shown(text)} in the drawing are an odd number of coordinates; give an x "
            "and a y for each."
        )
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def commands_in(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of an attribute ``d``, each with its numbers; those left out as well.

    Raises:
        FileFormatError: If it cannot be read.
    """
    end = len(data.rstrip())
    at = 0
    command = ""
    while at < end:
        if match := _COMMAND.match(data, at):
            if not command and match[1] not in "Mm":
                raise _fault(data, at)
            command = match[1]
            at = match.end()
        elif command in "Zz":
            raise _fault(data, at)
        numbers = []
        for pattern in _NUMBERS[command.upper()]:
            if not (match := pattern.match(data, at)):
                raise _fault(data, at)
            numbers.append(number_of(match[1]))
            at = match.end()
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)


_NUMBERS = {
    command: count * (_NUMBER,)
    for command, count in zip("MLHVZCSQT", (2, 2, 1, 1, 0, 6, 4, 4, 2), strict=True)
} | {"A": (*3 * (_NUMBER,), _FLAG, _FLAG, _NUMBER, _NUMBER)}


def _fault(data: str, at: int) -> FileFormatError:
    return FileFormatError(
        f"A path of the drawing cannot be read from {shown(data.rstrip()[at:][:20])} on."
    )


class PathReader:
    """Follows the commands of a path, from its attribute ``d``.

    Attributes:
        rings: The corners of its lines.  A closed line ends where it begins.

    Raises:
        FileFormatError: If it cannot be read.
    """

    def __init__(self, data: str) -> None:
        self.rings: list[list[Point]] = []
        self._here: Point = (0.0, 0.0)
        # The last control point of a curve, and its degree.
        self._control: tuple[int, Point] = (0, self._here)
        for command, numbers in commands_in(data):
            self._follow(command, numbers)

    def _follow(self, command: str, numbers: list[float]) -> None:
        kind = command.upper()
        x, y = self._here if command != kind else (0.0, 0.0)
        control = (0, self._here)
        if kind == "L":
            self._line_to((numbers[0] + x, numbers[1] + y))
        elif kind == "M":
            self._here = numbers[0] + x, numbers[1] + y
            self.rings.append([self._here])
        elif kind == "Z":
            self._here = self.rings[-1][0]
            self.rings[-1].append(self._here)
            self.rings.append([self._here])  # what follows without an M begins here
        elif kind == "H":
            self._line_to((numbers[0] + x, self._here[1]))
        elif kind == "V":
            self._line_to((self._here[0], numbers[0] + y))
        elif kind == "A":
            across, down, degrees, is_large, is_clockwise, *to = numbers
            begin, end = self._here, (to[0] + x, to[1] + y)
            radii = abs(across), abs(down)
            self.rings[-1] += _arc(begin, end, radii, degrees, is_large == 1, is_clockwise == 1)
            self._here = end
        else:
            degree = 3 if kind in "CS" else 2
            points = [self._reflected(degree)] if kind in "ST" else []
            points += ((a + x, b + y) for a, b in zip(numbers[::2], numbers[1::2], strict=True))
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

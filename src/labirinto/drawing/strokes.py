"""Lines of straight parts and arcs, and the walls of a maze as few of them as possible.

``core/strokes.hpp`` finds these, in an order with short pen moves.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, pairwise
from math import asin, atan2, ceil, cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from labirinto import _core
from labirinto.grids.mesh import Mesh

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing


class Vertex(NamedTuple):
    """A point of a stroke.

    Attributes:
        x, y: Where it lies, in units of cells.
        radius: Of the arc to the next point, which is less than half a circle; positive if it goes
            clockwise, and 0 for a straight line.
    """

    x: float
    y: float
    radius: float = 0


Stroke = list[Vertex]
"""The points where it begins, turns and ends; a closed one ends with its first point."""

Run = tuple[int, int, int, int]
"""x0, y0, x1, y1 of a straight line along rows or columns, or of a box."""


class Runs(NamedTuple):
    """Straight lines of a rectangle, or boxes in it.

    Attributes:
        runs: The lines, or two corners of each box; they may be used once.
        last: No coordinate is larger.
    """

    runs: Iterable[Run]
    last: int

    def each(self) -> Iterator[Stroke]:
        """Yield the lines."""
        for x0, y0, x1, y1 in self.runs:
            yield [Vertex(x0, y0), Vertex(x1, y1)]


class Strokes(NamedTuple):
    """Lines as the core gives and takes them, so that there may be many.

    Attributes:
        vertices: x, y and radius of every vertex, as doubles.
        first: Of each stroke the number of its first vertex, and behind the last one how many
            there are.
    """

    vertices: bytes
    first: bytes

    @classmethod
    def of(cls, strokes: Iterable[Stroke]) -> Strokes:
        """Pack strokes."""
        strokes = list(strokes)
        numbers = array("d", (number for stroke in strokes for at in stroke for number in at))
        first = array("I", accumulate(map(len, strokes), initial=0))
        return cls(numbers.tobytes(), first.tobytes())

    def each(self) -> Iterator[Stroke]:
        """Yield the strokes."""
        numbers = iter(memoryview(self.vertices).cast("d"))
        for begin, end in pairwise(memoryview(self.first).cast("I")):
            yield [Vertex(next(numbers), next(numbers), next(numbers)) for _ in range(begin, end)]

    @property
    def pieces(self) -> tuple[Strokes]:
        """Themselves, as ``Pieces`` has them."""
        return (self,)

    def path_data(self) -> str:
        """Return them as the data of a path in SVG."""
        return _core.path_data(*self)


class Pieces(NamedTuple):
    """Lines that are made piece by piece when they are drawn, since all at once take much memory.

    Attributes:
        pieces: They may be used once.
    """

    pieces: Iterable[Strokes]

    def each(self) -> Iterator[Stroke]:
        """Yield the strokes."""
        return chain.from_iterable(piece.each() for piece in self.pieces)


Shape = Runs | Strokes | Pieces
"""A block of lines or boxes, such as all walls of a large maze."""


def wall_strokes(drawing: Drawing) -> Strokes:
    """Return all walls, each drawn once, in as few strokes as possible, in units of cells.

    The first stroke begins near the upper left corner, and each other one at the end nearest to
    where the stroke before ended; a closed one, wherever it happens to begin.
    """
    return Strokes(*drawing.maze.grid.core.strokes(*drawing.rows_and_gaps))


def frame_strokes(mesh: Mesh) -> Strokes:
    """Return the frame of mazes on a mesh, as rings."""
    everywhere = b"\xff" * ((mesh.walls + 7) // 8)
    return Strokes(*mesh.core.strokes(everywhere, []))


def path_data(strokes: Iterable[Stroke]) -> str:
    """Return strokes as the data of a path in SVG."""
    return Strokes.of(strokes).path_data()


def placed(
    stroke: Stroke, unit: float, left: float, top: float, *, upwards: bool = False
) -> Stroke:
    """Return a stroke in another unit.

    Args:
        stroke: The stroke, in cells.
        unit: How long a cell is.
        left, top: Where the origin lies.
        upwards: Whether y goes up instead of down.
    """
    down = -unit if upwards else unit
    return [Vertex(left + unit * x, top + down * y, down * radius) for x, y, radius in stroke]


def sweep(here: Vertex, there: Vertex) -> float:
    """Return the angle of the arc from a point to the next: positive clockwise, 0 for a line."""
    if not here.radius:
        return 0
    half = hypot(there.x - here.x, there.y - here.y) / 2
    return 2 * asin(max(-1, min(1, half / here.radius)))


def centre_of_arc(here: Vertex, there: Vertex) -> tuple[float, float]:
    """Return the centre of the arc from a point to the next."""
    x, y = there.x - here.x, there.y - here.y
    half = hypot(x, y) / 2
    # From the middle of the chord, to the right of it if the arc goes clockwise.
    away = here.radius * cos(sweep(here, there) / 2) / (2 * half)
    return here.x + x / 2 - y * away, here.y + y / 2 + x * away


def flattened(stroke: Stroke, tolerance: float) -> list[tuple[float, float]]:
    """Return the points of a stroke with lines for its arcs.

    Args:
        stroke: The stroke.
        tolerance: How far a line may lie from its arc, in cells.
    """
    points = [stroke[0][:2]]
    for here, there in pairwise(stroke):
        if here.radius:
            angle = sweep(here, there)
            x, y = centre_of_arc(here, there)
            begin, radius = atan2(here.y - y, here.x - x), abs(here.radius)
            widest = max(2 * (2 * tolerance / radius) ** 0.5, pi / 180)
            count = ceil(abs(angle) / widest)
            for k in range(1, count):
                at = begin + angle * k / count
                points.append((x + radius * cos(at), y + radius * sin(at)))
        points.append(there[:2])
    return points


def decimal(length: float) -> str:
    """Format a length to a ten-thousandth, which is finer than any screen or machine."""
    return f"{length:.4f}".rstrip("0").rstrip(".")

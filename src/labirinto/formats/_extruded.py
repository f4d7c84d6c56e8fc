"""Solids of any grid: the lines of the walls as areas, extruded.

Manifold joins the areas of lines, and divides areas into triangles (E. Lalish,
https://github.com/elalish/manifold).  The plate reaches a little beyond the walls, so no two
outlines touch: each edge of the surface has two faces.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto.drawing.display import Pens, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Shape, flattened, frame_strokes, placed
from labirinto.grids.mesh import Mesh, Point

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_LIP = 0.01
"""Millimetres that the plate reaches beyond the walls."""

_FINEST = 0.001
"""Millimetres below which outlines are made simpler."""

_ARC = 0.02
"""Millimetres that a line may lie from its arc: less than printers print."""

_SIDES = 8
"""The sides that approximate half a circle at the ends of a line."""

_BYTES_A_CELL = 15_000


def check_extruded(drawing: Drawing) -> None:
    """Check that Manifold is installed, and that there is enough memory.

    Raises:
        MissingExtraError: If a package is not installed.
        TooLargeError: If there is not enough memory.
    """
    with needing(f"A solid of the grid {drawing.size_text} needs manifold3d", "solids"):
        import_module("manifold3d")
        import_module("numpy")
    grid = drawing.maze.grid
    check_memory(_BYTES_A_CELL * len(grid), f"A solid of the grid {drawing.size_text}")


def extruded(drawing: Drawing) -> tuple[list[tuple[float, float, float]], array[int]]:
    """Return walls on a plate, as points in millimetres and triangles of their numbers."""
    import numpy as np
    from manifold3d import CrossSection, FillRule  # type: ignore[import-not-found, unused-ignore]

    style, grid = drawing.style, drawing.maze.grid
    assert isinstance(grid, Mesh)
    wall = style.wall * style.pixel_mm
    origin = wall / 2 + _LIP
    frame = style.cell_mm, origin, style.cell_mm * drawing.size[1] + origin

    def in_mm(shape: Shape) -> list[list[Point]]:
        return [flattened(placed(it, *frame, upwards=True), _ARC) for it in shape.each()]

    def thick(lines: list[list[Point]], width: float) -> CrossSection:
        parts = [_around(*part, width / 2) for line in lines for part in pairwise(line)]
        return CrossSection(parts, FillRule.NonZero)

    (line,) = walls(drawing, Pens.of(style))
    around = in_mm(frame_strokes(grid))
    lines = thick(in_mm(line.shape), wall)
    base = CrossSection(around, FillRule.EvenOdd) + thick(around, wall + 2 * _LIP)
    # The sides of arcs lie elsewhere in each of the two.
    base += lines.offset(_LIP)
    standing, plate = (shape.simplify(_FINEST).to_polygons() for shape in (lines, base))
    low, high = style.plate, style.plate + style.wall_height
    levels = [(standing, low), (standing, high), (plate, 0.0), (plate, low)]
    points = np.concatenate(
        [np.insert(ring, 2, z, axis=1) for rings, z in levels for ring in rings]
    )
    sizes = [len(ring) for rings, _ in levels for ring in rings]
    numbers = iter(np.split(np.arange(len(points)), np.cumsum(sizes)[:-1]))
    feet, tops, below, floor = ([next(numbers) for _ in rings] for rings, _ in levels)
    triangles = np.concatenate([
        _area(points, tops),
        _area(points, [*floor, *(ring[::-1] for ring in feet)]),
        _area(points, below)[:, ::-1],
        *_sides(feet, tops),
        *_sides(below, floor),
    ])  # fmt: skip
    return list(map(tuple, points.tolist())), array("I", triangles.astype(np.uint32).tobytes())


def _around(one: Point, other: Point, reach: float) -> list[Point]:
    """Return the outline of all that is so near to a straight line."""
    angle = atan2(other[1] - one[1], other[0] - one[0])
    outline = []
    for (x, y), begin in ((other, angle - pi / 2), (one, angle + pi / 2)):
        for k in range(_SIDES + 1):
            at = begin + pi * k / _SIDES
            outline.append((x + reach * cos(at), y + reach * sin(at)))
    return outline


def _area(points: Array, rings: Iterable[Array]) -> Array:
    """Return the triangles of the area within rings of points, given by their numbers."""
    import numpy as np
    from manifold3d import triangulate

    rings = list(rings)
    found: Array = np.concatenate(rings)[triangulate([points[ring, :2] for ring in rings])]
    return found


def _sides(low: list[Array], high: list[Array]) -> Iterator[Array]:
    """Yield the triangles between rings and those above them."""
    import numpy as np

    for one, other in zip(low, high, strict=True):
        follows, above = np.roll(one, -1), np.roll(other, -1)
        yield np.column_stack([one, follows, above])
        yield np.column_stack([one, above, other])

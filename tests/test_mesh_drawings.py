"""Drawings of mazes that are not rectangles: every wall once, and no path through one."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import ezdxf
import numpy as np
import pytest
from files import drawn
from lines import fewest
from mesh_mazes import KINDS, STYLE, any_maze, drawing_of, ends_in, perfect_maze, sides_of
from tiers import sample

import labirinto
from labirinto import Style, grids
from labirinto.drawing import smooth
from labirinto.drawing.display import Pens, marks
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Stroke, flattened, sweep, wall_strokes
from labirinto.grids.mesh import Mesh, Side

Point = tuple[float, float]
Line = tuple[Point, Point]


def middle(mesh: Mesh, side: Side) -> Point:
    """The middle of a line or an arc, from the corner of the drawing."""
    left, top, _, _ = mesh.core.box
    x, y = (side.x0 + side.x1) / 2, (side.y0 + side.y1) / 2
    if side.radius:
        centre_x, centre_y = mesh.core.centre
        stretch = abs(side.radius) / math.hypot(x - centre_x, y - centre_y)
        x, y = centre_x + (x - centre_x) * stretch, centre_y + (y - centre_y) * stretch
    return x - left, y - top


def length_of(side: Side) -> float:
    chord = math.dist(side[:2], side[2:4])
    return 2 * abs(side.radius) * math.asin(chord / 2 / abs(side.radius)) if side.radius else chord


def length_of_strokes(found: list[Stroke]) -> float:
    return sum(
        abs(one.radius * sweep(one, other)) if one.radius else math.dist(one[:2], other[:2])
        for stroke in found
        for one, other in pairwise(stroke)
    )


def away(point: Point, line: Line) -> float:
    """The distance of a point from a line."""
    (x, y), (x2, y2) = line
    size = (x2 - x) ** 2 + (y2 - y) ** 2
    along = ((point[0] - x) * (x2 - x) + (point[1] - y) * (y2 - y)) / size if size else 0
    along = max(0, min(1, along))
    return math.dist(point, (x + along * (x2 - x), y + along * (y2 - y)))


def lines_of(found: list[Stroke]) -> list[Line]:
    return [line for stroke in found for line in pairwise(flattened(stroke, 1e-3))]


def rounded(point: Point) -> Point:
    """A corner so that sides that meet there have the same."""
    return round(point[0], 6), round(point[1], 6)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", sample(range(8), 1))
def test_every_wall_is_drawn_once_in_as_few_strokes_as_can_be(name: str, seed: int) -> None:
    maze = any_maze(KINDS[name], seed)
    drawing = Drawing(maze, ends=ends_in(KINDS[name], is_open=seed % 2 == 1))
    sides, found = sides_of(drawing), list(wall_strokes(drawing).each())
    assert len(found) == fewest((rounded(side[:2]), rounded(side[2:4])) for side in sides[True])
    assert length_of_strokes(found) == pytest.approx(sum(map(length_of, sides[True])))
    lines = lines_of(found)
    for stands, some in sides.items():
        for side in some:
            at = middle(KINDS[name], side)
            assert (min((away(at, line) for line in lines), default=1) < 2e-3) == stands
    # What goes straight on, or along a circle, is one piece.
    assert all(
        one.radius or other.radius or _turns(one, other, then)
        for stroke in found
        for one, other, then in zip(stroke, stroke[1:], stroke[2:], strict=False)
    )


def _turns(one: Any, other: Any, then: Any) -> bool:
    x, y, x2, y2 = other.x - one.x, other.y - one.y, then.x - other.x, then.y - other.y
    return abs(x * y2 - y * x2) > 1e-6 or x * x2 + y * y2 < 0


def cross(one: Line, other: Line) -> bool:
    """Whether two lines have a point in common."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return turn(*one, other[0]) * turn(*one, other[1]) <= 0 and (
        turn(*other, one[0]) * turn(*other, one[1]) <= 0
    )


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("is_open", [False, True])
def test_the_path_keeps_away_from_walls(name: str, is_open: bool) -> None:
    drawing = drawing_of(name, is_open=is_open)
    (line,) = drawing.path_lines() or [[]]
    assert bool(line) == (drawing.path is not None)
    if not drawing.path or not drawing.ends:
        return
    width, height = drawing.size
    lines = [part for part in lines_of([line]) if part[0] != part[1]]
    walls = lines_of(list(wall_strokes(drawing).each()))
    # Cells and passages of regular grids are wider than those of others.
    least = 0.12 if drawing.maze.grid.kind in ("voronoi", "polygons") else 0.2  # type: ignore[union-attr]
    for part in lines:
        assert not any(cross(part, wall) for wall in walls)
        assert min(away(end, wall) for end in part for wall in walls) > least
        assert 0 <= part[0][0] <= width
        assert 0 <= part[0][1] <= height
    # It is no longer than through all middles of cells and passages.
    mesh = drawing.maze.grid
    steps = [mesh.centre(index) for index in drawing.path.numbers]  # type: ignore[union-attr]
    assert sum(math.dist(*part) for part in lines) < 1.5 * (
        sum(math.dist(*pair) for pair in pairwise(steps)) + 2
    )
    for dot in marks(drawing, Pens(wall=0, line=0, mark=1)):
        assert min(away((dot.x, dot.y), wall) for wall in walls) >= dot.radius - 2e-3
    for (x, y, out_x, out_y), end in zip(drawing.doors, (line[0], line[-1]), strict=False):
        assert (x, y) == pytest.approx(end[:2])
        assert math.hypot(out_x, out_y) == pytest.approx(1)
        # Outside lies no cell, inside one.
        for step, is_inside in ((0.05, False), (-0.05, True)):
            assert _inside(mesh, x + step * out_x, y + step * out_y) == is_inside


def _inside(mesh: Any, x: float, y: float) -> bool:
    """Whether a place is inside the border, by the sum of the angles under which it is seen."""
    left, top, _, _ = mesh.core.box
    total = 0.0
    for _, side in mesh.border:
        begin = math.atan2(side.y0 - top - y, side.x0 - left - x)
        at_x, at_y = middle(mesh, side)
        between = math.atan2(at_y - y, at_x - x)
        end = math.atan2(side.y1 - top - y, side.x1 - left - x)
        total += (between - begin + math.pi) % (2 * math.pi) - math.pi
        total += (end - between + math.pi) % (2 * math.pi) - math.pi
    return abs(total) > math.pi


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("format", ["png", "pdf"])
def test_pixels_are_dark_where_walls_stand(name: str, format: str) -> None:
    image_module = pytest.importorskip("PIL.Image")
    pytest.importorskip("cv2")
    maze = any_maze(KINDS[name], 5)
    drawing = Drawing(maze, ends=ends_in(KINDS[name], is_open=True), style=STYLE)
    data = drawn(maze, format, ends=drawing.ends, style=STYLE)
    if format == "png":
        picture, scale = image_module.open(io.BytesIO(data)).convert("L"), 1.0
        assert picture.size == drawing.pixel_size
    else:
        pdfium = pytest.importorskip("pypdfium2")
        page = pdfium.PdfDocument(data)[0]
        scale = 3.0
        picture = page.render(scale=scale * STYLE.cell / (STYLE.cell_mm * 72 / 25.4)).to_pil()
        picture = picture.convert("L")
    origin = STYLE.margin + STYLE.wall / 2
    for stands, sides in sides_of(drawing).items():
        for side in sides:
            x, y = (int((origin + at * STYLE.cell) * scale) for at in middle(KINDS[name], side))
            assert (picture.getpixel((x, y)) < 100) == stands


def test_edges_are_smooth_and_walls_as_thick_as_they_should_be() -> None:
    numpy, image_module = pytest.importorskip("numpy"), pytest.importorskip("PIL.Image")
    pytest.importorskip("cv2")
    maze = any_maze(grids.hexagonal(12, 9), 1)
    style = Style(cell=24, wall=2, walls="black")
    picture = image_module.open(io.BytesIO(drawn(maze, "png", style=style))).convert("L")
    ink = float((255 - numpy.asarray(picture)).sum()) / 255
    drawing = Drawing(maze, style=style)
    length = length_of_strokes(list(wall_strokes(drawing).each())) * style.cell
    # OpenCV's lines are half a fine pixel wider on either side.
    assert ink == pytest.approx(2.12 * length, rel=0.06)
    assert labirinto.to_image(maze, style=style).convert("L").tobytes() == picture.tobytes()


def test_svg_draws_circles_as_arcs() -> None:
    maze = perfect_maze(KINDS["circular"])
    ends = ends_in(KINDS["circular"], is_open=True)
    assert ends
    root = ElementTree.fromstring(drawn(maze, "svg", ends=ends, path=labirinto.solve(maze, *ends)))
    svg = "{http://www.w3.org/2000/svg}"
    walls = root.find(f"{svg}g[@id='walls']/{svg}path")
    solution = root.find(f"{svg}g[@id='solution']/{svg}path")
    assert walls is not None
    assert solution is not None
    for path in (walls, solution):
        data = path.get("d", "")
        radii = {float(radius) for radius in re.findall(r"A([\d.]+) ", data)}
        # Walls are on the circles between rings, and the path in the middle of rings.
        assert radii
        assert {radius % 1 for radius in radii} == ({0.0} if path is walls else {0.5})
        assert not re.sub(r"[MLA](-?[\d.]+ ?)+|[MLA]", "", data)
    description = root.findtext(f"{svg}desc")
    assert description
    assert f"perfect maze of {len(maze.grid)} cells, circular 5" in description


def test_other_programs_read_the_same_lengths_in_dxf() -> None:
    for name, mesh in KINDS.items():
        maze = any_maze(mesh, 4)
        document = ezdxf.read(io.StringIO(drawn(maze, "dxf", style=STYLE).decode()))
        auditor = document.audit()
        assert not auditor.errors
        assert not auditor.fixes
        found = 0.0
        for line in document.modelspace().query("POLYLINE"):
            for part in line.virtual_entities():  # type: ignore[attr-defined]
                if part.dxftype() == "ARC":
                    angle = (part.dxf.end_angle - part.dxf.start_angle) % 360
                    assert angle < 180
                    found += math.radians(angle) * part.dxf.radius
                else:
                    found += part.dxf.start.distance(part.dxf.end)
        expected = sum(map(length_of, sides_of(Drawing(maze))[True]))
        assert found / STYLE.cell_mm == pytest.approx(expected, rel=1e-4), name


def test_bands_of_smooth_pixels_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = perfect_maze(KINDS["circular"])
    ends = labirinto.suggest_ends(maze, "farthest")
    drawing = Drawing(maze, labirinto.solve(maze, *ends), ends)
    whole = np.concatenate(list(smooth.smooth_bands(drawing))).astype(int)
    monkeypatch.setattr(smooth, "_BAND", 1)
    rows = np.concatenate(list(smooth.smooth_bands(drawing)))
    # OpenCV paints the edge of a line that it cuts off a little differently.
    assert np.abs(rows - whole).max() < 100

"""GeoJSON and TikZ: what others read in them are the cells, the walls and the path of the maze."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import asin, cos, dist, radians, sin
from typing import Any

import pytest
from files import complaint, drawn
from mesh_mazes import STYLE, drawing_of

import labirinto
from labirinto import Ends, InvalidValueError, Style
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import wall_strokes
from labirinto.grids import mask

Point = tuple[float, float]
SQUARES = labirinto.wilson(mask("#####\n#.#.#\n#####"), seed=1)


def area(ring: list[Point]) -> float:
    """Positive if it goes counterclockwise, with y going up."""
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in pairwise(ring)) / 2


def features(data: bytes) -> list[tuple[dict[str, Any], Any]]:
    found = json.loads(data)
    assert found["type"] == "FeatureCollection"
    return [(it["properties"], it["geometry"]["coordinates"]) for it in found["features"]]


# GeoJSON


@pytest.mark.parametrize("name", ["hexagonal", "circular hole", "one cell", "one ring", "voronoi"])
def test_cells_are_polygons_and_walls_are_lines_around_them(name: str) -> None:
    drawing = drawing_of(name, is_open=False)
    maze = drawing.maze
    found = features(drawn(maze, "geojson", ends=drawing.ends, path=drawing.path))
    cells = {about["cell"]: rings for about, rings in found if about["part"] == "cell"}
    assert len(cells) == len(maze.grid)
    for first, *holes in cells.values():
        assert first[0] == first[-1]
        assert area(first) > 0
        assert all(area(hole) < 0 for hole in holes)
    # Each side of a wall or of the border is the side of a cell, and as long.
    ((_, lines),) = (it for it in found if it[0]["part"] == "walls")
    length = sum(dist(a, b) for line in lines for a, b in pairwise(line))
    assert length == pytest.approx(length_of_walls(drawing), rel=0.002)
    if drawing.ends:
        ((_, path),) = (it for it in found if it[0]["part"] == "solution")
        points = [at for about, at in found if about["part"] in ("start", "end")]
        assert points == [path[0], path[-1]]


def length_of_walls(drawing: Drawing) -> float:
    """From the vertices of the strokes: chords, and arcs by their radius."""
    total = 0.0
    for stroke in wall_strokes(drawing).each():
        for here, there in pairwise(stroke):
            chord = dist(here[:2], there[:2])
            radius = abs(here.radius)
            total += 2 * radius * asin(min(1, chord / 2 / radius)) if radius else chord
    return total


def test_squares_are_boxes_and_openings_are_gaps() -> None:
    ends = Ends((0, 0), (4, 2), open=True)
    found = features(drawn(SQUARES, "geojson", ends=ends))
    boxes = {about["cell"]: rings for about, rings in found if about["part"] == "cell"}
    assert len(boxes) == 13
    assert boxes["4,2"] == [[[4, 1], [4, 0], [5, 0], [5, 1], [4, 1]]]
    ((_, lines),) = (it for it in found if it[0]["part"] == "walls")
    sides = {
        frozenset(((x + k * dx, y + k * dy), (x + (k + 1) * dx, y + (k + 1) * dy)))
        for line in lines
        for (x, y), (x2, y2) in pairwise(line)
        for steps in [int(abs(x2 - x) + abs(y2 - y))]
        for dx, dy in [((x2 - x) / steps, (y2 - y) / steps)]
        for k in range(steps)
    }
    expected = set()
    grid, exits = SQUARES.grid, SQUARES.cells()
    for x, y in grid:
        top, left = 3 - y, x
        corners = [(left, top), (left + 1, top), (left + 1, top - 1), (left, top - 1), (left, top)]
        for bit, side in zip((1, 2, 4, 8), pairwise(corners), strict=True):
            if not exits[y, x] & bit:
                expected.add(frozenset(side))
    assert sides < expected
    assert len(sides) == len(expected) - 2


def test_a_maze_has_a_geo_interface() -> None:
    for maze in (SQUARES, drawing_of("circular", is_open=False).maze):
        walls = maze.__geo_interface__
        ((_, lines),) = (it for it in features(drawn(maze, "geojson")) if it[0]["part"] == "walls")
        assert walls["type"] == "MultiLineString"
        assert json.loads(json.dumps(walls["coordinates"])) == lines


def test_maps_and_papers_are_not_read() -> None:
    for name in ("geojson", "tex"):
        assert f"no maze can be read from {name} files" in complaint(drawn(SQUARES, name))
    theirs = b' {\n "features": [], "type": "FeatureCollection"}'
    assert "no maze can be read from geojson" in complaint(theirs)


# TikZ

POINT = r"\((-?[\d.]+),(-?[\d.]+)\)"
PART = re.compile(
    rf" -- {POINT}| arc\[start angle=(-?[\d.]+),end angle=(-?[\d.]+),radius=([\d.]+)\]| -- cycle"
)


def lines_in(text: str) -> list[tuple[list[Point], float]]:
    """The ends of the parts of each path that is drawn, by TikZ's rules, and its length."""
    found = []
    for path in re.findall(r"\\draw ([^;]*);", text):
        begin = re.match(POINT, path)
        assert begin
        points, length = [(float(begin[1]), float(begin[2]))], 0.0
        rest = path[begin.end() :].replace("\n", "")
        assert PART.sub("", rest) == ""
        for part in PART.finditer(rest):
            x, y = points[-1]
            if part[1]:
                points.append((float(part[1]), float(part[2])))
            elif part[3]:
                start, end, radius = (
                    radians(float(part[3])),
                    radians(float(part[4])),
                    float(part[5]),
                )
                x, y = x - radius * cos(start), y - radius * sin(start)
                points.append((x + radius * cos(end), y + radius * sin(end)))
                length += radius * abs(end - start)
                continue
            else:
                points.append(points[0])
            length += dist((x, y), points[-1])
        found.append((points, length))
    return found


@pytest.mark.parametrize("name", ["hexagonal", "circular hole", "one cell"])
def test_tikz_draws_the_walls_and_the_path(name: str) -> None:
    drawing = drawing_of(name, is_open=True)
    maze = drawing.maze
    text = drawn(maze, "tex", ends=drawing.ends, path=drawing.path, style=STYLE).decode()
    lines = lines_in(text[text.rindex("line join") :])
    strokes = list(wall_strokes(drawing).each())
    assert len(lines) == len(strokes)
    origin = (STYLE.margin + STYLE.wall / 2) * STYLE.pixel_mm
    top = STYLE.pixels(drawing.size[1]) * STYLE.pixel_mm - origin
    for (points, _), stroke in zip(lines, strokes, strict=True):
        placed = [(origin + 8 * x, top - 8 * y) for x, y, _ in stroke]
        for point in placed:
            assert min(dist(point, other) for other in points) < 0.01
    length = sum(length for _, length in lines)
    assert length == pytest.approx(8 * length_of_walls(drawing), rel=0.001)


def test_tikz_is_a_document_with_all_layers_and_the_recipe() -> None:
    maze = labirinto.wilson(30, 20, seed="anna è")
    ends = labirinto.suggest_ends(maze, "corners")
    path = labirinto.solve(maze, *ends)
    style = Style(colour="distance")
    text = drawn(maze, "tex", path=path, ends=ends, style=style).decode("ascii")
    assert text.startswith("\\documentclass[tikz]{standalone}\n")
    opened = re.findall(r"\\begin{(\w+)}", text)
    assert opened.count("scope") == text.count("\\end{scope}")
    assert text.count("{") == text.count("}")
    assert all(len(line) < 250 for line in text.splitlines())
    notes = "".join(re.findall(r"^% labirinto (.*)$", text, re.MULTILINE))
    assert json.loads(notes)["recipe"]["seed"] == "anna è"
    assert text.count(" circle[radius=") == 1
    assert text.count("\\filldraw") > 20
    walls = [points for points, _ in lines_in(text[text.rindex("line cap=rect") :])]
    assert len(walls) == len(list(Drawing(maze, ends=ends).wall_runs()))


def test_what_is_too_long_for_tex_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="6006 mm long, and TeX allows 5700"):
        drawn(labirinto.eller(60, 2, seed=1), "tex", style=Style(cell_mm=100, margin=0, wall=1))

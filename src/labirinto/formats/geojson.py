"""GeoJSON for maps and GIS programs: cells as polygons, walls and path as lines, ends as points.

Source: RFC 7946.  Coordinates are in the plane, and no longitudes and latitudes.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from typing import Any, BinaryIO

from labirinto.drawing.display import Pens, floors, solution, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import middle_of
from labirinto.drawing.strokes import Runs, Shape, flattened
from labirinto.grids import check_planar
from labirinto.grids.mesh import label_text
from labirinto.maze import Maze

_TOLERANCE = 0.002
"""How far a line may lie from the arc that it stands for, in cells."""

Position = tuple[float, float]


def write_geojson(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a collection of features, whose property ``part`` says what they are.

    A ``cell`` is a polygon, and its property ``cell`` its name; the ``walls`` are lines, and so is
    the ``solution``; ``start`` and ``end`` are points.  The unit is a cell; x goes right and y up,
    from the lower left corner of the maze.  The recipe is in the member ``labirinto``.
    """
    recipe = drawing.maze.recipe
    about = dumps({"recipe": recipe.as_dict()} if recipe else {})
    stream.write(f'{{"type":"FeatureCollection","labirinto":{about},"features":['.encode())
    comma = ""
    for part, cell, geometry in _features(drawing):
        properties = {"part": part, "cell": cell}
        feature = {"type": "Feature", "properties": properties, "geometry": geometry}
        stream.write(f"{comma}\n{dumps(feature, separators=(',', ':'))}".encode())
        comma = ","
    stream.write(b"\n]}\n")


def geometry_of(maze: Maze) -> dict[str, Any]:
    """Return the walls of a maze as a geometry of GeoJSON.

    Raises:
        InvalidValueError: If the maze has floors or wrapped sides, which walls alone do not show.
    """
    check_planar(maze.grid, "GeoJSON is")
    return _wall_lines(Drawing(maze))


def _wall_lines(drawing: Drawing) -> dict[str, Any]:
    lines = walls(drawing, Pens.of(drawing.style), in_strokes=True)
    return _geometry(
        "MultiLineString",
        [_positions(drawing, stroke) for line in lines for stroke in line.shape.each()],
    )


def _features(drawing: Drawing) -> Iterator[tuple[str, str | None, dict[str, Any]]]:
    """Yield what each feature is, the name of its cell and its geometry."""
    grid = drawing.maze.grid
    for label in grid:
        yield "cell", label_text(label), _geometry("Polygon", _rings(drawing, grid.place(label)))
    yield "walls", None, _wall_lines(drawing)
    for line in solution(drawing, Pens.of(drawing.style)):
        for stroke in line.shape.each():
            yield "solution", None, _geometry("LineString", _positions(drawing, stroke))
    for part, label in zip(("start", "end"), drawing.ends or (), strict=False):
        point = _position(drawing, *middle_of(grid, label))
        yield part, label_text(label), _geometry("Point", point)


def _rings(drawing: Drawing, place: int) -> list[list[Position]]:
    """Return the outline of a cell, counterclockwise, and then its holes."""
    shape: Shape = floors(drawing.maze.grid, [range(place, place + 1)])
    if isinstance(shape, Runs):
        ((left, top, right, bottom),) = shape.runs
        corners = (left, top), (left, bottom), (right, bottom), (right, top), (left, top)
        return [[_position(drawing, *corner) for corner in corners]]
    return [_positions(drawing, stroke)[::-1] for stroke in shape.each()]


def _positions(drawing: Drawing, stroke: Any) -> list[Position]:
    return [_position(drawing, x, y) for x, y in flattened(stroke, _TOLERANCE)]


def _position(drawing: Drawing, x: float, y: float) -> Position:
    x, y = round(x, 4), round(drawing.size[1] - y, 4)
    return int(x) if x == int(x) else x, int(y) if y == int(y) else y


def _geometry(kind: str, coordinates: Any) -> dict[str, Any]:
    return {"type": kind, "coordinates": coordinates}

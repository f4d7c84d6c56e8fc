"""DXF for lasers, mills and CAD programs: centre lines in millimetres, in few strokes.

Source: Autodesk's DXF reference.  The version is that of AutoCAD's release 12, which every program
reads, with one variable of later versions: the unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from math import tan
from typing import BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.display import Dot, Pens, marks, solution, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Stroke, Vertex, decimal, placed, sweep
from labirinto.ends import Ends
from labirinto.errors import FileFormatError
from labirinto.formats._notes import About, cell_mm_of
from labirinto.formats._walls import rows_of_walls, runs_of_strokes
from labirinto.formats.plot_svg import plot_notes
from labirinto.maze import Maze

NOTE = "labirinto "
"""The beginning of comments that hold the notes."""

_NOTE_PIECE = 200
"""Characters of the notes in a line; readers of this version accept 256."""

_LAYERS = {"WALLS": 7, "SOLUTION": 1, "ENDS": 5}
"""Names and colours: black or white, red, blue."""

_MILLIMETRES = 4


def write_dxf(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as a DXF document (AC1009, ASCII).

    The unit is a millimetre, a cell is ``style.cell_mm``; x goes right and y up, from the lower
    left corner of the maze.  The walls are polylines in the layer WALLS, a stroke each, in the best
    order to draw them, with a bulge for every arc; the path is in SOLUTION; the marks are in ENDS,
    a circle at the start and a square at the end.  The recipe is in comments at the beginning.
    """
    for part in _parts(drawing):
        stream.write(part.encode("ascii"))


def _parts(drawing: Drawing) -> Iterator[str]:
    notes = plot_notes(drawing)
    for at in range(0, len(notes), _NOTE_PIECE):
        yield _tags((999, NOTE + notes[at : at + _NOTE_PIECE]))
    yield _tags((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield _tags((9, "$INSUNITS"), (70, _MILLIMETRES), (0, "ENDSEC"))
    yield _tags((0, "SECTION"), (2, "TABLES"))
    yield _tags((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0))
    yield _tags((3, "Solid line"), (72, 65), (73, 0), (40, 0), (0, "ENDTAB"))
    yield _tags((0, "TABLE"), (2, "LAYER"), (70, len(_LAYERS)))
    for name, colour in _LAYERS.items():
        yield _tags((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield _tags((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))
    pens, cell = Pens.of(drawing.style), drawing.style.cell_mm
    below = cell * drawing.size[1]
    layers = {"WALLS": walls(drawing, pens, in_strokes=True), "SOLUTION": solution(drawing, pens)}
    for name, lines in layers.items():
        for stroke in chain.from_iterable(line.shape.each() for line in lines):
            yield _polyline(name, placed(stroke, cell, 0, below, upwards=True))
    for mark in marks(drawing, pens):
        yield _mark(mark.placed(cell, 0, below, upwards=True))
    yield _tags((0, "ENDSEC"), (0, "EOF"))


def _tags(*tags: tuple[int, object]) -> str:
    return "".join(f"{code}\n{value}\n" for code, value in tags)


def _polyline(layer: str, stroke: Stroke) -> str:
    closed = len(stroke) > 2 and stroke[0][:2] == stroke[-1][:2]
    parts = [_tags((0, "POLYLINE"), (8, layer), (66, 1), (10, 0), (20, 0), (70, int(closed)))]
    for here, there in pairwise([*stroke, stroke[-1]]):
        tags = [(0, "VERTEX"), (8, layer), (10, decimal(here.x)), (20, decimal(here.y))]
        if here.radius:
            # Positive where the arc goes counterclockwise.
            tags.append((42, f"{tan(sweep(here, there) / 4):.10f}"))
        parts.append(_tags(*tags))
    if closed:
        parts.pop()
    parts.append(_tags((0, "SEQEND"), (8, layer)))
    return "".join(parts)


def _mark(mark: Dot) -> str:
    x, y, radius, _, is_round = mark
    if is_round:
        place = ((10, decimal(x)), (20, decimal(y)))
        return _tags((0, "CIRCLE"), (8, "ENDS"), *place, (40, decimal(radius)))
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return _polyline("ENDS", [Vertex(x + radius * a, y + radius * b) for a, b in turns])


Tag = tuple[str, str]

_LARGEST = 1 << 28
"""Bytes; each line takes some fifty bytes of memory."""


def read_dxf(source: Source) -> tuple[Maze, Ends | None]:
    """Read the walls from the polylines in the layer WALLS.

    Raises:
        FileFormatError: If it is another program's document, or damaged.
    """
    data = source.whole(_LARGEST)
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        lines = []
    tags = list(zip(map(str.strip, lines[::2]), lines[1::2], strict=False))
    notes = "".join(
        value.removeprefix(NOTE) for code, value in tags if code == "999" and value.startswith(NOTE)
    )
    if not notes:
        raise FileFormatError(
            "this DXF document was not made by labirinto, or has lost its comments."
        )
    if tags[-1] != ("0", "EOF"):
        raise FileFormatError("the DXF document is cut off: its end is missing.")
    about = About.from_json(notes)
    if about.grid.kind:
        return about.mesh_maze()
    cell = cell_mm_of(notes)
    runs = runs_of_strokes(_upside_down(tags, cell * about.height), cell)
    return about.maze(rows_of_walls(runs, about.width, about.height, len(data)))


def _upside_down(tags: list[Tag], height: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the strokes with y going down."""
    for stroke in _strokes(tags):
        try:
            yield [(float(x), height - float(y)) for x, y in stroke]
        except ValueError:
            raise FileFormatError("the DXF document is damaged: a wall cannot be read.") from None


def _strokes(tags: list[Tag]) -> Iterator[list[tuple[str, str]]]:
    """Yield the polylines of the walls as x and y of each vertex; closed ones repeat the first."""
    stroke: list[tuple[str, str]] = []
    closed = False
    found = 0
    for kind, values in _entities(tags):
        if values.get("8") != "WALLS":
            continue
        if kind == "POLYLINE":
            stroke, closed = [], values.get("70") == "1"
        elif kind == "VERTEX":
            stroke.append((values.get("10", ""), values.get("20", "")))
        elif kind == "SEQEND" and stroke:
            found += 1
            yield stroke + stroke[:1] if closed else stroke
            stroke = []
    if not found:
        raise FileFormatError("the DXF document is damaged: it has no walls.")


def _entities(tags: list[Tag]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each entity with its values by their codes."""
    kind, values = "", dict[str, str]()
    for code, value in tags:
        if code == "0":
            yield kind, values
            kind, values = value.strip(), {}
        else:
            values[code] = value.strip()
    yield kind, values

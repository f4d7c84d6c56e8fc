"""DXF for lasers, mills and CAD programs: centre lines in millimetres, in few strokes.

Source: Autodesk's DXF reference.  It is the plainest of its versions, that of AutoCAD's release 12,
which every program reads, with the one variable of later ones that tells the unit.  Written plainly
it is the same bytes each time, and needs no package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from labirinto.render.drawing import Drawing
from labirinto.render.plot_svg import millimetres, plot_notes
from labirinto.render.strokes import strokes

NOTE = "labirinto "
"""What comments that belong to the notes begin with."""

_NOTE_PIECE = 200
"""Characters of the notes in a line; readers of this version need take no more than 256."""

_LAYERS = {"WALLS": 7, "SOLUTION": 1, "ENDS": 5}
"""Names, and numbers of colours: black or white, red, blue."""

_MILLIMETRES = 4


def write_dxf(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing as a DXF document (AC1009, ASCII).

    A unit is a millimetre, a cell ``style.cell_mm``; x goes right and y up, from the lower left
    corner of the maze.  The walls are polylines in the layer WALLS, a stroke each, in the order in
    which they are best drawn; the path is in SOLUTION; the marks are in ENDS, a circle at the start
    and a square at the end.  The recipe is in comments at the beginning.
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
    for stroke in strokes(drawing):
        yield _polyline("WALLS", _placed(drawing, stroke))
    if drawing.path and drawing.path.steps:
        yield _polyline("SOLUTION", _placed(drawing, drawing.polyline()))
    for x, y, kind in drawing.marks:
        yield _mark(drawing, x, y, kind)
    yield _tags((0, "ENDSEC"), (0, "EOF"))


def _tags(*tags: tuple[int, object]) -> str:
    return "".join(f"{code}\n{value}\n" for code, value in tags)


def _placed(drawing: Drawing, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    cell = drawing.style.cell_mm
    return [(cell * x, cell * (drawing.maze.height - y)) for x, y in points]


def _polyline(layer: str, points: list[tuple[float, float]]) -> str:
    closed = len(points) > 2 and points[0] == points[-1]
    parts = [_tags((0, "POLYLINE"), (8, layer), (66, 1), (10, 0), (20, 0), (70, int(closed)))]
    parts += [
        _tags((0, "VERTEX"), (8, layer), (10, millimetres(x)), (20, millimetres(y)))
        for x, y in points[: len(points) - closed]
    ]
    parts.append(_tags((0, "SEQEND"), (8, layer)))
    return "".join(parts)


def _mark(drawing: Drawing, x: int, y: int, kind: str) -> str:
    style = drawing.style
    ((middle_x, middle_y),) = _placed(drawing, [(x + 0.5, y + 0.5)])
    radius = style.mark * style.pixel_mm / 2
    if kind == "start":
        place = ((10, millimetres(middle_x)), (20, millimetres(middle_y)))
        return _tags((0, "CIRCLE"), (8, "ENDS"), *place, (40, millimetres(radius)))
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return _polyline("ENDS", [(middle_x + radius * a, middle_y + radius * b) for a, b in turns])

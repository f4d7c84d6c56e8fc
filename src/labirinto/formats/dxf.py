"""Reading back the DXF documents that labirinto writes."""

from __future__ import annotations

from collections.abc import Iterator

from labirinto.errors import FileFormatError
from labirinto.formats.about import About, cell_mm_of
from labirinto.formats.source import Source
from labirinto.formats.walls import rows_of_walls, runs_of_strokes
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.render.dxf import NOTE

Tag = tuple[str, str]

_LARGEST = 1 << 28
"""Bytes; every line becomes a text of its own, of some fifty bytes."""


def read_dxf(source: Source) -> tuple[Maze, Ends | None]:
    """Reads the walls from the polylines in the layer WALLS.

    Raises:
        FileFormatError: if it is another program's document, or damaged.
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
    cell = cell_mm_of(notes)
    runs = runs_of_strokes(_upside_down(tags, cell * about.height), cell)
    return about.maze(rows_of_walls(runs, about.width, about.height, len(data)))


def _upside_down(tags: list[Tag], height: float) -> Iterator[list[tuple[float, float]]]:
    """The strokes with y going down."""
    for stroke in _strokes(tags):
        try:
            yield [(float(x), height - float(y)) for x, y in stroke]
        except ValueError:
            raise FileFormatError("the DXF document is damaged: a wall cannot be read.") from None


def _strokes(tags: list[Tag]) -> Iterator[list[tuple[str, str]]]:
    """The polylines of the walls, x and y of each vertex; closed ones with the first one again."""
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
    """All that begins with a 0, and the values behind it by their codes."""
    kind, values = "", dict[str, str]()
    for code, value in tags:
        if code == "0":
            yield kind, values
            kind, values = value.strip(), {}
        else:
            values[code] = value.strip()
    yield kind, values

"""Reading back the SVG drawings that labirinto writes, for the eye and for plotters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError
from labirinto.formats.about import About, cell_mm_of
from labirinto.formats.source import Source
from labirinto.formats.walls import Run, rows_of_walls, runs_of_strokes
from labirinto.formats.xml_root import xml_root
from labirinto.maze import Maze
from labirinto.path import Ends

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_RUN = re.compile(r"M(\d+) (\d+)([hv])(\d+)", re.ASCII)


def read_svg(source: Source) -> tuple[Maze, Ends | None]:
    """Reads the walls from the drawing's group ``walls``, or ``strokes`` if it is for a plotter.

    Raises:
        FileFormatError: if it is another program's drawing, or damaged.
    """
    data = source.whole()
    root = xml_root(data, "drawing")
    notes = root.findtext(f"{_SVG}metadata[@id='labirinto']")
    walls = root.find(f"{_SVG}g[@id='walls']/{_SVG}path")
    strokes = root.find(f"{_SVG}g[@id='strokes']")
    if notes is None or (walls is None and strokes is None):
        raise FileFormatError("this drawing was not made by labirinto, or has lost its notes.")
    about = About.from_json(notes)
    if walls is not None:
        runs = _runs(walls.get("d", ""))
    else:
        assert strokes is not None
        cell = cell_mm_of(notes)
        origin = (about.margin + about.wall / 2) * cell / about.cell
        runs = runs_of_strokes(_polylines(strokes), cell, origin)
    return about.maze(rows_of_walls(runs, about.width, about.height, len(data)))


def _runs(path: str) -> Iterator[Run]:
    if not path or _RUN.sub("", path):
        raise FileFormatError("the drawing is damaged: its walls cannot be read.")
    for match in _RUN.finditer(path):
        x, y, length = (_number(match[group]) for group in (1, 2, 4))
        yield (x, y, x + length, y) if match[3] == "h" else (x, y, x, y + length)


def _number(digits: str) -> int:
    # No side has more digits; it leads out of the maze.
    return int(digits[:12])


def _polylines(strokes: Element) -> Iterator[list[tuple[float, float]]]:
    found = 0
    for line in strokes.iterfind(f"{_SVG}polyline"):
        try:
            numbers = list(map(float, line.get("points", "").replace(",", " ").split()))
            stroke = list(zip(numbers[::2], numbers[1::2], strict=True))
        except ValueError:
            raise FileFormatError("the drawing is damaged: a stroke cannot be read.") from None
        found += len(stroke)
        yield stroke
    if not found:
        raise FileFormatError("the drawing is damaged: it has no walls.")

"""Reading back the SVG drawings that labirinto writes."""

from __future__ import annotations

import re

from labirinto.errors import FileFormatError
from labirinto.formats.about import About
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.path import Ends

_SVG = "{http://www.w3.org/2000/svg}"
_RUN = re.compile(r"M(\d+) (\d+)([hv])(\d+)", re.ASCII)


def read_svg(source: Source) -> tuple[Maze, Ends | None]:
    """Reads the walls from the drawing's group ``walls``.

    Raises:
        FileFormatError: if it is another program's drawing, or damaged.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    data = source.whole()
    if b"<!" in data:
        raise FileFormatError("this drawing was not made by labirinto: it declares a DTD.")
    try:
        root = fromstring(data)
    except (ParseError, LookupError, ValueError) as error:
        # The latter two are for encodings that are none, or none for XML.
        raise FileFormatError(f"the drawing is damaged ({error}).") from None
    notes = root.find(f"{_SVG}metadata[@id='labirinto']")
    walls = root.find(f"{_SVG}g[@id='walls']/{_SVG}path")
    if notes is None or walls is None:
        raise FileFormatError("this drawing was not made by labirinto, or has lost its notes.")
    about = About.from_json(notes.text or "")
    return about.maze(_rows(walls.get("d", ""), about.width, about.height))


def _rows(path: str, width: int, height: int) -> bytes:
    stride = (width + 7) // 8
    if _RUN.sub("", path) or len(path) < stride * height // 8:
        raise FileFormatError("the drawing is damaged: its walls cannot be read.")
    east = [(1 << (width - 1)) - 1] * height
    south = [(1 << width) - 1] * (height - 1) + [0]
    for match in _RUN.finditer(path):
        x, y, length = int(match[1]), int(match[2]), int(match[4])
        across = match[3] == "h"
        if x + across * length > width or y + (not across) * length > height:
            raise FileFormatError("the drawing is damaged: a wall leads out of the maze.")
        if across and 0 < y < height:
            south[y - 1] &= ~(((1 << length) - 1) << x)
        elif not across and 0 < x < width:
            for row in range(y, y + length):
                east[row] &= ~(1 << (x - 1))
    return b"".join(
        plane.to_bytes(stride, "little") for pair in zip(east, south, strict=True) for plane in pair
    )

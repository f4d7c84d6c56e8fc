"""TikZ for LaTeX: a document of one picture, in millimetres.

Source: the manual of TikZ and PGF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import atan2, degrees
from typing import BinaryIO

from labirinto.drawing.display import Dot, Fill, Item, Lines, all_items
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Runs, Stroke, centre_of_arc, decimal, placed, sweep
from labirinto.drawing.style import Style, rgb
from labirinto.errors import InvalidValueError

_LONGEST_MM = 5700
"""TeX has no lengths above 16383 points."""

_NOTE_PIECE = 200
_CAPS = {"square": "rect"}


def check_tex(drawing: Drawing) -> None:
    """Check that no length is too long for TeX."""
    pixel = drawing.style.pixel_mm
    longest = max(drawing.pixel_size) * pixel
    if longest > _LONGEST_MM:
        raise InvalidValueError(
            f"The drawing is {longest:.0f} mm long, and TeX allows {_LONGEST_MM}; choose a smaller "
            "cell_mm, or SVG."
        )


def write_tex(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a document of the class standalone, which may also be included in another.

    A cell is ``style.cell_mm``; x goes right and y up, from the lower left corner of the page.  The
    recipe is in comments.
    """
    for part in _parts(drawing):
        stream.write(part.encode("ascii"))


def _parts(drawing: Drawing) -> Iterator[str]:
    style = drawing.style
    width, height = (side * style.pixel_mm for side in drawing.pixel_size)
    yield "\\documentclass[tikz]{standalone}\n"
    notes = drawing.about_text()
    for at in range(0, len(notes), _NOTE_PIECE):
        yield f"% labirinto {notes[at : at + _NOTE_PIECE]}\n"
    yield "\\begin{document}\n\\begin{tikzpicture}[x=1mm,y=1mm]\n"
    yield f"\\fill[{_paint('fill', style.floor)}] (0,0) rectangle {_point(width, height)};\n"
    origin = (style.margin + style.wall / 2) * style.pixel_mm
    for item in all_items(drawing):
        yield from _item(item, style, (origin, height - origin))
    yield "\\end{tikzpicture}\n\\end{document}\n"


def _item(item: Item, style: Style, corner: tuple[float, float]) -> Iterator[str]:
    """Yield an item, of which a path is as short as possible, since TeX keeps it in memory."""
    cell = style.cell_mm
    if isinstance(item, Dot):
        x, y, radius, colour, is_round = item.placed(cell, *corner, upwards=True)
        box = f"{_point(x - radius, y - radius)} rectangle {_point(x + radius, y + radius)}"
        shape = f"{_point(x, y)} circle[radius={decimal(radius)}]" if is_round else box
        yield f"\\fill[{_paint('fill', colour)}] {shape};\n"
        return
    yield f"\\begin{{scope}}[{_look(item, cell)}]\n"
    if isinstance(item, Lines):
        for stroke in item.shape.each():
            yield f"\\draw {_path(placed(stroke, cell, *corner, upwards=True))};\n"
    elif isinstance(item.shape, Runs):
        for x0, y0, x1, y1 in item.shape.runs:
            left, right = (corner[0] + cell * x for x in (x0, x1))
            top, bottom = (corner[1] - cell * y for y in (y0, y1))
            yield f"\\filldraw {_point(left, top)} rectangle {_point(right, bottom)};\n"
    else:
        yield f"\\filldraw {_outlines(item.shape.each(), cell, corner)};\n"
    yield "\\end{scope}\n"


def _outlines(strokes: Iterable[Stroke], cell: float, corner: tuple[float, float]) -> str:
    return "\n".join(_path(placed(stroke, cell, *corner, upwards=True)) for stroke in strokes)


def _look(item: Fill | Lines, cell: float) -> str:
    if isinstance(item, Lines):
        return (
            f"{_paint('draw', item.colour)},line width={decimal(item.width * cell)}mm,"
            f"line cap={_CAPS.get(item.cap, item.cap)},line join={item.join}"
        )
    line = f"{_paint('draw', item.colour)},line width={decimal(item.seam * cell)}mm"
    return f"{_paint('fill', item.colour)},{line if item.seam else 'draw=none'},even odd rule"


def _paint(option: str, colour: str) -> str:
    red, green, blue = rgb(colour)
    return f"{option}={{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _path(stroke: Stroke) -> str:
    """Return a path; a closed one ends with the word that joins its ends."""
    is_closed = len(stroke) > 2 and stroke[0][:2] == stroke[-1][:2]
    parts = [_point(*stroke[0][:2])]
    for here, there in pairwise(stroke):
        if here.radius:
            x, y = centre_of_arc(here, there)
            start, radius = degrees(atan2(here.y - y, here.x - x)), abs(here.radius)
            end = start + degrees(sweep(here, there))
            angles = f"start angle={decimal(start)},end angle={decimal(end)}"
            parts.append(f" arc[{angles},radius={decimal(radius)}]")
        elif not (is_closed and there is stroke[-1]):
            parts.append(f" -- {_point(*there[:2])}")
    # TeX reads lines of limited length.
    return "\n".join(parts) + (" -- cycle" if is_closed else "")


def _point(x: float, y: float) -> str:
    return f"({decimal(x)},{decimal(y)})"

"""SVG for plotters and lasers: centre lines in millimetres, in as few strokes as possible.

It is read back by ``formats.svg``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from labirinto.drawing.display import Lines, Pens, marks, solution, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Stroke, decimal, path_data, placed
from labirinto.drawing.style import Style
from labirinto.formats.svg import OPENING, dot_element, escape

_PEN = 0.25
"""Thickness of the lines on a screen."""

PENS_MM = (0.13, 0.18, 0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
"""The pens for portraits, thinnest first: the line widths of technical drawing (ISO 128-20)."""


def write_plot_svg(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as an SVG document for a pen or a laser.

    The unit is a millimetre, a cell is ``style.cell_mm``.  Nothing is filled, and the width of
    lines is for the screen alone, except in portraits, whose walls have a layer for each pen.  The
    groups ``strokes`` (the walls, a polyline a stroke, or a path if it has arcs, in the best order
    to draw them), ``solution`` and ``ends`` are layers in Inkscape, so each can get its own pen or
    be left out.  The recipe is in the metadata.
    """
    for part in _parts(drawing):
        stream.write(part.encode())


def plot_notes(drawing: Drawing) -> str:
    """Return the notes of a file for machines, as JSON."""
    return drawing.about_text(cell_mm=drawing.style.cell_mm)


def _frame(style: Style) -> tuple[float, float, float]:
    """Return millimetres a cell, and where the centre lines of the left and upper frame lie."""
    origin = (style.margin + style.wall / 2) * style.pixel_mm
    return style.cell_mm, origin, origin


def _parts(drawing: Drawing) -> Iterator[str]:
    style = drawing.style
    width, height = (decimal(side * style.pixel_mm) for side in drawing.pixel_size)
    yield (
        f'{OPENING} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(drawing.title)}</title>\n"
        f"<desc>{escape(drawing.description)}</desc>\n"
        f'<metadata id="labirinto">{escape(plot_notes(drawing))}</metadata>\n'
    )
    pens = Pens.of(style)
    yield _layer("strokes", "1 walls", style.walls)
    for line in walls(drawing, pens, in_strokes=True, widths=_widths(style)):
        yield from _pen(line, style) if drawing.portrait else _lines(line, style)
    yield f"</g>\n{_layer('solution', '2 solution', style.solution)}"
    for line in solution(drawing, pens):
        yield from _lines(line, style)
    yield f"</g>\n{_layer('ends', '3 ends', style.end)}"
    for mark in marks(drawing, pens):
        yield f"{dot_element(mark.placed(*_frame(style)))}\n"
    yield "</g>\n</svg>\n"


def _widths(style: Style) -> list[float]:
    """Return the widths of the pens for a portrait, in cells."""
    widest = style.wall * style.pixel_mm
    # A pen wider than the widest wall would leave less room for paths than wanted.
    pens = [pen for pen in PENS_MM if pen <= widest + 1e-9] or [PENS_MM[0]]
    return [pen / style.cell_mm for pen in pens]


def _pen(line: Lines, style: Style) -> Iterator[str]:
    """Yield walls of a portrait as a layer for their pen and colour."""
    pen = decimal(line.width * style.cell_mm)
    yield (
        f'<g inkscape:groupmode="layer" inkscape:label="pen {pen} mm {line.colour}" '
        f'stroke="{line.colour}" stroke-width="{pen}" stroke-linecap="{line.cap}">\n'
    )
    yield from _lines(line, style)
    yield "</g>\n"


def _layer(name: str, label: str, colour: str) -> str:
    return (
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{label}" fill="none" '
        f'stroke="{colour}" stroke-width="{_PEN}" stroke-linecap="round" stroke-linejoin="round">\n'
    )


def _lines(line: Lines, style: Style) -> Iterator[str]:
    frame = _frame(style)
    for stroke in line.shape.each():
        yield f"<{_line_element(placed(stroke, *frame))}/>\n"


def _line_element(line: Stroke) -> str:
    if any(vertex.radius for vertex in line):
        return f'path d="{path_data([line])}"'
    points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y, _ in line)
    return f'polyline points="{points}"'

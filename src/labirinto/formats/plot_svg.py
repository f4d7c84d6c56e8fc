"""SVG for plotters and lasers: centre lines in millimetres, in as few strokes as possible.

It is read back by ``formats.svg``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from labirinto.drawing.geometry import Drawing, Mark
from labirinto.drawing.portrait import wall_groups
from labirinto.drawing.strokes import Stroke, Vertex, decimal, strokes
from labirinto.drawing.style import Style
from labirinto.formats.svg import escape, line_element

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


def origin_mm(style: Style) -> float:
    """Return where the centre lines of the left and upper frame lie on a sheet with margins."""
    return (style.margin + style.wall / 2) * style.pixel_mm


def _parts(drawing: Drawing) -> Iterator[str]:
    style = drawing.style
    width, height = (decimal(side * style.pixel_mm) for side in drawing.pixel_size)
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(drawing.title)}</title>\n"
        f"<desc>{escape(drawing.description)}</desc>\n"
        f'<metadata id="labirinto">{escape(plot_notes(drawing))}</metadata>\n'
    )
    yield _layer("strokes", "1 walls", style.walls)
    if drawing.portrait:
        yield from _pens(drawing)
    else:
        for stroke in strokes(drawing):
            yield _line(stroke, style)
    yield f"</g>\n{_layer('solution', '2 solution', style.solution)}"
    if drawing.path and drawing.path.steps:
        yield _line(drawing.polyline(), style)
    yield f"</g>\n{_layer('ends', '3 ends', style.end)}"
    for mark in drawing.marks:
        yield _mark(mark, style)
    yield "</g>\n</svg>\n"


def _pens(drawing: Drawing) -> Iterator[str]:
    """Yield the walls of a portrait, a layer for each pen, and for each colour."""
    style = drawing.style
    widest = style.wall * style.pixel_mm
    # A pen wider than the widest wall would leave less room for paths than wanted.
    pens = [pen for pen in PENS_MM if pen <= widest + 1e-9] or [PENS_MM[0]]
    for group in wall_groups(drawing, [pen / style.cell_mm for pen in pens]):
        pen = decimal(group.width * style.cell_mm)
        yield (
            f'<g inkscape:groupmode="layer" inkscape:label="pen {pen} mm {group.colour}" '
            f'stroke="{group.colour}" stroke-width="{pen}" stroke-linecap="square">\n'
        )
        for x0, y0, x1, y1 in group.runs:
            yield _line([Vertex(x0, y0), Vertex(x1, y1)], style)
        yield "</g>\n"


def _layer(name: str, label: str, colour: str) -> str:
    return (
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{label}" fill="none" '
        f'stroke="{colour}" stroke-width="{_PEN}" stroke-linecap="round" stroke-linejoin="round">\n'
    )


def _line(stroke: Stroke, style: Style) -> str:
    origin, cell = origin_mm(style), style.cell_mm
    placed = [
        Vertex(origin + cell * x, origin + cell * y, cell * radius) for x, y, radius in stroke
    ]
    return f"<{line_element(placed)}/>\n"


def _mark(mark: Mark, style: Style) -> str:
    x, y, kind, scale = mark
    radius = style.mark * style.pixel_mm * scale / 2
    x, y = (origin_mm(style) + style.cell_mm * at for at in (x, y))
    if kind == "start":
        return f'<circle cx="{decimal(x)}" cy="{decimal(y)}" r="{decimal(radius)}"/>\n'
    side = decimal(2 * radius)
    return (
        f'<rect x="{decimal(x - radius)}" y="{decimal(y - radius)}" '
        f'width="{side}" height="{side}"/>\n'
    )

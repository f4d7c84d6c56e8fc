"""SVG for plotters and lasers: centre lines in millimetres, in as few strokes as possible.

It is read back by ``formats.svg``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import strokes
from labirinto.drawing.style import Style
from labirinto.formats.svg import escape

_PEN = 0.25
"""Thickness of the lines on a screen."""


def write_plot_svg(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as an SVG document for a pen or a laser.

    The unit is a millimetre, a cell is ``style.cell_mm``.  Nothing is filled, and the width of
    lines is for the screen alone.  The groups ``strokes`` (the walls, a polyline a stroke, in the
    best order to draw them), ``solution`` and ``ends`` are layers in Inkscape, so each can get its
    own pen or be left out.  The recipe is in the metadata.
    """
    for part in _parts(drawing):
        stream.write(part.encode())


def plot_notes(drawing: Drawing) -> str:
    """Return the notes of a file for machines, as JSON."""
    from json import dumps

    return dumps({**drawing.about(), "cell_mm": drawing.style.cell_mm}, separators=(",", ":"))


def origin_mm(style: Style) -> float:
    """Return where the centre lines of the left and upper frame lie on a sheet with margins."""
    return (style.margin + style.wall / 2) * style.pixel_mm


def millimetres(length: float) -> str:
    """Format a length to a ten-thousandth, which is finer than any machine."""
    return f"{length:.4f}".rstrip("0").rstrip(".")


def _parts(drawing: Drawing) -> Iterator[str]:
    style = drawing.style
    width, height = (millimetres(side * style.pixel_mm) for side in drawing.pixel_size)
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(drawing.title)}</title>\n"
        f"<desc>{escape(drawing.description)}</desc>\n"
        f'<metadata id="labirinto">{escape(plot_notes(drawing))}</metadata>\n'
    )
    yield _layer("strokes", "1 walls", style.walls)
    for stroke in strokes(drawing):
        yield _polyline(stroke, style)
    yield f"</g>\n{_layer('solution', '2 solution', style.solution)}"
    if drawing.path and drawing.path.steps:
        yield _polyline(drawing.polyline(), style)
    yield f"</g>\n{_layer('ends', '3 ends', style.end)}"
    for x, y, kind in drawing.marks:
        yield _mark(x, y, kind, style)
    yield "</g>\n</svg>\n"


def _layer(name: str, label: str, colour: str) -> str:
    return (
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{label}" fill="none" '
        f'stroke="{colour}" stroke-width="{_PEN}" stroke-linecap="round" stroke-linejoin="round">\n'
    )


def _polyline(points: Iterable[tuple[float, float]], style: Style) -> str:
    origin, cell = origin_mm(style), style.cell_mm
    text = " ".join(
        f"{millimetres(origin + cell * x)},{millimetres(origin + cell * y)}" for x, y in points
    )
    return f'<polyline points="{text}"/>\n'


def _mark(x: int, y: int, kind: str, style: Style) -> str:
    radius = style.mark * style.pixel_mm / 2
    middle_x, middle_y = (origin_mm(style) + style.cell_mm * (at + 0.5) for at in (x, y))
    if kind == "start":
        return (
            f'<circle cx="{millimetres(middle_x)}" cy="{millimetres(middle_y)}" '
            f'r="{millimetres(radius)}"/>\n'
        )
    side = millimetres(2 * radius)
    return (
        f'<rect x="{millimetres(middle_x - radius)}" y="{millimetres(middle_y - radius)}" '
        f'width="{side}" height="{side}"/>\n'
    )

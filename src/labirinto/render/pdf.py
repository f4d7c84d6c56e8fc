"""PDF: a drawing as lines on a page, sharp at any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

from labirinto.cells import STEPS
from labirinto.render.drawing import Drawing
from labirinto.render.pdf_file import PdfFile, colour, short

POINTS_A_PIXEL = 0.75
"""A pixel is 1/96 of an inch, as in SVG, and a point is 1/72."""


@dataclass(frozen=True)
class Pens:
    """Widths of lines in cells.

    Attributes:
        wall: of the walls.
        line: of the path.
        mark: diameter of the marks at start and end.
        arrow: length of the arrows before openings; 0 for none.
    """

    wall: float
    line: float
    mark: float
    arrow: float = 0


def write_pdf(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing as a PDF document: one page of its own size, a pixel being 1/96 inch.

    The recipe is among the document's information, as JSON under the name Labirinto.
    """
    from json import dumps

    style = drawing.style
    width, height = (side * POINTS_A_PIXEL for side in drawing.pixel_size)
    origin = (style.margin + style.wall / 2) * POINTS_A_PIXEL
    pens = Pens(style.wall / style.cell, style.line / style.cell, style.mark / style.cell)
    operators = [
        f"{colour(style.floor, 'rg')}0 0 {short(width)} {short(height)} re f\n",
        maze_operators(drawing, origin, height - origin, style.cell * POINTS_A_PIXEL, pens),
    ]
    file = PdfFile(stream)
    file.add_page(width, height, "".join(operators))
    about = {"Title": drawing.title, "Subject": drawing.description, "Creator": "Labirinto"}
    file.finish(about | {"Labirinto": dumps(drawing.about(), separators=(",", ":"))})


def maze_operators(drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> str:
    """What draws a maze on a page.

    Args:
        left, top: where its upper left corner is, in points from the page's lower left.
        cell: points from one wall to the next.
    """
    style = drawing.style
    scale = f"{cell:.5f}"
    # From here on lengths are in cells, and y goes down.
    parts = [f"q {scale} 0 0 -{scale} {short(left)} {short(top)} cm\n"]
    points = [f"{short(x)} {short(y)}" for x, y in drawing.polyline()]
    if points:
        lines = " l\n".join(points[1:])
        parts.append(
            f"{colour(style.solution, 'RG')}{short(pens.line)} w 1 J 1 j\n"
            f"{points[0]} m\n{lines} l S\n"
        )
    parts.append(f"{colour(style.walls, 'RG')}{short(pens.wall)} w 2 J\n")
    parts += [f"{x0} {y0} m {x1} {y1} l\n" for x0, y0, x1, y1 in drawing.wall_runs()]
    parts.append("S\n")
    parts += _marks(drawing, pens.mark)
    if pens.arrow:
        parts += _arrows(drawing, pens)
    parts.append("Q\n")
    return "".join(parts)


def _marks(drawing: Drawing, size: float) -> list[str]:
    marks = []
    for x, y, kind in drawing.marks:
        if kind == "start":
            # A line of no length with a round cap is a disc.
            shape = colour(drawing.style.start, "RG")
            shape += f"{short(size)} w 1 J {x}.5 {y}.5 m {x}.5 {y}.5 l S\n"
        else:
            corner = f"{short(x + 0.5 - size / 2)} {short(y + 0.5 - size / 2)}"
            shape = colour(drawing.style.end, "rg")
            shape += f"{corner} {short(size)} {short(size)} re f\n"
        marks.append(shape)
    return marks


def _arrows(drawing: Drawing, pens: Pens) -> list[str]:
    """Before the first opening an arrow that points in, before the second one that points out."""
    arrows = []
    for (x, y, way), inwards in zip(drawing.openings, (True, False), strict=False):
        dx, dy = STEPS[way]
        # The middle of the opening, and how far its arrow keeps from the line of the wall.
        middle_x, middle_y = x + 0.5 + dx / 2, y + 0.5 + dy / 2
        near = pens.wall / 2 + pens.arrow / 6
        tip, base = (near, near + pens.arrow) if inwards else (near + pens.arrow, near)
        # Two openings can be side by side.
        half = min(pens.arrow / 2, 0.6)
        corners = (
            (middle_x + dx * tip, middle_y + dy * tip),
            (middle_x + dx * base + dy * half, middle_y + dy * base + dx * half),
            (middle_x + dx * base - dy * half, middle_y + dy * base - dx * half),
        )
        first, second, third = (f"{short(x)} {short(y)}" for x, y in corners)
        shade = drawing.style.start if inwards else drawing.style.end
        arrows.append(f"{colour(shade, 'rg')}{first} m {second} l {third} l h f\n")
    return arrows

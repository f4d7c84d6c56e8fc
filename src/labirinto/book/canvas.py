"""What pages are drawn on: a PDF document, or pictures of the pages for a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from labirinto.book.typesetting import Line, Typesetter
from labirinto.drawing.geometry import Drawing
from labirinto.formats.pdf import Pens, arrows, draw_maze
from labirinto.formats.svg import escape, joints, line_element, line_look, mark_element, walls_path

Point = tuple[float, float]

RULE = 0.6
"""Thickness of a thin line, in points."""


@dataclass(frozen=True)
class PagePicture:
    """A page as SVG.

    Attributes:
        name: ``cover``, ``first`` or ``last`` page of mazes, ``answers``; ``sheet``
            and ``answer`` of a worksheet.
        width, height: In points.
        svg: The inside of an SVG element in that unit, from the upper left corner.
    """

    name: str
    width: float
    height: float
    svg: str


class Canvas(Protocol):
    """Pages, one after another.  Lengths are in points, from the upper left corner of a page."""

    def begin(self, width: float, height: float) -> None:
        """Begin a page."""

    def text(self, line: Line, x: float, y: float, size: float, grey: int) -> None:
        """Put a line of text with the left end of its baseline at a point."""

    def maze(self, drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> None:
        """Draw a maze."""

    def polygon(self, corners: Sequence[Point], *, filled: bool) -> None:
        """Draw a polygon, filled or as a thin outline."""


class PdfCanvas:
    """Draws on the pages of the typesetter's document."""

    def __init__(self, typesetter: Typesetter) -> None:
        self._typesetter = typesetter
        self._document = typesetter.document

    def begin(self, width: float, height: float) -> None:
        """Begin a page."""
        self._document.add_page(format=(width, height))

    def text(self, line: Line, x: float, y: float, size: float, grey: int) -> None:
        """Put a line of text."""
        self._typesetter.put(line, x, y, size, grey)

    def maze(self, drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> None:
        """Draw a maze."""
        draw_maze(self._document, drawing, left, top, cell, pens)

    def polygon(self, corners: Sequence[Point], *, filled: bool) -> None:
        """Draw a polygon."""
        with self._document.local_context(draw_color=0, fill_color=0, line_width=RULE):
            self._document.polygon(corners, style="F" if filled else "D")


class SvgCanvas:
    """Draws each page as the inside of an SVG element, in the fonts of the browser.

    Attributes:
        pages: Width, height and SVG of each page.
    """

    def __init__(self) -> None:
        self.pages: list[tuple[float, float, str]] = []

    def begin(self, width: float, height: float) -> None:
        """Begin a page."""
        self.pages.append((width, height, ""))

    def text(self, line: Line, x: float, y: float, size: float, grey: int) -> None:
        """Put a line of text, stretched to the width that it has in print."""
        width = line.width * size
        # A line with several parts runs from left to right.
        backwards = len(line.parts) == 1 and line.parts[0].right_to_left
        at, direction = (x + width, "rtl") if backwards else (x, "ltr")
        self._add(
            f'<text x="{at:.1f}" y="{y:.1f}" font-size="{size:.4g}" direction="{direction}" '
            f'textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" fill="{_shade(grey)}">'
            f"{escape(line.text)}</text>"
        )

    def maze(self, drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> None:
        """Draw a maze."""
        style = drawing.style
        line = drawing.polyline()
        path = (
            f'<{line_element(line)} fill="none" stroke="{style.solution}" '
            f'stroke-width="{pens.line:.4g}" {line_look(drawing)}/>'
        )
        marks = "".join(mark_element(mark, pens.mark, style) for mark in drawing.marks)
        tips = "".join(
            f'<polygon points="{_points(corners)}" fill="{shade}"/>'
            for corners, shade in (arrows(drawing, pens) if pens.arrow else ())
        )
        self._add(
            f'<g transform="translate({left:.2f} {top:.2f}) scale({cell:.4g})">'
            f'{path if line else ""}<path fill="none" stroke="{style.walls}" '
            f'stroke-width="{pens.wall:.4g}" {joints(drawing)} d="{walls_path(drawing)}"/>'
            f"{marks}{tips}</g>"
        )

    def polygon(self, corners: Sequence[Point], *, filled: bool) -> None:
        """Draw a polygon."""
        paint = 'fill="#000"' if filled else f'fill="none" stroke="#000" stroke-width="{RULE}"'
        self._add(f'<polygon points="{_points(corners)}" {paint}/>')

    def _add(self, piece: str) -> None:
        width, height, before = self.pages[-1]
        self.pages[-1] = width, height, before + piece


def _points(corners: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def _shade(grey: int) -> str:
    return f"#{grey:02x}{grey:02x}{grey:02x}"

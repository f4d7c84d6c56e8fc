"""What pages are drawn on: a PDF document, or pictures of the pages for a browser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from labirinto.book.typesetting import Line, Typesetter
from labirinto.drawing.display import Layer
from labirinto.formats.pdf import draw_layers
from labirinto.formats.svg import escape, item_parts

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

    def layers(self, layers: Iterable[Layer], left: float, top: float, cell: float) -> None:
        """Draw layers, such as those of a maze, whose cells are so many points wide."""

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

    def layers(self, layers: Iterable[Layer], left: float, top: float, cell: float) -> None:
        """Draw layers, such as those of a maze, whose cells are so many points wide."""
        draw_layers(self._document, layers, left, top, cell)

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

    def layers(self, layers: Iterable[Layer], left: float, top: float, cell: float) -> None:
        """Draw layers, such as those of a maze, whose cells are so many points wide."""
        parts = (part for layer in layers for item in layer.items for part in item_parts(item))
        self._add(
            f'<g transform="translate({left:.2f} {top:.2f}) scale({cell:.4g})">{"".join(parts)}</g>'
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

"""Canvases for pages: a PDF document, or pictures of the pages for a browser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from labirinto.book.typesetting import Line
from labirinto.drawing.display import Item
from labirinto.formats.svg import escape, item_parts


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
    """Pages, one after another, such as those of a ``Typesetter``.

    Lengths are in points, from the upper left corner of a page.
    """

    def begin(self, width: float, height: float) -> None:
        """Begin a page."""

    def put(self, line: Line, x: float, y: float, size: float, grey: int) -> None:
        """Put a line of text with the left end of its baseline at a point."""

    def draw(self, items: Iterable[Item], left: float = 0, top: float = 0, unit: float = 1) -> None:
        """Draw items, such as those of a maze, whose unit is so many points."""


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

    def put(self, line: Line, x: float, y: float, size: float, grey: int) -> None:
        """Put a line of text, stretched to the width that it has in print."""
        width = line.width * size
        # A line with several parts runs from left to right.
        backwards = len(line.parts) == 1 and line.parts[0].right_to_left
        at, direction = (x + width, "rtl") if backwards else (x, "ltr")
        shade = f"{grey:02x}" * 3
        self._add(
            f'<text x="{at:.1f}" y="{y:.1f}" font-size="{size:.4g}" direction="{direction}" '
            f'textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" fill="#{shade}">'
            f"{escape(line.text)}</text>"
        )

    def draw(self, items: Iterable[Item], left: float = 0, top: float = 0, unit: float = 1) -> None:
        """Draw items."""
        parts = "".join(part for item in items for part in item_parts(item))
        self._add(f'<g transform="translate({left:.2f} {top:.2f}) scale({unit:.4g})">{parts}</g>')

    def _add(self, piece: str) -> None:
        width, height, before = self.pages[-1]
        self.pages[-1] = width, height, before + piece

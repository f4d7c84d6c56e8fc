"""The check of a PDF document for print on demand, by PDFium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import and_
from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto._internal.progress import Progress
from labirinto.book.for_sale import LEAST_PAGES, inner_margin
from labirinto.book.paper import INCH
from labirinto.book.words import WORDS
from labirinto.errors import FileFormatError, counted

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage  # type: ignore[import-untyped]

OUTER_LEAST = 0.25 * INCH
"""The least margins outside, above and below if nothing reaches the edge."""

_DOTS = 2
"""Dots a point at which pages are looked at."""

_MOST_DOTS = 3000
"""Dots of the longer side of a page: larger pages are no books."""

_WHITE = b"\xff"


@dataclass(frozen=True)
class Preflight:
    """The properties of a document, and the faults that keep it from being printed as a book.

    Lengths are in points.

    Attributes:
        pages: The number of pages.
        sizes: Width and height of the pages, each once.
        inner, outer, above, below: The smallest distance of anything printed from the edges of its
            page; the inner edge is at the fold.
        fonts: The number of fonts.
        loose_fonts: The names of those that are not embedded.
        transparent: The numbers of the pages with transparency.
        coloured: The numbers of the pages with colours other than black, white and grey.
        right_to_left: Whether the fold is to the right of the first page.
    """

    pages: int
    sizes: tuple[tuple[float, float], ...]
    inner: float
    outer: float
    above: float
    below: float
    fonts: int
    loose_fonts: tuple[str, ...]
    transparent: tuple[int, ...]
    coloured: tuple[int, ...]
    right_to_left: bool

    @property
    def faults(self) -> tuple[str, ...]:
        """A clause for each reason why it cannot be printed as a book; empty if it can."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        if self.pages < LEAST_PAGES:
            pages = counted(self.pages, "page")
            yield f"it has {pages}, and binding needs at least {LEAST_PAGES}"
        elif self.pages % 2:
            yield f"it has {self.pages} pages, which is an odd number"
        if len(self.sizes) > 1:
            yield f"its pages have {len(self.sizes)} sizes"
        margins = {
            "the inner margin": (self.inner, inner_margin(self.pages)),
            "the outer margin": (self.outer, OUTER_LEAST),
            "the margin above": (self.above, OUTER_LEAST),
            "the margin below": (self.below, OUTER_LEAST),
        }
        for name, (found, least) in margins.items():
            if found < least:
                yield f"{name} is {inches(found)}, and it must be at least {inches(least)}"
        if self.loose_fonts:
            yield f"fonts are not embedded: {', '.join(self.loose_fonts)}"
        if self.transparent:
            yield f"page {self.transparent[0]} has transparency"
        if self.coloured:
            yield f"page {self.coloured[0]} has colours"


def inches(points: float) -> str:
    """A length for people."""
    return f"{points / INCH:.3f}".rstrip("0").rstrip(".") + " in"


def size_in_inches(found: Preflight) -> str:
    """The sizes of the pages of a document for people."""
    sizes = (f"{width / INCH:.4g} x {height / INCH:.4g} in" for width, height in found.sizes)
    return ", ".join(sizes)


def preflight(
    source: str | os.PathLike[str] | bytes, *, progress: Progress | None = None
) -> Preflight:
    """Check every page of a PDF document for print.

    The fold is to the left of odd pages, or to their right if the language of the document runs
    from right to left.

    Args:
        source: A file name, or the bytes of the document.
        progress: Called with the pages seen and their total; may raise to stop.

    Raises:
        FileFormatError: If it is not a PDF document, or is damaged.
        MissingExtraError: If pypdfium2 is not installed.
        OSError: If the file cannot be read.
    """
    with needing("To check a PDF needs pypdfium2", "preflight"):
        import pypdfium2
    if not isinstance(source, bytes):
        with open(source, "rb") as file:
            source = file.read()
    try:
        with closing(pypdfium2.PdfDocument(source)) as document:
            return _looked_at(document, progress)
    except pypdfium2.PdfiumError:
        raise FileFormatError(
            "This is not a PDF document, or it is damaged or locked by a password; give another."
        ) from None


def _looked_at(document: PdfDocument, progress: Progress | None) -> Preflight:
    from pypdfium2 import raw

    words = WORDS.get(_language(document))
    backwards = words is not None and words.right_to_left
    sizes: dict[tuple[float, float], None] = {}
    fonts: dict[str, bool] = {}
    transparent, coloured = [], []
    least = dict.fromkeys(("inner", "outer", "above", "below"), inf)
    for number in range(1, len(document) + 1):
        page = document[number - 1]
        width, height = page.get_size()
        sizes[round(width, 2), round(height, 2)] = None
        fonts |= _fonts(page)
        if raw.FPDFPage_HasTransparency(page.raw):
            transparent.append(number)
        left, right, above, below, has_colours = _ink(page)
        if has_colours:
            coloured.append(number)
        is_left_page = (number % 2 == 0) != backwards
        inner, outer = (right, left) if is_left_page else (left, right)
        for side, found in zip(least, (inner, outer, above, below), strict=True):
            least[side] = min(least[side], found)
        page.close()
        if progress:
            progress(number, len(document))
    return Preflight(
        pages=len(document),
        sizes=tuple(sizes),
        fonts=len(fonts),
        loose_fonts=tuple(name for name, is_embedded in fonts.items() if not is_embedded),
        transparent=tuple(transparent),
        coloured=tuple(coloured),
        right_to_left=backwards,
        **least,
    )


def _language(document: PdfDocument) -> str:
    import ctypes

    from pypdfium2 import raw

    length = raw.FPDFCatalog_GetLanguage(document.raw, None, 0)
    buffer = ctypes.create_string_buffer(length)
    text = ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR))
    raw.FPDFCatalog_GetLanguage(document.raw, text, length)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")


def _fonts(page: PdfPage) -> dict[str, bool]:
    """The fonts of a page by their names, and whether they are embedded."""
    import ctypes

    from pypdfium2 import raw

    found = {}
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=15):
        font = raw.FPDFTextObj_GetFont(item.raw)
        name = ctypes.create_string_buffer(200)
        raw.FPDFFont_GetBaseFontName(font, name, len(name))
        found[name.value.decode("utf-8", "replace")] = raw.FPDFFont_GetIsEmbedded(font) == 1
    return found


def _ink(page: PdfPage) -> tuple[float, float, float, float, bool]:
    """The distances of what is printed from the left, the right, the top and the bottom of a page,
    in points, and whether it has colours.
    """
    dots = min(_DOTS, _MOST_DOTS / max(page.get_size()))
    bitmap = page.render(scale=dots)
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    depth, data = bitmap.n_channels, bytes(bitmap.buffer)
    rows = [data[row * stride : row * stride + width * depth] for row in range(height)]
    pixels = b"".join(rows)
    blue, green, red = (pixels[channel::depth] for channel in range(3))
    has_colours = not blue == green == red
    blank = _WHITE * (width * depth)
    inked = [row for row, line in enumerate(rows) if line != blank]
    if not inked:
        return inf, inf, inf, inf, has_colours
    # A column of the page is white in all rows, or has other bits in one of them.
    bits = reduce(and_, (int.from_bytes(rows[row], "big") for row in inked))
    columns = bits.to_bytes(width * depth, "big")
    left = (len(columns) - len(columns.lstrip(_WHITE))) // depth
    right = (len(columns) - len(columns.rstrip(_WHITE))) // depth
    above, below = inked[0], height - 1 - inked[-1]
    return left / dots, right / dots, above / dots, below / dots, has_colours

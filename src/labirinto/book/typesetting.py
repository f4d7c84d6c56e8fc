"""Text on a page in any script and direction; fpdf2 shapes and orders it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional, category, normalize

from labirinto._internal.validation import list_of
from labirinto.drawing.display import Item
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats.pdf import draw_items, finish, new_document
from labirinto.grids.typefaces import (
    Typeface,
    own_typefaces,
    refuse_control,
    system_typeface,
    typeface,
)

if TYPE_CHECKING:
    from fpdf import FPDF

_FEATURES = {"locl": False}
"""Noto Naskh Arabic treats all Arabic script as Urdu, whose digits 4, 6 and 7 differ."""

_BACKWARDS = ("R", "AL", "AN")
"""The bidirectional classes of letters and numbers that run from right to left."""

_MEASURED = 1000
"""The size at which widths are measured: that of most fonts' units."""

_BASELINE = 0.8
"""The distance of the baseline from the top of an fpdf2 cell, in font sizes."""


def font_files(fonts: object) -> tuple[Any, ...]:
    """The files of fonts, as names or paths.

    Raises:
        InvalidValueError: If it is no list of them.
    """
    return list_of("fonts", fonts, (str, os.PathLike), "font files")


class Fonts:
    """Finds fonts for letters.

    Args:
        files: Font files besides those of the package.
        machine: Whether to search the machine's fonts for letters that none of these has.

    Raises:
        FileFormatError: If a file is not a font.
        InvalidValueError: If ``files`` is no list of files.
        MissingExtraError: If HarfBuzz is not installed.
        OSError: If a file cannot be read.
    """

    def __init__(
        self, files: Sequence[str | os.PathLike[str]] = (), *, machine: bool = True
    ) -> None:
        self._faces = [*own_typefaces(), *map(typeface, font_files(files))]
        self._machine = machine

    def has(self, text: str) -> bool:
        """Whether the fonts loaded so far have all letters of a text."""
        return all(self._at_hand(letter) for letter in _seen(text))

    def for_text(self, text: str) -> tuple[Typeface, ...]:
        """Return the fonts that a text needs, the one with most of its letters first.

        Raises:
            InvalidValueError: If no font has one of its letters.
        """
        letters = _seen(text)
        found = {letter: self._for_letter(letter) for letter in letters}
        first = max(self._faces, key=lambda face: sum(map(face.has, letters)))
        others = {face for letter, face in found.items() if not first.has(letter)}
        # The order of preference, not the order of the letters.
        return (first, *(face for face in self._faces if face in others))

    def _at_hand(self, letter: str) -> Typeface | None:
        return next((face for face in self._faces if face.has(letter)), None)

    def _for_letter(self, letter: str) -> Typeface:
        found = self._at_hand(letter)
        if not found and self._machine and letter.isprintable():
            found = system_typeface(letter)
            if found:
                self._faces.append(found)
        if not found:
            refuse_control(letter)
            raise InvalidValueError(
                f"No font has the letter {letter!r} (U+{ord(letter):04X}); leave it out, install "
                "a font that has it, or name a font file with --font (in Python fonts=[FILE]).",
                value=letter,
            )
        return found


@dataclass(frozen=True)
class _Part:
    """A part of a line in a single direction.

    Attributes:
        text: Its letters in reading order.
        right_to_left: Its direction.
        faces: Its fonts, the one with most of the letters first.
        width: Its width in font sizes.
    """

    text: str
    right_to_left: bool
    faces: tuple[Typeface, ...]
    width: float


@dataclass(frozen=True)
class Line:
    """A line of text.

    Attributes:
        text: Its letters in reading order.
        parts: Its parts from left to right.
        width: Its width in font sizes.
    """

    text: str
    parts: tuple[_Part, ...]
    width: float


class Typesetter:
    """Measures lines of text, and puts them on the pages of a document.

    Args:
        document: The document.
        fonts: The fonts for the text.
        right_to_left: The direction of lines.
    """

    def __init__(self, document: FPDF, fonts: Fonts, *, right_to_left: bool = False) -> None:
        self.document = document
        self._fonts = fonts
        self._right_to_left = right_to_left
        self._names: dict[Typeface, str] = {}
        self._lines: dict[tuple[str, bool], Line] = {}
        document.set_margin(0)
        document.c_margin = 0

    def line(self, text: str, *, right_to_left: bool | None = None) -> Line:
        """Return a text as one line; runs of spaces become one.

        Raises:
            FileFormatError: If one of its fonts is damaged.
            InvalidValueError: If no font has one of its letters.
        """
        backwards = self._right_to_left if right_to_left is None else right_to_left
        tidy = _tidy(text)
        if (tidy, backwards) not in self._lines:
            self._fonts.for_text(tidy)
            parts = tuple(self._part(*part) for part in _parts(tidy, backwards))
            self._lines[tidy, backwards] = Line(tidy, parts, sum(part.width for part in parts))
        return self._lines[tidy, backwards]

    def _part(self, text: str, right_to_left: bool) -> _Part:
        faces = self._fonts.for_text(text)
        self._select(faces, right_to_left, _MEASURED)
        width = self.document.get_string_width(text) / _MEASURED
        return _Part(text, right_to_left, faces, width)

    def lines(self, text: str, width: float) -> list[Line]:
        """Break a text at its spaces into lines of a width in font sizes.

        A longer word gets a line of its own, which is wider.
        """
        lines: list[Line] = []
        words = text.split()
        while words:
            count = len(words)
            while count > 1 and self.line(" ".join(words[:count])).width > width:
                count -= 1
            lines.append(self.line(" ".join(words[:count])))
            del words[:count]
        return lines

    def has(self, text: str) -> bool:
        """Whether the fonts loaded so far have all letters of a text."""
        return self._fonts.has(_tidy(text))

    def begin(self, width: float, height: float) -> None:
        """Begin a page."""
        self.document.add_page(format=(width, height))

    def draw(self, items: Iterable[Item], left: float = 0, top: float = 0, unit: float = 1) -> None:
        """Draw items on the last page, as a ``Canvas`` does."""
        draw_items(self.document, items, left, top, unit)

    def put(self, line: Line, x: float, y: float, size: float, grey: int = 0) -> None:
        """Put a line on the last page.

        Args:
            line: The line.
            x, y: The left end of its baseline, in points from the upper left corner of the page.
            size: The font size in points.
            grey: The colour from 0, black, to 255.
        """
        for part in line.parts:
            # Without it, fpdf2 takes a fallback font inside the text for the font of the page.
            with self.document.local_context():
                self._select(part.faces, part.right_to_left, size)
                self.document.set_text_color(grey)
                self.document.set_xy(x, y - _BASELINE * size)
                with self._readable(part):
                    self.document.cell(h=size, text=part.text)
            x += part.width * size

    def finished(
        self, title: str, notes: Mapping[str, object], *, language: str = "en"
    ) -> bytearray:
        """Return the bytes of the document, with what ``formats.pdf.finish`` adds.

        Raises:
            FileFormatError: If there are fonts of the user and one of them is damaged.
        """
        try:
            return finish(self.document, title, notes, language=language)
        except MemoryError:
            raise
        # A damaged font can make the library raise anything.
        except Exception:
            files = [face.file for face in self._names if face not in own_typefaces()]
            if not files:
                raise
            raise FileFormatError(
                f"One of these fonts is damaged; use another: {', '.join(files)}."
            ) from None

    @classmethod
    @contextmanager
    def opened(
        cls, fonts: Sequence[str | os.PathLike[str]], *, right_to_left: bool = False
    ) -> Iterator[Typesetter]:
        """Set text on a new document, in the fonts of the package and of some files."""
        made = cls(new_document(), Fonts(fonts), right_to_left=right_to_left)
        with closing(made):
            yield made

    def close(self) -> None:
        """Close the font files."""
        from fpdf.fonts import TTFFont

        for font in self.document.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    @contextmanager
    def _readable(self, part: _Part) -> Iterator[None]:
        """Attach the text to its glyphs where readers could not recover it from them.

        They cannot for Indic signs placed before or above their letter.  Text from right to left
        has no such signs here, and readers reorder it on their own.
        """
        signs = any(category(letter) in ("Mc", "Mn") for letter in part.text)
        is_needed = signs and not part.right_to_left
        if is_needed:
            string = part.text.encode("utf-16-be").hex()
            self.document._out(f"/Span << /ActualText <feff{string}> >> BDC")
        yield
        if is_needed:
            self.document._out("EMC")

    def _select(self, faces: tuple[Typeface, ...], right_to_left: bool, size: float) -> None:
        first, *others = map(self._name, faces)
        self.document.set_text_shaping(
            features=_FEATURES, direction="rtl" if right_to_left else "ltr"
        )
        self.document.set_font(first, size=size)
        self.document.set_fallback_fonts(others, exact_match=False)

    def _name(self, face: Typeface) -> str:
        """The name of a font in the document, which gets the font on first use."""
        if face not in self._names:
            name = f"font{len(self._names) + 1}"
            try:
                self.document.add_font(name, fname=face.file, collection_font_number=face.index)
            except MemoryError:
                raise
            except Exception:
                raise FileFormatError(f"The font {face.file} is damaged; use another.") from None
            self._names[face] = name
        return self._names[face]


def _tidy(text: str) -> str:
    return normalize("NFC", " ".join(text.split()))


def _parts(text: str, right_to_left: bool) -> list[tuple[str, bool]]:
    """The parts of a line in a single direction, from left to right, with their directions.

    A line from right to left is one part.  In a line from left to right, fpdf2 misplaces numbers
    inside text from right to left, unless that text is set alone.
    """
    if right_to_left or not any(bidirectional(letter) in _BACKWARDS for letter in text):
        return [(text, right_to_left)]
    from fpdf.bidi import BidiParagraph
    from fpdf.enums import TextDirection

    paragraph = BidiParagraph(text, TextDirection.LTR, preserve_bn_chars=True)
    return [
        ("".join(letter.character for letter in letters), backwards)
        for backwards, letters in groupby(
            paragraph.get_characters(), lambda letter: letter.embedding_level > 0
        )
    ]


def _seen(text: str) -> list[str]:
    """The letters that need a glyph."""
    # Format characters are invisible, except those before Arabic numbers.
    return [letter for letter in text if category(letter) != "Cf" or bidirectional(letter) == "AN"]

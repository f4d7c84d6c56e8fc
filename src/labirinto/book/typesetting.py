"""Text on a page, whatever its script and direction: fpdf2 shapes it and puts it in order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, normalize

from labirinto.book.typefaces import Typeface, own_typefaces, system_typeface, typeface
from labirinto.errors import FileFormatError, InvalidValueError

if TYPE_CHECKING:
    from fpdf import FPDF

_FEATURES = {"locl": False}
"""Of fonts: Noto Naskh Arabic takes all of Arabic script to be Urdu, whose 4, 6 and 7 differ."""

_BACKWARDS = ("R", "AL", "AN")
"""Kinds of letters that go from right to left, and of numbers."""

_MEASURED = 1000
"""The size at which widths are measured: units of most fonts."""

_BASELINE = 0.8
"""In sizes of the letters below the upper edge of a cell of fpdf2."""


class Fonts:
    """Which font has a letter.

    Args:
        files: more fonts than those of the package.
        machine: whether fonts of the machine are asked for letters that none of these has.

    Raises:
        FileFormatError: if a file is no font.
        MissingExtraError: if HarfBuzz is not installed.
        OSError: if a file cannot be read.
    """

    def __init__(
        self, files: Sequence[str | os.PathLike[str]] = (), *, machine: bool = True
    ) -> None:
        self._faces = [*own_typefaces(), *map(typeface, files)]
        self._machine = machine

    def has(self, text: str) -> bool:
        """Whether the fonts that are at hand have all letters of a text."""
        return all(self._at_hand(letter) for letter in _seen(text))

    def for_text(self, text: str) -> tuple[Typeface, ...]:
        """The fonts that a text takes, first the one that has most of its letters.

        Raises:
            InvalidValueError: if no font has one of its letters.
        """
        letters = _seen(text)
        found = {letter: self._for_letter(letter) for letter in letters}
        first = max(self._faces, key=lambda face: sum(map(face.has, letters)))
        others = {face for letter, face in found.items() if not first.has(letter)}
        # In the order of preference, whatever the order of the letters.
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
            raise InvalidValueError(
                f"No font here has the letter {letter!r} (U+{ord(letter):04X}); leave it out, or "
                "name a font file that has it (--font FILE, in Python fonts=[FILE])."
            )
        return found


@dataclass(frozen=True)
class _Part:
    """What of a line fpdf2 takes as a whole.

    Attributes:
        right_to_left: its direction as a whole.
        faces: the fonts that it takes, the one of most letters first.
    """

    text: str
    right_to_left: bool
    faces: tuple[Typeface, ...]
    width: float


@dataclass(frozen=True)
class Line:
    """A line of text.

    Attributes:
        text: its letters in the order in which they are read.
        parts: of it, from left to right.
        width: in sizes of the letters.
    """

    text: str
    parts: tuple[_Part, ...]
    width: float


class Typesetter:
    """Measures lines of text, and puts them on the pages of a document.

    Args:
        right_to_left: the direction of lines.

    Attributes:
        document: whose pages the lines are put on.
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
        """A text as one line; spaces are single.

        Raises:
            FileFormatError: if a font that it takes is damaged.
            InvalidValueError: if no font has one of its letters.
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
        """A text broken at its spaces into lines of a width in sizes of the letters.

        A word that is longer is a line of its own, and wider.
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
        """Whether the fonts that are at hand have all letters of a text."""
        return self._fonts.has(_tidy(text))

    def put(self, line: Line, x: float, y: float, size: float, grey: int = 0) -> None:
        """Puts a line on the page that was added last.

        Args:
            x, y: its left, and what the letters stand on, in points from the page's upper left.
            grey: from 0, black, to 255.
        """
        for part in line.parts:
            # Else fpdf2 takes a font to be set on the page that was only within text in several.
            with self.document.local_context():
                self._select(part.faces, part.right_to_left, size)
                self.document.set_text_color(grey)
                self.document.set_xy(x, y - _BASELINE * size)
                with self._readable(part):
                    self.document.cell(h=size, text=part.text)
            x += part.width * size

    @contextmanager
    def embedding_fonts(self) -> Iterator[None]:
        """While the document is finished: takes errors for those of fonts from elsewhere.

        Raises:
            FileFormatError: if there are such fonts, and one of them is damaged.
        """
        try:
            yield
        except MemoryError:
            raise
        # Damaged fonts make the library fail in any way it likes.
        except Exception:
            files = [face.file for face in self._names if face not in own_typefaces()]
            if not files:
                raise
            raise FileFormatError(
                f"One of these fonts is damaged, take another: {', '.join(files)}."
            ) from None

    def close(self) -> None:
        """Closes the files of the fonts."""
        from fpdf.fonts import TTFFont

        for font in self.document.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    @contextmanager
    def _readable(self, part: _Part) -> Iterator[None]:
        """Has programs read this text, and not the glyphs, where these tell it badly.

        So it is with Indic signs that stand before their letter or above it.  Text from right to
        left has no such signs here, and what readers find in it they put in order themselves.
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
        """What the document calls a font; it is added where it is first used."""
        if face not in self._names:
            name = f"font{len(self._names) + 1}"
            try:
                self.document.add_font(name, fname=face.file, collection_font_number=face.index)
            except MemoryError:
                raise
            except Exception:
                raise FileFormatError(f"The font {face.file} is damaged; take another.") from None
            self._names[face] = name
        return self._names[face]


def _tidy(text: str) -> str:
    return normalize("NFC", " ".join(text.split()))


def _parts(text: str, right_to_left: bool) -> list[tuple[str, bool]]:
    """The parts of a line in one direction each, from left to right, and these directions.

    A line from right to left is one part.  In one from left to right fpdf2 has numbers in the
    middle of text from right to left in the wrong place, but not if that text is alone.
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
    # Signs of direction and joining are not seen; those before Arabic numbers are.
    return [letter for letter in text if category(letter) != "Cf" or bidirectional(letter) == "AN"]

"""Text on a page: letters shaped and put in order, whatever their script and direction."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import bidirectional, category, normalize

from labirinto.book.bidi import visual_runs
from labirinto.book.typefaces import OWN_FONTS, Typeface, harfbuzz, own_font, system_font
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.render.pdf_file import PdfFile, short, text_string

_FEATURES = {"locl": False}
"""Of fonts: Noto Naskh Arabic takes all of Arabic script to be Urdu, whose 4, 6 and 7 differ."""

# Signs that go with any font: marks, numbers, punctuation, symbols, spaces.
_SHARED = ("M", "N", "P", "S", "Z")


@dataclass(frozen=True)
class _Piece:
    """Glyphs of one font in one direction, from left to right.

    Attributes:
        text: the letters, if reading the glyphs one by one would give others.
        glyphs: of each its number, its advance, and how far it is moved right and up.
        width: of all, in sizes of the letters.
    """

    text: str | None
    typeface: Typeface
    glyphs: tuple[tuple[int, int, int, int], ...]
    width: float


@dataclass(frozen=True)
class Line:
    """A line of shaped text.

    Attributes:
        text: its letters in the order in which they are read.
        width: in sizes of the letters.
    """

    text: str
    pieces: tuple[_Piece, ...]
    width: float

    def operators(self, x: float, y: float, size: float) -> str:
        """What draws the line from a point on the left, the letters standing on y."""
        parts = ["BT\n"]
        for piece in self.pieces:
            face = piece.typeface
            if piece.text is not None:
                parts.append(f"/Span << /ActualText {text_string(piece.text)} >> BDC\n")
            parts.append(f"/{face.name} {short(size)} Tf 1 0 0 1 {short(x)} {short(y)} Tm\n")
            parts.append(_show(piece, size))
            if piece.text is not None:
                parts.append("EMC\n")
            x += piece.width * size
        return "".join([*parts, "ET\n"])


def _show(piece: _Piece, size: float) -> str:
    """The operators that show the glyphs of a piece."""
    face = piece.typeface
    thousandth = 1000 / face.units
    shown: list[str] = []
    row: list[str] = []
    rise = 0

    def end_row() -> None:
        if row:
            shown.append(f"[{''.join(row)}] TJ\n")
            row.clear()

    for glyph, advance, right, up in piece.glyphs:
        if up != rise:
            end_row()
            shown.append(f"{short(up * size / face.units)} Ts\n")
            rise = up
        if right:
            row.append(f" {round(-right * thousandth)} ")
        row.append(f"<{glyph:04x}>")
        rest = round((face.advance(glyph) - advance + right) * thousandth)
        if rest:
            row.append(f" {rest} ")
    end_row()
    if rise:
        shown.append("0 Ts\n")
    return "".join(shown).replace("><", "")


class Typesetter:
    """Shapes text with the fonts of the package, those given, and those of the machine.

    Args:
        right_to_left: the direction of lines.
        fonts: files of more fonts.
        machine_fonts: whether the machine is asked for letters that these do not have.

    Raises:
        FileFormatError: if a file is no font.
        MissingExtraError: if HarfBuzz is not installed.
        OSError: if a file cannot be read.
    """

    def __init__(
        self,
        right_to_left: bool = False,
        fonts: Sequence[str | os.PathLike[str]] = (),
        machine_fonts: bool = True,
    ) -> None:
        self.right_to_left = right_to_left
        self._machine_fonts = machine_fonts
        self._library = harfbuzz()
        self._faces: list[Typeface] = []
        self._used: dict[Typeface, None] = {}
        self._from_machine: set[tuple[str, int]] = set()
        self._lines: dict[tuple[str, bool], Line] = {}
        for name in OWN_FONTS:
            self._add(own_font(name))
        for file in fonts:
            with open(file, "rb") as stream:
                data = stream.read()
            try:
                self._add(data)
            except FileFormatError as error:
                raise FileFormatError(f"{os.fspath(file)}: {error}") from None

    def _add(self, data: bytes, index: int = 0) -> Typeface:
        face = Typeface(data, f"F{len(self._faces) + 1}", index)
        self._faces.append(face)
        return face

    def line(self, text: str, *, right_to_left: bool | None = None) -> Line:
        """A text as one line; spaces are single.

        Raises:
            InvalidValueError: if no font has one of its letters.
        """
        backwards = self.right_to_left if right_to_left is None else right_to_left
        tidy = normalize("NFC", " ".join(text.split()))
        if (tidy, backwards) not in self._lines:
            pieces = tuple(self._pieces(tidy, backwards))
            width = sum(piece.width for piece in pieces)
            self._lines[tidy, backwards] = Line(tidy, pieces, width)
        return self._lines[tidy, backwards]

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
        """Whether the fonts have all letters of a text."""
        try:
            self.line(text)
        except InvalidValueError:
            return False
        return True

    def embed(self, file: PdfFile) -> dict[str, int]:
        """Writes all fonts that were used: their names, and the objects that they are."""
        numbers = {}
        for face in self._used:
            numbers[face.name] = file.reserve()
            face.embed(file, numbers[face.name])
        return numbers

    def _pieces(self, text: str, right_to_left: bool) -> list[_Piece]:
        pieces: list[_Piece] = []
        for begin, end, backwards in visual_runs(text, right_to_left):
            run = []
            for face, part in self._by_font(text[begin:end]):
                run.append(self._shape(part, face, backwards))
            pieces += reversed(run) if backwards else run
        return pieces

    def _by_font(self, text: str) -> list[tuple[Typeface, str]]:
        parts: list[tuple[Typeface, str]] = []
        for letter in text:
            before = parts[-1][0] if parts else None
            face = self._face_for(letter, before)
            if face is before:
                parts[-1] = (face, parts[-1][1] + letter)
            else:
                parts.append((face, letter))
        return parts

    def _face_for(self, letter: str, before: Typeface | None) -> Typeface:
        # Signs that are not seen need no glyph; those before Arabic numbers are seen.
        if category(letter) == "Cf" and bidirectional(letter) != "AN":
            return before or self._faces[0]
        if before and category(letter)[0] in _SHARED and before.has(letter):
            return before
        for face in self._faces:
            if face.has(letter):
                return face
        return self._face_of_machine(letter)

    def _face_of_machine(self, letter: str) -> Typeface:
        found = system_font(letter) if self._machine_fonts and letter.isprintable() else None
        if found and found not in self._from_machine:
            self._from_machine.add(found)
            try:
                with open(found[0], "rb") as stream:
                    face = self._add(stream.read(), found[1])
            except (OSError, FileFormatError):
                face = None
            if face and face.has(letter):
                return face
        raise InvalidValueError(
            f"No font here has the letter {letter!r} (U+{ord(letter):04X}); leave it out, or name "
            "a font file that has it (--font)."
        )

    def _shape(self, text: str, face: Typeface, right_to_left: bool) -> _Piece:
        buffer = self._library.Buffer()
        buffer.add_codepoints([ord(letter) for letter in text])
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if right_to_left else "ltr"
        # Signs that are not seen are shown by this empty glyph, and copied by it.
        buffer.invisible_glyph = face.invisible
        self._library.shape(face.font, buffer, _FEATURES)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        self._used[face] = None
        clusters: dict[int, list[int]] = {}
        for info in infos:
            clusters.setdefault(info.cluster, []).append(info.codepoint)
        begins = [*sorted(clusters), len(text)]
        taken = [face.take(text[begin:end], clusters[begin]) for begin, end in pairwise(begins)]
        glyphs = tuple(
            (info.codepoint, place.x_advance, place.x_offset, place.y_offset)
            for info, place in zip(infos, positions, strict=True)
        )
        width = sum(advance for _, advance, _, _ in glyphs) / face.units
        # Readers put what they find from right to left in order themselves, and an ActualText in
        # order they would turn round; Indic signs that stand before their letter they leave there.
        return _Piece(None if all(taken) or right_to_left else text, face, glyphs, width)

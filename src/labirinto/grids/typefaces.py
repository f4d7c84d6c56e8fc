"""Font files: those of the package, of the user and of the machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unicodedata import category

from labirinto._internal.extras import needing
from labirinto._internal.source import open_file
from labirinto.errors import FileFormatError, InvalidValueError

OWN_FONTS = (
    "NotoSans-Regular",
    "NotoNaskhArabic-Regular",
    "NotoSansGurmukhi-Regular",
    "NotoSansDevanagari-Regular",
)
"""The fonts of the package, in order of preference."""

LETTER_FONTS = (
    "NotoSans-Bold",
    "NotoKufiArabic-Bold",
    "NotoSansGurmukhi-Bold",
    "NotoSansDevanagari-Bold",
)
"""Those for letters that are filled by mazes or drawn by solutions: their strokes are wide, and
their openings remain open in few cells."""

FOLDER = Path(__file__).parent / "fonts"

_PATIENCE = 5
"""Seconds for fontconfig, which takes that long only when it indexes new fonts."""

_EXTENSIONS = (".ttf", ".otf", ".ttc", ".otc")


@dataclass(frozen=True)
class Typeface:
    """A font in a file.

    Attributes:
        file: The path of the file.
        index: The index of the font in a collection.
        letters: The code points of its letters.
    """

    file: str
    index: int
    letters: frozenset[int]

    def has(self, letter: str) -> bool:
        """Whether the font has a glyph for a letter."""
        return ord(letter) in self.letters


def refuse_control(letter: str) -> None:
    """Check that some font can have a letter.

    Raises:
        InvalidValueError: If it is a control character or half a surrogate pair.
    """
    if category(letter) in ("Cc", "Cs"):
        raise InvalidValueError(
            f"The text has the character {letter!r}, which no font can have; remove it.",
            value=letter,
        )


def harfbuzz() -> Any:
    """The module ``uharfbuzz``.

    Raises:
        MissingExtraError: If it is not installed.
    """
    with needing("Letters need uharfbuzz", "pdf"):
        return import_module("uharfbuzz")


def font_face(file: str | os.PathLike[str], index: int = 0) -> Any:
    """Open the font in a file by HarfBuzz, as a ``uharfbuzz.Face``.

    Raises:
        FileFormatError: If the file is not a font with outlines.
        InvalidValueError: If no file can have this name.
        MissingExtraError: If HarfBuzz is not installed.
        OSError: If the file cannot be read.
    """
    library = harfbuzz()
    with open_file(file) as stream:
        face = library.Face(library.Blob(stream.read()), index)
    if not face.unicodes or not _has_table(face, "glyf", "CFF ", "CFF2"):
        raise _no_font(file)
    return face


def typeface(file: str | os.PathLike[str], index: int = 0) -> Typeface:
    """Read the font in a file, of a format that PDF files can embed.

    Raises:
        FileFormatError: If the file is not such a font.
        InvalidValueError, MissingExtraError, OSError: As ``font_face``.
    """
    face = font_face(file, index)
    name = os.fspath(file)
    if not (_has_table(face, "glyf", "CFF ") and name.lower().endswith(_EXTENSIONS)):
        raise _no_font(file)
    return Typeface(name, index, frozenset(face.unicodes))


def _has_table(face: Any, *names: str) -> bool:
    return any(face.reference_table(name).data for name in names)


def _no_font(file: str | os.PathLike[str]) -> FileFormatError:
    return FileFormatError(
        f"{os.fsdecode(file)} is not a TrueType or OpenType font with outlines "
        f"({', '.join(_EXTENSIONS)})."
    )


@cache
def own_typefaces(names: tuple[str, ...] = OWN_FONTS) -> tuple[Typeface, ...]:
    """Some of the fonts that come with the package."""
    return tuple(typeface(FOLDER / f"{name}.ttf") for name in names)


def system_typeface(letter: str) -> Typeface | None:
    """Find a font of this machine that has a letter, with the help of fontconfig."""
    import subprocess

    try:
        found = _machine_typeface(*_matching_font(letter))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return found if found.has(letter) else None


@lru_cache(maxsize=1024)
def _matching_font(letter: str) -> tuple[str, int]:
    """The file and the index of fontconfig's choice, which takes it some ten milliseconds."""
    import subprocess

    wanted = f":charset={ord(letter):x}:outline=true:color=false"
    answer = subprocess.run(
        ["fc-match", "-f", "%{file}\n%{index}", wanted],
        capture_output=True,
        timeout=_PATIENCE,
        check=True,
        text=True,
    ).stdout
    file, _, index = answer.partition("\n")
    # The upper half of the number is an instance of a variable font.
    return file, int(index) & 0xFFFF


@cache
def _machine_typeface(file: str, index: int) -> Typeface:
    """A font of this machine: the same object for all its letters, of which it may have 60,000."""
    return typeface(file, index)

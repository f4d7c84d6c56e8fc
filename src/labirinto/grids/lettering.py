"""Letters as masks: text in any script, shaped by HarfBuzz, with the outlines of a font."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from labirinto._internal.memory import check_memory
from labirinto._internal.validation import one_of, truth_value
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.letter_cells import Letter, cells_of_letters, size_of_letters, with_gaps
from labirinto.grids.masks import PIECES, in_one_piece, inverted
from labirinto.grids.outlines import Contour, Point, check_not_empty, contours_of, curve, fitted
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.grids.typefaces import (
    LETTER_FONTS,
    OWN_FONTS,
    font_face,
    harfbuzz,
    own_typefaces,
    refuse_control,
    system_typeface,
)

SYMBOLS = {
    **dict.fromkeys("♥❤♡", "heart"),
    **dict.fromkeys("★☆⭐", "star"),
    **dict.fromkeys("●⬤", "circle"),
    **dict.fromkeys("○◯", "ring"),
    **dict.fromkeys("▲△", "triangle"),
    **dict.fromkeys("◆◇♦", "diamond"),
    **dict.fromkeys("⬢⬡", "hexagon"),
    **dict.fromkeys("→➜", "arrow"),
    **dict.fromkeys("☁", "cloud"),
    **dict.fromkeys("☾🌙", "moon"),
    **dict.fromkeys("✚", "cross"),
}
"""Signs that few fonts have, as silhouettes."""

_VARIATION = "\ufe0e\ufe0f"
"""Behind a sign they ask for a plain or a coloured one, which is all the same here."""

_LONGEST = 200
_CAPITALS = 0.72
"""The height of capital letters, in font sizes."""

_CELLS_A_SIZE = 28
"""The font size in cells of a text without a given size: capitals are 20 cells high."""

_LINE = 1.25
"""From one line of text to the next, in font sizes."""

_STEPS = 8
"""The straight lines that stand for a curve: those of letters are short."""

_SPACE = 0.06
"""Between letters that a maze keeps apart, besides the space that the font has, in font sizes."""

_CONNECTED = frozenset(("Arab", "Beng", "Deva", "Guru", "Mong", "Nkoo", "Syrc"))
"""Scripts whose letters touch, which space would tear apart."""

_APART = {"liga": False, "clig": False, "kern": False}
"""What makes letters merge or overlap, and is not needed to write a script."""


def letters(
    text: str,
    width: int | None = None,
    height: int | None = None,
    *,
    font: str | os.PathLike[str] | None = None,
    invert: bool = False,
    pieces: str = "join",
) -> Rectangle:
    """Return the grid of the cells that the letters of a text cover.

    Example::

        anna = labirinto.grids.letters("Anna", height=24)
        maze = labirinto.wilson(anna, seed=7)

    Args:
        text: Lines of text, each in one direction, below each other and centred.  Hearts, stars and
            some other signs are drawn as silhouettes.
        width: Cells in a row; if both sides are given, the text is fitted into them, and a single
            line is broken so that its letters become as large as possible; if one is given, the
            other follows.  Without either, capital letters are 20 cells high.
        height: Rows of cells; about 20 make letters of several cells in each stroke.
        font: A font file; by default one of the package, for Latin, Arabic, Gurmukhi and
            Devanagari, or else one of this machine that has all of the letters.
        invert: Whether the maze is around the letters instead.
        pieces: How to treat letters that do not touch, and dots: ``join`` links letter to letter,
            and a dot to its own letter; ``largest`` keeps the piece with the most cells, and
            ``each`` keeps all of them, for ``pieces_of``.

    Raises:
        InvalidValueError: If the text is empty, no font has one of its letters, no cell is left, or
            a value is out of range.
        FileFormatError: If the font file has no outlines.
        MissingExtraError: If HarfBuzz is not installed.
        TooLargeError: If there is not enough memory.
        OSError: If the font file cannot be read.
    """
    truth_value("invert", invert)
    one_of("pieces", pieces, PIECES)
    lines = lines_of(text)
    given = check_size(1 if width is None else width, 1 if height is None else height)
    width, height = width and given[0], height and given[1]
    placed, _ = fitting_letters(lines, font, width, height)
    width, height = _sides(size_of_letters(placed), width, height)
    text = "\n".join(lines)
    bits = cells_of_letters(placed, width, height, joined=pieces == "join" and not invert)
    check_not_empty(bits, f"The text {text!r}", width, height)
    if invert:
        bits = inverted(bits, width, height)
    grid = in_one_piece(Rectangle(width, height, bits), pieces)
    return Rectangle(width, height, grid.mask, source=_words(text, font, invert, pieces, grid))


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are not empty, without blanks around them.

    Raises:
        InvalidValueError: If there is none, or too much.
    """
    if not isinstance(text, str):
        raise InvalidValueError(f"The letters are {type(text).__name__}, not a text.")
    lines = [words for line in text.splitlines() if (words := " ".join(line.split()))]
    if not lines or len(text) > _LONGEST:
        raise InvalidValueError(
            f"The text of the letters has {len(text.strip())} characters; give 1 to {_LONGEST}."
        )
    return ["".join(letter for letter in line if letter not in _VARIATION) for line in lines]


def outlines_of(lines: list[str], font: str | os.PathLike[str] | None) -> list[Contour]:
    """Return the outlines of lines of text as books have them, below each other and centred, in
    font sizes.

    Raises:
        InvalidValueError: If there are none, or no font has one of the letters.
    """
    letters = letters_of(lines, font, bold=False)
    return [contour for letter in letters for contour in letter.contours]


def letters_of(
    lines: list[str], font: str | os.PathLike[str] | None, *, bold: bool = True
) -> list[Letter]:
    """Return the letters of lines of text below each other and centred, in font sizes.

    Args:
        lines: The lines.
        font: A font file; by default one of the package or of this machine.
        bold: Whether letters are those for mazes: bold, and apart from each other.

    Raises:
        InvalidValueError: If there are none, or no font has one of the letters.
    """
    letters: list[Letter] = []
    for number, line in enumerate(lines):
        own = list(_line(line, font, bold))
        if own:
            xs = [x for contours in own for contour in contours for x, _ in contour]
            middle = (min(xs) + max(xs)) / 2 if len(lines) > 1 else 0
            down = number * _LINE
            letters += [
                Letter([[(x - middle, y + down) for x, y in it] for it in contours], down)
                for contours in own
            ]
    if not letters:
        raise InvalidValueError(f"The text {shown(' '.join(lines))} has no outlines; give letters.")
    return letters


def _words(
    text: str, font: str | os.PathLike[str] | None, invert: bool, pieces: str, grid: Rectangle
) -> str:
    from shlex import quote

    words = ["--letters", quote(text)]
    if font is not None:
        words += ["--font", quote(os.fspath(font))]
    words += ["--invert"] * invert
    words += ["--pieces", pieces] if pieces == "largest" else []
    return " ".join([*words, "--digest", grid.digest])


def fitting_letters(
    lines: list[str],
    font: str | os.PathLike[str] | None,
    width: float | None,
    height: float | None,
    usual: float = _CELLS_A_SIZE,
) -> tuple[list[Letter], float]:
    """Return letters as large as sides allow, and the size of their font in cells.

    A single line is broken where that makes its letters largest, if both sides are given.

    Args:
        lines: The lines.
        font: As for ``letters_of``.
        width, height: The sides in cells, which may be left out.
        usual: The size of the font without sides.
    """
    breaks = [lines]
    if width and height and len(lines) == 1:
        shortest = max(map(len, lines[0].split()))
        breaks = [wrap(lines[0], count) for count in range(len(lines[0]), shortest - 1, -1)]

    def size_in(letters: list[Letter]) -> float:
        pairs = zip((width, height), size_of_letters(letters), strict=True)
        return min((side / own for side, own in pairs if side and own), default=usual)

    layouts = [letters_of(one, font) for one in map(list, dict.fromkeys(map(tuple, breaks)))]
    best = max(layouts, key=size_in)
    best = with_gaps(best, size_in(best))
    return best, size_in(best)


def fitting_size(
    text: str, width: int, height: int, most: float, font: str | os.PathLike[str] | None = None
) -> tuple[int, int, float]:
    """The sides of a text whose letters are as large as a rectangle and a limit allow, and the size
    of its font in cells.

    Args:
        text: As for ``letters``.
        width, height: The sides of the rectangle.
        most: The largest size of the font, in cells.
        font: As for ``letters``.

    Raises:
        InvalidValueError: As ``letters``.
    """
    lines = lines_of(text)
    placed, size = fitting_letters(lines, font, None, None, most)
    across, down = (side * size for side in size_of_letters(placed))
    if across > width or down > height:
        placed, size = fitting_letters(lines, font, width, height)
        size = min(size, most)
        across, down = (side * size for side in size_of_letters(placed))
    return max(1, round(across)), max(1, round(down)), size


def _sides(size: tuple[float, float], width: int | None, height: int | None) -> tuple[int, int]:
    """Return both sides for letters of a size, of which either or both may be left out."""
    across, down = size
    if width is None and height is None:
        width, height = (max(1, round(_CELLS_A_SIZE * side)) for side in (across, down))
    shape = across / (down or 1) or 1
    if width is None:
        assert height is not None
        width = max(1, round(height * shape))
    elif height is None:
        height = max(1, round(width / shape))
    width, height = check_size(width, height)
    check_memory(width * height, f"A {width}x{height} mask")
    return width, height


def _line(line: str, font: str | os.PathLike[str] | None, bold: bool) -> Iterator[list[Contour]]:
    """Yield the outlines of each letter of a line, in font sizes from the left end of its
    baseline.
    """
    library = harfbuzz()
    at = 0.0
    runs = [(is_sign, "".join(run)) for is_sign, run in groupby(line, SYMBOLS.__contains__)]
    plain = [run for is_sign, run in runs if not is_sign and run.strip()]
    face = _face("".join(plain), font, bold) if plain else None
    for is_sign, run in _in_reading_order(library, runs):
        if is_sign:
            for sign in run:
                box = fitted(contours_of(SILHOUETTES[SYMBOLS[sign]]), 1, 1, stretch=False)
                yield [
                    [(at + x * _CAPITALS, (y - 1) * _CAPITALS) for x, y in contour]
                    for contour in box
                ]
                at += _CAPITALS * 1.1
        elif face is not None:
            letters, advance = _shaped(library, face, run, bold)
            for contours in letters:
                yield [[(at + x, y) for x, y in contour] for contour in contours]
            at += advance
        else:
            at += 0.25


def _in_reading_order(library: Any, runs: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Return signs and text from left to right."""
    buffer = library.Buffer()
    buffer.add_str("".join(run for is_sign, run in runs if not is_sign))
    buffer.guess_segment_properties()
    return runs[::-1] if buffer.direction == "rtl" else runs


def _face(text: str, font: str | os.PathLike[str] | None, bold: bool) -> Any:
    """Return the font for a text."""
    if font is not None and not isinstance(font, str | os.PathLike):
        raise InvalidValueError(field="font", value=font, requirement="the name of a file")
    if font is not None:
        face = font_face(font)
        if missing := _missing_letter(text, face.unicodes):
            raise InvalidValueError(
                f"The font lacks the letter {missing!r} (U+{ord(missing):04X}); name a font file "
                "that has it."
            )
        return face
    names = LETTER_FONTS + OWN_FONTS if bold else OWN_FONTS
    lacks = [(_missing_letter(text, own.letters), own) for own in own_typefaces(names)]
    for missing, own in lacks:
        if not missing:
            return font_face(own.file)
    # Of the fonts of the machine, each time one with the letter that the last font lacked.
    missing, _ = lacks[0]
    asked: set[str] = set()
    while missing not in asked and (found := system_typeface(missing)):
        asked.add(missing)
        missing = _missing_letter(text, found.letters)
        if not missing:
            return font_face(found.file, found.index)
    refuse_control(missing)
    raise InvalidValueError(
        f"No font has all letters of the text, such as {missing!r} (U+{ord(missing):04X}); leave "
        "them out, install a font that has them, or name a font file with --font (in Python "
        "font=FILE).",
        value=missing,
    )


def _missing_letter(text: str, letters: Collection[int]) -> str:
    """The first letter of a text that a font lacks; empty if it has all of them."""
    return next((it for it in text if ord(it) not in letters and not it.isspace()), "")


def _shaped(library: Any, face: Any, run: str, bold: bool) -> tuple[list[list[Contour]], float]:
    """Return the outlines of each letter of a run of text, and the width of the run."""
    font = library.Font(face)
    buffer = library.Buffer()
    buffer.add_str(run)
    buffer.guess_segment_properties()
    library.shape(font, buffer, _APART if bold else {})
    space = face.upem * _SPACE if bold and buffer.script not in _CONNECTED else 0
    size = face.upem
    letters: list[list[Contour]] = []
    pen_x = pen_y = 0.0
    last = None
    for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if glyph.cluster != last:
            pen_x += space * bool(letters)
            letters.append([])
            last = glyph.cluster
        left, up = pen_x + position.x_offset, pen_y + position.y_offset
        contours: list[list[Point]] = []
        font.draw_glyph(glyph.codepoint, _pens(library), contours)
        letters[-1] += [
            [((left + x) / size, -(up + y) / size) for x, y in contour]
            for contour in contours
            if len(contour) > 2
        ]
        pen_x += position.x_advance
        pen_y += position.y_advance
    return [contours for contours in letters if contours], pen_x / size


def _pens(library: Any) -> Any:
    """Return what draws a glyph into a list of contours."""

    def bend(*numbers: Any) -> None:
        *flat, contours = numbers
        points = list(zip(flat[::2], flat[1::2], strict=True))
        contours[-1].extend(curve(contours[-1][-1], *points, steps=_STEPS))

    pens = library.DrawFuncs()
    pens.set_move_to_func(lambda x, y, contours: contours.append([(x, y)]))
    pens.set_line_to_func(lambda x, y, contours: contours[-1].append((x, y)))
    pens.set_quadratic_to_func(bend)
    pens.set_cubic_to_func(bend)
    pens.set_close_path_func(lambda contours: None)
    return pens

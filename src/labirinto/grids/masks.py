"""Masks: which cells of a rectangle a maze has, from a text, an array, a picture or a name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Set
from operator import index
from pathlib import Path
from shlex import quote
from typing import Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.pixels import is_opened_picture
from labirinto._internal.source import read_file, text_of
from labirinto._internal.validation import one_of, real_number, truth_value
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.outlines import check_not_empty, contours_of, filled, fitted
from labirinto.grids.rectangle import (
    LONGEST_SIDE,
    Rectangle,
    check_size,
    full_mask,
    mask_of_cells,
    plane_bytes,
)
from labirinto.grids.silhouettes import SILHOUETTES

CELLS, NO_CELLS = "#X", ". "
"""The characters of a mask as text."""

CELLS_AND_NONE = frozenset(CELLS + NO_CELLS)

PIECES = ("join", "largest", "each")
"""The ways to treat a mask in several pieces."""

_LONGEST_TEXT = 1 << 27
_PBM = re.compile(r"P[1-6]\s")
"""How pictures begin that are written in letters and digits."""
_BYTES_A_CELL_TO_JOIN = 12


def mask(
    source: Any,
    width: int | None = None,
    height: int | None = None,
    *,
    invert: bool = False,
    stretch: bool = False,
    threshold: float = 0.5,
    pieces: str | None = None,
) -> Rectangle:
    """Return the grid of the cells inside a mask, for mazes of any shape.

    Example::

        heart = labirinto.grids.mask("heart", 60, 50)
        maze = labirinto.wilson(heart, seed=7)

    Args:
        source: One of these:

            - the name of a silhouette, one of ``labirinto.grids.SILHOUETTES``;
            - a text of one or more lines, or a list of lines: ``#`` or ``X`` for a cell, a dot or a
              blank for none;
            - a two-dimensional array, or list of lists, of truth values: 0 and 1, or 0 and 255;
            - a set of cells ``(x, y)``;
            - the name of a file with such a text in UTF-8 or UTF-16, or a picture, or one that
              Pillow has opened: its dark pixels are cells, or if any pixel is transparent, the
              opaque ones;
            - the name of an SVG drawing: cells are where it paints anything, in any colour.
        width: Cells in a row; left out for texts and arrays, which have a size of their own, and
            for sets, which have the smallest size from (0, 0) on if none is given.
        height: Rows of cells; left out like the width.
        invert: Whether to exchange inside and outside.
        stretch: Whether pictures and silhouettes fill the rectangle, instead of keeping their
            proportions.
        threshold: How bright the pixels of a cell may be on average, from 0 to 1; for transparent
            pictures, how transparent.
        pieces: How to treat a mask in several pieces: ``join`` joins them by the shortest links,
            ``largest`` keeps the piece with the most cells, and ``each`` keeps all of them, for
            ``pieces_of``.  If it is not given, silhouettes and files are joined, and cells that are
            given one by one are refused.

    Raises:
        InvalidValueError: If no cell is left, the size is missing or not that of the source, cells
            given one by one are in several pieces, or a value is out of range.
        FileFormatError: If the file is neither a mask in text nor a picture.
        MissingExtraError: If Pillow for a picture, or resvg-py for a drawing, is not installed.
        TooLargeError: If there is not enough memory.
        OSError: If the file cannot be read.
    """
    if pieces is not None:
        one_of("pieces", pieces, PIECES)
    threshold = real_number("threshold", threshold, 0, 1)
    truth_value("invert", invert)
    truth_value("stretch", stretch)
    options = "".join(
        words
        for words, is_given in (
            (" --invert", invert),
            (" --stretch", stretch),
            (f" --threshold {threshold:g}", threshold != 0.5),
            (" --pieces largest", pieces == "largest"),
        )
        if is_given
    )
    words, from_file, is_exact = "", False, False
    if isinstance(source, str) and source.lower() in SILHOUETTES:
        name = source.lower()
        width, height = _given_size(width, height, f"the silhouette {name}")
        bits = silhouette(name, width, height, stretch=stretch)
        words = f"--mask {name}{options}"
    elif isinstance(source, str) and _is_row(source):
        bits, width, height = _of_lines([source], width, height)
        words, is_exact = f"--mask {quote(source)}{options}", True
    elif isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source):
        bits, width, height = cells_of_file(source, width, height, stretch, threshold)
        words, from_file = f"--mask {quote(os.fspath(source))}{options}", True
    elif is_opened_picture(source):
        from labirinto.grids.dark_cells import dark_cells

        width, height = _given_size(width, height, "the picture")
        bits = dark_cells(source, width, height, stretch, threshold)
    else:
        is_exact = True
        if isinstance(source, Set):
            bits, width, height = _of_cells(source, width, height)
        else:
            lines = source.splitlines() if isinstance(source, str) else source
            bits, width, height = _of_lines(lines, width, height)
    if invert:
        bits = inverted(bits, width, height)
    whole = Rectangle(width, height, bits)
    if pieces is None and is_exact and whole.pieces > 1:
        raise InvalidValueError(
            f"The mask is in {whole.pieces} pieces, but a maze must be in one; join them by the "
            "shortest links with {}, keep the largest, or make a maze of each.",
            field="pieces",
            remedy="join",
        )
    grid = in_one_piece(whole, pieces or "join")
    if from_file:
        words += f" --digest {grid.digest}"
    return Rectangle(width, height, grid.mask, source=words)


def _is_row(source: str) -> bool:
    """Whether a text is a mask of one line.

    Raises:
        InvalidValueError: If it is the name of a file as well.
    """
    if not (set(source) <= CELLS_AND_NONE and set(source) & set(CELLS)):
        return False
    if os.path.exists(source):
        raise InvalidValueError(
            f"{shown(source)} is both a mask of one line and the name of a file; write "
            f"{os.path.join(os.curdir, source)} for the file, or delete it."
        )
    return True


def in_one_piece(grid: Rectangle, pieces: str) -> Rectangle:
    """Return the grid itself, or the one piece that is made of its pieces."""
    if grid.mask is None or pieces == "each" or grid.pieces == 1:
        return grid
    if pieces == "largest":
        bits = _core.mask_largest(grid.mask, grid.width, grid.height)
    else:
        cells = grid.width * grid.height
        if cells > LONGEST_SIDE:
            raise InvalidValueError(
                f"The pieces of a mask of more than {LONGEST_SIDE} cells cannot be joined; keep "
                "the largest with {}.",
                field="pieces",
                remedy="largest",
            )
        check_memory(_BYTES_A_CELL_TO_JOIN * cells, f"Joining a {grid.width}x{grid.height} mask")
        bits = _core.mask_joined(grid.mask, grid.width, grid.height)
    return Rectangle(grid.width, grid.height, bits, source=grid.source)


def trimmed(grid: Rectangle) -> Rectangle:
    """Return the smallest rectangle of a grid with all its cells."""
    cells = list(grid)
    left, top = min(x for x, _ in cells), cells[0][1]
    width, height = max(x for x, _ in cells) - left + 1, cells[-1][1] - top + 1
    moved = ((x - left, y - top) for x, y in cells)
    return Rectangle(width, height, mask_of_cells(moved, width, height))


def silhouette(name: str, width: int, height: int, *, stretch: bool = False) -> bytes:
    """Return the mask of a built-in silhouette.

    Raises:
        InvalidValueError: If the size leaves no cell of it.
    """
    contours = fitted(contours_of(SILHOUETTES[name]), width, height, stretch=stretch)
    return check_not_empty(filled(contours, width, height), f"The {name}", width, height)


def _given_size(width: int | None, height: int | None, what: str) -> tuple[int, int]:
    if width is None or height is None:
        raise InvalidValueError(f"Give the width and the height for {what}.")
    width, height = check_size(width, height)
    check_memory(width * height, f"A {width}x{height} mask")
    return width, height


def inverted(bits: bytes, width: int, height: int) -> bytes:
    """Return a mask with inside and outside exchanged."""
    everywhere = int.from_bytes(full_mask(width, height), "little")
    number = everywhere ^ int.from_bytes(bits, "little")
    return number.to_bytes(len(bits), "little")


def _of_cells(cells: Set[Any], width: int | None, height: int | None) -> tuple[bytes, int, int]:
    """Return the mask of some cells, and its sides, the smallest if none are given."""
    pairs = []
    for cell in cells:
        try:
            x, y = cell
            pair = index(x), index(y)
        except (TypeError, ValueError):
            pair = -1, -1
        if min(pair) < 0:
            raise InvalidValueError(
                f"The cell {shown(cell)} of the mask is not a pair (x, y) of whole numbers from 0 "
                "on."
            )
        pairs.append(pair)
    if not pairs:
        raise _empty()
    if (width, height) == (None, None):
        width, height = (max(pair[side] for pair in pairs) + 1 for side in (0, 1))
    width, height = _given_size(width, height, "the set of cells")
    for x, y in pairs:
        if x >= width or y >= height:
            raise InvalidValueError(
                f"The cell {(x, y)} of the mask is outside of {width}x{height}; give a larger size."
            )
    return mask_of_cells(pairs, width, height), width, height


def _empty() -> InvalidValueError:
    return InvalidValueError("The mask is empty; a maze has at least one cell.")


def _of_lines(lines: Any, width: int | None, height: int | None) -> tuple[bytes, int, int]:
    """Return the mask of rows of characters or truth values, and its sides."""
    given = lines
    try:
        if isinstance(lines, Mapping):
            raise TypeError("no rows")
        lines = list(lines)
        if lines and all(isinstance(line, tuple) and len(line) == 2 for line in lines):
            raise InvalidValueError(
                f"The mask {shown(lines)} has pairs, which may be cells or rows; give cells as a "
                "set, and rows as lists."
            )
        rows = [_flags(line, y) for y, line in enumerate(lines)]
    except TypeError:
        raise InvalidValueError(
            f"The mask is {shown(given)}, and must be a text, rows of truth values, a set of "
            f"cells, or the name of a file or of a silhouette: {', '.join(SILHOUETTES)}."
        ) from None
    if all(isinstance(line, str) for line in lines):
        longest = max(map(len, rows), default=0)  # blanks at the end may be missing
        rows = [row.ljust(longest, b"\0") for row in rows]
    columns = len(rows[0]) if rows else 0
    for y, row in enumerate(rows):
        if len(row) != columns:
            raise InvalidValueError(
                f"Row {y} of the mask has {len(row)} cells, and the rows above it have {columns}."
            )
    if not columns:
        raise _empty()
    if {1, _WHITE} <= set(b"".join(rows)):
        raise InvalidValueError(
            f"The mask has both 1 and {_WHITE} for cells; use one of them for all."
        )
    if (width, height) not in ((None, None), (columns, len(rows))):
        raise InvalidValueError(
            f"The mask has {columns}x{len(rows)} cells; leave the size out, or give this one."
        )
    stride = plane_bytes(columns)
    packed = (int(row[::-1].translate(_DIGITS), 2).to_bytes(stride, "little") for row in rows)
    return b"".join(packed), columns, len(rows)


_WHITE = 255
"""The value of true in programs that work on pictures."""

_DIGITS = b"0" + b"1" * 255


def _flags(line: Any, y: int) -> bytes:
    """Return a byte a cell: 1 or 255 for those that are inside."""
    if isinstance(line, str):
        if fault := _fault_in([line], y):
            raise InvalidValueError(f"In the mask, {fault}")
        return bytes(letter in CELLS for letter in line)
    if not isinstance(line, Iterable):
        raise TypeError("no row")
    values = line.tolist() if hasattr(line, "tolist") else list(line)
    if strange := set(values) - {0, 1, _WHITE}:  # NumPy's truth values are equal to Python's
        x, value = next((x, value) for x, value in enumerate(values) if value in strange)
        if not hasattr(value, "__float__"):
            raise TypeError("no truth value")
        raise InvalidValueError(
            f"The mask has {shown(value)} in row {y}, column {x}; give 1 for a cell and 0 for "
            "none, or True and False."
        )
    return bytes(map(int, values))


def _fault_in(lines: Iterable[str], first: int = 0) -> str:
    """Return the fault of the first wrong character of a text, and the fix; empty if there is
    none."""
    for y, line in enumerate(lines, first + 1):
        if strange := set(line) - CELLS_AND_NONE:
            x, letter = next(it for it in enumerate(line, 1) if it[1] in strange)
            return (
                f"line {y} has {letter!r} in column {x}; write # or X for a cell, and a dot or a "
                "blank for none."
            )
    return ""


def cells_of_file(
    name: str | os.PathLike[str],
    width: int | None,
    height: int | None,
    stretch: bool,
    threshold: float,
    *,
    cropped: bool = False,
) -> tuple[bytes, int, int]:
    """Return the mask in a file and its sides; the arguments are those of ``mask``.

    ``cropped`` cuts the rim without dark pixels off a picture first.

    Raises:
        FileFormatError, InvalidValueError, MissingExtraError, TooLargeError, OSError: As ``mask``.
    """
    if isinstance(name, str) and not os.path.exists(name) and not os.path.splitext(name)[1]:
        raise InvalidValueError(
            f"There is no file or silhouette {shown(name)}; the silhouettes are "
            f"{', '.join(SILHOUETTES)}."
        )
    data = read_file(name, _LONGEST_TEXT, "a mask")
    try:
        text = text_of(data)
    except UnicodeDecodeError:
        text = "\0"
    try:
        strange = set(text) - CELLS_AND_NONE - set("\r\n")
        if not strange:
            return _of_lines(text.splitlines(), width, height)
        is_svg = text.lstrip().startswith("<")
        is_text = "".join(strange - {"\t"}).isprintable()
        if is_text and not is_svg and not _PBM.match(text):
            raise FileFormatError(
                f"it is neither a picture nor a mask: {_fault_in(text.splitlines())}"
            )
        width, height = _given_size(width, height, f"the picture {Path(name).name}")
        if is_svg:
            from labirinto.grids.svg_cells import cells_covered

            return cells_covered(data, width, height, stretch), width, height
        from labirinto.grids.dark_cells import dark_cells

        bits = dark_cells(data, width, height, stretch, threshold, cropped=cropped)
        return bits, width, height
    except FileFormatError as error:
        raise FileFormatError(f"{os.fsdecode(name)}: {error}") from None

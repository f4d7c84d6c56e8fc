"""Mazes whose solution draws a picture: a name, a heart, a logo.

The path from the start to the end visits all cells of the picture, and no others except those of
the shortest links between its pieces and of the corridors to both ends::

    maze = labirinto.pictures.picture_maze("Anna ♥", seed=7)
    ends = labirinto.suggest_ends(maze)
    labirinto.save(maze, "anna.svg", path=labirinto.solve(maze, *ends), ends=ends)
"""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path
from shlex import quote
from typing import Any

from labirinto._internal.progress import Progress
from labirinto._internal.validation import real_number, truth_value
from labirinto.algorithms.generating import generate, new_recipe
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.masks import cells_of_file, mask, trimmed
from labirinto.grids.outlines import Contour, check_not_empty, contours_of, filled, fitted, size_of
from labirinto.grids.rectangle import Rectangle, check_size, full_mask, mask_of_cells
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.maze import Maze
from labirinto.picture import FILLS, Picture, check_even
from labirinto.recipe import MASK_BITS, Recipe
from labirinto.seeds import Seed

__all__ = ["Picture", "picture_maze", "picture_of"]

_FRAME = 1
"""Cells of a picture around it that remain free at least: for the corridors to the ends."""

_MARGIN = 2
"""Empty cells around the picture if the size leaves a choice."""

_BEST_LETTERS, _LEAST_LETTERS = 18, 13
"""Cells of a picture in the size of a font: the strokes of letters are a sixth of that."""

_FILES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".svg", ".txt")

_BEST_SIDE = 24
"""The longer side of a silhouette or another picture, in its cells, if no size is given."""


def picture_maze(
    picture: Any,
    width: int | None = None,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    fill: str = FILLS[0],
    progress: Progress | None = None,
) -> Maze:
    """Make a perfect maze whose solution draws a picture.

    ``suggest_ends`` returns the start and the end of the solution, which are on different sides.

    Args:
        picture: The cells of the picture, each of which becomes 2x2 cells of the maze, as a grid
            such as ``labirinto.grids.mask`` makes; or a ``Picture``, or a source for
            ``picture_of``.
        width: Cells of the maze in a row, an even number; by default as many as suit the picture.
        height: Rows of cells, an even number.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one, which
            ``maze.recipe.seed`` holds.
        fill: ``hidden``: the maze around the solution has the same texture, so the picture is hard
            to see before the maze is solved.  ``uniform``: every maze with this solution has the
            same probability; its dead ends show where the picture is not.
        progress: Called from time to time with the work done and the total; may raise to stop.

    Raises:
        InvalidValueError: If a side is odd or too short for the picture, the picture has no cells
            or nothing outside it, or another value is out of range.
        TooLargeError: If there is not enough memory.
    """
    if isinstance(picture, Rectangle):
        picture = _placed(picture, width, height, fill)
    elif isinstance(picture, Picture):
        if (width, height) != (None, None):
            raise InvalidValueError("A Picture has its own size; leave out width and height.")
        picture = Picture(picture.grid, fill, picture.source)
    else:
        picture = picture_of(picture, width, height, fill=fill)
    sides = 2 * picture.grid.width, 2 * picture.grid.height
    plain = new_recipe("wilson", *sides, seed, {})
    return generate(
        Recipe("wilson", *sides, plain.seed, plain.revision, picture=picture), progress=progress
    )


def picture_of(
    source: str | os.PathLike[str],
    width: int | None = None,
    height: int | None = None,
    *,
    fill: str = FILLS[0],
    invert: bool = False,
    font: str | os.PathLike[str] | None = None,
    threshold: float | None = None,
    words: bool = False,
) -> Picture:
    """Return a picture for a maze of a size, as large as possible.

    Args:
        source: The name of a silhouette, one of ``labirinto.grids.SILHOUETTES``; the name of a file
            with a picture, whose dark parts count, or with a text of ``#`` and dots; or words in
            any script, with or without line breaks: if a size is given, lines are broken so that
            letters become as large as possible.
        width: Cells of the maze in a row, an even number; by default as many as suit the picture.
        height: Rows of cells, an even number; give both or neither.
        fill: As for ``picture_maze``.
        invert: Whether the solution fills the surroundings of the picture.
        font: A font file for words; by default one of the package, for Latin, Arabic, Gurmukhi
            and Devanagari, or else one of this machine.
        threshold: How bright a cell of a file's picture may be, from 0 to 1; 0.5 by default.
        words: Whether to treat the source as words even if it could be a name.

    Raises:
        InvalidValueError: If a side is odd or too short for the picture (the message names a size
            that suits); if no cell of the picture is left, or nothing outside it; or if a value is
            out of range.
        FileFormatError: If a file is not a picture.
        MissingExtraError: If Pillow is needed for a file, or HarfBuzz for words.
        OSError: If a file cannot be read.
    """
    if not isinstance(source, str | os.PathLike) or "\0" in os.fsdecode(source):
        raise InvalidValueError(
            f"The picture {shown(source)} is neither words, nor the name of a silhouette or a file."
        )
    truth_value("invert", invert)
    truth_value("words", words)
    if threshold is not None:
        threshold = real_number("threshold", threshold, 0, 1)
    is_mask = isinstance(source, str) and source.startswith(MASK_BITS) and not words
    # Two more cells around what is inverted: else its rim would be too thin to be filled.
    margin = 0 if is_mask else 2 * _MARGIN if invert else _MARGIN
    size = _checked_size(width, height, margin)
    if isinstance(source, str) and is_mask:
        if size is None:
            raise InvalidValueError("Give the size of the maze with these bits, such as 80x60.")
        from labirinto.grids.packing import unpacked_mask

        bits = unpacked_mask(source.removeprefix(MASK_BITS), *size)
        return Picture(Rectangle(*size, bits), fill)
    name = os.fsdecode(source)
    is_file = not words and (isinstance(source, os.PathLike) or _is_file(name))
    is_name = not words and not is_file and name.lower() in SILHOUETTES
    if font is not None and (is_file or is_name):
        raise InvalidValueError("Only words have a font; leave it out.")
    if threshold is not None and not is_file:
        raise InvalidValueError("Only pictures in files have a threshold; leave it out.")
    room = size and (size[0] - 2 * margin, size[1] - 2 * margin)
    if is_file:
        grid = _of_file(name, room, 0.5 if threshold is None else threshold)
    elif is_name:
        contours = contours_of(SILHOUETTES[name.lower()])
        room = room or _room_for(size_of(contours), _BEST_SIDE / max(size_of(contours)))
        grid = _of_contours(contours, *room)
    else:
        grid = _of_words(name, room, font, margin)
    sides = size or (grid.width + 2 * margin, grid.height + 2 * margin)
    grid = _centred(grid, *sides)
    if invert:
        grid = _inverted(grid)
    options = [quote(name.replace("\n", "\\n"))]
    options += ["--words"] * (words and not is_words(name))
    options += ["--invert"] * invert
    options += [] if font is None else ["--font", quote(os.fspath(font))]
    options += [] if threshold is None else ["--threshold", f"{threshold:g}"]
    options += [] if is_name else ["--digest", grid.digest]
    # The size of a file's picture was chosen by what is in it.
    has_words = not name.startswith("-") and not (is_file and size is None)
    return Picture(grid, fill, " ".join(options) if has_words else "")


def _checked_size(width: int | None, height: int | None, margin: int = 0) -> tuple[int, int] | None:
    """Return half the size of the maze; None if it is not given."""
    if width is None and height is None:
        return None
    if width is None or height is None:
        raise InvalidValueError("Give both the width and the height of the maze, or neither.")
    width, height = check_size(width, height)
    least = 2 * (2 * margin + 1)
    if min(width, height) < least:
        raise InvalidValueError(
            f"A maze of {width}x{height} cells has no room for a picture; give at least "
            f"{least}x{least}."
        )
    check_even(width, height)
    return width // 2, height // 2


def is_words(source: str) -> bool:
    """Whether ``picture_of`` takes a text for words, and not for the name of something."""
    is_name = source.lower() in SILHOUETTES or source.startswith(MASK_BITS)
    return not is_name and not _is_file(source)


def _is_file(source: str) -> bool:
    """Whether it is a file, or named like one that is missing, and so hardly a word to draw."""
    ending = os.path.splitext(source)[1].lower()
    looks_like_one = bool(ending) or os.path.dirname(source) != ""
    return ending in _FILES or (looks_like_one and os.path.isfile(source))


def _of_file(name: str, room: tuple[int, int] | None, threshold: float) -> Rectangle:
    if os.path.splitext(name)[1].lower() == ".txt":
        return mask(Path(name), pieces="each")
    side = 2 * _BEST_SIDE
    bits, width, height = cells_of_file(
        Path(name), *(room or (side, side)), False, threshold, cropped=room is not None
    )
    which = f"The picture {Path(name).name}"
    if not any(bits):
        raise InvalidValueError(
            f"{which} has no dark parts at a threshold of {threshold:g}; draw it black on white."
        )
    # Stretched, so that all cells of a picture without anything bright are in it.
    whole = cells_of_file(Path(name), 16, 16, True, threshold)
    if whole[0] == full_mask(16, 16):
        raise InvalidValueError(
            f"{which} is dark everywhere at a threshold of {threshold:g}; draw it black on white."
        )
    grid = Rectangle(width, height, bits)
    return grid if room else trimmed(grid)


def _of_contours(contours: list[Contour], width: int, height: int) -> Rectangle:
    contours = fitted(contours, width, height, stretch=False)
    bits = check_not_empty(filled(contours, width, height), "The picture", width, height)
    return Rectangle(width, height, bits)


def _of_words(
    text: str, room: tuple[int, int] | None, font: str | os.PathLike[str] | None, margin: int
) -> Rectangle:
    from labirinto.grids.letter_cells import cells_of_letters, size_of_letters
    from labirinto.grids.lettering import fitting_letters, lines_of

    lines = lines_of(text.replace("\\n", "\n"))
    across, down = room or (None, None)
    letters, size = fitting_letters(lines, font, across, down, _BEST_LETTERS)
    width, height = room or _room_for(size_of_letters(letters), size)
    if size < _LEAST_LETTERS:
        least = (side + 2 * margin for side in _room_for(size_of_letters(letters), _LEAST_LETTERS))
        raise InvalidValueError(
            f"The letters of {shown(text)} would be too small to read in a maze of "
            f"{2 * (width + 2 * margin)}x{2 * (height + 2 * margin)} cells; give at least "
            f"{'x'.join(str(2 * side) for side in least)}."
        )
    return Rectangle(width, height, cells_of_letters(letters, width, height))


def _room_for(size: tuple[float, float], scale: float) -> tuple[int, int]:
    return ceil(size[0] * scale), ceil(size[1] * scale)


def _centred(grid: Rectangle, width: int, height: int) -> Rectangle:
    """Return a grid in the middle of a larger rectangle, in which it leaves the rim free.

    Raises:
        InvalidValueError: If the rectangle is too small.
    """
    if grid.width + 2 * _FRAME > width or grid.height + 2 * _FRAME > height:
        raise InvalidValueError(
            f"The picture of {grid.text} cells needs a maze of at least "
            f"{2 * (grid.width + 2 * _FRAME)}x{2 * (grid.height + 2 * _FRAME)}; this one is "
            f"{2 * width}x{2 * height}."
        )
    return _moved(grid, (width - grid.width) // 2, (height - grid.height) // 2, width, height)


def _moved(grid: Rectangle, dx: int, dy: int, width: int, height: int) -> Rectangle:
    cells = ((x + dx, y + dy) for x, y in grid)
    return Rectangle(width, height, mask_of_cells(cells, width, height))


def _inverted(grid: Rectangle) -> Rectangle:
    """Return the cells that are outside a grid, but not in the margin."""
    cells = set(grid)
    inside = (
        (x, y)
        for y in range(_MARGIN, grid.height - _MARGIN)
        for x in range(_MARGIN, grid.width - _MARGIN)
        if (x, y) not in cells
    )
    return Rectangle(grid.width, grid.height, mask_of_cells(inside, grid.width, grid.height))


def _placed(grid: Rectangle, width: int | None, height: int | None, fill: str) -> Picture:
    """Return the cells of a grid as a picture for a maze of a size.

    Raises:
        InvalidValueError: If the size is odd or too small, or the grid is a whole rectangle.
    """
    size = _checked_size(width, height)
    if grid.mask is None:
        return Picture(grid, fill)  # which refuses it
    grid = trimmed(grid)
    return Picture(
        _centred(grid, *(size or (grid.width + 2 * _MARGIN, grid.height + 2 * _MARGIN))), fill
    )

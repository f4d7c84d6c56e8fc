"""Shapes: what the mazes of the page fill, by the names that addresses and forms have for them.

A shape is a silhouette, a kind of cells, a word, or a drawing; without one, mazes are rectangles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt

from labirinto import grids, pictures
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Mesh, Rectangle
from labirinto.grids.lettering import fitting_size
from labirinto.grids.masks import in_one_piece
from labirinto.grids.packing import packed_mask
from labirinto.grids.rectangle import full_mask, mask_of_cells
from labirinto.grids.silhouettes import LEAST_SIZES
from labirinto.parsing import parse_mask
from labirinto.picture import Picture

LETTERS = "letters"
"""The shape of a word."""

DRAWN = "drawn"
"""A shape that a visitor has painted, or taken from a picture: its mask is in the address."""

CELL_SHAPES: dict[str, Callable[[int, int, int | str], Mesh]] = {
    "hexagonal": lambda width, height, _: grids.hexagonal(width, height),
    "honeycomb": lambda width, height, _: grids.hexagonal(
        (min(width, height) + 1) // 2, outline="hexagon"
    ),
    "triangular": lambda width, height, _: grids.triangular(max(2, width), height),
    "pyramid": lambda width, height, _: grids.triangular(
        max(1, min(height, (width + 1) // 2)), outline="triangle"
    ),
    "octagonal": lambda width, height, _: grids.octagonal(width, height),
    "circular": lambda width, height, _: grids.circular(max(1, min(width, height) // 2)),
    "voronoi": lambda width, height, seed: grids.voronoi(width * height, seed),
}
"""Other cells than squares, within a width and a height; irregular ones have the maze's seed."""

MASKS = (*grids.SILHOUETTES, LETTERS, DRAWN)
"""Shapes made of squares."""

SHAPES = ("", *CELL_SHAPES, *MASKS)

PICTURES = (*grids.SILHOUETTES, LETTERS)
"""Shapes that a maze can have inside as well: as what its solution draws."""

MAX_MASKED_SIDE = 1000
"""Largest side of a maze of squares in a shape, whose pieces take time to be joined."""

MAX_MESH_SIDE = 500
"""Largest side of one of other cells: it takes a hundred times the memory."""

MAX_DRAWN_MESH_SIDE = 100
"""Largest side of one that is drawn in the page."""

MAX_LETTERS = 30
"""Characters of a word."""

MAX_MASK_LENGTH = 2000
"""Characters of a mask in an address, in which it occurs twice when a form is sent.  Any mask of
100 x 100 cells fits, and larger ones that are simple."""

LETTER_SIZE = 28
"""The size of a word's font in cells: capitals are 20 cells high."""

_GOOD_LETTER_SIZE, _LEAST_LETTER_SIZE = 20, 18
"""The sizes from which letters are easily read, and from which they are read."""

_SHARE_OF_WORDS = 0.7
"""The cells of a word as hard as a rectangle, whose path need not lead through all of it."""

_WIDEST_LINES = (100, 130, 180, 240, 300)
"""Columns of a word, of which the first is taken in which its letters are large enough.  Wider
mazes are not drawn."""

_MOST_GROWN = 4


def largest_side(shape: str, most: int) -> int:
    """The largest side of a maze in a shape, if rectangles have sides up to ``most``."""
    if shape in CELL_SHAPES:
        return min(most, MAX_MESH_SIDE)
    return min(most, MAX_MASKED_SIDE) if shape else most


def grid_of(shape: str, width: int, height: int, text: str, seed: int | str) -> Grid:
    """The cells of a maze.

    Args:
        shape: One of ``SHAPES``.
        width, height: The sides of the rectangle that holds it, in cells.
        text: The word of ``letters``, or the mask of ``drawn``.
        seed: Of the maze.

    Raises:
        InvalidValueError: If the size leaves no cell, no font has a letter, or there is no mask.
    """
    if shape in CELL_SHAPES:
        return CELL_SHAPES[shape](width, height, seed)
    return _masked(shape, width, height, text) if shape else Rectangle(width, height)


# A page asks for the same shape several times: for the maze, its files, its preview.
@lru_cache(maxsize=32)
def _masked(shape: str, width: int, height: int, text: str) -> Rectangle:
    if shape == LETTERS:
        return grids.letters(text, width, height)
    if shape == DRAWN:
        return in_one_piece(parse_mask(text, width, height), "join")
    return grids.mask(shape, width, height)


@lru_cache(maxsize=32)
def picture_of(shape: str, text: str, size: tuple[int, int] | None = None) -> Picture:
    """The picture that the solution of a maze draws.

    Args:
        shape: One of ``PICTURES``.
        text: The word of ``letters``.
        size: Of the maze, in cells, even numbers; None for one that suits the picture.

    Raises:
        InvalidValueError: If the size is too small, or no font has a letter.
    """
    # A word is never the name of a file here.
    is_word = shape == LETTERS
    return pictures.picture_of(text if is_word else shape, *(size or ()), words=is_word)


def letters_size(text: str, size: float = LETTER_SIZE) -> tuple[int, int]:
    """Width and height of a word, in lines if it is long, with letters of a size if there is room.

    Raises:
        InvalidValueError: If no font has one of its letters, or nothing of it is left.
    """
    for widest in _WIDEST_LINES:
        width, height, found = fitting_size(text, widest, widest, size)
        if found >= min(size, _GOOD_LETTER_SIZE):
            break
    return width, height


def letter_without_font(word: str) -> str:
    """A letter of a word that no font has, even alone; or nothing."""
    try:
        letters_size(word)
    except InvalidValueError as error:
        letter = str(error.value)
        if len(letter) == 1:
            return letter if letter == word else letter_without_font(letter)
    return ""


def check_letters(text: str) -> str:
    """The word with single spaces.

    Raises:
        InvalidValueError: If it is too long, or no font has one of its letters.
    """
    tidy = " ".join(text.split())
    if len(tidy) > MAX_LETTERS:
        raise InvalidValueError(f"The word has more than {MAX_LETTERS} characters.")
    letters_size(tidy)
    return tidy


def check_mask(text: str) -> str:
    """The mask as the shortest address has it.

    Raises:
        InvalidValueError: If it is too long.
    """
    if len(text) > MAX_MASK_LENGTH:
        raise InvalidValueError(f"The mask has more than {MAX_MASK_LENGTH} characters.")
    return _for_address(text)


def resized_mask(text: str, size: tuple[int, int], wanted: tuple[int, int]) -> str:
    """A mask as it is in an address, in another size: its cells become larger or fewer.

    Raises:
        InvalidValueError: If it is no mask, nothing is left of it, or it is too long.
    """
    (width, height), (columns, rows) = size, wanted
    grid = parse_mask(text, width, height)
    cells = [
        (x, y)
        for y in range(rows)
        for x in range(columns)
        if (x * width // columns, y * height // rows) in grid
    ]
    mask = Rectangle(columns, rows, mask_of_cells(cells, columns, rows))
    return check_mask(mask_text(mask))


def mask_text(grid: Rectangle) -> str:
    """The mask of a grid as an address has it, however long it is."""
    return _for_address(packed_mask(grid.mask or full_mask(grid.width, grid.height)))


def _for_address(text: str) -> str:
    return text.strip().replace("+", "-").replace("/", "_").rstrip("=")


def grown(size: tuple[int, int], shape: str, text: str) -> tuple[int, int]:
    """The size at which mazes in a shape are about as hard as rectangles of a size, or the least in
    which it is recognised; ``text`` is its word.
    """
    width, height = size
    if shape == LETTERS:
        cells = len(grids.letters(text, *letters_size(text)))
        wanted = LETTER_SIZE * sqrt(_SHARE_OF_WORDS * width * height / cells)
        return letters_size(text, max(_LEAST_LETTER_SIZE, wanted))
    # A silhouette has a size of its own, on desktops and phones.
    if least := LEAST_SIZES.get(shape):
        factor = max(1, sqrt(width * height / len(grid_of(shape, *least, "", 0))))
        width, height = least
    else:
        cells = len(grid_of(shape, width, height, "", 0))
        factor = min(_MOST_GROWN, sqrt(width * height / cells))
    return round(width * factor), round(height * factor)

"""Portraits: photographs made of walls, which are thicker where the picture is darker.

The maze is any maze in a rectangle or a shape, and is not changed: a portrait is a style of its
walls.  Up close it is a maze, from afar the picture.  Passages stay as wide as the style says.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from labirinto._internal.digest import digest
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import check_type, truth_value
from labirinto.drawing.portrait import Portrait
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.grids.masks import in_one_piece
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.maze import Maze
from labirinto.portraits.colours import luminance_of, wall_colours
from labirinto.portraits.photos import open_photo, resized, sampled
from labirinto.portraits.tones import fitted, widths

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Array
    from labirinto.portraits.photos import Picture

__all__ = ["PENCIL_MM", "STYLE", "Portrait", "least_cell_mm", "open_photo", "portrait", "shape_of"]

PENCIL_MM = 0.5
"""The width that a passage needs for a pencil."""

STYLE = Style(cell=16, wall=11)
"""Sizes that suit portraits: paths of a third of a cell, and walls of eleven widths in pixels."""

_THINNEST = 1 / 16
"""The thinnest wall, in cells."""

_LEAST_CELLS = 8
_LEAST_RANGE = 3
"""How much wider the widest walls must be than the thinnest."""

_INSIDE = 0.5
_BYTES_A_CELL = 400


def portrait(
    maze: Maze,
    picture: Picture,
    *,
    in_colour: bool = False,
    stretch: bool = False,
    style: Style | None = None,
) -> Portrait:
    """Return how thick the walls of a maze must be to show a picture.

    Example::

        maze = labirinto.wilson(150, 200, seed=7)
        face = labirinto.portraits.portrait(maze, "face.jpg")
        labirinto.save(maze, "face.svg", portrait=face)

    The darkest hundredth of the picture gets the darkest tone that walls can show, the lightest
    hundredth the lightest, and the rest is in proportion, so that the mean darkness of 8 x 8 cells
    follows the picture's.  If walls are lighter than floors, light and dark are exchanged.

    Args:
        maze: A maze in a rectangle or a shape made of squares.
        picture: The name of a file, a binary stream, or a Pillow image.  Its middle is used, in the
            proportions of the maze.
        in_colour: Whether walls have the colours of the picture, as far as they stand out from the
            floor.
        stretch: Whether to use all of the picture without keeping its proportions.
        style: Sizes and colours; ``wall`` is the thickness of the thickest walls, so the rest of a
            cell is the width of the passages.  By default 11 of 16 pixels.

    Raises:
        FileFormatError: If it is not a picture, damaged, an animation, or too large or too small.
        InvalidValueError: If the picture has next to no contrast, or the maze is not a rectangle.
        MissingExtraError: If Pillow or NumPy is not installed.
        TooLargeError: If there is not enough memory.
        OSError: If the file cannot be read.
    """
    truth_value("in_colour", in_colour)
    truth_value("stretch", stretch)
    grid = check_type("maze", maze, Maze).rectangle
    style = STYLE if style is None else check_type("style", style, Style)
    _check_room(grid, style)
    check_memory(_BYTES_A_CELL * grid.width * grid.height, f"A portrait of {grid.text} cells")
    photo = open_photo(picture)
    import numpy as np

    is_negative = luminance_of(style.walls) > luminance_of(style.floor)
    colours = sampled(photo, grid, stretch, "black" if is_negative else "white")
    light = colours @ np.array([0.299, 0.587, 0.114])  # as sRGB has it, which the eye sees evenly
    dark = light if is_negative else 1 - light
    thinnest, widest = max(_THINNEST, 1 / style.cell), style.wall / style.cell
    wanted = fitted(dark, grid, thinnest, widest)
    across, down = widths(maze, wanted, thinnest, widest)
    palette: tuple[str, ...] = ()
    colours_across: Array | None = None
    colours_down: Array | None = None
    if in_colour:
        palette, colours_across, colours_down = wall_colours(colours, wanted, style)
    notes: dict[str, object] = {
        "picture": digest(photo.tobytes()).hex(),
        "in_colour": in_colour,
        "stretch": stretch,
    }
    return Portrait(grid, across, down, style, palette, colours_across, colours_down, notes)


def shape_of(picture: Picture, width: int, height: int, *, stretch: bool = False) -> Rectangle:
    """Return the cells in which a picture is not transparent, as the grid for its maze.

    If no pixel is transparent, this is the whole rectangle.  Parts that do not touch are joined.

        Args:
            picture, stretch: As for ``portrait``.
            width, height: The sides of the rectangle in cells.

        Raises:
            InvalidValueError: If nothing is left, or a side is out of range.
            FileFormatError: As ``portrait``.
    """
    photo = open_photo(picture)
    width, height = check_size(width, height)
    check_memory(_BYTES_A_CELL * width * height, f"A portrait of {width}x{height} cells")
    if photo.mode != "RGBA":
        return Rectangle(width, height)
    import numpy as np

    alpha = photo.getchannel("A")
    alpha = resized(alpha, width, height, width, height, stretch)
    inside = np.asarray(alpha) >= 255 * _INSIDE
    if not inside.any():
        raise InvalidValueError(
            "The picture is transparent everywhere; give one that shows something."
        )
    bits = np.packbits(inside, axis=1, bitorder="little").tobytes()
    return in_one_piece(Rectangle(width, height, bits), "join")


def least_cell_mm(style: Style) -> float:
    """Return how large a cell must be printed for a pencil of half a millimetre to fit between
    walls.

    Raises:
        InvalidValueError: If the argument is not a style.
    """
    check_type("style", style, Style)
    return PENCIL_MM * style.cell / (style.cell - style.wall)


def _check_room(grid: Rectangle, style: Style) -> None:
    """Check that there are enough cells and enough widths of walls to show anything.

    Raises:
        InvalidValueError: If not.
    """
    if min(grid.width, grid.height) < _LEAST_CELLS:
        raise InvalidValueError(
            f"A portrait of {grid.text} cells shows next to nothing; give at least "
            f"{_LEAST_CELLS}x{_LEAST_CELLS}."
        )
    least = ceil(_LEAST_RANGE * max(1, _THINNEST * style.cell))
    if style.wall < least:
        raise InvalidValueError(
            f"Walls of up to {style.wall} of {style.cell} pixels are too thin to show a picture; "
            f"give walls of at least {least} pixels, and larger cells."
        )

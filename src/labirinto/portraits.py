"""Portraits: photographs made of walls, which are thicker where the picture is darker.

The maze is any maze in a rectangle or a shape, and stays as it is: a portrait is a style of its
walls.  Up close it is a maze, from afar the picture.  Passages stay as wide as the style says.
"""

from __future__ import annotations

import io
import os
from math import ceil
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto._internal.digest import digest
from labirinto._internal.memory import check_memory
from labirinto._internal.pixels import open_photograph
from labirinto._internal.source import Source
from labirinto._internal.validation import check_type, truth_value
from labirinto.drawing.colour_maps import CONTRAST, luminance
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import Portrait, coverage, standing
from labirinto.drawing.style import Style
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids.masks import in_one_piece
from labirinto.grids.rectangle import Rectangle, check_size, plane_bytes
from labirinto.maze import Maze

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Array = np.ndarray[Any, Any]
    Picture = str | os.PathLike[str] | BinaryIO | Image

__all__ = ["PENCIL_MM", "STYLE", "Portrait", "least_cell_mm", "open_photo", "portrait", "shape_of"]

PENCIL_MM = 0.5
"""The width that a passage needs for a pencil."""

STYLE = Style(cell=16, wall=11)
"""Sizes that suit portraits: paths of a third of a cell, and walls of eleven widths in pixels."""

_THINNEST = 1 / 16
"""The thinnest wall, in cells."""

_LIGHTEST, _DARKEST = 1.15, 0.92
"""What walls of the least and of the greatest width show, in these widths: walls can be made
thicker or thinner where there happen to be few or many."""

_CLIPPED = 0.01
"""The share of the cells that may be darker, or lighter, than walls can show."""

_LEAST_CONTRAST = 0.04
_LEAST_SIDE = 16
_LEAST_CELLS = 8
_LEAST_RANGE = 3
"""How much wider the widest walls must be than the thinnest."""

_ROUNDS = 12
_NEAR = (1, 3, 6, 7, 6, 3, 1)
"""How much corners on both sides of one count where the tone is measured."""

_NO_FILE = {"HSV": "RGB", "RGBa": "RGBA", "La": "LA"}
"""Modes of Pillow images that no file has, and what they become."""

_COLOURS = 64
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
    """Return how thick the walls of a maze have to be to show a picture.

    Example::

        maze = labirinto.wilson(150, 200, seed=7)
        face = labirinto.portraits.portrait(maze, "face.jpg")
        labirinto.save(maze, "face.svg", portrait=face)

    The darkest hundredth of the picture gets the darkest tone that walls can show, the lightest the
    lightest, and all between is in proportion, so that the mean darkness of 8 x 8 cells follows the
    picture's.  Where walls are lighter than floors, light and dark are exchanged.

    Args:
        maze: A maze in a rectangle or a shape made of squares.
        picture: The name of a file, a binary stream, or a Pillow image.  The middle of it is used,
            in the proportions of the maze.
        in_colour: Whether walls have the colours of the picture, as far as they can be told from
            the floor.
        stretch: Whether all of the picture is used, and its proportions are not kept.
        style: Sizes and colours; ``wall`` is the thickness of the thickest walls, so what is left
            of a cell is the width of the paths.  By default 11 of 16 pixels.

    Raises:
        FileFormatError: If it is no picture, damaged, an animation, or too large or too small.
        InvalidValueError: If the picture has next to no contrast, or the maze is no rectangle.
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

    is_negative = _luminance(style.walls) > _luminance(style.floor)
    colours = _sampled(photo, grid, stretch, "black" if is_negative else "white")
    light = colours @ np.array([0.299, 0.587, 0.114])  # as sRGB has it, which the eye sees evenly
    dark = light if is_negative else 1 - light
    thinnest, widest = max(_THINNEST, 1 / style.cell), style.wall / style.cell
    wanted = _fitted(dark, grid, thinnest * _LIGHTEST, widest * _DARKEST)
    across, down = _widths(maze, wanted, thinnest, widest)
    palette: tuple[str, ...] = ()
    numbers = None, None
    if in_colour:
        palette, *numbers = _wall_colours(colours, wanted, style)  # type: ignore[assignment]
    notes: dict[str, object] = {
        "picture": digest(photo.tobytes()).hex(),
        "in_colour": in_colour,
        "stretch": stretch,
    }
    return Portrait(grid, across, down, style, palette, *numbers, notes)


def shape_of(picture: Picture, width: int, height: int, *, stretch: bool = False) -> Rectangle:
    """Return the cells in which a picture is not transparent, as the grid for its maze.

    All of the rectangle, if no pixel is transparent.  Parts that do not touch are joined.

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
    alpha = _resized(alpha, width, height, width, height, stretch)
    inside = np.asarray(alpha) >= 255 * _INSIDE
    if not inside.any():
        raise InvalidValueError(
            "The picture is transparent everywhere; give one that shows something."
        )
    bits = np.packbits(inside, axis=1, bitorder="little").tobytes()
    return in_one_piece(Rectangle(width, height, bits), "join")


def open_photo(picture: Picture) -> Image:
    """Return a picture upright, in RGB, or in RGBA if any of it is transparent.

    Raises:
        FileFormatError: If it is no picture, damaged, an animation, or too large or too small.
        MissingExtraError: If Pillow is not installed.
        OSError: If the file cannot be read.
    """
    if isinstance(picture, str | os.PathLike):
        with open(picture, "rb") as file:
            try:
                return open_photo(file)
            except FileFormatError as error:
                raise FileFormatError(f"{os.fsdecode(picture)}: {error}") from None
    given: Any = picture
    if hasattr(picture, "read") and not hasattr(picture, "encoding"):
        return _large_enough(open_photograph(Source(given)))
    if hasattr(picture, "getchannel"):
        return _large_enough(_of_image(given))
    raise InvalidValueError(
        f"The picture {picture!r} is neither a file name, nor a binary stream, nor an image."
    )


def _of_image(image: Image) -> Image:
    """The same of a Pillow image."""
    if image.mode in ("RGB", "RGBA") and not image.getexif():
        return image
    from PIL import ImageOps

    stream = io.BytesIO()
    upright = ImageOps.exif_transpose(image)
    if upright.mode in _NO_FILE:
        upright = upright.convert(_NO_FILE[upright.mode])
    upright.save(stream, "TIFF")  # which has every other mode
    stream.seek(0)
    return open_photograph(Source(stream))


def _large_enough(photo: Image) -> Image:
    if min(photo.size) < _LEAST_SIDE:
        raise FileFormatError(
            f"the picture has {photo.width} x {photo.height} pixels, too few for a portrait; "
            f"take one of at least {_LEAST_SIDE} x {_LEAST_SIDE}."
        )
    return photo


def least_cell_mm(style: Style) -> float:
    """How large a cell must be printed for a pencil of half a millimetre to fit between walls."""
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


def _sampled(photo: Image, grid: Rectangle, stretch: bool, behind: str) -> Array:
    """The colours of quarters of cells, ``float[2 * height, 2 * width, 3]``, from 0 to 1."""
    import numpy as np
    from PIL import Image

    if photo.mode == "RGBA":
        ground = Image.new("RGB", photo.size, behind)
        ground.paste(photo, mask=photo)
        photo = ground
    photo = _resized(photo, 2 * grid.width, 2 * grid.height, grid.width, grid.height, stretch)
    return np.asarray(photo, float) / 255


def _resized(photo: Image, across: int, down: int, width: int, height: int, stretch: bool) -> Image:
    """The middle of a picture in the proportions of a rectangle, or all of it."""
    from PIL.Image import Resampling

    left = top = 0.0
    if not stretch:
        scale = min(photo.width / width, photo.height / height)
        left = (photo.width - scale * width) / 2
        top = (photo.height - scale * height) / 2
    box = (left, top, photo.width - left, photo.height - top)
    return photo.resize((across, down), Resampling.BICUBIC, box=box)


def _fitted(dark: Array, grid: Rectangle, least: float, most: float) -> Array:
    """The share of wall wanted in every quarter of a cell, from what walls can show.

    Raises:
        InvalidValueError: If all of it is of one tone.
    """
    import numpy as np

    cells = dark.reshape(grid.height, 2, grid.width, 2).mean((1, 3))
    low, high = np.quantile(cells[_inside(grid)], (_CLIPPED, 1 - _CLIPPED))
    if high - low < _LEAST_CONTRAST:
        raise InvalidValueError(
            "The picture has next to no contrast, so walls cannot show it; give one with light and "
            "dark parts."
        )
    wanted: Array = least + np.clip((dark - low) / (high - low), 0, 1) * (most - least)
    return wanted


def _inside(grid: Rectangle) -> Array:
    """The cells that the mask leaves, ``bool[height, width]``."""
    import numpy as np

    if grid.mask is None:
        return np.ones((grid.height, grid.width), bool)
    bits = np.frombuffer(grid.mask, np.uint8).reshape(grid.height, plane_bytes(grid.width))
    return np.unpackbits(bits, axis=1, count=grid.width, bitorder="little").astype(bool)


def _on_lines(quarters: Array, axis: int) -> Array:
    """Means of the quarters on both sides of each line between cells; of one side on the border."""
    import numpy as np

    padding = [(0, 0)] * quarters.ndim
    padding[axis] = (1, 1)
    return _pairs(np.pad(quarters, padding, "edge"), axis)


def _pairs(quarters: Array, axis: int) -> Array:
    """Means of the first two along an axis, of the next two, and so on."""
    import numpy as np

    moved = np.moveaxis(quarters, axis, 0)
    mean: Array = np.moveaxis((moved[::2] + moved[1::2]) / 2, 0, axis)
    return mean


def _at_walls(quarters: Array) -> tuple[Array, Array]:
    """Means around the walls along rows, and around those along columns."""
    return _pairs(_on_lines(quarters, 0), 1), _pairs(_on_lines(quarters, 1), 0)


def _widths(maze: Maze, wanted: Array, thinnest: float, widest: float) -> tuple[Array, Array]:
    """The widths of all walls, so that around every corner there is as much wall as wanted.

    Walls begin as wide as the share that is wanted where they are, since where every cell has one
    wall a share is as large as their width.  Then what is measured corrects them, again and again.
    """
    import numpy as np

    across, down = (np.clip(it, thinnest, widest) for it in _at_walls(wanted))
    stands_across, stands_down = standing(Drawing(maze))
    corners = _on_lines(_on_lines(wanted, 0), 1)
    inside = np.pad(_inside(maze.rectangle), 1)
    counts = inside[1:, 1:] | inside[:-1, 1:] | inside[1:, :-1] | inside[:-1, :-1]
    target = _smooth(np.where(counts, corners, 0))
    for _ in range(_ROUNDS):
        covered = coverage(np.where(stands_across, across, 0), np.where(stands_down, down, 0))
        factor = target / np.maximum(_smooth(covered), 1e-6)
        across = np.clip(across * (factor[:, 1:] + factor[:, :-1]) / 2, thinnest, widest)
        down = np.clip(down * (factor[1:] + factor[:-1]) / 2, thinnest, widest)
    return across, down


def _smooth(values: Array) -> Array:
    """Sums around every corner, with weights."""
    import numpy as np

    reach = len(_NEAR) // 2
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (reach, reach)
        padded = np.pad(values, padding)
        size = values.shape[axis]
        shifted = (np.take(padded, range(k, k + size), axis) for k in range(len(_NEAR)))
        values = np.add.reduce([weight * it for weight, it in zip(_NEAR, shifted, strict=True)])
    return values


def _wall_colours(
    colours: Array, wanted: Array, style: Style
) -> tuple[tuple[str, ...], Array, Array]:
    """A palette, and the number of the colour in it for every wall.

    A wall and the floor around it show a mixture of their colours.  So a wall has the hue of the
    picture and is as far from the floor's colour as there are colours of this hue, but no farther
    than would make the mixture the colour of the picture.
    """
    import numpy as np
    from PIL import Image

    floor = np.array(list(bytes.fromhex(style.floor[1:]))) / 255
    kinds = []
    for there, share in zip(_at_walls(colours), _at_walls(wanted), strict=True):
        away = np.clip(there, 0, 1) - floor
        room = np.where(away < 0, floor, 1 - floor)
        # A channel that is the floor's own sets no bound.
        reach = np.where(np.abs(away) < 1e-6, np.inf, room / np.maximum(np.abs(away), 1e-6))
        farther = reach.min(-1)
        kinds.append(floor + away * np.minimum(farther, 1 / share)[..., None])
    flat = _distinct(np.concatenate([kind.reshape(-1, 3) for kind in kinds]), style)
    strip = Image.fromarray(np.rint(flat * 255).astype(np.uint8)[None])
    few = strip.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    numbers = np.asarray(few).ravel()
    palette = np.array(few.getpalette() or [], float).reshape(-1, 3)[: numbers.max() + 1] / 255
    names = tuple(
        f"#{bytes(colour).hex()}"
        for colour in np.floor(_distinct(palette, style) * 255).astype(np.uint8)
    )
    size = kinds[0].shape[0] * kinds[0].shape[1]
    first, second = numbers[:size], numbers[size:]
    return names, first.reshape(kinds[0].shape[:2]), second.reshape(kinds[1].shape[:2])


def _distinct(colours: Array, style: Style) -> Array:
    """Colours, ``float[n, 3]``, made darker, or lighter on a dark floor, until they can be seen."""
    import numpy as np

    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    bright = (linear @ np.array([0.2126, 0.7152, 0.0722]))[:, None]
    floor = _luminance(style.floor)
    if _luminance(style.walls) > floor:
        least = min(1, CONTRAST * (floor + 0.05) - 0.05)
        share = np.clip((least - bright) / np.maximum(1 - bright, 1e-6), 0, 1)
        linear = linear + (1 - linear) * share
    else:
        most = max(0, (floor + 0.05) / CONTRAST - 0.05)
        linear = linear * np.minimum(1, most / np.maximum(bright, 1e-6))
    linear = np.clip(linear, 0, 1)
    seen: Array = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return seen


def _luminance(colour: str) -> float:
    return luminance(bytes.fromhex(colour[1:]))

"""Tiles: squares of the picture of a maze, at levels of two to the power of anything.

At level k a cell is 2^k pixels wide.  From level 1 a tile is cut out of the picture that ``save``
would write.  Below, a pixel is a cell or more of them, and has the tone of their walls; a path is a
line of two pixels.  What a tile costs depends on its pixels and not on its cells: a pixel counts at
most 1,024 cells.  Up to 32 x 32 that is all of them, so that a tile of up to 67 million cells is
exact.  Beyond, it is rows at even distances, and words of 64 cells at even distances in these: a
tone is then off by about one per cent.  Beyond 2,048 x 2,048 it is one word, and four per cent.
"""

from __future__ import annotations

from dataclasses import dataclass

from labirinto import _core
from labirinto._core import PathPieces
from labirinto.drawing.floors import SHADES
from labirinto.drawing.geometry import NO_OPENINGS, PathOpenings
from labirinto.drawing.raster import palette_of, raster
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.errors import InvalidValueError
from labirinto.formats._png_chunks import small_png
from labirinto.grids.rectangle import plane_bytes
from labirinto.path import Path
from labirinto.viewing.planes import Planes, every_word

TILE = 256
"""Sides of a tile in pixels; tiles at the right and at the bottom are smaller."""

HIGHEST_LEVEL = 6
"""At which a cell is 64 pixels wide."""

_EXACT = 32
"""Cells on a side of a pixel up to which all are counted."""
_MOST_ACROSS = 256
_FEW = 2048
"""Cells on a side of a pixel beyond which only one word is counted."""

_TONES = SHADES
"""The first and the last of the palette's numbers for tones, as for distances."""
_SOLUTION = COLOURS.index("solution")

NEAR_AND_FAR = {"light": ("#fff3c4", "#1f5f80"), "dark": ("#1a2440", "#e08ac8")}
"""The colours of distances, on light and on dark floors."""


@dataclass(frozen=True)
class Layers:
    """The layers over a maze.

    Attributes:
        path: A path, in pieces.
        path_openings: The directions in which it leaves through openings.
        distances: A byte a cell, as ``distance_colours`` gives them; None for floors of one colour.
    """

    path: PathPieces | None = None
    path_openings: PathOpenings = NO_OPENINGS
    distances: bytes | None = None


def pieces_of(path: Path) -> PathPieces:
    """A path in pieces, so that what lies in a tile is found at once."""
    return PathPieces(*path.start, path.moves)


def lowest_level(width: int, height: int) -> int:
    """The level at which the whole maze is one tile, and that of single pixels at most."""
    cells = max(width, height)
    return min(0, -((cells - 1) // TILE).bit_length())


def tiles_of(side: int, level: int) -> int:
    """How many tiles lie along a side of so many cells."""
    if level > 0:
        cell = 1 << level
        return -(-(side * cell + wall_of(cell)) // TILE)
    return -(-side // (TILE << -level))


def tile(
    planes: Planes,
    level: int,
    x: int,
    y: int,
    style: Style | None = None,
    layers: Layers | None = None,
) -> bytes:
    """A tile as a PNG picture.

    Args:
        planes: The passages of the maze.
        level: From ``lowest_level`` to ``HIGHEST_LEVEL``; a cell is 2^level pixels wide.
        x, y: The number of the tile, from the upper left one.
        style: The colours.
        layers: What is laid over the maze.

    Raises:
        InvalidValueError: If there is no such tile.
        FileFormatError: If the file of the maze was cut off.
    """
    grid = planes.grid
    style, layers = style or Style(), layers or Layers()
    check_tile(grid.width, grid.height, level, x, y)
    if level > 0:
        return small_png(_near(planes, 1 << level, x, y, layers), _palette(style, layers))
    return small_png(_far(planes, -level, x, y, layers), _palette(style, layers))


def check_tile(width: int, height: int, level: int, x: int, y: int) -> None:
    """Check that there is a tile of these numbers in a maze of a width and a height.

    Raises:
        InvalidValueError: If there is none.
    """
    least = lowest_level(width, height)
    if not least <= level <= HIGHEST_LEVEL:
        raise InvalidValueError(
            f"The level {level} is not one of {least} to {HIGHEST_LEVEL}, which this maze has."
        )
    across, down = tiles_of(width, level), tiles_of(height, level)
    if not (0 <= x < across and 0 <= y < down):
        raise InvalidValueError(
            f"There is no tile {x},{y}; those of level {level} are 0,0 to {across - 1},{down - 1}."
        )


def wall_of(cell: int) -> int:
    """The pixels of a wall among cells of so many."""
    return max(1, cell // 8)


def _near(planes: Planes, cell: int, x: int, y: int, layers: Layers) -> list[bytes]:
    """Rows of pixels where cells have several: cut out of those of some whole columns and rows."""
    grid, wall = planes.grid, wall_of(cell)
    left, top = x * TILE, y * TILE
    width = min(TILE, grid.width * cell + wall - left)
    height = min(TILE, grid.height * cell + wall - top)
    # Whole bytes, and a byte more at the left, whose walls the first column needs.
    first = max(0, min(left // cell, grid.width - 1) // 8 * 8 - 8)
    last_byte = min(grid.plane_bytes, (left + width - 1) // cell // 8 + 1)
    columns = min(grid.width, 8 * last_byte) - first
    begin = min(top // cell, grid.height - 1)
    end = min(grid.height, (top + height - 1) // cell + 1)
    openings = [
        (column - first, row, direction)
        for column, row, direction in planes.gaps
        if first <= column < first + columns
    ]
    sizes = Style(cell=cell, wall=wall, margin=0)
    painter = raster(columns, sizes, 8, openings)
    above = max(0, begin - 1)
    pieces = planes.pieces(range(above, end), first // 8, last_byte)
    if begin:
        painter.resume(begin, b"".join(pieces[:2]))
        pieces = pieces[2:]
    if layers.path:
        window = first, begin, columns, end - begin
        layers.path.overlay(painter, *window, *layers.path_openings)
    floors = None
    if layers.distances:
        places = range(begin * grid.width + first, end * grid.width, grid.width)
        floors = b"".join(layers.distances[place : place + columns] for place in places)
    pixels = painter.rows(b"".join(pieces), end - begin, floors)
    if end == grid.height:
        pixels += painter.last_line()
    stride = columns * cell + wall
    from_left, from_top = left - first * cell, top - begin * cell
    starts = [(from_top + row) * stride + from_left for row in range(height)]
    return [pixels[start : start + width] for start in starts]


def _far(planes: Planes, shift: int, x: int, y: int, layers: Layers) -> list[bytes]:
    """Rows of pixels of 2^shift x 2^shift cells each."""
    grid, side = planes.grid, 1 << shift
    left, top = x * TILE * side, y * TILE * side
    right, bottom = (
        min(grid.width, left + TILE * side),
        min(grid.height, top + TILE * side),
    )
    width, height = -(-(right - left) // side), -(-(bottom - top) // side)
    if layers.distances:
        pixels = b"".join(
            layers.distances[row * grid.width + left : row * grid.width + right : side]
            for row in range(top, bottom, side)
        )
    else:
        pixels = _tones(planes, side, range(left, right), range(top, bottom))
    if layers.path:
        window = x * TILE, y * TILE, width, height
        pixels = layers.path.mark(pixels, *window, shift, _SOLUTION)
    return [pixels[start : start + width] for start in range(0, len(pixels), width)]


def _tones(planes: Planes, side: int, columns: range, rows: range) -> bytes:
    """The tones of pixels of so many cells a side."""
    across, down = _counted(side)
    chosen = range(rows.start, rows.stop, side // down)
    first, last = columns.start // 8, plane_bytes(columns.stop)
    width, every = len(columns), side // across
    if every > 1:
        words = -(-width // 64)
        taken = -(-words // every)
        # The last word of the row may be among them, and has fewer cells.
        is_last_taken = (words - 1) % every == 0
        width = 64 * taken - (-width % 64 if is_last_taken else 0)
    pieces = planes.pieces(chosen, first, last, every)
    mask = planes.grid.mask
    if mask is not None:
        stride = planes.grid.plane_bytes
        parts = (mask[y * stride + first : y * stride + last] for y in chosen)
        mask = b"".join(every_word(part, every) for part in parts)
    return _core.tones(b"".join(pieces), width, len(chosen), across, down, *_TONES, mask)


def _counted(side: int) -> tuple[int, int]:
    """Return how many of the columns and of the rows of a pixel are counted."""
    if side <= _EXACT:
        return side, side
    if side <= _FEW:
        across = min(side, _MOST_ACROSS)
        return across, _EXACT * _EXACT // across
    return 64, 1


def _palette(style: Style, layers: Layers) -> bytes:
    """The colours of a tile, three bytes each."""
    colours = palette_of(style)
    near, far = colours[:3], colours[3:6]  # floor and walls
    if layers.distances:
        near, far = map(bytes, map(rgb, NEAR_AND_FAR["light" if sum(near) > sum(far) else "dark"]))
    first, last = _TONES
    mixed = bytes(
        round(one + (other - one) * (number - first) / (last - first))
        for number in range(first, last + 1)
        for one, other in zip(near, far, strict=True)
    )
    return colours + mixed

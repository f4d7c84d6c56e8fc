"""The sixteen tiles of a maze in a tile map: one for each set of exits of a cell."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import door_at
from labirinto.drawing.raster import palette_of
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.formats._png_chunks import small_png
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import EAST, EXIT_BITS, NORTH, OUTSIDE, SOUTH, STEPS, WEST, Rectangle

COLUMNS = 4
TILES = 16

FIRST_TILE = 1
"""The number of tile 0 in a map, where 0 is no tile."""

_FLOOR_AND_WALLS = 6
"""Bytes of the palette."""


def write_tiles(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the picture of the tiles, which depends on the style alone, as PNG.

    Four columns and four rows of tiles of ``style.cell`` pixels; the number of a tile is the sum of
    N=1, E=2, S=4 and W=8 for its exits.  A tile has half of each wall around it, rounded up, and a
    post in each corner, so tiles side by side show whole walls.
    """
    style = drawing.style
    side = COLUMNS * style.cell
    palette = palette_of(style)[:_FLOOR_AND_WALLS]
    stream.write(small_png(list(_lines(style)), palette, depth=1, width=side))


def tiles_name(style: Style) -> str:
    """Return the name of the picture that maps of this style expect in their folder.

    It contains what the picture depends on: maps of one style share a picture, and maps of two
    styles can share a folder.
    """
    colours = f"{style.walls[1:]}-{style.floor[1:]}"
    return f"labirinto-tiles-{style.cell}-{style.wall}-{colours}.png"


def tile_picture(drawing: Drawing) -> tuple[str, bytes]:
    """Return name and bytes of the picture of the tiles, which must lie beside a map."""
    stream = io.BytesIO()
    write_tiles(drawing, stream)
    return tiles_name(drawing.style), stream.getvalue()


def squares_of(drawing: Drawing) -> Rectangle | Linked:
    """Return the grid of a map: squares in rows, on one floor or several."""
    maze = drawing.maze
    return maze.grid if isinstance(maze.grid, Linked) else maze.rectangle


def tiles_of(drawing: Drawing) -> list[bytes]:
    """Return for each floor the number of each cell's tile, a byte each; 0 is no tile, outside the
    mask.
    """
    maze = drawing.maze
    exits, is_flat = bytearray(maze.cells().data), isinstance(maze.grid, Rectangle)
    for place, bit in openings_of(maze.grid, drawing.ends):
        exits[place] |= bit
    tiles = bytes(
        0 if is_flat and found == OUTSIDE else found % TILES + FIRST_TILE for found in exits
    )
    return by_floor(drawing, tiles)


def stairs_of(drawing: Drawing) -> list[bytes]:
    """Return for each floor the stairs of each cell, a byte each: 1 for up and 2 for down."""
    if isinstance(drawing.maze.grid, Rectangle):
        return [bytes(drawing.maze.grid.places)]
    return by_floor(drawing, bytes(exits // TILES for exits in drawing.maze.cells().data))


def by_floor(drawing: Drawing, places: bytes) -> list[bytes]:
    """Return for each floor its part of a byte for every place."""
    grid = squares_of(drawing)
    size = grid.width * grid.height
    return [places[at : at + size] for at in range(0, len(places), size)]


def openings_of(grid: Grid, ends: Ends | None) -> Iterator[tuple[int, int]]:
    """Yield for each opening the place of its cell, and the bit of its direction."""
    for cell, opening in zip(ends or (), ends.openings(grid) if ends else (), strict=False):
        if isinstance(grid, Mesh):
            door = door_at(grid, opening)
            direction = STEPS.index((round(door.out_x), round(door.out_y)))
        else:
            *_, direction = opening
        yield grid.place(cell), EXIT_BITS[direction]


def _lines(style: Style) -> Iterator[bytes]:
    """Yield the lines of pixels, a bit each."""
    near = (style.wall + 1) // 2
    far = min(near, style.cell - near - 1)  # the floor gets the last pixel
    floor = style.cell - near - far

    def line(left: str, middle: str, right: str) -> bytes:
        bits = left * near + middle * floor + right * far
        return bits.encode()

    for first in range(0, TILES, COLUMNS):
        tiles = range(first, first + COLUMNS)
        above, between, below = (
            b"".join(line(*pixels) for pixels in band)
            for band in (
                [("1", _wall(tile, NORTH), "1") for tile in tiles],
                [(_wall(tile, WEST), "0", _wall(tile, EAST)) for tile in tiles],
                [("1", _wall(tile, SOUTH), "1") for tile in tiles],
            )
        )
        for bits, count in ((above, near), (between, floor), (below, far)):
            packed = _packed(bits)
            for _ in range(count):
                yield packed


def _wall(tile: int, side: int) -> str:
    return "0" if tile & EXIT_BITS[side] else "1"


def _packed(bits: bytes) -> bytes:
    """Pack eight to a byte, the first one highest."""
    size = (len(bits) + 7) // 8
    return int(bits.ljust(8 * size, b"0"), 2).to_bytes(size, "big")

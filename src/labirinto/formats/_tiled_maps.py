"""The common parts of Tiled's maps in XML and in JSON, and the mazes in them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, takewhile
from typing import Any, NamedTuple, TypeVar

from labirinto.ends import Ends
from labirinto.errors import (
    FileFormatError,
    InvalidValueError,
    LabirintoError,
    cause,
    counted,
    shown,
)
from labirinto.formats._notes import About
from labirinto.formats._tiled_data import damaged, rows_of_tiles
from labirinto.formats.tiles import TILES, openings_of
from labirinto.grids.links import Linked, floor_name
from labirinto.grids.packing import rows_of_exits
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze

_Group = TypeVar("_Group")
"""A group of layers in XML or in JSON."""

NAME = "labirinto"
"""The name of the tileset, and of the property with the notes."""

PASSAGES = "passages"
"""The name of the layer of tiles."""

STAIRS = "stairs"
"""The name of the layer of objects for stairs."""

STAIR_BITS = {"up": (1, 1), "down": (2, -1)}
"""The names of these objects, with their bits in ``stairs_of``, and how many floors they rise."""


class Floor(NamedTuple):
    """The relevant parts of a floor, or of a map without floors.

    Attributes:
        size: Width and height in tiles.
        data, encoding, compression: The tiles.
        stairs: Name, x and y of each object for a stair.
    """

    size: tuple[str, str]
    data: Any
    encoding: Any
    compression: Any
    stairs: list[tuple[Any, Any, Any]]


class TiledMap(NamedTuple):
    """The relevant parts of a map."""

    notes: Any
    infinite: bool
    tilesets: list[tuple[Any, str]]
    floors: list[Floor]


def floors_of(groups: dict[Any, _Group]) -> list[_Group]:
    """List the groups that are floors, from the lowest."""
    names = takewhile(groups.__contains__, map(floor_name, count()))
    return [groups[name] for name in names]


def stranger() -> FileFormatError:
    """The error for maps of other programs."""
    return FileFormatError(
        f"this map was not made by labirinto, or has lost its layer {PASSAGES} or its property "
        f"{NAME}."
    )


def maze_in(parts: TiledMap) -> tuple[Maze, Ends | None]:
    """The maze of a map and its ends.

    Raises:
        FileFormatError: If the map has none, or contradicts its notes.
    """
    own = [first for name, first in parts.tilesets if name == NAME]
    first_tile = (own or [first for _, first in parts.tilesets] or [""])[0]
    if not isinstance(parts.notes, str) or not re.fullmatch(r"\d{1,9}", first_tile, re.ASCII):
        raise stranger()
    about = About.from_json(parts.notes)
    grid = about.grid if isinstance(about.grid, Linked) else about.rectangle
    if parts.infinite:
        raise FileFormatError(
            'the map is infinite; in Tiled, clear "Infinite" in its properties and save it again.'
        )
    floors = grid.floors if isinstance(grid, Linked) else 1
    if len(parts.floors) != floors:
        raise FileFormatError(
            f"the map has {counted(len(parts.floors), 'floor')}, and its notes {floors}; a floor "
            f"is a group of layers such as {floor_name(0)!r}."
        )
    lines = [line for floor in parts.floors for line in _exits(floor, int(first_tile), grid)]
    try:
        if about.ends:
            about.ends.check(grid)
        for place, bit in openings_of(grid, about.ends):
            lines[place // grid.width][place % grid.width] &= ~bit
        if isinstance(grid, Rectangle):
            rows, _ = rows_of_exits(map(bytes, lines), grid.width, grid.height, PASSAGES)
            return about.maze(rows)
        exits = bytearray().join(lines)
        for place, bit in _stairs(parts.floors, grid, about.style.cell):
            exits[place] |= bit
        bits = grid.bits_of_exits(exits)
    except InvalidValueError as error:
        raise FileFormatError(
            f"the map contradicts itself or its notes ({cause(error)})."
        ) from None
    return replace(about, bits=bits).mesh_maze()


def _exits(floor: Floor, first: int, grid: Rectangle | Linked) -> list[bytearray]:
    """Return the rows of tiles of a floor, numbered from 0, a byte each."""
    width, height = grid.width, grid.height
    if floor.size != (str(width), str(height)):
        raise FileFormatError(
            f"the map's layer {PASSAGES} does not have {width} x {height} tiles, the size in its "
            "notes."
        )
    lines: list[bytearray] = []
    for y, row in enumerate(rows_of_tiles(floor.data, floor.encoding, floor.compression, width)):
        if y >= height or len(row) != width:
            raise damaged()
        lines.append(_tiles_of_row(row, first, y, grid))
    if len(lines) != height:
        raise damaged()
    return lines


def _stairs(floors: list[Floor], grid: Linked, cell: int) -> Iterator[tuple[int, int]]:
    """Yield the place of each end of a stair, and its bit among the exits of the cell."""
    for floor, (name, *point) in ((k, it) for k, found in enumerate(floors) for it in found.stairs):
        try:
            place: Any = (*(int(float(at) // cell) for at in point), floor)
            yield grid.index(place), STAIR_BITS[name][0] * TILES
        except (LabirintoError, KeyError, TypeError, ValueError, OverflowError):
            raise FileFormatError(
                f"the object {shown(name)} among the stairs of floor {floor} is not a stair in a "
                "cell."
            ) from None


def _tiles_of_row(row: array[int], first: int, y: int, grid: Rectangle | Linked) -> bytearray:
    try:
        tiles = bytearray(
            number - first if number or grid.mask is None or (x, y) in grid else 0
            for x, number in enumerate(row)
        )
    except ValueError:
        tiles = bytearray((TILES,))
    if max(tiles) >= TILES:
        raise FileFormatError(f"row {y} of the map has an empty place, or a foreign tile.")
    return tiles

"""Reading back the Tiled maps that labirinto writes, also as Tiled itself has saved them again."""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from labirinto.errors import FileFormatError
from labirinto.exits import rows_of_exits
from labirinto.formats.about import About
from labirinto.formats.source import Source
from labirinto.formats.xml_root import xml_root
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.render.tiled import NAME, PASSAGES
from labirinto.render.tiles import EAST, NORTH, SOUTH, TILES, WEST

_BITS = (EAST, SOUTH, WEST, NORTH)
_NUMBER = re.compile(r"\d+", re.ASCII)
_PIECE = 1 << 14
_ZLIB_OR_GZIP = 47
"""What zlib takes for "whichever of the two it is"."""


def read_tmx(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from the layer ``passages`` of a map in XML; start and end are from its notes.

    Raises:
        FileFormatError: if it is another map, or damaged.
    """
    root = xml_root(source.whole(), "map")
    notes = root.find(f"properties/property[@name='{NAME}']")
    layer = root.find(f".//layer[@name='{PASSAGES}']")
    if notes is None or layer is None:
        raise _stranger()
    about = About.from_json(notes.get("value") or notes.text or "")
    _expect_finite(root.get("infinite") == "1")
    data = layer.find("data")
    if data is None or (layer.get("width"), layer.get("height")) != (
        str(about.width),
        str(about.height),
    ):
        raise _resized(about)
    first = [
        tileset.get("firstgid", "")
        for tileset in root.iterfind("tileset")
        if tileset.get("name") == NAME
    ] or [tileset.get("firstgid", "") for tileset in root.iterfind("tileset")]
    tiles: Iterable[array[int]]
    if data.get("encoding") == "csv":
        tiles = _written_out(data.text or "", about.width)
    else:
        _expect_known(data.get("encoding"))
        tiles = _packed(data.text or "", data.get("compression"), about.width)
    return _maze(about, first, tiles)


def read_tmj(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from a map in JSON; see ``read_tmx``.

    Raises:
        FileFormatError: if it is another map, or damaged.
    """
    from json import loads

    try:
        found = loads(source.whole())
        properties = {entry["name"]: entry["value"] for entry in found.get("properties", ())}
        layer = next(entry for entry in _all_layers(found) if entry.get("name") == PASSAGES)
        notes = properties[NAME]
        size = layer["width"], layer["height"]
        sets = [(entry.get("name"), entry["firstgid"]) for entry in found["tilesets"]]
        data = layer.get("data")
    except RecursionError:
        raise FileFormatError("its JSON is nested too deeply to be a map.") from None
    except ValueError as error:
        raise FileFormatError(f"this is no JSON ({error}).") from None
    except (StopIteration, KeyError, TypeError, AttributeError):
        raise _stranger() from None
    if not isinstance(notes, str):
        raise _stranger()
    about = About.from_json(notes)
    _expect_finite(bool(found.get("infinite")))
    if size != (about.width, about.height):
        raise _resized(about)
    first = [str(gid) for name, gid in sets if name == NAME] or [str(gid) for _, gid in sets]
    if isinstance(data, str):
        _expect_known(layer.get("encoding"))
        return _maze(about, first, _packed(data, layer.get("compression"), about.width))
    return _maze(about, first, _rows_of(_numbers(data), about.width))


def _all_layers(found: Any) -> Iterator[Any]:
    """The layers, and those in groups of layers."""
    groups = [found]
    while groups:
        for layer in groups.pop().get("layers", ()):
            yield layer
            groups.append(layer)


def _stranger() -> FileFormatError:
    return FileFormatError(
        f"this map was not made by labirinto, or has lost its layer {PASSAGES} or its property "
        f"{NAME}."
    )


def _resized(about: About) -> FileFormatError:
    return FileFormatError(
        f"the map's layer {PASSAGES} is not of {about.width} x {about.height} tiles as its notes "
        "say."
    )


def _expect_finite(infinite: bool) -> None:
    if infinite:
        raise FileFormatError(
            'the map is infinite; in Tiled, clear "Infinite" in its properties and save it again.'
        )


def _expect_known(encoding: object) -> None:
    if encoding != "base64":
        raise FileFormatError(
            "the map's tiles are written in a way that is not read; in Tiled, choose CSV as the "
            "format of its layers and save it again."
        )


def _written_out(text: str, width: int) -> Iterator[array[int]]:
    """The rows of tiles from numbers with commas between them."""
    if set(text) - set("0123456789, \t\r\n"):
        raise _damaged()
    return _rows_of(_numbers(int(match[0][:12]) for match in _NUMBER.finditer(text)), width)


def _numbers(found: Any) -> array[int]:
    try:
        return array("I", found)
    except (TypeError, ValueError, OverflowError):
        raise _damaged() from None


def _rows_of(numbers: array[int], width: int) -> Iterator[array[int]]:
    for at in range(0, len(numbers), width):
        yield numbers[at : at + width]


def _packed(text: str, compression: object, width: int) -> Iterator[array[int]]:
    """The rows of tiles from four bytes each, unpacked piece by piece."""
    from base64 import b64decode

    if compression not in (None, "", "zlib", "gzip"):
        raise FileFormatError(
            f"the map's tiles are packed as {compression!r}, which is not read; in Tiled, choose "
            "CSV as the format of its layers and save it again."
        )
    row = 4 * width
    try:
        data = b64decode("".join(text.split()), validate=True)
        unpacker = zlib.decompressobj(_ZLIB_OR_GZIP) if compression else None
        rest = b""
        for at in range(0, len(data), _PIECE):
            piece = data[at : at + _PIECE]
            rest += unpacker.decompress(piece) if unpacker else piece
            whole = len(rest) // row * row
            for begin in range(0, whole, row):
                yield _little_endian(rest[begin : begin + row])
            rest = rest[whole:]
    except (ValueError, zlib.error):
        raise _damaged() from None
    if rest or (unpacker and not unpacker.eof):
        raise _damaged()


def _little_endian(data: bytes) -> array[int]:
    numbers = array("I", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _maze(about: About, first: list[str], rows: Iterable[array[int]]) -> tuple[Maze, Ends | None]:
    """The maze of these rows of tiles; the first of these numbers stands for the first tile."""
    width, height = about.width, about.height
    if not first or not re.fullmatch(r"\d{1,9}", first[0], re.ASCII):
        raise _stranger()
    openings: dict[int, list[tuple[int, int]]] = {}
    for x, y, direction in about.ends.openings(width, height) if about.ends else ():
        openings.setdefault(y, []).append((x, _BITS[direction]))
    lines: list[bytes] = []
    for y, row in enumerate(rows):
        if y >= height or len(row) != width:
            raise _damaged()
        tiles = _tiles(row, int(first[0]), y)
        for x, bit in openings.get(y, ()):
            tiles[x] &= ~bit
        lines.append(bytes(tiles))
    if len(lines) != height:
        raise _damaged()
    return about.maze(rows_of_exits(lines, width, height, PASSAGES))


def _tiles(row: array[int], first: int, y: int) -> bytearray:
    try:
        tiles = bytearray(number - first for number in row)
    except ValueError:
        tiles = bytearray((TILES,))
    if max(tiles) >= TILES:
        raise FileFormatError(
            f"row {y} of the map has a place without a tile, or with one that is not as labirinto "
            "made it."
        )
    return tiles


def _damaged() -> FileFormatError:
    return FileFormatError("the map is damaged: its tiles cannot be read.")

"""Maps for Tiled, the editor of game levels, and for engines that read its maps.

Source: the references of the TMX and the JSON map format, version 1.10, on doc.mapeditor.org.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from itertools import count
from typing import Any, BinaryIO, NamedTuple

from labirinto._internal.source import Source
from labirinto._internal.xml import xml_root
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, cause
from labirinto.formats._notes import About
from labirinto.formats._tiled_data import damaged, rows_of_tiles
from labirinto.formats.svg import escape
from labirinto.formats.tiles import COLUMNS, FIRST_TILE, TILES, tiles_name, tiles_of
from labirinto.grids.packing import rows_of_exits
from labirinto.grids.rectangle import EXIT_BITS, Rectangle
from labirinto.maze import Maze

NAME = "labirinto"
"""Of the tileset, and of the property with the notes."""

PASSAGES = "passages"
"""The name of the layer of tiles."""

_FIRST_ROOM = 4
"""The number of the first object that is neither the solution nor an end."""

_VERSION = "1.10"
_TILED_VERSION = "1.10.2"
"""A release of Tiled that writes this version; some readers need one."""


class _Thing(NamedTuple):
    """An object on a map: a point, a line if it has more corners, or a rectangle if it has a size.
    In pixels.
    """

    number: int
    name: str
    corners: list[tuple[float, float]]
    size: tuple[float, float] = (0, 0)


def write_tmx(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as an orthogonal map in XML, a tile a cell.

    The layer ``passages`` has the tiles: the number of a tile is the sum of N=1, E=2, S=4 and W=8
    for its exits, openings included.  The layer ``solution`` has the path as a line, ``ends`` the
    points ``start`` and ``end``, and ``rooms`` each room as a rectangle ``room``, followed by a
    line ``door`` across each of its doors, all in pixels.  The property ``labirinto`` has the
    recipe, as JSON.  The map expects the picture of its tiles beside it, called
    ``tiles_name(style)``.
    """
    for part in _tmx(drawing):
        stream.write(part.encode())


def write_tmj(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the same map in JSON."""
    from json import dumps

    stream.write(dumps(_tmj(drawing), separators=(",", ":")).encode() + b"\n")


def _layers(drawing: Drawing) -> Iterator[tuple[str, str, list[_Thing]]]:
    """Yield the layers of objects: name, colour, objects."""
    style = drawing.style
    for line in drawing.path_lines():
        corners = [(x * style.cell, y * style.cell) for x, y, _ in line]
        yield "solution", style.solution, [_Thing(1, "solution", corners)]
    if drawing.ends:
        cells = zip(("start", "end"), drawing.ends, strict=True)
        points = [
            _Thing(number, name, [((x + 0.5) * style.cell, (y + 0.5) * style.cell)])
            for number, (name, (x, y)) in enumerate(cells, 2)
        ]
        yield "ends", style.start, points
    if rooms := list(_rooms(drawing)):
        yield "rooms", style.walls, rooms


def _rooms(drawing: Drawing) -> Iterator[_Thing]:
    """Yield each room and its doors."""
    cell = drawing.style.cell
    number = count(_FIRST_ROOM)
    for room in drawing.maze.rooms:
        size = room.width * cell, room.height * cell
        yield _Thing(next(number), "room", [(room.x * cell, room.y * cell)], size)
        for one, other in room.doors:
            (x, y), (x2, y2) = sorted((one, other))
            # The wall between two cells begins at the upper left corner of the second.
            end = (x2 + (y2 - y), y2 + (x2 - x))
            yield _Thing(
                next(number), "door", [(x2 * cell, y2 * cell), (end[0] * cell, end[1] * cell)]
            )


def _next_number(drawing: Drawing) -> int:
    """Return the number of an object that is added next."""
    return _FIRST_ROOM + sum(1 + len(room.doors) for room in drawing.maze.rooms)


def _tmx(drawing: Drawing) -> Iterator[str]:
    width, height, cell = drawing.maze.width, drawing.maze.height, drawing.style.cell
    layers = list(_layers(drawing))
    notes = escape(drawing.about_text()).replace('"', "&quot;")
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="{_VERSION}" tiledversion="{_TILED_VERSION}" orientation="orthogonal" '
        f'renderorder="right-down" '
        f'width="{width}" height="{height}" tilewidth="{cell}" tileheight="{cell}" infinite="0" '
        f'backgroundcolor="{drawing.style.floor}" nextlayerid="{len(layers) + 2}" '
        f'nextobjectid="{_next_number(drawing)}">\n'
        f' <properties>\n  <property name="{NAME}" value="{notes}"/>\n </properties>\n'
        f' <tileset firstgid="{FIRST_TILE}" name="{NAME}" tilewidth="{cell}" tileheight="{cell}" '
        f'tilecount="{TILES}" columns="{COLUMNS}">\n'
        f'  <image source="{tiles_name(drawing.style)}" width="{COLUMNS * cell}" '
        f'height="{COLUMNS * cell}"/>\n </tileset>\n'
        f' <layer id="1" name="{PASSAGES}" width="{width}" height="{height}">\n'
        '  <data encoding="csv">\n'
    )
    tiles = tiles_of(drawing)
    for at in range(0, len(tiles), width):
        yield ",".join(map(str, tiles[at : at + width]))
        yield ",\n" if at + width < len(tiles) else "\n"
    yield "</data>\n </layer>\n"
    for number, (name, colour, things) in enumerate(layers, 2):
        yield f' <objectgroup id="{number}" name="{name}" color="{colour}">\n'
        for thing in things:
            (x, y), *_ = thing.corners
            place = f'id="{thing.number}" name="{thing.name}" x="{x:.12g}" y="{y:.12g}"'
            if any(thing.size):
                yield f'  <object {place} width="{thing.size[0]}" height="{thing.size[1]}"/>\n'
                continue
            yield f"  <object {place}>\n   "
            if len(thing.corners) == 1:
                yield "<point/>"
            else:
                points = " ".join(f"{x2 - x:.12g},{y2 - y:.12g}" for x2, y2 in thing.corners)
                yield f'<polyline points="{points}"/>'
            yield "\n  </object>\n"
        yield " </objectgroup>\n"
    yield "</map>\n"


def _tmj(drawing: Drawing) -> dict[str, Any]:
    width, height, cell = drawing.maze.width, drawing.maze.height, drawing.style.cell
    layers = [
        {
            "id": number,
            "name": name,
            "type": "objectgroup",
            "color": colour,
            "draworder": "topdown",
            "objects": [_object(thing) for thing in things],
            **_SHOWN,
        }
        for number, (name, colour, things) in enumerate(_layers(drawing), 2)
    ]
    passages = {
        "id": 1,
        "name": PASSAGES,
        "type": "tilelayer",
        "width": width,
        "height": height,
        "data": list(tiles_of(drawing)),
        **_SHOWN,
    }
    return {
        "type": "map",
        "version": _VERSION,
        "tiledversion": _TILED_VERSION,
        "infinite": False,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": width,
        "height": height,
        "tilewidth": cell,
        "tileheight": cell,
        "backgroundcolor": drawing.style.floor,
        "nextlayerid": len(layers) + 2,
        "nextobjectid": _next_number(drawing),
        "properties": [{"name": NAME, "type": "string", "value": drawing.about_text()}],
        "tilesets": [
            {
                "firstgid": FIRST_TILE,
                "name": NAME,
                "tilewidth": cell,
                "tileheight": cell,
                "tilecount": TILES,
                "columns": COLUMNS,
                "image": tiles_name(drawing.style),
                "imagewidth": COLUMNS * cell,
                "imageheight": COLUMNS * cell,
                "margin": 0,
                "spacing": 0,
            }
        ],
        "layers": [passages, *layers],
    }


_SHOWN = {"x": 0, "y": 0, "opacity": 1, "visible": True}


def _object(thing: _Thing) -> dict[str, Any]:
    (x, y), *others = thing.corners
    width, height = thing.size
    shape: dict[str, Any] = {} if any(thing.size) else {"point": True}
    if others:
        shape = {"polyline": [{"x": x2 - x, "y": y2 - y} for x2, y2 in thing.corners]}
    return {
        "id": thing.number,
        "name": thing.name,
        "type": "",
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "rotation": 0,
        "visible": True,
        **shape,
    }


class _Map(NamedTuple):
    """What matters of a map."""

    notes: Any
    infinite: bool
    size: tuple[str, str]
    tilesets: list[tuple[Any, str]]
    data: Any
    encoding: Any
    compression: Any


def read_tmx(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from the layer ``passages`` of a map in XML, and its ends from the notes.

    Raises:
        FileFormatError: If it is another map, or damaged.
    """
    root = xml_root(source.whole(), "map")
    notes = root.find(f"properties/property[@name='{NAME}']")
    layer = root.find(f".//layer[@name='{PASSAGES}']")
    data = None if layer is None else layer.find("data")
    if notes is None or layer is None or data is None:
        raise _stranger()
    return _maze(
        _Map(
            notes.get("value") or notes.text or "",
            root.get("infinite") == "1",
            (layer.get("width", ""), layer.get("height", "")),
            [(entry.get("name"), entry.get("firstgid", "")) for entry in root.iterfind("tileset")],
            data.text or "",
            data.get("encoding"),
            data.get("compression"),
        )
    )


def read_tmj(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from a map in JSON; see ``read_tmx``.

    Raises:
        FileFormatError: If it is another map, or damaged.
    """
    from json import loads

    try:
        found = loads(source.whole())
        properties = {entry["name"]: entry["value"] for entry in found.get("properties", ())}
        layer = next(entry for entry in _all_layers(found) if entry.get("name") == PASSAGES)
        parts = _Map(
            properties[NAME],
            bool(found.get("infinite")),
            (str(layer["width"]), str(layer["height"])),
            [(entry.get("name"), str(entry["firstgid"])) for entry in found["tilesets"]],
            layer.get("data"),
            layer.get("encoding"),
            layer.get("compression"),
        )
    except RecursionError:
        raise FileFormatError("its JSON is nested too deeply to be a map.") from None
    except ValueError as error:
        raise FileFormatError(f"this is not JSON ({cause(error)}).") from None
    except (StopIteration, KeyError, TypeError, AttributeError):
        raise _stranger() from None
    return _maze(parts)


def _all_layers(found: Any) -> Iterator[Any]:
    """Yield the layers, and those in groups of layers."""
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


def _maze(parts: _Map) -> tuple[Maze, Ends | None]:
    own = [first for name, first in parts.tilesets if name == NAME]
    first_tile = (own or [first for _, first in parts.tilesets] or [""])[0]
    if not isinstance(parts.notes, str) or not re.fullmatch(r"\d{1,9}", first_tile, re.ASCII):
        raise _stranger()
    about = About.from_json(parts.notes)
    width, height = about.width, about.height
    if parts.infinite:
        raise FileFormatError(
            'the map is infinite; in Tiled, clear "Infinite" in its properties and save it again.'
        )
    if parts.size != (str(width), str(height)):
        raise FileFormatError(
            f"the map's layer {PASSAGES} does not have {width} x {height} tiles, the size in its "
            "notes."
        )
    openings: dict[int, list[tuple[int, int]]] = {}
    for x, y, direction in about.ends.openings(about.rectangle) if about.ends else ():
        openings.setdefault(y, []).append((x, EXIT_BITS[direction]))
    lines: list[bytes] = []
    for y, row in enumerate(rows_of_tiles(parts.data, parts.encoding, parts.compression, width)):
        if y >= height or len(row) != width:
            raise damaged()
        tiles = _tiles_of_row(row, int(first_tile), y, about.rectangle)
        for x, bit in openings.get(y, ()):
            tiles[x] &= ~bit
        lines.append(bytes(tiles))
    if len(lines) != height:
        raise damaged()
    rows, _ = rows_of_exits(lines, width, height, PASSAGES)
    return about.maze(rows)


def _tiles_of_row(row: array[int], first: int, y: int, grid: Rectangle) -> bytearray:
    try:
        tiles = bytearray(
            number - first if number or grid.mask is None or (x, y) in grid else 0
            for x, number in enumerate(row)
        )
    except ValueError:
        tiles = bytearray((TILES,))
    if max(tiles) >= TILES:
        raise FileFormatError(
            f"row {y} of the map has a place without a tile, or with a foreign tile."
        )
    return tiles

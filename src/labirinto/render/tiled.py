"""Maps for Tiled, the editor of game levels, and for the engines that read its maps.

Source: the references of the TMX and the JSON map format, version 1.10, on doc.mapeditor.org.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from labirinto.render.drawing import Drawing
from labirinto.render.svg import escape
from labirinto.render.tiles import COLUMNS, EAST, NORTH, SOUTH, TILES, WEST, tiles_name, write_tiles

NAME = "labirinto"
"""Of the tileset, and of the property with the notes."""

PASSAGES = "passages"
"""The name of the layer of tiles."""

FIRST_TILE = 1
"""What stands for tile 0 in a map; 0 is no tile."""

_VERSION = "1.10"
_TILED_VERSION = "1.10.2"
"""A release of Tiled that writes this version; some readers do not do without one."""

_BITS = (EAST, SOUTH, WEST, NORTH)
"""By the numbers of directions."""


class _Thing(NamedTuple):
    """An object on a map: a point, or a line if it has more corners.  In pixels."""

    number: int
    name: str
    corners: list[tuple[float, float]]


def write_tmx(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the maze as an orthogonal map in XML, a tile a cell.

    The layer ``passages`` has the tiles: the number of a tile is the sum of N=1, E=2, S=4 and W=8
    for passages out, openings in the outer wall included.  The layer ``solution`` has the path as a
    line, and ``ends`` the points ``start`` and ``end``, both in pixels.  The property ``labirinto``
    has the recipe, as JSON.  The picture of the tiles is looked for beside the map under
    ``tiles_name(style)``.
    """
    for part in _tmx(drawing):
        stream.write(part.encode())


def write_tmj(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the same map in JSON."""
    from json import dumps

    stream.write(dumps(_tmj(drawing), separators=(",", ":")).encode() + b"\n")


def tile_picture(drawing: Drawing) -> tuple[str, bytes]:
    """What must lie beside a map: the name and the bytes of the picture of its tiles."""
    stream = io.BytesIO()
    write_tiles(drawing, stream)
    return tiles_name(drawing.style), stream.getvalue()


def _tiles(drawing: Drawing) -> bytes:
    """A byte a cell: what stands for its tile."""
    maze = drawing.maze
    exits = bytearray(maze.cells().cast("B"))
    for x, y, direction in drawing.openings:
        exits[x + y * maze.width] |= _BITS[direction]
    return bytes(tile + FIRST_TILE for tile in exits)


def _notes(drawing: Drawing) -> str:
    from json import dumps

    return dumps(drawing.about(), separators=(",", ":"))


def _layers(drawing: Drawing) -> Iterator[tuple[str, str, list[_Thing]]]:
    """The layers of objects: name, colour, objects."""
    style = drawing.style
    line = [(x * style.cell, y * style.cell) for x, y in drawing.polyline()]
    if len(line) > 1:
        yield "solution", style.solution, [_Thing(1, "solution", line)]
    if drawing.ends:
        cells = zip(("start", "end"), drawing.ends, strict=True)
        points = [
            _Thing(number, name, [((x + 0.5) * style.cell, (y + 0.5) * style.cell)])
            for number, (name, (x, y)) in enumerate(cells, 2)
        ]
        yield "ends", style.start, points


def _tmx(drawing: Drawing) -> Iterator[str]:
    width, height, cell = drawing.maze.width, drawing.maze.height, drawing.style.cell
    layers = list(_layers(drawing))
    notes = escape(_notes(drawing)).replace('"', "&quot;")
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="{_VERSION}" tiledversion="{_TILED_VERSION}" orientation="orthogonal" '
        f'renderorder="right-down" '
        f'width="{width}" height="{height}" tilewidth="{cell}" tileheight="{cell}" infinite="0" '
        f'backgroundcolor="{drawing.style.floor}" nextlayerid="{len(layers) + 2}" '
        'nextobjectid="4">\n'
        f' <properties>\n  <property name="{NAME}" value="{notes}"/>\n </properties>\n'
        f' <tileset firstgid="{FIRST_TILE}" name="{NAME}" tilewidth="{cell}" tileheight="{cell}" '
        f'tilecount="{TILES}" columns="{COLUMNS}">\n'
        f'  <image source="{tiles_name(drawing.style)}" width="{COLUMNS * cell}" '
        f'height="{COLUMNS * cell}"/>\n </tileset>\n'
        f' <layer id="1" name="{PASSAGES}" width="{width}" height="{height}">\n'
        '  <data encoding="csv">\n'
    )
    tiles = _tiles(drawing)
    for at in range(0, len(tiles), width):
        yield ",".join(map(str, tiles[at : at + width]))
        yield ",\n" if at + width < len(tiles) else "\n"
    yield "</data>\n </layer>\n"
    for number, (name, colour, things) in enumerate(layers, 2):
        yield f' <objectgroup id="{number}" name="{name}" color="{colour}">\n'
        for thing in things:
            (x, y), *_ = thing.corners
            yield f'  <object id="{thing.number}" name="{thing.name}" x="{x:g}" y="{y:g}">\n   '
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
        "data": list(_tiles(drawing)),
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
        "nextobjectid": 4,
        "properties": [{"name": NAME, "type": "string", "value": _notes(drawing)}],
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
    shape: dict[str, Any] = {"point": True}
    if others:
        shape = {"polyline": [{"x": x2 - x, "y": y2 - y} for x2, y2 in thing.corners]}
    return {
        "id": thing.number,
        "name": thing.name,
        "type": "",
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        **shape,
    }

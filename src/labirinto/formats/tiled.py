"""Maps for Tiled, the editor of game levels, and for engines that read its maps.

Source: the references of the TMX and the JSON map format, version 1.10, on doc.mapeditor.org.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count, starmap
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from labirinto._internal.source import Source
from labirinto._internal.xml import xml_root
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, cause
from labirinto.formats._tiled_maps import (
    NAME,
    PASSAGES,
    STAIR_BITS,
    STAIRS,
    Floor,
    TiledMap,
    floors_of,
    maze_in,
    stranger,
)
from labirinto.formats.svg import escape
from labirinto.formats.tiles import (
    COLUMNS,
    FIRST_TILE,
    TILES,
    squares_of,
    stairs_of,
    tiles_name,
    tiles_of,
)
from labirinto.grids.grid import Point
from labirinto.grids.links import Linked, floor_name
from labirinto.maze import Maze

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_VERSION = "1.10"
_TILED_VERSION = "1.10.2"
"""A release of Tiled that writes this version; some readers need one."""


class _Thing(NamedTuple):
    """An object on a map: a point, a line if it has more corners, or a rectangle if it has a size.
    In pixels.

    A stair has the number of the floor to which it leads.
    """

    number: int
    name: str
    corners: list[Point]
    size: Point = (0, 0)
    floor: int | None = None


class _Layer(NamedTuple):
    """A layer of tiles or of objects, or a group of layers."""

    number: int
    name: str
    tiles: bytes = b""
    things: Sequence[_Thing] = ()
    colour: str = ""
    layers: Sequence[_Layer] = ()
    is_visible: bool = True


def write_tmx(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as an orthogonal map in XML, a tile a cell.

    The layer ``passages`` has the tiles: the number of a tile is the sum of N=1, E=2, S=4 and W=8
    for its exits, openings included.  The layer ``solution`` has the path as a line, ``ends`` the
    points ``start`` and ``end``, and ``rooms`` each room as a rectangle ``room``, followed by a
    line ``door`` across each of its doors, all in pixels.

    Of several floors each has a group of these layers, ``floor 0`` and so on, the lowest in view.
    The layer ``stairs`` in it has a point ``up`` or ``down`` at each end of a stair, whose property
    ``floor`` says where it leads.  In wrapped grids the exits of cells at the sides lead over them.

    The property ``labirinto`` has the recipe, as JSON.  The map expects the picture of its tiles
    beside it, called ``tiles_name(style)``.
    """
    for part in _tmx(drawing):
        stream.write(part.encode())


def write_tmj(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the same map in JSON."""
    from json import dumps

    stream.write(dumps(_tmj(drawing), separators=(",", ":")).encode() + b"\n")


class _Layers:
    """The layers of a map, all of which have different numbers, and so have their objects."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing, self._cell, grid = drawing, drawing.style.cell, squares_of(drawing)
        self.width, self.height = grid.width, grid.height
        self._lines = defaultdict[int, list[Sequence[Point]]](list)
        for line in drawing.path_lines():
            points: Sequence[Point] = [(x, y) for x, y, _ in line]
            floor = 0
            if isinstance(grid, Linked):
                (floor, *_), points = zip(*starmap(grid.on_floor, points), strict=True)
            self._lines[floor].append(points)
        self._next_layer, self._next_object = count(1), count(1)
        self.layers: list[_Layer] = []
        parts = zip(count(), tiles_of(drawing), stairs_of(drawing), strict=False)
        floors = [list(self._of_floor(*part)) for part in parts]
        if len(floors) == 1:
            self.layers += floors[0]
        else:
            for floor, layers in enumerate(floors):
                number, name = next(self._next_layer), floor_name(floor)
                self.layers.append(_Layer(number, name, layers=layers, is_visible=not floor))
        self.next_layer, self.next_object = next(self._next_layer), next(self._next_object)

    def _of_floor(self, floor: int, tiles: bytes, stairs: bytes) -> Iterator[_Layer]:
        """Yield the tiles of a floor, and the layers of objects that it has."""
        style = self._drawing.style
        yield _Layer(next(self._next_layer), PASSAGES, tiles)
        for name, colour, things in (
            (STAIRS, style.walls, self._stairs(floor, stairs)),
            (
                "solution",
                style.solution,
                (self._thing("solution", *it) for it in self._lines[floor]),
            ),
            ("ends", style.start, self._ends(floor)),
            ("rooms", style.walls, self._rooms()),
        ):
            if found := list(things):
                yield _Layer(next(self._next_layer), name, things=found, colour=colour)

    def _thing(self, name: str, *points: Point, **more: Any) -> _Thing:
        """Return an object with these corners, in cells."""
        corners = [(x * self._cell, y * self._cell) for x, y in points]
        return _Thing(next(self._next_object), name, corners, **more)

    def _stairs(self, floor: int, stairs: bytes) -> Iterator[_Thing]:
        """Yield a point for each end of a stair."""
        for place, found in enumerate(stairs):
            y, x = divmod(place, self.width)
            for name, (bit, up) in STAIR_BITS.items():
                if found & bit:
                    yield self._thing(name, (x + 0.5, y + 0.5), floor=floor + up)

    def _ends(self, floor: int) -> Iterator[_Thing]:
        """Yield the points of the start and the end."""
        for name, cell in zip(("start", "end"), self._drawing.ends or (), strict=False):
            x, y, on = (*cell, 0)[:3]
            if on == floor:
                yield self._thing(name, (x + 0.5, y + 0.5))

    def _rooms(self) -> Iterator[_Thing]:
        """Yield each room and its doors."""
        for room in self._drawing.maze.rooms:
            size = room.width * self._cell, room.height * self._cell
            yield self._thing("room", (room.x, room.y), size=size)
            for one, other in room.doors:
                (x, y), (x2, y2) = sorted((one, other))
                # The wall between two cells begins at the upper left corner of the second.
                yield self._thing("door", (x2, y2), (x2 + (y2 - y), y2 + (x2 - x)))


def _tmx(drawing: Drawing) -> Iterator[str]:
    found, cell = _Layers(drawing), drawing.style.cell
    notes = escape(drawing.about_text()).replace('"', "&quot;")
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="{_VERSION}" tiledversion="{_TILED_VERSION}" orientation="orthogonal" '
        f'renderorder="right-down" width="{found.width}" height="{found.height}" '
        f'tilewidth="{cell}" tileheight="{cell}" infinite="0" '
        f'backgroundcolor="{drawing.style.floor}" nextlayerid="{found.next_layer}" '
        f'nextobjectid="{found.next_object}">\n'
        f' <properties>\n  <property name="{NAME}" value="{notes}"/>\n </properties>\n'
        f' <tileset firstgid="{FIRST_TILE}" name="{NAME}" tilewidth="{cell}" tileheight="{cell}" '
        f'tilecount="{TILES}" columns="{COLUMNS}">\n'
        f'  <image source="{tiles_name(drawing.style)}" width="{COLUMNS * cell}" '
        f'height="{COLUMNS * cell}"/>\n </tileset>\n'
    )
    for layer in found.layers:
        yield from _tmx_layer(layer, found.width)
    yield "</map>\n"


def _tmx_layer(layer: _Layer, width: int) -> Iterator[str]:
    head = f'id="{layer.number}" name="{layer.name}"' + ' visible="0"' * (not layer.is_visible)
    if layer.layers:
        yield f" <group {head}>\n"
        for part in layer.layers:
            yield from _tmx_layer(part, width)
        yield " </group>\n"
    elif layer.tiles:
        tiles = layer.tiles
        yield f' <layer {head} width="{width}" height="{len(tiles) // width}">\n'
        yield '  <data encoding="csv">\n'
        for at in range(0, len(tiles), width):
            yield ",".join(map(str, tiles[at : at + width]))
            yield ",\n" if at + width < len(tiles) else "\n"
        yield "</data>\n </layer>\n"
    else:
        yield f' <objectgroup {head} color="{layer.colour}">\n'
        yield from map(_tmx_object, layer.things)
        yield " </objectgroup>\n"


def _tmx_object(thing: _Thing) -> str:
    (x, y), *others = thing.corners
    head = f'<object id="{thing.number}" name="{thing.name}" x="{x:.12g}" y="{y:.12g}"'
    if any(thing.size):
        return f'  {head} width="{thing.size[0]}" height="{thing.size[1]}"/>\n'
    inside = "<point/>"
    if others:
        points = " ".join(f"{x2 - x:.12g},{y2 - y:.12g}" for x2, y2 in thing.corners)
        inside = f'<polyline points="{points}"/>'
    if thing.floor is not None:
        one = f'<property name="floor" type="int" value="{thing.floor}"/>'
        inside = f"<properties>{one}</properties>{inside}"
    return f"  {head}>\n   {inside}\n  </object>\n"


def _tmj(drawing: Drawing) -> dict[str, Any]:
    found, cell = _Layers(drawing), drawing.style.cell
    return {
        "type": "map",
        "version": _VERSION,
        "tiledversion": _TILED_VERSION,
        "infinite": False,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": found.width,
        "height": found.height,
        "tilewidth": cell,
        "tileheight": cell,
        "backgroundcolor": drawing.style.floor,
        "nextlayerid": found.next_layer,
        "nextobjectid": found.next_object,
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
        "layers": [_tmj_layer(layer, found.width) for layer in found.layers],
    }


def _tmj_layer(layer: _Layer, width: int) -> dict[str, Any]:
    values: dict[str, Any] = {
        "type": "objectgroup",
        "color": layer.colour,
        "draworder": "topdown",
        "objects": list(map(_object, layer.things)),
    }
    if layer.layers:
        values = {"type": "group", "layers": [_tmj_layer(part, width) for part in layer.layers]}
    elif layer.tiles:
        size = {"width": width, "height": len(layer.tiles) // width}
        values = {"type": "tilelayer", **size, "data": list(layer.tiles)}
    head = {"id": layer.number, "name": layer.name}
    return {**head, **values, "x": 0, "y": 0, "opacity": 1, "visible": layer.is_visible}


def _object(thing: _Thing) -> dict[str, Any]:
    (x, y), *others = thing.corners
    width, height = thing.size
    shape: dict[str, Any] = {} if any(thing.size) else {"point": True}
    if others:
        shape = {"polyline": [{"x": x2 - x, "y": y2 - y} for x2, y2 in thing.corners]}
    if thing.floor is not None:
        shape["properties"] = [{"name": "floor", "type": "int", "value": thing.floor}]
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


def read_tmx(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from the layers ``passages`` and ``stairs`` of a map in XML, and its ends from
    the notes.

    Raises:
        FileFormatError: If it is another map, or damaged.
    """
    root = xml_root(source.whole(), "map")
    notes = root.find(f"properties/property[@name='{NAME}']")
    if notes is None:
        raise stranger()
    floors = floors_of({group.get("name"): group for group in root.iter("group")})
    return maze_in(
        TiledMap(
            notes.get("value") or notes.text or "",
            root.get("infinite") == "1",
            [(entry.get("name"), entry.get("firstgid", "")) for entry in root.iterfind("tileset")],
            [_tmx_floor(group, "") for group in floors] or [_tmx_floor(root, ".//")],
        )
    )


def _tmx_floor(group: Element, path: str) -> Floor:
    layer = group.find(f"{path}layer[@name='{PASSAGES}']")
    data = None if layer is None else layer.find("data")
    if layer is None or data is None:
        raise stranger()
    stairs = group.iterfind(f"{path}objectgroup[@name='{STAIRS}']/object")
    return Floor(
        (layer.get("width", ""), layer.get("height", "")),
        data.text or "",
        data.get("encoding"),
        data.get("compression"),
        [(thing.get("name"), thing.get("x"), thing.get("y")) for thing in stairs],
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
        layers = list(_all_layers(found))
        floors = floors_of({it.get("name"): it for it in layers if it.get("type") == "group"})
        parts = TiledMap(
            properties[NAME],
            bool(found.get("infinite")),
            [(entry.get("name"), str(entry["firstgid"])) for entry in found["tilesets"]],
            [_tmj_floor(group["layers"]) for group in floors] or [_tmj_floor(layers)],
        )
    except RecursionError:
        raise FileFormatError("its JSON is nested too deeply to be a map.") from None
    except ValueError as error:
        raise FileFormatError(f"this is not JSON ({cause(error)}).") from None
    except (StopIteration, KeyError, TypeError, AttributeError):
        raise stranger() from None
    return maze_in(parts)


def _tmj_floor(layers: list[Any]) -> Floor:
    layer = next(entry for entry in layers if entry.get("name") == PASSAGES)
    stairs = (entry["objects"] for entry in layers if entry.get("name") == STAIRS)
    return Floor(
        (str(layer["width"]), str(layer["height"])),
        layer.get("data"),
        layer.get("encoding"),
        layer.get("compression"),
        [(it.get("name"), it.get("x"), it.get("y")) for it in chain.from_iterable(stairs)],
    )


def _all_layers(found: Any) -> Iterator[Any]:
    """Yield the layers, and those in groups of layers."""
    groups = [found]
    while groups:
        for layer in groups.pop().get("layers", ()):
            yield layer
            groups.append(layer)

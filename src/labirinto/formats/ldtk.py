"""Projects for LDtk, the editor of game levels: a level whose tiles follow from rules.

Source: the JSON schema of LDtk 1.4.1, on ldtk.io.
"""

from __future__ import annotations

from json import dumps
from typing import Any, BinaryIO

from labirinto.drawing.geometry import Drawing
from labirinto.formats.tiles import (
    COLUMNS,
    TILES,
    by_floor,
    squares_of,
    stairs_of,
    tiles_name,
    tiles_of,
)

_VERSION = "1.4.1"
_PASSAGES, _MARKS, _TILESET, _GROUP, _LEVEL, _STAIRS, _FIRST_RULE = 1, 2, 3, 4, 5, 6, 10
"""Numbers, which are all different in a project."""

_IIDS_A_FLOOR = 100
"""By how much those of one floor are apart from those of the next."""

_KINDS = ("solution", "start", "end")
"""The meanings of the values in the layer of marks, from 1."""


def write_ldtk(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a project with a level for each floor, of a layer ``Passages`` and one above it,
    ``Marks``.

    The value of a cell in ``Passages`` is 1 more than the sum of N=1, E=2, S=4 and W=8 for its
    exits, openings included, and 0 outside the mask; a rule for each value puts the tile there, and
    the tiles are in the file.  In ``Marks`` 1 is the solution, 2 the start and 3 the end.  On
    floors, in ``Stairs`` 1 is a stair up, 2 one down and 3 both.  The recipe is in the notes of
    ``Passages``.  The project expects the picture of its tiles beside it, called
    ``tiles_name(style)``.
    """
    stream.write(dumps(_project(drawing), separators=(",", ":")).encode() + b"\n")


def _iid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def _project(drawing: Drawing) -> dict[str, Any]:
    style, grid = drawing.style, squares_of(drawing)
    floors = list(zip(tiles_of(drawing), stairs_of(drawing), _marks(drawing), strict=True))
    layers = [_marks_layer(drawing), _passages_layer(drawing)]
    if len(floors) > 1:
        layers.insert(1, _stairs_layer(drawing))
    header = {"fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json"}
    return {
        "__header__": {**header, "schema": "https://ldtk.io/files/JSON_SCHEMA.json"}
        | {"appAuthor": "Sebastien 'deepnight' Benard", "appVersion": _VERSION}
        | {"url": "https://ldtk.io"},
        "iid": _iid(0),
        "jsonVersion": _VERSION,
        "appBuildId": 0,
        "nextUid": _level_uid(len(floors)),
        "identifierStyle": "Capitalize",
        "toc": [],
        "worldLayout": "Free",
        "worldGridWidth": grid.width * style.cell,
        "worldGridHeight": grid.height * style.cell,
        "defaultLevelWidth": grid.width * style.cell,
        "defaultLevelHeight": grid.height * style.cell,
        "defaultPivotX": 0,
        "defaultPivotY": 0,
        "defaultGridSize": style.cell,
        "defaultEntityWidth": style.cell,
        "defaultEntityHeight": style.cell,
        "bgColor": style.floor,
        "defaultLevelBgColor": style.floor,
        "minifyJson": True,
        "externalLevels": False,
        "exportTiled": False,
        "simplifiedExport": False,
        "imageExportMode": "None",
        "exportLevelBg": True,
        "pngFilePattern": None,
        "backupOnSave": False,
        "backupLimit": 10,
        "backupRelPath": None,
        "levelNamePattern": "Level_%idx",
        "tutorialDesc": None,
        "customCommands": [],
        "flags": [],
        "defs": {
            "layers": layers,
            "entities": [],
            "tilesets": [_tileset(drawing)],
            "enums": [],
            "externalEnums": [],
            "levelFields": [],
        },
        "levels": [_level(drawing, len(floors), at, *floor) for at, floor in enumerate(floors)],
        "worlds": [],
        "dummyWorldIid": _iid(1),
    }


def _layer(name: str, uid: int, cell: int, values: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the definition of a layer, with the name and the colour of each value."""
    return {
        "__type": "IntGrid",
        "identifier": name,
        "type": "IntGrid",
        "uid": uid,
        "doc": None,
        "uiColor": None,
        "gridSize": cell,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 1,
        "hideInList": False,
        "hideFieldsWhenInactive": False,
        "canSelectWhenInactive": True,
        "renderInWorldView": True,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": True,
        "requiredTags": [],
        "excludedTags": [],
        "intGridValues": [
            {"value": value, "identifier": known, "color": colour, "tile": None, "groupUid": 0}
            for value, (known, colour) in enumerate(values, start=1)
        ],
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": None,
        "tilesetDefUid": None,
        "tilePivotX": 0,
        "tilePivotY": 0,
    }


def _marks_layer(drawing: Drawing) -> dict[str, Any]:
    values = [(name, getattr(drawing.style, name)) for name in _KINDS]
    return _layer("Marks", _MARKS, drawing.style.cell, values)


def _stairs_layer(drawing: Drawing) -> dict[str, Any]:
    values = [(name, drawing.style.walls) for name in ("up", "down", "both")]
    return _layer("Stairs", _STAIRS, drawing.style.cell, values)


def _passages_layer(drawing: Drawing) -> dict[str, Any]:
    names = [
        "".join(letter for bit, letter in enumerate("nesw") if k >> bit & 1) for k in range(TILES)
    ]
    values = [(f"to_{name}" if name else "closed", drawing.style.floor) for name in names]
    group = {
        "uid": _GROUP,
        "name": "Passages",
        "active": True,
        "isOptional": False,
        "usesWizard": False,
        "color": None,
        "icon": None,
        "rules": [_rule(tile) for tile in range(TILES)],
    }
    layer = _layer("Passages", _PASSAGES, drawing.style.cell, values)
    recipe = drawing.maze.recipe
    about = dumps(recipe.as_dict()) if recipe else None
    return layer | {"doc": about, "tilesetDefUid": _TILESET, "autoRuleGroups": [group]}


def _rule(tile: int) -> dict[str, Any]:
    """Return the rule that puts a tile where its value is."""
    offsets = ("xOffset", "yOffset", "tileXOffset", "tileYOffset")
    spreads = (f"tileRandom{axis}{bound}" for axis in "XY" for bound in ("Min", "Max"))
    return {
        "uid": _FIRST_RULE + tile,
        "active": True,
        "size": 1,
        "pattern": [tile + 1],
        "tileIds": [tile],
        "alpha": 1,
        "chance": 1,
        "breakOnMatch": True,
        "flipX": False,
        "flipY": False,
        "xModulo": 1,
        "yModulo": 1,
        **dict.fromkeys((*offsets, *spreads, "pivotX", "pivotY"), 0),
        "checker": "None",
        "tileMode": "Single",
        "outOfBoundsValue": None,
        "perlinActive": False,
        "perlinSeed": 0,
        "perlinScale": 0.2,
        "perlinOctaves": 2,
    }


def _tileset(drawing: Drawing) -> dict[str, Any]:
    cell = drawing.style.cell
    return {
        "identifier": "Tiles",
        "uid": _TILESET,
        "relPath": tiles_name(drawing.style),
        "embedAtlas": None,
        "pxWid": COLUMNS * cell,
        "pxHei": TILES // COLUMNS * cell,
        "__cWid": COLUMNS,
        "__cHei": TILES // COLUMNS,
        "tileGridSize": cell,
        "spacing": 0,
        "padding": 0,
        "tags": [],
        "tagsSourceEnumUid": None,
        "enumTags": [],
        "customData": [],
        "savedSelections": [],
        "cachedPixelData": None,
    }


def _level(
    drawing: Drawing, floors: int, floor: int, tiles: bytes, stairs: bytes, marks: bytes
) -> dict[str, Any]:
    style, grid = drawing.style, squares_of(drawing)
    beside = {"<": floor - 1, ">": floor + 1}
    instances = [
        _instance(drawing, floor, "Marks", _MARKS, marks),
        _instance(drawing, floor, "Passages", _PASSAGES, tiles)
        | {"__tilesetDefUid": _TILESET, "__tilesetRelPath": tiles_name(style)}
        | {"autoLayerTiles": _tiles(drawing, tiles)},
    ]
    if floors > 1:
        instances.insert(1, _instance(drawing, floor, "Stairs", _STAIRS, stairs))
    return {
        "identifier": f"Level_{floor}",
        "iid": _level_iid(floor),
        "uid": _level_uid(floor),
        "worldX": 0,
        "worldY": 0,
        "worldDepth": floor,
        "pxWid": grid.width * style.cell,
        "pxHei": grid.height * style.cell,
        "__bgColor": style.floor,
        "bgColor": None,
        "useAutoIdentifier": True,
        "bgRelPath": None,
        "bgPos": None,
        "bgPivotX": 0.5,
        "bgPivotY": 0.5,
        "__smartColor": style.walls,
        "__bgPos": None,
        "externalRelPath": None,
        "fieldInstances": [],
        "layerInstances": instances,
        "__neighbours": [
            {"levelIid": _level_iid(other), "dir": letter}
            for letter, other in beside.items()
            if 0 <= other < floors
        ],
    }


def _level_uid(floor: int) -> int:
    return _FIRST_RULE + TILES + floor - 1 if floor else _LEVEL


def _level_iid(floor: int) -> str:
    return _iid(_IIDS_A_FLOOR * floor + 2)


def _instance(drawing: Drawing, floor: int, name: str, uid: int, values: bytes) -> dict[str, Any]:
    grid = squares_of(drawing)
    return {
        "__identifier": name,
        "__type": "IntGrid",
        "__cWid": grid.width,
        "__cHei": grid.height,
        "__gridSize": drawing.style.cell,
        "__opacity": 1,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "__tilesetDefUid": None,
        "__tilesetRelPath": None,
        "iid": _iid(_IIDS_A_FLOOR * floor + 10 + uid),
        "levelId": _level_uid(floor),
        "layerDefUid": uid,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "visible": True,
        "optionalRules": [],
        "intGridCsv": list(values),
        "autoLayerTiles": [],
        "seed": 1,
        "overrideTilesetUid": None,
        "gridTiles": [],
        "entityInstances": [],
    }


def _tiles(drawing: Drawing, tiles: bytes) -> list[dict[str, Any]]:
    """Return the tiles that the rules put, with the rule and the place of each."""
    cell, width = drawing.style.cell, squares_of(drawing).width
    return [
        {
            "px": [at % width * cell, at // width * cell],
            "src": [(value - 1) % COLUMNS * cell, (value - 1) // COLUMNS * cell],
            "f": 0,
            "t": value - 1,
            "d": [_FIRST_RULE + value - 1, at],
            "a": 1,
        }
        for at, value in enumerate(tiles)
        if value
    ]


def _marks(drawing: Drawing) -> list[bytes]:
    """Return the marks of the cells of each floor."""
    grid = squares_of(drawing)
    marks = bytearray(grid.places)
    cells = [(cell, "solution") for cell in drawing.path or ()]
    cells += zip(drawing.ends or (), ("start", "end"), strict=False)
    for cell, name in cells:
        marks[grid.place(cell)] = _KINDS.index(name) + 1
    return by_floor(drawing, bytes(marks))

"""JSON: a maze with its recipe, ends and solution, for other programs.

``docs/maze.schema.json`` is its schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing, checksum
from labirinto.drawing.meshes import centre_of
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, cause, shown
from labirinto.formats._notes import check_recipe, unchanged
from labirinto.grids import Grid
from labirinto.grids.kinds import from_spec
from labirinto.grids.mesh import Mesh
from labirinto.grids.packing import rows_of_exits
from labirinto.grids.rectangle import OUTSIDE, check_size
from labirinto.grids.wall_bits import bits_of_flags, cells_beside, flags_of_bits
from labirinto.maze import Maze
from labirinto.recipe import Recipe

_DIGITS = b"0123456789abcdef.".ljust(256, b"?")
"""The digit of a cell: its exits, or a dot outside the mask."""


def maze_as_dict(drawing: Drawing) -> dict[str, Any]:
    """Return the maze as values for JSON.

    ``exits`` has a line a row and a hexadecimal digit a cell: N=1, E=2, S=4, W=8, or a dot outside
    the mask.  ``solution`` has a letter a step: E, S, W, N, from the start to the end.  ``rooms``,
    if there are any, has the place and the size of each, and its doors as pairs of cells.

    On a grid that is not a rectangle, ``cells`` and ``centres`` have an item a cell, ``passages``
    has for each passage the numbers of its two cells and of the wall that it leads through, and
    ``solution`` the cells.

    Raises:
        InvalidValueError: If the path joins other cells than the ends.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path()
    values: dict[str, Any]
    if isinstance(maze.grid, Mesh):
        values = _mesh_as_dict(maze.grid, maze.bits)
    else:
        width = maze.width
        digits = maze.cells().tobytes().translate(_DIGITS).decode()
        values = {
            "width": width,
            "height": maze.height,
            "exits": [digits[at : at + width] for at in range(0, len(digits), width)],
        }
    values["ends"] = {"start": ends.start, "end": ends.end, "open": ends.open} if ends else None
    values["solution"] = None
    if path:
        values["solution"] = path.cells if path.mesh else path.directions
    if rooms := maze.rooms:
        values["rooms"] = [room._asdict() for room in rooms]
    values["recipe"] = maze.recipe.as_dict() if maze.recipe else None
    return values


def _mesh_as_dict(mesh: Mesh, bits: bytes) -> dict[str, Any]:
    beside = cells_beside(mesh)
    return {
        "grid": mesh.spec,
        "cells": list(mesh),
        "centres": [[round(at, 4) for at in centre_of(mesh, k)] for k in range(len(mesh))],
        "passages": [
            [beside[2 * wall], beside[2 * wall + 1], wall]
            for wall, is_open in enumerate(flags_of_bits(mesh, bits))
            if is_open
        ],
    }


def write_json(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a line of JSON."""
    from json import dumps

    values = maze_as_dict(drawing)
    values["check"] = checksum(drawing.maze, drawing.ends_of_path())
    text = dumps(values, ensure_ascii=False, separators=(",", ":"))
    stream.write(text.encode() + b"\n")


_VALUES = bytes(
    OUTSIDE if chr(c) == "." else int(chr(c), 16) if chr(c) in "0123456789abcdefABCDEF" else 0
    for c in range(256)
)
"""The value of a hexadecimal digit, or of the dot."""


def read_json(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from JSON as ``docs/maze.schema.json`` describes it.

    Raises:
        FileFormatError: If it breaks the schema; the message says where.
    """
    from json import loads

    try:
        found = loads(source.whole())
    except RecursionError:
        raise FileFormatError("its JSON is nested too deeply to be a maze.") from None
    except ValueError as error:
        raise FileFormatError(f"this is not JSON ({cause(error)}).") from None
    if not isinstance(found, dict) or not ("exits" in found or "passages" in found):
        raise FileFormatError("its JSON is not a maze: it has neither exits nor passages.")
    maze, ends = (_maze if "exits" in found else _mesh_maze)(found)
    return unchanged(maze, ends, found.get("check")), ends


def _maze(found: dict[str, Any]) -> tuple[Maze, Ends | None]:
    width, height = check_size(found.get("width"), found.get("height"))  # type: ignore[arg-type]
    recipe = Recipe.from_dict(found["recipe"]) if found.get("recipe") else None
    check_recipe(recipe, {"width": width, "height": height})
    rows, mask = _rows(found["exits"], width, height)
    maze = Maze(width, height, rows, mask=mask, recipe=recipe)
    return maze, _ends(found.get("ends"), maze.rectangle)


def _mesh_maze(found: dict[str, Any]) -> tuple[Maze, Ends | None]:
    recipe = Recipe.from_dict(found["recipe"]) if found.get("recipe") else None
    mesh = from_spec(found.get("grid", {}))
    cells, passages = found.get("cells"), found["passages"]
    # Before the walls of a grid are listed, which takes much more memory than its spec.
    if not isinstance(cells, list) or len(cells) != len(mesh):
        raise FileFormatError(f"cells does not list the {len(mesh)} cells of the grid {mesh.text}.")
    if not isinstance(passages, list):
        raise FileFormatError("passages is not a list.")
    beside, flags = cells_beside(mesh), bytearray(mesh.walls)
    for passage in passages:
        try:
            one, other, wall = passage
            low, high = sorted((one, other))
            fits = wall >= 0 and (beside[2 * wall], beside[2 * wall + 1]) == (low, high)
        except (TypeError, ValueError, IndexError):
            fits = False
        if not fits:
            raise FileFormatError(
                f"the passage {shown(passage)} is not two cells and the wall between them."
            )
        flags[wall] = 1
    maze = Maze.from_bits(mesh, bits_of_flags(bytes(flags)), recipe=recipe)
    return maze, _ends(found.get("ends"), mesh)


def _rows(exits: Any, width: int, height: int) -> tuple[bytes, bytes | None]:
    if not isinstance(exits, list) or len(exits) != height:
        count = len(exits) if isinstance(exits, list) else "no"
        raise FileFormatError(f"exits has {count} lines, and the height is {height}.")
    return rows_of_exits(_lines(exits, width), width, height, "exits")


def _lines(exits: list[Any], width: int) -> Iterator[bytes]:
    for y, line in enumerate(exits):
        if not isinstance(line, str) or len(line) != width:
            count = f"{len(line)} digits" if isinstance(line, str) else "no digits"
            raise FileFormatError(f"exits[{y}] has {count}, and the width is {width}.")
        if not re.fullmatch("[0-9a-fA-F.]+", line):
            raise FileFormatError(f"exits[{y}] does not consist of hexadecimal digits and dots.")
        yield line.encode().translate(_VALUES)


def _ends(found: Any, grid: Grid) -> Ends | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise FileFormatError("ends is neither null nor an object.")
    try:
        start, end = (tuple(found[name]) for name in ("start", "end"))
    except (KeyError, TypeError):
        raise FileFormatError("ends lacks a start and an end, each a list of numbers.") from None
    return Ends(start, end, open=bool(found.get("open"))).check(grid)

"""Reading back mazes in JSON."""

from __future__ import annotations

import re
from typing import Any

from labirinto.cells import check_size
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.recipe import Recipe

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""The bits of a digit."""


def read_json(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from JSON as ``docs/maze.schema.json`` describes it.

    Raises:
        FileFormatError: if it is none; with the place where it breaks the schema.
    """
    from json import loads

    try:
        found = loads(source.whole())
    except RecursionError:
        raise FileFormatError("its JSON is nested too deeply to be a maze.") from None
    except ValueError as error:
        raise FileFormatError(f"this is no JSON ({error}).") from None
    if not isinstance(found, dict) or "exits" not in found:
        raise FileFormatError("its JSON is no maze: it has no exits.")
    try:
        width, height = check_size(found.get("width"), found.get("height"))  # type: ignore[arg-type]
        recipe = Recipe.from_dict(found["recipe"]) if found.get("recipe") else None
        if recipe and (recipe.width, recipe.height) != (width, height):
            raise FileFormatError("its recipe makes a maze of another size.")
        maze = Maze(width, height, _rows(found["exits"], width, height), recipe=recipe)
        return maze, _ends(found.get("ends"), width, height)
    except FileFormatError:
        raise
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None


def _rows(exits: Any, width: int, height: int) -> bytes:
    if not isinstance(exits, list) or len(exits) != height:
        count = len(exits) if isinstance(exits, list) else "no"
        raise FileFormatError(f"exits has {count} lines, and the height is {height}.")
    rows = bytearray()
    stride = (width + 7) // 8
    south_above = 0
    for y, line in enumerate(exits):
        if not isinstance(line, str) or len(line) != width:
            count = f"{len(line)} digits" if isinstance(line, str) else "no digits"
            raise FileFormatError(f"exits[{y}] has {count}, and the width is {width}.")
        if not re.fullmatch("[0-9a-fA-F]+", line):
            raise FileFormatError(f"exits[{y}] is not of hexadecimal digits.")
        north, east, south, west = (_bits(line, bit) for bit in (NORTH, EAST, SOUTH, WEST))
        _expect_none(y, east & 1 << width - 1, "east")
        _expect_none(y, west ^ east << 1, "west")
        _expect_none(y, north ^ south_above, "north")
        if y == height - 1:
            _expect_none(y, south, "south")
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
        south_above = south
    return bytes(rows)


def _bits(line: str, bit: int) -> int:
    """A bit for each digit, the first one lowest."""
    chosen = str.maketrans({f"{digit:x}": "01"[bool(digit & bit)] for digit in range(16)})
    return int(line.lower().translate(chosen)[::-1], 2)


def _expect_none(y: int, wrong: int, side: str) -> None:
    if wrong:
        x = (wrong & -wrong).bit_length() - 1
        raise FileFormatError(
            f"exits[{y}] contradicts its neighbours or the frame at the cell {x},{y}, about the "
            f"passage {side}."
        )


def _ends(found: Any, width: int, height: int) -> Ends | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise FileFormatError("ends is neither null nor an object.")
    try:
        start, end = (tuple(found[name]) for name in ("start", "end"))
    except (KeyError, TypeError):
        raise FileFormatError("ends lacks a start and an end, each a pair x, y.") from None
    return Ends(start, end, open=bool(found.get("open"))).check(width, height)

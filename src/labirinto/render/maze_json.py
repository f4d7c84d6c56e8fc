"""JSON: a maze with its recipe, its ends and its solution, for other programs.

``docs/maze.schema.json`` is its schema.
"""

from __future__ import annotations

from typing import Any, BinaryIO

from labirinto.render.drawing import Drawing

DIGITS = bytes(range(256)).translate(bytes(b"0123456789abcdef" * 16))


def maze_as_dict(drawing: Drawing) -> dict[str, Any]:
    """The maze as JSON has it.

    ``exits`` has a line a row and a hexadecimal digit a cell: N=1, E=2, S=4, W=8 for passages out.
    ``solution`` has a letter a step: E, S, W, N, from the start to the end.

    Raises:
        InvalidValueError: if the path joins other cells than the ends.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path("JSON")
    width = maze.width
    digits = bytes(maze.cells().cast("B")).translate(DIGITS).decode()
    return {
        "width": width,
        "height": maze.height,
        "exits": [digits[at : at + width] for at in range(0, len(digits), width)],
        "ends": {"start": ends.start, "end": ends.end, "open": ends.open} if ends else None,
        "solution": path.directions if path else None,
        "recipe": maze.recipe.as_dict() if maze.recipe else None,
    }


def json_bytes(drawing: Drawing) -> bytes:
    """The maze as a line of JSON."""
    from json import dumps

    return dumps(maze_as_dict(drawing), ensure_ascii=False, separators=(",", ":")).encode()


def write_json(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the maze as a line of JSON."""
    stream.write(json_bytes(drawing) + b"\n")

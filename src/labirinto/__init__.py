"""Labirinto: perfect mazes, honestly random, of any size.

::

    import labirinto

    maze = labirinto.wilson(40, 30, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    labirinto.draw(maze, "maze.svg", path=path, ends=ends)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labirinto.errors import (
    FileFormatError,
    InvalidValueError,
    LabirintoError,
    MissingExtraError,
    NoPathError,
    TooLargeError,
)
from labirinto.generate import (
    ALGORITHMS,
    Algorithm,
    Parameter,
    aldous_broder,
    eller,
    generate,
    kruskal,
    wilson,
)
from labirinto.maze import Maze
from labirinto.path import Ends, Path
from labirinto.recipe import Recipe
from labirinto.solve import ENDS_KINDS, solve, solve_rows, suggest_ends

if TYPE_CHECKING:
    from labirinto import animate, book, formats, render, stream, textbook
    from labirinto.batches import Batch, batch
    from labirinto.difficulties import Difficulty, difficulty
    from labirinto.formats import load
    from labirinto.maze_block import MazeBlock
    from labirinto.render import draw
    from labirinto.render.style import Style
    from labirinto.rows import EllerRows, RowBlock, eller_rows
    from labirinto.stats import Census, census, is_perfect

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "ENDS_KINDS",
    "Algorithm",
    "Batch",
    "Census",
    "Difficulty",
    "EllerRows",
    "Ends",
    "FileFormatError",
    "InvalidValueError",
    "LabirintoError",
    "Maze",
    "MazeBlock",
    "MissingExtraError",
    "NoPathError",
    "Parameter",
    "Path",
    "Recipe",
    "RowBlock",
    "Style",
    "TooLargeError",
    "aldous_broder",
    "animate",
    "batch",
    "book",
    "census",
    "difficulty",
    "draw",
    "eller",
    "eller_rows",
    "formats",
    "generate",
    "is_perfect",
    "kruskal",
    "load",
    "render",
    "solve",
    "solve_rows",
    "stream",
    "suggest_ends",
    "textbook",
    "wilson",
]

# Start-up time is a feature: what is not needed to make a maze is imported when it is first used.
_LATER = {
    "Batch": ("labirinto.batches", "Batch"),
    "MazeBlock": ("labirinto.maze_block", "MazeBlock"),
    "batch": ("labirinto.batches", "batch"),
    "EllerRows": ("labirinto.rows", "EllerRows"),
    "RowBlock": ("labirinto.rows", "RowBlock"),
    "eller_rows": ("labirinto.rows", "eller_rows"),
    "Census": ("labirinto.stats", "Census"),
    "census": ("labirinto.stats", "census"),
    "is_perfect": ("labirinto.stats", "is_perfect"),
    "Difficulty": ("labirinto.difficulties", "Difficulty"),
    "difficulty": ("labirinto.difficulties", "difficulty"),
    "Style": ("labirinto.render.style", "Style"),
    "draw": ("labirinto.render", "draw"),
    "load": ("labirinto.formats", "load"),
    "animate": ("labirinto.animate", None),
    "book": ("labirinto.book", None),
    "formats": ("labirinto.formats", None),
    "render": ("labirinto.render", None),
    "stream": ("labirinto.stream", None),
    "textbook": ("labirinto.textbook", None),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'labirinto' has no attribute {name!r}")
    from importlib import import_module

    module_name, attribute = _LATER[name]
    module = import_module(module_name)
    value = module if attribute is None else getattr(module, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

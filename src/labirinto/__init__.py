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

from labirinto.algorithms.generating import (
    ALGORITHMS,
    Algorithm,
    Parameter,
    aldous_broder,
    eller,
    generate,
    kruskal,
    wilson,
)
from labirinto.ends import Ends
from labirinto.errors import (
    FileFormatError,
    InvalidValueError,
    LabirintoError,
    MissingExtraError,
    NoPathError,
    TooLargeError,
)
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.solving import ENDS_KINDS, solve, solve_rows, suggest_ends

if TYPE_CHECKING:
    from labirinto import animate, batches, book, drawing, formats, streaming
    from labirinto.algorithms import textbook
    from labirinto.batches.block import MazeBlock
    from labirinto.batches.making import Batch, batch
    from labirinto.difficulties import Difficulty, difficulty
    from labirinto.drawing.style import Style
    from labirinto.formats import draw, load
    from labirinto.measures import Census, census, is_perfect
    from labirinto.streaming.rows import EllerRows, RowBlock, eller_rows

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
    "batches",
    "book",
    "census",
    "difficulty",
    "draw",
    "drawing",
    "eller",
    "eller_rows",
    "formats",
    "generate",
    "is_perfect",
    "kruskal",
    "load",
    "solve",
    "solve_rows",
    "streaming",
    "suggest_ends",
    "textbook",
    "wilson",
]

# Start-up time is a feature: what is not needed to make a maze is imported when it is first used.
_LATER = {
    "Batch": ("labirinto.batches.making", "Batch"),
    "MazeBlock": ("labirinto.batches.block", "MazeBlock"),
    "batch": ("labirinto.batches.making", "batch"),
    "EllerRows": ("labirinto.streaming.rows", "EllerRows"),
    "RowBlock": ("labirinto.streaming.rows", "RowBlock"),
    "eller_rows": ("labirinto.streaming.rows", "eller_rows"),
    "Census": ("labirinto.measures", "Census"),
    "census": ("labirinto.measures", "census"),
    "is_perfect": ("labirinto.measures", "is_perfect"),
    "Difficulty": ("labirinto.difficulties", "Difficulty"),
    "difficulty": ("labirinto.difficulties", "difficulty"),
    "Style": ("labirinto.drawing.style", "Style"),
    "draw": ("labirinto.formats", "draw"),
    "load": ("labirinto.formats", "load"),
    "animate": ("labirinto.animate", None),
    "batches": ("labirinto.batches", None),
    "book": ("labirinto.book", None),
    "drawing": ("labirinto.drawing", None),
    "formats": ("labirinto.formats", None),
    "streaming": ("labirinto.streaming", None),
    "textbook": ("labirinto.algorithms.textbook", None),
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

"""Labirinto: perfect mazes, honestly random, of any size.

::

    import labirinto

    maze = labirinto.wilson(40, 30, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    labirinto.save(maze, "maze.svg", path=path, ends=ends)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from labirinto.algorithms import catalogue
from labirinto.algorithms.catalogue import *  # noqa: F403
from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.algorithms.record import Algorithm, Parameter
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
    from labirinto.formats import load, save
    from labirinto.formats.picture import to_image
    from labirinto.formats.svg import to_svg
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
    "animate",
    "batch",
    "batches",
    "book",
    "census",
    "difficulty",
    "drawing",
    "eller_rows",
    "formats",
    "generate",
    "is_perfect",
    "load",
    "save",
    "solve",
    "solve_rows",
    "streaming",
    "suggest_ends",
    "textbook",
    "to_image",
    "to_svg",
]
__all__ += catalogue.__all__

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
    "save": ("labirinto.formats", "save"),
    "to_image": ("labirinto.formats.picture", "to_image"),
    "to_svg": ("labirinto.formats.svg", "to_svg"),
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


def _step_svg(step: Any) -> str | None:
    from labirinto.animate.notebook import step_svg

    return step_svg(step)


# Steps of the textbook do not know how they are drawn: IPython finds their type by its name.
_get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", None)
if _get_ipython and (_shell := _get_ipython()):
    _formatter = _shell.display_formatter.formatters["image/svg+xml"]
    _formatter.for_type_by_name("labirinto.algorithms.textbook.steps", "Step", _step_svg)

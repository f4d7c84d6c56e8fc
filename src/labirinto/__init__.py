"""Labirinto: perfect mazes of any size, truly random, made again from a seed.

Example::

    import labirinto

    maze = labirinto.wilson(40, 30, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    labirinto.save(maze, "maze.svg", path=path, ends=ends)

The public names, by topic::

    Make a maze
        wilson              every maze of the size is equally likely
        aldous_broder       the same, by a simpler and slower algorithm
        eller               row by row, with two parameters for the texture
        kruskal             passages in random order
        backtracker         long corridors, few dead ends
        hunt_and_kill       the same, without a memory of the path
        prim                spreads like ink: many short dead ends
        growing_tree        between the two, as a parameter says
        sidewinder          row by row, in runs
        binary_tree         a coin for each cell
        recursive_division  straight walls with one gap each
        generate            by the name of an algorithm, or again from a recipe
        ALGORITHMS          the algorithms by name
        Algorithm           what one is and can do
        Parameter           what can be set for it
        Recipe              everything that determines a maze
        Rooms               how many rooms a maze gets, and how large
        Room                one of them, with its doors
        braid               fewer dead ends, and loops
        sparse              shorter dead ends, and fewer cells

    Use a maze
        Maze                cells, passages, arrays, graphs, distances
        Rectangle           its grid, if it has no other: cells, bounds and neighbours
        Array1D, Array2D, Array3D, Array4D  arrays that work without NumPy

    Solve and measure it
        suggest_ends        choose a start and an end
        ENDS_KINDS          how they can be chosen
        Ends                the two cells, and whether the frame is open there
        solve               find the path between two cells
        Path                its cells and steps
        is_perfect          whether exactly one path joins any two cells
        census, Census      count dead ends, corridors and junctions
        difficulty          how hard a path is to find on paper
        Difficulty          its parts
        Level, LEVELS       easy, medium, hard, expert
        number_of_mazes     how many perfect mazes of a size there are

    Draw, save and load it
        save                write a maze to a file: a picture or data
        load                read one from a file
        to_svg, to_image    a drawing as SVG text, or as a Pillow image
        Style               sizes and colours of a picture

    Many mazes, and endless ones
        batch, Batch        many mazes at once, in blocks
        MazeBlock           some of them
        generate_rows       a maze of any height, row by row
        MazeRows, RowBlock  its rows
        solve_rows          find a path in rows that are not kept

    Packages
        animate             films of the algorithms
        pictures            mazes whose solution draws a picture
        portraits           photographs made of walls
        book                puzzle books by difficulty, with answers; posters
        batches             many mazes into files and on clusters
        datasets            mazes to learn from, with splits, in Parquet
        streaming           rows into files
        formats             the file formats, and reading with ends
        drawing             lines and strokes of a drawing
        grids               mazes of any shape and of cells other than squares
        graphs              uniform spanning trees of any graph
        textbook            the algorithms in plain Python, step by step

    Errors
        LabirintoError      the base class of them all
        InvalidValueError   a value that is wrong
        TooLargeError       not enough memory or disk
        NoPathError         two cells that no path joins
        FileFormatError     a file without a maze, or a damaged one
        MissingExtraError   an optional package that is not installed
        UnsureWarning       a maze that may be misread, or a recipe that is left out
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from labirinto._internal.lazy import Finder, lazy_names
from labirinto.algorithms import catalogue
from labirinto.algorithms.braiding import braid
from labirinto.algorithms.catalogue import *  # noqa: F403
from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.algorithms.record import Algorithm, Parameter
from labirinto.algorithms.thinning import sparse
from labirinto.ends import Ends
from labirinto.errors import (
    FileFormatError,
    InvalidValueError,
    LabirintoError,
    MissingExtraError,
    NoPathError,
    TooLargeError,
    UnsureWarning,
)
from labirinto.grids.arrays import Array1D, Array2D, Array3D, Array4D
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.rooms import Room, Rooms
from labirinto.solving import ENDS_KINDS, solve, solve_rows, suggest_ends

if TYPE_CHECKING:
    from labirinto import (
        animate,
        batches,
        book,
        datasets,
        drawing,
        formats,
        graphs,
        grids,
        pictures,
        portraits,
        streaming,
    )
    from labirinto.algorithms import textbook
    from labirinto.batches.block import MazeBlock
    from labirinto.batches.making import Batch, batch
    from labirinto.difficulties import LEVELS, Difficulty, Level, difficulty
    from labirinto.drawing.style import Style
    from labirinto.formats import load, save
    from labirinto.formats.picture import to_image
    from labirinto.formats.svg import to_svg
    from labirinto.measures import Census, census, is_perfect, number_of_mazes
    from labirinto.streaming.rows import MazeRows, RowBlock, generate_rows

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022 (by topic, as above)
    "generate",
    "ALGORITHMS",
    "Algorithm",
    "Parameter",
    "Recipe",
    "Rooms",
    "Room",
    "braid",
    "sparse",
    "Maze",
    "Rectangle",
    "Array1D",
    "Array2D",
    "Array3D",
    "Array4D",
    "suggest_ends",
    "ENDS_KINDS",
    "Ends",
    "solve",
    "Path",
    "is_perfect",
    "census",
    "Census",
    "difficulty",
    "Difficulty",
    "Level",
    "LEVELS",
    "number_of_mazes",
    "save",
    "load",
    "to_svg",
    "to_image",
    "Style",
    "batch",
    "Batch",
    "MazeBlock",
    "generate_rows",
    "MazeRows",
    "RowBlock",
    "solve_rows",
    "animate",
    "pictures",
    "portraits",
    "book",
    "batches",
    "datasets",
    "streaming",
    "formats",
    "drawing",
    "grids",
    "graphs",
    "textbook",
    "LabirintoError",
    "InvalidValueError",
    "TooLargeError",
    "NoPathError",
    "FileFormatError",
    "MissingExtraError",
    "UnsureWarning",
]
__all__ += catalogue.__all__

# Start-up time is a feature: what is not needed to make a maze is imported when it is first used.
__getattr__: Finder = lazy_names(
    __name__,
    {
        "batches.block": ("MazeBlock",),
        "batches.making": ("Batch", "batch"),
        "difficulties": ("LEVELS", "Difficulty", "Level", "difficulty"),
        "drawing.style": ("Style",),
        "formats": ("load", "save"),
        "formats.picture": ("to_image",),
        "formats.svg": ("to_svg",),
        "measures": ("Census", "census", "is_perfect", "number_of_mazes"),
        "streaming.rows": ("MazeRows", "RowBlock", "generate_rows"),
    },
    parts=(
        "algorithms.textbook",
        "animate",
        "batches",
        "book",
        "datasets",
        "drawing",
        "formats",
        "graphs",
        "grids",
        "pictures",
        "portraits",
        "streaming",
    ),
)


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

"""Floors in colours: the cells of a drawing by their distance from one of them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto.drawing.colour_maps import colours_on
from labirinto.drawing.strokes import Run
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.grids.grid import Label
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing

SHADES = len(COLOURS), 255
"""The first and the last of a picture's numbers for the colours of distances."""

_SIZE = SHADES[1] - SHADES[0] + 1


def distance_colours(maze: Maze, start: Label) -> bytes:
    """Return the distances of all cells from one, as a byte each, from the first shade to the last.

    Cells that no path reaches, and places outside a mask, have the number of the floor, 0.

    Raises:
        InvalidValueError: If the start is not in the maze.
        TooLargeError: If there is not enough memory.
    """
    grid = maze.grid
    if not isinstance(grid, Rectangle) or not maze._is_tree:
        return _core.distance_colours(maze.distances(start).tobytes(), *SHADES)
    x, y = grid.check_cell(start)
    check_memory(2 * grid.places, f"Distances in a maze of {grid.text}")
    return _core.tree_colours(maze.bits, *grid.size, x, y, *SHADES)


def shade_palette(style: Style) -> bytes:
    """Return the colours of all shades, three bytes each; nothing for floors of one colour."""
    if style.colour is None:
        return b""
    walls = rgb(style.walls)
    return b"".join(map(bytes, colours_on(style.colour_map, walls, _SIZE)))


def coloured_cells(drawing: Drawing) -> Iterator[tuple[str, Iterator[range]]]:
    """Yield each colour that a floor has, with the numbers of its cells, as runs without gaps.

    In a rectangle they are the numbers of places, row by row, whether a mask has them or not.
    """
    shades, palette = drawing.shades or b"", shade_palette(drawing.style)
    bounds: dict[int, array[int]] = {}
    for match in re.finditer(rb"([^\0])\1*", shades, re.DOTALL):
        bounds.setdefault(shades[match.start()], array("q")).extend(match.span())
    for shade in sorted(bounds):
        at = 3 * (shade - SHADES[0])
        found = iter(bounds[shade])  # of each run the first place, and the one behind it
        yield f"#{palette[at : at + 3].hex()}", map(range, found, found)


def in_rows(runs: Iterable[range], width: int) -> Iterator[Run]:
    """Yield runs of places of a rectangle as boxes, each in one row."""
    for run in runs:
        first, end = run.start, run.stop
        while first < end:
            y, x = divmod(first, width)
            behind = x + end - first
            if behind > width:
                behind = width
            yield x, y, behind, y + 1
            first += behind - x

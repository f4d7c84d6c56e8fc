"""Floors in colours: the cells of a drawing by their distance from one of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto.drawing.colour_maps import colours_on
from labirinto.drawing.style import COLOURS, Style
from labirinto.grids.mesh import Label, Mesh
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing

SHADES = len(COLOURS), 255
"""The first and the last of a picture's numbers for the colours of distances."""

_SIZE = SHADES[1] - SHADES[0] + 1

Run = tuple[int, int, int]
"""Cells side by side: x and y of the first, and how many they are."""


def distance_colours(maze: Maze, start: Label) -> bytes:
    """Return the distances of all cells from one, as a byte each, from the first shade to the last.

    Cells that no path reaches, and places outside a mask, have the number of the floor, 0.

    Raises:
        InvalidValueError: If the start is not in the maze.
        TooLargeError: If there is not enough memory.
    """
    grid = maze.grid
    if isinstance(grid, Mesh) or not maze.is_perfect:
        return _core.distance_colours(maze.distances(start).tobytes(), *SHADES)
    x, y = grid.check_cell(start)
    check_memory(2 * grid.width * grid.height, f"Distances in a maze of {grid.text}")
    return _core.tree_colours(maze.bits, grid.width, grid.height, x, y, *SHADES)


def shade_palette(style: Style) -> bytes:
    """Return the colours of all shades, three bytes each; nothing for floors of one colour."""
    if style.colour is None:
        return b""
    walls = bytes.fromhex(style.walls[1:])
    return b"".join(map(bytes, colours_on(style.colour_map, walls, _SIZE)))


def coloured_cells(drawing: Drawing) -> Iterator[tuple[str, list[int]]]:
    """Yield each colour that a floor has, with the numbers of its cells in reading order.

    In a rectangle they are the numbers of places, row by row, whether a mask has them or not.
    """
    palette = shade_palette(drawing.style)
    cells: dict[int, list[int]] = {}
    for number, shade in enumerate(drawing.shades or b""):
        if shade:
            cells.setdefault(shade, []).append(number)
    for shade in sorted(cells):
        at = 3 * (shade - SHADES[0])
        yield f"#{palette[at : at + 3].hex()}", cells[shade]


def runs_of(places: list[int], width: int) -> Iterator[Run]:
    """Yield places of a rectangle, whose numbers ascend, as runs of cells side by side."""
    for (y, _), group in groupby(enumerate(places), lambda it: (it[1] // width, it[1] - it[0])):
        run = [place for _, place in group]
        yield run[0] - y * width, y, len(run)

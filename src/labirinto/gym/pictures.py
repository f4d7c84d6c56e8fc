"""Pictures of mazes with their agents, as arrays of pixels and as text."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from labirinto._internal.extras import needing
from labirinto.drawing.display import Pens
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import middle_of, room_of
from labirinto.drawing.raster import drawing_palette, pixels_of
from labirinto.drawing.smooth import smooth_bands
from labirinto.drawing.style import Style, rgb
from labirinto.ends import Ends
from labirinto.formats.text import TextLines
from labirinto.grids import Grid
from labirinto.maze import Maze

Picture = NDArray[np.uint8]


class Painter:
    """Paints mazes on one grid.

    Args:
        grid: The cells.
        style: Sizes and colours.
    """

    def __init__(self, grid: Grid, style: Style) -> None:
        self.grid: Grid = grid
        self.style: Style = style
        width, height = (style.pixels(side) for side in grid.size)
        self.shape: tuple[int, int, int] = height, width, 3
        self._squares: dict[int, tuple[slice, slice]] = {}

    def check(self) -> None:
        """Check that what it needs is there.

        Raises:
            MissingExtraError: If it is not installed.
        """
        if self.grid.kind:
            with needing(f"A picture of the grid {self.grid.text} needs OpenCV", "images"):
                import_module("cv2")

    def picture(self, maze: Maze, goal: int) -> Picture:
        """Paint a maze with its goal."""
        drawing = Drawing(maze, style=self.style)
        if self.grid.kind:
            found = np.concatenate(list(smooth_bands(drawing)))
        else:
            palette = np.frombuffer(drawing_palette(drawing), np.uint8).reshape(-1, 3)
            found = palette[np.frombuffer(pixels_of(drawing), np.uint8)].reshape(self.shape)
        self.mark(found, goal, self.style.end)
        return found

    def mark(self, picture: Picture, place: int, colour: str) -> None:
        """Mark a cell by a square."""
        if place not in self._squares:
            self._squares[place] = self._square(place)
        picture[self._squares[place]] = rgb(colour)

    def _square(self, place: int) -> tuple[slice, slice]:
        grid, style = self.grid, self.style
        cell = grid.at(place)
        radius = Pens.of(style).mark * min(0.5, room_of(grid, cell))
        x, y = middle_of(grid, cell)
        first = style.margin + style.wall / 2

        def span(at: float) -> slice:
            low, high = (round(first + (at + side) * style.cell) for side in (-radius, radius))
            return slice(low, max(high, low + 1))

        return span(y), span(x)


def text_of(maze: Maze, agent: int, goal: int) -> str:
    """Draw a maze of squares with agent and goal in box-drawing characters."""
    grid = maze.grid
    rows, gaps = Drawing(maze).rows_and_gaps
    lines = TextLines(maze.width, openings=gaps)
    lines.mark(Ends(grid.at(agent), grid.at(goal)))
    return "\n".join([*lines.rows(rows), lines.last_line()])

"""Pictures by Labirinto of mazes that are not rectangles, whose notes hold what no eye can count.

Mazes are recognised on even grids only.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from labirinto._internal.pixels import open_picture
from labirinto._internal.refusals import PictureError
from labirinto._internal.source import HEAD, Source
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import flattened
from labirinto.drawing.style import ON_PHOTOGRAPHS
from labirinto.ends import Ends
from labirinto.formats._signatures import is_our_png
from labirinto.formats.png import notes_of, read_png
from labirinto.grids import check_planar, is_whole
from labirinto.recognition.answer import NotShownError
from labirinto.recognition.overlay import encoded, lined
from labirinto.solving import solve
from labirinto.viewing import Places
from labirinto.web.shapes import MAX_MESH_SIDE

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_CELLS = MAX_MESH_SIDE**2
"""Other cells than squares, of which a small file may claim many."""

_TOLERANCE = 0.02
"""How far a line may lie from the arc for which it stands, in cells."""


@dataclass(frozen=True, eq=False)
class OwnPicture:
    """A picture and what was drawn in it, with the path; as ``SolvedPicture``."""

    picture: Image
    drawing: Drawing

    def overlay(self, format: str = "png", colour: str = ON_PHOTOGRAPHS) -> bytes:
        """Return the picture with the path over it, as ``png``, ``jpg`` or ``webp``."""
        return encoded(lined(self.picture, self._points, self._thickness, colour), format)

    def about(self) -> dict[str, Any]:
        """Return what was found, for JSON: the number of cells and of steps, the path in pixels."""
        assert self.drawing.path
        return {
            "cells": len(self.drawing.maze.grid),
            "steps": self.drawing.path.steps,
            "points": [[round(x, 1), round(y, 1)] for x, y in self._points],
            "thickness": self._thickness,
        }

    @property
    def _points(self) -> list[tuple[float, float]]:
        cell, first = _layout(self.drawing)
        line = flattened(self.drawing.path_lines()[0], _TOLERANCE)
        return [(first + x * cell, first + y * cell) for x, y in line]

    @property
    def _thickness(self) -> int:
        style = self.drawing.style
        return max(1, round((style.cell - style.wall) / 3))


def solve_own(
    data: bytes, places: tuple[tuple[float, float], tuple[float, float]] | None, max_pixels: int
) -> OwnPicture | None:
    """Solve the maze in a picture of ours; None if it is none, or can be recognised.

    Args:
        data: The file.
        places: Start and end as places in the picture, in pixels; by default those of its notes.
        max_pixels: The most pixels that it may have.

    Raises:
        FileFormatError: If it is damaged; a ``PictureError`` if it has too many pixels.
        InvalidValueError: If the places are outside the maze or in one cell; a ``NotShownError`` if
            there are none and its notes have no ends.
        TooLargeError: If there is not enough memory.
    """
    if not is_our_png(data[:HEAD]):
        return None
    picture = open_picture(Source(BytesIO(data)), max_pixels)
    about = notes_of(Source(BytesIO(data)))
    grid = about.grid
    if is_whole(grid) or (grid.kind and len(grid) > MOST_CELLS):
        return None
    check_planar(grid, "Solutions over pictures are")
    maze, ends = read_png(Source(BytesIO(data)))
    empty = Drawing(maze, style=about.style)
    if picture.size != empty.pixel_size:
        raise PictureError("the picture does not have the size in its notes.", "damaged")
    if places:
        cell, first = _layout(empty)
        start, end = (
            Places(grid).nearest(((x - first) / cell, (y - first) / cell)) for x, y in places
        )
        ends = Ends(start, end).check(grid)
    if not ends:
        raise NotShownError("its notes have no start and end.")
    return OwnPicture(picture, Drawing(maze, solve(maze, *ends), ends, about.style))


def _layout(drawing: Drawing) -> tuple[int, float]:
    """The pixels of a cell, and where the first cells begin: in the middle of the frame."""
    style = drawing.style
    return style.cell, style.margin + style.wall / 2

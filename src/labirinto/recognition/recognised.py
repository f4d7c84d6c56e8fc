"""A maze recognised in a picture, with all that it takes to draw and to check a path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from labirinto.ends import Ends, ends_at
from labirinto.grids.rectangle import Cell, Opening
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recognition.bars import bar_across
from labirinto.recognition.check import crossing
from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import Tones
from labirinto.recognition.lattice import SeenGrid

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Recognised:
    """A maze recognised in a picture.

    Attributes:
        maze: The maze, perfect or not.
        openings: The gaps in its frame, in reading order of their cells.
        marked: The cells with something drawn in them that may be an end, likely starts first.
        lattice: Where the cells are in the picture.
        unsure: How many places are neither walls nor passages for certain.
        ink: How much of each pixel is wall, ``uint8[y, x]``; its pixels are as large as
            ``scale`` of the picture's.
        tones: The ink of walls and floor.
        picture: The picture in RGB.
        scale: Pixels of the picture for one of ``ink``.
    """

    maze: Maze
    openings: list[Opening]
    marked: list[Cell]
    lattice: SeenGrid
    unsure: int
    ink: Array
    tones: Tones
    picture: Image
    scale: float = 1

    @property
    def candidates(self) -> list[Cell]:
        """The cells that may be an end: those at openings and those that are marked."""
        gaps = [cell for cell, _ in self.openings]
        # Beside two openings, more than two marked cells are a scribble.
        marked = [] if len(gaps) == 2 and len(self.marked) > 2 else self.marked
        return list(dict.fromkeys([*gaps, *marked]))

    @property
    def ends(self) -> Ends | None:
        """Start and end, if there are exactly two candidates."""
        candidates = self.candidates
        if len(candidates) != 2:
            return None
        if len(self.openings) == 2:
            return ends_at(self.openings)
        start, end = self.marked if len(self.marked) == 2 else candidates
        return Ends(start, end)

    @property
    def quality(self) -> float:
        """How sure the maze is, from 0 to 1: the share of walls and passages that are clear.

        It is halved where the maze is not perfect, since a missing wall is more likely an error.
        """
        width, height = self.maze.width, self.maze.height
        clear = 1 - self.unsure / (2 * width * height + width + height)
        return clear if self.maze.is_perfect else clear / 2

    def centre(self, x: float, y: float) -> tuple[float, float]:
        """Return the middle of a cell in the picture, in pixels from its corner."""
        at_x, at_y = self.lattice.place(np.array((x + 0.5, y + 0.5))) * self.scale
        return float(at_x), float(at_y)

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell at a place in the picture, or the nearest one."""
        place = self.lattice.back(np.array((x, y)) / self.scale)
        last = (self.maze.width - 1, self.maze.height - 1)
        cell_x, cell_y = np.clip(np.floor(np.nan_to_num(place)), 0, last).astype(int).tolist()
        return cell_x, cell_y

    def crossing(self, path: Path) -> tuple[int, int] | None:
        """Return the pixel at which a path may cross a wall; None if it crosses none."""
        place = crossing(self.ink, self.tones, self.lattice, self.maze, path) or bar_across(
            self.picture, self.lattice, self.scale, dict(self.openings), path
        )
        return None if place is None else (int(place[0] * self.scale), int(place[1] * self.scale))

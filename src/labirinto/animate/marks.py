"""The state of a run that can be seen: a word of marks for every cell and corner."""

from __future__ import annotations

from array import array
from enum import IntFlag

SET_SHIFT = 16


class Mark(IntFlag):
    """The bits of a word.  From bit 16 on it has the number of the cell's set, or 0."""

    IN = 1  # belongs to the maze; of a corner: has a wall
    HERE = 2  # the walk is here
    WALK = 4  # on the walk, or a cell of the passage drawn
    FRESH = 8  # has just joined
    PASSAGE_EAST = 16  # there is a passage east
    PASSAGE_SOUTH = 32  # there is a passage south
    WALK_EAST = 64  # the walk, or the passage drawn, joins this place and the one to the east
    WALK_SOUTH = 128  # the same to the south
    LOST = 256  # was on the loop that was erased last
    FADED = 512  # was on the loop that was erased before it
    ROW = 1024  # in the current row


class Scene:
    """The marks of all places.

    The words of the cells come first, row by row.  If walks are on the walls, the words of the
    (width + 1) x (height + 1) corners follow, those of the frame included.

    Attributes:
        width, height: Size of the maze in cells.
        on_walls: Whether walks, and all marks but passages, are on corners.
        words: A word for every cell and every corner.
    """

    def __init__(self, width: int, height: int, on_walls: bool) -> None:
        self.width = width
        self.height = height
        self.on_walls = on_walls
        corners = (width + 1) * (height + 1) if on_walls else 0
        self.words: array[int] = array("I", bytes(4 * (width * height + corners)))

    def cell(self, x: int, y: int) -> int:
        """Return the number of a cell's word."""
        return y * self.width + x

    def place(self, x: int, y: int) -> int:
        """Return the number of the word of a place of a walk: a cell, or a corner."""
        if self.on_walls:
            return self.width * self.height + y * (self.width + 1) + x
        return self.cell(x, y)

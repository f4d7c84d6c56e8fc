"""What can be seen of a run at one moment: a word of marks for every cell and corner."""

from __future__ import annotations

from array import array
from enum import IntFlag

SET_SHIFT = 16


class Mark(IntFlag):
    """The bits of a word.  From bit 16 on stands the number of the set of a cell, or 0."""

    IN = 1  # belongs to the maze; of a corner: has a wall
    HERE = 2  # the walk is here
    WALK = 4  # on the walk, or one of the two cells at hand
    FRESH = 8  # has just joined
    PASSAGE_EAST = 16  # there is a passage east
    PASSAGE_SOUTH = 32  # there is a passage south
    WALK_EAST = 64  # the walk goes between this place and the next one east, or it is at hand
    WALK_SOUTH = 128
    LOST = 256  # was on the last loop that was erased
    FADED = 512  # was on the loop before
    ROW = 1024  # in the current row


class Scene:
    """The marks of all places.

    The words of the cells come first, row by row, and then, where the walk is on the walls, those
    of all corners: (width + 1) x (height + 1) of them, the frame's included.

    Attributes:
        width, height: of the maze, in cells.
        on_walls: whether walks, and all marks but passages, are on corners.
        words: a word for every cell, and every corner.
    """

    def __init__(self, width: int, height: int, on_walls: bool) -> None:
        self.width = width
        self.height = height
        self.on_walls = on_walls
        corners = (width + 1) * (height + 1) if on_walls else 0
        self.words: array[int] = array("I", bytes(4 * (width * height + corners)))

    def cell(self, x: int, y: int) -> int:
        """The number of a cell's word."""
        return y * self.width + x

    def place(self, x: int, y: int) -> int:
        """The number of the word of a place of the walk: a cell, or a corner."""
        if self.on_walls:
            return self.width * self.height + y * (self.width + 1) + x
        return self.cell(x, y)

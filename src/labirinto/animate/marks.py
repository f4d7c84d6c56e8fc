"""The state of a run that can be seen: a word of marks for every cell, and for what is between."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator
from enum import IntFlag

from labirinto.grids import Grid, rectangle_of
from labirinto.grids.mesh import Label, Mesh
from labirinto.grids.rectangle import STEPS, Cell, Rectangle

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
    VOID = 2048  # a place of a rectangle that is outside its mask


_VOID = int(Mark.VOID)

OPEN, CROSSED = Mark.PASSAGE_EAST, Mark.WALK_EAST
"""The marks of a wall that has a word of its own: there is a passage; the walk goes through it."""


class Scene(ABC):
    """The marks of all places of a grid.

    The words of the cells come first.

    Attributes:
        grid: The cells.
        on_walls: Whether walks, and all marks but passages, are on corners.
        cells: The number of words that belong to cells.
        words: The words of marks.
    """

    def __init__(self, grid: Grid, on_walls: bool, cells: int, others: int) -> None:
        self.grid: Grid = grid
        self.on_walls = on_walls
        self.cells = cells
        self.words: array[int] = array("I", bytes(4 * (cells + others)))

    @property
    def places(self) -> range:
        """The numbers of the words of the places that walks visit."""
        return range(self.cells, len(self.words)) if self.on_walls else range(self.cells)

    @abstractmethod
    def slot(self, place: Label) -> int:
        """Return the number of the word of a place of a walk: a cell, or a corner."""

    @abstractmethod
    def beside(self, cell: Label) -> Iterator[int]:
        """Yield the numbers of the words of the cells beside a cell."""

    @abstractmethod
    def passage(self, wall: int) -> tuple[int, Mark]:
        """Return the word and the mark of the passage through a wall."""

    @abstractmethod
    def crossing(self, wall: int) -> tuple[int, Mark]:
        """Return the word and the mark of a walk through a wall; on the walls, along it."""

    @abstractmethod
    def open_walls(self) -> Iterator[int]:
        """Yield the walls through which there is a passage."""

    def outside(self) -> Iterator[tuple[int, Mark]]:
        """Yield words and marks that show what is outside the grid as one open space."""
        return iter(())


class SquareScene(Scene):
    """The marks of a rectangle, row by row, including those of places outside its mask.

    A cell's word also has the passages east and south, and the steps of walks.  If walks are on the
    walls, the words of the (width + 1) x (height + 1) corners follow, those of the frame included.

    Attributes:
        width, height: Size of the rectangle in cells.
    """

    grid: Rectangle

    def __init__(self, grid: Rectangle, on_walls: bool) -> None:
        self.width: int = grid.width
        self.height: int = grid.height
        cells = self.width * self.height
        corners = (self.width + 1) * (self.height + 1) if on_walls else 0
        super().__init__(grid, on_walls, cells, corners)
        self._first_place = self.places.start
        self._places_a_row = self.width + 1 if on_walls else self.width
        # Cells are numbered without those outside the mask.
        self._slots = None if grid.mask is None else [self.cell(*cell) for cell in grid]

    def cell(self, x: int, y: int) -> int:
        """Return the number of a cell's word."""
        return y * self.width + x

    def place(self, x: int, y: int) -> int:
        """Return the number of the word of a place of a walk: a cell, or a corner."""
        return self._first_place + y * self._places_a_row + x

    def slot(self, place: Label) -> int:
        x, y = place
        return self._first_place + y * self._places_a_row + x

    def beside(self, cell: Label) -> Iterator[int]:
        x, y = cell
        for dx, dy in STEPS:
            if 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                slot = self.cell(x + dx, y + dy)
                if not self.words[slot] & _VOID:
                    yield slot

    def wall(self, one: Cell, other: Cell) -> int:
        """Return the wall between two neighbouring cells of a whole rectangle."""
        (x, y), (x2, _) = sorted((one, other))
        return 2 * (y * self.width + x) + (x2 == x)

    def passage(self, wall: int) -> tuple[int, Mark]:
        at = wall // 2
        slot = at if self._slots is None else self._slots[at]
        return slot, Mark.PASSAGE_SOUTH if wall % 2 else Mark.PASSAGE_EAST

    def crossing(self, wall: int) -> tuple[int, Mark]:
        slot, _ = self.passage(wall)
        if not self.on_walls:
            return slot, Mark.WALK_SOUTH if wall % 2 else Mark.WALK_EAST
        # The wall begins at the corner to the right of its cell, or below it.
        y, x = divmod(slot, self.width)
        if wall % 2:
            return self.place(x, y + 1), Mark.WALK_EAST
        return self.place(x + 1, y), Mark.WALK_SOUTH

    def open_walls(self) -> Iterator[int]:
        for at, slot in enumerate(self._slots or range(self.width * self.height)):
            word = self.words[slot]
            if word & Mark.PASSAGE_EAST:
                yield 2 * at
            if word & Mark.PASSAGE_SOUTH:
                yield 2 * at + 1

    def outside(self) -> Iterator[tuple[int, Mark]]:
        if self.grid.mask is None:
            return
        cells = set(self.grid)
        for y in range(self.height):
            for x in range(self.width):
                if (x, y) in cells:
                    continue
                marks = Mark.VOID
                if x < self.width - 1 and (x + 1, y) not in cells:
                    marks |= Mark.PASSAGE_EAST
                if y < self.height - 1 and (x, y + 1) not in cells:
                    marks |= Mark.PASSAGE_SOUTH
                yield self.cell(x, y), marks


class MeshScene(Scene):
    """The marks of a grid of other cells; the words of its walls follow those of the cells."""

    grid: Mesh

    def __init__(self, grid: Mesh) -> None:
        super().__init__(grid, False, len(grid), grid.walls)
        self._slots: dict[Label, int] = {label: at for at, label in enumerate(grid)}

    def slot(self, place: Label) -> int:
        return self._slots[place]

    def beside(self, cell: Label) -> Iterator[int]:
        return (other for other, _ in self.grid.neighbours(self._slots[cell]))

    def passage(self, wall: int) -> tuple[int, Mark]:
        return self.cells + wall, OPEN

    def crossing(self, wall: int) -> tuple[int, Mark]:
        return self.cells + wall, CROSSED

    def open_walls(self) -> Iterator[int]:
        bit = int(OPEN)
        return (at for at, word in enumerate(self.words[self.cells :]) if word & bit)


def scene_of(grid: Grid, on_walls: bool) -> Scene:
    """Return the scene of a grid without any marks."""
    return MeshScene(grid) if isinstance(grid, Mesh) else SquareScene(rectangle_of(grid), on_walls)

"""The rectangle: its cells, directions and bounds, and the layout of its rows in memory.

No other module knows how many bytes a row has, or the number of a direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from labirinto._internal.validation import plain_integer, whole_number
from labirinto.errors import InvalidValueError, shown

Cell = tuple[int, int]
"""A cell ``(x, y)``: x to the right, y down, from 0."""

Passage = tuple[Cell, Cell]
"""Two neighbouring cells, the western or northern one first."""

Opening = tuple[Cell, int]
"""A cell on the border, and the direction of a gap in the frame beside it."""

LONGEST_SIDE = 2**31 - 1

EAST, SOUTH, WEST, NORTH = range(4)
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""What a step in each direction adds to x and y."""

EXIT_BITS = (2, 4, 8, 1)
"""The bit of each direction in the exits of a cell, one number: N=1, E=2, S=4, W=8."""


def plane_bytes(width: int) -> int:
    """Bytes of a plane of a row: one bit a cell, low end first."""
    return (width + 7) // 8


def row_bytes(width: int) -> int:
    """Bytes of a row: a plane of passages east, then a plane of passages south."""
    return 2 * plane_bytes(width)


def maze_bytes(width: int, height: int) -> int:
    """Bytes of a maze: its rows, top to bottom."""
    return height * row_bytes(width)


def check_size(width: int, height: int) -> tuple[int, int]:
    """The sides as plain integers.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1.
    """
    sides = []
    for name, side in (("width", width), ("height", height)):
        try:
            number = plain_integer(side)
        except TypeError:
            raise InvalidValueError(f"The {name} {shown(side)} is not a whole number.") from None
        if not 1 <= number <= LONGEST_SIDE:
            raise InvalidValueError(f"The {name} {shown(number)} is not from 1 to {LONGEST_SIDE}.")
        sides.append(number)
    return sides[0], sides[1]


def as_cell(cell: Any) -> Cell:
    """A pair of whole numbers of any type as a cell.

    Raises:
        InvalidValueError: If it is not such a pair.
    """
    try:
        x, y = cell
        return plain_integer(x), plain_integer(y)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"{shown(cell)} is not a cell, a pair of whole numbers x, y."
        ) from None


@dataclass(frozen=True)
class Rectangle:
    """The grid of a rectangular maze: ``width`` x ``height`` square cells.

    A collection of its cells: ``len`` is their number, ``cell in grid`` checks one, and iterating
    gives all of them in reading order.

    Attributes:
        width: Cells in a row.
        height: Rows of cells.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1.
    """

    width: int
    height: int

    def __init__(self, width: int, height: int) -> None:
        width, height = check_size(width, height)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)

    @property
    def plane_bytes(self) -> int:
        """Bytes of a plane of a row: one bit a cell."""
        return plane_bytes(self.width)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row: its two planes."""
        return row_bytes(self.width)

    @property
    def maze_bytes(self) -> int:
        """Bytes of a maze on this grid: all its rows."""
        return maze_bytes(self.width, self.height)

    def __len__(self) -> int:
        return self.width * self.height

    def __iter__(self) -> Iterator[Cell]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def __contains__(self, cell: object) -> bool:
        try:
            x, y = as_cell(cell)
        except InvalidValueError:
            return False
        return 0 <= x < self.width and 0 <= y < self.height

    def check_cell(self, cell: Cell) -> Cell:
        """Return the cell as a pair of plain integers.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        x, y = as_cell(cell)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise InvalidValueError(
                f"The cell {shown(x)},{shown(y)} is outside the maze, whose cells are 0,0 to "
                f"{self.width - 1},{self.height - 1}."
            )
        return x, y

    def index(self, cell: Cell) -> int:
        """Return the number of a cell: cells are numbered from 0 in reading order.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        x, y = self.check_cell(cell)
        return y * self.width + x

    def label(self, index: int) -> Cell:
        """Return the cell of a number, the reverse of ``index``.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        y, x = divmod(whole_number("index", index, 0, len(self) - 1), self.width)
        return x, y

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbouring cells and the walls to them: east, south, west, north.

        The wall east of cell i has the number 2 * i, the wall south of it 2 * i + 1.

        Args:
            index: The number of a cell.

        Returns:
            The numbers of the cell and of the wall, for each neighbour inside the grid.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        x, y = self.label(index)
        width = self.width
        neighbours = []
        if x < width - 1:
            neighbours.append((index + 1, 2 * index))
        if y < self.height - 1:
            neighbours.append((index + width, 2 * index + 1))
        if x > 0:
            neighbours.append((index - 1, 2 * (index - 1)))
        if y > 0:
            neighbours.append((index - width, 2 * (index - width) + 1))
        return neighbours

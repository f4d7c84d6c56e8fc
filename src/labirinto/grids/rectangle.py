"""The rectangle: its cells, directions and bounds, and the layout of its rows in memory.

A mask leaves out some of its cells, so that a maze has any shape made of squares.  No other module
knows how many bytes a row has, or the number of a direction.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from labirinto import _core
from labirinto._internal.digest import digest
from labirinto._internal.memory import check_memory
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

OUTSIDE = 16
"""Stands in the place of its exits for a cell that the mask leaves out."""


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
    if type(width) is type(height) is int and 0 < width <= LONGEST_SIDE >= height > 0:
        return width, height  # the usual case, in every loop over mazes
    return (
        whole_number("width", width, 1, LONGEST_SIDE),
        whole_number("height", height, 1, LONGEST_SIDE),
    )


def as_cell(cell: Any) -> Cell:
    """A pair of whole numbers of any type as a cell.

    Raises:
        InvalidValueError: If it is not such a pair.
    """
    try:
        x, y = cell
        if type(x) is type(y) is int:  # the usual case, in every loop over cells
            return x, y
        return plain_integer(x), plain_integer(y)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"{shown(cell)} is not a cell, a pair of whole numbers x, y."
        ) from None


def mask_of_cells(cells: Iterable[Cell], width: int, height: int) -> bytes:
    """The mask of some cells of a rectangle.

    Raises:
        TooLargeError: If there is not enough memory.
    """
    stride = plane_bytes(width)
    check_memory(2 * height * stride, f"A {width}x{height} mask")
    mask = bytearray(height * stride)
    for x, y in cells:
        mask[y * stride + x // 8] |= 1 << x % 8
    return bytes(mask)


def size_text(size: tuple[int, int]) -> str:
    """A size as people type it."""
    return f"{size[0]}x{size[1]}"


def full_mask(width: int, height: int) -> bytes:
    """The mask of all cells of a rectangle."""
    return ((1 << width) - 1).to_bytes(plane_bytes(width), "little") * height


@dataclass(frozen=True, repr=False)
class Rectangle:
    """The grid of a maze: ``width`` x ``height`` square cells, or those that a mask leaves.

    A collection of its cells: ``len`` is their number, ``cell in grid`` checks one, and iterating
    gives all of them in reading order.

    Attributes:
        width: Cells in a row.
        height: Rows of cells.
        mask: A bit a cell, 1 for those of the grid, each row low end first in ``(width + 7) // 8``
            bytes; None for all cells.  ``labirinto.grids.mask`` makes one from a text, an array or
            a picture.
        source: The words that give the command line the mask, such as ``--mask heart``, if there
            are any.  They take no part in equality.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1, or the mask has another
            length, no cell, or one outside the rectangle.
    """

    width: int
    height: int
    mask: bytes | None = None
    source: str = field(default="", compare=False)

    def __init__(
        self, width: int, height: int, mask: bytes | None = None, *, source: str = ""
    ) -> None:
        width, height = check_size(width, height)
        fill = object.__setattr__  # the dataclass is frozen, with defaults for the other fields
        fill(self, "width", width)
        fill(self, "height", height)
        if mask is not None:
            fill(self, "mask", _check_mask(mask, width, height))
        if source:
            fill(self, "source", source)

    @property
    def text(self) -> str:
        """Its size, as on the command line."""
        return f"{self.width}x{self.height}"

    @property
    def digest(self) -> str:
        """Eight letters and digits that are the same for equal grids."""
        return digest(f"{self.text} ".encode() + (self.mask or b""), size=4).hex()

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

    @cached_property
    def pieces(self) -> int:
        """How many parts the cells form that touch in no side; a maze needs them to be one."""
        if self.mask is None:
            return 1
        return _core.mask_pieces(self.mask, self.width, self.height)

    @property
    def length(self) -> int:
        """The cells less the corners between four of them: how long the grid is if it is thin."""
        if self.mask is None:
            return self.width + self.height - 1
        return _core.mask_length(self.mask, self.width, self.height)

    @cached_property
    def border(self) -> bytes | None:
        """The cells beside the space around the grid, as a mask; None for a whole rectangle.

        Cells beside a hole are not on the border, unless they are beside that space as well.
        """
        if self.mask is None:
            return None
        around = self._surroundings
        everywhere = (1 << self.width) - 1
        sides = 1 | 1 << self.width - 1
        lines = [everywhere, *(self._line(around, y) for y in range(self.height)), everywhere]
        border = bytearray()
        for y in range(self.height):
            above, beside, below = lines[y : y + 3]
            near = above | below | beside << 1 | beside >> 1 | sides
            inside = near & self._line(self.mask, y)
            border += inside.to_bytes(self.plane_bytes, "little")
        return bytes(border)

    @property
    def first(self) -> Cell:
        """Its first cell in reading order."""
        return (0, 0) if self.mask is None else self.label(0)

    def corners(self) -> tuple[Cell, Cell]:
        """The cell that lies farthest out to the top left, and the one to the bottom right."""
        if self.mask is None:
            return (0, 0), (self.width - 1, self.height - 1)
        lines = [(self._line(self.mask, y), y) for y in range(self.height)]
        firsts = [((line & -line).bit_length() - 1, y) for line, y in lines if line]
        lasts = [(line.bit_length() - 1, y) for line, y in lines if line]
        # Of several, the two that lie farthest apart.
        return min(firsts, key=lambda cell: (sum(cell), cell[1])), max(
            lasts, key=lambda cell: (sum(cell), cell[1])
        )

    def directions_out(self, cell: Cell) -> list[int]:
        """List the directions in which the space around the grid lies beside a cell.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        x, y = self.check_cell(cell)
        if self.mask is None:
            at_edge = (x == self.width - 1, y == self.height - 1, x == 0, y == 0)
            return [direction for direction, is_out in enumerate(at_edge) if is_out]
        around = self._surroundings
        return [
            direction
            for direction, (dx, dy) in enumerate(STEPS)
            if self._is_at_frame(x, y, direction) or self._bit(around, x + dx, y + dy)
        ]

    def _is_at_frame(self, x: int, y: int, direction: int) -> bool:
        dx, dy = STEPS[direction]
        return not (0 <= x + dx < self.width and 0 <= y + dy < self.height)

    @cached_property
    def _surroundings(self) -> bytes:
        assert self.mask is not None
        return _core.mask_surroundings(self.mask, self.width, self.height)

    def _line(self, mask: bytes, y: int) -> int:
        """A row of a mask as a number: bit x is column x."""
        stride = self.plane_bytes
        return int.from_bytes(mask[y * stride : (y + 1) * stride], "little")

    def _bit(self, mask: bytes, x: int, y: int) -> int:
        return mask[y * self.plane_bytes + x // 8] >> x % 8 & 1

    @cached_property
    def _cells_up_to(self) -> list[int]:
        """For every row, the cells in it and in all rows above."""
        assert self.mask is not None
        return list(accumulate(self._line(self.mask, y).bit_count() for y in range(self.height)))

    def __repr__(self) -> str:
        cells = "" if self.mask is None else f", {len(self)} cells"
        return f"<Rectangle {self.text}{cells}>"

    def __len__(self) -> int:
        return self.width * self.height if self.mask is None else self._cells_up_to[-1]

    def __iter__(self) -> Iterator[Cell]:
        for y in range(self.height):
            if self.mask is None:
                yield from ((x, y) for x in range(self.width))
            else:
                digits = bin(self._line(self.mask, y))[:1:-1]
                yield from ((x, y) for x, digit in enumerate(digits) if digit == "1")

    def __contains__(self, cell: object) -> bool:
        try:
            x, y = as_cell(cell)
        except InvalidValueError:
            return False
        is_within = 0 <= x < self.width and 0 <= y < self.height
        return is_within and (self.mask is None or bool(self._bit(self.mask, x, y)))

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
        if self.mask is not None and not self._bit(self.mask, x, y):
            raise InvalidValueError(f"The cell {x},{y} is outside the shape of the maze.")
        return x, y

    def index(self, cell: Cell) -> int:
        """Return the number of a cell: cells are numbered from 0 in reading order.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        x, y = self.check_cell(cell)
        if self.mask is None:
            return y * self.width + x
        before = self._cells_up_to[y - 1] if y else 0
        return before + (self._line(self.mask, y) & (1 << x) - 1).bit_count()

    def label(self, index: int) -> Cell:
        """Return the cell of a number, the reverse of ``index``.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        width = self.width
        if self.mask is None:
            index = whole_number("index", index, 0, width * self.height - 1)
            return index % width, index // width
        index = whole_number("index", index, 0, len(self) - 1)
        y = bisect_right(self._cells_up_to, index)
        line = self._line(self.mask, y)
        before = index - (self._cells_up_to[y - 1] if y else 0)
        # The column with so many cells before it.
        low, high = 0, self.width - 1
        while low < high:
            middle = (low + high) // 2
            if (line & (2 << middle) - 1).bit_count() > before:
                high = middle
            else:
                low = middle + 1
        return low, y

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
        neighbours = []
        for direction, (dx, dy) in enumerate(STEPS):
            if (x + dx, y + dy) in self:
                other = self.index((x + dx, y + dy))
                neighbours.append((other, 2 * min(index, other) + direction % 2))
        return neighbours


def _check_mask(mask: Any, width: int, height: int) -> bytes | None:
    """The mask as bytes; None if it leaves out no cell."""
    if not isinstance(mask, bytes | bytearray | memoryview):
        raise InvalidValueError(
            f"The mask is {type(mask).__name__}, not bytes; labirinto.grids.mask makes one from a "
            "text, an array or a picture."
        )
    mask = bytes(mask)
    stride = plane_bytes(width)
    if len(mask) != height * stride:
        raise InvalidValueError(
            f"The mask of a {width}x{height} maze is {height * stride} bytes, not {len(mask)}."
        )
    if width % 8 and any(mask[stride - 1 :: stride].translate(None, _WITHIN[width % 8])):
        raise InvalidValueError("The mask has a cell that is outside the rectangle.")
    if mask.count(0) == len(mask):
        raise InvalidValueError("The mask is empty; a maze has at least one cell.")
    return None if mask == full_mask(width, height) else mask


_WITHIN = [bytes(range(1 << bits)) for bits in range(8)]
"""The bytes of which only so many of the lowest bits can be set."""

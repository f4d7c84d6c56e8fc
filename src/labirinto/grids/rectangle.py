"""The rectangle, the grid of most mazes.

A mask leaves out some of its cells, so that a maze has any shape made of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from labirinto import _core
from labirinto._internal.digest import digest
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.grid import Grid, Point, label_text
from labirinto.grids.squares import (
    EAST,
    EXIT_BITS,
    LONGEST_SIDE,
    NORTH,
    OUTSIDE,
    SOUTH,
    STEPS,
    WEST,
    Cell,
    Opening,
    Passage,
    as_cell,
    check_mask,
    check_size,
    full_mask,
    mask_of_cells,
    maze_bytes,
    plane_bytes,
    row_bytes,
    size_text,
)

__all__ = [
    "EAST",
    "EXIT_BITS",
    "LONGEST_SIDE",
    "NORTH",
    "OUTSIDE",
    "SOUTH",
    "STEPS",
    "WEST",
    "Cell",
    "Opening",
    "Passage",
    "Rectangle",
    "as_cell",
    "check_size",
    "full_mask",
    "mask_of_cells",
    "maze_bytes",
    "plane_bytes",
    "row_bytes",
    "size_text",
]


@dataclass(frozen=True, repr=False)
class Rectangle(Grid):
    """A grid of ``width`` x ``height`` square cells, or those that a mask leaves.

    Attributes:
        width: Cells in a row.
        height: Rows of cells.
        mask: A bit per cell, 1 for those of the grid, each row low end first in ``(width + 7) //
            8`` bytes; None for all cells.  ``labirinto.grids.mask`` makes one from a text, an array
            or a picture.
        source: The words that name the mask on the command line, such as ``--mask heart``, if there
            are any.  They do not affect equality.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1, or the mask has the
            wrong length, no cell, or a cell outside the rectangle.
    """

    kernels = "masked"

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
            fill(self, "mask", check_mask(mask, width, height))
        if source:
            fill(self, "source", source)

    @property
    def text(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def title(self) -> str:
        return f"{self.width} x {self.height}"

    @property
    def description(self) -> str:
        if self.mask is None:
            return f"{self.width} columns and {self.height} rows of cells"
        shape = f"{self.width} columns wide and {self.height} rows high"
        return f"{len(self)} cells, in a shape {shape}"

    @property
    def entries(self) -> dict[str, Any]:
        return {"width": self.width, "height": self.height}

    @property
    def shape(self) -> tuple[int, int]:
        return self.height, self.width

    @property
    def places(self) -> int:
        return self.width * self.height

    @cached_property
    def first_place(self) -> int:
        return self.core.place_of(0)

    @property
    def search_bytes(self) -> int:
        return 5 * self.width * self.height

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def digest(self) -> str:
        """Eight letters and digits that are the same for equal grids."""
        return digest(f"{self.text} ".encode() + (self.mask or b""), size=4).hex()

    @property
    def plane_bytes(self) -> int:
        """Bytes of a plane of a row: one bit per cell."""
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
    def core(self) -> _core.Squares:
        return _core.Squares(self.width, self.height, self.mask)

    def __getstate__(self) -> dict[str, Any]:
        # Without what was worked out, of which the core's part cannot be pickled.
        return {each.name: getattr(self, each.name) for each in fields(self)}

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
    def border_places(self) -> list[int]:
        width, height = self.width, self.height
        if self.border is None:
            sides = dict.fromkeys((0, width - 1))
            inner = (y * width + x for y in range(1, height - 1) for x in sides)
            last = range(max(1, height - 1) * width, height * width)
            return [*range(width), *inner, *last]
        stride = self.plane_bytes
        found = ((at, bits) for at, bits in enumerate(self.border) if bits)
        return [
            at // stride * width + 8 * (at % stride) + bit
            for at, bits in found
            for bit in range(8)
            if bits >> bit & 1
        ]

    @cached_property
    def on_border(self) -> bool | bytes:
        return self.border or True

    def corners(self) -> tuple[Cell, Cell]:
        if self.mask is None:
            return (0, 0), (self.width - 1, self.height - 1)
        lines = [(self._line(self.mask, y), y) for y in range(self.height)]
        firsts = [((line & -line).bit_length() - 1, y) for line, y in lines if line]
        lasts = [(line.bit_length() - 1, y) for line, y in lines if line]
        # Of several, the two that lie farthest apart.
        return min(firsts, key=lambda cell: (sum(cell), cell[1])), max(
            lasts, key=lambda cell: (sum(cell), cell[1])
        )

    def _is_around(self, x: int, y: int) -> bool:
        """Whether a place belongs to the space around the grid."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.mask is not None and bool(self._bit(self._surroundings, x, y))
        return True

    def opening(self, cell: Cell) -> tuple[int, int, int]:
        """Return x, y and the direction of an opening in the frame beside a cell.

        Raises:
            InvalidValueError: If the cell is not in the grid, or not on the border.
        """
        x, y = self.check_cell(cell)
        # In a maze of a single row openings at the left and right look better than two at the top.
        order = (WEST, EAST, NORTH, SOUTH) if self.height == 1 else (NORTH, SOUTH, WEST, EAST)
        for direction in order:
            dx, dy = STEPS[direction]
            if self._is_around(x + dx, y + dy):
                return x, y, direction
        raise InvalidValueError(
            f"The cell {label_text(cell)} is not on the border; give one that is, or ends without "
            "openings."
        )

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

    def __repr__(self) -> str:
        cells = "" if self.mask is None else f", {len(self)} cells"
        return f"<Rectangle {self.text}{cells}>"

    def __len__(self) -> int:
        return self.width * self.height if self.mask is None else self.core.cells

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
        place = self.place(cell)
        return place if self.mask is None else self.core.number_of(place)

    def label(self, index: int) -> Cell:
        width = self.width
        if self.mask is None:
            index = whole_number("index", index, 0, width * self.height - 1)
            return index % width, index // width
        index = whole_number("index", index, 0, len(self) - 1)
        return self.at(self.core.place_of(index))

    def where(self, cell: Cell) -> str:
        x, y = cell
        return f"in column {x + 1} of row {y + 1}"

    def place(self, cell: Cell) -> int:
        if self.mask is None and type(cell) is tuple and len(cell) == 2:
            x, y = cell
            if type(x) is type(y) is int and 0 <= x < self.width and 0 <= y < self.height:
                return y * self.width + x  # the usual case, in every loop over mazes
        x, y = self.check_cell(cell)
        return y * self.width + x

    def at(self, place: int) -> Cell:
        return place % self.width, place // self.width

    def distance(self, one: Cell, other: Cell) -> int:
        (x, y), (x2, y2) = one, other
        return abs(x - x2) + abs(y - y2)

    def near(self, cell: Cell, reach: float) -> Callable[[Cell], bool]:
        x, y = cell
        return lambda other: abs(other[0] - x) + abs(other[1] - y) < reach

    def centre(self, index: int) -> Point:
        x, y = self.label(index)
        return x + 0.5, y + 0.5

    def middle(self, place: int) -> Point:
        return place % self.width + 0.5, place // self.width + 0.5

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbouring cells and the walls to them: east, south, west, north.

        The wall east of cell i has the number 2 * i, the wall south of it 2 * i + 1.

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

    def check_bits(self, bits: bytes) -> None:
        width, height = self.width, self.height
        if len(bits) != self.maze_bytes:
            raise InvalidValueError(
                f"The rows of a {width}x{height} maze are {self.maze_bytes} bytes, not {len(bits)}."
            )
        if _core.has_stray_bits(bits, width, height):
            raise InvalidValueError("The rows have a passage that leads out of the maze.")
        if self.mask is not None and _core.leaves_mask(bits, self.mask, width, height):
            raise InvalidValueError("The rows have a passage that leads out of the mask.")

    def bits_of(self, pairs: Iterable[Any]) -> bytes:
        width, height, stride = self.width, self.height, self.plane_bytes
        check_memory(2 * self.maze_bytes, f"A {self.text} maze")
        rows = bytearray(self.maze_bytes)
        for pair in pairs:
            try:
                (x, y), (x2, y2) = sorted(map(as_cell, pair))
            except (TypeError, ValueError):
                raise InvalidValueError(f"{shown(pair)} is not a pair of cells.") from None
            if (x2 - x, y2 - y) not in ((1, 0), (0, 1)) or not (
                0 <= x <= x2 < width and 0 <= y <= y2 < height
            ):
                raise InvalidValueError(
                    f"{x},{y} and {x2},{y2} are not two neighbours in a {width}x{height} maze."
                )
            rows[(2 * y + (y2 - y)) * stride + x // 8] |= 1 << x % 8
        return bytes(rows)

    @property
    def exits_shape(self) -> tuple[int, ...]:
        return self.height, self.width

    def exits(self, bits: bytes, threads: int = 1) -> bytes:
        size, width, height = self.maze_bytes, self.width, self.height
        if self.mask is None and len(bits) > size:
            return _core.batch_cells(bits, width, height, threads)
        mazes = (bits[at : at + size] for at in range(0, len(bits), size))
        return b"".join(_core.exits(rows, width, height, self.mask) for rows in mazes)

    def passages(self, bits: bytes) -> Iterator[Passage]:
        stride = self.plane_bytes
        for plane in range(2 * self.height):
            y, (dx, dy) = plane // 2, STEPS[plane % 2]
            line = bits[plane * stride : (plane + 1) * stride]
            for x in range(self.width):
                if line[x // 8] >> x % 8 & 1:
                    yield (x, y), (x + dx, y + dy)

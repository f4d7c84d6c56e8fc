"""Grids of squares that are not planar: floors with stairs between them, and wrapped sides.

They are laid out flat, as a mesh with links.  A stair is a wall without sides;
a seam, where a side is wrapped to the opposite one, is a wall with two sides that lie apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot, pi, sqrt
from typing import Any

from labirinto import _core
from labirinto._internal.validation import one_of, truth_value, typed_sides, whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.grid import Point
from labirinto.grids.mesh import MOST_CELLS, Label, Mesh, check_cells
from labirinto.grids.rectangle import EXIT_BITS
from labirinto.grids.wall_bits import bits_of_flags, cells_beside, direction_of

WRAPS = ("none", "x", "xy")
"""Which sides can be wrapped: none, left to right, and top to bottom as well."""

LEAST_WRAPPED = 3
"""Cells along a side that is wrapped: with two, a pair of cells would have two walls."""

UP_BIT, DOWN_BIT = 16, 32
"""Stairs in the exits of a cell."""

_UPRIGHT = sqrt(2)
"""Height by width of paper, and about that of the screen of a phone beside its buttons."""

_UP, _DOWN = pi / 4, -3 * pi / 4
"""Headings of stairs, for counting turns: no other step of a square has them."""


class Linked(Mesh):
    """Squares on one or more floors, each of which may be wrapped.

    A cell is (x, y), or with several floors (x, y, floor), all from 0.

    Attributes:
        width, height: The sides of each floor.
        floors: The number of floors, each joined by stairs to the next.
        wrap: One of ``WRAPS``.
        twist: Whether the right side meets the left one upside down.
    """

    kind = "linked"
    is_planar = False

    def __init__(
        self, width: int, height: int, floors: int = 1, wrap: str = "none", twist: bool = False
    ) -> None:
        self.width: int = whole_number("width", width, 1, MOST_CELLS)
        self.height: int = whole_number("height", height, 1, MOST_CELLS)
        self.floors: int = whole_number("floors", floors, 1, MOST_CELLS)
        self.wrap: str = one_of("wrap", wrap, WRAPS)
        self.twist: bool = truth_value("twist", twist)
        if self.floors == 1 and self.wrap == "none":
            raise InvalidValueError(
                "One floor that is not wrapped is a rectangle; give 2 floors or more, a wrap, or "
                "only a width and a height."
            )
        if self.twist and self.wrap != "x":
            raise InvalidValueError(
                f"A twist needs the wrap 'x', the right side joined to the left, not {wrap!r}."
            )
        for side, axis in ((self.width, "x"), (self.height, "y")):
            if axis in self.wrap and side < LEAST_WRAPPED:
                raise InvalidValueError(
                    f"A wrapped side needs {LEAST_WRAPPED} cells or more, and along {axis} there "
                    f"are {side}."
                )
        check_cells(len(self), self.text)
        self.kernel_numbers: tuple[int, ...] = (
            self.width,
            self.height,
            self.floors,
            "x" in self.wrap,
            "y" in self.wrap,
            self.twist,
        )
        self.spec: dict[str, Any] = {
            "kind": self.kind,
            "sizes": [self.width, self.height],
            "floors": self.floors,
            "wrap": self.wrap,
            "twist": self.twist,
        }

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Linked:
        width, height = spec["sizes"]
        return cls(width, height, spec["floors"], spec["wrap"], spec["twist"])

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Linked:
        return cls(*typed_sides(size), **options)

    @property
    def text(self) -> str:
        floors = f"{self.floors}-floor " if self.floors > 1 else ""
        form = {"none": "", "x": "cylinder ", "xy": "torus "}[self.wrap]
        return f"{floors}{'twisted ' if self.twist else form}{self.width}x{self.height}"

    @property
    def title(self) -> str:
        return self.text.replace("twisted", "Möbius strip")

    @property
    def words(self) -> list[str]:
        floors = ["--floors", str(self.floors)] if self.floors > 1 else []
        wrap = ["--wrap", self.wrap] if self.wrap != "none" else []
        twist = ["--twist"] if self.twist else []
        return [f"{self.width}x{self.height}", *floors, *wrap, *twist]

    def _build(self) -> _core.Mesh:
        width, height, floors, *wraps = self.kernel_numbers
        return _core.Mesh.squares(width, height, floors, self._columns, *map(bool, wraps))

    @property
    def is_strip(self) -> bool:
        """Whether it is one floor on which only the right side is joined to the left."""
        return self.floors == 1 and self.wrap == "x"

    @property
    def is_cylinder(self) -> bool:
        """Whether it is one floor around a cylinder: a strip without a twist."""
        return self.is_strip and not self.twist

    @cached_property
    def _columns(self) -> int:
        """How many floors lie side by side: as many as make cells largest on upright paper."""
        every = range(1, self.floors + 1)

        def sides(rows: int) -> tuple[float, float]:
            """Width and height, the latter as if the paper were square."""
            columns = ceil(self.floors / rows)
            return (self.width + 1) * columns, (self.height + 1) * rows / _UPRIGHT

        high = bisect_left(every, True, key=lambda rows: sides(rows)[0] <= sides(rows)[1])
        rows = min(every[max(0, high - 1) : high + 1], key=lambda rows: max(sides(rows)))
        return ceil(self.floors / rows)

    @cached_property
    def sided(self) -> Linked:
        wide = Linked.from_spec(self.spec)
        # Seeds keep ends that were chosen when drawings were twice as wide as high.
        wanted = ceil(sqrt(2 * self.floors * (self.height + 1) / (self.width + 1)))
        rows = ceil(self.floors / min(self.floors, wanted))
        wide._columns = ceil(self.floors / rows)
        return wide

    @cached_property
    def pieces(self) -> int:
        return 1

    @property
    def walls(self) -> int:
        width, height, floors, wrap_x, wrap_y, _ = self.kernel_numbers
        across, down = (width - 1 + wrap_x) * height, (height - 1 + wrap_y) * width
        return floors * (across + down) + (floors - 1) * width * height

    @cached_property
    def outer_border(self) -> list[int]:
        return list(range(len(self.border)))  # which has no holes, and lines with ends if wrapped

    def __len__(self) -> int:
        return self.width * self.height * self.floors

    def label(self, index: int) -> Label:
        row, x = divmod(self._check_index(index), self.width)
        floor, y = divmod(row, self.height)
        # Type checkers take all labels for pairs.
        return (x, y) if self.floors == 1 else (x, y, floor)  # type: ignore[return-value]

    def _index(self, label: Label) -> int | None:
        if len(label) != (2 if self.floors == 1 else 3):
            return None
        x, y, floor = (*label, 0)[:3]
        if not (0 <= x < self.width and 0 <= y < self.height and 0 <= floor < self.floors):
            return None
        return (floor * self.height + y) * self.width + x

    def where(self, cell: Label) -> str:
        x, y, *floor = map(str, self.check_cell(cell))
        return f"the cell {x},{y}" + (f" on floor {floor[0]}" if floor else "")

    def centre(self, index: int) -> Point:
        row, x = divmod(self._check_index(index), self.width)
        floor, y = divmod(row, self.height)
        down, right = divmod(floor, self._columns)
        return (self.width + 1) * right + x + 0.5, (self.height + 1) * down + y + 0.5

    def corners(self) -> tuple[Label, Label]:
        return self.label(0), self.label(len(self) - 1)

    def floor_of(self, index: int) -> int:
        """The floor on which a cell lies."""
        return index // (self.width * self.height)

    def on_floor(self, x: float, y: float) -> tuple[int, Point]:
        """The floor on which a point of drawings lies, or on its border, and the point there."""
        right, down = ((at + 0.5) // (side + 1) for at, side in ((x, self.width), (y, self.height)))
        place = x - right * (self.width + 1), y - down * (self.height + 1)
        return int(down * self._columns + right), place

    def heading(self, one: int, other: int) -> float:
        if self.floor_of(one) != self.floor_of(other):
            return _UP if other > one else _DOWN
        if self.is_apart(one, other):
            if self.twist:
                return pi if one % self.width == 0 else 0.0
            one, other = other, one
        return super().heading(one, other)

    def is_apart(self, one: int, other: int) -> bool:
        """Whether two neighbours do not touch where they are drawn."""
        (x, y), (other_x, other_y) = self.centre(one), self.centre(other)
        return hypot(other_x - x, other_y - y) > 1.5

    @property
    def exits_shape(self) -> tuple[int, ...]:
        return self.floors, self.height, self.width

    def exits(self, bits: bytes, threads: int = 1) -> bytes:
        none = bytes(len(self))
        return self.core.square_exits(bits, self.width, self.height, b"", none, threads)

    def _exit(self, one: int, other: int) -> int:
        """The bit of the direction from a cell to a neighbour."""
        if up := self.floor_of(other) - self.floor_of(one):
            return UP_BIT if up > 0 else DOWN_BIT
        return EXIT_BITS[direction_of(self, one, other)]

    def bits_of_exits(self, exits: bytes | bytearray) -> bytes:
        """Return the passages of a maze from its exits: the reverse of ``exits``.

        Raises:
            InvalidValueError: If a passage does not lead to a cell from which it leads back.
        """
        numbers = iter(cells_beside(self))
        pairs = zip(numbers, numbers, strict=True)
        bits = bits_of_flags(bytes(exits[one] & self._exit(one, it) > 0 for one, it in pairs))
        for cell, (given, found) in enumerate(zip(exits, self.exits(bits), strict=True)):
            if given != found:
                raise InvalidValueError(
                    f"The passages of {self.where(self.label(cell))} do not match those of its "
                    "neighbours; open or close each on both sides."
                )
        return bits

    def letters(self, numbers: list[int]) -> str:
        found = []
        for one, other in pairwise(numbers):
            up = self.floor_of(other) - self.floor_of(one)
            found.append(("U" if up > 0 else "D") if up else "ESWN"[direction_of(self, one, other)])
        return "".join(found)

    def link_marks(self, bits: bytes) -> tuple[bytes, bytes]:
        """The two cells of each stair and seam with a passage, and the marks that drawings have
        there."""
        return self.core.link_marks(bits, self.width, self.height, self._columns, self.twist)


def floor_name(floor: int) -> str:
    """The name of a floor in files, from 0 for the lowest."""
    return f"floor {floor}"


def linked(
    width: int, height: int, *, floors: int = 1, wrap: str = "none", twist: bool = False
) -> Linked:
    """Make a grid of squares on several floors, or wrapped around a cylinder, a torus or a strip.

    A stair can join a cell to the one above it, so mazes on floors are mazes in three dimensions.
    A cell is (x, y, floor), or (x, y) on a single floor, all numbers from 0.

    Args:
        width: The width of each floor, in cells.
        height: The height of each floor, in cells.
        floors: The number of floors.
        wrap: ``x`` joins the right side to the left, a cylinder; ``xy`` also the bottom to the top,
            a torus.
        twist: Whether the right side joins the left one upside down: a Möbius strip.

    Raises:
        InvalidValueError: If a value has the wrong type or is out of range, a wrapped side has
            fewer than 3 cells, there is a twist without the wrap ``x``, or there is only one floor
            and no wrap.
        TooLargeError: If it has more than 10^7 cells.
    """
    return Linked(width, height, floors, wrap, twist)

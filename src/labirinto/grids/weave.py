"""Squares in rows with bridges, where one passage leads over another.

A bridge is two cells: the passage over it, and the passage under it.  In every maze each of them
is joined to both of its neighbours in line.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import real_number, typed_sides, whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import MOST_CELLS, Label, Mesh, Point, check_cells, label_text
from labirinto.grids.wall_bits import direction_of, open_links
from labirinto.seeds import WEAVE, Seed, child_seed, fresh_seed, normalize_seed, seed_number

INSET = 0.2
"""How far the passage over a bridge lies inside its square, on both sides."""

ACROSS_BIT, ALONG_BIT = 16, 32
"""In the exits of a bridge: whether the passage above leads from left to right, or down."""

_BYTES_A_CELL = 60
"""While bridges are placed and cells joined."""


class Woven(Mesh):
    """Squares in rows, some of which are bridges; no two bridges touch, not even at a corner.

    A cell is (x, y), or (x, y, 1) under a bridge.

    Attributes:
        width, height: In squares.
        weave: The share of the possible bridges.
        seed: Selects where they are.
    """

    kind = "woven"
    kernels = "woven"
    is_planar = False

    def __init__(self, width: int, height: int, weave: float, seed: Seed) -> None:
        self.width: int = whole_number("width", width, 3, MOST_CELLS)
        self.height: int = whole_number("height", height, 3, MOST_CELLS)
        self.weave: float = real_number("weave", weave, 0, 1)
        if self.weave == 0:
            requirement = "a share above 0; without bridges, give only a width and a height"
            raise InvalidValueError(field="weave", value=weave, requirement=requirement)
        self.seed: int | str = normalize_seed(seed)
        seed_number(self.seed)  # some texts are no seeds
        check_cells(self.width * self.height, self.text)
        self.spec: dict[str, Any] = {
            "kind": self.kind,
            "sizes": [self.width, self.height],
            "weave": self.weave,
            "seed": self.seed,
        }

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Woven:
        width, height = spec["sizes"]
        return cls(width, height, spec["weave"], spec["seed"])

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Woven:
        return woven(*typed_sides(size), **options)

    @property
    def text(self) -> str:
        return f"woven {self.width}x{self.height}"

    @property
    def words(self) -> list[str]:
        size = f"{self.width}x{self.height}"
        return [size, "--weave", str(self.weave).removesuffix(".0"), "--grid-seed", str(self.seed)]

    @cached_property
    def kernel_cells(self) -> _core.WovenSquares:
        check_memory(_BYTES_A_CELL * self.width * self.height, f"The grid {self.text}")
        seed = child_seed(seed_number(self.seed), WEAVE, 0)
        return _core.WovenSquares(self.width, self.height, self.weave, seed)

    def _build(self) -> _core.Mesh:
        return self.kernel_cells.mesh()

    @cached_property
    def _squares(self) -> list[int]:
        """The numbers of the squares that are bridges, in ascending order."""
        return [it // 2 for it in memoryview(self.kernel_cells.bridges).cast("I")]

    @cached_property
    def bridges(self) -> dict[Label, bool]:
        """The squares that are bridges, in reading order, each with whether the passage above
        leads from left to right."""
        numbers = memoryview(self.kernel_cells.bridges).cast("I")
        return {(it // 2 % self.width, it // 2 // self.width): it % 2 == 1 for it in numbers}

    @cached_property
    def pieces(self) -> int:
        return 1

    @property
    def walls(self) -> int:
        return self.kernel_cells.walls

    @cached_property
    def outer_border(self) -> list[int]:
        width, height = self.width, self.height
        return [
            number
            for number, (_, side) in enumerate(self.border)
            if side.x0 == side.x1 in (0, width) or side.y0 == side.y1 in (0, height)
        ]

    def __len__(self) -> int:
        return self.kernel_cells.cells

    def label(self, index: int) -> Label:
        below = self._check_index(index) - self.width * self.height
        y, x = divmod(self._squares[below] if below >= 0 else index, self.width)
        # Type checkers take all labels for pairs.
        return (x, y, 1) if below >= 0 else (x, y)  # type: ignore[return-value]

    def _index(self, label: Label) -> int | None:
        x, y, *below = label + (-1,) * (2 - len(label))
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        if not below:
            return y * self.width + x
        if below != [1] or (x, y) not in self.bridges:
            return None
        return self.width * self.height + bisect_left(self._squares, y * self.width + x)

    @property
    def _bounds(self) -> str:
        return f"0,0 to {self.width - 1},{self.height - 1}, and x,y,1 under the bridge at each x,y"

    def is_below(self, index: int) -> bool:
        """Whether a cell lies under a bridge."""
        return index >= self.width * self.height

    def is_apart(self, one: int, other: int) -> bool:
        """Whether two neighbours are on different sides of a passage that leads over one of
        them."""
        (x, y), (other_x, other_y) = self.centre(one), self.centre(other)
        return abs(other_x - x) + abs(other_y - y) > 1.25

    def where(self, cell: Label) -> str:
        x, y, *below = map(str, self.check_cell(cell))
        return f"the cell under {x},{y}" if below else f"the cell {x},{y}"

    def centre(self, index: int) -> Point:
        """Return the centre of a cell; for a cell under a bridge, that of its first half."""
        x, y = self.label(index)[:2]
        if self.is_below(index):
            beside = INSET / 2
            return (x + 0.5, y + beside) if self.bridges[x, y] else (x + beside, y + 0.5)
        return x + 0.5, y + 0.5

    def corners(self) -> tuple[Label, Label]:
        return (0, 0), (self.width - 1, self.height - 1)

    @property
    def exits_shape(self) -> tuple[int, ...]:
        return self.height, self.width

    def exits(self, bits: bytes, threads: int = 1) -> bytes:
        marks = bytearray(self.width * self.height)
        for square, is_across in zip(self._squares, self.bridges.values(), strict=True):
            marks[square] = ACROSS_BIT if is_across else ALONG_BIT
        squares = array("I", self._squares).tobytes()
        return self.core.square_exits(bits, self.width, self.height, squares, bytes(marks), threads)

    def letters(self, numbers: list[int]) -> str:
        return "".join("ESWN"[direction_of(self, *pair)] for pair in pairwise(numbers))

    @property
    def joined(self) -> JoinedCells:
        return JoinedCells(self)

    def check_bits(self, bits: bytes) -> None:
        super().check_bits(bits)
        for place in range(self.width * self.height, len(self)):
            below = self.label(place)
            for cell in (place, self.index(below[:2])):
                if len(open_links(self, bits, cell)) != 2:
                    raise InvalidValueError(
                        f"A passage of the bridge {label_text(below[:2])} is closed; in every maze "
                        f"on the grid {self.text} all four are open."
                    )


class JoinedCells:
    """The squares of a woven grid, of which those that bridges join are one.

    They are numbered in the order of their first squares; walls have the numbers of the grid, and
    the walls of each are in ascending order.
    """

    def __init__(self, grid: Woven) -> None:
        self.maze_bytes: int = grid.maze_bytes
        numbers: dict[Label, int] = {}
        self._labels: list[Label] = []
        for x, y in islice(grid, grid.width * grid.height):
            if (x, y) in grid.bridges:
                continue
            before = (x - 2, y) if (x - 1, y) in grid.bridges else (x, y - 2)
            if (x - 1, y) not in grid.bridges and (x, y - 1) not in grid.bridges:
                numbers[x, y] = len(self._labels)
                self._labels.append((x, y))
            else:
                numbers[x, y] = numbers[before]
        self._links: list[list[tuple[int, int]]] = [[] for _ in self._labels]
        for cell, number in numbers.items():
            for other, wall in grid.neighbours(grid.index(cell)):
                label = grid.label(other)
                if label in numbers:
                    self._links[number].append((numbers[label], wall))

    def __len__(self) -> int:
        return len(self._labels)

    def __iter__(self) -> Iterator[Label]:
        return iter(self._labels)

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbours of a cell, and the walls to them."""
        return sorted(self._links[index], key=itemgetter(1))


def woven(width: int, height: int, *, weave: float, grid_seed: Seed | None = None) -> Woven:
    """Make a grid of squares with bridges, where one passage leads over another.

    A bridge is two cells, (x, y) above and (x, y, 1) below, and in every maze each of them is
    joined to both of its neighbours in line.  No two bridges touch, not even at a corner.  Wilson's
    algorithm makes all mazes of the grid with the same probability.

    Args:
        width: In squares.
        height: In squares.
        weave: The share of the possible bridges, above 0 and up to 1; at most about one square in
            five can be a bridge.
        grid_seed: A number or a text that selects where the bridges are; without one, they are
            placed anew.

    Raises:
        InvalidValueError: If a value has the wrong type or is out of range, or a side has fewer
            than 3 squares.
        TooLargeError: If it has more than 10^7 squares.
    """
    return Woven(width, height, weave, fresh_seed() if grid_seed is None else grid_seed)

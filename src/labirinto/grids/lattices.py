"""Grids of hexagons, of triangles, and of octagons with squares between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar

from labirinto import _core
from labirinto._internal.validation import typed_numbers, whole_number
from labirinto.errors import InvalidValueError, counted, shown
from labirinto.grids.mesh import MOST_CELLS, Label, Mesh, check_cells

Rows = list[tuple[int, int]]
"""The first column and the number of cells of each row."""


class Lattice(Mesh):
    """A grid whose cells lie in rows.  A cell is (x, y): x to the right, y down, from 0.

    Attributes:
        outline_name: The outline of the whole, ``rectangle`` if it is no other.
        sizes: Width and height, or the length of a side.
    """

    outlines: ClassVar[dict[str, Callable[..., Rows]]]

    def __init__(self, sizes: Sequence[int], outline: str = "rectangle") -> None:
        if not isinstance(outline, str) or outline not in self.outlines:
            raise InvalidValueError(
                f"The outline {shown(outline)} is unknown; grids of the kind {self.kind} have one "
                f"of {', '.join(self.outlines)}."
            )
        names = ("width", "height") if outline == "rectangle" else ("size",)
        if len(sizes) != len(names):
            needed = "a width and a height" if outline == "rectangle" else "the length of a side"
            raise InvalidValueError(
                f"The grid {self.kind} with the outline {outline} takes {needed}, not "
                f"{counted(len(sizes), 'number')}."
            )
        self.outline_name = outline
        self.sizes: tuple[int, ...] = tuple(
            whole_number(name, size, 1, MOST_CELLS) for name, size in zip(names, sizes, strict=True)
        )
        # Before rows are listed: no outline has fewer cells than half of that square.
        check_cells(self.sizes[0] * self.sizes[-1] // (3 - len(names)), self.text)
        check_cells(len(self), self.text)
        self.spec: dict[str, Any] = {
            "kind": self.kind,
            "outline": outline,
            "sizes": list(self.sizes),
        }

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Lattice:
        return cls(spec["sizes"], spec["outline"])

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Lattice:
        numbers, outline = typed_numbers(size), options.get("outline", "rectangle")
        if numbers is None:
            needed = "WIDTHxHEIGHT, such as 20x15"
            if outline != "rectangle":
                needed = "the number of cells along a side, such as 8"
            raise InvalidValueError(f"The size {size!r} of the grid {cls.kind} is not {needed}.")
        return cls(numbers, outline)

    @property
    def words(self) -> list[str]:
        size = "x".join(map(str, self.sizes))
        return (
            [size] if self.outline_name == "rectangle" else [size, "--outline", self.outline_name]
        )

    @cached_property
    def rows(self) -> Rows:
        """The first column and the number of cells of each row."""
        return self.outlines[self.outline_name](*self.sizes)

    @cached_property
    def _cells_up_to(self) -> list[int]:
        return list(accumulate(count for _, count in self.rows))

    def _build(self) -> _core.Mesh:
        build: Callable[[Rows], _core.Mesh] = getattr(_core.Mesh, self.kind)
        return build(self.rows)

    @property
    def text(self) -> str:
        size = "x".join(map(str, self.sizes))
        outline = "" if self.outline_name == "rectangle" else f"{self.outline_name} "
        return f"{self.kind} {outline}{size}"

    def __len__(self) -> int:
        if self.outline_name == "rectangle":
            return self.sizes[0] * self.sizes[1]
        return self._cells_up_to[-1]

    def label(self, index: int) -> Label:
        index = self._check_index(index)
        if self.outline_name == "rectangle":
            return index % self.sizes[0], index // self.sizes[0]
        y = bisect_right(self._cells_up_to, index)
        before = self._cells_up_to[y - 1] if y else 0
        return self.rows[y][0] + index - before, y

    def _index(self, label: Label) -> int | None:
        if len(label) != 2:
            return None
        x, y = label
        if self.outline_name == "rectangle":
            width, height = self.sizes
            return y * width + x if 0 <= x < width and 0 <= y < height else None
        if not 0 <= y < len(self.rows):
            return None
        begin, count = self.rows[y]
        if not begin <= x < begin + count:
            return None
        return (self._cells_up_to[y - 1] if y else 0) + x - begin


def _rectangle(width: int, height: int) -> Rows:
    return [(0, width)] * height


def _hexagon_of_hexagons(side: int) -> Rows:
    # Odd rows lie half a cell to the right: the middle row may be one.
    middle = side - 1
    odd = middle % 2
    return [
        ((abs(middle - y) + odd - y % 2) // 2, 2 * side - 1 - abs(middle - y))
        for y in range(2 * side - 1)
    ]


def _triangle_of_hexagons(side: int) -> Rows:
    odd = (side - 1) % 2
    return [((side - 1 - y + odd - y % 2) // 2, y + 1) for y in range(side)]


def _triangle_of_triangles(side: int) -> Rows:
    # The first cell of every row points up.
    odd = (side - 1) % 2
    return [(side - 1 - y + odd, 2 * y + 1) for y in range(side)]


def _hexagon_of_triangles(side: int) -> Rows:
    odd = (side - 1) % 2
    upper = [(side - 1 - y + odd, 2 * (side + y) + 1) for y in range(side)]
    lower = [(y + odd, 2 * (2 * side - y) - 1) for y in range(side)]
    return upper + lower


class Hexagonal(Lattice):
    """Hexagons with a corner at the top; odd rows lie half a cell to the right."""

    kind = "hexagonal"
    outlines: ClassVar[dict[str, Callable[..., Rows]]] = {
        "rectangle": _rectangle,
        "hexagon": _hexagon_of_hexagons,
        "triangle": _triangle_of_hexagons,
    }


class Triangular(Lattice):
    """Triangles; cell (x, y) points up where x + y is even."""

    kind = "triangular"
    outlines: ClassVar[dict[str, Callable[..., Rows]]] = {
        "rectangle": _rectangle,
        "triangle": _triangle_of_triangles,
        "hexagon": _hexagon_of_triangles,
    }

    def __init__(self, sizes: Sequence[int], outline: str = "rectangle") -> None:
        super().__init__(sizes, outline)
        if self.outline_name == "rectangle" and self.sizes[0] == 1 and self.sizes[1] > 2:
            raise InvalidValueError(
                f"A column of {self.sizes[1]} triangles is not connected; give a width of 2 or "
                "more."
            )


class Octagonal(Lattice):
    """Octagons where x + y is even, squares between them."""

    kind = "octagonal"
    outlines: ClassVar[dict[str, Callable[..., Rows]]] = {"rectangle": _rectangle}


def hexagonal(*sizes: int, outline: str = "rectangle") -> Hexagonal:
    """Make a grid of hexagons, each with a corner at the top.

    Args:
        sizes: Width and height in cells; for another outline, the cells along a side.
        outline: ``rectangle``, ``hexagon`` or ``triangle``.

    Raises:
        InvalidValueError: If there is no such outline, or a size is not a whole number from 1.
        TooLargeError: If it has more than 10^7 cells.
    """
    return Hexagonal(sizes, outline)


def triangular(*sizes: int, outline: str = "rectangle") -> Triangular:
    """Make a grid of triangles; cell (x, y) points up where x + y is even.

    Args:
        sizes: Width and height in cells; for another outline, the cells along a side.
        outline: ``rectangle``, ``triangle`` or ``hexagon``.

    Raises:
        InvalidValueError: If there is no such outline, a size is not a whole number from 1, or the
            cells are not connected.
        TooLargeError: If it has more than 10^7 cells.
    """
    return Triangular(sizes, outline)


def octagonal(width: int, height: int) -> Octagonal:
    """Make a grid of octagons where x + y is even, and squares between them.

    Args:
        width: In cells.
        height: In cells.

    Raises:
        InvalidValueError: If a size is not a whole number from 1.
        TooLargeError: If it has more than 10^7 cells.
    """
    return Octagonal((width, height))

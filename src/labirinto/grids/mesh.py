"""Grids of cells that are no squares of a rectangle: planar maps.

A cell is known by its label, a tuple of numbers that a kind of grid explains, and within the
program by its number, from 0 in reading order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import plain_integer, whole_number
from labirinto.errors import InvalidValueError, TooLargeError, shown

Label = tuple[int, ...]
"""A cell as people name it: (x, y), (ring, position) or (number,)."""

Point = tuple[float, float]

MOST_CELLS = 10**7
_BYTES_A_CELL = 400
"""At most, while the neighbours are found; of hexagons, which have the most corners."""


class Side(NamedTuple):
    """A straight line, or an arc around the centre of the grid, clockwise from its start.

    Attributes:
        x0, y0: Where it begins.
        x1, y1: Where it ends.
        radius: Of the arc; 0 for a line.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    radius: float


class Mesh(ABC):
    """A grid of cells of any form.  Immutable; equal and hashed by ``spec``.

    A collection of its cells: ``len`` is their number, ``cell in grid`` checks a label, and
    iterating gives all labels in reading order.  Lengths are in units of about a cell.

    Attributes:
        kind: What the cells are, such as ``hexagonal``.
        spec: A JSON value that rebuilds the grid.
    """

    kind: ClassVar[str]
    spec: dict[str, Any]

    @abstractmethod
    def _build(self) -> _core.Mesh:
        """The planar map, from the outlines of the cells."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def label(self, index: int) -> Label:
        """Return the label of the cell of a number, the reverse of ``index``.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """

    @abstractmethod
    def _index(self, label: Label) -> int | None:
        """The number of a cell; None if there is no such cell."""

    @property
    @abstractmethod
    def text(self) -> str:
        """Kind and size, as on the command line."""

    @cached_property
    def core(self) -> _core.Mesh:
        """The planar map.

        Raises:
            TooLargeError: If there is not enough memory.
        """
        if len(self) > MOST_CELLS:
            raise TooLargeError(
                f"The grid {self.text} has {len(self)} cells; at most {MOST_CELLS} are possible."
            )
        check_memory(_BYTES_A_CELL * len(self), f"The grid {self.text}")
        return self._build()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((self.kind, len(self)))

    def __repr__(self) -> str:
        return f"<Mesh {self.text}, {len(self)} cells>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    def __iter__(self) -> Iterator[Label]:
        return map(self.label, range(len(self)))

    def __contains__(self, cell: object) -> bool:
        try:
            return self._index(as_label(cell)) is not None
        except InvalidValueError:
            return False

    def index(self, cell: Label) -> int:
        """Return the number of a cell: cells are numbered from 0 in reading order.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        label = as_label(cell)
        index = self._index(label)
        if index is None:
            first, last = label_text(self.label(0)), label_text(self.label(len(self) - 1))
            raise InvalidValueError(
                f"The cell {label_text(label)} is outside the grid {self.text}, whose cells are "
                f"{first} to {last}."
            )
        return index

    def check_cell(self, cell: Label) -> Label:
        """Return the label of a cell as a tuple of plain integers.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        return self.label(self.index(cell))

    @property
    def walls(self) -> int:
        """The number of walls that can stand between two cells."""
        return self.core.walls

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbouring cells and the walls to them, clockwise.

        Two cells that share two separate stretches of their outlines have two walls.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        return self.core.neighbours(self._check_index(index))

    def outline(self, index: int) -> list[Side]:
        """List the sides of a cell, clockwise; holes in it follow.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        return [Side(*side) for side in self.core.outline(self._check_index(index))]

    def centre(self, index: int) -> Point:
        """Return a point in the middle of a cell.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """
        sides = self.core.outline(self._check_index(index))
        return sum(s[0] for s in sides) / len(sides), sum(s[1] for s in sides) / len(sides)

    def wall(self, number: int) -> list[Side]:
        """List the sides of which a wall consists; all but polygons have one.

        Raises:
            InvalidValueError: If there is no wall of this number.
        """
        number = whole_number("wall", number, 0, self.walls - 1)
        return [Side(*side) for side in self.core.wall(number)]

    @cached_property
    def border(self) -> list[tuple[int, Side]]:
        """The sides on the border, holes included, and the number of the cell beside each."""
        return [(cell, Side(*side)) for cell, side in self.core.border()]

    def _check_index(self, index: int) -> int:
        return whole_number("index", index, 0, len(self) - 1)


def as_label(cell: Any) -> Label:
    """A label as a tuple of plain integers; a number stands for a label of one number.

    Raises:
        InvalidValueError: If it is no such tuple.
    """
    try:
        if isinstance(cell, tuple | list):
            return tuple(map(plain_integer, cell))
        return (plain_integer(cell),)
    except TypeError:
        raise InvalidValueError(f"{shown(cell)} is not a cell, a tuple of whole numbers.") from None


def label_text(label: Label) -> str:
    """A label as people type it."""
    return ",".join(map(str, label))

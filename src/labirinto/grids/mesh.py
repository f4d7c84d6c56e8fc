"""Grids of cells that are not squares of a rectangle: planar maps.

A cell is known by its label, a tuple of numbers that a kind of grid explains, and within the
program by its number, from 0 in reading order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import atan2
from typing import Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.borders import Side, opening_beside, outer_sides
from labirinto.grids.grid import Grid, Label, Point, as_label, label_text

__all__ = ["Label", "Mesh", "Point", "Side", "as_label", "check_cells", "label_text"]

MOST_CELLS = 10**7
_BYTES_A_CELL = 400
"""At most, while the neighbours are found: 290 of hexagons, 380 of voronoi grids."""


class Mesh(Grid):
    """A grid of cells of any form.  Immutable; equality and hash depend on ``spec``.

    A collection of its cells: ``len`` is their number, ``cell in grid`` checks a label, and
    iterating gives all labels in reading order.  Lengths are in units of about a cell.

    Attributes:
        spec: A JSON value from which ``labirinto.grids.from_spec`` rebuilds the grid.
    """

    spec: dict[str, Any]

    @classmethod
    @abstractmethod
    def from_spec(cls, spec: dict[str, Any]) -> Mesh:
        """Rebuild a grid of this kind; an invalid spec may raise any error."""

    @classmethod
    @abstractmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Mesh:
        """Make a grid of this kind from a typed size, and options of the kind by name.

        Raises:
            InvalidValueError: If they do not describe such a grid.
        """

    @abstractmethod
    def _build(self) -> _core.Mesh:
        """The planar map, from the outlines of the cells."""

    @abstractmethod
    def _index(self, label: Label) -> int | None:
        """The number of a cell; None if there is no such cell."""

    @property
    def entries(self) -> dict[str, Any]:
        return {"grid": self.spec}

    @property
    def shape(self) -> tuple[int]:
        return (len(self),)

    @property
    def size(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self.core.box
        return x1 - x0, y1 - y0

    @cached_property
    def core(self) -> _core.Mesh:
        check_memory(self._bytes, f"The grid {self.text}")
        return self._build()

    @property
    def _bytes(self) -> int:
        """How much memory it takes to build the planar map."""
        return _BYTES_A_CELL * len(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((self.kind, len(self)))

    def __repr__(self) -> str:
        return f"<Mesh {self.text}, {len(self)} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_spec, (self.spec,)

    def __iter__(self) -> Iterator[Label]:
        return map(self.label, range(len(self)))

    def __contains__(self, cell: object) -> bool:
        try:
            return self._index(as_label(cell)) is not None
        except InvalidValueError:
            return False

    def index(self, cell: Label) -> int:
        label = as_label(cell)
        index = self._index(label)
        if index is None:
            raise InvalidValueError(
                f"The cell {label_text(label)} is outside the grid {self.text}, whose cells are "
                f"{self._bounds}."
            )
        return index

    @property
    def _bounds(self) -> str:
        """The first and the last cell."""
        return f"{label_text(self.label(0))} to {label_text(self.label(len(self) - 1))}"

    def check_cell(self, cell: Label) -> Label:
        return self.label(self.index(cell))

    @property
    def walls(self) -> int:
        """The number of walls that can stand between two cells."""
        return self.core.walls

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbouring cells and the walls to them, clockwise.

        Two cells that share two separate parts of their outlines have two walls.

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
        return self.core.middle(self._check_index(index))

    def heading(self, one: int, other: int) -> float:
        """Return the angle of the step from a cell to a neighbour, clockwise from the right."""
        (x, y), (other_x, other_y) = self.centre(one), self.centre(other)
        return atan2(other_y - y, other_x - x)

    def wall(self, number: int) -> list[Side]:
        """List the sides of a wall; only walls of polygons and linked grids have more than one.

        Raises:
            InvalidValueError: If there is no wall of this number.
        """
        number = whole_number("wall", number, 0, self.walls - 1)
        return [Side(*side) for side in self.core.wall(number)]

    @property
    def maze_bytes(self) -> int:
        """Bytes of a maze on this grid: one bit per wall."""
        return (self.walls + 7) // 8

    @cached_property
    def border(self) -> list[tuple[int, Side]]:
        """The sides on the border, holes included, and the number of the cell beside each."""
        return [(cell, Side(*side)) for cell, side in self.core.border()]

    @cached_property
    def outer_border(self) -> list[int]:
        """The sides between the grid and the space around it, clockwise, by their number in
        ``border``.
        """
        return outer_sides(self.border)

    @cached_property
    def border_cells(self) -> list[int]:
        """The numbers of the cells on the outer border, in ascending order."""
        return sorted({self.border[number][0] for number in self.outer_border})

    @property
    def border_places(self) -> list[int]:
        return self.border_cells

    def corners(self) -> tuple[Label, Label]:
        def place(index: int) -> float:
            return round(sum(self.centre(index)), 9)

        cells = self.border_cells
        if len(cells) == 1:  # all others lie inside it
            cells = list(range(len(self)))
        first, last = min(cells, key=place), max(reversed(cells), key=place)
        return self.label(first), self.label(last)

    def opening(self, cell: Label) -> list[int]:
        """The sides of a cell that an opening in the frame leaves out, by number in ``border``.

        They are consecutive sides on the outer border, nearly in a straight line, about as long as
        a passage is wide: those that face outwards most.

        Raises:
            InvalidValueError: If the cell is not in the grid, or not on the outer border.
        """
        sides = opening_beside(self.border, self.outer_border, self.index(cell))
        if not sides:
            raise InvalidValueError(
                f"The cell {label_text(as_label(cell))} is not on the border; give one that is, or "
                "ends without openings."
            )
        return sides

    def check_bits(self, bits: bytes) -> None:
        if len(bits) != self.maze_bytes:
            raise InvalidValueError(
                f"The bits of a maze on the grid {self.text} are {self.maze_bytes} bytes, not "
                f"{len(bits)}."
            )
        if self.walls % 8 and bits[-1] >> self.walls % 8:
            raise InvalidValueError(
                f"The bits have a passage beyond the {self.walls} walls of the grid {self.text}."
            )

    def bits_of(self, pairs: Iterable[Any]) -> bytes:
        """Return the passages of a maze as bits, from pairs of neighbouring cells.

        If two cells share two walls, their pair stands for the first wall, and the same pair again
        for the second.

        Raises:
            InvalidValueError: If a pair is not of two neighbours.
        """
        bits = bytearray(self.maze_bytes)
        given: Counter[tuple[int, int]] = Counter()
        for pair in pairs:
            try:
                one, other = pair
            except (TypeError, ValueError):
                raise InvalidValueError(f"{shown(pair)} is not a pair of cells.") from None
            low, high = sorted((self.index(one), self.index(other)))
            walls = self.walls_between(low, high)
            if not walls:
                raise InvalidValueError(
                    f"{label_text(self.label(low))} and {label_text(self.label(high))} are not two "
                    f"neighbours in the grid {self.text}."
                )
            wall = walls[min(given[low, high], len(walls) - 1)]
            given[low, high] += 1
            bits[wall // 8] |= 1 << wall % 8
        return bytes(bits)

    def walls_between(self, one: int, other: int) -> list[int]:
        """The walls that can stand between two cells, in ascending order; none unless they touch.

        Raises:
            InvalidValueError: If there is no cell of one of these numbers.
        """
        return sorted(wall for cell, wall in self.neighbours(one) if cell == other)

    def exits(self, bits: bytes, threads: int = 1) -> bytes:
        raise InvalidValueError(
            f"Only mazes of squares in rows and columns have exits, and the grid is {self.text}."
        )

    def letters(self, numbers: list[int]) -> str:
        """Return a letter for each step of a path: E, S, W, N, U for up, D for down.

        Raises:
            InvalidValueError: If steps have no such directions.
        """
        raise InvalidValueError(
            f"A path on the grid {self.text} has no steps east, south, west or north; use its "
            "cells."
        )

    def passages(self, bits: bytes) -> Iterator[tuple[Label, Label]]:
        return ((one, other) for _, one, other in self.open_walls(bits))

    def open_walls(self, bits: bytes) -> Iterator[tuple[int, Label, Label]]:
        """Yield every wall with a passage, in ascending order, with the cells on both sides."""
        for index in range(len(self)):
            links = self.core.neighbours(index)
            ahead = [(wall, cell) for cell, wall in links if cell > index]
            for wall, cell in sorted(ahead):
                if bits[wall // 8] >> wall % 8 & 1:
                    yield wall, self.label(index), self.label(cell)

    def _check_index(self, index: int) -> int:
        return whole_number("index", index, 0, len(self) - 1)


def check_cells(count: int, text: str) -> None:
    """Check that a grid has not too many cells.

    Raises:
        TooLargeError: If it has.
    """
    if count > MOST_CELLS:
        raise TooLargeError(
            f"The grid {text} has more than {MOST_CELLS} cells; make a smaller one."
        )

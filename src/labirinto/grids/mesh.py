"""Grids of cells that are not squares of a rectangle: planar maps.

A cell is known by its label, a tuple of numbers that a kind of grid explains, and within the
program by its number, from 0 in reading order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import atan2, hypot, pi
from typing import Any, ClassVar, NamedTuple, cast

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import plain_integer, whole_number
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.rectangle import Cell

Label = Cell
"""A cell as people name it: (x, y) or (ring, position).

Kinds of grids that only number their cells have labels of one number.  Type checkers take all of
them for pairs: code for rectangles, which is most code, would be hard to read otherwise.
"""

Point = tuple[float, float]

MOST_CELLS = 10**7
_BYTES_A_CELL = 400
"""At most, while the neighbours are found: 290 of hexagons, 380 of voronoi grids."""


class Side(NamedTuple):
    """A straight line, or an arc around the centre of the grid, less than half a circle.

    Attributes:
        x0, y0: Where it begins.
        x1, y1: Where it ends.
        radius: Of the arc, negative if it goes counterclockwise; 0 for a line.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    radius: float

    @property
    def heading(self) -> float:
        """The angle of the straight line between its ends, clockwise from the right."""
        return atan2(self.y1 - self.y0, self.x1 - self.x0)

    @property
    def length(self) -> float:
        """The length of the straight line between its ends."""
        return hypot(self.x1 - self.x0, self.y1 - self.y0)


# Without ABC, which makes ``isinstance`` five times as slow, and every call about a maze asks it.
class Mesh:
    """A grid of cells of any form.  Immutable; equal and hashed by ``spec``.

    A collection of its cells: ``len`` is their number, ``cell in grid`` checks a label, and
    iterating gives all labels in reading order.  Lengths are in units of about a cell.

    Attributes:
        kind: What the cells are, such as ``hexagonal``: a name in ``labirinto.grids.KINDS``.
        spec: A JSON value that rebuilds the grid; ``labirinto.grids.from_spec`` does.
    """

    kind: ClassVar[str]
    spec: dict[str, Any]

    @classmethod
    @abstractmethod
    def from_spec(cls, spec: dict[str, Any]) -> Mesh:
        """Rebuild a grid of this kind; what is wrong with the spec may raise any error."""

    @classmethod
    @abstractmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Mesh:
        """Make a grid of this kind from what people type: a size, and options of the kind by name.

        Raises:
            InvalidValueError: If they are no such grid.
        """

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """The size and the options that give the command line the grid, besides its kind."""

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
        return self.core.middle(self._check_index(index))

    def wall(self, number: int) -> list[Side]:
        """List the sides of which a wall consists; all but polygons have one.

        Raises:
            InvalidValueError: If there is no wall of this number.
        """
        number = whole_number("wall", number, 0, self.walls - 1)
        return [Side(*side) for side in self.core.wall(number)]

    @property
    def maze_bytes(self) -> int:
        """Bytes of a maze on this grid: a bit a wall."""
        return (self.walls + 7) // 8

    @cached_property
    def pieces(self) -> int:
        """How many parts the cells form that touch in no side; a maze needs them to be one."""
        if self.core.is_connected:
            return 1
        return len(self.core.parts(b"\xff" * self.maze_bytes))

    @property
    def length(self) -> int:
        """The number of sides on the border: how long the grid is if it is thin."""
        return self.core.border_sides

    @cached_property
    def border(self) -> list[tuple[int, Side]]:
        """The sides on the border, holes included, and the number of the cell beside each."""
        return [(cell, Side(*side)) for cell, side in self.core.border()]

    @cached_property
    def outer_border(self) -> list[int]:
        """The sides between the grid and the space around it, clockwise, by their number in
        ``border``.
        """
        # Each line of the border is followed with the grid on its right, and where several lines
        # meet in a point, with the same part of the outside on its left.  The lines around holes
        # run counterclockwise.
        beginning: dict[Point, list[int]] = {}
        for number, (_, side) in enumerate(self.border):
            beginning.setdefault((side.x0, side.y0), []).append(number)

        def next_of(number: int) -> int:
            side = self.border[number][1]
            back = side.heading + pi
            return min(
                beginning[side.x1, side.y1],
                key=lambda other: (self.border[other][1].heading - back - _LITTLE) % (2 * pi),
            )

        seen: set[int] = set()
        outer: list[int] = []
        for start in range(len(self.border)):
            line: list[int] = []
            number = start
            while number not in seen:
                seen.add(number)
                line.append(number)
                number = next_of(number)
            sides = [self.border[k][1] for k in line]
            if sum(side.x0 * side.y1 - side.x1 * side.y0 for side in sides) > 0:
                outer += line
        return outer

    @cached_property
    def border_cells(self) -> list[int]:
        """The numbers of the cells on the outer border, in ascending order."""
        return sorted({self.border[number][0] for number in self.outer_border})

    def corners(self) -> tuple[Label, Label]:
        """The cell that lies farthest out to the top left, and the one to the bottom right."""

        def place(index: int) -> float:
            return round(sum(self.centre(index)), 9)

        cells = self.border_cells
        if len(cells) == 1:  # all others lie inside it
            cells = list(range(len(self)))
        first, last = min(cells, key=place), max(reversed(cells), key=place)
        return self.label(first), self.label(last)

    def opening(self, cell: Label) -> list[int]:
        """The sides of a cell that an opening in the frame leaves out, by number in ``border``.

        They lie on the outer border and follow each other, nearly in a straight line, about as
        long as a passage is wide: the ones that face outwards most.

        Raises:
            InvalidValueError: If the cell is not in the grid, or not on the outer border.
        """
        index = self.index(cell)
        line = self.outer_border
        places = [at for at, number in enumerate(line) if self.border[number][0] == index]
        if not places:
            raise InvalidValueError(
                f"The cell {label_text(as_label(cell))} is not on the border; give one that is, or "
                "ends without openings."
            )
        x, y = self._middle
        sides = {at: self.border[line[at]][1] for at in places}

        def faces_out(at: int) -> float:
            side = sides[at]
            away = (side.x0 + side.x1) / 2 - x, (side.y0 + side.y1) / 2 - y
            outwards = side.y1 - side.y0, side.x0 - side.x1
            size = side.length * hypot(*away)
            cosine = (away[0] * outwards[0] + away[1] * outwards[1]) / size if size else 0.0
            return round(cosine, 9)

        first = last = max(places, key=faces_out)
        heading = sides[first].heading
        length = sides[first].length

        def goes_on(at: int) -> bool:
            if at not in sides or length + sides[at].length > _WIDEST_OPENING:
                return False
            return abs((sides[at].heading - heading + pi) % (2 * pi) - pi) < _STRAIGHT

        while goes_on(last + 1) or goes_on(first - 1):
            if goes_on(last + 1):
                last += 1
                length += sides[last].length
            if goes_on(first - 1):
                first -= 1
                length += sides[first].length
        return line[first : last + 1]

    @cached_property
    def _middle(self) -> Point:
        """The middle of the whole grid."""
        sides = [self.border[number][1] for number in self.outer_border]
        xs, ys = [side.x0 for side in sides], [side.y0 for side in sides]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _check_index(self, index: int) -> int:
        return whole_number("index", index, 0, len(self) - 1)


_LITTLE = 1e-9
_STRAIGHT = pi / 6
_WIDEST_OPENING = 1.0


def check_cells(count: int, text: str) -> None:
    """Check that a grid has not too many cells.

    Raises:
        TooLargeError: If it has.
    """
    if count > MOST_CELLS:
        raise TooLargeError(
            f"The grid {text} has more than {MOST_CELLS} cells; make a smaller one."
        )


def as_label(cell: Any) -> Label:
    """A label as a tuple of plain integers; a number stands for a label of one number.

    Raises:
        InvalidValueError: If it is no such tuple.
    """
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
        return cell  # the usual case, in every loop over mazes
    try:
        numbers = islice(cell, 3) if isinstance(cell, Iterable) else (cell,)
        label = tuple(map(plain_integer, numbers))
    except TypeError:
        label = ()
    if not 1 <= len(label) <= 2:
        raise InvalidValueError(
            f"{shown(cell)} is not a cell, a pair of whole numbers or one number."
        )
    return cast(Label, label)


def label_text(label: Label) -> str:
    """A label as people type it."""
    return ",".join(map(shown, label))

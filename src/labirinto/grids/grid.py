"""The interface of all grids.

A cell has a *label*, the tuple of numbers by which people know it, an *index*, its number from 0 in
reading order, and a *place*, its number in arrays.  Only in a rectangle with a mask do the last two
differ: arrays have a place for each square, and the index skips those that the mask leaves out.

The passages of a maze are ``bits``.  Which bit stands for which passage is known to the grid and to
its ``core``, which answers the same questions about mazes for all grids, in terms of places.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from math import dist
from typing import TYPE_CHECKING, Any, ClassVar, cast

from labirinto._internal.validation import plain_integer
from labirinto.errors import InvalidValueError, shown

if TYPE_CHECKING:
    from labirinto import _core

Label = tuple[int, int]
"""A cell as people name it: (x, y) or (ring, position).

Kinds of grids that only number their cells have labels of one number, those with floors labels of
three.  Type checkers take all of them for pairs: code for rectangles, which is most code, would be
hard to read otherwise.
"""

Point = tuple[float, float]


# Without ABC, which makes ``isinstance`` five times as slow, and every call about a maze asks it.
class Grid:
    """The cells of a maze, and which of them are neighbours.

    A grid is a collection of its cells: ``len`` is their number, ``cell in grid`` checks a label,
    and iterating gives all labels in reading order.  Grids are immutable.
    """

    kind: ClassVar[str] = ""
    """The kind of the cells, a name in ``labirinto.grids.KINDS``; empty for squares."""

    kernels: ClassVar[str] = "mesh"
    """The prefix of the names of the kernels that take its ``kernel_cells``."""

    kernel_numbers: tuple[int, ...] = ()
    """The arguments of a kernel named after the kind, instead of the core; empty if there is
    none."""

    is_planar: ClassVar[bool] = True
    """Whether it can be drawn so that all neighbours touch: Wilson's algorithm may then walk on the
    walls."""

    mask: bytes | None = None
    """Which squares of a rectangle are cells, if not all are."""

    source: str = ""
    """The words that give the command line the mask."""

    @property
    @abstractmethod
    def text(self) -> str:
        """Kind and size, as on the command line; for a rectangle the size alone."""

    @property
    def title(self) -> str:
        """Kind and size, as in a title."""
        return self.text

    @property
    def description(self) -> str:
        """A description of the cells, for use in a sentence."""
        return f"{len(self)} cells, {self.text}"

    @property
    def words(self) -> list[str]:
        """The size and the options that select the grid on the command line, besides its kind."""
        return [self.text]

    @property
    @abstractmethod
    def entries(self) -> dict[str, Any]:
        """The values that files record, besides a mask, by their names, for JSON."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The lengths of an array with a number for each place."""

    @property
    def places(self) -> int:
        """The number of places in arrays; at least the number of cells."""
        return len(self)

    @cached_property
    def first_place(self) -> int:
        """The place of the cell that comes first in reading order."""
        return 0

    @property
    def search_bytes(self) -> int:
        """The memory needed for the steps to all places and for finding them."""
        return 12 * len(self)

    @property
    @abstractmethod
    def size(self) -> tuple[float, float]:
        """Width and height of a drawing in cells, up to the middle of the walls."""

    @property
    @abstractmethod
    def maze_bytes(self) -> int:
        """Bytes of the passages of a maze."""

    @cached_property
    @abstractmethod
    def core(self) -> _core.Squares | _core.Mesh:
        """The grid in the core, which answers questions about mazes.

        Raises:
            TooLargeError: If there is not enough memory.
        """

    @property
    def joined(self) -> Any:
        """The cells for counting mazes: cells joined by a passage in every maze count as one in
        ``len`` and ``neighbours``."""
        return self

    @property
    def kernel_cells(self) -> Any:
        """The input of the kernels; mostly the same as ``core``.

        Raises:
            TooLargeError: If there is not enough memory.
        """
        return self.core

    @cached_property
    def pieces(self) -> int:
        """The number of parts that share no side; a maze needs a single part."""
        return self.core.piece_count

    @property
    def length(self) -> int:
        """How long the grid is if it is thin."""
        return self.core.length

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Label]: ...

    @abstractmethod
    def __contains__(self, cell: object) -> bool: ...

    @abstractmethod
    def check_cell(self, cell: Label) -> Label:
        """Return the label of a cell as a tuple of plain integers.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """

    @abstractmethod
    def index(self, cell: Label) -> int:
        """Return the number of a cell: cells are numbered from 0 in reading order.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """

    @abstractmethod
    def label(self, index: int) -> Label:
        """Return the label of a cell, given its number: the reverse of ``index``.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """

    def where(self, cell: Label) -> str:
        """Return where a cell is, for a sentence."""
        return f"the cell {label_text(cell)}"

    def place(self, cell: Label) -> int:
        """Return the place of a cell in arrays.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        return self.index(cell)

    def at(self, place: int) -> Label:
        """Return the label of the cell at a place, the reverse of ``place``."""
        return self.label(place)

    @abstractmethod
    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbouring cells of a cell, and the walls to them, by their numbers.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """

    @abstractmethod
    def centre(self, index: int) -> Point:
        """Return a point in the middle of a cell.

        Raises:
            InvalidValueError: If there is no cell of this number.
        """

    def distance(self, one: Label, other: Label) -> float:
        """Return the distance between the centres of two cells, ignoring walls.

        Raises:
            InvalidValueError: If one is not a cell of the grid.
        """
        return dist(self.centre(self.index(one)), self.centre(self.index(other)))

    def near(self, cell: Label, reach: float) -> Callable[[Label], bool]:
        """Return a function that says whether another cell is beside this one, or nearer."""
        beside = {self.label(other) for other, _ in self.neighbours(self.index(cell))}
        return lambda other: other in beside or self.distance(cell, other) < reach

    def middle(self, place: int) -> Point:
        """Return a point in the middle of the cell at a place."""
        return self.centre(place)

    @property
    def sided(self) -> Grid:
        """The grid in the layout in which ends on opposite sides are chosen."""
        return self

    @abstractmethod
    def corners(self) -> tuple[Label, Label]:
        """The cell that lies farthest out to the top left, and the one to the bottom right."""

    @property
    @abstractmethod
    def border_places(self) -> list[int]:
        """The places of the cells beside the space around the grid, in ascending order."""

    @cached_property
    def on_border(self) -> bool | bytes | list[int]:
        """The border cells in the form that the core takes for possible ends."""
        return self.border_places

    @abstractmethod
    def opening(self, cell: Label) -> Any:
        """Return the part of the frame that an opening beside a cell leaves out.

        Raises:
            InvalidValueError: If the cell is not in the grid, or not on the border.
        """

    @abstractmethod
    def check_bits(self, bits: bytes) -> None:
        """Check the passages of a maze.

        Raises:
            InvalidValueError: If they have the wrong length, or a passage is set where none can be.
        """

    @abstractmethod
    def bits_of(self, pairs: Iterable[Any]) -> bytes:
        """Return the passages of a maze as bits, from pairs of neighbouring cells.

        Raises:
            InvalidValueError: If a pair is not of two neighbours.
            TooLargeError: If there is not enough memory.
        """

    @abstractmethod
    def passages(self, bits: bytes) -> Iterator[tuple[Label, Label]]:
        """Yield the passages of a maze as pairs of cells."""

    @abstractmethod
    def exits(self, bits: bytes, threads: int = 1) -> bytes:
        """Return a byte per square, whose bits are the directions of its passages.

        Args:
            bits: The bits of one maze, or of several in sequence.
            threads: How many may share the work.

        Raises:
            InvalidValueError: If the cells are not squares.
        """

    @property
    def exits_shape(self) -> tuple[int, ...]:
        """The lengths of the array of exits of a maze; empty if the cells are not squares."""
        return ()

    def joined_to(self, bits: bytes, cell: Label) -> list[Label]:
        """List the cells to which passages of a maze lead from a cell.

        Raises:
            InvalidValueError: If it is not a cell of the grid.
        """
        return list(map(self.at, self.core.joined_to(bits, self.place(cell))))


def as_label(cell: Any) -> Label:
    """A label as a tuple of plain integers; a number stands for a label of one number.

    Raises:
        InvalidValueError: If it is no such tuple.
    """
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
        return cell  # the usual case, in every loop over mazes
    try:
        numbers = islice(cell, 4) if isinstance(cell, Iterable) else (cell,)
        label = tuple(map(plain_integer, numbers))
    except TypeError:
        label = ()
    if not 1 <= len(label) <= 3:
        raise InvalidValueError(
            f"{shown(cell)} is not a cell, a pair of whole numbers, one number or three."
        )
    return cast(Label, label)


def label_text(label: Label) -> str:
    """A label as people type it."""
    return ",".join(map(shown, label))

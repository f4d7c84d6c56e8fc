"""The two ends of a maze, and the openings in the frame that show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, overload

from labirinto._internal.by_parts import ByParts
from labirinto._internal.validation import truth_value
from labirinto.errors import FileFormatError, InvalidValueError, LabirintoError
from labirinto.grids import Grid, check_grid
from labirinto.grids.mesh import Label, Mesh, as_label, label_text
from labirinto.grids.rectangle import Opening, Rectangle

BATCH_ENDS = ("corners", "border", "farthest", "random")
"""The kinds of ends that batches and datasets can have, in the order of the core."""

NEAR = 2
"""The distance up to which two openings look like one: side by side, or round a corner."""


class Ends(ByParts):
    """The start and the end of a maze.  Unpacks into the two cells.

    Ends are immutable; equality and hash depend on all three values.

    Args:
        start: A cell: (x, y), or as the grid of the maze names its cells.
        end: Another cell.
        open: Whether the frame has openings at both ends, which must then be on the border.

    Raises:
        InvalidValueError: If a cell is not one or two whole numbers, or ``open`` is not a truth
            value.
    """

    __slots__ = ("_end", "_open", "_start")
    __match_args__ = ("start", "end", "open")

    _start: Label
    _end: Label
    _open: bool

    def __init__(self, start: Label, end: Label, open: bool = False) -> None:
        self._start = as_label(start)
        self._end = as_label(end)
        self._open = truth_value("open", open)

    @classmethod
    def _made(cls, start: Label, end: Label, open: bool) -> Ends:
        """Ends of two labels of a grid, which need no checks."""
        ends = cls.__new__(cls)
        ends._start = start
        ends._end = end
        ends._open = open
        return ends

    def _parts(self) -> tuple[Label, Label, bool]:
        return self._start, self._end, self._open

    @property
    def start(self) -> Label:
        """The first cell of the solution."""
        return self._start

    @property
    def end(self) -> Label:
        """Its last cell."""
        return self._end

    @property
    def open(self) -> bool:
        """Whether the frame has openings at both ends."""
        return self._open

    def as_dict(self) -> dict[str, Any]:
        """Return the ends as a dict of plain values, for JSON."""
        return {"start": self._start, "end": self._end, "open": self._open}

    def __iter__(self) -> Iterator[Label]:
        return iter((self._start, self._end))

    def __repr__(self) -> str:
        return f"Ends(start={self._start}, end={self._end}, open={self._open})"

    def distance(self, grid: Grid) -> float:
        """How far apart they are, ignoring walls: in steps, or on a mesh from centre to centre."""
        return grid.distance(self._start, self._end)

    def look_like_one(self, grid: Grid) -> bool:
        """Whether they are openings so close to each other that they look like a mistake."""
        return self.open and self.distance(grid) < NEAR + 0.5

    def check(self, grid: Grid) -> Ends:
        """Return the ends if they fit a maze on this grid.

        Raises:
            InvalidValueError: If they are not two different cells of the maze, or have openings
                away from the border.
        """
        check_grid(grid)
        for cell in self:
            grid.check_cell(cell)
        if self.start == self.end:
            raise InvalidValueError(
                f"Start and end are both {label_text(self.start)}; give two different cells."
            )
        self.openings(grid)
        return self

    @overload
    def openings(self, grid: Rectangle) -> list[tuple[int, int, int]]: ...
    @overload
    def openings(self, grid: Mesh) -> list[list[int]]: ...
    @overload
    def openings(self, grid: Grid) -> list[Any]: ...
    def openings(self, grid: Grid) -> list[Any]:
        """List the gaps in the frame: none, or one at each end.

        Returns:
            In a rectangle x, y and direction of each, else the sides of the border that it leaves
            out, by their numbers in ``Mesh.border``.

        Raises:
            InvalidValueError: If one is away from the border.
        """
        check_grid(grid)
        return [grid.opening(cell) for cell in self if self.open]

    def open_sides(self, mesh: Mesh) -> list[list[int]]:
        """List the gaps in the frame of a grid that is not a rectangle.

        Raises:
            InvalidValueError: If it is one, or an opening is away from the outer border.
        """
        if not isinstance(mesh, Mesh):
            requirement = "a labirinto.grids.Mesh"
            raise InvalidValueError(field="mesh", value=mesh, requirement=requirement)
        return self.openings(mesh)


EndsLike: TypeAlias = Ends | tuple[Label, Label]
"""Ends, or a start and an end without openings."""


@overload
def as_ends(ends: None) -> None: ...
@overload
def as_ends(ends: EndsLike) -> Ends: ...
@overload
def as_ends(ends: EndsLike | None) -> Ends | None: ...
def as_ends(ends: EndsLike | None) -> Ends | None:
    """Ends that may be given as two cells.

    Raises:
        InvalidValueError: If they are neither ends nor two cells.
    """
    if ends is None or isinstance(ends, Ends):
        return ends
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        requirement = "a labirinto.Ends, or a start and an end such as ((0, 0), (5, 3))"
        raise InvalidValueError(field="ends", value=ends, requirement=requirement)
    return Ends(*ends)


def check_batch_ends(ends: object) -> str:
    """Return a kind of ends that batches and datasets can have.

    Raises:
        InvalidValueError: If it is none of ``BATCH_ENDS``.
    """
    if not isinstance(ends, str) or ends not in BATCH_ENDS:
        raise InvalidValueError(
            field="ends",
            value=ends,
            requirement=f"one of {', '.join(BATCH_ENDS)}, which can be found in many mazes at "
            "once; for other ends, call labirinto.suggest_ends for each maze",
        )
    return ends


def check_openings(count: int) -> None:
    """Check that the openings of a file are a start and an end, or none.

    Raises:
        FileFormatError: If there is another number of them.
    """
    if count not in (0, 2):
        raise FileFormatError(f"the frame has {count} openings; it must have two or none.")


def ends_at(openings: Sequence[Opening]) -> Ends:
    """The ends at two openings: the first in reading order is the start."""
    (start, _), (end, _) = sorted(openings, key=lambda opening: opening[0][::-1])
    return Ends(start, end, open=True)


def ends_of(
    openings: Sequence[Opening],
    grid: Grid,
    start: Label | None = None,
    end: Label | None = None,
) -> Ends | None:
    """The ends of a maze in a file: those that are marked, or else those at its two openings.

    Raises:
        FileFormatError: If they do not fit the maze.
    """
    if start is not None and end is not None:
        ends = Ends(start, end, open=bool(openings))
    elif openings:
        ends = ends_at(openings)
    else:
        return None
    try:
        return ends.check(grid)
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None

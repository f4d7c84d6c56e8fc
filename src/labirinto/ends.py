"""The two ends of a maze, and the openings in the frame that can show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labirinto.errors import FileFormatError, InvalidValueError, LabirintoError
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST, Cell, Opening, Rectangle, as_cell


@dataclass(frozen=True)
class Ends:
    """Where to enter a maze and where to leave it.  Unpacks into the two cells.

    Attributes:
        start, end: two different cells.
        open: whether the outer wall has openings there, both cells being on the border.
    """

    start: Cell
    end: Cell
    open: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", as_cell(self.start))
        object.__setattr__(self, "end", as_cell(self.end))

    def __iter__(self) -> Iterator[Cell]:
        return iter((self.start, self.end))

    def check(self, width: int, height: int) -> Ends:
        """The ends themselves.

        Raises:
            InvalidValueError: if they are not two different cells of a maze of this size, or should
                have openings away from the border.
        """
        grid = Rectangle(width, height)
        for cell in self:
            grid.check_cell(cell)
        if self.start == self.end:
            raise InvalidValueError(
                f"Start and end are both {_text(self.start)}; give two different cells."
            )
        self.openings(width, height)
        return self

    def openings(self, width: int, height: int) -> list[tuple[int, int, int]]:
        """x, y and direction of the gaps in the outer wall: none, or one at each end.

        Raises:
            InvalidValueError: if there should be one away from the border.
        """
        if not self.open:
            return []
        return [(*cell, _way_out(cell, width, height)) for cell in self]


def _way_out(cell: Cell, width: int, height: int) -> int:
    x, y = cell
    at_border = {NORTH: y == 0, SOUTH: y == height - 1, WEST: x == 0, EAST: x == width - 1}
    # In a maze of a single row both ends would open upwards, which looks odd: left and right.
    order = (WEST, EAST, NORTH, SOUTH) if height == 1 else (NORTH, SOUTH, WEST, EAST)
    for direction in order:
        if at_border[direction]:
            return direction
    raise InvalidValueError(
        f"The cell {_text(cell)} is not on the border, so there can be no opening."
    )


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def check_openings(count: int) -> None:
    """Looks whether openings can be a start and an end.

    Raises:
        FileFormatError: if there are others than two or none.
    """
    if count not in (0, 2):
        raise FileFormatError(f"the outer wall has {count} openings; it must have two or none.")


def ends_at(openings: Sequence[Opening]) -> Ends:
    """Start and end at two openings, the first in reading order being the start."""
    (start, _), (end, _) = sorted(openings, key=lambda opening: opening[0][::-1])
    return Ends(start, end, open=True)


def ends_of(
    openings: Sequence[Opening],
    width: int,
    height: int,
    start: Cell | None = None,
    end: Cell | None = None,
) -> Ends | None:
    """The ends of a maze: those that are marked, or else at its two openings.

    Raises:
        FileFormatError: if they can be none.
    """
    if start is not None and end is not None:
        ends = Ends(start, end, open=bool(openings))
    elif openings:
        ends = ends_at(openings)
    else:
        return None
    try:
        return ends.check(width, height)
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None

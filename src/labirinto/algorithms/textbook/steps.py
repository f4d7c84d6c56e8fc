"""The steps that the textbook algorithms yield.  ``number`` is the step of the explanation.

Steps of algorithms for any grid have the number of the wall between their two cells, which may have
two walls between them; where all cells are squares, it may be None.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from labirinto.grids.rectangle import Cell, Passage


@dataclass(frozen=True, eq=False)
class Moment:
    """A point in a run.

    Attributes:
        run: The run.
        steps: The number of steps taken so far.
    """

    run: Iterator[Step]
    steps: int


@dataclass(frozen=True)
class Step:
    """A step of a run.  It prints as a sentence; a notebook shows its picture.

    Attributes:
        number: The step of the explanation at the top of the algorithm's module.
        moment: The point in the run just after this step; None outside a run.
    """

    number: int
    moment: Moment | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __getstate__(self) -> dict[str, Any]:
        # A run cannot be pickled, and a step is equal without its moment.
        return {**self.__dict__, "moment": None}


Steps = Generator[Step, None, bytes]
"""The steps of an algorithm without moments; it returns the rows of the maze."""


@dataclass(frozen=True)
class FirstCell(Step):
    """This cell is the first of the maze."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.cell} is the first cell of the maze."


@dataclass(frozen=True)
class WalkStarted(Step):
    """A walk begins at this cell; on walls, all places are corners."""

    place: Cell

    def __str__(self) -> str:
        return f"A walk begins at {self.place}."


@dataclass(frozen=True)
class WalkMoved(Step):
    """The walk took one step."""

    source: Cell
    target: Cell
    wall: int | None = None

    def __str__(self) -> str:
        return f"The walk goes to {self.target}."


@dataclass(frozen=True)
class LoopErased(Step):
    """The walk met itself and loses these places, which follow its current place."""

    places: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The walk has met itself: a loop of {len(self.places) + 1} steps is erased."


@dataclass(frozen=True)
class PathJoined(Step):
    """The walk met the maze: its path, from first place to meeting point, joins."""

    path: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The walk has arrived at {self.path[-1]}: its path of {_steps(self.path)} joins."


@dataclass(frozen=True)
class LoopPopped(Step):
    """While strips are joined, a loop closed here: the corner takes a new direction."""

    place: Cell

    def __str__(self) -> str:
        return f"A loop has closed at {self.place}: the corner takes a new direction."


@dataclass(frozen=True)
class WalkWentOn(Step):
    """While strips are joined, the path from this corner turned out to be final."""

    path: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The path from {self.path[0]} is now final for {_steps(self.path)}."


@dataclass(frozen=True)
class RowBegun(Step):
    """The algorithm moves on to this row."""

    y: int

    def __str__(self) -> str:
        return f"Row {self.y} is next."


@dataclass(frozen=True)
class SetsJoined(Step):
    """A passage joins two neighbours in a row: their sets become one."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"A passage joins {one} and {other}: their sets become one."


@dataclass(frozen=True)
class PassageDown(Step):
    """A passage extends a set to the row below."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"A passage leads down from {one} to {other}."


@dataclass(frozen=True)
class RowFinished(Step):
    """The row is complete.

    Attributes:
        y: The row.
        sets: For each cell of the row below, the leftmost column of its set; empty after the last
            row.
    """

    y: int
    sets: tuple[int, ...]

    def __str__(self) -> str:
        if not self.sets:
            return f"Row {self.y}, the last, is complete: all its cells are in one set."
        return f"Row {self.y} is complete; the row below has {len(set(self.sets))} sets."


@dataclass(frozen=True)
class CellEntered(Step):
    """The walk entered a cell for the first time: this passage joins it to the maze."""

    passage: Passage
    wall: int | None = None

    def __str__(self) -> str:
        return f"{self.passage[1]} is entered for the first time: it joins by this passage."


@dataclass(frozen=True)
class WentBack(Step):
    """The path has nowhere to go, and loses its last cell."""

    source: Cell
    target: Cell

    def __str__(self) -> str:
        return f"Nothing is left to visit beside {self.source}: back to {self.target}."


@dataclass(frozen=True)
class CellHunted(Step):
    """The hunt has found the first cell that touches the maze: this passage joins it."""

    passage: Passage
    wall: int | None = None

    def __str__(self) -> str:
        return f"The hunt finds {self.passage[1]}, which joins by this passage."


@dataclass(frozen=True)
class CellChosen(Step):
    """This cell of the list was chosen, from which the maze may grow."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.cell} is chosen from the list."


@dataclass(frozen=True)
class CellLeft(Step):
    """The cell has no neighbour to grow to, and leaves the list."""

    cell: Cell

    def __str__(self) -> str:
        return f"Nothing is left to visit beside {self.cell}: it leaves the list."


@dataclass(frozen=True)
class PassageOpened(Step):
    """A passage opens from the first cell to the second."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"A passage opens from {one} to {other}."


@dataclass(frozen=True)
class RunEnded(Step):
    """The run of cells in a row is complete: a passage leads north from one of them."""

    passage: Passage
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        one, other = self.passage
        count = "1 cell" if len(self.cells) == 1 else f"{len(self.cells)} cells"
        return f"The run of {count} ends: a passage leads north from {one} to {other}."


@dataclass(frozen=True)
class WallBuilt(Step):
    """A wall divides a room: it closes these passages."""

    passages: tuple[Passage, ...]

    def __str__(self) -> str:
        one, other = self.passages[0]
        kind = "A vertical" if one[1] == other[1] else "A horizontal"
        return f"{kind} wall divides the room, beginning between {one} and {other}."


@dataclass(frozen=True)
class RoomFinished(Step):
    """The room is one cell wide or high: these are its cells."""

    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The room from {self.cells[0]} to {self.cells[-1]} is not divided any more."


@dataclass(frozen=True)
class PassageDrawn(Step):
    """This passage was drawn at random."""

    passage: Passage
    wall: int | None = None

    def __str__(self) -> str:
        one, other = self.passage
        return f"The passage between {one} and {other} is drawn."


@dataclass(frozen=True)
class PassageTried(Step):
    """The passage drawn is opened unless its two cells are already connected."""

    passage: Passage
    opened: bool
    wall: int | None = None

    def __str__(self) -> str:
        if self.opened:
            return "It is opened: the sets of its two cells become one."
        return "It stays closed: its two cells are in one set already."


@dataclass(frozen=True)
class Finished(Step):
    """The maze is complete."""

    def __str__(self) -> str:
        return "Nothing is left: the maze is complete."


def _steps(path: tuple[Cell, ...]) -> str:
    count = len(path) - 1
    return "1 step" if count == 1 else f"{count} steps"

"""The steps that the textbook algorithms yield.  ``number`` is the step of the explanation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from labirinto.grids.rectangle import STEPS, Cell, Passage

_DIRECTIONS = dict(zip(STEPS, ("east", "south", "west", "north"), strict=True))


class Moment(Protocol):
    """Where in a run a step was taken."""

    def svg(self) -> str | None:
        """The picture of this moment; None where it would be too large."""


@dataclass(frozen=True)
class Step:
    """Something that happened.  It prints as a sentence, and shows itself in a notebook.

    Attributes:
        number: the step of the explanation, as at the top of the algorithm's module.
        moment: where in its run it was taken, if it comes from one.
    """

    number: int
    moment: Moment | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __getstate__(self) -> dict[str, Any]:
        # A run cannot be pickled, and a step is the same without its moment.
        return {**self.__dict__, "moment": None}

    def _repr_svg_(self) -> str | None:
        return self.moment.svg() if self.moment else None


@dataclass(frozen=True)
class FirstCell(Step):
    """This cell is the first of the maze."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.cell} is the first cell of the maze."


@dataclass(frozen=True)
class WalkStarted(Step):
    """A walk begins here.  On walls, the places of this and all other steps are corners."""

    place: Cell

    def __str__(self) -> str:
        return f"A walk begins at {self.place}."


@dataclass(frozen=True)
class WalkMoved(Step):
    """The walk took one step."""

    source: Cell
    target: Cell

    def __str__(self) -> str:
        (x, y), (x2, y2) = self.source, self.target
        return f"The walk goes {_DIRECTIONS[x2 - x, y2 - y]} to {self.target}."


@dataclass(frozen=True)
class LoopErased(Step):
    """The walk met itself: these places are off it again, from where it now is onwards."""

    places: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The walk has met itself: a loop of {len(self.places) + 1} steps is erased."


@dataclass(frozen=True)
class PathJoined(Step):
    """The walk met what was there: its path joins, from where it began to what it met."""

    path: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The walk has arrived at {self.path[-1]}: its path of {_steps(self.path)} joins."


@dataclass(frozen=True)
class LoopPopped(Step):
    """Strips being joined, a loop closed here: the corner takes another direction."""

    place: Cell

    def __str__(self) -> str:
        return f"A loop has closed at {self.place}: the corner takes another direction."


@dataclass(frozen=True)
class WalkWentOn(Step):
    """Strips being joined, the way from this corner was found to hold."""

    path: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"The way from {self.path[0]} holds now for {_steps(self.path)}."


@dataclass(frozen=True)
class RowBegun(Step):
    """The same again, in the next row."""

    y: int

    def __str__(self) -> str:
        return f"Row {self.y} is next."


@dataclass(frozen=True)
class SetsJoined(Step):
    """A passage between two neighbours in a row, whose sets become one."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"A passage joins {one} and {other}: their sets become one."


@dataclass(frozen=True)
class PassageDown(Step):
    """A passage to the row below, which carries the set there."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"A passage leads down from {one} to {other}."


@dataclass(frozen=True)
class RowFinished(Step):
    """The row is complete.  ``sets`` has for each column the leftmost column of its set below."""

    y: int
    sets: tuple[int, ...]

    def __str__(self) -> str:
        if not self.sets:
            return f"Row {self.y}, the last, is complete: all its cells are in one set."
        return f"Row {self.y} is complete; the row below has {len(set(self.sets))} sets."


@dataclass(frozen=True)
class CellEntered(Step):
    """The walk entered a cell for the first time: the passage joins it to the maze."""

    passage: Passage

    def __str__(self) -> str:
        return f"{self.passage[1]} was never entered before: it joins the maze by this passage."


@dataclass(frozen=True)
class PassageDrawn(Step):
    """This passage is the next at random."""

    passage: Passage

    def __str__(self) -> str:
        one, other = self.passage
        return f"The passage between {one} and {other} is drawn."


@dataclass(frozen=True)
class PassageTried(Step):
    """The passage drawn is opened if its two cells were not connected."""

    passage: Passage
    opened: bool

    def __str__(self) -> str:
        if self.opened:
            return "It is opened: the sets of its two cells become one."
        return "It stays closed: its two cells are in one set already."


@dataclass(frozen=True)
class Finished(Step):
    """No cell is left."""

    def __str__(self) -> str:
        return "Nothing is left: the maze is complete."


def _steps(path: tuple[Cell, ...]) -> str:
    count = len(path) - 1
    return "1 step" if count == 1 else f"{count} steps"

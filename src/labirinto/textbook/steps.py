"""The steps that the textbook algorithms yield.  ``number`` is the step of the explanation."""

from __future__ import annotations

from dataclasses import dataclass

from labirinto.textbook.rows import Cell, Passage


@dataclass(frozen=True)
class Step:
    """Something that happened."""

    number: int


@dataclass(frozen=True)
class FirstCell(Step):
    """This cell is the first of the maze."""

    cell: Cell


@dataclass(frozen=True)
class WalkStarted(Step):
    """A walk begins here.  On walls, the places of this and all other steps are corners."""

    place: Cell


@dataclass(frozen=True)
class WalkMoved(Step):
    """The walk took one step."""

    source: Cell
    target: Cell


@dataclass(frozen=True)
class LoopErased(Step):
    """The walk met itself: these places are off it again, from where it now is onwards."""

    places: tuple[Cell, ...]


@dataclass(frozen=True)
class PathJoined(Step):
    """The walk met what was there: its path joins, from where it began to what it met."""

    path: tuple[Cell, ...]


@dataclass(frozen=True)
class LoopPopped(Step):
    """Strips being joined, a loop closed here: the corner takes another direction."""

    place: Cell


@dataclass(frozen=True)
class WalkWentOn(Step):
    """Strips being joined, the way from this corner was found to hold."""

    path: tuple[Cell, ...]


@dataclass(frozen=True)
class SetsJoined(Step):
    """A passage between two neighbours in a row, whose sets become one."""

    passage: Passage


@dataclass(frozen=True)
class PassageDown(Step):
    """A passage to the row below, which carries the set there."""

    passage: Passage


@dataclass(frozen=True)
class RowFinished(Step):
    """The row is complete.  ``sets`` has for each column the leftmost column of its set below."""

    y: int
    sets: tuple[int, ...]


@dataclass(frozen=True)
class CellEntered(Step):
    """The walk entered a cell for the first time: the passage joins it to the maze."""

    passage: Passage


@dataclass(frozen=True)
class PassageTried(Step):
    """A passage was drawn; it is opened if its two cells were not connected."""

    passage: Passage
    opened: bool


@dataclass(frozen=True)
class Finished(Step):
    """No cell is left."""

"""Directors: they turn the steps of an algorithm into changes of marks.

There is one for every kind of algorithm.  A director follows the steps; it does not know how its
algorithm decides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import Generic, TypeVar

from labirinto.algorithms.textbook import steps as happened
from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import Step
from labirinto.animate.marks import SET_SHIFT, Mark, Scene
from labirinto.grids.rectangle import STEPS, Cell, Passage

KeyT = TypeVar("KeyT", bound=Hashable)

_WALKER = Mark.WALK | Mark.HERE
_ERASED = Mark.LOST | Mark.FADED


class Director:
    """Keeps the scene after the last step, and the changes that this step made."""

    on_walls = False
    starts_with_sets = False

    def __init__(self, width: int, height: int) -> None:
        self.scene: Scene = Scene(width, height, self.on_walls)
        self._changes: dict[int, int] = {}
        self._fresh: list[int] = []
        self._lost: list[int] = []
        self._faded: list[int] = []
        self.set_up()

    def set_up(self) -> None:
        """Show the scene before the first step."""

    def show(self, step: Step) -> None:
        """Show the next step."""
        raise NotImplementedError

    def take_changes(self) -> list[tuple[int, int]]:
        """Return the words changed since the last call: their numbers, and the changed bits."""
        changes = sorted([change for change in self._changes.items() if change[1]])
        self._changes.clear()
        return changes

    # Flags are slow to combine, and the complement of one would clear the number of the set.
    def put(self, slot: int, mark: Mark) -> None:
        self._change(slot, self.scene.words[slot] | int(mark))

    def take_off(self, slot: int, mark: Mark) -> None:
        self._change(slot, self.scene.words[slot] & ~int(mark))

    def number(self, cell: Cell, number: int) -> None:
        slot = self.scene.cell(*cell)
        marks = self.scene.words[slot] & ((1 << SET_SHIFT) - 1)
        self._change(slot, marks | number << SET_SHIFT)

    def _change(self, slot: int, word: int) -> None:
        if bits := self.scene.words[slot] ^ word:
            self._changes[slot] = self._changes.get(slot, 0) ^ bits
            self.scene.words[slot] = word

    def freshen(self, slots: Iterable[int]) -> None:
        for slot in slots:
            self.put(slot, Mark.FRESH)
            self._fresh.append(slot)

    def no_longer_fresh(self) -> None:
        for slot in self._fresh:
            self.take_off(slot, Mark.FRESH)
        self._fresh.clear()

    def lose(self, slots: Iterable[int]) -> None:
        """Mark the places of an erased loop; those of the loop before fade."""
        for slot in self._faded:
            self.take_off(slot, Mark.FADED)
        # A later walk over a place has already cleared its mark.
        lost = int(Mark.LOST)
        self._faded = [slot for slot in self._lost if self.scene.words[slot] & lost]
        for slot in self._faded:
            self.take_off(slot, Mark.LOST)
            self.put(slot, Mark.FADED)
        self._lost = list(slots)
        for slot in self._lost:
            self.take_off(slot, Mark.FADED)
            self.put(slot, Mark.LOST)

    def forget_lost(self) -> None:
        self.lose(())
        self.lose(())

    def open(self, one: Cell, other: Cell) -> None:
        self.put(*self.passage(one, other))

    def passage(self, one: Cell, other: Cell) -> tuple[int, Mark]:
        """The word and the mark of the passage between two neighbouring cells."""
        (x, y), (x2, _) = sorted((one, other))
        return self.scene.cell(x, y), Mark.PASSAGE_EAST if x2 > x else Mark.PASSAGE_SOUTH

    def open_everywhere(self, mark: Mark) -> None:
        """Open all passages, and put a mark on every cell."""
        width, height = self.scene.width, self.scene.height
        for y in range(height):
            for x in range(width):
                east = Mark.PASSAGE_EAST if x < width - 1 else Mark(0)
                south = Mark.PASSAGE_SOUTH if y < height - 1 else Mark(0)
                self.put(self.scene.cell(x, y), mark | east | south)

    def edge(self, one: Cell, other: Cell) -> tuple[int, Mark]:
        """The word and the mark of a walk between two neighbouring places."""
        (x, y), (x2, _) = sorted((one, other))
        return self.scene.place(x, y), Mark.WALK_EAST if x2 > x else Mark.WALK_SOUTH


class NumberedSets(Generic[KeyT]):
    """Disjoint sets with a number each; of two sets that are united the larger keeps its number.

    Attributes:
        sets: The set of each key.
        numbers: The number of each key's set.
    """

    def __init__(self, keys: Iterable[KeyT]) -> None:
        self.sets: dict[KeyT, set[KeyT]] = {key: {key} for key in keys}
        self.numbers: dict[KeyT, int] = {key: n for n, key in enumerate(self.sets, 1)}

    def unite(self, one: KeyT, other: KeyT) -> list[KeyT]:
        """Unite the sets of two keys and return the keys whose numbers changed."""
        larger, smaller = self.sets[one], self.sets[other]
        if len(larger) < len(smaller):
            larger, smaller = smaller, larger
        number, changed = self.numbers[next(iter(larger))], list(smaller)
        unite(self.sets, one, other)
        self.numbers.update(dict.fromkeys(changed, number))
        return changed


class Walks(Director):
    """Loop-erased walks from cell to cell."""

    def set_up(self) -> None:
        self._path: list[Cell] = []

    def show(self, step: Step) -> None:
        place = self.scene.place
        match step:
            case happened.FirstCell(cell=cell):
                self.put(place(*cell), Mark.IN)
                self.freshen([place(*cell)])
            case happened.WalkStarted(place=start):
                self.no_longer_fresh()
                self._path = [start]
                self.put(place(*start), _WALKER)
            case happened.WalkMoved(source=source, target=target):
                self.take_off(place(*source), Mark.HERE)
                self.take_off(place(*target), _ERASED)
                self.put(place(*target), _WALKER)
                self.put(*self.edge(source, target))
                self._path.append(target)
            case happened.LoopErased(places=places):
                loop = self._path[-len(places) - 2 :]
                for one, other in pairwise(loop):
                    self.take_off(*self.edge(one, other))
                for cell in places:
                    self.take_off(place(*cell), Mark.WALK)
                del self._path[-len(places) - 1 :]
                self.lose(place(*cell) for cell in places)
            case happened.PathJoined(path=path):
                self.forget_lost()
                for one, other in pairwise(path):
                    self.take_off(*self.edge(one, other))
                    self.join(one, other)
                for cell in path:
                    self.take_off(place(*cell), _WALKER)
                    self.put(place(*cell), Mark.IN)
                self.freshen(place(*cell) for cell in path)
            case happened.Finished():
                self.no_longer_fresh()

    def join(self, one: Cell, other: Cell) -> None:
        """Turn a step of a finished walk into a passage."""
        self.open(one, other)


class WalksOnWalls(Walks):
    """Loop-erased walks from corner to corner, which become walls."""

    on_walls = True

    def set_up(self) -> None:
        super().set_up()
        width, height = self.scene.width, self.scene.height
        self._wall_of: dict[Cell, Cell] = {}
        self.open_everywhere(Mark.IN)
        for y in range(height + 1):
            for x in range(width + 1):
                if x in (0, width) or y in (0, height):
                    self.put(self.scene.place(x, y), Mark.IN)

    def show(self, step: Step) -> None:
        match step:
            case happened.LoopPopped(place=corner):
                self.lose([self.scene.place(*corner)])
            case happened.WalkWentOn(path=path):
                self.no_longer_fresh()
                self.forget_lost()
                for one, other in pairwise(path):
                    self._take_down_wall(one)
                    self.join(one, other)
                self.freshen(self.scene.place(*corner) for corner in path)
            case _:
                super().show(step)

    def join(self, one: Cell, other: Cell) -> None:
        self._wall_of[one] = other
        self.take_off(*self._passage_at(one, other))

    def _take_down_wall(self, corner: Cell) -> None:
        """Remove the wall that a corner stands for, unless its other end stands for it too."""
        other = self._wall_of.pop(corner)
        if self._wall_of.get(other) != corner:
            self.put(*self._passage_at(corner, other))

    def _passage_at(self, one: Cell, other: Cell) -> tuple[int, Mark]:
        """The word and the mark of the passage that a wall between two corners closes."""
        (x, y), (x2, _) = sorted((one, other))
        if x2 > x:
            return self.scene.cell(x, y - 1), Mark.PASSAGE_SOUTH
        return self.scene.cell(x - 1, y), Mark.PASSAGE_EAST


class Entering(Director):
    """One walk that opens a passage wherever it enters a cell for the first time."""

    def show(self, step: Step) -> None:
        cell = self.scene.cell
        match step:
            case happened.FirstCell(cell=first):
                self.put(cell(*first), Mark.IN | Mark.HERE)
            case happened.WalkMoved(source=source, target=target):
                self.no_longer_fresh()
                self.take_off(cell(*source), Mark.HERE)
                self.put(cell(*target), Mark.HERE)
            case happened.CellEntered(passage=(one, other)):
                self.open(one, other)
                self.put(cell(*other), Mark.IN)
                self.freshen([cell(*other)])
            case happened.Finished():
                self.no_longer_fresh()
                for slot in range(len(self.scene.words)):
                    self.take_off(slot, Mark.HERE)


class Growing(Director):
    """A path that goes to new cells, and goes back or ends where there is none."""

    def set_up(self) -> None:
        self._path: list[Cell] = []

    def show(self, step: Step) -> None:
        cell = self.scene.cell
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._begin(first)
            case happened.CellEntered(passage=(one, other)):
                self.take_off(cell(*one), Mark.HERE)
                self._join(one, other)
                self.put(*self.edge(one, other))
                self._path.append(other)
                self.put(cell(*other), _WALKER)
            case happened.WentBack(source=source, target=target):
                self._path.pop()
                self.take_off(*self.edge(source, target))
                self.take_off(cell(*source), _WALKER)
                self.put(cell(*target), Mark.HERE)
            case happened.CellHunted(passage=(one, other)):
                self._end()
                self._join(one, other)
                self.freshen([cell(*one)])
                self._begin(other)
            case happened.Finished():
                self._end()

    def _begin(self, first: Cell) -> None:
        self._path = [first]
        self.put(self.scene.cell(*first), Mark.IN | _WALKER)

    def _join(self, one: Cell, other: Cell) -> None:
        self.open(one, other)
        self.put(self.scene.cell(*other), Mark.IN)

    def _end(self) -> None:
        for one, other in pairwise(self._path):
            self.take_off(*self.edge(one, other))
        for place in self._path:
            self.take_off(self.scene.cell(*place), _WALKER)


class Spreading(Director):
    """Cells that join anywhere along the border of the maze, which shows as places erased."""

    def show(self, step: Step) -> None:
        cell = self.scene.cell
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._join(first)
            case happened.CellEntered(passage=(one, other)):
                self.open(one, other)
                self._join(other)
                self.freshen([cell(*other)])

    def _join(self, joined: Cell) -> None:
        words, slot = self.scene.words, self.scene.cell(*joined)
        self.take_off(slot, Mark.FADED)
        self.put(slot, Mark.IN)
        x, y = joined
        for dx, dy in STEPS:
            if 0 <= x + dx < self.scene.width and 0 <= y + dy < self.scene.height:
                near = self.scene.cell(x + dx, y + dy)
                if not words[near] & int(Mark.IN):
                    self.put(near, Mark.FADED)


class Listing(Director):
    """A list of cells, from which the maze grows; they show as a walk."""

    def set_up(self) -> None:
        self._chosen = 0

    def show(self, step: Step) -> None:
        cell = self.scene.cell
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._chosen = cell(*first)
                self.put(self._chosen, Mark.IN | Mark.WALK)
            case happened.CellChosen(cell=chosen):
                self.take_off(self._chosen, Mark.HERE)
                self._chosen = cell(*chosen)
                self.put(self._chosen, Mark.HERE)
            case happened.CellEntered(passage=(one, other)):
                self.open(one, other)
                self.put(cell(*other), Mark.IN | Mark.WALK)
                self.freshen([cell(*other)])
            case happened.CellLeft(cell=left):
                self.take_off(cell(*left), _WALKER)


class Tossing(Director):
    """Row by row, passages by the toss of coins; what has just been decided shows as fresh."""

    def set_up(self) -> None:
        self._row = -1

    def show(self, step: Step) -> None:
        self.no_longer_fresh()
        match step:
            case happened.RowBegun(y=y):
                self._mark_row(y)
            case happened.PassageOpened(passage=(one, other)):
                self.open(one, other)
                self._join([one])
            case happened.RunEnded(passage=(one, other), cells=cells):
                self.open(one, other)
                self._join(cells)
            case happened.Finished():
                self._mark_row(self.scene.height)
                for slot in range(len(self.scene.words)):
                    self.put(slot, Mark.IN)

    def _mark_row(self, y: int) -> None:
        """Move the marks of the current row to another one, of which the last is none."""
        for x in range(self.scene.width):
            if self._row >= 0:
                self.take_off(self.scene.cell(x, self._row), Mark.ROW)
            if y < self.scene.height:
                self.put(self.scene.cell(x, y), Mark.ROW)
        self._row = y

    def _join(self, cells: Iterable[Cell]) -> None:
        slots = [self.scene.cell(*it) for it in cells]
        for slot in slots:
            self.put(slot, Mark.IN)
        self.freshen(slots)


class Dividing(Director):
    """Walls that divide rooms, and rooms that are finished."""

    def set_up(self) -> None:
        self.open_everywhere(Mark(0))

    def show(self, step: Step) -> None:
        self.no_longer_fresh()
        match step:
            case happened.WallBuilt(passages=passages):
                for passage in passages:
                    self.take_off(*self.passage(*passage))
                self.freshen(self.scene.cell(*cell) for passage in passages for cell in passage)
            case happened.PassageOpened(passage=passage):
                self.open(*passage)
                self.freshen(self.scene.cell(*cell) for cell in passage)
            case happened.RoomFinished(cells=cells):
                slots = [self.scene.cell(*cell) for cell in cells]
                for slot in slots:
                    self.put(slot, Mark.IN)
                self.freshen(slots)


class RowByRow(Director):
    """The sets of the current row, and those that reach the row below."""

    def set_up(self) -> None:
        width = self.scene.width
        self._numbered = NumberedSets(range(width))
        self._led_down: set[int] = set()
        for x in range(width):
            self.put(self.scene.cell(x, 0), Mark.ROW)
            self.number((x, 0), x + 1)

    def show(self, step: Step) -> None:
        match step:
            case happened.SetsJoined(passage=(one, other)):
                self.open(one, other)
                for x in self._numbered.unite(one[0], other[0]):
                    self.number((x, one[1]), self._numbered.numbers[x])
            case happened.PassageDown(passage=(one, other)):
                self.open(one, other)
                self._led_down.add(one[0])
                self.number(other, self._numbered.numbers[one[0]])
            case happened.RowFinished(y=y, sets=()):
                self._leave(y)
            case happened.RowFinished(y=y):
                self._number_below(y + 1)
            case happened.RowBegun(y=y):
                self._leave(y - 1)
                for x in range(self.scene.width):
                    self.put(self.scene.cell(x, y), Mark.ROW)

    def _number_below(self, y: int) -> None:
        sets, numbers = self._numbered.sets, self._numbered.numbers
        used = {numbers[x] for x in self._led_down}
        free = (n for n in range(1, 2 * self.scene.width + 1) if n not in used)
        for x in range(self.scene.width):
            if x not in self._led_down:
                sets[x].remove(x)
                sets[x] = {x}
                numbers[x] = next(free)
                self.number((x, y), numbers[x])
        self._led_down.clear()

    def _leave(self, y: int) -> None:
        for x in range(self.scene.width):
            self.number((x, y), 0)
            self.take_off(self.scene.cell(x, y), Mark.ROW)
            self.put(self.scene.cell(x, y), Mark.IN)


class Joining(Director):
    """Passages drawn in any order, and the sets that they unite."""

    starts_with_sets = True

    def set_up(self) -> None:
        width, height = self.scene.width, self.scene.height
        self._numbered = NumberedSets((x, y) for y in range(height) for x in range(width))

    def show(self, step: Step) -> None:
        match step:
            case happened.PassageDrawn(passage=passage):
                self.no_longer_fresh()
                self.forget_lost()
                self.put(*self.edge(*passage))
                for cell in passage:
                    self.put(self.scene.cell(*cell), Mark.WALK)
            case happened.PassageTried(passage=passage, opened=opened):
                slots = [self.scene.cell(*cell) for cell in passage]
                self.take_off(*self.edge(*passage))
                for slot in slots:
                    self.take_off(slot, Mark.WALK)
                if opened:
                    self._unite(passage)
                    self.freshen(slots)
                else:
                    self.lose(slots)
            case happened.Finished():
                self.no_longer_fresh()
                self.forget_lost()
                self.put(0, Mark.IN)  # a maze of one cell has no passage that joins it
                for cell in self._numbered.sets:
                    self.number(cell, 0)

    def _unite(self, passage: Passage) -> None:
        self.open(*passage)
        for cell in passage:
            self.put(self.scene.cell(*cell), Mark.IN)
        # A cell that is alone in its set shows no number yet.
        for cell in (*self._numbered.unite(*passage), *passage):
            self.number(cell, self._numbered.numbers[cell])

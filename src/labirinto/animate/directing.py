"""From what a step tells to what is seen of it: which marks change.

A director for every kind of algorithm.  None of them knows how its algorithm decides; they follow
what the steps say.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from labirinto.algorithms.textbook import steps as happened
from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import Step
from labirinto.animate.marks import SET_SHIFT, Mark, Scene
from labirinto.grids.rectangle import Cell


class Director:
    """Keeps the scene as it is after the last step, and what that step has changed."""

    on_walls = False

    def __init__(self, width: int, height: int) -> None:
        self.scene: Scene = Scene(width, height, self.on_walls)
        self._changes: dict[int, int] = {}
        self._fresh: list[int] = []
        self._lost: list[int] = []
        self._faded: list[int] = []
        self.set_up()

    def set_up(self) -> None:
        """Shows what there is before the first step."""

    def show(self, step: Step) -> None:
        """Shows a step."""
        raise NotImplementedError

    def take_changes(self) -> list[tuple[int, int]]:
        """What has changed since it was last asked: number of the word, and its bits."""
        changes = sorted((slot, bits) for slot, bits in self._changes.items() if bits)
        self._changes.clear()
        return changes

    def put(self, slot: int, mark: Mark) -> None:
        self._change(slot, self.scene.words[slot] | mark)

    def take_off(self, slot: int, mark: Mark) -> None:
        # The complement of a flag knows nothing of the number of the set.
        self._change(slot, self.scene.words[slot] & ~int(mark))

    def number(self, cell: Cell, number: int) -> None:
        slot = self.scene.cell(*cell)
        marks = self.scene.words[slot] & ((1 << SET_SHIFT) - 1)
        self._change(slot, marks | number << SET_SHIFT)

    def _change(self, slot: int, word: int) -> None:
        self._changes[slot] = self._changes.get(slot, 0) ^ self.scene.words[slot] ^ word
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
        """Marks places as lost; those lost before them fade."""
        for slot in self._faded:
            self.take_off(slot, Mark.FADED)
        # What has been walked on again since is lost no longer.
        self._faded = [slot for slot in self._lost if self.scene.words[slot] & Mark.LOST]
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
        (x, y), (x2, _) = sorted((one, other))
        self.put(self.scene.cell(x, y), Mark.PASSAGE_EAST if x2 > x else Mark.PASSAGE_SOUTH)


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
                self.put(place(*start), Mark.WALK | Mark.HERE)
            case happened.WalkMoved(source=source, target=target):
                self.take_off(place(*source), Mark.HERE)
                self.take_off(place(*target), Mark.LOST | Mark.FADED)
                self.put(place(*target), Mark.WALK | Mark.HERE)
                self._draw(source, target)
                self._path.append(target)
            case happened.LoopErased(places=places):
                loop = self._path[-len(places) - 2 :]
                for one, other in pairwise(loop):
                    self._rub_out(one, other)
                for cell in places:
                    self.take_off(place(*cell), Mark.WALK)
                del self._path[-len(places) - 1 :]
                self.lose(place(*cell) for cell in places)
            case happened.PathJoined(path=path):
                self.forget_lost()
                for one, other in pairwise(path):
                    self._rub_out(one, other)
                    self.join(one, other)
                for cell in path:
                    self.take_off(place(*cell), Mark.WALK | Mark.HERE)
                    self.put(place(*cell), Mark.IN)
                self.freshen(place(*cell) for cell in path)
            case happened.Finished():
                self.no_longer_fresh()

    def join(self, one: Cell, other: Cell) -> None:
        """What becomes of a step of a walk that has arrived."""
        self.open(one, other)

    def _edge(self, one: Cell, other: Cell) -> tuple[int, Mark]:
        (x, y), (x2, _) = sorted((one, other))
        return self.scene.place(x, y), Mark.WALK_EAST if x2 > x else Mark.WALK_SOUTH

    def _draw(self, one: Cell, other: Cell) -> None:
        self.put(*self._edge(one, other))

    def _rub_out(self, one: Cell, other: Cell) -> None:
        self.take_off(*self._edge(one, other))


class WalksOnWalls(Walks):
    """Loop-erased walks from corner to corner, which leave walls."""

    on_walls = True

    def set_up(self) -> None:
        super().set_up()
        width, height = self.scene.width, self.scene.height
        self._wall_of: dict[Cell, Cell] = {}
        for y in range(height):
            for x in range(width):
                east = Mark.PASSAGE_EAST if x < width - 1 else Mark(0)
                south = Mark.PASSAGE_SOUTH if y < height - 1 else Mark(0)
                self.put(self.scene.cell(x, y), Mark.IN | east | south)
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
        """Takes down the wall of a corner, unless it is also that of its other end."""
        other = self._wall_of.pop(corner)
        if self._wall_of.get(other) != corner:
            self.put(*self._passage_at(corner, other))

    def _passage_at(self, one: Cell, other: Cell) -> tuple[int, Mark]:
        """The passage that a wall between two corners closes."""
        (x, y), (x2, _) = sorted((one, other))
        if x2 > x:
            return self.scene.cell(x, y - 1), Mark.PASSAGE_SOUTH
        return self.scene.cell(x - 1, y), Mark.PASSAGE_EAST


class Entering(Director):
    """One walk, and passages where it enters a cell for the first time."""

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


class RowByRow(Director):
    """The sets of the current row, and those that reach the row below."""

    def set_up(self) -> None:
        width = self.scene.width
        self._sets = {x: {x} for x in range(width)}
        self._number = {x: x + 1 for x in range(width)}
        self._led_down: set[int] = set()
        for x in range(width):
            self.put(self.scene.cell(x, 0), Mark.ROW)
            self.number((x, 0), x + 1)

    def show(self, step: Step) -> None:
        match step:
            case happened.SetsJoined(passage=(one, other)):
                self.open(one, other)
                self._unite(one[0], other[0], one[1])
            case happened.PassageDown(passage=(one, other)):
                self.open(one, other)
                self._led_down.add(one[0])
                self.number(other, self._number[one[0]])
            case happened.RowFinished(y=y, sets=()):
                self._leave(y)
            case happened.RowFinished(y=y):
                self._number_below(y + 1)
            case happened.RowBegun(y=y):
                self._leave(y - 1)
                for x in range(self.scene.width):
                    self.put(self.scene.cell(x, y), Mark.ROW)

    def _unite(self, one: int, other: int, y: int) -> None:
        larger = max(self._sets[one], self._sets[other], key=len)
        number = self._number[next(iter(larger))]
        unite(self._sets, one, other)
        for x in self._sets[one]:
            self._number[x] = number
            self.number((x, y), number)

    def _number_below(self, y: int) -> None:
        used = {self._number[x] for x in self._led_down}
        free = (n for n in range(1, 2 * self.scene.width + 1) if n not in used)
        for x in range(self.scene.width):
            if x not in self._led_down:
                self._sets[x].remove(x)
                self._sets[x] = {x}
                self._number[x] = next(free)
                self.number((x, y), self._number[x])
        self._led_down.clear()

    def _leave(self, y: int) -> None:
        for x in range(self.scene.width):
            self.number((x, y), 0)
            self.take_off(self.scene.cell(x, y), Mark.ROW)
            self.put(self.scene.cell(x, y), Mark.IN)


class Joining(Director):
    """Passages in any order, and the sets that they make one."""

    def set_up(self) -> None:
        width, height = self.scene.width, self.scene.height
        cells = [(x, y) for y in range(height) for x in range(width)]
        self._sets = {cell: {cell} for cell in cells}
        self._number = {cell: number for number, cell in enumerate(cells, 1)}

    def show(self, step: Step) -> None:
        match step:
            case happened.PassageDrawn(passage=passage):
                self.no_longer_fresh()
                self.forget_lost()
                self.put(*self._drawn(passage))
                for cell in passage:
                    self.put(self.scene.cell(*cell), Mark.WALK)
            case happened.PassageTried(passage=passage, opened=opened):
                slots = [self.scene.cell(*cell) for cell in passage]
                self.take_off(*self._drawn(passage))
                for slot in slots:
                    self.take_off(slot, Mark.WALK)
                if opened:
                    self._unite(*passage)
                    self.freshen(slots)
                else:
                    self.lose(slots)
            case happened.Finished():
                self.no_longer_fresh()
                self.forget_lost()
                self.put(0, Mark.IN)  # a single cell never was joined
                for cell in self._sets:
                    self.number(cell, 0)

    def _drawn(self, passage: tuple[Cell, Cell]) -> tuple[int, Mark]:
        (x, y), (x2, _) = sorted(passage)
        return self.scene.cell(x, y), Mark.WALK_EAST if x2 > x else Mark.WALK_SOUTH

    def _unite(self, one: Cell, other: Cell) -> None:
        self.open(one, other)
        for cell in (one, other):
            self.put(self.scene.cell(*cell), Mark.IN)
        larger = max(self._sets[one], self._sets[other], key=len)
        number = self._number[next(iter(larger))]
        changed = [cell for cell in (*self._sets[one], *self._sets[other]) if cell not in larger]
        unite(self._sets, one, other)
        # A cell has shown no number while it was alone.
        for cell in (*changed, one, other):
            self._number[cell] = number
            self.number(cell, number)


DIRECTORS: dict[str, type[Director]] = {
    "wilson": Walks,
    "wilson-walls": WalksOnWalls,
    "eller": RowByRow,
    "aldous-broder": Entering,
    "kruskal": Joining,
}
"""Who shows the steps of each algorithm of the textbook."""

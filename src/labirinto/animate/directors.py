"""Directors: they turn the steps of an algorithm into changes of marks.

There is one for every kind of algorithm.  A director follows the steps; it does not know how its
algorithm decides, nor how a grid is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from labirinto.algorithms.textbook import steps as happened
from labirinto.algorithms.textbook.steps import Step
from labirinto.animate.directing import Director, NumberedSets
from labirinto.animate.marks import Mark
from labirinto.grids.mesh import Label
from labirinto.grids.rectangle import Cell

_WALKER = Mark.WALK | Mark.HERE
_ERASED = Mark.LOST | Mark.FADED


class Walks(Director):
    """Loop-erased walks from cell to cell."""

    def set_up(self) -> None:
        self._walls: list[int] = []  # through which the walk has come

    def show(self, step: Step) -> None:
        slot = self.scene.slot
        match step:
            case happened.FirstCell(cell=cell):
                self.put(slot(cell), Mark.IN)
                self.freshen([slot(cell)])
            case happened.WalkStarted(place=start):
                self.no_longer_fresh()
                self.put(slot(start), _WALKER)
            case happened.WalkMoved(source=source, target=target):
                self.take_off(slot(source), Mark.HERE)
                self.take_off(slot(target), _ERASED)
                self.put(slot(target), _WALKER)
                self._walls.append(self.wall_of(step))
                self.cross(self._walls[-1])
            case happened.LoopErased(places=places):
                first = len(self._walls) - len(places) - 1
                for wall in self._walls[first:]:
                    self.uncross(wall)
                del self._walls[first:]
                for place in places:
                    self.take_off(slot(place), Mark.WALK)
                self.lose(map(slot, places))
            case happened.PathJoined(path=path):
                self.forget_lost()
                for wall in self._walls:
                    self.uncross(wall)
                self.join(path, self._walls)
                self._walls.clear()
                for place in path:
                    self.take_off(slot(place), _WALKER)
                    self.put(slot(place), Mark.IN)
                self.freshen(map(slot, path))
            case happened.Finished():
                self.no_longer_fresh()

    def wall_of(self, step: happened.WalkMoved) -> int:
        """The wall through which the walk went."""
        return self.wall((step.source, step.target), step.wall)

    def join(self, path: tuple[Label, ...], walls: list[int]) -> None:
        """Turn the steps of a finished walk into passages."""
        for wall in walls:
            self.open(wall)


class WalksOnWalls(Walks):
    """Loop-erased walks from corner to corner of a whole rectangle, which become walls."""

    on_walls = True

    def set_up(self) -> None:
        super().set_up()
        width, height = self.squares.width, self.squares.height
        self._wall_of: dict[Cell, Cell] = {}
        self.open_everywhere(Mark.IN)
        for y in range(height + 1):
            for x in range(width + 1):
                if x in (0, width) or y in (0, height):
                    self.put(self.squares.place(x, y), Mark.IN)

    def show(self, step: Step) -> None:
        match step:
            case happened.LoopPopped(place=corner):
                self.lose([self.scene.slot(corner)])
            case happened.WalkWentOn(path=path):
                self.no_longer_fresh()
                self.forget_lost()
                for one in path[:-1]:
                    self._take_down_wall(one)
                self.join(path, [])
                self.freshen(map(self.scene.slot, path))
            case _:
                super().show(step)

    def wall_of(self, step: happened.WalkMoved) -> int:
        return self._wall_between(step.source, step.target)

    def join(self, path: tuple[Label, ...], walls: list[int]) -> None:
        for one, other in pairwise(path):
            self._wall_of[one] = other
            self.close(self._wall_between(one, other))

    def _take_down_wall(self, corner: Cell) -> None:
        """Remove the wall that a corner stands for, unless its other end stands for it too."""
        other = self._wall_of.pop(corner)
        if self._wall_of.get(other) != corner:
            self.open(self._wall_between(corner, other))

    def _wall_between(self, one: Cell, other: Cell) -> int:
        """The wall that stands between two neighbouring corners."""
        (x, y), (x2, _) = sorted((one, other))
        # South of the cell above it, or east of the cell to the left of it.
        return 2 * self.squares.cell(x, y - 1) + 1 if x2 > x else 2 * self.squares.cell(x - 1, y)


class Entering(Director):
    """One walk that opens a passage wherever it enters a cell for the first time."""

    def show(self, step: Step) -> None:
        slot = self.scene.slot
        match step:
            case happened.FirstCell(cell=first):
                self.put(slot(first), Mark.IN | Mark.HERE)
            case happened.WalkMoved(source=source, target=target):
                self.no_longer_fresh()
                self.take_off(slot(source), Mark.HERE)
                self.put(slot(target), Mark.HERE)
            case happened.CellEntered(passage=passage, wall=wall):
                entered = slot(passage[1])
                self.open(self.wall(passage, wall))
                self.put(entered, Mark.IN)
                self.freshen([entered])
            case happened.Finished():
                self.no_longer_fresh()
                for at in range(len(self.scene.words)):
                    self.take_off(at, Mark.HERE)


class Growing(Director):
    """A path that goes to new cells, and goes back or ends where there is none."""

    def set_up(self) -> None:
        self._path: list[Label] = []
        self._walls: list[int] = []  # between the cells of the path

    def show(self, step: Step) -> None:
        slot = self.scene.slot
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._begin(first)
            case happened.CellEntered(passage=(one, other), wall=number):
                wall = self.wall((one, other), number)
                self.take_off(slot(one), Mark.HERE)
                self._join(other, wall)
                self.cross(wall)
                self._path.append(other)
                self._walls.append(wall)
                self.put(slot(other), _WALKER)
            case happened.WentBack(source=source, target=target):
                self._path.pop()
                self.uncross(self._walls.pop())
                self.take_off(slot(source), _WALKER)
                self.put(slot(target), Mark.HERE)
            case happened.CellHunted(passage=(one, other), wall=number):
                self._end()
                self._join(other, self.wall((one, other), number))
                self.freshen([slot(one)])
                self._begin(other)
            case happened.Finished():
                self._end()

    def _begin(self, first: Label) -> None:
        self._path = [first]
        self._walls.clear()
        self.put(self.scene.slot(first), Mark.IN | _WALKER)

    def _join(self, cell: Label, wall: int) -> None:
        self.open(wall)
        self.put(self.scene.slot(cell), Mark.IN)

    def _end(self) -> None:
        for wall in self._walls:
            self.uncross(wall)
        for cell in self._path:
            self.take_off(self.scene.slot(cell), _WALKER)


class Spreading(Director):
    """Cells that join anywhere along the border of the maze, which shows as places erased."""

    def show(self, step: Step) -> None:
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._join(first)
            case happened.CellEntered(passage=passage, wall=wall):
                self.open(self.wall(passage, wall))
                self._join(passage[1])
                self.freshen([self.scene.slot(passage[1])])

    def _join(self, joined: Label) -> None:
        words, slot = self.scene.words, self.scene.slot(joined)
        self.take_off(slot, Mark.FADED)
        self.put(slot, Mark.IN)
        for near in self.scene.beside(joined):
            if not words[near] & int(Mark.IN):
                self.put(near, Mark.FADED)


class Listing(Director):
    """A list of cells, from which the maze grows; they show as a walk."""

    def set_up(self) -> None:
        self._chosen = 0

    def show(self, step: Step) -> None:
        slot = self.scene.slot
        self.no_longer_fresh()
        match step:
            case happened.FirstCell(cell=first):
                self._chosen = slot(first)
                self.put(self._chosen, Mark.IN | Mark.WALK)
            case happened.CellChosen(cell=chosen):
                self.take_off(self._chosen, Mark.HERE)
                self._chosen = slot(chosen)
                self.put(self._chosen, Mark.HERE)
            case happened.CellEntered(passage=passage, wall=wall):
                entered = slot(passage[1])
                self.open(self.wall(passage, wall))
                self.put(entered, Mark.IN | Mark.WALK)
                self.freshen([entered])
            case happened.CellLeft(cell=left):
                self.take_off(slot(left), _WALKER)


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
                self.open(self.wall((one, other)))
                self._join([one])
            case happened.RunEnded(passage=(one, other), cells=cells):
                self.open(self.wall((one, other)))
                self._join(cells)
            case happened.Finished():
                self._mark_row(self.squares.height)
                for slot in range(len(self.scene.words)):
                    self.put(slot, Mark.IN)

    def _mark_row(self, y: int) -> None:
        """Move the marks of the current row to another one, of which the last is none."""
        for x in range(self.squares.width):
            if self._row >= 0:
                self.take_off(self.squares.cell(x, self._row), Mark.ROW)
            if y < self.squares.height:
                self.put(self.squares.cell(x, y), Mark.ROW)
        self._row = y

    def _join(self, cells: Iterable[Cell]) -> None:
        slots = [self.scene.slot(cell) for cell in cells]
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
                    self.close(self.wall(passage))
                self.freshen(self.scene.slot(cell) for passage in passages for cell in passage)
            case happened.PassageOpened(passage=passage):
                self.open(self.wall(passage))
                self.freshen(self.scene.slot(cell) for cell in passage)
            case happened.RoomFinished(cells=cells):
                slots = [self.scene.slot(cell) for cell in cells]
                for slot in slots:
                    self.put(slot, Mark.IN)
                self.freshen(slots)


class RowByRow(Director):
    """The sets of the current row, and those that reach the row below."""

    def set_up(self) -> None:
        width = self.squares.width
        self._numbered = NumberedSets(range(width))
        self._led_down: set[int] = set()
        for x in range(width):
            self.put(self.squares.cell(x, 0), Mark.ROW)
            self.number(self.squares.cell(x, 0), x + 1)

    def show(self, step: Step) -> None:
        match step:
            case happened.SetsJoined(passage=(one, other)):
                self.open(self.wall((one, other)))
                for x in self._numbered.unite(one[0], other[0]):
                    self.number(self.squares.cell(x, one[1]), self._numbered.numbers[x])
            case happened.PassageDown(passage=(one, other)):
                self.open(self.wall((one, other)))
                self._led_down.add(one[0])
                self.number(self.scene.slot(other), self._numbered.numbers[one[0]])
            case happened.RowFinished(y=y, sets=()):
                self._leave(y)
            case happened.RowFinished(y=y):
                self._number_below(y + 1)
            case happened.RowBegun(y=y):
                self._leave(y - 1)
                for x in range(self.squares.width):
                    self.put(self.squares.cell(x, y), Mark.ROW)

    def _number_below(self, y: int) -> None:
        sets, numbers = self._numbered.sets, self._numbered.numbers
        used = {numbers[x] for x in self._led_down}
        free = (n for n in range(1, 2 * self.squares.width + 1) if n not in used)
        for x in range(self.squares.width):
            if x not in self._led_down:
                sets[x].remove(x)
                sets[x] = {x}
                numbers[x] = next(free)
                self.number(self.squares.cell(x, y), numbers[x])
        self._led_down.clear()

    def _leave(self, y: int) -> None:
        for x in range(self.squares.width):
            self.number(self.squares.cell(x, y), 0)
            self.take_off(self.squares.cell(x, y), Mark.ROW)
            self.put(self.squares.cell(x, y), Mark.IN)


class Joining(Director):
    """Passages drawn in any order, and the sets that they unite."""

    starts_with_sets = True

    def set_up(self) -> None:
        self._numbered = NumberedSets(self.scene.slot(cell) for cell in self.scene.grid)

    def show(self, step: Step) -> None:
        match step:
            case happened.PassageDrawn(passage=passage, wall=wall):
                self.no_longer_fresh()
                self.forget_lost()
                self.cross(self.wall(passage, wall))
                for cell in passage:
                    self.put(self.scene.slot(cell), Mark.WALK)
            case happened.PassageTried(passage=passage, opened=opened, wall=number):
                wall = self.wall(passage, number)
                slots = [self.scene.slot(cell) for cell in passage]
                self.uncross(wall)
                for slot in slots:
                    self.take_off(slot, Mark.WALK)
                if opened:
                    self.open(wall)
                    self._unite(slots)
                    self.freshen(slots)
                else:
                    self.lose(slots)
            case happened.Finished():
                self.no_longer_fresh()
                self.forget_lost()
                # A maze of one cell has no passage that joins it.
                self.put(next(iter(self._numbered.sets)), Mark.IN)
                for slot in self._numbered.sets:
                    self.number(slot, 0)

    def _unite(self, slots: list[int]) -> None:
        for slot in slots:
            self.put(slot, Mark.IN)
        # A cell that is alone in its set shows no number yet.
        for slot in (*self._numbered.unite(*slots), *slots):
            self.number(slot, self._numbered.numbers[slot])

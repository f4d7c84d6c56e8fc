"""The base of all directors: the scene after the last step, and the changes that it made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import Step
from labirinto.animate.marks import SET_SHIFT, Mark, Scene, SquareScene, scene_of
from labirinto.grids import Grid
from labirinto.grids.rectangle import Passage

KeyT = TypeVar("KeyT", bound=Hashable)


class Director:
    """Keeps the scene after the last step, and the changes that this step made."""

    on_walls = False
    starts_with_sets = False

    def __init__(self, grid: Grid) -> None:
        self.scene: Scene = scene_of(grid, self.on_walls)
        self._changes: dict[int, int] = {}
        self._fresh: list[int] = []
        self._lost: list[int] = []
        self._faded: list[int] = []
        for slot, mark in self.scene.outside():
            self.put(slot, mark)
        self.set_up()

    @property
    def squares(self) -> SquareScene:
        """The scene of a rectangle."""
        assert isinstance(self.scene, SquareScene)
        return self.scene

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

    def number(self, slot: int, number: int) -> None:
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

    def wall(self, passage: Passage, wall: int | None = None) -> int:
        """The wall between two cells, which steps in rectangles need not have."""
        return self.squares.wall(*passage) if wall is None else wall

    def open(self, wall: int) -> None:
        self.put(*self.scene.passage(wall))

    def close(self, wall: int) -> None:
        self.take_off(*self.scene.passage(wall))

    def cross(self, wall: int) -> None:
        self.put(*self.scene.crossing(wall))

    def uncross(self, wall: int) -> None:
        self.take_off(*self.scene.crossing(wall))

    def open_everywhere(self, mark: Mark) -> None:
        """Open all passages of a rectangle, and put a mark on every cell."""
        width, height = self.squares.width, self.squares.height
        for y in range(height):
            for x in range(width):
                east = Mark.PASSAGE_EAST if x < width - 1 else Mark(0)
                south = Mark.PASSAGE_SOUTH if y < height - 1 else Mark(0)
                self.put(self.squares.cell(x, y), mark | east | south)


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

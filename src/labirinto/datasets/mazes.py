"""Mazes of any sizes, with their ends and solutions, as columns are made of them.

Those of rectangles are one after the other in flat arrays.  NumPy then works on all of them at
once; one by one, in Python, they would take 100 times as long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from labirinto import _core
from labirinto.datasets.arrays import Integers, Seeds, offsets
from labirinto.difficulties import Difficulty, difficulty
from labirinto.ends import Ends
from labirinto.grids import Mesh
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    from labirinto.datasets.making import Maker

T = TypeVar("T")


class Problem(NamedTuple):
    """A maze with its ends and its solution.

    Attributes:
        maze: The maze.
        ends: Its ends, if it has some.
        path: The path between them; if none leads there, of no steps.
        closed: The places of the two cells between which a passage was closed.
    """

    maze: Maze
    ends: Ends | None = None
    path: Path | None = None
    closed: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class Items(ABC):
    """Some rows of a dataset: every array has a number a row.

    Attributes:
        maker: What made them.
        numbers: Of the item of each.
        algorithms: The number of its algorithm in ``maker.mix.names``.
        seeds: Of each maze.
        widths, heights: Of each size.
        pairs: The number of its ends among those of the same maze.
        kind: How the first ends were chosen, or None without ends.
        steps: The number of steps of each solution; 0 if no path leads to the end.
        closed: ``int64[n, 2]``: the places of the two cells of each between which a passage was
            closed; None if none was.
    """

    maker: Maker
    numbers: Integers
    algorithms: Integers
    seeds: Seeds
    widths: Integers
    heights: Integers
    pairs: Integers
    kind: str | None
    steps: Integers
    closed: Integers | None = field(default=None, kw_only=True)

    def __len__(self) -> int:
        return len(self.numbers)

    def recipe(self, i: int) -> Recipe:
        """How maze i was made."""
        name = self.maker.mix.names[self.algorithms[i]]
        size = int(self.widths[i]), int(self.heights[i])
        return self.maker.recipe(name, self.maker.grid(size), int(self.seeds[i]))

    @abstractmethod
    def maze(self, i: int) -> Maze:
        """Maze i, with its recipe."""

    @abstractmethod
    def ends_of(self, i: int) -> Ends:
        """The ends of maze i."""

    @abstractmethod
    def path_of(self, i: int) -> Path:
        """The solution of maze i."""

    @cached_property
    def difficulties(self) -> list[Difficulty]:
        """How hard each is to solve."""
        return [difficulty(self.maze(i), self.path_of(i)) for i in range(len(self))]


@dataclass(frozen=True, eq=False)
class Mazes(Items):
    """Rows of mazes in rectangles, with masks or without: arrays as of ``Items``, or flat.

    Attributes:
        bits: Of each maze, as ``Maze.bits``.
        masks: Of each maze with a mask; None if no maze has one.
        exits: Flat: a byte a cell, as ``Maze.cells``.
        starts, ends: ``int64[n, 2]``, x and y.
        moves: Flat: a byte a step of the solution, 0 east, 1 south, 2 west, 3 north.
    """

    bits: list[bytes]
    masks: list[bytes | None] | None
    exits: NDArray[np.uint8]
    starts: Integers
    ends: Integers
    moves: NDArray[np.uint8]

    @cached_property
    def firsts(self) -> Integers:
        """Where the cells of each maze begin in a flat array, and where the last one ends."""
        return offsets(self.widths * self.heights)

    @cached_property
    def step_firsts(self) -> Integers:
        """Where the steps of each path begin in a flat array, and where the last one ends."""
        return offsets(self.steps)

    @cached_property
    def owners(self) -> Integers:
        """Flat: the place of the maze that a cell belongs to."""
        return np.repeat(np.arange(len(self)), self.widths * self.heights)

    @cached_property
    def places(self) -> tuple[Integers, Integers]:
        """Flat: x and y of every cell."""
        owners = self.owners
        y, x = np.divmod(np.arange(len(owners)) - self.firsts[owners], self.widths[owners])
        return x, y

    @cached_property
    def path(self) -> tuple[Integers, Integers, Integers]:
        """Flat: of every cell of the solutions, the place of its maze, x and y."""
        owners = np.repeat(np.arange(len(self)), self.steps + 1)
        begins = offsets(self.steps + 1)[:-1]
        is_step = np.ones(len(owners), bool)
        is_step[begins] = False
        deltas = np.zeros((len(owners), 2), np.int64)
        deltas[is_step] = np.array(STEPS)[self.moves]
        places = deltas.cumsum(axis=0)
        places += (self.starts - places[begins])[owners]
        return owners, places[:, 0], places[:, 1]

    @cached_property
    def distances(self) -> NDArray[np.int32]:
        """Flat: the steps from the start to every cell."""
        sizes = zip(self.widths.tolist(), self.heights.tolist(), strict=True)
        found = b"".join(
            _core.Squares(*size).distances(bits, y * size[0] + x)
            for bits, size, (x, y) in zip(self.bits, sizes, self.starts.tolist(), strict=True)
        )
        return np.frombuffer(found, np.int32)

    def maze(self, i: int) -> Maze:
        recipe = self.recipe(i)
        if self.maker.perfect:
            return Maze._made(recipe, recipe.seed, self.bits[i])
        mask = self.masks[i] if self.masks else None
        is_its = self.closed is None
        return Maze(
            recipe.width,
            recipe.height,
            self.bits[i],
            mask=mask,
            recipe=recipe if is_its else None,
        )

    def ends_of(self, i: int) -> Ends:
        (x, y), (x2, y2) = self.starts[i].tolist(), self.ends[i].tolist()
        return Ends((x, y), (x2, y2), open=self.kind == "border" and not self.pairs[i])

    def path_of(self, i: int) -> Path:
        x, y = self.starts[i].tolist()
        return Path((x, y), self.moves[self.step_firsts[i] : self.step_firsts[i + 1]].tobytes())


@dataclass(frozen=True, eq=False)
class MeshMazes(Items):
    """Rows of mazes on grids that are not rectangles.

    Attributes:
        problems: Of each row.
    """

    problems: list[Problem]

    def maze(self, i: int) -> Maze:
        return self.problems[i][0]

    def ends_of(self, i: int) -> Ends:
        ends = self.problems[i][1]
        assert ends
        return ends

    def path_of(self, i: int) -> Path:
        path = self.problems[i][2]
        assert path
        return path

    @cached_property
    def meshes(self) -> list[Mesh]:
        """The grid of each maze."""
        return [cast(Mesh, maze.grid) for maze, *_ in self.problems]

    def of_each_grid(self, what: Callable[[Mesh], T]) -> list[T]:
        """Return a value for the grid of each maze, computed once for each grid."""
        found = {id(mesh): what(mesh) for mesh in {id(mesh): mesh for mesh in self.meshes}.values()}
        return [found[id(mesh)] for mesh in self.meshes]

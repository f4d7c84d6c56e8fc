"""Mazes prepared for agents, many at a time, from the stream of a dataset's split."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from labirinto.datasets import mesh_values
from labirinto.datasets.making import Rows
from labirinto.datasets.mazes import Mazes
from labirinto.datasets.rows import DatasetRows
from labirinto.datasets.values import Context
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.rectangle import EXIT_BITS, STEPS

_CELLS_AT_ONCE = 1 << 15
_MOST_AT_ONCE = 512
_MOST_TRIED = 10**6

LOOK = Context(Style())
"""For columns of the dataset, none of which is a picture here."""

Numbers = NDArray[np.int32]


class Steps(NamedTuple):
    """Where the actions lead from each cell of a grid, if no wall is there.

    Attributes:
        beside: ``int32[places, actions]``: the place of the cell there; without a neighbour any.
        walls: On a mesh, ``int32[places, actions]``: the wall between, -1 without a neighbour;
            empty for rectangles.
    """

    beside: Numbers
    walls: Numbers

    @classmethod
    def on(cls, grid: Grid) -> Steps:
        """Find those of a grid: in a rectangle east, south, west, north, else clockwise."""
        if not grid.kind:
            here = np.arange(grid.places, dtype=np.int32)[:, None]
            strides = [dx + dy * grid.shape[-1] for dx, dy in STEPS]
            return cls(here + np.array(strides, np.int32), here[:0])
        neighbours = list(map(grid.neighbours, range(grid.places)))
        most = max(map(len, neighbours))
        padded = [them + [(0, -1)] * (most - len(them)) for them in neighbours]
        table = np.array(padded, np.int32)
        return cls(table[..., 0], table[..., 1])


class Problems(NamedTuple):
    """Mazes, each with a start and a goal.

    Attributes:
        mazes: The rows of the dataset.
        leads: ``bool[n, places, actions]``: whether a passage is there.
        following: ``int32[n, places, actions]``: the place that an action leads to, which is the
            same if there is a wall.
        distances: ``int32[n, places]``: steps to the goal.
        starts, goals: ``int32[n]``, places.
    """

    mazes: Rows
    leads: NDArray[np.bool_]
    following: Numbers
    distances: Numbers
    starts: Numbers
    goals: Numbers

    @classmethod
    def of(cls, mazes: Rows, grid: Grid, steps: Steps) -> Problems:
        """Prepare some mazes on a grid."""
        count = len(mazes)
        if isinstance(mazes, Mazes):
            bits = mazes.bits
            leads = mazes.exits.reshape(count, -1, 1) & np.array(EXIT_BITS, np.uint8) > 0
            starts, goals = (
                them @ np.array([1, grid.shape[-1]]) for them in (mazes.starts, mazes.ends)
            )
        else:
            bits = [maze.bits for maze, *_ in mazes.problems]
            is_open = mesh_values.open_of(mazes, LOOK).flat.reshape(count, -1)
            leads = is_open[:, steps.walls] & (steps.walls >= 0)
            starts, goals = (mesh_values.end_cells_of(mazes, which) for which in (0, 1))
        here = np.arange(grid.places, dtype=np.int32)[:, None]
        distances = b"".join(map(grid.core.distances, bits, goals.tolist()))
        return cls(
            mazes,
            leads,
            np.where(leads, steps.beside, here),
            np.frombuffer(distances, np.int32).reshape(count, -1),
            starts.astype(np.int32),
            goals.astype(np.int32),
        )


Problem = tuple[Problems, int]
"""A maze: the problems among which it is, and its place there."""


class ProblemStream:
    """The mazes of a split without end: those of a ``MazeStream`` of the dataset and a seed.

    Args:
        dataset: Of one grid.
        split: The name of the split.
        grid: Of the mazes.
        steps: On the grid.
        seed: Instead of the dataset's.
    """

    # Not a generator, so that an environment can be copied to try out what follows.
    def __init__(
        self, dataset: DatasetRows, split: str, grid: Grid, steps: Steps, seed: int
    ) -> None:
        part = dataset.parts[0]
        self._dataset, self._grid, self._steps = dataset, grid, steps
        self._part = replace(part, maker=part.maker.of(part.maker.mix, seed))
        self._wanted = part.splits.index(split)
        self._first, self._more, self._tried = 0, 1, 0
        self._left: list[Problem] = []

    def take(self) -> Problem:
        """Return the next maze.

        Raises:
            InvalidValueError: If the split has no maze, or so few that none is found.
        """
        while not self._left:
            self._left = self._made()[::-1]
        return self._left.pop()

    def _made(self) -> list[Problem]:
        found: list[Problem] = []
        numbers = np.arange(self._first, self._first + self._more)
        for mazes, splits in self._dataset.mazes(self._part, [numbers]):
            chosen = np.flatnonzero(splits == self._wanted).tolist()
            if chosen:
                some = Problems.of(cast(Rows, mazes), self._grid, self._steps)
                found += [(some, i) for i in chosen]
        self._first += self._more
        self._tried = 0 if found else self._tried + self._more
        split, low, high = self._part.shares[self._wanted]
        # If there are mazes left, the chance that none is among so many is e^-100.
        if self._tried > min(_MOST_TRIED, 100 / (high - low)):
            raise InvalidValueError(
                f"None of {self._tried} mazes in a row is in the split {split}; give it a larger "
                "share, or larger mazes."
            )
        # Few at first, since an episode may be the only one of its seed.
        most = min(_MOST_AT_ONCE, max(1, _CELLS_AT_ONCE // self._grid.places))
        self._more = min(2 * self._more, most)
        return found

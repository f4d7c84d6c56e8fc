"""Making the items of a dataset, each by its number."""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from labirinto import seeds
from labirinto.algorithms.generating import algorithm_named, generate
from labirinto.batches.block import ARRIVED
from labirinto.batches.making import Batch
from labirinto.batches.unique import MAX_ITEMS
from labirinto.datasets.arrays import Integers, Seeds, offsets
from labirinto.datasets.closing import closed_once
from labirinto.datasets.mazes import Mazes, MeshMazes, Problem
from labirinto.datasets.mixing import Mix, Size, child_seeds
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Rectangle
from labirinto.grids.rectangle import EXIT_BITS, STEPS
from labirinto.maze import Maze
from labirinto.random_bits import Bits
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms
from labirinto.runs.run import HopelessError
from labirinto.solving import solve, suggest_ends

Drawn = tuple[Integers, Integers, Seeds, Integers, Integers, Integers, str | None]
"""The arrays of ``Items`` that are known before the mazes are made, and the kind of ends."""

Rows = Mazes | MeshMazes

CELLS_AT_ONCE = 1 << 19
"""About so many cells are made at a time: some 100 bytes of memory each."""

_MOST_FAILED = 1_000
"""After so many items in a row that cannot be made, there is no hope for others."""

_GRIDS_AT_ONCE = 32
"""So many grids are kept with what was found out of their maps."""


class Changes(NamedTuple):
    """The changes to every maze, besides its algorithm.

    Attributes:
        rooms: As for ``generate``.
        braid: The share of the dead ends that go; see ``braid``.
        sparse: The share of the cells that go; see ``sparse``.
        symmetry: As for ``generate``.
    """

    rooms: Rooms | None = None
    braid: float | None = None
    sparse: float | None = None
    symmetry: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        values = {**self._asdict(), "rooms": self.rooms and self.rooms.as_dict()}
        if self.symmetry is None:  # which came later: recipes stay as they are
            del values["symmetry"]
        return values


@dataclass(eq=False)
class Maker:
    """Makes any items of a dataset.

    Item k is the maze of the child seed k (purpose ``item``) of the seed, of the algorithm and the
    size that ``Mix.draw`` gives it: of one algorithm and one size, item k of a ``Batch``.

    Attributes:
        mix: Algorithms and sizes.
        seed: The number of the seed.
        ends: How the first ends are chosen, or None for none, and no solutions.
        changes: What else is done to each maze.
        pairs: How many different ends each maze has, and rows.
        unreachable: In which share of the mazes no path leads to the end; None for perfect mazes.
    """

    mix: Mix
    seed: int
    ends: str | None = None
    changes: Changes = field(default_factory=Changes)
    pairs: int = 1
    unreachable: float | None = None

    def __post_init__(self) -> None:
        self._batches: dict[tuple[int, Size], Batch] = {}
        self._grids: dict[Size, Grid] = {}
        self._revisions = {name: algorithm_named(name).revision for name in self.mix.names}

    def of(self, mix: Mix, seed: int) -> Maker:
        """Return this maker with another mix and seed."""
        return replace(self, mix=mix, seed=seed)

    @property
    def perfect(self) -> bool:
        """Whether every maze is as its algorithm makes it, with a symmetry or without."""
        return self.changes == Changes(symmetry=self.changes.symmetry) and self.unreachable is None

    @property
    def may_fail(self) -> bool:
        """Whether some items may be no mazes: rooms do not fit, or too few cells or passages are
        left.
        """
        return (self.changes.rooms, self.changes.sparse, self.unreachable) != (None, None, None)

    def grid(self, size: Size) -> Grid:
        """The grid of a size."""
        if self.mix.grids is None:
            return Rectangle(*size)
        if size not in self._grids:
            if len(self._grids) == _GRIDS_AT_ONCE:
                self._grids.clear()
            self._grids[size] = copy(self.mix.grids[size])
        return self._grids[size]

    def recipe(self, name: str, grid: Grid, seed: int) -> Recipe:
        """The recipe of a maze."""
        rooms, braid, sparse, symmetry = self.changes
        return Recipe(
            name,
            grid=grid,
            seed=seed,
            revision=self._revisions[name],
            parameters=algorithm_named(name).complete(self.mix.parameters_of(name)),
            rooms=rooms,
            braid=None if braid is None else (braid, seed),
            sparse=sparse,
            symmetry=symmetry,
        )

    def make(self, chunks: Iterable[Integers], *, solved: bool = True) -> Iterator[Rows]:
        """Make items, as many at a time as CELLS_AT_ONCE allows.

        Those whose rooms or ends do not fit are left out.

        Args:
            chunks: Arrays of their numbers.
            solved: Whether to choose the ends and to find the solutions, if there are ends; else
                every item is one row.

        Raises:
            InvalidValueError: If a maze has no such ends, or too few, or a thousand items in a row
                cannot be made.
        """
        failed = 0
        for piece in self._pieces(chunks):
            rows, error = self._make(piece, solved)
            failed = 0 if len(rows) else failed + len(piece)
            if failed >= _MOST_FAILED:
                raise HopelessError(f"{_MOST_FAILED} mazes in a row could not be made.  {error}")
            yield rows

    def _pieces(self, chunks: Iterable[Integers]) -> Iterator[Integers]:
        most = _MOST_FAILED if self.may_fail else CELLS_AT_ONCE // 4
        for numbers in chunks:
            at = 0
            while at < len(numbers):
                some = numbers[at : at + most]
                _, widths, heights = self.mix.draw(self.seed, some)
                cells = np.cumsum(self.mix.cells(widths, heights) * self.pairs)
                count = max(1, int(np.searchsorted(cells, CELLS_AT_ONCE, side="right")))
                yield some[:count]
                at += count

    def _make(self, numbers: Integers, solved: bool) -> tuple[Rows, InvalidValueError | None]:
        """Make items; if some cannot be made, leave them out, and return the last reason, too."""
        # What is closed, and so the content of a maze, depends on its solution.
        solved = solved or self.unreachable is not None
        kind, pairs = (self.ends, self.pairs) if solved else (None, 1)
        if self.mix.is_rectangular and self.perfect and pairs == 1:
            return self._at_once(self._drawn(numbers, 1, kind)), None
        made, error = self._problems(numbers, kind, pairs)
        drawn = self._drawn(numbers[[bool(problems) for problems in made]], pairs, kind)
        return self._packed(drawn, [problem for problems in made for problem in problems]), error

    def _drawn(self, numbers: Integers, pairs: int, kind: str | None) -> Drawn:
        numbers = np.repeat(numbers, pairs)
        algorithms, widths, heights = self.mix.draw(self.seed, numbers)
        own_seeds = child_seeds(self.seed, seeds.ITEM, numbers)
        places = np.arange(len(numbers)) % pairs
        return numbers, algorithms, own_seeds, widths, heights, places, kind

    def _problems(
        self, numbers: Integers, kind: str | None, pairs: int
    ) -> tuple[list[list[Problem]], InvalidValueError | None]:
        """The problems of each item, one by one; none of those that cannot be made."""
        _, algorithms, own_seeds, widths, heights, *_ = self._drawn(numbers, 1, kind)
        ends_kind = self.ends if self.may_fail else kind
        made: list[list[Problem]] = [[] for _ in numbers]
        reason = None
        # All of one size, of each size, since the map of a grid takes long.
        for i in np.lexsort((heights, widths)).tolist():
            name = self.mix.names[algorithms[i]]
            grid = self.grid((int(widths[i]), int(heights[i])))
            try:
                maze = generate(self.recipe(name, grid, int(own_seeds[i])))
                chosen = different_ends(maze, ends_kind, self.pairs) if ends_kind else []
                made[i] = (
                    [self._problem(maze, ends) for ends in chosen] if kind else [Problem(maze)]
                )
            except InvalidValueError as error:
                if not self.may_fail:
                    raise
                reason = error
        return made, reason

    def _problem(self, maze: Maze, ends: Ends) -> Problem:
        path = solve(maze, *ends)
        if self.unreachable is None:
            return Problem(maze, ends, path)
        return closed_once(maze, ends, path, self.unreachable)

    def _packed(self, drawn: Drawn, problems: list[Problem]) -> Rows:
        paths = [it.path for it in problems if it.path is not None]
        steps = np.array([path.steps for path in paths] or [0] * len(problems), np.int64)
        closed = None
        if self.unreachable is not None:
            closed = np.array([it.closed for it in problems], np.int64).reshape(-1, 2)
        if not self.mix.is_rectangular:
            return MeshMazes(self, *drawn, steps, problems, closed=closed)
        exits = b"".join(maze.cells().data for maze, *_ in problems)
        cells = [tuple(it.ends) if it.ends else ((0, 0), (0, 0)) for it in problems]
        ends = np.array(cells, np.int64).reshape(-1, 2, 2)
        return Mazes(
            self,
            *drawn,
            steps,
            [maze.bits for maze, *_ in problems],
            [maze.rectangle.mask for maze, *_ in problems],
            np.frombuffer(exits, np.uint8),
            ends[:, 0],
            ends[:, 1],
            np.frombuffer(b"".join(path.moves for path in paths), np.uint8),
            closed=closed,
        )

    def _at_once(self, drawn: Drawn) -> Mazes:
        numbers, algorithms, _, widths, heights, _, kind = drawn
        firsts = offsets(widths * heights)
        exits = np.zeros(firsts[-1], np.uint8)
        ahead = np.zeros(firsts[-1] if kind else 0, np.uint8)
        ends = np.zeros((len(numbers), 2, 2), np.int64)
        bits: list[bytes] = [b""] * len(numbers)
        masks: list[bytes | None] = [None] * len(numbers)
        # All of one kind, of each kind.
        order = np.lexsort((numbers, heights, widths, algorithms))
        keys = np.stack([algorithms, widths, heights])[:, order]
        begins = np.flatnonzero(np.any(keys[:, 1:] != keys[:, :-1], axis=0)) + 1
        for some in np.split(order, begins):
            algorithm, width, height = (
                int(them[some[0]]) for them in (algorithms, widths, heights)
            )
            block = self._batch(algorithm, (width, height), kind).take(numbers[some].tolist())
            cells = firsts[some][:, None] + np.arange(width * height)
            exits[cells] = np.frombuffer(block.cells().data, np.uint8).reshape(cells.shape)
            grid = block.recipe.rectangle
            size = grid.maze_bytes
            for at, place in enumerate(some.tolist()):
                bits[place] = block.rows[at * size : (at + 1) * size]
                masks[place] = grid.mask
            if kind:
                ends[some] = np.frombuffer(block.ends_bytes, np.int32).reshape(-1, 2, 2)
                ahead[cells] = np.frombuffer(block.solution_bytes or b"", np.uint8).reshape(
                    cells.shape
                )
        if kind:
            moves, steps = _walked(ahead, firsts, widths, ends[:, 0])
        else:
            moves, steps = np.zeros(0, np.uint8), np.zeros(len(numbers), np.int64)
        kept = masks if self.mix.grids else None
        return Mazes(self, *drawn, steps, bits, kept, exits, ends[:, 0], ends[:, 1], moves)

    def _batch(self, algorithm: int, size: Size, kind: str | None) -> Batch:
        key = algorithm, size
        if key not in self._batches or self._batches[key].ends != kind:
            if self.changes.symmetry and len(self._batches) >= _GRIDS_AT_ONCE:
                self._batches.clear()  # each holds its cells that are joined
            recipe = self.recipe(self.mix.names[algorithm], self.grid(size), self.seed)
            self._batches[key] = Batch(
                recipe, MAX_ITEMS, block=1, ends=kind, solutions=kind is not None, threads=1
            )
        return self._batches[key]


def check_closing(
    pairs: int, changes: Changes, order: str | None, columns: Collection[str]
) -> None:
    """Check what goes with mazes of which no path leads to the end.

    Raises:
        InvalidValueError: If something does not.
    """
    for is_given, name in (
        (pairs > 1, "pairs"),
        (changes.braid is not None, "braid"),
        (changes.rooms is not None, "rooms"),
        (changes.symmetry is not None, "symmetry"),
        (order == "difficulty", "the order"),
        ("stage" in columns, "stages"),
        ("difficulty" in columns, "the column difficulty"),
    ):
        if is_given:
            raise InvalidValueError(
                "Mazes without a path have one pair of ends, no loops, no symmetry and no "
                f"difficulty; leave out {name}, or unreachable."
            )


def check_pairs(count: int, cells: int) -> None:
    """Check that a maze of so many cells has so many different pairs of ends.

    Raises:
        InvalidValueError: If not.
    """
    pairs = cells * (cells - 1) // 2
    if count > pairs:
        raise InvalidValueError(
            f"A maze of {cells} cells has {pairs} different pairs of ends, not {count}; give fewer "
            "pairs, or more cells."
        )


def different_ends(maze: Maze, kind: str, count: int) -> list[Ends]:
    """Different pairs of ends of a maze: the first of a kind, the others at random.

    Raises:
        InvalidValueError: If the maze has no such ends, or too few.
    """
    first = suggest_ends(maze, kind)
    if count == 1:
        return [first]
    grid = maze.grid
    check_pairs(count, len(grid))
    pairs = len(grid) * (len(grid) - 1) // 2
    assert maze.recipe
    bits = Bits(seeds.child_seed(seeds.seed_number(maze.recipe.seed), seeds.ENDS, 1))
    low, high = sorted(map(grid.index, first))
    found, taken = [first], [high * (high - 1) // 2 + low]
    while len(found) < count:
        # Of the pairs that are left, in the order of the second cell and then the first.
        number = bits.below(pairs - len(taken))
        for other in taken:
            number += number >= other
        insort(taken, number)
        high = (1 + isqrt(1 + 8 * number)) // 2
        start, end = grid.label(number - high * (high - 1) // 2), grid.label(high)
        found.append(Ends(end, start) if bits.below(2) else Ends(start, end))
    return found


def _walked(
    ahead: NDArray[np.uint8], firsts: Integers, widths: Integers, starts: Integers
) -> tuple[NDArray[np.uint8], Integers]:
    """The steps of many solutions, all of which are walked at the same time.

    Args:
        ahead: Flat: the exit to take next, as ``MazeBlock.solutions``.
        firsts: Where the cells of each maze begin.
        widths: Of the mazes.
        starts: ``int64[n, 2]``.

    Returns:
        The moves, flat, and the number of steps of each.
    """
    move_of = np.zeros(ARRIVED + 1, np.uint8)
    for move, bit in enumerate(EXIT_BITS):
        move_of[bit] = move
    steps = np.add.reduceat(ahead != 0, firsts[:-1], dtype=np.int64) - 1
    moves = np.zeros(steps.sum(), np.uint8)
    here = firsts[:-1] + starts[:, 1] * widths + starts[:, 0]
    out = offsets(steps)[:-1]
    # The longest first, so that the unfinished ones are always the first few.
    order = np.argsort(-steps, kind="stable")
    here, out = here[order], out[order]
    unfinished = len(steps) - np.searchsorted(
        np.sort(steps), np.arange(1, steps.max() + 1), side="left"
    )
    dx, dy = np.array(STEPS).T
    strides = dx[:, None] + dy[:, None] * widths[order]
    for step, count in enumerate(unfinished.tolist()):
        taken = move_of[ahead[here[:count]]]
        moves[out[:count] + step] = taken
        here[:count] += strides[taken, np.arange(count)]
    return moves, steps

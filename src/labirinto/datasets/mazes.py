"""Mazes of any sizes, one after the other in flat arrays, with their ends and solutions.

NumPy then works on all of them at once; one by one, in Python, they would take 100 times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto import _core, seeds
from labirinto.algorithms.generating import algorithm_named, generate
from labirinto.batches.block import ARRIVED
from labirinto.batches.making import MAX_ITEMS, Batch
from labirinto.datasets.mixing import Mix, child_seeds
from labirinto.ends import Ends
from labirinto.grids.rectangle import EXIT_BITS, STEPS, Rectangle
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms
from labirinto.solving import solve, suggest_ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from labirinto.datasets.mixing import Integers, Seeds

    Drawn = tuple[Integers, Integers, Seeds, Integers, Integers]
    """The numbers of some items, their algorithms, seeds, widths and heights."""

CELLS_AT_ONCE = 1 << 19
"""About so many cells are made at a time: some 100 bytes of memory each."""


class Changes(NamedTuple):
    """What is done to every maze, beside its algorithm.

    Attributes:
        rooms: As for ``generate``.
        braid: The share of the dead ends that go; see ``braid``.
        sparse: The share of the cells that go; see ``sparse``.
    """

    rooms: Rooms | None = None
    braid: float | None = None
    sparse: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**self._asdict(), "rooms": self.rooms and self.rooms.as_dict()}


@dataclass(frozen=True, eq=False)
class Mazes:
    """Some items: every array has a number an item, or is flat, all items one after the other.

    Attributes:
        maker: What made them.
        numbers: The number of each item.
        algorithms: The number of its algorithm in ``maker.mix.names``.
        seeds: Of each maze.
        widths, heights: Of each maze.
        bits: Of each maze, as ``Maze.bits``.
        masks: Of each maze with a mask; None if no maze has one.
        exits: Flat: a byte a cell, as ``Maze.cells``.
        kind: How the ends were chosen, or None without ends.
        starts, ends: ``int64[n, 2]``, x and y.
        moves: Flat: a byte a step of the solution, 0 east, 1 south, 2 west, 3 north.
        steps: The number of steps of each solution.
    """

    maker: Maker
    numbers: Integers
    algorithms: Integers
    seeds: NDArray[np.uint64]
    widths: Integers
    heights: Integers
    bits: list[bytes]
    masks: list[bytes | None] | None
    exits: NDArray[np.uint8]
    kind: str | None
    starts: Integers
    ends: Integers
    moves: NDArray[np.uint8]
    steps: Integers

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def plain(self) -> bool:
        """Whether every maze is perfect and fills its rectangle."""
        return self.maker.plain

    @cached_property
    def firsts(self) -> Integers:
        """Where the cells of each maze begin in a flat array, and where the last one ends."""
        return offsets(self.widths * self.heights)

    @cached_property
    def step_firsts(self) -> Integers:
        """The same of the steps."""
        return offsets(self.steps)

    @cached_property
    def owners(self) -> Integers:
        """Flat: the place of the maze that a cell belongs to."""
        import numpy as np

        return np.repeat(np.arange(len(self)), self.widths * self.heights)

    @cached_property
    def places(self) -> tuple[Integers, Integers]:
        """Flat: x and y of every cell."""
        import numpy as np

        owners = self.owners
        y, x = np.divmod(np.arange(len(owners)) - self.firsts[owners], self.widths[owners])
        return x, y

    @cached_property
    def path(self) -> tuple[Integers, Integers, Integers]:
        """Flat: of every cell of the solutions, the place of its maze, x and y."""
        import numpy as np

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
        import numpy as np

        sizes = zip(self.widths.tolist(), self.heights.tolist(), strict=True)
        found = b"".join(
            _core.distances(bits, *size, *start)
            for bits, size, start in zip(self.bits, sizes, self.starts.tolist(), strict=True)
        )
        return np.frombuffer(found, np.int32)

    def recipe(self, i: int) -> Recipe:
        """How maze i was made."""
        mix = self.maker.mix
        name = mix.names[self.algorithms[i]]
        return self.maker.recipe(
            name, int(self.widths[i]), int(self.heights[i]), int(self.seeds[i])
        )

    def maze(self, i: int) -> Maze:
        """Maze i, with its recipe."""
        recipe = self.recipe(i)
        if self.plain:
            return Maze._made(recipe, self.bits[i])
        mask = self.masks[i] if self.masks else None
        return Maze(recipe.width, recipe.height, self.bits[i], mask=mask, recipe=recipe)

    def ends_of(self, i: int) -> Ends:
        """The ends of maze i."""
        (x, y), (x2, y2) = self.starts[i].tolist(), self.ends[i].tolist()
        return Ends((x, y), (x2, y2), open=self.kind == "border")

    def path_of(self, i: int) -> Path:
        """The solution of maze i."""
        x, y = self.starts[i].tolist()
        return Path((x, y), self.moves[self.step_firsts[i] : self.step_firsts[i + 1]].tobytes())


def offsets(lengths: Integers) -> Integers:
    """Where parts of these lengths begin, one after the other, and where the last one ends."""
    import numpy as np

    found = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=found[1:])
    return found


class Maker:
    """Makes any items of a dataset.

    Item k is the maze of the child seed k (purpose ``item``) of the seed, of the algorithm and the
    size that ``Mix.draw`` gives it: of one algorithm and one size, item k of a ``Batch``.

    Args:
        mix: Algorithms and sizes.
        seed: The number of the seed.
        ends: How the ends are chosen, or None for none, and no solutions.
        changes: What else is done to each maze.
    """

    def __init__(
        self, mix: Mix, seed: int, ends: str | None = None, changes: Changes | None = None
    ) -> None:
        self.mix = mix
        self.seed = seed
        self.ends = ends
        self.changes = changes or Changes()
        self._batches: dict[tuple[int, int, int], Batch] = {}
        self._revisions = {name: algorithm_named(name).revision for name in mix.names}

    @property
    def plain(self) -> bool:
        """Whether every maze is perfect and fills its rectangle."""
        return self.changes == Changes()

    def recipe(self, name: str, width: int, height: int, seed: int) -> Recipe:
        """The recipe of a maze."""
        rooms, braid, sparse = self.changes
        return Recipe(
            name,
            width,
            height,
            seed,
            self._revisions[name],
            algorithm_named(name).complete(self.mix.parameters_of(name)),
            rooms=rooms,
            braid=None if braid is None else (braid, seed),
            sparse=sparse,
        )

    def pieces(self, numbers: Integers) -> Iterator[Integers]:
        """Numbers in pieces of which each is made at a time."""
        import numpy as np

        at = 0
        while at < len(numbers):
            some = numbers[at : at + CELLS_AT_ONCE // 4]
            _, widths, heights = self.mix.draw(self.seed, some)
            cells = np.cumsum(widths * heights)
            count = max(1, int(np.searchsorted(cells, CELLS_AT_ONCE, side="right")))
            yield some[:count]
            at += count

    def make(self, numbers: Integers, *, solved: bool = True) -> Mazes:
        """Make some items.

        Args:
            numbers: Theirs.
            solved: Whether to choose the ends and to find the solutions, if there are ends.

        Raises:
            InvalidValueError: If a maze has no such ends, or rooms do not fit.
        """
        algorithms, widths, heights = self.mix.draw(self.seed, numbers)
        drawn = (numbers, algorithms, child_seeds(self.seed, seeds.ITEM, numbers), widths, heights)
        kind = self.ends if solved else None
        return (self._at_once if self.plain else self._one_by_one)(drawn, kind)

    def _at_once(self, drawn: Drawn, kind: str | None) -> Mazes:
        import numpy as np

        numbers, algorithms, _, widths, heights = drawn
        firsts = offsets(widths * heights)
        exits = np.zeros(firsts[-1], np.uint8)
        ahead = np.zeros(firsts[-1] if kind else 0, np.uint8)
        ends = np.zeros((len(numbers), 2, 2), np.int64)
        bits: list[bytes] = [b""] * len(numbers)
        # All of one kind, of each kind.
        order = np.lexsort((numbers, heights, widths, algorithms))
        keys = np.stack([algorithms, widths, heights])[:, order]
        begins = np.flatnonzero(np.any(keys[:, 1:] != keys[:, :-1], axis=0)) + 1
        for some in np.split(order, begins):
            algorithm, width, height = (
                int(them[some[0]]) for them in (algorithms, widths, heights)
            )
            block = self._batch(algorithm, width, height, kind).take(numbers[some].tolist())
            cells = firsts[some][:, None] + np.arange(width * height)
            exits[cells] = np.frombuffer(block.cells().data, np.uint8).reshape(cells.shape)
            size = block.recipe.grid.maze_bytes
            for at, place in enumerate(some.tolist()):
                bits[place] = block.rows[at * size : (at + 1) * size]
            if kind:
                ends[some] = np.frombuffer(block.ends_bytes, np.int32).reshape(-1, 2, 2)
                ahead[cells] = np.frombuffer(block.solution_bytes or b"", np.uint8).reshape(
                    cells.shape
                )
        if kind:
            moves, steps = _walked(ahead, firsts, widths, ends[:, 0])
        else:
            moves, steps = np.zeros(0, np.uint8), np.zeros(len(numbers), np.int64)
        return Mazes(self, *drawn, bits, None, exits, kind, ends[:, 0], ends[:, 1], moves, steps)

    def _batch(self, algorithm: int, width: int, height: int, kind: str | None) -> Batch:
        key = algorithm, width, height
        if key not in self._batches or self._batches[key].ends != kind:
            recipe = self.recipe(self.mix.names[algorithm], width, height, self.seed)
            self._batches[key] = Batch(
                recipe, MAX_ITEMS, block=1, ends=kind, solutions=kind is not None, threads=1
            )
        return self._batches[key]

    def _one_by_one(self, drawn: Drawn, kind: str | None) -> Mazes:
        import numpy as np

        _, algorithms, own_seeds, widths, heights = drawn
        mazes, starts, ends, moves = [], [], [], []
        for algorithm, seed, width, height in zip(
            algorithms.tolist(), own_seeds.tolist(), widths.tolist(), heights.tolist(), strict=True
        ):
            maze = generate(self.recipe(self.mix.names[algorithm], width, height, seed))
            mazes.append(maze)
            if kind:
                chosen = suggest_ends(maze, kind)
                starts.append(chosen.start)
                ends.append(chosen.end)
                moves.append(solve(maze, *chosen).moves)
        exits = b"".join(maze.cells().data for maze in mazes)
        none = np.zeros((len(mazes), 2), np.int64)
        return Mazes(
            self,
            *drawn,
            [maze.bits for maze in mazes],
            [maze.grid.mask if isinstance(maze.grid, Rectangle) else None for maze in mazes],
            np.frombuffer(exits, np.uint8),
            kind,
            np.array(starts, np.int64) if kind else none,
            np.array(ends, np.int64) if kind else none,
            np.frombuffer(b"".join(moves), np.uint8),
            np.array([len(some) for some in moves] or [0] * len(mazes), np.int64),
        )


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
    import numpy as np

    move_of = np.zeros(ARRIVED + 1, np.uint8)
    for move, bit in enumerate(EXIT_BITS):
        move_of[bit] = move
    steps = np.add.reduceat(ahead != 0, firsts[:-1], dtype=np.int64) - 1
    moves = np.zeros(steps.sum(), np.uint8)
    here = firsts[:-1] + starts[:, 1] * widths + starts[:, 0]
    out = offsets(steps)[:-1]
    # The longest first, so that those that are still on their way are the first few.
    order = np.argsort(-steps, kind="stable")
    here, out = here[order], out[order]
    on_their_way = len(steps) - np.searchsorted(
        np.sort(steps), np.arange(1, steps.max() + 1), side="left"
    )
    strides = (
        np.array([dx for dx, _ in STEPS])[:, None]
        + np.array([dy for _, dy in STEPS])[:, None] * (widths[order])
    )
    for step, count in enumerate(on_their_way.tolist()):
        taken = move_of[ahead[here[:count]]]
        moves[out[:count] + step] = taken
        here[:count] += strides[taken, np.arange(count)]
    return moves, steps

"""Many mazes of one size at a time, made by all processors."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from labirinto import _core, seeds
from labirinto._internal.digest import digest
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto._internal.threads import OneAtATime, one_at_a_time, threads_for
from labirinto._internal.validation import Value, index_of, places_in, truth_value, whole_number
from labirinto.algorithms.generating import (
    algorithm_named,
    check_makes_symmetry,
    check_recipe,
    kernel_on,
    new_recipe,
)
from labirinto.algorithms.rooming import BYTES_A_CELL, check_contraction, joined_kernel
from labirinto.algorithms.symmetric import symmetric_squares
from labirinto.batches.block import MazeBlock, Numbers
from labirinto.batches.unique import MAX_ITEMS, check_not_exhausted, check_number_of_mazes
from labirinto.ends import BATCH_ENDS, check_batch_ends
from labirinto.errors import InvalidValueError, TooLargeError, counted, shown
from labirinto.grids import Grid, is_whole
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.seeds import Seed
from labirinto.solving import kind_of_ends

if TYPE_CHECKING:
    import numpy as np

_BLOCK_CELLS = 1 << 22

_PLAIN = (
    "The mazes of a batch cannot have rooms, pictures, loops or removed cells; make them one by "
    "one, or make a dataset."
)


class Batch(OneAtATime):
    """An iterator over blocks of mazes; see ``batch``.

    ``len(batch)`` is the number of mazes.  Unless the batch is ``unique``, ``batch[k]`` is maze k,
    ``batch[2:5]`` a block of some and ``np.asarray(batch)`` the array of all; none of them advances
    the iteration.

    If an exception stops a call (Ctrl-C, ``progress``, too little memory), the next call gives the
    mazes that this one would have given.  A call is refused while another one is running, in
    another thread, in ``progress`` or in a signal handler.

    Attributes:
        recipe: Algorithm, size and parameters of all mazes, and the seed of the batch.
        count: The number of mazes in all.
        block: The number of mazes in a block; the last block may have fewer.
        ends: How the ends are chosen, or None.
        solutions: Whether paths between the ends are found.
        unique: Whether all mazes differ.
        made: How many mazes have been read or skipped.
    """

    def __init__(
        self,
        recipe: Recipe,
        count: int,
        *,
        block: int | None = None,
        ends: str | None = None,
        solutions: bool = False,
        unique: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        if not replace(recipe, symmetry=None).is_plain:
            raise InvalidValueError(_PLAIN)
        self.recipe = recipe
        self.count: int = whole_number("count", count, 1, MAX_ITEMS)
        cells = len(recipe.grid)
        self.block: int = (
            min(self.count, max(1, _BLOCK_CELLS // cells))
            if block is None
            else whole_number("block", block, 1, MAX_ITEMS)
        )
        self.ends: str | None = kind_of_ends(recipe.grid) if ends is None and solutions else ends
        self.solutions: bool = truth_value("solutions", solutions)
        self.unique: bool = truth_value("unique", unique)
        self.threads: int = threads_for(threads)
        self.made: int = 0
        self._progress = progress
        self._next = 0  # number of the next item to make
        # The first item of each content, also of calls that were stopped: it is the same again.
        self._seen: dict[bytes, int] = {}
        if self.ends is not None:
            check_batch_ends(self.ends)
        if self.ends is not None and cells == 1:
            raise InvalidValueError("A maze of a single cell has no start and end.")
        if recipe.symmetry is not None:
            check_contraction(recipe.rectangle, "symmetry")
        if unique:
            check_number_of_mazes(recipe.grid, self.count, recipe.symmetry)
        self._check_memory(self.block)

    def _check_memory(self, count: int) -> None:
        recipe, count = self.recipe, min(count, self.count)
        grid = recipe.grid
        work = check_recipe(recipe).work_bytes_of(recipe)
        cells = len(grid)
        if recipe.symmetry is not None:
            work = BYTES_A_CELL * cells
        item = grid.maze_bytes + (24 if self.ends else 0)
        if self.solutions:
            item += (4 if grid.kind else 1) * grid.places
        item += 40 if self.unique else 0  # a number in a tuple
        # The search for ends takes up to ten bytes a cell, in each thread.
        work = max(work, 10 * min(cells, 1 << 16) if self.ends else 0)
        what = f"A block of {counted(count, 'maze')} {grid.text}"
        check_memory(count * item + min(self.threads, count) * work, what)
        if self.unique:
            check_memory(200 * self.count, f"Remembering {self.count} mazes")

    def __len__(self) -> int:
        return self.count

    @overload
    def __getitem__(self, k: SupportsIndex) -> Maze: ...
    @overload
    def __getitem__(self, k: slice) -> MazeBlock: ...
    def __getitem__(self, k: SupportsIndex | slice) -> Maze | MazeBlock:
        self._check_not_unique()
        if isinstance(k, slice):
            numbers = places_in(k, self.count)
            if numbers.step != 1:
                raise InvalidValueError(
                    f"The step of a slice of a batch is 1, not {numbers.step}; slice the block."
                )
            self._check_memory(len(numbers))
            return self._block(
                len(numbers),
                lambda: (self._make(numbers.start, len(numbers), self._progress), numbers),
            )
        number = index_of(k, self.count, "batch")
        return MazeBlock(self.recipe, range(number, number + 1), self._make(number, 1, None))[0]

    def _check_not_unique(self) -> None:
        if self.unique:
            raise InvalidValueError(
                "Maze k of a unique batch depends on those before it; read the mazes in order."
            )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return self[:].__array__(dtype, copy)

    def __iter__(self) -> Iterator[MazeBlock]:
        return self

    @one_at_a_time
    def __next__(self) -> MazeBlock:
        if self.made == self.count:
            raise StopIteration
        return self._read(self.block)

    @one_at_a_time
    def read(self, count: int) -> MazeBlock:
        """Return the next ``count`` mazes, or those that are left.

        Raises:
            InvalidValueError: If ``count`` is not a whole number from 1, or all mazes have been
                read; or if no more different mazes can be found.
            TooLargeError: If there is not enough memory.
        """
        return self._read(whole_number("count", count, 1, MAX_ITEMS))

    def take(self, numbers: Iterable[int]) -> MazeBlock:
        """Return the items with these numbers, in this order.  The iteration does not advance.

        Raises:
            InvalidValueError: If they are not whole numbers, or the batch is unique.
            IndexError: If there is no such item.
            TooLargeError: If there is not enough memory.
        """
        self._check_not_unique()
        if not isinstance(numbers, Iterable):
            requirement = "the numbers of items, such as [0, 5]"
            raise InvalidValueError(field="numbers", value=numbers, requirement=requirement)
        chosen = tuple([index_of(number, self.count, "batch") for number in numbers])
        self._check_memory(len(chosen))
        return self._block(len(chosen), lambda: (self._make_some(chosen), chosen))

    def _make_some(self, numbers: tuple[int, ...]) -> bytes:
        pieces = []
        begin = 0
        for end in range(1, len(numbers) + 1):
            if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
                pieces.append(self._make(numbers[begin], end - begin, None))
                begin = end
        return b"".join(pieces)

    def _read(self, count: int) -> MazeBlock:
        count = min(count, self.count - self.made)
        if count == 0:
            raise InvalidValueError(f"All {self.count} mazes of the batch have been read.")
        make = self._make_unique if self.unique else self._make_all
        block = self._block(count, lambda: make(self.made, self._next, count))
        self._move_to(self.made + count, block.numbers[-1] + 1)
        return block

    def _block(self, count: int, make: Callable[[], tuple[bytes, Numbers]]) -> MazeBlock:
        try:
            rows, numbers = make()
            ends, solutions = self._find_solutions(rows, numbers)
        except MemoryError:
            raise TooLargeError(f"A block of {count} mazes needs more memory than there is.") from (
                None
            )
        return MazeBlock(self.recipe, numbers, rows, self.ends, ends, solutions, self.threads)

    def _move_to(self, made: int, number: int) -> None:
        # In one step, so that an interrupt does not come in between.
        vars(self).update(made=made, _next=number)

    @one_at_a_time
    def skip(self, count: int) -> None:
        """Skip mazes: at once, or by making them again in a unique batch.

        Raises:
            InvalidValueError: If ``count`` is not a whole number, or fewer mazes are left.
        """
        left = self.count - self.made
        if whole_number("count", count, 0) > left:
            raise InvalidValueError(f"{left} mazes are left, so {shown(count)} cannot be skipped.")
        made, number, end = self.made, self._next, self.made + count
        while self.unique and made < end:
            block = min(self.block, end - made)
            _, numbers = self._make_unique(made, number, block)
            made, number = made + block, numbers[-1] + 1
        self._move_to(end, number if self.unique else end)

    @property
    def dropped(self) -> int:
        """The number of duplicates that were dropped."""
        return self._next - self.made

    def restart(self) -> Batch:
        """Return the same batch from the first maze on."""
        return Batch(
            self.recipe,
            self.count,
            block=self.block,
            ends=self.ends,
            solutions=self.solutions,
            unique=self.unique,
            threads=self.threads,
            progress=self._progress,
        )

    @one_at_a_time
    def __getstate__(self) -> dict[str, Any]:
        return {name: it for name, it in vars(self).items() if name not in ("_call", "_kernel")}

    @property
    def command(self) -> str:
        """The command that makes the batch again, without the output file."""
        words = ["labirinto batch", self.recipe.words, f"--count {self.count}"]
        words += [f"--ends {self.ends}"] if self.ends else []
        words += ["--solutions"] if self.solutions else []
        words += ["--unique"] if self.unique else []
        return " ".join(words)

    def _make(self, first: int, count: int, progress: Progress | None) -> bytes:
        kernel, cells, arguments = self._kernel
        number = seeds.seed_number(self.recipe.seed)
        return kernel(*cells, number, first, count, self.threads, progress, *arguments)

    @cached_property
    def _kernel(self) -> tuple[Callable[..., bytes], tuple[Any, ...], tuple[int, ...]]:
        """The kernel that makes the items, the cells that it takes, and the parameters."""
        recipe, grid = self.recipe, self.recipe.grid
        algorithm = algorithm_named(recipe.algorithm)
        arguments = algorithm.arguments(recipe)
        if recipe.symmetry is not None:
            check_makes_symmetry(algorithm)
            squares = symmetric_squares(recipe.rectangle, recipe.symmetry)
            return joined_kernel(algorithm, "batch_"), (squares,), arguments
        if not is_whole(grid):
            return kernel_on(algorithm, grid, "batch_"), (grid.kernel_cells,), arguments
        name, arguments = algorithm.kernel(recipe)
        return getattr(_core, f"batch_{name}"), grid.size, arguments

    def _make_all(self, made: int, first: int, count: int) -> tuple[bytes, Numbers]:
        report = self._progress
        progress = None
        if report is not None:

            def progress(done: int, _: int) -> None:
                report(made + done, self.count)

        return self._make(first, count, progress), range(first, first + count)

    def _make_unique(self, made: int, first: int, count: int) -> tuple[bytes, Numbers]:
        """``count`` different mazes from item ``first`` on, below which there were ``made``."""
        size = max(1, self.recipe.grid.maze_bytes)
        pieces: list[bytes] = []
        numbers: list[int] = []
        number = first
        while len(numbers) < count:
            # Some more than are missing, so that the last few are not made one by one.
            more = max(count - len(numbers), min(256, (1 << 16) // size))
            rows = self._make(number, more, None)
            for at in range(0, more * size, size):
                if len(numbers) == count:
                    break
                item = rows[at : at + size]
                key = item if len(item) <= 32 else digest(item)
                if self._seen.setdefault(key, number) == number:
                    pieces.append(item)
                    numbers.append(number)
                else:
                    last_new = numbers[-1] if numbers else first - 1
                    check_not_exhausted(made + len(numbers), number - last_new)
                number += 1
            if self._progress is not None:
                self._progress(made + len(numbers), self.count)
        return b"".join(pieces), tuple(numbers)

    def _find_solutions(self, rows: bytes, numbers: Numbers) -> tuple[bytes, bytes | None]:
        if self.ends is None:
            return b"", None
        recipe = self.recipe
        if not is_whole(recipe.grid):
            from labirinto.batches.any_grid import ends_and_solutions

            return ends_and_solutions(recipe, rows, numbers, self.ends, wants_paths=self.solutions)
        return _core.batch_solutions(
            rows,
            recipe.width,
            recipe.height,
            seeds.seed_number(recipe.seed),
            array("Q", numbers).tobytes(),
            BATCH_ENDS.index(self.ends),
            self.solutions,
            self.threads,
            None,
        )

    def __repr__(self) -> str:
        recipe = self.recipe
        return (
            f"<Batch of {self.count} mazes {recipe.grid.text}, {recipe.algorithm}, "
            f"seed {recipe.seed}, {self.made} made>"
        )


def batch(
    algorithm: str,
    width: int | Grid,
    height: int | None = None,
    *,
    count: int,
    seed: Seed | None = None,
    block: int | None = None,
    ends: str | None = None,
    solutions: bool = False,
    unique: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    symmetry: str | None = None,
    **parameters: Value,
) -> Batch:
    """Make many mazes of one size: return an iterator over blocks of them.

    Item k is the maze that ``generate`` makes from the child seed k of ``seed``, whatever the
    number of threads and the size of a block: ``block[i].recipe`` has it.  An interrupted call
    loses no mazes.

    Args:
        algorithm, width, height, parameters: As for ``generate``.
        count: The number of mazes.
        seed: The seed of the whole batch; None for a new one, found in ``batch.recipe.seed``.
        block: How many mazes are made at a time; by default some 4 million cells.
        ends: How to choose the ends of each maze, as for ``suggest_ends``; None for no ends.
        solutions: Whether to find the path between the ends, by default those on the border, on a
            torus the farthest.
        unique: Whether to replace duplicates by other mazes.
        threads: How many threads make the mazes; None for one per processor.
        progress: Called now and then with the mazes made and the total; may raise to stop.
        symmetry: As for ``generate``.

    Raises:
        InvalidValueError: For an invalid value, or for more different mazes than exist.
        TooLargeError: If there is not enough memory for a block; raised before any is taken.
    """
    if "rooms" in parameters:
        raise InvalidValueError(_PLAIN)
    return Batch(
        new_recipe(algorithm, width, height, seed, parameters, symmetry=symmetry),
        count,
        block=block,
        ends=ends,
        solutions=solutions,
        unique=unique,
        threads=threads,
        progress=progress,
    )

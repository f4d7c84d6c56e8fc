"""Many mazes of one size at a time, made by all processors."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto._internal.threads import Shared, one_at_a_time, threads_for
from labirinto._internal.validation import whole_number
from labirinto.algorithms.generating import check_recipe, new_recipe
from labirinto.batches.block import MazeBlock, Numbers
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.rectangle import maze_bytes
from labirinto.measures import number_of_mazes
from labirinto.recipe import Recipe
from labirinto.solving import ENDS_KINDS

MOST_ITEMS = 2**48
"""The largest batch."""

_BLOCK_CELLS = 1 << 22

BatchKernel = Callable[..., bytes]
"""From width, height, seed, first item, count, threads, progress and what it needs besides."""


def _wilson(recipe: Recipe) -> tuple[BatchKernel, tuple[int, ...]]:
    if seeds.walks_on_cells(recipe.width, recipe.height):
        return _core.batch_wilson_cells, ()
    return _core.batch_wilson_walls, (seeds.strip_rows(recipe.height),)


def _eller(recipe: Recipe) -> tuple[BatchKernel, tuple[int, ...]]:
    chances = {name: seeds.threshold(value) for name, value in recipe.parameters}
    return _core.batch_eller, (chances["join"], chances["drop"])


KERNELS: dict[str, Callable[[Recipe], tuple[BatchKernel, tuple[int, ...]]]] = {
    "wilson": _wilson,
    "eller": _eller,
    "aldous-broder": lambda _: (_core.batch_aldous_broder, ()),
    "kruskal": lambda _: (_core.batch_kruskal, ()),
}
"""For every algorithm, from the recipe of a batch, the kernel and what it needs besides."""


class Batch(Shared):
    """An iterator over blocks of mazes; see ``batch``.

    If a call is stopped by an exception (Ctrl-C, ``progress``, too little memory), all is as it was
    before it: the next call gives the mazes that this one would have given.

    Threads may share it: each maze is given to one of them.  A copy goes on by itself.

    Attributes:
        recipe: algorithm, size and parameters of all mazes, and the seed of the batch.
        count: how many mazes there will be.
        block: how many are in a block; the last one may have fewer.
        ends: how the ends are chosen, or None.
        solutions: whether they are found.
        unique: whether no two are the same.
        made: how many there have been.
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
        super().__init__()
        self.recipe = recipe
        self.count: int = whole_number("count", count, 1, MOST_ITEMS)
        cells = recipe.width * recipe.height
        self.block: int = (
            min(self.count, max(1, _BLOCK_CELLS // cells))
            if block is None
            else whole_number("block", block, 1, MOST_ITEMS)
        )
        self.ends: str | None = ends or ("border" if solutions else None)
        self.solutions = solutions
        self.unique = unique
        self.threads: int = threads_for(threads)
        self.made: int = 0
        self._progress = progress
        self._next = 0  # number of the next item to make
        # The first item of each content, also of calls that were stopped: it is the same again.
        self._seen: dict[bytes, int] = {}
        if self.ends is not None and self.ends not in ENDS_KINDS:
            raise InvalidValueError(
                f"There is no way {self.ends!r} to choose ends; there are {', '.join(ENDS_KINDS)}."
            )
        if self.ends is not None and cells == 1:
            raise InvalidValueError("A maze of a single cell has no start and end.")
        if unique:
            _check_number_of_mazes(recipe.width, recipe.height, self.count)
        self._check_memory()

    def _check_memory(self) -> None:
        recipe, block = self.recipe, min(self.block, self.count)
        work = check_recipe(recipe).work_bytes(recipe.width, recipe.height)
        cells = recipe.width * recipe.height
        item = maze_bytes(recipe.width, recipe.height) + (24 if self.ends else 0)
        item += cells if self.solutions else 0
        item += 40 if self.unique else 0  # a number in a tuple
        # Looking for ends takes up to ten bytes a cell, in each thread.
        work = max(work, 10 * min(cells, 1 << 16) if self.ends else 0)
        what = f"A block of {block} mazes {recipe.width}x{recipe.height}"
        check_memory(block * item + min(self.threads, block) * work, what)
        if self.unique:
            check_memory(200 * self.count, f"Remembering {self.count} mazes")

    def __iter__(self) -> Iterator[MazeBlock]:
        return self

    @one_at_a_time
    def __next__(self) -> MazeBlock:
        if self.made == self.count:
            raise StopIteration
        return self._read(self.block)

    @one_at_a_time
    def read(self, count: int) -> MazeBlock:
        """The next ``count`` mazes, or those that are left.

        Raises:
            InvalidValueError: if ``count`` is no whole number from 1, or all were made; or if no
                more different mazes can be found.
            TooLargeError: if the memory does not suffice.
        """
        return self._read(whole_number("count", count, 1, MOST_ITEMS))

    def _read(self, count: int) -> MazeBlock:
        count = min(count, self.count - self.made)
        if count == 0:
            raise InvalidValueError(f"All {self.count} mazes of the batch have been made.")
        try:
            make = self._make_unique if self.unique else self._make_all
            rows, numbers = make(self.made, self._next, count)
            ends, solutions = self._find_ways(rows, numbers)
        except MemoryError:
            raise TooLargeError(f"A block of {count} mazes needs more memory than there is.") from (
                None
            )
        block = MazeBlock(self.recipe, numbers, rows, self.ends, ends, solutions, self.threads)
        self._next = numbers[-1] + 1
        self.made += count
        return block

    @one_at_a_time
    def skip(self, count: int) -> None:
        """Passes over mazes: at once, or by making them again where no two may be the same.

        Raises:
            InvalidValueError: if ``count`` is no whole number, or there are not so many left.
        """
        left = self.count - self.made
        if whole_number("count", count, 0) > left:
            raise InvalidValueError(
                f"There are {left} mazes left; {shown(count)} cannot be passed over."
            )
        made, first, end = self.made, self._next, self.made + count
        while self.unique and made < end:
            block = min(self.block, end - made)
            _, numbers = self._make_unique(made, first, block)
            made, first = made + block, numbers[-1] + 1
        self._next = first if self.unique else end
        self.made = end

    @property
    def dropped(self) -> int:
        """How many were dropped, since they had been there before."""
        return self._next - self.made

    def restart(self) -> Batch:
        """The same batch once more, from the first maze."""
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

    @property
    def command(self) -> str:
        """The command line that makes the batch again, but for where it goes."""
        words = ["labirinto batch", self.recipe.words, f"--count {self.count}"]
        words += [f"--ends {self.ends}"] if self.ends else []
        words += ["--solutions"] if self.solutions else []
        words += ["--unique"] if self.unique else []
        return " ".join(words)

    def _make(self, first: int, count: int, progress: Progress | None) -> bytes:
        recipe = self.recipe
        kernel, besides = KERNELS[recipe.algorithm](recipe)
        return kernel(
            recipe.width,
            recipe.height,
            seeds.seed_number(recipe.seed),
            first,
            count,
            self.threads,
            progress,
            *besides,
        )

    def _make_all(self, made: int, first: int, count: int) -> tuple[bytes, Numbers]:
        tell = self._progress
        progress = None
        if tell is not None:

            def progress(done: int, _: int) -> None:
                tell(made + done, self.count)

        return self._make(first, count, progress), range(first, first + count)

    def _make_unique(self, made: int, first: int, count: int) -> tuple[bytes, Numbers]:
        """``count`` different mazes from item ``first`` on, below which there were ``made``."""
        size = maze_bytes(self.recipe.width, self.recipe.height)
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
                key = item if len(item) <= 32 else _digest(item)
                if self._seen.setdefault(key, number) == number:
                    pieces.append(item)
                    numbers.append(number)
                else:
                    last_new = numbers[-1] if numbers else first - 1
                    _check_hope(made + len(numbers), number - last_new)
                number += 1
            if self._progress is not None:
                self._progress(made + len(numbers), self.count)
        return b"".join(pieces), tuple(numbers)

    def _find_ways(self, rows: bytes, numbers: Numbers) -> tuple[bytes, bytes | None]:
        if self.ends is None:
            return b"", None
        recipe = self.recipe
        return _core.batch_ways(
            rows,
            recipe.width,
            recipe.height,
            seeds.seed_number(recipe.seed),
            array("Q", numbers).tobytes(),
            ENDS_KINDS.index(self.ends),
            self.solutions,
            self.threads,
            None,
        )

    def __repr__(self) -> str:
        recipe = self.recipe
        return (
            f"<Batch of {self.count} mazes {recipe.width}x{recipe.height}, {recipe.algorithm}, "
            f"seed {recipe.seed}, {self.made} made>"
        )


def batch(
    algorithm: str,
    width: int,
    height: int,
    *,
    count: int,
    seed: int | str | None = None,
    block: int | None = None,
    ends: str | None = None,
    solutions: bool = False,
    unique: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **parameters: float,
) -> Batch:
    """Many mazes of one size, as an iterator over blocks of them.

    Item k is the maze that ``generate`` makes from the child seed k of ``seed``, whatever the
    number of threads and the size of a block: ``block[i].recipe`` tells it.  No maze is lost where
    a call is interrupted, or where threads share the batch; see ``Batch``.

    Args:
        algorithm, width, height, parameters: as for ``generate``.
        count: how many mazes.
        seed: of the whole batch; None for a new one, found in ``batch.recipe.seed``.
        block: how many are made at a time; by default some 4 million cells.
        ends: for each maze its own, chosen in one of the ways of ``suggest_ends``.
        solutions: whether to find the way between them, which are by default those on the border.
        unique: whether to drop those that had been there before, and to make more for them.
        threads: how many work at it; None for one a processor.
        progress: called now and then with the mazes made and their number; may raise, to stop.

    Raises:
        InvalidValueError: for a value that cannot be; for more different mazes than there are.
        TooLargeError: if the memory does not suffice for a block; told before any is taken.
    """
    return Batch(
        new_recipe(algorithm, width, height, seed, parameters),
        count,
        block=block,
        ends=ends,
        solutions=solutions,
        unique=unique,
        threads=threads,
        progress=progress,
    )


def _check_number_of_mazes(width: int, height: int, count: int) -> None:
    # Of all but the smallest sizes there are more than a batch can have.
    there_are = number_of_mazes(min(width, 32), min(height, 32))
    if count > there_are:
        raise InvalidValueError(
            f"{count} different mazes {width}x{height} cannot be had: the number of all is "
            f"{there_are}."
        )


def _check_hope(found: int, dropped_in_a_row: int) -> None:
    # If all mazes are equally likely, and one is still missing, the chance of this is e^-100.
    if dropped_in_a_row > 1000 + 100 * found:
        raise InvalidValueError(
            f"No more different mazes were found than {found}: of the last {dropped_in_a_row}, "
            f"none was new; ask for fewer, or other parameters."
        )


def _digest(item: bytes) -> bytes:
    from _blake2 import blake2b

    return blake2b(item, digest_size=16).digest()

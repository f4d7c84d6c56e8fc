"""Rows of a maze as they come: Eller's algorithm without end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.threads import Shared, one_at_a_time
from labirinto._internal.validation import whole_number
from labirinto.algorithms.generating import ALGORITHMS, parameters_of
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.rectangle import LONGEST_SIDE, check_size, row_bytes
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import numpy as np

_MAGIC = b"labirinto eller rows 1\n"
_DIGEST_BYTES = 16
_BLOCK_BYTES = 1 << 16
_KEPT_BYTES_A_COLUMN = 4  # a state to go back to


@dataclass(frozen=True)
class RowBlock:
    """Some rows of a maze, one below the other.

    Attributes:
        width: cells in a row.
        y: the number of the first of these rows, from 0.
        rows: their bytes, the same as those of ``Maze.rows``: for every row a bit a cell "passage
            east", then a bit a cell "passage south", each low end first in whole bytes.

    ``np.asarray(block)`` is a view of ``rows``, and read-only as they are.  Without NumPy, column x
    is bit x % 8 of byte x // 8 of a plane.
    """

    width: int
    y: int
    rows: bytes

    def __len__(self) -> int:
        """How many rows these are."""
        return len(self.rows) // row_bytes(self.width)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """``uint8[rows, 2, bytes]``: the two planes of each row, without a copy, read-only."""
        import numpy as np

        planes = np.frombuffer(self.rows, np.uint8).reshape(len(self), 2, -1)
        return np.array(planes, dtype=dtype, copy=copy)


class EllerRows(Shared):
    """An iterator over blocks of rows; see ``eller_rows``.

    If a call is stopped by an exception (Ctrl-C, a handler of signals, too little memory), all is
    as it was before it: the next call gives the rows that this one would have given.

    Threads may share it: each block is given to one of them, from top to bottom, and a state is one
    between two blocks.

    Attributes:
        width: cells in a row.
        height: rows in all, or None if there is no end.
        seed, join, drop: as they were given.
        y: how many rows have been made.
        is_finished: whether the final row has been made, and the maze is perfect.
        block_rows: how many rows the blocks of the iteration have.
    """

    width: int
    join: float
    drop: float

    def __init__(
        self,
        width: int,
        height: int | None = None,
        *,
        seed: int | str | None = None,
        join: float = 0.5,
        drop: float = 0.5,
        block_rows: int | None = None,
    ) -> None:
        super().__init__()
        self.width, _ = check_size(width, 1)
        self.height = None if height is None else check_size(1, height)[1]
        chances = dict(parameters_of(ALGORITHMS["eller"], {"join": join, "drop": drop}))
        self.join, self.drop = chances["join"], chances["drop"]
        self.seed: int | str = seeds.normalize_seed(seeds.fresh_seed() if seed is None else seed)
        self.y: int = 0
        self.is_finished: bool = False
        self._row_bytes = row_bytes(self.width)
        self.block_rows: int = (
            max(1, _BLOCK_BYTES // self._row_bytes)
            if block_rows is None
            else whole_number("block_rows", block_rows, 1, LONGEST_SIDE)
        )
        bytes_a_column = ALGORITHMS["eller"].bytes_a_column + _KEPT_BYTES_A_COLUMN
        check_memory(
            self.width * bytes_a_column + self.block_rows * self._row_bytes,
            f"A row of {self.width} cells",
        )
        self._core = _core.EllerRows(
            self.width,
            seeds.seed_number(self.seed),
            seeds.threshold(self.join),
            seeds.threshold(self.drop),
        )

    def __iter__(self) -> Iterator[RowBlock]:
        return self

    @one_at_a_time
    def __next__(self) -> RowBlock:
        """The next block; the last one ends with the final row."""
        if self.is_finished:
            raise StopIteration
        return self._read(self.block_rows)

    @one_at_a_time
    def read(self, count: int) -> RowBlock:
        """The next ``count`` rows, or those that are left up to the final row.

        Raises:
            InvalidValueError: if ``count`` is no whole number from 1, or all rows have been made.
            TooLargeError: if the rows do not fit into memory.
        """
        return self._read(whole_number("count", count, 1))

    def _read(self, count: int) -> RowBlock:
        if self.is_finished:
            raise InvalidValueError(f"All {self.y} rows of the maze have been made.")
        left = None if self.height is None else self.height - self.y
        if left is not None and count >= left:
            return self._make(left, ends=True)
        if self.y + count >= LONGEST_SIDE:
            raise InvalidValueError(f"A maze has at most {LONGEST_SIDE} rows; finish it.")
        return self._make(count, ends=False)

    def restart(self) -> EllerRows:
        """The same rows once more, from the first one."""
        return EllerRows(
            self.width,
            self.height,
            seed=self.seed,
            join=self.join,
            drop=self.drop,
            block_rows=self.block_rows,
        )

    @one_at_a_time
    def finish(self) -> RowBlock:
        """The final row, now: what was made is a perfect maze with it, of one row more.

        Raises:
            InvalidValueError: if there was a final row already.
        """
        if self.is_finished:
            raise InvalidValueError(f"The maze is finished, with {self.y} rows.")
        return self._make(1, ends=True)

    def _make(self, count: int, ends: bool) -> RowBlock:
        # The core makes rows again that did not arrive: they are not taken until y says so.
        try:
            block = RowBlock(self.width, self.y, self._core.make(self.y, count, ends))
        except MemoryError:
            raise TooLargeError(
                f"{count} rows of {self.width} cells need more memory than there is."
            ) from None
        self.y += count
        if ends:
            self.height = self.y
            self.is_finished = True
        return block

    @property
    def recipe(self) -> Recipe:
        """What makes this maze again; of the rows so far and a final one, where no end is set."""
        height = self.height or self.y + 1
        parameters = (("drop", self.drop), ("join", self.join))
        revision = ALGORITHMS["eller"].revision
        return Recipe("eller", self.width, height, self.seed, revision, parameters)

    @one_at_a_time
    def state(self) -> bytes:
        """All that it takes to go on from here; see ``restore``.  About 4 bytes a column."""
        from json import dumps

        notes = {
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "join": self.join,
            "drop": self.drop,
            "revision": ALGORITHMS["eller"].revision,
            "y": self.y,
            "is_finished": self.is_finished,
            "block_rows": self.block_rows,
        }
        content = _MAGIC + dumps(notes).encode() + b"\n" + self._core.state(self.y)
        return content + _digest(content)

    @classmethod
    def restore(cls, state: bytes) -> EllerRows:
        """Rows that go on just where the state was taken.

        Raises:
            InvalidValueError: if the bytes are no such state, or were damaged, or are of another
                revision of the algorithm.
        """
        from json import loads

        try:
            state = memoryview(state).tobytes()
        except TypeError:
            raise InvalidValueError(
                f"A state of rows is bytes, as state() gives them, and not {shown(state)}."
            ) from None
        content, digest = state[:-_DIGEST_BYTES], state[-_DIGEST_BYTES:]
        if not content.startswith(_MAGIC):
            raise InvalidValueError("This is no state of rows of Eller's algorithm.")
        if digest != _digest(content):
            raise InvalidValueError("The state of the rows is damaged or cut off.")
        try:
            line, columns = content[len(_MAGIC) :].split(b"\n", 1)
            notes = loads(line)
            if notes["revision"] != ALGORITHMS["eller"].revision:
                raise InvalidValueError(
                    f"The state is of revision {notes['revision']} of Eller's algorithm, and this "
                    f"version of labirinto has {ALGORITHMS['eller'].revision}."
                )
            width, _ = check_size(notes["width"], 1)
            # Looked at before a place is made for each of the columns.
            if len(columns) != 32 + 4 * width:
                raise InvalidValueError(f"This is no state of rows of {width} cells.")
            names = ("seed", "join", "drop", "block_rows")
            rows = cls(width, notes["height"], **{name: notes[name] for name in names})
            seeds.normalize_seed(notes["seed"])
            rows.y = whole_number("y", notes["y"], 0, rows.height or LONGEST_SIDE - 1)
            rows.is_finished = bool(notes["is_finished"])
            if rows.is_finished != (rows.y == rows.height):
                raise InvalidValueError(f"This is no state of rows: {rows.y} are not all of them.")
            rows._core.restore(rows.y, columns)
        except RecursionError:
            raise InvalidValueError("This is no state of rows: it is nested too deeply.") from None
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, InvalidValueError):
                raise
            raise InvalidValueError(f"This is no state of rows ({error}).") from None
        return rows

    def __reduce__(self) -> tuple[Any, ...]:
        return EllerRows.restore, (self.state(),)

    def __repr__(self) -> str:
        height = "inf" if self.height is None else self.height
        return f"<EllerRows {self.width}x{height}, seed {self.seed}, {self.y} rows made>"


def eller_rows(
    width: int,
    height: int | None = None,
    *,
    seed: int | str | None = None,
    join: float = 0.5,
    drop: float = 0.5,
    block_rows: int | None = None,
) -> EllerRows:
    """The rows of a maze by Eller's algorithm, in memory that depends on the width alone.

    The same rows as those of ``eller``.  Iterate over it for blocks of rows, ``read`` as many rows
    as you want, ``finish`` an endless maze at any moment; ``state`` and ``EllerRows.restore`` (or
    pickle) let a program save them and go on later.  No row is lost where a call is interrupted, or
    where threads share them; see ``EllerRows``.

    Args:
        width: cells in a row.
        height: rows in all; None for no end.
        seed, join, drop: as for ``eller``.
        block_rows: rows of a block in iteration; by default some 64 kB of them.

    Raises:
        InvalidValueError: for a value that cannot be.
        TooLargeError: if a row does not fit into memory, at 12 bytes a column.
    """
    return EllerRows(width, height, seed=seed, join=join, drop=drop, block_rows=block_rows)


def _digest(content: bytes) -> bytes:
    from _blake2 import blake2b

    return blake2b(content, digest_size=_DIGEST_BYTES).digest()

"""The rows of a maze one block at a time, endless if you like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from labirinto import _core, seeds
from labirinto._internal.digest import DIGEST_BYTES, digest
from labirinto._internal.memory import check_memory
from labirinto._internal.threads import OneAtATime, one_at_a_time
from labirinto._internal.validation import Value, whole_number
from labirinto.algorithms.generating import ALGORITHMS, algorithm_named
from labirinto.algorithms.record import Algorithm
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.arrays import Array2D, Array3D, numpy_copy
from labirinto.grids.rectangle import LONGEST_SIDE, check_size, plane_bytes, row_bytes
from labirinto.recipe import Recipe
from labirinto.seeds import Seed

if TYPE_CHECKING:
    import numpy as np

_MAGIC = b"labirinto rows 1\n"
_BLOCK_BYTES = 1 << 16


@dataclass(frozen=True, repr=False)
class RowBlock:
    """Consecutive rows of a maze.

    ``len`` is their number, and ``np.asarray(block)`` gives ``uint8[rows, width]`` with the bits
    N=1, E=2, S=4, W=8 set where a passage leads out.  The block remembers the row above it, for
    the passages north of its first row; so the arrays of consecutive blocks, one below the other,
    are the array of the maze.

    Attributes:
        width: Cells in a row.
        y: The number of the first of these rows, from 0.
        rows: Their bytes, as in ``Maze.rows``: for every row a bit per cell "passage east", then a
            bit per cell "passage south", each low end first in whole bytes.
        row_above: The bytes of the row above; empty for the first row of the maze.
    """

    width: int
    y: int
    rows: bytes
    row_above: bytes

    def __len__(self) -> int:
        return len(self.rows) // row_bytes(self.width)

    def cells(self) -> Array2D:
        """The exits of every cell: ``uint8[rows, width]`` with the bits N=1, E=2, S=4, W=8."""
        rows = self.row_above + self.rows
        data = memoryview(_core.exits(rows, self.width, len(rows) // row_bytes(self.width)))
        return Array2D(data[-len(self) * self.width :], (len(self), self.width))

    def blocks(self) -> Array2D:
        """The rows as square blocks, 0 floor and 1 wall, in ``2 * width + 1`` columns.

        Every row of the maze gives two lines: its cells, and the walls below them.  Above the first
        row of the maze there is the frame.  So the lines of consecutive blocks, one below the
        other, are ``Maze.blocks()``.
        """
        # The core closes the frame below the last row, so it gets one row more.
        rows = self.rows + bytes(row_bytes(self.width))
        data = memoryview(_core.blocks(rows, self.width, len(self) + 1, []))
        first, columns = int(self.y > 0), 2 * self.width + 1
        lines = 2 * len(self) + 1 - first
        return Array2D(data[first * columns : (first + lines) * columns], (lines, columns))

    def planes(self) -> Array3D:
        """The packed rows: ``uint8[rows, 2, bytes]``, the passages east, then those south.

        Column x is bit ``x % 8`` of byte ``x // 8`` of a plane.
        """
        return Array3D(self.rows, (len(self), 2, plane_bytes(self.width)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return numpy_copy(self.cells(), dtype, copy, "a block of rows")

    def __repr__(self) -> str:
        return f"<RowBlock of {len(self)} rows of {self.width} cells, from row {self.y}>"


class MazeRows(OneAtATime):
    """An iterator over blocks of rows; see ``generate_rows``.

    If an exception stops a call (Ctrl-C, a signal handler, too little memory), the next call gives
    the rows that this one would have given.  A call is refused while another one is running, in
    another thread or in a signal handler.

    Attributes:
        algorithm: The name of the algorithm.
        width: Cells in a row.
        height: Rows in all, or None if there is no end.
        seed: As it was given.
        parameters: The parameters of the algorithm, by name.
        y: How many rows have been read.
        row_above: The bytes of the last row read; empty before the first.
        is_finished: Whether the final row has been read, and the maze is perfect.
        block_rows: How many rows the blocks of the iteration have.
    """

    def __init__(
        self,
        algorithm: str,
        width: int,
        height: int | None = None,
        *,
        seed: Seed | None = None,
        block_rows: int | None = None,
        **parameters: Value,
    ) -> None:
        known = _endless(algorithm)
        self.algorithm: str = known.name
        self.width: int = check_size(width, 1)[0]
        self.height: int | None = None if height is None else check_size(1, height)[1]
        self.parameters: dict[str, Value] = dict(known.complete_by_rows(parameters, self.height))
        self.seed: int | str = seeds.normalize_seed(seeds.fresh_seed() if seed is None else seed)
        self.y: int = 0
        self.row_above: bytes = b""
        self.is_finished: bool = False
        self._row_bytes = row_bytes(self.width)
        self.block_rows: int = (
            max(1, _BLOCK_BYTES // self._row_bytes)
            if block_rows is None
            else whole_number("block_rows", block_rows, 1, LONGEST_SIDE)
        )
        check_memory(
            known.work_bytes(
                self.width, height or LONGEST_SIDE, known.selected(self.parameters.items())
            )
            + _stream_class(known).least_state_bytes(self.width)  # a state to go back to
            + self.block_rows * self._row_bytes,
            f"A row of {self.width} cells",
        )

    @cached_property
    def _kernel(self) -> Any:
        """Take its memory when the first row is read, not where a file is refused before."""
        known = ALGORITHMS[self.algorithm]
        _, arguments = known.kernel(self.recipe)
        return _stream_class(known)(self.width, seeds.seed_number(self.seed), *arguments)

    def __iter__(self) -> Iterator[RowBlock]:
        return self

    @one_at_a_time
    def __next__(self) -> RowBlock:
        """Return the next block; the last one ends with the final row."""
        if self.is_finished:
            raise StopIteration
        return self._read(self.block_rows)

    @one_at_a_time
    def read(self, count: int) -> RowBlock:
        """Return the next ``count`` rows, or those that are left up to the final row.

        Raises:
            InvalidValueError: If ``count`` is not a whole number from 1, or all rows have been
                read.
            TooLargeError: If the rows do not fit into memory.
        """
        return self._read(whole_number("count", count, 1))

    def _read(self, count: int) -> RowBlock:
        if self.is_finished:
            raise InvalidValueError(f"All {self.y} rows of the maze have been read.")
        left = None if self.height is None else self.height - self.y
        if left is not None and count >= left:
            return self._make(left, ends=True)
        if self.y + count >= LONGEST_SIDE:
            raise InvalidValueError(f"A maze has at most {LONGEST_SIDE} rows; finish it.")
        return self._make(count, ends=False)

    @property
    def job(self) -> dict[str, Any]:
        """Everything that decides the rows, as plain values."""
        return {
            "algorithm": self.algorithm,
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            **self.parameters,
            "revision": ALGORITHMS[self.algorithm].revision,
        }

    def restart(self) -> MazeRows:
        """Return the same rows from the first one on."""
        return MazeRows(
            self.algorithm,
            self.width,
            self.height,
            seed=self.seed,
            block_rows=self.block_rows,
            **self.parameters,
        )

    @one_at_a_time
    def finish(self) -> RowBlock:
        """Return the final row now: with it, the rows so far are a perfect maze.

        Raises:
            InvalidValueError: If the final row was already read, or if all rows depend on the
                height, as with ``order="rows"``, and it is not reached.
        """
        if self.is_finished:
            raise InvalidValueError(f"The maze is finished, with {self.y} rows.")
        height = self.height
        if height and self.y + 1 < height:
            known = ALGORITHMS[self.algorithm]
            if known.has_fixed_end(self.parameters):
                raise InvalidValueError(
                    f"The maze ends with row {height}, on which all others depend; read all its "
                    "rows, or leave out the height to finish after any row."
                )
        return self._make(1, ends=True)

    def _make(self, count: int, ends: bool) -> RowBlock:
        # The core repeats rows that did not arrive, until the rows after them are requested.
        try:
            rows = self._kernel.make(self.y, count, ends)
            block = RowBlock(self.width, self.y, rows, self.row_above)
            last = rows[-self._row_bytes :]
        except MemoryError:
            raise TooLargeError(
                f"{count} rows of {self.width} cells need more memory than there is."
            ) from None
        # In one step, so that an interrupt does not come in between.
        y = self.y + count
        height = y if ends else self.height
        vars(self).update(y=y, row_above=last, height=height, is_finished=ends)
        return block

    @property
    def recipe(self) -> Recipe:
        """The recipe of the maze; without a height, that of the rows so far and a final one."""
        height = self.height or self.y + 1
        revision = ALGORITHMS[self.algorithm].revision
        return Recipe(self.algorithm, self.width, height, self.seed, revision, self.parameters)

    @one_at_a_time
    def state(self) -> bytes:
        """Save the position: bytes for ``restore``; with Eller's algorithm some 4 per column."""
        from json import dumps

        notes = {
            "algorithm": self.algorithm,
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "parameters": self.parameters,
            "revision": ALGORITHMS[self.algorithm].revision,
            "y": self.y,
            "is_finished": self.is_finished,
            "block_rows": self.block_rows,
        }
        content = (_MAGIC, f"{dumps(notes)}\n".encode(), self._kernel.state(self.y), self.row_above)
        return b"".join((*content, digest(*content)))

    @classmethod
    def restore(cls, state: bytes) -> MazeRows:
        """Return rows that continue where ``state`` was called.

        Raises:
            InvalidValueError: If the bytes are not such a state, are damaged, or belong to another
                revision of the algorithm.
        """
        from json import loads

        try:
            state = state if isinstance(state, bytes) else memoryview(state).tobytes()
        except TypeError:
            raise InvalidValueError(
                f"A state of rows is bytes, as returned by state(), not {shown(state)}."
            ) from None
        if not state.startswith(_MAGIC):
            raise InvalidValueError("This is not a state of the rows of a maze.")
        content = memoryview(state)[:-DIGEST_BYTES]  # which may be large, and is not copied
        if state[-DIGEST_BYTES:] != digest(content):
            raise InvalidValueError("The state of the rows is damaged or cut off.")
        try:
            end = state.index(b"\n", len(_MAGIC))
            return cls._restored(loads(state[len(_MAGIC) : end]), content[end + 1 :])
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            if isinstance(error, InvalidValueError):
                raise
            raise InvalidValueError(f"This is not a state of rows ({error}).") from None

    @classmethod
    def _restored(cls, notes: dict[str, Any], rest: memoryview) -> MazeRows:
        known = _endless(notes["algorithm"])
        if notes["revision"] != known.revision:
            raise InvalidValueError(
                f"The state is of revision {notes['revision']} of {known.title}, and this "
                f"version of labirinto has {known.revision}."
            )
        width, _ = check_size(notes["width"], 1)
        y = whole_number("y", notes["y"], 0, notes["height"] or LONGEST_SIDE - 1)
        core_bytes = len(rest) - (row_bytes(width) if y else 0)
        # Checked before memory is taken for the columns.
        if core_bytes < _stream_class(known).least_state_bytes(width):
            raise InvalidValueError(f"This is not a state of rows of {width} cells.")
        row_above = bytes(rest[core_bytes:])
        if y and _core.has_stray_bits(row_above + bytes(len(row_above)), width, 2):
            raise InvalidValueError("This is not a state of rows: a passage leads out of the maze.")
        rows = cls(
            known.name,
            width,
            notes["height"],
            seed=notes["seed"],
            block_rows=notes["block_rows"],
            **notes["parameters"],
        )
        seeds.normalize_seed(notes["seed"])
        rows.y, rows.row_above = y, row_above
        rows.is_finished = bool(notes["is_finished"])
        if rows.is_finished != (y == rows.height):
            raise InvalidValueError(f"This is not a state of rows: {y} are not all of them.")
        rows._kernel.restore(y, bytes(rest[:core_bytes]))
        return rows

    def __reduce__(self) -> tuple[Any, ...]:
        return MazeRows.restore, (self.state(),)

    def __repr__(self) -> str:
        height = "inf" if self.height is None else self.height
        return (
            f"<MazeRows {self.algorithm} {self.width}x{height}, seed {self.seed}, "
            f"{self.y} rows read>"
        )


def generate_rows(
    algorithm: str,
    width: int,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    block_rows: int | None = None,
    **parameters: Value,
) -> MazeRows:
    """Make the rows of a maze, in memory that depends on the width alone.

    They are the rows of ``generate``.  Iterate over them in blocks, ``read`` any number of rows, or
    ``finish`` an endless maze at any row.  ``state`` and ``MazeRows.restore``, or pickle, let a
    program save them and continue later.  An interrupted call loses no rows.

    With Wilson's algorithm the maze is uniform at any size: with a height, the rows are those of
    ``wilson(width, height, order="rows")``; without one, those of the uniform maze of an endless
    strip, ``order="endless"``.

    Args:
        algorithm: One that can make rows: ``wilson``, ``eller``, ``sidewinder`` or ``binary-tree``.
        width: Cells in a row.
        height: Rows in all; None for no end.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one.
        block_rows: The number of rows in a block of the iteration; by default some 64 kB of them.
        parameters: Parameters of the algorithm.

    Raises:
        InvalidValueError: For an invalid value, or an algorithm that needs the whole maze.
        TooLargeError: If a row does not fit into memory, which takes up to 12 bytes a column, or
            with Wilson's algorithm about 100 times the width to the power of 1.25.
    """
    return MazeRows(algorithm, width, height, seed=seed, block_rows=block_rows, **parameters)


def _endless(name: str) -> Algorithm:
    known = algorithm_named(name)
    if not known.endless:
        endless = ", ".join(it.name for it in ALGORITHMS.values() if it.endless)
        raise InvalidValueError(
            f"{known.name} needs the whole maze in memory; for rows, choose one of {endless}."
        )
    return known


def _stream_class(known: Algorithm) -> Any:
    """The core's rows in a stream: those of Eller's algorithm are ``EllerRows``."""
    kernel = known.method(1, 1, selected=next(iter(known.by_rows), None)).kernel
    words = kernel.removesuffix("_rows").split("_")
    return getattr(_core, "".join(map(str.capitalize, words)) + "Rows")

"""A path through a maze."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from labirinto import _core
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, STEPS, WEST, Cell, as_cell

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Path:
    """A path through a maze, cell by cell.

    Iterating over it gives its cells, and ``len`` their number, which is one more than ``steps``.
    ``np.asarray(path)`` gives ``int64[len(path), 2]``, x and y of each cell: a new array each time,
    which may be changed.

    It is stored in two bits a step, so that ``path[i]`` takes as long as iterating over all cells;
    ``path.cells`` is a list of them.

    Args:
        start: The first cell.
        moves: A byte a step: 0 east, 1 south, 2 west, 3 north.

    Attributes:
        start: The first cell.
        steps: The number of steps.

    Raises:
        InvalidValueError: If the start is not a cell, or a move is not one of the four.
    """

    start: Cell
    steps: int
    _packed: bytes

    def __init__(self, start: Cell, moves: bytes) -> None:
        if not isinstance(moves, bytes | bytearray | memoryview):
            raise InvalidValueError(f"The moves are {type(moves).__name__}, not bytes.")
        moves = bytes(moves)
        if strange := moves.translate(None, bytes(range(len(STEPS)))):
            raise InvalidValueError(
                f"The move {strange[0]} is not one of 0 east, 1 south, 2 west, 3 north."
            )
        object.__setattr__(self, "start", as_cell(start))
        object.__setattr__(self, "steps", len(moves))
        object.__setattr__(self, "_packed", _core.pack_moves(moves))

    @property
    def moves(self) -> bytes:
        """A byte a step: 0 east, 1 south, 2 west, 3 north."""
        return _core.unpack_moves(self._packed, self.steps)

    def __len__(self) -> int:
        return self.steps + 1

    def __iter__(self) -> Iterator[Cell]:
        x, y = self.start
        yield x, y
        for move in self.moves:
            dx, dy = STEPS[move]
            x += dx
            y += dy
            yield x, y

    @overload
    def __getitem__(self, i: int) -> Cell: ...

    @overload
    def __getitem__(self, i: slice) -> list[Cell]: ...

    def __getitem__(self, i: int | slice) -> Cell | list[Cell]:
        return self.cells[i]

    def __reversed__(self) -> Iterator[Cell]:
        return reversed(self.cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        import numpy as np

        if copy is False:
            raise ValueError("the array of a path is always a copy")
        steps = np.array(STEPS)[np.frombuffer(self.moves, np.uint8)]
        cells = np.concatenate([[self.start], steps], dtype=np.int64).cumsum(axis=0)
        return np.asarray(cells, dtype=dtype)

    @property
    def cells(self) -> list[Cell]:
        """All cells from the first to the last."""
        return list(self)

    @property
    def end(self) -> Cell:
        """The last cell."""
        x, y = self.start
        count = self.moves.count
        return x + count(EAST) - count(WEST), y + count(SOUTH) - count(NORTH)

    @property
    def directions(self) -> str:
        """A letter a step: E, S, W, N."""
        return self.moves.translate(b"ESWN" + bytes(252)).decode()

    @property
    def turns(self) -> int:
        """The number of changes of direction."""
        moves = self.moves
        return sum(map(operator.ne, moves, moves[1:]))

    def corners(self) -> list[Cell]:
        """List the cells where the direction changes, with the first and the last cell."""
        cells, moves = self.cells, self.moves
        inner = [
            cell
            for cell, before, after in zip(cells[1:], moves, moves[1:], strict=False)
            if before != after
        ]
        return [cells[0], *inner, *cells[-1:]] if moves else cells

    def __repr__(self) -> str:
        (x, y), (end_x, end_y) = self.start, self.end
        return f"<Path {x},{y} to {end_x},{end_y}, {self.steps} steps>"

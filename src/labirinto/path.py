"""A path through a maze."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, Any, overload

from labirinto import _core
from labirinto._internal.by_parts import ByParts
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, check_grid
from labirinto.grids.mesh import Label, Mesh, label_text
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, STEPS, WEST, Cell, as_cell

if TYPE_CHECKING:
    import numpy as np

_BACK = bytes.maketrans(bytes((EAST, SOUTH, WEST, NORTH)), bytes((WEST, NORTH, EAST, SOUTH)))
"""The moves in the other direction."""

_STRAIGHT_ON = pi * 2 / 9
"""By less than this, 40 degrees, a path turns on a mesh where it goes straight on."""


class Path(ByParts):
    """A path through a maze, cell by cell.

    Iterating over it gives its cells, and ``len`` their number, which is one more than ``steps``.
    ``np.asarray(path)`` is ``int64[len(path), 2]``, x and y of each cell or the numbers of its
    label: a new array each time, which you may change.

    It is stored in two bits per step, so ``path[i]`` takes as long as iterating over all cells;
    ``path.cells`` is a list of them.  On a grid that is not a rectangle, a step takes four bytes.
    Paths are immutable; equality and hash depend on grid and cells.

    Args:
        start: The first cell.
        moves: A byte per step: 0 east, 1 south, 2 west, 3 north.

    Raises:
        InvalidValueError: If the start is not a cell, or a move is not one of the four.
    """

    __slots__ = ("_mesh", "_packed", "_start", "_steps")

    _start: Label
    _steps: int
    _mesh: Mesh | None
    _packed: bytes

    def __init__(self, start: Cell, moves: bytes) -> None:
        if not isinstance(moves, bytes | bytearray | memoryview):
            raise InvalidValueError(f"The moves are {type(moves).__name__}, not bytes.")
        moves = bytes(moves)
        if strange := moves.translate(None, bytes(range(len(STEPS)))):
            raise InvalidValueError(
                f"The move {strange[0]} is not one of 0 east, 1 south, 2 west, 3 north."
            )
        self._start = as_cell(start)
        self._steps = len(moves)
        self._mesh = None
        self._packed = _core.pack_moves(moves)

    @classmethod
    def _made(cls, start: Label, steps: int, grid: Grid | None, packed: bytes) -> Path:
        """A path from the core, which needs no checks; no grid stands for any rectangle."""
        path = cls.__new__(cls)
        path._start = start
        path._steps = steps
        path._mesh = grid if isinstance(grid, Mesh) else None
        path._packed = packed
        return path

    def _turned(self) -> Path:
        """The path from its end to its start."""
        if self.mesh is None:
            packed = _core.pack_moves(self.moves[::-1].translate(_BACK))
        else:
            packed = array("I", self.numbers[::-1]).tobytes()
        return self._made(self.end, self.steps, self.mesh, packed)

    @classmethod
    def from_cells(cls, grid: Grid, cells: Iterable[Label]) -> Path:
        """Build a path on any grid from its cells: the reverse of ``cells``.

        Raises:
            InvalidValueError: If there are no cells, a cell is not in the grid, or two successive
                cells are not neighbours.
        """
        check_grid(grid)
        if not isinstance(cells, Iterable):
            raise InvalidValueError(f"The cells are {type(cells).__name__}, not a list of cells.")
        numbers = [grid.index(cell) for cell in cells]
        if not numbers:
            raise InvalidValueError("The path has no cells; give at least one.")
        for one, other in pairwise(numbers):
            if all(cell != other for cell, _ in grid.neighbours(one)):
                raise InvalidValueError(
                    f"{label_text(grid.label(one))} and {label_text(grid.label(other))} follow "
                    "each other in the path, but are not neighbours."
                )
        places = [grid.label(number) for number in numbers]
        if isinstance(grid, Mesh):
            return cls._made(places[0], len(places) - 1, grid, array("I", numbers).tobytes())
        moves = [STEPS.index((x2 - x, y2 - y)) for (x, y), (x2, y2) in pairwise(places)]
        return cls(places[0], bytes(moves))

    @property
    def start(self) -> Label:
        """The first cell."""
        return self._start

    @property
    def steps(self) -> int:
        """The number of steps."""
        return self._steps

    @property
    def mesh(self) -> Mesh | None:
        """The grid, if it is not a rectangle; else None."""
        return self._mesh

    @property
    def numbers(self) -> list[int]:
        """On a mesh, the numbers of its cells.

        Raises:
            InvalidValueError: If it is a path in a rectangle.
        """
        if self.mesh is None:
            raise InvalidValueError("A path in a rectangle has moves; use its cells.")
        return array("I", self._packed).tolist()

    def _places(self, grid: Grid) -> list[int]:
        """The places of its cells in the grid of its maze."""
        if self.mesh is not None:
            return self.numbers
        width = grid.shape[-1]
        return [y * width + x for x, y in self]

    @property
    def moves(self) -> bytes:
        """A byte per step: 0 east, 1 south, 2 west, 3 north.  Raises:
        InvalidValueError: If the grid is not a rectangle.
        """
        if self.mesh is not None:
            raise InvalidValueError(
                f"A path on the grid {self.mesh.text} has no steps east, south, west or north; "
                "use its cells."
            )
        return _core.unpack_moves(self._packed, self.steps)

    def __len__(self) -> int:
        return self.steps + 1

    def __iter__(self) -> Iterator[Label]:
        if self.mesh is not None:
            yield from map(self.mesh.label, self.numbers)
            return
        x, y = self.start
        yield x, y
        for move in self.moves:
            dx, dy = STEPS[move]
            x += dx
            y += dy
            yield x, y

    @overload
    def __getitem__(self, i: int) -> Label: ...

    @overload
    def __getitem__(self, i: slice) -> list[Label]: ...

    def __getitem__(self, i: int | slice) -> Label | list[Label]:
        return self.cells[i]

    def __reversed__(self) -> Iterator[Label]:
        return reversed(self.cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        import numpy as np

        if copy is False:
            raise ValueError("the array of a path is always a copy")
        if self.mesh is not None:
            return np.array(self.cells, dtype=np.int64 if dtype is None else dtype)
        steps = np.array(STEPS)[np.frombuffer(self.moves, np.uint8)]
        cells = np.concatenate([[self.start], steps], dtype=np.int64).cumsum(axis=0)
        return np.asarray(cells, dtype=dtype)

    @property
    def cells(self) -> list[Label]:
        """All cells from the first to the last."""
        return list(self)

    @property
    def end(self) -> Label:
        """The last cell."""
        if self.mesh is not None:
            return self.mesh.label(self.numbers[-1])
        x, y = self.start
        count = self.moves.count
        return x + count(EAST) - count(WEST), y + count(SOUTH) - count(NORTH)

    @property
    def directions(self) -> str:
        """A letter per step: E, S, W, N; with floors U for up a stair and D for down.

        A step over a seam has the direction in which it leaves.

        Raises:
            InvalidValueError: If the cells are not squares.
        """
        if self.mesh is not None:
            return self.mesh.letters(self.numbers)
        return self.moves.translate(b"ESWN" + bytes(252)).decode()

    @property
    def turns(self) -> int:
        """The number of changes of direction."""
        if self.mesh is not None:
            return max(0, len(self.runs()) - 1)
        moves = self.moves
        return sum(map(operator.ne, moves, moves[1:]))

    def runs(self) -> list[int]:
        """List the lengths of its straight runs, in steps.

        On a grid that is not a rectangle, a path counts as straight if the line between the centres
        of its cells turns by less than 40 degrees.
        """
        runs: list[int] = []
        before: float | None = None
        headings: Iterable[float] = (
            self.moves
            if self.mesh is None
            else map(self.mesh.heading, self.numbers, self.numbers[1:])
        )
        for heading in headings:
            if before is not None and self._goes_on(before, heading):
                runs[-1] += 1
            else:
                runs.append(1)
            before = heading
        return runs

    def _goes_on(self, before: float, heading: float) -> bool:
        if self.mesh is None:
            return before == heading
        return abs((heading - before + pi) % (2 * pi) - pi) < _STRAIGHT_ON

    def corners(self) -> list[Label]:
        """List the cells where the direction changes, with the first and the last cell."""
        if not self.steps:
            return self.cells
        cells, at = self.cells, 0
        corners = [cells[0]]
        for run in self.runs():
            at += run
            corners.append(cells[at])
        return corners

    def _parts(self) -> tuple[Any, ...]:
        return self._start, self._steps, self._mesh, self._packed

    def __repr__(self) -> str:
        ends = f"{label_text(self.start)} to {label_text(self.end)}"
        return f"<Path {ends}, {self.steps} steps>"

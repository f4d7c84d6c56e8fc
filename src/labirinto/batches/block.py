"""Some mazes of a batch: the bytes of all, and each on its own."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import index_of, places_in
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.arrays import Array2D, Array3D, Array4D, Format, array_of, numpy_copy
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import numpy as np

ARRIVED = 16
"""Marks the end of a solution, whose other cells have the exit to take next."""

Numbers = range | tuple[int, ...]
"""The numbers of some items of a batch: immutable, as everything in a block is."""


def layout_of(grid: Grid) -> dict[str, tuple[tuple[int, ...], Format]]:
    """The shape of one maze's part in each array of a batch, and the type of its numbers."""
    shape = grid.shape
    if grid.kind:
        mazes = grid.exits_shape or (grid.maze_bytes,)
        return {"mazes": (mazes, "B"), "ends": ((2,), "i"), "solutions": (shape, "i")}
    return {"mazes": (shape, "B"), "ends": ((2, 2), "i"), "solutions": (shape, "B")}


def item_of(recipe: Recipe, number: int, bits: bytes) -> Maze:
    """One item of the batch of a recipe."""
    seed = seeds.child_seed(seeds.seed_number(recipe.seed), seeds.ITEM, number)
    return Maze._made(recipe, seed, bits)


@dataclass(frozen=True, repr=False)
class MazeBlock:
    """Some mazes of a batch, with their ends and solutions if the batch has them.

    ``len`` is their number, ``block[i]`` a ``Maze`` with its own recipe, ``block[2:5]`` a block of
    some of them, and iterating gives every ``Maze``.  ``np.asarray(block)`` is a new array
    ``uint8[count, height, width]`` with the bits N=1, E=2, S=4, W=8 set where a passage leads out,
    and 16 outside a mask.  With floors, wrapped sides or bridges it has the arrays of
    ``Maze.cells``.  On a grid of other cells it is ``uint8[count, bytes]``: the bits of the
    passages.

    Attributes:
        recipe: The recipe of the batch, with the seed of the batch.
        numbers: The numbers of these items in the batch.
        rows: The bytes of all mazes, each as ``Maze.bits``.
        kind: How the ends were chosen, or None if there are none.
        threads: How many threads convert the rows to other arrays.
    """

    recipe: Recipe
    numbers: Numbers
    rows: bytes
    kind: str | None = None
    ends_bytes: bytes = b""
    solution_bytes: bytes | None = None
    threads: int = 1

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, i: SupportsIndex) -> Maze: ...
    @overload
    def __getitem__(self, i: slice) -> MazeBlock: ...
    def __getitem__(self, i: SupportsIndex | slice) -> Maze | MazeBlock:
        if isinstance(i, slice):
            return self._part(i)
        i = index_of(i, len(self), "block")
        return item_of(self.recipe, self.numbers[i], self._item(self.rows, i))

    def __iter__(self) -> Iterator[Maze]:
        return map(self.__getitem__, range(len(self)))

    def _item(self, data: bytes, i: int) -> bytes:
        size = len(data) // len(self)
        return data[i * size : (i + 1) * size]

    def _items(self) -> Iterator[bytes]:
        return (self._item(self.rows, i) for i in range(len(self)))

    def _part(self, some: slice) -> MazeBlock:
        places = places_in(some, len(self))

        def part(data: bytes) -> bytes:
            return b"".join([self._item(data, i) for i in places])

        return replace(
            self,
            numbers=self.numbers[some],
            rows=part(self.rows),
            ends_bytes=part(self.ends_bytes),
            solution_bytes=None if self.solution_bytes is None else part(self.solution_bytes),
        )

    def cells(self) -> Array3D | Any:
        """The exits of every cell: ``uint8[count, height, width]`` with N=1, E=2, S=4, W=8.

        With floors or wrapped sides it is ``uint8[count, floor, height, width]``, an ``Array4D``;
        see ``Maze.cells``.

        Raises:
            InvalidValueError: If the cells are not squares.
            TooLargeError: If there is not enough memory.
        """
        grid = self.recipe.grid
        copies = 1 if grid.mask is None else 2
        check_memory(copies * len(self) * grid.places, f"A byte a cell of {len(self)} mazes")
        exits = grid.exits(self.rows, self.threads)
        return array_of(exits, (len(self), *grid.exits_shape))

    def bits(self) -> Array2D:
        """The passages as bits, like ``Maze.bits``: ``uint8[count, bytes]``."""
        return Array2D(self.rows, (len(self), self.recipe.grid.maze_bytes))

    def blocks(self) -> Array3D:
        """The mazes as square blocks: ``uint8[count, 2 * height + 1, 2 * width + 1]``.

        0 is floor and 1 is wall; cell (x, y) is the block ``[2 * y + 1, 2 * x + 1]`` of its maze.

        Raises:
            TooLargeError: If there is not enough memory.
        """
        grid = self.recipe.rectangle
        width, height = grid.width, grid.height
        shape = (len(self), 2 * height + 1, 2 * width + 1)
        check_memory(2 * shape[0] * shape[1] * shape[2], f"Square blocks of {len(self)} mazes")
        mazes = (_core.blocks(rows, width, height, [], grid.mask) for rows in self._items())
        return Array3D(b"".join(mazes), shape)

    @property
    def ends(self) -> Array3D | Array2D | None:
        """``int32[count, 2, 2]``: for every maze x and y of its start, x and y of its end.

        On a grid that is not a rectangle, ``int32[count, 2]``: the numbers of these two cells.
        """
        if self.kind is None:
            return None
        return self._array("ends", self.ends_bytes)

    @property
    def solutions(self) -> Array3D | Array2D | None:
        """``uint8[count, height, width]``: the exit to take next, in every cell of the solution.

        1 north, 2 east, 4 south, 8 west, 16 at the end, 0 in all other cells.

        On a grid that is not a rectangle, ``int32[count, cells]``: in every cell of the solution
        the number of the next one, in the last its own, and -1 in all other cells.
        """
        if self.solution_bytes is None:
            return None
        return self._array("solutions", self.solution_bytes)

    def _array(self, name: str, data: bytes) -> Array3D | Array2D:
        shape, number = layout_of(self.recipe.grid)[name]
        array = array_of(data, (len(self), *shape), number)
        assert isinstance(array, Array2D | Array3D)
        return array

    def ends_of(self, i: SupportsIndex) -> Ends:
        """The ends of maze i, as ``suggest_ends`` returns them.

        Raises:
            InvalidValueError: If the batch has none.
        """
        if self.kind is None:
            raise InvalidValueError("The mazes of this batch have no ends; make it with ends.")
        data = self._item(self.ends_bytes, index_of(i, len(self), "block"))
        grid, numbers = self.recipe.grid, iter(memoryview(data).cast("i"))
        start, end = map(grid.label, numbers) if grid.kind else zip(numbers, numbers, strict=True)
        return Ends(start, end, open=self.kind == "border")

    def path_of(self, i: SupportsIndex) -> Path:
        """The path from start to end of maze i, as ``solve`` returns it.

        Raises:
            InvalidValueError: If the batch has no solutions.
        """
        if self.solution_bytes is None:
            raise InvalidValueError("This batch has no solutions; make it with solutions=True.")
        item = self._item(self.solution_bytes, index_of(i, len(self), "block"))
        grid, start = self.recipe.grid, self.ends_of(i).start
        place = grid.place(start)
        if grid.kind:
            after, cells = memoryview(item).cast("i"), array("I", [place])
            while (following := after[cells[-1]]) != cells[-1]:
                cells.append(following)
            return Path._made(start, len(cells) - 1, grid, cells.tobytes())
        steps = [dx + dy * grid.shape[-1] for dx, dy in STEPS]
        moves = bytearray()
        while (bit := item[place]) != ARRIVED:
            moves.append((bit.bit_length() + 2) % 4)
            place += steps[moves[-1]]
        return Path(start, bytes(moves))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return numpy_copy(self._mazes(), dtype, copy, "a block of mazes")

    def _mazes(self) -> Array2D | Array3D | Array4D:
        """The array of the mazes that files hold, too."""
        return self.cells() if self.recipe.grid.exits_shape else self.bits()

    def __repr__(self) -> str:
        return f"<MazeBlock of {len(self)} mazes {self.recipe.grid.text}>"

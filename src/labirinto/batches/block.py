"""Some mazes of a batch: the block of bytes that they are, and each by itself."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import STEPS, maze_bytes
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import numpy as np

ARRIVED = 16
"""The end of the way, where others have the passage to take next."""

Numbers = range | tuple[int, ...]
"""Which items of a batch some are: immutable, as all of a block is."""


def item_recipe(recipe: Recipe, number: int) -> Recipe:
    """What makes one item of a batch again, from the recipe of the batch."""
    seed = seeds.child_seed(seeds.seed_number(recipe.seed), seeds.ITEM, number)
    return replace(recipe, seed=seed)


@dataclass(frozen=True)
class MazeBlock:
    """Some mazes of a batch, one after the other.

    ``len`` is their number, ``block[i]`` a ``Maze`` with its own recipe, and ``np.asarray(block)``
    gives ``uint8[count, height, width]`` with the bits N=1, E=2, S=4, W=8 set where a passage
    leads out.

    ``cells()``, ``ends`` and ``solutions`` are read-only, and so are NumPy's views of them; only
    ``np.asarray(block)`` is a copy.  Without NumPy, ``.tolist()`` gives lists in lists to walk.

    Attributes:
        recipe: that of the batch, whose seed is the batch's own.
        numbers: which items of the batch these are.
        rows: the bytes of all mazes, each as ``Maze.rows``.
        kind: how the ends were chosen, or None if there are none.
        threads: how many work where there is something to work out.
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

    def __getitem__(self, i: int) -> Maze:
        i = self._index(i)
        size = maze_bytes(self.recipe.width, self.recipe.height)
        return Maze._made(item_recipe(self.recipe, self.numbers[i]), self.rows[i * size :][:size])

    def __iter__(self) -> Iterator[Maze]:
        return map(self.__getitem__, range(len(self)))

    def _index(self, i: int) -> int:
        try:
            index = operator.index(i)
        except TypeError:
            raise InvalidValueError(
                f"{i!r} is no number of a maze in a block; for several, take them one by one."
            ) from None
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no maze {index} in a block of {len(self)}")
        return index % len(self)

    def cells(self) -> memoryview:
        """``uint8[count, height, width]``: N=1, E=2, S=4, W=8 for passages out.  New each time.

        Raises:
            TooLargeError: if the memory does not suffice.
        """
        width, height = self.recipe.width, self.recipe.height
        check_memory(len(self) * width * height, f"A byte a cell of {len(self)} mazes")
        data = _core.batch_cells(self.rows, width, height, self.threads)
        return memoryview(data).cast("B", (len(self), height, width))

    @property
    def ends(self) -> memoryview | None:
        """``int32[count, 2, 2]``: for every maze x and y of its start, x and y of its end."""
        if self.kind is None:
            return None
        return memoryview(self.ends_bytes).cast("i", (len(self), 2, 2))

    @property
    def solutions(self) -> memoryview | None:
        """``uint8[count, height, width]``: the passage to take next, in every cell on the way.

        1 north, 2 east, 4 south, 8 west, 16 at the end, 0 off the way.
        """
        if self.solution_bytes is None:
            return None
        shape = (len(self), self.recipe.height, self.recipe.width)
        return memoryview(self.solution_bytes).cast("B", shape)

    def ends_of(self, i: int) -> Ends:
        """The ends of maze i, as ``suggest_ends`` gives them.

        Raises:
            InvalidValueError: if the batch has none.
        """
        if self.kind is None:
            raise InvalidValueError("The mazes of this batch have no ends; ask for them.")
        x, y, x2, y2 = memoryview(self.ends_bytes).cast("i")[4 * self._index(i) :][:4]
        return Ends((x, y), (x2, y2), open=self.kind == "border")

    def path_of(self, i: int) -> Path:
        """The way from start to end of maze i, as ``solve`` gives it.

        Raises:
            InvalidValueError: if the batch has no solutions.
        """
        if self.solution_bytes is None:
            raise InvalidValueError("This batch was made without solutions; ask for them.")
        width = self.recipe.width
        cells = width * self.recipe.height
        way = memoryview(self.solution_bytes)[self._index(i) * cells :][:cells]
        start = self.ends_of(i).start
        x, y = start
        moves = bytearray()
        while (bit := way[y * width + x]) != ARRIVED:
            move = (bit.bit_length() + 2) % 4
            moves.append(move)
            x, y = x + STEPS[move][0], y + STEPS[move][1]
        return Path(start, bytes(moves))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        import numpy as np

        if copy is False:
            raise ValueError("the array of a block of mazes is always a copy")
        return np.array(self.cells(), dtype=dtype)

    def __repr__(self) -> str:
        return f"<MazeBlock of {len(self)} mazes {self.recipe.width}x{self.recipe.height}>"

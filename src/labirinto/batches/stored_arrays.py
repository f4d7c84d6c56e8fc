"""The arrays of a batch, as all files hold them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from labirinto.batches.block import MazeBlock
from labirinto.batches.making import Batch
from labirinto.grids.arrays import Array2D, Array3D
from labirinto.grids.mesh import Mesh


@dataclass(frozen=True)
class BatchArray:
    """One of the arrays of a batch.

    Attributes:
        name: ``mazes``, ``ends`` or ``solutions``.
        item: The shape of one maze's part.
        dtype: The type of its numbers, as NumPy writes it.
    """

    name: str
    item: tuple[int, ...]
    dtype: str

    @property
    def item_bytes(self) -> int:
        """The bytes of one maze."""
        return prod(self.item) * int(self.dtype[-1])

    def of(self, block: MazeBlock) -> Array2D | Array3D:
        """The numbers of a block."""
        if self.name == "mazes":
            return block.cells() if len(self.item) == 2 else block.bits()
        numbers = block.ends if self.name == "ends" else block.solutions
        assert numbers is not None
        return numbers


def arrays_of(batch: Batch) -> list[BatchArray]:
    """The arrays of a batch, the mazes first."""
    grid = batch.recipe.grid
    if isinstance(grid, Mesh):
        mazes = BatchArray("mazes", (grid.maze_bytes,), "|u1")
        ends = BatchArray("ends", (2,), "<i4")
        solutions = BatchArray("solutions", (len(grid),), "<i4")
    else:
        mazes = BatchArray("mazes", (grid.height, grid.width), "|u1")
        ends = BatchArray("ends", (2, 2), "<i4")
        solutions = replace(mazes, name="solutions")
    return [mazes] + [ends] * bool(batch.ends) + [solutions] * batch.solutions


def job_of(batch: Batch) -> dict[str, Any]:
    """What decides the numbers in the arrays."""
    return {
        **batch.recipe.as_dict(),
        "count": batch.count,
        "ends": batch.ends,
        "solutions": batch.solutions,
        "unique": batch.unique,
    }

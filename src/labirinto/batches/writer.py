"""What all files of a batch have in common: the arrays, and how they are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Protocol

from labirinto._internal.progress import Progress
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


Sums = list[tuple[int, int]]
"""The length of each file so far, and the sum of its bytes, as in ``Checkpoint``."""


class BatchWriter(Protocol):
    """The files or the store that a batch is written to.

    ``hold``, ``begin`` or ``resume``, ``fill``, ``finish``, ``close``.
    """

    def hold(self, resume: bool) -> None:
        """Keep other runs off until it is closed; see ``Unfinished.held``."""

    def begin(self) -> None:
        """Create what will be filled."""

    def resume(self, sums: Sums) -> None:
        """Open what an interrupted run left, and check what it had written."""

    def fill(self, batch: Batch, progress: Progress, save: Callable[[Sums], None]) -> None:
        """Write all mazes that are missing, and save now and then what is on the disk."""

    def finish(self) -> None:
        """Give it its final name."""

    def remove(self) -> None:
        """Remove everything that was written."""

    def close(self) -> None:
        """Close the files and let other runs write them."""

    @property
    def own_job(self) -> dict[str, Any]:
        """What else decides the bytes, besides the batch."""

    @property
    def has_mazes(self) -> bool:
        """Whether there is something to resume from."""

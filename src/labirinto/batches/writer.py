"""What all files of a batch have in common: the arrays, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
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
        return [BatchArray("mazes", (grid.maze_bytes,), "|u1")]
    size = (grid.height, grid.width)
    arrays = [BatchArray("mazes", size, "|u1")]
    arrays += [BatchArray("ends", (2, 2), "<i4")] if batch.ends else []
    arrays += [BatchArray("solutions", size, "|u1")] if batch.solutions else []
    return arrays


class BatchWriter(Protocol):
    """The files or the store that a batch is written to.

    ``hold``, ``begin`` or ``resume``, ``fill``, ``finish``, ``close``.
    """

    def hold(self, resume: bool) -> None:
        """Keep other runs off until it is closed; see ``Unfinished.held``."""

    def begin(self) -> None:
        """Create what will be filled."""

    def resume(self) -> None:
        """Open what an interrupted run left."""

    def fill(self, batch: Batch, progress: Progress) -> None:
        """Write all mazes that are missing."""

    def finish(self) -> None:
        """Give it its final name."""

    def remove(self) -> None:
        """Remove everything that was written."""

    def close(self) -> None:
        """Close the files and let other runs write them."""

    @property
    def own_job(self) -> dict[str, Any]:
        """What else decides the bytes, beside the batch."""

    @property
    def has_mazes(self) -> bool:
        """Whether there is something to resume from."""

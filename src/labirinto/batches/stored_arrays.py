"""The arrays of a batch, as all files hold them."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from labirinto.batches.block import MazeBlock, layout_of
from labirinto.batches.making import Batch
from labirinto.grids.arrays import Array2D, Array3D, Array4D, Format

_DTYPES: dict[Format, str] = {"B": "|u1", "i": "<i4"}


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

    def of(self, block: MazeBlock) -> Array2D | Array3D | Array4D:
        """The numbers of a block."""
        if self.name == "mazes":
            return block._mazes()
        numbers = block.ends if self.name == "ends" else block.solutions
        assert numbers is not None
        return numbers


def arrays_of(batch: Batch) -> list[BatchArray]:
    """The arrays of a batch, the mazes first."""
    layout = layout_of(batch.recipe.grid)
    names = ["mazes"] + ["ends"] * bool(batch.ends) + ["solutions"] * batch.solutions
    shapes = {name: layout[name] for name in names}
    return [BatchArray(name, item, _DTYPES[number]) for name, (item, number) in shapes.items()]


def job_of(batch: Batch) -> dict[str, Any]:
    """Return everything that decides the numbers in the arrays."""
    return {
        **batch.recipe.as_dict(),
        "count": batch.count,
        "ends": batch.ends,
        "solutions": batch.solutions,
        "unique": batch.unique,
    }

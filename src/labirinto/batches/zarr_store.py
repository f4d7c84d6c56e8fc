"""Batches into a Zarr store: a group of arrays, a chunk for every block."""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from typing import Any

from labirinto._internal.extras import needing
from labirinto._internal.files import sync_tree
from labirinto._internal.progress import Progress
from labirinto.batches.making import Batch
from labirinto.batches.stored_arrays import BatchArray, arrays_of, job_of
from labirinto.errors import InvalidValueError
from labirinto.recipe import Recipe
from labirinto.runs.checkpoint import Checkpoint
from labirinto.runs.numbered import NumberedRun
from labirinto.runs.unfinished import Unfinished

_LARGEST_CHUNK = 2**31 - 1

_DIMENSIONS = {
    ("mazes", 2): ("maze", "y", "x"),
    ("ends", 2): ("maze", "end", "xy"),
    ("solutions", 2): ("maze", "y", "x"),
    # On grids that are not rectangles; mazes on floors, and on other cells.
    ("mazes", 3): ("maze", "floor", "y", "x"),
    ("mazes", 1): ("maze", "byte"),
    ("ends", 1): ("maze", "end"),
    ("solutions", 1): ("maze", "cell"),
}
"""The names of dimensions, of an array by its name and how many a maze has."""


class StoreRun(NumberedRun):
    """A store on disk.  Its chunks are written atomically: those that are there are complete,
    unless the power failed.
    """

    leftovers = ".partial"

    def __init__(
        self, batch: Batch, name: str, scheduler: str | None, progress: Progress | None
    ) -> None:
        self._zarr = _import_zarr()
        cells = len(batch.recipe.grid)
        if batch.block * cells > _LARGEST_CHUNK:
            raise InvalidValueError(
                f"A block of {batch.block} mazes has {batch.block * cells} cells, and a chunk of "
                f"a Zarr store has at most {_LARGEST_CHUNK}; use a smaller block or NPY."
            )
        super().__init__(
            name,
            Unfinished.named(name, is_folder=True),
            [min(batch.block, batch.count - at) for at in range(0, batch.count, batch.block)],
            make_block,
            scheduler=scheduler,
            workers=batch.threads if scheduler else 1,
            progress=progress,
        )
        self._batch = batch
        self._arrays = arrays_of(batch)

    @property
    def job(self) -> dict[str, Any]:
        return {**job_of(self._batch), "block": self._batch.block}

    @property
    def spec(self) -> dict[str, Any]:
        return spec_of(self._batch, self.unfinished.part)

    def prepare(self) -> None:
        batch = self._batch
        about = {
            **batch.recipe.as_dict(),
            "count": batch.count,
            "ends": batch.ends,
            "unique": batch.unique,
        }
        group = self._zarr.open_group(
            self.unfinished.part, mode="w-", attributes={"labirinto": about}
        )
        for array in self._arrays:
            group.create_array(
                array.name,
                shape=(batch.count, *array.item),
                chunks=(batch.block, *array.item),
                dtype=array.dtype,
                # As by default, and with a checksum, by which readers detect damage.
                compressors=self._zarr.codecs.ZstdCodec(level=0, checksum=True),
                dimension_names=_DIMENSIONS[array.name, len(array.item)],
            )

    def resume(self, checkpoint: Checkpoint) -> None:
        block = self._batch.block
        for array in self._arrays:
            for number in range(len(self.sizes)):
                name = self._chunk(number, array)
                try:
                    if os.path.exists(name):
                        self._group[array.name][number * block : (number + 1) * block]
                except Exception:
                    os.unlink(name)  # cut off by a power cut, say; it is made again

    def is_made(self, number: int) -> bool:
        return all(os.path.exists(self._chunk(number, array)) for array in self._arrays)

    def make_here(self, number: int) -> int:
        """Make a block in the threads of the batch, which may be unique."""
        batch = self._batch
        batch.skip(number * batch.block - batch.made)
        _write_block(self._group, batch)
        return number

    def complete(self) -> None:
        super().complete()
        sync_tree(self.unfinished.part)

    @cached_property
    def _group(self) -> Any:
        return self._zarr.open_group(self.unfinished.part, mode="r+")

    def _chunk(self, number: int, array: BatchArray) -> str:
        zeros = ["0"] * len(array.item)
        return os.path.join(self.unfinished.part, array.name, "c", str(number), *zeros)


def spec_of(batch: Batch, store: str) -> dict[str, Any]:
    """Return the values that another process needs to make blocks of a batch."""
    return {
        "store": store,
        "recipe": batch.recipe.as_dict(),
        "count": batch.count,
        "block": batch.block,
        "ends": batch.ends,
        "solutions": batch.solutions,
    }


def make_block(spec: dict[str, Any], number: int) -> int:
    """Make a block in one thread and write it to the store; return its number."""
    zarr = _import_zarr()
    options = {name: spec[name] for name in ("block", "ends", "solutions")}
    batch = Batch(Recipe.from_dict(spec["recipe"]), spec["count"], threads=1, **options)
    batch.skip(number * batch.block)
    _write_block(zarr.open_group(spec["store"], mode="r+"), batch)
    return number


def _write_block(group: Any, batch: Batch) -> None:
    import numpy as np

    begin = batch.made
    block = batch.read(batch.block)
    # The mazes come last: where they are, the other arrays are too.
    for array in reversed(arrays_of(batch)):
        # Zarr leaves out chunks of zeros, such as mazes of a single cell; here they are needed.
        written = group[array.name].with_config({"write_empty_chunks": True})
        written[begin : batch.made] = np.asarray(array.of(block))


def _import_zarr() -> Any:
    with needing("A Zarr store needs zarr", "zarr"):
        return import_module("zarr")

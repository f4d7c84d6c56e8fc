"""Batches into a Zarr store: a group of arrays, a chunk for every block."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from importlib import import_module
from typing import Any

from labirinto._internal.extras import needing
from labirinto._internal.files import publish, remove_files, sync_tree
from labirinto._internal.progress import Progress
from labirinto.batches.making import Batch
from labirinto.batches.writer import BatchArray, Sums, arrays_of
from labirinto.errors import InvalidValueError
from labirinto.recipe import Recipe
from labirinto.streaming.checkpoint import Unfinished

_LARGEST_CHUNK = 2**31 - 1

_DIMENSIONS = {
    ("mazes", 2): ("maze", "y", "x"),
    ("ends", 2): ("maze", "end", "xy"),
    ("solutions", 2): ("maze", "y", "x"),
    # On grids that are not rectangles.
    ("mazes", 1): ("maze", "byte"),
    ("ends", 1): ("maze", "end"),
    ("solutions", 1): ("maze", "cell"),
}
"""The names of dimensions, of an array by its name and how many a maze has."""


class ZarrWriter:
    """A store on disk.  Its chunks are written atomically: those that are there are complete,
    unless the power failed.
    """

    def __init__(self, batch: Batch, unfinished: Unfinished, scheduler: str | None) -> None:
        self._zarr = _import_zarr()
        self._batch = batch
        self._unfinished = unfinished
        self._scheduler = scheduler
        self._locks = ExitStack()
        cells = len(batch.recipe.grid)
        if batch.block * cells > _LARGEST_CHUNK:
            raise InvalidValueError(
                f"A block of {batch.block} mazes has {batch.block * cells} cells, and a chunk of "
                f"a Zarr store has at most {_LARGEST_CHUNK}; use a smaller block or NPY."
            )

    def hold(self, resume: bool) -> None:
        self._locks.enter_context(self._unfinished.held(resume=resume, folder=True))

    def begin(self) -> None:
        batch = self._batch
        if os.path.exists(self._unfinished.target):
            raise InvalidValueError(
                f"{self._unfinished.target!r} exists, and a store is not replaced; delete it, or "
                "use another name."
            )
        self._unfinished.empty_folder()
        about = {
            **batch.recipe.as_dict(),
            "count": batch.count,
            "ends": batch.ends,
            "unique": batch.unique,
        }
        group = self._zarr.open_group(
            self._unfinished.part, mode="w-", attributes={"labirinto": about}
        )
        for array in arrays_of(batch):
            group.create_array(
                array.name,
                shape=(batch.count, *array.item),
                chunks=(batch.block, *array.item),
                dtype=array.dtype,
                # As by default, and with a checksum, by which readers detect damage.
                compressors=self._zarr.codecs.ZstdCodec(level=0, checksum=True),
                dimension_names=_DIMENSIONS[array.name, len(array.item)],
            )

    def resume(self, sums: Sums) -> None:
        # It may have its final name already.
        if not os.path.isdir(self._store):
            raise self._unfinished.gone()
        group = self._zarr.open_group(self._store, mode="r")
        for array in arrays_of(self._batch):
            for number in range(self._blocks):
                name = self._chunk(number, array)
                begin = number * self._batch.block
                try:
                    if os.path.exists(name):
                        group[array.name][begin : begin + self._batch.block]
                except Exception:
                    os.unlink(name)  # cut off by a power cut, say; it is made again

    def fill(self, batch: Batch, progress: Progress, save: Callable[[Sums], None]) -> None:
        missing = self._missing_blocks()
        made = batch.count - sum(map(self._block_length, missing))
        if self._scheduler:
            from labirinto.batches.cluster import run_blocks

            spec = spec_of(batch, self._unfinished.part)
            with closing(
                run_blocks(make_block, spec, missing, self._scheduler, batch.threads)
            ) as numbers:
                for number in numbers:
                    made += self._block_length(number)
                    progress(made, batch.count)
            return
        group = self._zarr.open_group(self._store, mode="r+")
        for number in missing:
            batch.skip(number * batch.block - batch.made)
            _write_block(group, batch)
            made += self._block_length(number)
            progress(made, batch.count)
        if batch.unique:
            batch.skip(batch.count - batch.made)  # for the number of those dropped

    def finish(self) -> None:
        remove_files(self._store, ".partial")  # chunks that a killed process was writing
        if self._store != self._unfinished.target:
            sync_tree(self._store)
            publish(self._store, self._unfinished.target)

    def remove(self) -> None:
        self._unfinished.remove()

    def close(self) -> None:
        self._locks.close()

    @property
    def _store(self) -> str:
        unfinished = self._unfinished
        return unfinished.part if os.path.isdir(unfinished.part) else unfinished.target

    @property
    def own_job(self) -> dict[str, Any]:
        return {"block": self._batch.block}

    @property
    def has_mazes(self) -> bool:
        return len(self._missing_blocks()) < self._blocks

    @property
    def _blocks(self) -> int:
        return -(-self._batch.count // self._batch.block)

    def _block_length(self, number: int) -> int:
        return min(self._batch.block, self._batch.count - number * self._batch.block)

    def _missing_blocks(self) -> list[int]:
        arrays = arrays_of(self._batch)
        return [
            number
            for number in range(self._blocks)
            if not all(os.path.exists(self._chunk(number, array)) for array in arrays)
        ]

    def _chunk(self, number: int, array: BatchArray) -> str:
        return os.path.join(self._store, array.name, "c", str(number), *["0"] * len(array.item))


def spec_of(batch: Batch, store: str) -> dict[str, Any]:
    """What another process needs to make blocks of a batch."""
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

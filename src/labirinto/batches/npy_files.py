"""Batches in NPY files: one for each array, whose items follow each other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cached_property
from typing import Any, BinaryIO

from labirinto._internal.memory import in_words
from labirinto._internal.progress import Progress
from labirinto.batches.making import Batch
from labirinto.batches.stored_arrays import arrays_of, job_of
from labirinto.errors import TooLargeError
from labirinto.formats.npy import HEADER_BYTES, npy_header
from labirinto.runs.checkpoint import Checkpoint
from labirinto.runs.growing import GrowingRun
from labirinto.runs.unfinished import Unfinished


class ArraysRun(GrowingRun):
    """Files whose length on the disk shows how many mazes are in them."""

    is_state_free = True

    def __init__(self, batch: Batch, name: str, progress: Progress | None) -> None:
        self._arrays = arrays_of(batch)
        mazes = Unfinished.named(name)
        base, ending = os.path.splitext(mazes.target)
        beside = [Unfinished(f"{base}-{array.name}{ending}") for array in self._arrays[1:]]
        super().__init__(name, [mazes, *beside])
        self._batch = batch
        self._progress = progress
        self._written = 0

    @cached_property
    def job(self) -> dict[str, Any]:
        return job_of(self._batch)

    @property
    def has_items(self) -> bool:
        return self._written > 0

    def begin(self) -> None:
        self._check_room()
        super().begin()

    def start(self, place: int, stream: BinaryIO) -> None:
        array = self._arrays[place]
        stream.write(npy_header((self._batch.count, *array.item), array.dtype))

    def resume(self, checkpoint: Checkpoint) -> None:
        self._check_room()
        super().resume(checkpoint)

    def go_on(self, checkpoint: Checkpoint) -> None:
        for array, stream in zip(self._arrays, self.streams, strict=True):
            if stream:  # all that are open have as many mazes
                self._written = (stream.length - HEADER_BYTES) // array.item_bytes

    def items(self) -> Iterator[bool]:
        batch = self._batch
        batch.skip(self._written)
        for block in batch:
            for array, stream in zip(self._arrays, self.streams, strict=True):
                if stream:
                    stream.write(array.of(block).data)
            self._written = batch.made
            if self._progress:
                self._progress(batch.made, batch.count)
            if batch.made < batch.count:
                yield False

    def _check_room(self) -> None:
        needed = sum(HEADER_BYTES + self._batch.count * it.item_bytes for it in self._arrays)
        for file in self.files:
            needed -= os.path.getsize(file.part) if os.path.exists(file.part) else 0
        target = self.unfinished.target
        free = shutil.disk_usage(os.path.dirname(target)).free
        if needed > free:
            raise TooLargeError(
                f"{os.path.basename(target)} needs {in_words(needed)} more on the disk, and "
                f"{in_words(free)} are free."
            )

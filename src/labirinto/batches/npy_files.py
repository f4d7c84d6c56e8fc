"""Batches in NPY files: one for each array, whose items follow each other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from labirinto._internal.files import publish, sync
from labirinto._internal.memory import in_words
from labirinto._internal.progress import Progress
from labirinto.batches.making import Batch
from labirinto.batches.writer import BatchArray, Sums, arrays_of
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats.npy import HEADER_BYTES, npy_header
from labirinto.streaming.checkpoint import GrowingFile, Schedule, Unfinished


class NpyWriter:
    """Files whose length on the disk shows how many mazes are in them."""

    def __init__(self, batch: Batch, unfinished: Unfinished) -> None:
        self._count = batch.count
        base, ending = os.path.splitext(unfinished.target)
        self._arrays = arrays_of(batch)
        self._files = [
            unfinished if array.name == "mazes" else Unfinished(f"{base}-{array.name}{ending}")
            for array in self._arrays
        ]
        for file in self._files:
            if os.path.isdir(file.target):
                raise InvalidValueError(f"{file.target!r} is a folder; use another name.")
        self._streams: list[GrowingFile | None] = []
        self._locks = ExitStack()
        self._stack = ExitStack()
        self._whole = 0

    def hold(self, resume: bool) -> None:
        for file in self._files:
            self._locks.enter_context(file.held(resume=resume))

    def begin(self) -> None:
        self._check_room()
        for array, file in zip(self._arrays, self._files, strict=True):
            self._streams.append(self._begun(array, file))

    def resume(self, sums: Sums) -> None:
        self._check_room()
        for place, (array, file) in enumerate(zip(self._arrays, self._files, strict=True)):
            if os.path.exists(file.part) and sums:
                stream = self._stack.enter_context(GrowingFile(file.part, resume=True))
                stream.go_on(*sums[place])
                self._whole = (stream.length - HEADER_BYTES) // array.item_bytes
                self._streams.append(stream)
            elif os.path.exists(file.part):
                self._streams.append(self._begun(array, file))
            elif os.path.exists(file.target):
                self._streams.append(None)  # it has its final name already
            else:
                raise file.gone()
        if not any(self._streams):
            self._whole = self._count

    def fill(self, batch: Batch, progress: Progress, save: Callable[[Sums], None]) -> None:
        batch.skip(self._whole)
        written = self._sums()
        schedule = Schedule()
        try:
            for block in batch:
                for array, stream in zip(self._arrays, self._streams, strict=True):
                    if stream:
                        stream.write(array.of(block).data)
                written = self._sums()
                self._whole = batch.made
                progress(batch.made, batch.count)
                schedule.save_if_due(partial(self._save, written, save))
        except BaseException:
            with suppress(OSError):
                self._save(written, save)
            raise

    def _sums(self) -> Sums:
        return [(it.length, it.sum) if it else (0, 0) for it in self._streams]

    def _save(self, written: Sums, save: Callable[[Sums], None]) -> None:
        for stream in self._streams:
            if stream:
                sync(stream)
        save(written)

    def finish(self) -> None:
        for stream in self._streams:
            if stream:
                sync(stream)
        self._stack.close()
        for file in self._files:
            if os.path.exists(file.part):
                publish(file.part, file.target)

    def remove(self) -> None:
        # On a full disk closing fails, too, for what is still to be written.
        with suppress(OSError):
            self._stack.close()
        for file in self._files:
            file.remove()

    def close(self) -> None:
        with self._locks:
            self._stack.close()

    @property
    def own_job(self) -> dict[str, Any]:
        return {}

    @property
    def has_mazes(self) -> bool:
        return self._whole > 0

    def _begun(self, array: BatchArray, file: Unfinished) -> GrowingFile:
        stream = self._stack.enter_context(GrowingFile(file.part, resume=False))
        stream.write(npy_header((self._count, *array.item), array.dtype))
        return stream

    def _check_room(self) -> None:
        needed = sum(HEADER_BYTES + self._count * array.item_bytes for array in self._arrays)
        for file in self._files:
            needed -= os.path.getsize(file.part) if os.path.exists(file.part) else 0
        target = self._files[0].target
        free = shutil.disk_usage(os.path.dirname(target)).free
        if needed > free:
            raise TooLargeError(
                f"{os.path.basename(target)} needs {in_words(needed)} more on the disk, and "
                f"{in_words(free)} are free."
            )

"""Batches in NPY files: one for each array, whose items follow each other."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, suppress
from typing import Any, BinaryIO, Literal

from labirinto._internal.memory import in_words
from labirinto._internal.progress import Progress
from labirinto.batches.making import Batch
from labirinto.batches.writer import arrays_of
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats.npy import HEADER_BYTES, npy_header
from labirinto.streaming.checkpoint import Unfinished


class NpyWriter:
    """Files whose length shows how many mazes are in them."""

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
        self._streams: list[BinaryIO | None] = []
        self._locks = ExitStack()
        self._stack = ExitStack()
        self._whole = 0

    def hold(self, resume: bool) -> None:
        for file in self._files:
            self._locks.enter_context(file.held(resume=resume))

    def begin(self) -> None:
        self._check_room()
        for array, file in zip(self._arrays, self._files, strict=True):
            stream = self._open(file.part, "w+b")
            stream.write(npy_header((self._count, *array.item), array.dtype))
            stream.flush()
            self._streams.append(stream)

    def resume(self) -> None:
        self._check_room()
        whole = []
        for array, file in zip(self._arrays, self._files, strict=True):
            if os.path.exists(file.part):
                self._streams.append(self._open(file.part, "r+b"))
            elif os.path.exists(file.target):
                self._streams.append(None)  # it has its final name already
            else:
                raise file.gone()
            size = os.path.getsize(file.part if self._streams[-1] else file.target)
            if size < HEADER_BYTES:
                raise InvalidValueError(f"{file.part!r} is too short to be resumed; start again.")
            whole.append((size - HEADER_BYTES) // array.item_bytes)
        self._whole = min(self._count, *whole)
        for array, stream in zip(self._arrays, self._streams, strict=True):
            if stream:
                stream.truncate(HEADER_BYTES + self._whole * array.item_bytes)
                stream.seek(0, os.SEEK_END)

    def fill(self, batch: Batch, progress: Progress) -> None:
        batch.skip(self._whole)
        for block in batch:
            for array, stream in zip(self._arrays, self._streams, strict=True):
                if stream:
                    stream.write(array.of(block).data)
                    stream.flush()
            self._whole = batch.made
            progress(batch.made, batch.count)

    def finish(self) -> None:
        self._stack.close()
        for file in self._files:
            if os.path.exists(file.part):
                os.replace(file.part, file.target)

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

    def _open(self, name: str, mode: Literal["w+b", "r+b"]) -> BinaryIO:
        return self._stack.enter_context(open(name, mode))

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

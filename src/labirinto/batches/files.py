"""Batches into files: NPY arrays that can be mapped into memory, or a Zarr store.

While it is written, what belongs to ``mazes.npy`` is called ``mazes.npy.part``, and beside it lies
``mazes.npy.checkpoint``, which tells what was begun.  Mazes have all the same size, so that a part
tells by its own length how far it has come; of a store, that its chunks are there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, Protocol

from labirinto._internal.files import check_folder
from labirinto._internal.memory import in_words
from labirinto.batches.block import MazeBlock
from labirinto.batches.making import Batch
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats.npy import HEADER_BYTES, npy_header
from labirinto.streaming.checkpoint import Checkpoint, Unfinished

BATCH_ENDINGS = (".npy", ".zarr")

Told = Callable[[int, int], None]
"""Called after every block with the mazes written and their number; may raise, to stop."""


@dataclass(frozen=True)
class ArrayOfBatch:
    """One of the arrays that a batch is written as.

    Attributes:
        name: mazes, ends or solutions.
        item: the shape of what belongs to one maze.
        kind: of its numbers, as NumPy writes it.
    """

    name: str
    item: tuple[int, int]
    kind: str

    @property
    def item_bytes(self) -> int:
        """The bytes of one maze."""
        return self.item[0] * self.item[1] * int(self.kind[-1])

    def of(self, block: MazeBlock) -> memoryview:
        """The numbers of a block."""
        if self.name == "mazes":
            return block.cells()
        view = block.ends if self.name == "ends" else block.solutions
        assert view is not None
        return view


def arrays_of(batch: Batch) -> list[ArrayOfBatch]:
    """The arrays that a batch is written as: the mazes first."""
    size = (batch.recipe.height, batch.recipe.width)
    arrays = [ArrayOfBatch("mazes", size, "|u1")]
    arrays += [ArrayOfBatch("ends", (2, 2), "<i4")] if batch.ends else []
    arrays += [ArrayOfBatch("solutions", size, "|u1")] if batch.solutions else []
    return arrays


class BatchWriter(Protocol):
    """Where a batch goes."""

    def hold(self, resume: bool) -> None:
        """Keeps other runs off until it is closed; see ``Unfinished.held``."""

    def begin(self) -> None:
        """Makes what is to be filled."""

    def resume(self) -> None:
        """Opens what was begun."""

    def fill(self, batch: Batch, told: Told) -> None:
        """Writes all that is missing."""

    def finish(self) -> None:
        """Gives it its final name."""

    def remove(self) -> None:
        """Leaves nothing of it."""

    def close(self) -> None:
        """Lets go of it."""

    @property
    def own_job(self) -> dict[str, Any]:
        """What else decides the bytes."""

    @property
    def has_mazes(self) -> bool:
        """Whether there is something to go on from."""


def write_batch(
    batch: Batch,
    target: str | os.PathLike[str],
    *,
    resume: bool = False,
    scheduler: str | None = None,
    progress: Told | None = None,
) -> None:
    """Writes a batch into files as it is made, block by block.

    ``mazes.npy`` is an array ``uint8[count, height, width]`` for ``np.load(..., mmap_mode="r")``;
    ends and solutions go beside it into ``mazes-ends.npy`` and ``mazes-solutions.npy``.
    ``mazes.zarr`` is a group of the arrays ``mazes``, ``ends`` and ``solutions``, a chunk a block.
    What is interrupted, by whatever, goes on with the same call and ``resume``, to the same bytes.

    Args:
        batch: from its first maze on.
        target: the file's name; its ending tells the format.
        resume: go on with what was interrupted.
        scheduler: who makes a Zarr store instead of our own threads: ``threads``, those of Dask;
            or the address of a Dask cluster, whose machines must share the folder of the store.
        progress: called after every block.

    Raises:
        InvalidValueError: for a value that cannot be; if there is nothing to resume, or something
            else was begun, or another run is writing it; if no more different mazes can be found.
        TooLargeError: if the disk has no room for it.
        MissingExtraError: if Zarr or Dask is not installed.
        OSError: if something cannot be written.
    """
    name = os.fspath(target)
    ending = os.path.splitext(name)[1].lower()
    if ending not in BATCH_ENDINGS:
        raise InvalidValueError(
            f"A batch cannot be written to {name!r}; the ending must be "
            f"{' or '.join(BATCH_ENDINGS)}."
        )
    check_folder(name)
    if scheduler and ending != ".zarr":
        raise InvalidValueError("Only a Zarr store can be written by several machines.")
    if scheduler and batch.unique:
        raise InvalidValueError(
            "Whether a maze has been there is known in one place only: leave out unique or the "
            "scheduler."
        )
    if batch.made:
        raise InvalidValueError(
            f"{batch.made} mazes of the batch are gone; write it from the first."
        )
    if ending == ".zarr":
        from labirinto.batches.zarr_store import ZarrWriter

        writer: BatchWriter = ZarrWriter(batch, Unfinished(os.path.realpath(name)), scheduler)
    else:
        writer = _NpyWriter(batch, Unfinished(os.path.realpath(name)))
    try:
        _write(batch, Unfinished(os.path.realpath(name)), writer, resume, progress)
    except OSError as error:
        # A temporary name, or none as from a full disk, would tell people nothing.
        error.filename = name
        raise


def _write(
    batch: Batch, unfinished: Unfinished, writer: BatchWriter, resume: bool, progress: Told | None
) -> None:
    job = _job(batch) | writer.own_job
    with closing(writer):
        writer.hold(resume)
        if resume:
            Checkpoint.load(unfinished.checkpoint).check_job(job)
        try:
            if resume:
                writer.resume()
            else:
                writer.begin()
                Checkpoint(job, 0, b"", b"", {}, None).save(unfinished)
            _fill(writer, batch, progress or (lambda made, count: None))
            writer.finish()
            unfinished.forget()
        except BaseException:
            if not resume and not writer.has_mazes:
                writer.remove()
            raise


def _fill(writer: BatchWriter, batch: Batch, told: Told) -> None:
    try:
        writer.fill(batch, told)
    except InvalidValueError:
        # There are no more different mazes, and another time there will not be any either.
        writer.remove()
        raise


def _job(batch: Batch) -> dict[str, Any]:
    """All that decides what is written, as plain values."""
    return {
        **batch.recipe.as_dict(),
        "count": batch.count,
        "ends": batch.ends,
        "solutions": batch.solutions,
        "unique": batch.unique,
    }


class _NpyWriter:
    """Files of arrays whose items come one after the other."""

    def __init__(self, batch: Batch, unfinished: Unfinished) -> None:
        self._count = batch.count
        base, ending = os.path.splitext(unfinished.target)
        self._arrays = arrays_of(batch)
        self._files = [
            unfinished if array.name == "mazes" else Unfinished(f"{base}-{array.name}{ending}")
            for array in self._arrays
        ]
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
            stream.write(npy_header((self._count, *array.item), array.kind))
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
                raise InvalidValueError(f"{file.part!r} is too short: it cannot be resumed.")
            whole.append((size - HEADER_BYTES) // array.item_bytes)
        self._whole = min(self._count, *whole)
        for array, stream in zip(self._arrays, self._streams, strict=True):
            if stream:
                stream.truncate(HEADER_BYTES + self._whole * array.item_bytes)
                stream.seek(0, os.SEEK_END)

    def fill(self, batch: Batch, told: Told) -> None:
        batch.skip(self._whole)
        for block in batch:
            for array, stream in zip(self._arrays, self._streams, strict=True):
                if stream:
                    stream.write(array.of(block))
                    stream.flush()
            self._whole = batch.made
            told(batch.made, batch.count)

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
                f"{os.path.basename(target)} would take {in_words(needed)} of the disk, and "
                f"{in_words(free)} are free."
            )

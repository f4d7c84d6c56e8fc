"""Batches into files: NPY arrays that can be mapped into memory, or a Zarr store."""

from __future__ import annotations

import os

from labirinto._internal.files import check_folder, file_name
from labirinto._internal.progress import Progress
from labirinto._internal.validation import check_type
from labirinto.batches.making import Batch
from labirinto.errors import InvalidValueError
from labirinto.runs.cluster import check_scheduler
from labirinto.runs.run import Run

BATCH_ENDINGS = (".npy", ".zarr")


def write_batch(
    batch: Batch,
    target: str | os.PathLike[str],
    *,
    resume: bool = False,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Write a batch to files as it is made, block by block.

    ``mazes.npy`` is an array ``uint8[count, height, width]`` for ``np.load(..., mmap_mode="r")``;
    ends and solutions are in ``mazes-ends.npy`` and ``mazes-solutions.npy`` beside it.
    ``mazes.zarr`` is a group of the arrays ``mazes``, ``ends`` and ``solutions``, one chunk for
    each block.  After any interruption, the same call with ``resume`` continues, and the files get
    the same bytes.

    Args:
        batch: A batch of which no maze has been read.
        target: The file's name; the extension selects the format.
        resume: Whether to continue an interrupted file.
        scheduler: Lets Dask make the blocks of a Zarr store: ``threads`` for threads of this
            process, or the address of a cluster, whose machines must share the store's folder.
        progress: Called after every block with the mazes written and the total; may raise to stop.

    Raises:
        InvalidValueError: For an invalid value; if there is nothing to resume, or the interrupted
            file is a different one, or would be lost; if another run is writing it; if no more
            different mazes can be found.
        FileFormatError: If the files of an interrupted run have been damaged since.
        TooLargeError: If there is not enough space on the disk.
        MissingExtraError: If Zarr or Dask is not installed.
        OSError: If something cannot be written.
    """
    name = file_name(target)
    ending = os.path.splitext(name)[1].lower()
    if ending not in BATCH_ENDINGS:
        raise InvalidValueError(
            f"A batch cannot be written to {name!r}; use the extension "
            f"{' or '.join(BATCH_ENDINGS)}."
        )
    check_type("batch", batch, Batch)
    check_scheduler(scheduler)
    check_folder(name)
    if scheduler and ending != ".zarr":
        raise InvalidValueError("Dask writes only Zarr stores; leave out the scheduler.")
    if scheduler and batch.unique:
        raise InvalidValueError(
            "A unique batch is made in one place only; leave out unique or the scheduler."
        )
    if batch.made:
        raise InvalidValueError(
            f"{batch.made} mazes of the batch have been read before; write batch.restart()."
        )
    _run(batch, name, ending, scheduler, progress).write(resume=resume)
    batch.skip(batch.count - batch.made)  # also over those that others made, or an earlier run


def _run(
    batch: Batch, name: str, ending: str, scheduler: str | None, progress: Progress | None
) -> Run:
    if ending == ".zarr":
        from labirinto.batches.zarr_store import StoreRun

        return StoreRun(batch, name, scheduler, progress)
    from labirinto.batches.npy_files import ArraysRun

    return ArraysRun(batch, name, progress)

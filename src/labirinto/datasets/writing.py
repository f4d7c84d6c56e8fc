"""Datasets in folders: Parquet files, a card that says what they are, and a recipe."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from labirinto._internal.files import check_folder, file_name, write_whole
from labirinto._internal.progress import Progress
from labirinto._internal.threads import threads_for
from labirinto.datasets.arrays import import_pyarrow
from labirinto.datasets.card import card_of
from labirinto.datasets.rows import DatasetRows
from labirinto.datasets.shards import (
    PLANS,
    File,
    check_file,
    files_of,
    items_in,
    load_plans,
    make_shard,
    no_damage,
    read_file,
    rows_digest,
    same_pictures,
    save_plans,
    shards_of,
    spec_of,
    tables_of,
)
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.runs.checkpoint import Checkpoint
from labirinto.runs.cluster import check_scheduler
from labirinto.runs.numbered import NumberedRun
from labirinto.runs.unfinished import Unfinished

RECIPE, CARD = "recipe.json", "README.md"


class Dataset(DatasetRows):
    __doc__ = DatasetRows.__doc__

    def write(
        self,
        folder: str | os.PathLike[str],
        *,
        resume: bool = False,
        workers: int | None = 1,
        scheduler: str | None = None,
        comparing: Progress | None = None,
        progress: Progress | None = None,
    ) -> dict[str, int]:
        """Write the rows: Parquet files, ``README.md`` and ``recipe.json``.

        The files are ``data/train-00000-of-00010.parquet`` and so on, as the Hugging Face Hub names
        them, and the card has the header that it reads.  The recipe makes all rows again
        (``load``), and has a digest of the rows of each file, which does not depend on workers,
        interruptions or the version of PyArrow.  After any interruption, the same call with
        ``resume`` continues.

        Args:
            folder: The name of a new or empty folder.
            resume: Whether to continue an interrupted run.
            workers: How many processes make the rows; None for one per processor.  With more than
                one, a program needs ``if __name__ == "__main__":``.
            scheduler: Lets Dask make the files: ``threads``, or the address of a cluster, whose
                machines must share the folder.
            comparing: Called while mazes are compared, ordered or measured for stages, before any
                row is written, with the mazes done and the total; may raise to stop.
            progress: Called with the rows written and the total; may raise to stop.

        Returns:
            The rows of each split.

        Raises:
            InvalidValueError: For an invalid value, or a folder that exists; if there is nothing to
                resume, or the interrupted run is a different one, or would be lost; if another run
                is writing it; or if no more different mazes can be found.
            TooLargeError: If there is not enough memory for comparing all rows.
            MissingExtraError: If PyArrow, NumPy or Dask is not installed.
            LabirintoError: If a worker was lost, or a cluster cannot be reached.
            OSError: If something cannot be written.
        """
        import_pyarrow()
        name = os.path.normpath(file_name(folder))
        if os.path.basename(name) in ("", os.curdir, os.pardir):
            raise InvalidValueError(
                f"{name!r} is not the name of a new folder; give one, such as mazes."
            )
        check_folder(name)
        workers = threads_for(workers, "workers")
        check_scheduler(scheduler)
        _DatasetRun(self, name, comparing, scheduler, workers, progress).write(resume=resume)
        rows: Counter[str] = Counter()
        for file in load_about(name)["files"]:
            rows[file["split"]] += file["rows"]
        return dict(rows)


class _DatasetRun(NumberedRun):
    """The writing of a dataset, whose parts are its shards."""

    def __init__(
        self,
        dataset: DatasetRows,
        name: str,
        comparing: Progress | None,
        scheduler: str | None,
        workers: int,
        progress: Progress | None,
    ) -> None:
        self._dataset = dataset
        self._comparing = comparing
        self._shards = shards_of(dataset)
        super().__init__(
            name,
            Unfinished.named(name, is_folder=True),
            [dataset.pairs * len(items_in(dataset, shard)) for shard in self._shards],
            make_shard,
            scheduler=scheduler,
            workers=workers,
            progress=progress,
        )

    @property
    def job(self) -> dict[str, Any]:
        return dict(json.loads(json.dumps(self._dataset.job)))

    @cached_property
    def spec(self) -> dict[str, Any]:
        return spec_of(self._dataset, self.unfinished.part)

    def is_made(self, number: int) -> bool:
        return all(
            os.path.exists(os.path.join(self.unfinished.part, name))
            for _, name in files_of(self._dataset, self._shards[number])
        )

    def resume(self, checkpoint: Checkpoint) -> None:
        part = self.unfinished.part
        for split, name in self._files():
            if os.path.exists(os.path.join(part, name)):
                try:
                    check_file(part, split, name, self._dataset.table)
                except FileFormatError as error:
                    remedy = f"delete it in {part!r}, and resume"
                    raise FileFormatError(f"{str(error)[:-1]}; {remedy}.") from None

    def fill(self) -> None:
        part = self.unfinished.part
        if not os.path.exists(os.path.join(part, PLANS)):
            save_plans(self._dataset.plan(self._comparing), part)
        super().fill()

    def complete(self) -> None:
        super().complete()
        part = self.unfinished.part
        plans = load_plans(part)
        files = [read_file(part, split, name) for split, name in self._files()]
        about: dict[str, Any] = {
            "revisions": self._dataset.revisions,
            "dataset": self._dataset.as_dict(),
            "duplicates": sum(plan.duplicates for plan in plans),
            "files": [file._asdict() for file in files],
        }
        size = sum(os.path.getsize(os.path.join(part, file.name)) for file in files)
        card = card_of(self._dataset, plans, files, size)
        for name, text in ((RECIPE, json.dumps(about, indent=1)), (CARD, card)):
            with write_whole(os.path.join(part, name), durable=True) as stream:
                stream.write(f"{text}\n".encode())
        os.unlink(os.path.join(part, PLANS))

    def _files(self) -> Iterator[tuple[str, str]]:
        for shard in self._shards:
            yield from files_of(self._dataset, shard)


def load_about(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the contents of a recipe: dataset, revisions, duplicates dropped, and files.

    Raises:
        FileFormatError: If there is none, or it is damaged.
    """
    name = os.path.join(file_name(folder), RECIPE)
    try:
        with open(name, encoding="utf-8") as stream:
            about = json.load(stream)
        about["files"] = [File(**file)._asdict() for file in about["files"]]
        kinds = [type(value) for file in about["files"] for value in file.values()]
        if kinds != [str, str, int, str, int] * len(about["files"]):
            raise TypeError
        if not all(isinstance(about[key], dict) for key in ("dataset", "revisions")):
            raise TypeError
    except FileNotFoundError:
        raise FileFormatError(
            f"{os.fspath(folder)!r} has no {RECIPE}: it is not a dataset."
        ) from None
    except (UnicodeDecodeError, ValueError, TypeError, KeyError, RecursionError):
        raise FileFormatError(f"{name!r} is not the recipe of a dataset.") from None
    return dict(about)


def load(folder: str | os.PathLike[str]) -> Dataset:
    """Return the dataset that was written to a folder, from its recipe; its rows are made again.

    Raises:
        FileFormatError: If there is no recipe, or it is damaged.
        InvalidValueError: If this version cannot make it.
    """
    return _dataset_of(load_about(folder))


def _dataset_of(about: dict[str, Any]) -> Dataset:
    return Dataset.from_dict({**about["dataset"], "revisions": about["revisions"]})


def check(
    folder: str | os.PathLike[str],
    *,
    comparing: Progress | None = None,
    progress: Progress | None = None,
) -> int:
    """Make all rows of a dataset again, and compare them with those in its files.

    Pictures are compared by their pixels, since their bytes depend on the compressor.

    Args:
        folder: The folder.
        comparing: As for ``Dataset.write``.
        progress: Called with the rows compared and the total; may raise to stop.

    Returns:
        The number of rows.

    Raises:
        FileFormatError: If rows of a file are not those of the recipe, or a file is missing or does
            not belong to the dataset; the message names the file.
        OSError: If a file cannot be read.
    """
    parquet = import_pyarrow("pyarrow.parquet")
    about = load_about(folder)
    dataset = _dataset_of(about)
    digests = {file["name"]: file["digest"] for file in about["files"]}
    _check_names(os.fspath(folder), dataset)
    compared = 0
    plans = dataset.plan(comparing)
    for shard in shards_of(dataset):
        tables = tables_of(dataset, shard, plans[shard.part])
        for split, name in files_of(dataset, shard):
            with no_damage(name):
                table = parquet.read_table(os.path.join(folder, name), partitioning=None)
            made = tables[split]
            if (
                not table.schema.equals(made.schema)
                or digests.get(name) != rows_digest(made, dataset.table)
                or digests[name] != rows_digest(table, dataset.table)
            ):
                raise FileFormatError(f"{name}: its rows are not those of the recipe.")
            if not same_pictures(made, table, dataset.table):
                raise FileFormatError(f"{name}: its pictures are not those of the recipe.")
        compared += dataset.pairs * len(items_in(dataset, shard))
        if progress:
            progress(compared, len(dataset))
    return compared


def _check_names(folder: str, dataset: Dataset) -> None:
    """Check that the files are those of the dataset: readers take all that is there."""
    expected = {name for shard in shards_of(dataset) for _, name in files_of(dataset, shard)}
    data = os.path.join(folder, "data")
    names = os.listdir(data) if os.path.isdir(data) else []
    there = {f"data/{name}" for name in names if not name.startswith(".")}
    for name in sorted(expected - there):
        raise FileFormatError(f"{name}: the file is missing.")
    for name in sorted(there - expected):
        raise FileFormatError(f"{name}: the file does not belong to the dataset; delete it.")

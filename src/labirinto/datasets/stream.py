"""Endless rows, made where they are needed: for training without files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np

from labirinto._internal.validation import one_of, whole_number
from labirinto.batches.unique import MAX_ITEMS
from labirinto.datasets.rows import DatasetRows
from labirinto.errors import InvalidValueError


class MazeStream:
    """An endless iterable over the rows of one split of a dataset.

    For PyTorch it is an ``IterableDataset``: each worker of a ``DataLoader`` makes its own share of
    the items, number k modulo the number of workers, so no two make the same.  It has no maze of
    the other splits of the dataset, nor of those of any dataset with the same shares, so you can
    train on the stream and test on the files.  Iterating again gives the same rows; ``first``
    begins elsewhere.  Mazes may repeat, since the stream does not remember them.

    Args:
        dataset: The dataset whose rows to make; its ``count`` and order do not matter.
        split: The split of the rows; by default ``train``, or the first if there is none.
        first: The item to begin with.
        items: The number of items to make, including those of other splits, which give no rows;
            None for no end.
        part: The part of the items that this process makes, and the number of parts: rank and
            number of processes when several machines train together.
        batch: The number of items made at a time.

    Raises:
        InvalidValueError: If there is no such split, a number is out of range, or the rows would
            need an order.
        MissingExtraError: If NumPy is not installed.
    """

    def __init__(
        self,
        dataset: DatasetRows,
        split: str | None = None,
        *,
        first: int = 0,
        items: int | None = None,
        part: tuple[int, int] = (0, 1),
        batch: int = 256,
    ) -> None:
        if not isinstance(dataset, DatasetRows):
            raise InvalidValueError(
                field="dataset", value=dataset, requirement="a labirinto.datasets.Dataset"
            )
        if dataset.order is not None:
            raise InvalidValueError("An endless stream cannot be ordered; leave out the order.")
        self.dataset = dataset
        splits = dataset.splits
        if split is None:
            split = "train" if "train" in splits else splits[0]
        self.split: str = one_of("split", split, splits)
        self.first: int = whole_number("first", first, 0, MAX_ITEMS)
        self.items: int | None = (
            None if items is None else whole_number("items", items, 1, MAX_ITEMS)
        )
        try:
            place, parts = part
        except (TypeError, ValueError):
            requirement = "a number and how many there are, such as (0, 4)"
            raise InvalidValueError(field="part", value=part, requirement=requirement) from None
        parts = whole_number("part", parts, 1)
        self.part: tuple[int, int] = whole_number("part", place, 0, parts - 1), parts
        self.batch: int = whole_number("batch", batch, 1, 2**20)
        # Let PyTorch know, if it is installed, that a stream has no numbers to choose rows by.
        with suppress(ImportError):
            import_module("torch.utils.data").IterableDataset.register(MazeStream)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        place, parts = self.part
        worker, workers = _worker()
        place, parts = place * workers + worker, parts * workers
        end = MAX_ITEMS if self.items is None else min(MAX_ITEMS, self.first + self.items)
        (part,) = (it for it in self.dataset.parts if self.split in it.splits)
        # Items k with k % parts == place.
        begin = self.first + (place - self.first) % parts
        stride = parts * self.batch
        chunks = (np.arange(at, min(end, at + stride), parts) for at in range(begin, end, stride))
        return self.dataset.rows_of(part, chunks, self.split)


def _worker() -> tuple[int, int]:
    """The number of this worker of a ``DataLoader``, and how many there are."""
    import sys

    torch_data = sys.modules.get("torch.utils.data")
    about = torch_data.get_worker_info() if torch_data else None
    return (0, 1) if about is None else (about.id, about.num_workers)

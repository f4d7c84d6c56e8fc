"""Endless rows of datasets: shared by workers, and apart from the rows of other splits."""

from __future__ import annotations

import sys
from abc import ABCMeta
from types import SimpleNamespace

import pytest

from labirinto import InvalidValueError
from labirinto.datasets import Dataset, MazeStream

FEW = "cells,steps"


def test_workers_of_a_stream_share_the_items(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = Dataset(
        "wilson", "2x2..5x5", count=1, seed=6, columns=FEW, split="train=0.8,test=0.2"
    )
    whole = [row["item"] for row in MazeStream(dataset, items=300, batch=7)]
    assert 200 < len(whole) < 280
    assert whole == sorted(whole)
    shared = []
    for rank in range(2):
        for worker in range(3):
            about = SimpleNamespace(id=worker, num_workers=3)
            fake = SimpleNamespace(
                get_worker_info=lambda about=about: about, IterableDataset=ABCMeta("Fake", (), {})
            )
            monkeypatch.setitem(sys.modules, "torch.utils.data", fake)
            stream = MazeStream(dataset, items=300, batch=7, part=(rank, 2))
            assert isinstance(stream, fake.IterableDataset)
            items = [row["item"] for row in stream]
            assert {item % 6 for item in items} == {rank * 3 + worker}
            shared += items
    assert sorted(shared) == whole
    monkeypatch.delitem(sys.modules, "torch.utils.data")
    later = [row["item"] for row in MazeStream(dataset, first=100, items=200, batch=7)]
    assert later == [item for item in whole if item >= 100]


def test_a_stream_has_no_maze_of_another_split_and_no_end() -> None:
    dataset = Dataset(
        "wilson", "3x3", count=100, seed=6, columns="cells,steps", split="train=0.5,test=0.5"
    )
    tests = {row["cells"].tobytes() for row in dataset.rows("test")}
    assert MazeStream(Dataset("wilson", "3x3", count=9, split="dev=1,train=1")).split == "train"
    stream = iter(MazeStream(dataset))
    rows = [next(stream) for _ in range(2000)]
    assert not tests & {row["cells"].tobytes() for row in rows}
    assert rows[1999]["item"] > 3000
    for about in ({"split": "valid"}, {"part": (2, 2)}, {"part": 3}, {"first": -1}, {"batch": 0}):
        with pytest.raises(InvalidValueError):
            MazeStream(dataset, **about)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="leave out the order"):
        MazeStream(Dataset("wilson", "3x3", count=9, order="size"))

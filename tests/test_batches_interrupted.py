"""Batches that are interrupted, called twice at a time, and copied: each maze comes once."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from overlapping import read_by_threads

import labirinto
from labirinto import InvalidValueError, TooLargeError, _core


@pytest.mark.parametrize("unique", [False, True])
def test_a_call_that_was_stopped_loses_no_mazes(
    unique: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_memory(*_: object) -> None:
        raise MemoryError

    about: dict[str, Any] = {"count": 160, "seed": 1, "unique": unique, "ends": "farthest"}
    plain, batch = (labirinto.batch("wilson", 3, 3, **about) for _ in range(2))
    for count in (20, 1, 50, 85):
        with monkeypatch.context() as patched:
            patched.setattr(_core, "batch_solutions", without_memory)
            for lost in (count, 1, 140):
                with pytest.raises(TooLargeError):
                    batch.read(lost)
        assert (batch.made, batch.dropped) == (plain.made, plain.dropped)
        assert batch.read(count) == plain.read(count)
        batch.skip(1)
        plain.skip(1)
    assert batch.made == 160


def test_progress_that_stops_loses_no_mazes() -> None:
    # It lets one more round through each time that it is called for the same mazes.
    def progress(done: int, total: int) -> None:
        nonlocal rounds
        rounds -= 1
        if rounds < 0:
            raise InterruptedError

    about: dict[str, Any] = {"count": 190, "seed": 1, "unique": True}
    batch = labirinto.batch("wilson", 3, 3, **about, progress=progress)
    plain = labirinto.batch("wilson", 3, 3, **about)
    stopped = 0
    for name, count in (("read", 60), ("skip", 60), ("read", 60), ("read", 10)):
        expected = getattr(plain, name)(count)
        before = batch.made, batch.dropped
        for allowed in range(100):
            rounds = allowed
            try:
                found = getattr(batch, name)(count)
                break
            except InterruptedError:
                stopped += 1
                assert (batch.made, batch.dropped) == before
        assert found == expected
        assert (batch.made, batch.dropped) == (plain.made, plain.dropped)
    assert stopped > 4


def test_a_call_from_progress_is_refused() -> None:
    batch = labirinto.batch(
        "wilson", 9, 9, count=30_000, seed=1, progress=lambda *_: print(batch.read(1))
    )
    with pytest.raises(InvalidValueError, match="Batch is busy with another call; call read after"):
        batch.read(30_000)


@pytest.mark.parametrize("unique", [False, True])
def test_calls_from_other_threads_are_refused_and_each_maze_comes_once(unique: bool) -> None:
    about: dict[str, Any] = {"count": 5000, "seed": 1, "unique": unique, "solutions": True}
    batch = labirinto.batch("wilson", 4, 4, **about, block=70)
    blocks = read_by_threads(lambda: batch.read(70), lambda: batch.made == 5000)
    blocks.sort(key=lambda block: block.numbers[0])
    assert blocks == list(batch.restart())
    with pytest.raises(InvalidValueError, match="All 5000 mazes"):
        batch.read(1)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_a_copy_continues_on_its_own(again: Callable[[labirinto.Batch], labirinto.Batch]) -> None:
    batch = labirinto.batch("wilson", 3, 3, count=190, seed=1, unique=True)
    batch.read(100)
    other = again(batch)
    expected = [other.read(50), other.read(40)]
    assert [batch.read(50), batch.read(40)] == expected
    assert batch.dropped == other.dropped

"""Rows as a stream: the same rows as those of a whole maze, interrupted or not."""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from overlapping import read_by_threads
from spanning import is_spanning_tree, passages_of

import labirinto
from labirinto import InvalidValueError, Maze, MazeRows, TooLargeError, generate_rows

chances = st.sampled_from([0.0, 1.0, 0.5]) | st.floats(0, 1)


@given(
    width=st.integers(1, 140),
    height=st.integers(1, 40),
    block_rows=st.integers(1, 50),
    join=chances,
    drop=chances,
    seed=st.integers(0, 2**64 - 1),
)
def test_blocks_of_rows_are_the_rows_of_the_maze(
    width: int, height: int, block_rows: int, join: float, drop: float, seed: int
) -> None:
    maze = labirinto.eller(width, height, seed=seed, join=join, drop=drop)
    rows = generate_rows(
        "eller", width, height, seed=seed, join=join, drop=drop, block_rows=block_rows
    )
    blocks = list(rows)
    assert b"".join(block.rows for block in blocks) == maze.rows
    assert [block.y for block in blocks] == list(range(0, height, block_rows))
    assert sum(map(len, blocks)) == rows.y == height
    assert rows.is_finished
    assert rows.recipe == maze.recipe


@given(
    width=st.integers(1, 90),
    before=st.integers(1, 30),
    after=st.integers(1, 30),
    seed=st.text(min_size=1, alphabet="abcé"),
)
def test_a_saved_stream_continues_as_if_nothing_had_happened(
    width: int, before: int, after: int, seed: str
) -> None:
    rows = generate_rows("eller", width, seed=seed, join=0.3)
    first = rows.read(before)
    state = rows.state()
    expected = (rows.read(after), rows.finish())
    for again in (MazeRows.restore(state), pickle.loads(pickle.dumps(MazeRows.restore(state)))):
        assert (again.read(after), again.finish()) == expected
        assert again.recipe == rows.recipe
    everything = b"".join(block.rows for block in (first, *expected))
    assert labirinto.generate(rows.recipe).rows == everything


@pytest.mark.parametrize("join", [0, 0.5, 1])
@pytest.mark.parametrize("drop", [0, 0.5, 1])
@pytest.mark.parametrize("width", [1, 2, 63, 64, 65, 129])
def test_an_endless_maze_is_perfect_whenever_it_is_finished(
    width: int, join: float, drop: float
) -> None:
    for made in (0, 1, 2, 17):
        rows = generate_rows("eller", width, seed=made, join=join, drop=drop)
        taken = rows.read(made).rows if made else b""
        content = taken + rows.finish().rows
        assert is_spanning_tree(width, made + 1, passages_of(content, width, made + 1))
        assert list(rows) == []


def test_an_endless_stream_does_not_end() -> None:
    rows = generate_rows("eller", 1000, seed=7)
    blocks = list(islice(rows, 50))
    assert len({block.rows for block in blocks}) == 50
    assert not rows.is_finished
    assert repr(rows).startswith("<MazeRows eller 1000xinf, seed 7, ")


@given(
    width=st.integers(1, 70),
    height=st.integers(1, 20),
    counts=st.lists(st.integers(1, 9), min_size=20, max_size=20),
    restored=st.booleans(),
)
def test_arrays_of_consecutive_blocks_are_those_of_the_maze(
    width: int, height: int, counts: list[int], restored: bool
) -> None:
    maze = labirinto.eller(width, height, seed=1)
    rows = generate_rows("eller", width, height, seed=1)
    blocks = []
    for count in counts:
        if not rows.is_finished:
            rows = MazeRows.restore(rows.state()) if restored else rows
            blocks.append(rows.read(count))
    assert (np.concatenate([np.asarray(block) for block in blocks]) == np.asarray(maze)).all()
    in_blocks = np.concatenate([np.asarray(block.blocks()) for block in blocks])
    assert (in_blocks == np.asarray(maze.blocks())).all()


def test_a_block_has_exits_and_packed_planes() -> None:
    maze = labirinto.eller(100, 8, seed=1)
    rows = generate_rows("eller", 100, 8, seed=1)
    rows.read(3)
    block = rows.read(4)
    assert (len(block), repr(block)) == (4, "<RowBlock of 4 rows of 100 cells, from row 3>")
    assert block.cells()[0] == tuple(np.asarray(maze)[3])
    assert np.asarray(block, dtype=np.int64).dtype == np.int64
    np.asarray(block)[0, 0] = 99  # a copy of its own
    with pytest.raises(ValueError, match="copy"):
        np.array(block, copy=False)
    planes = np.asarray(block.planes())
    assert planes.shape == (4, 2, 13)
    assert planes.tobytes() == block.rows == maze.rows[3 * 26 : 7 * 26]


def test_more_columns_than_24_bits_count() -> None:
    width = 2**24 + 3
    rows = generate_rows("eller", width, 3, seed=1)
    content = b"".join(block.rows for block in rows)
    assert labirinto.is_perfect(Maze(width, 3, content))


def test_other_sizes_seeds_and_parameters_are_refused() -> None:
    for width, height in ((0, 5), (-1, 5), (5, 0), (2**31, 5), (5, 2**31), (1.5, 2)):
        with pytest.raises(InvalidValueError):
            generate_rows("eller", width, height)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match=r"join is 1\.5"):
        generate_rows("eller", 5, join=1.5)
    with pytest.raises(InvalidValueError, match="drop is nan"):
        generate_rows("eller", 5, drop=float("nan"))
    with pytest.raises(InvalidValueError, match="seed is empty"):
        generate_rows("eller", 5, seed="")
    for count in (0, -1, "5", 1.5, None):
        with pytest.raises(InvalidValueError, match=r"^count is "):
            generate_rows("eller", 5).read(count)  # type: ignore[arg-type]
    for block_rows in (0, "5", 1.5, 2**31):
        with pytest.raises(InvalidValueError, match=r"^block_rows is "):
            generate_rows("eller", 5, block_rows=block_rows)  # type: ignore[arg-type]


def test_what_is_finished_gives_no_more() -> None:
    rows = generate_rows("eller", 5, 2, seed=1)
    rows.read(100)
    for more in (rows.finish, lambda: rows.read(1)):
        with pytest.raises(InvalidValueError, match="2 rows"):
            more()
    again = MazeRows.restore(rows.state())
    assert again.is_finished
    assert list(again) == []
    assert b"".join(block.rows for block in again.restart()) == labirinto.eller(5, 2, seed=1).rows


def test_rows_beyond_all_memory_are_refused() -> None:
    rows = generate_rows("eller", 2**20, seed=1)
    with pytest.raises(TooLargeError, match="2000000000 rows of 1048576 cells"):
        rows.read(2_000_000_000)
    assert rows.read(1) == rows.restart().read(1)


# Interruptions.


class LosesItsRows:
    """The core, with an interruption just before its rows arrive."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def __getattr__(self, name: str) -> Any:
        def lost(*args: object) -> None:
            getattr(self._core, name)(*args)
            raise InterruptedError

        return lost


@given(
    width=st.integers(1, 70),
    height=st.integers(1, 90) | st.none(),
    counts=st.lists(st.integers(1, 40), max_size=8),
    restored=st.booleans(),
)
def test_rows_that_did_not_arrive_come_again(
    width: int, height: int | None, counts: list[int], restored: bool
) -> None:
    rows = generate_rows("eller", width, height, seed=1)
    plain = rows.restart()
    core = rows._kernel
    for count in counts:
        if rows.is_finished:
            break
        state = plain.state()
        rows._kernel = LosesItsRows(core)  # type: ignore[assignment]
        for call in (*(partial(rows.read, lost) for lost in (count, 1, 99)), rows.finish):
            with pytest.raises(InterruptedError):
                call()
            assert (rows.y, rows.height, rows.is_finished) == (plain.y, height, False)
        rows._kernel = core
        assert rows.state() == state
        if restored:
            rows = MazeRows.restore(state)
            core = rows._kernel
        assert rows.read(count) == plain.read(count)
    if not rows.is_finished:
        assert rows.finish() == plain.finish()


@pytest.fixture
def soon() -> Iterator[Any]:
    """soon(handler, call): makes the call, and has a signal handled in the middle of it."""
    if sys.platform == "win32":
        pytest.skip("there is no such timer")
    before = signal.getsignal(signal.SIGVTALRM)

    def within(handler: Callable[[], object], call: Callable[[], object]) -> None:
        signal.signal(signal.SIGVTALRM, lambda *_: handler())
        # Of this process's own time: on a busy machine, another would end before the call begins.
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
        call()

    yield within
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def interrupt() -> None:
    raise InterruptedError


@pytest.mark.parametrize("height", [None, 30_000])
def test_a_signal_within_a_call_loses_no_rows(height: int | None, soon: Any) -> None:
    rows = generate_rows("eller", 10_000, height, seed=1)
    blocks = [rows.read(100)]
    state = rows.state()
    for _ in range(3):
        with pytest.raises(InterruptedError):
            soon(interrupt, lambda: rows.read(30_000))
    assert rows.state() == state
    blocks.append(rows.read(250))
    with pytest.raises(InterruptedError):
        soon(interrupt, lambda: rows.read(30_000))
    blocks.append(rows.finish())
    maze = Maze(10_000, 351, b"".join(block.rows for block in blocks))
    assert maze == labirinto.eller(10_000, 351, seed=1)


def test_a_call_from_a_signal_handler_is_refused(soon: Any) -> None:
    rows = generate_rows("eller", 10_000, seed=1)
    with pytest.raises(
        InvalidValueError, match="MazeRows is busy with another call; call state after it"
    ):
        soon(rows.state, lambda: rows.read(30_000))
    assert rows.read(5) == rows.restart().read(5)


# Calls that overlap.


def test_calls_from_other_threads_are_refused_and_no_row_is_lost_or_doubled() -> None:
    width, height = 20_000, 210
    rows = generate_rows("eller", width, height, seed=1)
    blocks = read_by_threads(lambda: rows.read(7), lambda: rows.is_finished)
    blocks.sort(key=lambda block: block.y)
    assert [block.y for block in blocks] == list(range(0, height, 7))
    whole = labirinto.eller(width, height, seed=1)
    assert b"".join(block.rows for block in blocks) == whole.rows


def test_an_interrupt_as_a_call_begins_does_not_leave_the_rows_busy() -> None:
    def interrupt_behind_the_mark(_: object, event: str, called: Any) -> None:
        if event == "c_return" and called.__name__ == "setdefault":
            raise InterruptedError

    rows = generate_rows("eller", 30, seed=1)
    sys.setprofile(interrupt_behind_the_mark)
    try:
        with pytest.raises(InterruptedError):
            rows.read(1)
    finally:
        sys.setprofile(None)
    assert rows.read(5) == rows.restart().read(5)

"""Wilson's algorithm by rows: read in pieces, stopped, saved, closed, and its law.

Seeds are 0, 1, 2 ..., so that every run counts the same mazes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import is_forest, is_spanning_tree, passages_of
from strategies import seed_values, sides
from test_uniform import RARE, chance_of_more
from tiers import examples, sample, thinned

import labirinto
from labirinto import _core, animate, textbook
from labirinto._internal import memory
from labirinto.errors import TooLargeError
from labirinto.seeds import TILE_SIDE

TILES = st.sampled_from([1, 2, 3, 5, TILE_SIDE, 64])
OPENED = st.sampled_from([1, 2, 1 << 40])
WIDTH = 3


def by_rows(width: int, height: int, seed: int, side: int = TILE_SIDE, opened: int = 1) -> bytes:
    return _core.wilson_rows(width, height, seed, height, side, opened)


def endless(width: int, height: int, seed: int, side: int = TILE_SIDE, opened: int = 1) -> bytes:
    return _core.wilson_rows(width, height, seed, 0, side, opened)


@pytest.mark.parametrize("order", ["rows", "endless"])
@examples(500)
@given(sides, sides, seed_values, TILES, OPENED)
def test_the_textbook_is_the_core_bit_for_bit(order, width, height, seed, side, opened):
    make = by_rows if order == "rows" else endless
    made = make(width, height, seed, side, opened)
    run = textbook.Run("wilson-rows", width, height, seed=seed, order=order, side=side)
    assert textbook.run(run) == made


@pytest.mark.parametrize(
    ("order", "size"),
    thinned(product(["rows", "endless"], [(49, 50), (97, 96), (130, 20), (3, 300)]), 3),
)
def test_the_textbook_is_the_core_in_several_tiles(order, size):
    width, height = size
    run = textbook.Run("wilson-rows", width, height, seed=width, order=order)
    assert textbook.run(run) == labirinto.wilson(width, height, seed=width, order=order).rows


@given(st.integers(1, 40), st.integers(1, 40), seed_values, TILES, OPENED)
def test_a_maze_without_end_is_perfect_wherever_it_is_closed(width, height, seed, side, opened):
    rows = endless(width, height, seed, side, opened)
    assert is_spanning_tree(width, height, passages_of(rows, width, height))


def test_mazes_without_end_begin_alike():
    stride = 2 * 5
    longest = endless(40, 200, 1)
    for height in range(1, 200, 11):
        assert longest.startswith(endless(40, height, 1)[: (height - 1) * stride])


# The parameter.


def test_recipes_have_the_order_unless_it_is_any():
    assert labirinto.wilson(9, 7, seed=1, order="any").recipe.parameters == ()
    for order in ("rows", "endless"):
        maze = labirinto.wilson(9, 7, seed=1, order=order)
        assert maze.recipe.parameters == (("order", order),)
        assert maze.recipe.words == f"wilson 9x7 --order {order} --seed 1"
        assert labirinto.generate(maze.recipe) == maze != labirinto.wilson(9, 7, seed=1)


@pytest.mark.parametrize("order", ["rows", "endless"])
@pytest.mark.parametrize(
    "make",
    [
        lambda **order: labirinto.wilson(labirinto.grids.mask("heart", 20, 20), **order),
        lambda **order: labirinto.wilson(labirinto.grids.hexagonal(5, 5), **order),
        lambda **order: labirinto.wilson(20, 20, rooms=labirinto.Rooms(2), **order),
        lambda **order: labirinto.batch(
            "wilson", labirinto.grids.mask("heart", 20, 20), count=2, **order
        ),
        lambda **order: animate.record("wilson", labirinto.grids.circular(4), **order),
    ],
)
def test_an_order_is_for_whole_rectangles(make, order):
    with pytest.raises(labirinto.InvalidValueError, match=f"order '{order}'"):
        make(order=order)


def test_items_of_a_batch_have_the_order():
    batch = labirinto.batch("wilson", 9, 7, count=3, seed=1, order="rows")
    seeds = [labirinto.seeds.child_seed(1, labirinto.seeds.ITEM, k) for k in range(3)]
    rows = [by_rows(9, 7, seed) for seed in seeds]
    assert b"".join(block.rows for block in batch) == b"".join(rows)


def test_there_is_no_film_of_walks_that_leave_the_picture():
    with pytest.raises(labirinto.InvalidValueError, match="order 'endless'"):
        animate.record("wilson", 9, 7, order="endless")
    film = animate.record("wilson", 9, 7, seed=1, order="rows")
    assert film.rows == animate.record("wilson-rows", 9, 7, seed=1).rows == by_rows(9, 7, 1)


# In pieces.


@pytest.mark.parametrize("height", [None, 150])
@examples(200)
@given(st.integers(1, 100), st.lists(st.integers(1, 70), max_size=6), seed_values, TILES)
def test_rows_in_pieces_are_those_at_once(height, width, pieces, seed, side):
    end = height or 0
    rows = _core.WilsonRows(width, seed, end, side, 1)
    y, read = 0, b""
    for count in pieces:
        count = min(count, (height or 1000) - y)
        if count:
            read += rows.make(y, count, y + count == height)
            y += count
        state = rows.state(y)
        rows = _core.WilsonRows(width, seed, end, side, 1)
        rows.restore(y, state)
        assert rows.state(y) == state
    at_once = _core.wilson_rows(width, y + 1, seed, end, side, 1 << 40)
    assert read == at_once[: len(read)]
    assert len(read) == y * 2 * ((width + 7) // 8)


@pytest.mark.parametrize("height", [1, 2, 47, 48, 49, 97, 200])
def test_generate_rows_gives_the_rows_of_the_maze(height):
    for width in (1, 2, 48, 49, 50, 120):
        rows = labirinto.generate_rows("wilson", width, height, seed=7)
        maze = labirinto.wilson(width, height, seed=7, order="rows")
        assert b"".join(block.rows for block in rows) == maze.rows
        assert rows.recipe == maze.recipe


@pytest.mark.parametrize("read", [0, 1, 47, 48, 49, 200])
def test_generate_rows_without_a_height_is_the_endless_strip(read):
    for width in (1, 2, 48, 49, 50, 120):
        rows = labirinto.generate_rows("wilson", width, seed=7)
        made = rows.read(read).rows if read else b""
        made += rows.finish().rows
        maze = labirinto.wilson(width, read + 1, seed=7, order="endless")
        assert made == maze.rows
        assert rows.recipe == maze.recipe
        assert labirinto.MazeRows.restore(rows.state()).is_finished
        assert b"".join(block.rows for block in rows.restart()) == made
        known = labirinto.generate_rows("wilson", width, read + 1, seed=7, order="endless")
        assert b"".join(block.rows for block in known) == made


def test_an_order_that_does_not_fit_is_refused_with_the_one_that_does():
    for height, order, fitting in ((None, "any", "endless"), (9, "any", "rows")):
        with pytest.raises(labirinto.InvalidValueError, match=f"'any'.*{fitting!r}"):
            labirinto.generate_rows("wilson", 5, height, order=order)
    with pytest.raises(labirinto.InvalidValueError, match="'rows' needs a height"):
        labirinto.generate_rows("wilson", 5, order="rows")
    with pytest.raises(labirinto.InvalidValueError, match="order"):
        labirinto.generate_rows("wilson", 5, order="columns")


def test_rows_of_a_height_are_not_finished_before_it():
    rows = labirinto.generate_rows("wilson", 5, 4, seed=1)
    for y in range(3):
        with pytest.raises(labirinto.InvalidValueError, match="row 4"):
            rows.finish()
        rows.read(1)
        assert rows.y == y + 1
    assert len(rows.finish()) == 1
    assert b"".join(block.rows for block in rows.restart()) == by_rows(5, 4, 1)


@pytest.mark.parametrize("height", [None, 5000])
def test_a_call_that_was_stopped_gives_its_rows_the_next_time(height):
    class AlarmError(Exception):
        pass

    def ring(*_: object) -> None:
        raise AlarmError

    rows = labirinto.generate_rows("wilson", 3000, height, seed=7)
    again = rows.restart()
    before, stops = signal.signal(signal.SIGALRM, ring), 0
    try:
        for call in range(12):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.004)
                rows.state() if call % 3 == 2 else rows.read(1000)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except AlarmError:
                stops += 1
    finally:
        signal.signal(signal.SIGALRM, before)
    assert stops
    if rows.y:
        again.read(rows.y)
    for _ in range(3):
        assert again.read(50) == rows.read(50)
        assert again.state() == rows.state()


# States.


def states() -> Iterator[bytes]:
    rows = _core.WilsonRows(21, 7, 0, 4, 1)
    for y in range(9):
        yield rows.state(y)
        rows.make(y, 1, False)


def test_a_state_of_another_size_or_row_is_refused():
    for y, state in enumerate(states()):
        for width, height, side, row in (
            (20, 0, 4, y),
            (22, 0, 4, y),
            (21, 30, 4, y),
            (21, 0, 5, y),
            (21, 0, 4, y + 1),
        ):
            with pytest.raises(ValueError, match="no state"):
                _core.WilsonRows(width, 7, height, side, 1).restore(row, state)


def test_a_state_that_was_cut_or_lengthened_is_refused():
    rows = _core.WilsonRows(21, 7, 0, 4, 1)
    before = rows.state(0)
    for y, state in enumerate(states()):
        for other in (*(state[:length] for length in range(len(state))), state + b"\0"):
            with pytest.raises(ValueError, match="no state"):
                rows.restore(y, other)
    assert rows.state(0) == before


@given(st.integers(0, 8), st.integers(0, 1 << 20), st.integers(0, 7))
def test_a_changed_state_is_refused_or_gives_no_loops(y, at, bit):
    """A digest finds every change, but not one by somebody who signs it as well."""
    state = bytearray(list(states())[y])
    state[at % len(state)] ^= 1 << bit
    rows = _core.WilsonRows(21, 7, 0, 4, 1)
    try:
        rows.restore(y, bytes(state))
    except ValueError:
        return
    read = rows.make(y, 41, True)
    assert is_forest(21, 41, passages_of(read, 21, 41))


# The law of the endless strip.


def law(width: int, height: int, rows: int) -> np.ndarray:
    """The probabilities of all sets of passages of the first rows of a uniform maze.

    By the determinants of transfer currents (Burton and Pemantle 1993).
    """
    cells = width * height
    links = [
        (cell, cell + step)
        for cell in range(cells)
        for step, is_link in ((1, (cell + 1) % width), (width, cell + width < cells))
        if is_link
    ]
    incidence = np.zeros((len(links), cells))
    for k, (one, other) in enumerate(links):
        incidence[k, one], incidence[k, other] = 1, -1
    currents = incidence @ np.linalg.pinv(incidence.T @ incidence) @ incidence.T
    first = [k for k, (one, _) in enumerate(links) if one < rows * width]
    kernel = currents[np.ix_(first, first)]
    codes = range(1 << len(first))
    return np.array(
        [
            abs(np.linalg.det(kernel - np.diag([1.0 - (code >> k & 1) for k in range(len(first))])))
            for code in codes
        ]
    )


def codes_of(data: bytes, height: int, rows: int) -> np.ndarray:
    """The passages of the first rows of each maze, as the numbers of the same sets."""
    planes = np.frombuffer(data, np.uint8).reshape(-1, height, 2)[:, :rows]
    code = np.zeros(len(planes), np.int64)
    at = 0
    for y in range(rows):
        for x in range(WIDTH):
            for plane in (0, 1):
                if plane or x + 1 < WIDTH:
                    code |= (planes[:, y, plane].astype(np.int64) >> x & 1) << at
                    at += 1
    return code


def chance_of(data: bytes, height: int, rows: int, expected: np.ndarray) -> float:
    """That mazes are as far from a law, or further."""
    found = np.bincount(codes_of(data, height, rows), minlength=expected.size)
    wanted = expected * found.sum()
    assert not found[expected < 1e-12].any()
    often = wanted >= 5
    statistic = float(np.sum((found[often] - wanted[often]) ** 2 / wanted[often]))
    return chance_of_more(statistic, int(often.sum()) - 1)


def test_the_far_end_of_a_strip_of_ten_times_its_width_does_not_matter():
    long = law(WIDTH, 60, 2)
    assert long.sum() == pytest.approx(1)
    assert np.abs(law(WIDTH, 10 * WIDTH, 2) - long).max() < 1e-12
    assert np.abs(law(WIDTH, 3, 2) - long).max() > 1e-3


@pytest.mark.parametrize("side", sample([1, 2, TILE_SIDE], 2))
def test_the_endless_strip_has_the_law_of_a_long_one(side):
    mazes = 60_000
    data = b"".join(endless(WIDTH, 3, seed, side) for seed in range(mazes))
    assert chance_of(data, 3, 2, law(WIDTH, 30, 2)) > RARE
    # The law of a strip that ends there is another.
    assert chance_of(data, 3, 2, law(WIDTH, 3, 2)) < RARE


def test_low_mazes_need_less_memory_than_their_width_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 200_000_000)
    assert len(labirinto.generate_rows("wilson", 1_000_000, height=20, seed=1).read(20)) == 20
    for height in (100_000, None):
        with pytest.raises(TooLargeError, match="1000000"):
            labirinto.generate_rows("wilson", 1_000_000, height=height)

"""Wilson's algorithm by rows: read in pieces, stopped, saved, closed, and its law.

Seeds are 0, 1, 2 ..., so that every run counts the same mazes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import is_forest, is_spanning_tree, passages_of
from strategies import seed_values, sides
from tails import chance_of_more
from tiers import examples

import labirinto
from labirinto import _core, animate, textbook
from labirinto.seeds import TILE_SIDE

RARE = 1e-6
TILES = st.sampled_from([1, 2, 3, 5, TILE_SIDE, 64])
OPENED = st.sampled_from([1, 2, 1 << 40])
WIDTH = 3


def by_rows(width: int, height: int, seed: int, side: int = TILE_SIDE, opened: int = 1) -> bytes:
    return _core.wilson_rows(width, height, seed, side, opened, 0)


def endless(width: int, height: int, seed: int, side: int = TILE_SIDE, opened: int = 1) -> bytes:
    return _core.wilson_rows(width, height, seed, side, opened, 1)


@pytest.mark.parametrize("order", ["rows", "endless"])
@examples(500)
@given(sides, sides, seed_values, TILES, OPENED)
def test_the_textbook_is_the_core_bit_for_bit(order, width, height, seed, side, opened):
    made = _core.wilson_rows(width, height, seed, side, opened, int(order == "endless"))
    run = textbook.Run("wilson-rows", width, height, seed=seed, order=order, side=side)
    assert textbook.run(run) == made


@pytest.mark.parametrize("order", ["rows", "endless"])
@pytest.mark.parametrize(("width", "height"), [(49, 50), (97, 96), (130, 20), (3, 300)])
def test_the_textbook_is_the_core_in_several_tiles(order, width, height):
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
@given(st.integers(1, 100), st.lists(st.integers(0, 70), max_size=6), seed_values, TILES)
def test_rows_in_pieces_are_those_at_once(height, width, pieces, seed, side):
    rows = _core.WilsonRows(width, height, seed, side, 1)
    at_once = _core.WilsonRows(width, height, seed, side, 1 << 40)
    read = b""
    for count in pieces:
        count = min(count, (height or 1000) - rows.y)
        if count:
            read += rows.read(count)
        state = rows.state()
        rows = _core.WilsonRows(width, height, 0, side, 1)
        rows.restore(state)
        assert rows.state() == state
    assert rows.y * 2 * ((width + 7) // 8) == len(read)
    assert not read or read == at_once.read(rows.y)


def test_the_last_row_of_a_fixed_height_is_read_like_the_others():
    rows = _core.WilsonRows(30, 20, 7, TILE_SIDE, 1)
    assert rows.read(20) == by_rows(30, 20, 7)
    with pytest.raises(ValueError, match="not so many"):
        rows.read(1)
    with pytest.raises(ValueError, match="fixed"):
        rows.finish()


def test_a_call_that_was_stopped_is_continued():
    class AlarmError(Exception):
        pass

    def ring(*_: object) -> None:
        raise AlarmError

    width = 3000
    rows = _core.WilsonRows(width, None, 7, TILE_SIDE, 1)
    before, stops = signal.signal(signal.SIGALRM, ring), 0
    try:
        for _ in range(20):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.004)
                rows.read(1000)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except AlarmError:
                stops += 1
    finally:
        signal.signal(signal.SIGALRM, before)
    assert stops
    again = _core.WilsonRows(width, None, 7, TILE_SIDE, 1)
    if rows.y:
        again.read(rows.y)
    for _ in range(3):
        assert again.read(50) == rows.read(50)
        assert again.state() == rows.state()


# States.


def states() -> Iterator[bytes]:
    rows = _core.WilsonRows(21, None, 7, 4, 1)
    for _ in range(9):
        yield rows.state()
        rows.read(1)


def test_a_state_of_another_size_is_refused():
    for state in states():
        for width, height, side in ((20, None, 4), (22, None, 4), (21, 30, 4), (21, None, 5)):
            with pytest.raises(ValueError, match="no state"):
                _core.WilsonRows(width, height, 7, side, 1).restore(state)


def test_a_state_that_was_cut_or_lengthened_is_refused():
    rows = _core.WilsonRows(21, None, 7, 4, 1)
    before = rows.state()
    for state in states():
        for other in (*(state[:length] for length in range(len(state))), state + b"\0"):
            with pytest.raises(ValueError, match="no state"):
                rows.restore(other)
    assert rows.state() == before


@given(st.integers(0, 8), st.integers(0, 1 << 20), st.integers(0, 7))
def test_a_changed_state_is_refused_or_gives_no_loops(which, at, bit):
    """A digest finds every change, but not one by somebody who signs it as well."""
    state = bytearray(list(states())[which])
    state[at % len(state)] ^= 1 << bit
    rows = _core.WilsonRows(21, None, 7, 4, 1)
    try:
        rows.restore(bytes(state))
    except ValueError:
        return
    read = rows.read(40) + rows.finish()
    assert is_forest(21, 41, passages_of(read, 21, 41))


# Memory.


def test_memory_grows_as_the_width_to_the_power_of_five_quarters():
    within = 0
    for seed in range(20):
        rows = _core.WilsonRows(1000, 1000, seed, TILE_SIDE, 16)
        rows.read(1000)
        within += rows.memory <= 80 * 1000**1.25
    assert within >= 19


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


@pytest.mark.parametrize("side", [1, 2, TILE_SIDE])
def test_the_endless_strip_has_the_law_of_a_long_one(side):
    mazes = 60_000
    data = b"".join(endless(WIDTH, 3, seed, side) for seed in range(mazes))
    assert chance_of(data, 3, 2, law(WIDTH, 30, 2)) > RARE
    # The law of a strip that ends there is another.
    assert chance_of(data, 3, 2, law(WIDTH, 3, 2)) < RARE

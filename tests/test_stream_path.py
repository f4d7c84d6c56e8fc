"""The path through a maze that comes row by row, against the path through the whole maze."""

import random
import threading
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import AWKWARD, WIDE, neighbours_in
from tiers import sample, thinned

import labirinto
from labirinto import _core

WIDTHS = (*range(1, 41), 63, 64, 65, 127, 128, 129, 257)

WINDOWS = (1, 2, 3, 8)


def two_cells(choose, width, height):
    start, end = choose.sample(range(width * height), 2)
    return (start % width, start // width), (end % width, end // width)


def blocks_of(maze, counts):
    """The rows in blocks of so many rows, over and over."""
    row_bytes = len(maze.rows) // maze.height
    first = 0
    while first < maze.height:
        for count in counts:
            yield maze.rows[first * row_bytes : (first + count) * row_bytes]
            first += count


def fed(maze, start, end, window=0, counts=(2**40,)):
    solver = _core.StreamPath(maze.width, *start, *end, window)
    for block in blocks_of(maze, counts):
        solver.feed(block)
    return solver


def finished(maze, start, end, window=0, counts=(2**40,)):
    solver = fed(maze, start, end, window, counts)
    solver.finish()
    return solver


# The same path as through the whole maze.


@pytest.mark.parametrize(
    ("algorithm", "window"), thinned(product(labirinto.ALGORITHMS, WINDOWS), 7)
)
def test_the_path_is_that_through_the_whole_maze(algorithm, window):
    choose = random.Random(f"{algorithm} {window}")
    for seed in range(300):
        width, height = choose.choice(WIDTHS), choose.randint(2, 40)
        maze = labirinto.generate(algorithm, width, height, seed=seed)
        start, end = two_cells(choose, width, height)
        path = labirinto.solve(maze, start, end)
        counts = [choose.randint(1, 9) for _ in range(4)]
        solver = finished(maze, start, end, window, counts)
        assert solver.moves() == path.moves, (seed, width, height, start, end)
        assert solver.live == len(path)


@given(
    algorithm=st.sampled_from(sorted(labirinto.ALGORITHMS)),
    width=st.integers(1, 70),
    height=st.integers(1, 70),
    seed=st.integers(0, 2**64 - 1),
    window=st.integers(1, 30),
    counts=st.lists(st.integers(0, 40), max_size=5),
    data=st.data(),
)
def test_any_path_through_any_maze_in_any_blocks(
    algorithm, width, height, seed, window, counts, data
):
    maze = labirinto.generate(algorithm, width, height + (width == 1), seed=seed)
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, maze.height - 1))
    start, end = data.draw(st.lists(cells, min_size=2, max_size=2, unique=True))
    solver = finished(maze, start, end, window, [*counts, 1])
    assert solver.moves() == labirinto.solve(maze, start, end).moves


@pytest.mark.parametrize(
    ("size", "window"),
    thinned(product(AWKWARD[1:], [0, *WINDOWS]), 9),
)
def test_paths_at_awkward_sizes(size, window):
    width, height = size
    choose = random.Random(width * height)
    maze = labirinto.eller(width, height, seed=3)
    corners = (0, 0), (width - 1, height - 1)
    for start, end in (corners, corners[::-1], two_cells(choose, width, height)):
        expected = labirinto.solve(maze, start, end).moves
        assert finished(maze, start, end, window, (1,)).moves() == expected
        assert finished(maze, start, end, window).moves() == expected


@pytest.mark.parametrize(("width", "height"), thinned(WIDE, 3))
def test_paths_through_long_mazes(width, height):
    maze = labirinto.eller(width, height, seed=4)
    start, end = (0, 0), (width - 1, height - 1)
    path = labirinto.solve(maze, start, end)
    for window in (0, 1):
        solver = finished(maze, start, end, window)
        assert solver.moves() == path.moves
        assert solver.live == len(path)


@pytest.mark.parametrize(("join", "drop"), [(0, 0), (0, 1), (1, 0), (1, 1), (0.05, 0.95)])
def test_paths_through_mazes_of_long_corridors(join, drop):
    choose = random.Random(2)
    for width, height in ((40, 40), (130, 9), (9, 130), (64, 300), (65, 30)):
        maze = labirinto.eller(width, height, seed=3, join=join, drop=drop)
        for window in WINDOWS:
            start, end = two_cells(choose, width, height)
            expected = labirinto.solve(maze, start, end).moves
            assert finished(maze, start, end, window, (7,)).moves() == expected


@pytest.mark.parametrize("algorithm", sample(["eller", "wilson"], "eller"))
def test_a_maze_of_ten_million_cells(algorithm):
    # More cells than one chunk of those that are kept one by one can hold.
    for width, height in ((5000, 2000), (300, 33_334)):
        maze = labirinto.generate(algorithm, width, height, seed=1)
        start, end = (0, 0), (width - 1, height - 1)
        path = labirinto.solve(maze, start, end)
        for window in (0, 3):
            solver = finished(maze, start, end, window, (100, 1))
            assert solver.moves() == path.moves


# Memory.


# Bounds as multiples of the width.  A start at the top stays joined to all that comes.
@pytest.mark.parametrize(
    ("start", "end", "most_live", "most_memory"),
    [
        ((0, 0), (999, 9999), 100, 500),
        ((0, 0), (999, 0), 100, 500),
        ((0, 9000), (999, 9999), 20, 200),
    ],
)
def test_memory_grows_with_the_width(start, end, most_live, most_memory):
    maze = labirinto.eller(1000, 10_000, seed=2)
    solver = _core.StreamPath(1000, *start, *end)
    live = memory = 0
    for block in blocks_of(maze, (64,)):
        solver.feed(block)
        live = max(live, solver.live)
        memory = max(memory, solver.memory)
    solver.finish()
    assert solver.moves() == labirinto.solve(maze, start, end).moves
    assert 0 < live < most_live * 1000
    assert memory < most_memory * 1000


def test_memory_of_rows_without_a_path_is_given_back():
    width = 500
    maze = labirinto.eller(width, 20_000, seed=1)
    solver = fed(maze, (0, 19_999), (width - 1, 19_999), counts=(64,))
    assert solver.memory < 300 * width
    solver.finish()
    assert solver.memory < 30 * width


# Mazes that are not perfect.


def test_a_loop_or_a_closed_part_is_refused():
    choose = random.Random(5)
    for seed in range(60):
        width, height = choose.randint(2, 30), choose.randint(2, 30)
        passages = set(labirinto.wilson(width, height, seed=seed).passages())
        walls = sorted(set(neighbours_in(width, height)) - passages)
        closed = choose.choice(sorted(passages))
        opened = choose.choice(walls)
        start, end = two_cells(choose, width, height)
        for wrong in (passages | {opened}, passages - {closed}, (passages | {opened}) - {closed}):
            maze = labirinto.Maze.from_passages(width, height, wrong)
            if maze.is_perfect:  # a passage of the loop was closed
                assert finished(maze, start, end, 2).moves() == (
                    labirinto.solve(maze, start, end).moves
                )
                continue
            for window in (0, *WINDOWS):
                with pytest.raises(ValueError, match="not perfect"):
                    finished(maze, start, end, window)
            with pytest.raises(labirinto.InvalidValueError, match="not perfect"):
                labirinto.solve_rows(width, [maze.rows], start, end)


@pytest.mark.parametrize("byte", [0, 1, 2, 3])
def test_a_passage_out_of_the_maze_is_refused(byte):
    rows = bytearray(labirinto.wilson(12, 1, seed=1).rows)
    rows[byte] |= 0x80 if byte % 2 else 0x01
    if bytes(rows) == labirinto.wilson(12, 1, seed=1).rows:
        return
    with pytest.raises(labirinto.InvalidValueError, match="leads out of the maze"):
        labirinto.solve_rows(12, [bytes(rows)], (0, 0), (11, 0))


def test_rows_that_stop_too_early_are_refused():
    maze = labirinto.wilson(12, 10, seed=1)
    rows = maze.rows[: 7 * 4]
    with pytest.raises(labirinto.InvalidValueError, match="leads out of the maze"):
        labirinto.solve_rows(12, [rows], (0, 0), (11, 5))


# The kernel's own order of things.


def test_what_comes_too_early_or_too_late_is_refused():
    maze = labirinto.wilson(9, 9, seed=1)
    solver = fed(maze, (0, 0), (8, 8))
    assert solver.height == 9
    with pytest.raises(ValueError, match="not finished"):
        solver.moves()
    solver.finish()
    for late in (solver.finish, lambda: solver.feed(maze.rows)):
        with pytest.raises(ValueError, match="is finished"):
            late()
    assert solver.moves() == solver.moves() == labirinto.solve(maze, (0, 0), (8, 8)).moves


def test_rows_that_were_refused_are_not_taken():
    maze = labirinto.wilson(9, 9, seed=1)
    solver = _core.StreamPath(9, 0, 0, 8, 8, 2)
    with pytest.raises(ValueError, match="not whole"):
        solver.feed(maze.rows[:5])
    with pytest.raises(ValueError, match="leads out"):
        solver.feed(bytes([0, 0xFF, 0, 0]))
    solver.feed(b"")
    solver.feed(maze.rows)
    solver.finish()
    assert solver.moves() == labirinto.solve(maze, (0, 0), (8, 8)).moves


def test_a_maze_that_turned_out_not_perfect_stays_so():
    solver = fed(labirinto.Maze.from_passages(3, 1, []), (0, 0), (2, 0))
    for _ in range(2):
        with pytest.raises(ValueError, match="not perfect"):
            solver.finish()
    with pytest.raises(ValueError, match="not perfect"):
        solver.moves()


@pytest.mark.parametrize("ends", [(9, 0, 0, 0), (0, 0, 9, 0), (0, 2**63, 0, 0), (0, 0, 0, 2**62)])
def test_an_end_outside_is_refused(ends):
    with pytest.raises(ValueError, match="outside"):
        _core.StreamPath(9, *ends)


@pytest.mark.parametrize("width", [0, 2**31])
def test_a_width_that_cannot_be_is_refused(width):
    with pytest.raises(ValueError, match="side"):
        _core.StreamPath(width, 0, 0, 0, 1)


def test_solvers_in_several_threads():
    maze = labirinto.eller(300, 3000, seed=1)
    expected = labirinto.solve(maze, (0, 0), (299, 2999)).moves
    found = []

    def solve():
        found.append(finished(maze, (0, 0), (299, 2999), 5, (10,)).moves())

    threads = [threading.Thread(target=solve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


# The verb.


def test_solve_rows_finds_the_path():
    for seed in range(50):
        maze = labirinto.wilson(30, 20, seed=seed)
        start, end = two_cells(random.Random(seed), 30, 20)
        path = labirinto.solve_rows(30, blocks_of(maze, (3, 1)), start, end)
        assert path == labirinto.solve(maze, start, end)
        assert labirinto.solve_rows(30, [memoryview(maze.rows)], start, end) == path


@pytest.mark.parametrize("outside", [(12, 0), (-1, 0), (0, -1), (0, 10), (0, 2**40), (0, 2**70)])
def test_a_cell_outside_the_maze_is_named(outside):
    maze = labirinto.wilson(12, 10, seed=1)
    x, y = outside
    for start, end in ((outside, (1, 1)), ((1, 1), outside)):
        with pytest.raises(labirinto.InvalidValueError, match=f"{x},{y} is outside the maze"):
            labirinto.solve_rows(12, [maze.rows], start, end)


def test_no_rows_at_all_have_no_cells():
    with pytest.raises(labirinto.InvalidValueError, match=r"0,0 is outside .* after 0 rows"):
        labirinto.solve_rows(12, [], (0, 0), (1, 1))


def test_the_same_cell_twice_is_named():
    with pytest.raises(labirinto.InvalidValueError, match="both 3,4"):
        labirinto.solve_rows(12, [], (3, 4), (3, 4))


def test_a_block_that_is_none_is_named():
    with pytest.raises(labirinto.InvalidValueError, match=r"6 bytes .* rows of 4 bytes"):
        labirinto.solve_rows(12, [bytes(6)], (0, 0), (1, 1))


def test_rows_come_as_blocks_of_eller_or_as_they_are_in_a_maze():
    maze = labirinto.eller(30, 40, seed=1)
    path = labirinto.solve(maze, (0, 0), (29, 39))
    blocks = labirinto.generate_rows("eller", 30, 40, seed=1, block_rows=7)
    assert labirinto.solve_rows(30, blocks, (0, 0), (29, 39)) == path
    assert labirinto.solve_rows(30, [maze.rows], (0, 0), (29, 39)) == path
    with pytest.raises(labirinto.InvalidValueError, match="rows of 30 cells, not 31"):
        labirinto.solve_rows(31, blocks.restart(), (0, 0), (29, 39))
    with pytest.raises(labirinto.InvalidValueError, match="Give the rows in blocks"):
        labirinto.solve_rows(30, maze.rows, (0, 0), (29, 39))

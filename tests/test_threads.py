"""Threads share the work and change nothing."""

import sys
import threading
from itertools import product

import pytest
from overlapping import interrupted
from tiers import thinned

import labirinto
from labirinto import _core

SIZES = [(1, 1), (2, 2), (5, 200), (65, 130), (300, 129)]


@pytest.mark.parametrize(
    ("size", "strip_rows", "threads"),
    thinned(product(SIZES, [1, 2, 5, 16, 64, 1000], [2, 3, 7]), 7),
)
def test_any_number_of_threads_makes_the_same_maze(size, strip_rows, threads):
    width, height = size
    for seed in range(5):
        alone = _core.wilson_walls(width, height, seed, strip_rows)
        assert _core.wilson_walls(width, height, seed, strip_rows, threads=threads) == alone


def test_the_library_makes_the_same_maze_with_any_number_of_threads():
    mazes = {
        labirinto.wilson(40, 20_000, seed=1, threads=threads) for threads in (1, 2, 3, 7, None)
    }
    assert len(mazes) == 1
    maze = mazes.pop()
    assert labirinto.is_perfect(maze)
    assert labirinto.generate(maze.recipe, threads=5) == maze


@pytest.mark.parametrize(
    ("width", "height", "is_shared"),
    [(5, 5, False), (1024, 64, False), (3000, 2048, False), (1, 2049, True), (40, 20_000, True)],
)
def test_threads_share_mazes_of_several_strips(width, height, is_shared):
    assert labirinto.ALGORITHMS["wilson"].threaded(width, height) is is_shared


@pytest.mark.parametrize("name", labirinto.ALGORITHMS)
def test_every_algorithm_may_be_given_threads(name):
    maze = labirinto.generate(name, 20, 30, seed=1, threads=3)
    assert maze == labirinto.generate(name, 20, 30, seed=1)


def test_progress_is_told_by_one_thread_and_never_falls():
    reports = []

    def progress(done, whole):
        assert threading.current_thread() is threading.main_thread()
        assert 0 <= done <= whole == 6000
        reports.append(done)

    labirinto.wilson(2000, 6000, seed=1, progress=progress, threads=3)
    assert reports == sorted(reports)
    assert reports[-1] > 3000


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_progress_can_stop_all_threads(threads):
    def progress(done, whole):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        labirinto.wilson(3000, 9000, seed=1, progress=progress, threads=threads)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently")
def test_an_interrupt_stops_all_threads():
    code = "import labirinto; print('begun', flush=True); labirinto.wilson(30000, 30000, threads=2)"
    assert "KeyboardInterrupt" in interrupted(code)

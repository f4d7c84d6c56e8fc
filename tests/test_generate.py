"""The door that all mazes come through: names, parameters, memory, and long work."""

import _thread
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import run

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, TooLargeError, _core
from labirinto._internal import memory

ALL = labirinto.ALGORITHMS

# Large enough for each kernel to report its progress.
LONG_WORK = [
    ("wilson", 256, 256),
    ("wilson", 40, 30_000),
    *((name, *((4000, 3000) if it.endless else (600, 600))) for name, it in ALL.items()),
]


# The door.


@pytest.mark.parametrize("algorithm", ["depth-first", "", "wilsons", 7])
def test_an_unknown_algorithm_is_named_with_those_there_are(algorithm):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.generate(algorithm, 4, 3)
    assert f"no algorithm {algorithm!r}" in str(caught.value)
    assert all(known in str(caught.value) for known in labirinto.ALGORITHMS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("wilsons", "wilson"), ("growing_trees", "growing-tree"), ("Elller", "eller")],
)
def test_the_nearest_algorithm_comes_first(typed, meant):
    with pytest.raises(InvalidValueError, match=f"choose {meant}, or one of "):
        labirinto.generate(typed, 4, 3)


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_an_algorithm_has_its_name_in_python_everywhere(algorithm):
    known = labirinto.ALGORITHMS[algorithm]
    name = algorithm.replace("-", "_")
    maze = labirinto.generate(name, 5, 4, seed=1)
    assert maze == labirinto.generate(algorithm, 5, 4, seed=1)
    assert maze.recipe.algorithm == algorithm
    batch = labirinto.batch(name.upper(), 5, 4, count=2, seed=1)
    assert batch.recipe.algorithm == algorithm
    assert Recipe(name, 5, 4, 1).algorithm == algorithm
    film = labirinto.animate.record(name, 5, 4, seed=1)
    assert film.bits == maze.bits
    assert labirinto.animate.explanation(name) == labirinto.animate.explanation(algorithm)
    assert labirinto.book.Book(count=1, algorithm=name).algorithm == algorithm
    made = labirinto.datasets.Dataset(count=3, size="5x5", algorithm=name, seed=1)
    assert made.mix.names == (algorithm,)
    if known.endless:
        assert labirinto.generate_rows(name, 5, seed=1).algorithm == algorithm
    command = run(name, "5x4", "--seed", "1", "-o", "-", "-f", "json")
    assert json.loads(command.stdout)["recipe"]["algorithm"] == algorithm


def test_a_dataset_has_an_algorithm_once():
    with pytest.raises(InvalidValueError, match="each algorithm once"):
        labirinto.datasets.Dataset(count=3, size="5x5", algorithm="growing_tree=1,growing-tree=1")


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_an_unknown_parameter_is_named(algorithm):
    with pytest.raises(InvalidValueError, match="no parameter 'bias'"):
        labirinto.generate(algorithm, 4, 3, bias=0.5)


@pytest.mark.parametrize("value", ["n", "NW", "", 0.5, None])
def test_a_name_that_a_parameter_cannot_be_is_shown_with_those_that_it_can(value):
    with pytest.raises(InvalidValueError, match=f"skew is {value!r}; .* nw, ne, sw, se"):
        labirinto.generate("binary-tree", 4, 3, skew=value)


@pytest.mark.parametrize("value", [2, -1, 1.0001, -1e-9, float("nan"), float("inf"), "0.5", None])
@pytest.mark.parametrize("name", ["join", "drop"])
def test_a_parameter_out_of_range_is_named(name, value):
    with pytest.raises(InvalidValueError, match=f"{name} is {value!r}; .* from 0 to 1"):
        labirinto.generate("eller", 4, 3, **{name: value})


def test_parameters_are_by_default_what_the_table_says():
    table = {one.name: one.default for one in labirinto.ALGORITHMS["eller"].parameters}
    assert dict(labirinto.eller(4, 3, seed=1).recipe.parameters) == table
    assert labirinto.generate("eller", 30, 20, seed=1, **table) == labirinto.eller(30, 20, seed=1)


@pytest.mark.parametrize("sizes", [(), (4,), (None, 4)])
def test_a_size_is_needed(sizes):
    with pytest.raises(InvalidValueError, match="width and the height"):
        labirinto.generate("wilson", *sizes)


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_each_algorithm_has_a_function_of_its_own(algorithm):
    function = getattr(labirinto, algorithm.replace("-", "_"))
    assert function(9, 7, seed=3) == labirinto.generate(algorithm, 9, 7, seed=3)
    assert function(9, 7, seed=3).recipe == labirinto.generate(algorithm, 9, 7, seed=3).recipe


# Memory.


@pytest.fixture
def no_kernel(monkeypatch):
    """Any attempt to make a maze, and so to take its memory, fails the test."""

    def kernel(*arguments, **more):
        pytest.fail("the memory was taken")

    for algorithm in labirinto.ALGORITHMS.values():
        for method in algorithm.methods:
            monkeypatch.setattr(_core, method.kernel, kernel)


@pytest.mark.parametrize(
    ("algorithm", "amount"),
    [
        ("wilson", "needs 5.76 EB of memory, but only 16 GB are free"),
        ("eller", "needs 1.15 EB of memory, but only 16 GB are free"),
        ("aldous-broder", "needs 5.76 EB of memory, but only 16 GB are free"),
        ("kruskal", "has 4611686014132420609 cells; kruskal makes at most 2147483647"),
    ],
)
@pytest.mark.usefixtures("no_kernel")
def test_the_largest_size_is_too_large_before_memory_is_taken(monkeypatch, algorithm, amount):
    monkeypatch.setattr(memory, "available_bytes", lambda: 16 * 10**9)
    with pytest.raises(TooLargeError) as caught:
        labirinto.generate(algorithm, 2**31 - 1, 2**31 - 1, seed=1)
    assert str(caught.value) == f"A 2147483647x2147483647 maze {amount}."
    assert isinstance(caught.value, MemoryError)


@pytest.mark.parametrize("rooms", [None, labirinto.Rooms(3)])
def test_a_refusal_for_want_of_memory_keeps_its_figures(monkeypatch, rooms):
    monkeypatch.setattr(memory, "available_bytes", lambda: 10**6)
    grid = labirinto.Rectangle(300, 300) if rooms else labirinto.grids.hexagonal(300, 300)
    with pytest.raises(TooLargeError, match=r"needs .* MB of memory, but only 1 MB are free"):
        labirinto.wilson(grid, seed=1, rooms=rooms)


@pytest.mark.parametrize(
    ("algorithm", "more", "command"),
    [
        ("wilson", {}, "labirinto wilson 2000x90000 --order rows --seed 7 -o maze.maze"),
        ("wilson", {"order": "endless"}, "labirinto wilson 2000x90000 --order endless --seed 7"),
        ("eller", {"join": 0.25}, "labirinto eller 2000x90000 --drop 0.5 --join 0.25 --seed 7"),
        ("prim", {}, "are free."),
        ("wilson", {"rooms": labirinto.Rooms(3)}, "are free."),
    ],
)
def test_a_refusal_for_want_of_memory_has_the_command_for_rows(
    monkeypatch, algorithm, more, command
):
    monkeypatch.setattr(memory, "available_bytes", lambda: 10**7)
    with pytest.raises(TooLargeError) as caught:
        labirinto.generate(algorithm, 2000, 90_000, seed=7, **more)
    assert command in str(caught.value)
    monkeypatch.setattr(memory, "available_bytes", lambda: 10**6)
    with pytest.raises(TooLargeError, match=r"are free\.$"):
        labirinto.generate(algorithm, 200_000, 900, seed=7, **more)


def test_the_system_is_asked_for_its_memory_where_it_says():
    available = memory.available_bytes()
    assert (available is not None) == Path("/proc/meminfo").exists()
    assert available is None or 10**6 < available < 10**18


def test_a_maze_is_made_where_its_memory_just_suffices(monkeypatch):
    # Rows of 250 bytes for 1000 cells, and a byte for each cell to walk on.
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_250_000)
    assert labirinto.wilson(1000, 1000, seed=1).width == 1000
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_249_999)
    with pytest.raises(TooLargeError, match=r"needs 1\.25 MB"):
        labirinto.wilson(1000, 1000, seed=1)


def test_the_memory_to_walk_in_counts_on_other_grids(monkeypatch):
    grid = labirinto.grids.hexagonal(100, 100)
    passages = grid.maze_bytes
    monkeypatch.setattr(memory, "available_bytes", lambda: passages)
    with pytest.raises(TooLargeError, match="A hexagonal"):
        labirinto.wilson(grid, seed=1)


def test_a_narrow_maze_counts_its_rows_in_whole_bytes(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 100_000)
    with pytest.raises(TooLargeError, match="needs 200 kB"):
        labirinto.eller(1, 100_000, seed=1)


def test_a_system_that_does_not_say_is_believed(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    assert labirinto.wilson(10, 10, seed=1).recipe.seed == 1


# Long work.


def test_threads_at_work_make_what_one_alone_makes():
    recipes = [
        maze.recipe
        for seed in range(4)
        for maze in (
            labirinto.wilson(300, 300, seed=seed),
            labirinto.wilson(60, 60, seed=seed),
            labirinto.wilson(9, 9000, seed=seed),
            labirinto.eller(600, 300, seed=seed, join=0.3),
            labirinto.aldous_broder(60, 60, seed=seed),
            labirinto.kruskal(200, 200, seed=seed),
        )
    ]
    alone = [labirinto.generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(labirinto.generate, recipes * 3))
    assert together == alone * 3


def test_threads_may_look_at_one_maze():
    rows = labirinto.wilson(400, 300, seed=1).rows
    maze = Maze(400, 300, rows)

    def look(_):
        ends = labirinto.suggest_ends(maze)
        return maze.is_perfect, ends, labirinto.solve(maze, *ends), labirinto.census(maze)

    with ThreadPoolExecutor(4) as threads:
        seen = set(threads.map(look, range(12)))
    assert seen == {look(0)}


@pytest.mark.parametrize(("algorithm", "width", "height"), LONG_WORK)
def test_progress_is_told_and_changes_nothing(algorithm, width, height):
    reports = []
    maze = labirinto.generate(
        algorithm, width, height, seed=1, progress=lambda done, whole: reports.append((done, whole))
    )
    assert reports
    assert len({whole for _, whole in reports}) == 1
    assert all(0 <= done <= whole for done, whole in reports)
    assert reports == sorted(reports)
    assert maze == labirinto.generate(algorithm, width, height, seed=1)


class StopError(Exception):
    pass


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt])
@pytest.mark.parametrize(("algorithm", "width", "height"), LONG_WORK)
def test_what_progress_raises_stops_the_work(algorithm, width, height, error):
    calls = []

    def stop(done, whole):
        calls.append(done)
        raise error

    with pytest.raises(error):
        labirinto.generate(algorithm, width, height, seed=1, progress=stop)
    assert len(calls) == 1


def test_ctrl_c_stops_work_that_would_take_minutes():
    timer = threading.Timer(0.2, _thread.interrupt_main)

    def interrupted_work() -> None:
        timer.start()
        labirinto.aldous_broder(5000, 5000, seed=1)

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted_work()
    timer.join()
    assert time.monotonic() - begin < 60


def test_other_threads_go_on_during_long_work():
    counted = []
    done = threading.Event()

    def count():
        while not done.wait(0.001):
            counted.append(1)

    counter = threading.Thread(target=count)
    counter.start()
    rows = _core.wilson_walls(4000, 4000, 1, 4000)
    seen = len(counted)
    done.set()
    counter.join()
    assert len(rows) == 4000 * 2 * 500
    assert seen >= 5

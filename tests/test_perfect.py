"""Every maze is perfect: a spanning tree of its cells."""

import random
from itertools import product

import pytest
from spanning import AWKWARD, WIDE, is_spanning_tree, neighbours_in, passages_of
from tiers import sample, thinned

import labirinto
from labirinto import ALGORITHMS, _core


def check(maze: labirinto.Maze, width: int, height: int) -> None:
    assert (maze.width, maze.height) == (width, height)
    passages = passages_of(maze.rows, width, height)
    assert len(passages) == width * height - 1
    assert is_spanning_tree(width, height, passages)
    assert labirinto.is_perfect(maze)


def is_slow(algorithm: str, width: int, height: int) -> bool:
    """Whether a walk on the cells would cross a very long maze: steps grow with its square."""
    if algorithm == "wilson":
        return width * height <= 65_536
    return algorithm == "aldous-broder"


@pytest.mark.parametrize(("algorithm", "size"), thinned(product(ALGORITHMS, AWKWARD), 29))
def test_awkward_sizes_are_perfect(algorithm, size):
    for seed in range(3):
        check(labirinto.generate(algorithm, *size, seed=seed), *size)


LONG = [both for both in product(ALGORITHMS, WIDE) if not is_slow(both[0], *both[1])]


@pytest.mark.parametrize(("algorithm", "size"), thinned(LONG, 13))
def test_very_long_mazes_are_perfect(algorithm, size):
    check(labirinto.generate(algorithm, *size, seed=1), *size)


@pytest.mark.parametrize(
    ("algorithm", "width", "height"),
    thinned(
        [
            (algorithm, *size)
            for algorithm in ("wilson", "aldous-broder")
            for size in ((4097, 2), (2, 4097), (4096, 1), (1, 4096))
        ],
        5,
    ),
)
def test_long_mazes_walked_on_cells_are_perfect(algorithm, width, height):
    check(labirinto.generate(algorithm, width, height, seed=1), width, height)


@pytest.mark.parametrize(("width", "height"), thinned([*AWKWARD, *WIDE], 5))
def test_wilson_on_walls_is_perfect_at_sizes_that_it_is_not_chosen_for(width, height):
    rows = _core.wilson_walls(width, height, 1, height)
    assert is_spanning_tree(width, height, passages_of(rows, width, height))


CUT = [(1, 9), (2, 65), (9, 2), (9, 3), (64, 64), (65, 63), (20, 257), (257, 20)]


@pytest.mark.parametrize(("size", "strip_rows"), thinned(product(CUT, [1, 2, 3, 5, 64, 10_000]), 5))
def test_wilson_on_walls_is_perfect_however_it_is_cut(size, strip_rows):
    width, height = size
    for seed in range(5):
        rows = _core.wilson_walls(width, height, seed, strip_rows)
        assert is_spanning_tree(width, height, passages_of(rows, width, height))


@pytest.mark.parametrize("height", sample([8_193, 8_194, 16_385, 16_386, 40_000], 8_193, 16_386))
def test_mazes_high_enough_for_strips_are_perfect(height):
    check(labirinto.wilson(9, height, seed=height), 9, height)


@pytest.mark.parametrize(
    ("size", "join", "drop"), thinned(product([*AWKWARD, (65_536, 2)], (0, 1), (0, 1)), 13)
)
def test_eller_is_perfect_with_extreme_parameters(size, join, drop):
    check(labirinto.eller(*size, seed=1, join=join, drop=drop), *size)


NEAR = [2**-33, 2**-32, 0.01, 0.99, 1 - 2**-32, 1 - 2**-34]


@pytest.mark.parametrize(("join", "drop"), thinned(product(NEAR, NEAR), 5))
def test_eller_is_perfect_near_its_extremes(join, drop):
    for width, height in ((1, 5), (5, 1), (64, 9), (65, 9), (130, 30)):
        check(labirinto.eller(width, height, seed=1, join=join, drop=drop), width, height)


def test_eller_with_extreme_parameters_has_the_texture_asked_for():
    across = labirinto.eller(9, 9, seed=1, join=1, drop=0)
    assert labirinto.census(across).horizontal == 9 * 8
    down = labirinto.eller(9, 9, seed=1, join=0, drop=1)
    assert labirinto.census(down).vertical == 9 * 8


def looks_perfect(width, height, passages):
    answer = labirinto.is_perfect(labirinto.Maze.from_passages(width, height, passages))
    assert answer == is_spanning_tree(width, height, passages)
    return answer


SIZES = [(2, 2), (1, 9), (3, 2), (9, 1), (64, 3), (65, 3), (3, 65), (30, 30)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_passage_too_few_is_seen(width, height):
    passages = list(labirinto.wilson(width, height, seed=4).passages())
    for missing in random.Random(1).sample(passages, min(20, len(passages))):
        rest = [passage for passage in passages if passage != missing]
        assert not looks_perfect(width, height, rest)


@pytest.mark.parametrize(("width", "height"), [size for size in SIZES if min(size) > 1])
def test_a_passage_too_many_is_seen(width, height):
    passages = list(labirinto.wilson(width, height, seed=4).passages())
    walls = sorted(set(neighbours_in(width, height)) - set(passages))
    for extra in random.Random(1).sample(walls, min(20, len(walls))):
        assert not looks_perfect(width, height, [*passages, extra])


@pytest.mark.parametrize(("width", "height"), [size for size in SIZES if min(size) > 1])
def test_a_loop_beside_a_part_cut_off_is_seen_though_the_number_is_right(width, height):
    passages = list(labirinto.wilson(width, height, seed=4).passages())
    walls = sorted(set(neighbours_in(width, height)) - set(passages))
    choose = random.Random(1)
    seen = 0
    while seen < 20:
        changed = set(passages) - {choose.choice(passages)} | {choose.choice(walls)}
        assert len(changed) == width * height - 1
        # Some exchanges lead from one perfect maze to another.
        if not is_spanning_tree(width, height, changed):
            seen += 1
        assert looks_perfect(width, height, sorted(changed)) == is_spanning_tree(
            width, height, changed
        )
        if width * height == 4:
            break


def test_a_maze_of_a_single_cell_is_perfect():
    assert looks_perfect(1, 1, [])


@pytest.mark.parametrize("size", [(9, 7), (labirinto.grids.hexagonal(5, 4),)])
def test_a_fault_of_an_algorithm_is_seen_in_the_maze_that_it_made(size):
    maze = labirinto.wilson(*size, seed=1)
    closed = labirinto.Maze.from_passages(*size, passages=list(maze.passages())[1:])
    assert maze.is_perfect
    assert not labirinto.Maze._made(maze.recipe, 1, closed.bits).is_perfect

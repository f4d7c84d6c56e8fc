"""Mazes of any shape: made as the textbook makes them, and each equally likely."""

import random
from collections import Counter
from itertools import cycle, islice, product

import pytest
from shapes import COUNTED, drawn, drawn_shapes, noises, of_cells, random_shapes, sieves
from test_uniform import RARE, chance_of_more, chi_square
from tiers import deep, sample, thinned

import labirinto
from labirinto import InvalidValueError, Maze, Rectangle, TooLargeError, _core, seeds
from labirinto.algorithms import textbook
from labirinto.grids import mask

ALGORITHMS = [name for name, it in labirinto.ALGORITHMS.items() if it.shapes]

RING = drawn(".../.#./...")

SHAPES = {
    "bites": random_shapes,
    "sieves": sieves,
    "noises": noises,
    "drawn": lambda count, *_: islice(cycle(drawn_shapes()), count),
}
"""Makers of so many shapes, from a longest side and a seed."""


def on_walls(grid, seed):
    return _core.masked_wilson_walls(grid.core, seed)


@pytest.mark.parametrize(("kind", "algorithm"), thinned(product(SHAPES, ALGORITHMS), 3))
def test_the_textbook_is_the_core_bit_for_bit_on_shapes(kind, algorithm):
    for seed, grid in enumerate(SHAPES[kind](10, 9)):
        maze = labirinto.generate(algorithm, grid, seed=seed)
        assert maze.is_perfect
        assert textbook.run(textbook.Run(algorithm, grid, seed=seed)) == maze.rows


@pytest.mark.parametrize(
    ("kind", "count", "longest"),
    [
        ("bites", 60, 10),
        ("sieves", 150, 12),
        ("noises", 100, 14),
        ("drawn", 40, 0),
        *(deep(kind, 1500, 25) for kind in SHAPES),
    ],
)
def test_wilson_on_walls_is_the_textbook_bit_for_bit_on_shapes(kind, count, longest):
    for seed, grid in enumerate(SHAPES[kind](count, longest)):
        rows = on_walls(grid, seed)
        assert Maze(grid.width, grid.height, rows, mask=grid.mask).is_perfect
        assert textbook.run(textbook.Run("wilson-walls", grid, seed=seed)) == rows


@pytest.mark.parametrize("width", sample([63, 64, 65, 128, 129], 129))
def test_the_kernels_are_the_textbook_in_rows_of_several_words(width):
    grid = of_cells(
        [(x, y) for y in range(5) for x in range(width) if (y, x % 7) not in ((2, 3), (3, 0))],
        width,
        5,
    )
    for name in ALGORITHMS:
        rows = labirinto.generate(name, grid, seed=width).rows
        assert textbook.run(textbook.Run(name, grid, seed=width)) == rows
    assert textbook.run(textbook.Run("wilson-walls", grid, seed=width)) == on_walls(grid, width)


def by_name(name):
    return lambda grid, seed: labirinto.generate(name, grid, seed=seed).rows


UNIFORM = {name: by_name(name) for name in ALGORITHMS if labirinto.ALGORITHMS[name].uniform}
UNIFORM["wilson on walls"] = on_walls


def chance_that_uniform(sampler, grid):
    classes = labirinto.number_of_mazes(grid)
    draws_of_each = 50 if classes < 1000 else 10
    draws = draws_of_each * classes
    counts = Counter(sampler(grid, seed) for seed in range(draws))
    assert all(Maze(grid.width, grid.height, it, mask=grid.mask).is_perfect for it in counts)
    return chance_of_more(chi_square(counts, classes, draws), classes - 1)


@pytest.mark.parametrize(("name", "text"), thinned(product(UNIFORM, COUNTED), 5))
def test_every_maze_of_a_shape_is_equally_likely(name, text):
    assert chance_that_uniform(UNIFORM[name], drawn(text)) > RARE


def test_kruskal_on_a_shape_is_told_from_uniform():
    assert chance_that_uniform(by_name("kruskal"), drawn("#.../..../.#../...#")) < RARE


def test_large_shapes_are_made_on_the_walls():
    assert seeds.walks_on_cells(300, 300, 65_536)
    grid = of_cells(
        [(x, y) for y in range(260) for x in range(260) if (x, y) != (99, 99)], 260, 260
    )
    assert labirinto.wilson(grid, seed=2).rows == on_walls(grid, 2)


def test_winding_corridors_are_made_on_the_walls():
    cells = [(x, y) for y in range(257) for x in range(200) if y % 2 == 0 or x == y // 2 % 2 * 199]
    snake = of_cells(cells, 200, 257)
    assert snake.length == len(snake) > 8192
    assert labirinto.wilson(snake, seed=2).rows == on_walls(snake, 2)
    assert Rectangle(9, 7).length == 15
    assert drawn("..../..../...#").length == 11 - 5


def test_eller_refuses_shapes_and_names_what_does_not():
    with pytest.raises(InvalidValueError, match=r"rectangles only; .* wilson, aldous-broder, kru"):
        labirinto.generate("eller", RING)
    with pytest.raises(InvalidValueError, match="rectangles only"):
        textbook.Run("eller", RING)


def test_a_mask_in_pieces_is_refused_with_what_to_do():
    with pytest.raises(InvalidValueError, match=r"in 2 pieces.*pieces='join'"):
        labirinto.wilson(drawn(".#./.#."), seed=1)


def test_a_grid_has_its_height():
    with pytest.raises(InvalidValueError, match="leave out height"):
        labirinto.wilson(RING, 4)


# The number of mazes.


@pytest.mark.parametrize(("text", "number"), COUNTED.items())
def test_number_of_mazes_of_a_shape_is_kirchhoffs(text, number):
    assert labirinto.number_of_mazes(drawn(text)) == number


def test_number_of_mazes_of_shapes_that_nearly_fill_a_rectangle():
    # A cell with one neighbour more adds no choice.
    grid = of_cells([*((x, y) for x in range(5) for y in range(4)), (5, 2)], 6, 4)
    assert labirinto.number_of_mazes(grid) == labirinto.number_of_mazes(5, 4)
    assert labirinto.number_of_mazes(Rectangle(5, 4)) == 4_140_081


def test_a_shape_in_pieces_has_no_maze():
    assert labirinto.number_of_mazes(drawn("..#../..#..")) == 0


def test_too_many_cells_to_count_are_refused():
    with pytest.raises(TooLargeError, match="at most 1000 cells"):
        labirinto.number_of_mazes(of_cells([(x, 0) for x in range(1001)], 1001, 2))


def test_a_walk_that_comes_back_to_its_hole_makes_no_loop():
    dark = random.Random(7).choices((0, 1), k=300 * 300)
    grid = mask([dark[300 * y :][:300] for y in range(300)], pieces="join")
    assert all(labirinto.wilson(grid, seed=seed).is_perfect for seed in range(30))

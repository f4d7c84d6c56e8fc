"""Mazes that grow from one cell, on meshes and in shapes, and the textures of all the others."""

import pytest
from hypothesis import given
from shapes import of_cells
from strategies import seed_values, sides

import labirinto
from labirinto import _core, grids
from labirinto.algorithms import textbook
from labirinto.algorithms.textbook.runs import module_named
from labirinto.seeds import threshold

GROWING = ["backtracker", "prim", "growing-tree", "hunt-and-kill"]
MESHES = {
    "hexagonal": lambda: grids.hexagonal(7, 6),
    "triangular": lambda: grids.triangular(9, 7),
    "octagonal": lambda: grids.octagonal(6, 7),
    "circular": lambda: grids.circular(6),
    "one cell": lambda: grids.hexagonal(1, 1),
}


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("name", GROWING)
def test_the_textbook_is_the_core_bit_for_bit_on_meshes(name, mesh):
    grid = MESHES[mesh]()
    kernel = getattr(_core, f"mesh_{name.replace('-', '_')}")
    for seed in range(20):
        values = {"newest": seed / 19} if name == "growing-tree" else {}
        passages = textbook.run(module_named(name).steps(grid, seed, **values))
        assert kernel(grid.core, seed, *map(threshold, values.values())) == passages
        assert sum(byte.bit_count() for byte in passages) == len(grid) - 1


@given(sides, sides, seed_values)
def test_the_growing_tree_that_always_grows_from_the_newest_is_the_backtracker(width, height, seed):
    expected = labirinto.backtracker(width, height, seed=seed)
    assert labirinto.growing_tree(width, height, seed=seed, newest=1) == expected


@pytest.mark.parametrize("newest", [0.0, 0.25, 1.0])
def test_a_parameter_counts_in_a_shape(newest):
    grid = of_cells([(x, y) for y in range(9) for x in range(9) if (x, y) != (4, 4)], 9, 9)
    maze = labirinto.generate("growing-tree", grid, seed=3, newest=newest)
    run = textbook.Run("growing-tree", grid, seed=3, newest=newest)
    assert textbook.run(run) == maze.rows
    assert labirinto.generate(maze.recipe) == maze


# How many of the 192 mazes of 3 x 3 each of them makes, by exact
# fractions of all that can happen.
MAZES_OF_3X3 = {
    "backtracker": 88,
    "prim": 192,
    "growing-tree": 192,
    "hunt-and-kill": 111,
    "binary-tree": 16,
    "sidewinder": 64,
    "recursive-division": 162,
}


@pytest.mark.parametrize(("name", "number"), MAZES_OF_3X3.items())
def test_the_mazes_that_can_be_made_are_as_many_as_counted(name, number):
    made = {labirinto.generate(name, 3, 3, seed=seed).rows for seed in range(12_000)}
    assert len(made) == number


# Published for large mazes by W. D. Pullen, or from the definition; in percent.
DEAD_ENDS = {
    "backtracker": 10,
    "prim": 32,
    "hunt-and-kill": 11,
    "binary-tree": 25,
    "sidewinder": 27,
    "recursive-division": 23,
}


@pytest.mark.parametrize(("name", "share"), DEAD_ENDS.items())
def test_dead_ends_are_as_many_as_published(name, share):
    census = labirinto.census(labirinto.generate(name, 500, 500, seed=1))
    assert 100 * census.dead_ends / 500**2 == pytest.approx(share, abs=2)


def test_the_more_the_growing_tree_grows_from_the_newest_the_fewer_dead_ends_it_has():
    shares = [
        labirinto.census(labirinto.growing_tree(300, 300, seed=1, newest=newest)).dead_ends / 900
        for newest in (0, 0.5, 0.9, 1)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == pytest.approx(29, abs=2)
    assert shares[-1] == pytest.approx(10, abs=2)

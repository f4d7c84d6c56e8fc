"""On meshes: textbook and core agree, and every maze is equally likely, on cells and on walls."""

from collections import Counter
from itertools import product

import pytest
from meshes import GRIDS, IRREGULAR, two_fans, with_holes
from test_uniform import RARE, chance_of_more, chi_square
from tiers import deep, thinned

import labirinto
from labirinto import Maze, _core, grids, seeds
from labirinto.algorithms import textbook

ALL = GRIDS | IRREGULAR

KERNELS = {
    "wilson": "wilson_cells",
    "wilson-walls": "wilson_walls",
    "aldous-broder": "aldous_broder",
    "kruskal": "kruskal",
}
"""The kernels by their modules of the textbook."""


@pytest.mark.parametrize(("name", "module"), thinned(product([*ALL, "two fans"], KERNELS), 5))
def test_the_textbook_is_the_core_bit_for_bit(name, module):
    # The fans have corners of more walls than the core numbers in a byte.
    grid = (ALL | {"two fans": two_fans})[name]()
    make = getattr(_core, f"mesh_{KERNELS[module]}")
    for seed in range(6):
        assert textbook.run(textbook.Run(module, grid, seed=seed)) == make(grid.core, seed)


@pytest.mark.parametrize("module", KERNELS)
@pytest.mark.parametrize("count", [20, deep(600)])
def test_the_textbook_is_the_core_on_grids_with_holes(count, module):
    make = getattr(_core, f"mesh_{KERNELS[module]}")
    for seed, grid in enumerate(with_holes(count)):
        bits = make(grid.core, seed)
        assert Maze.from_bits(grid, bits).is_perfect
        assert textbook.run(textbook.Run(module, grid, seed=seed)) == bits


@pytest.mark.parametrize("module", KERNELS)
@pytest.mark.parametrize(
    "grid", [grids.hexagonal(24, 17), deep(grids.octagonal(40, 31)), deep(grids.circular(14, 3))]
)
def test_the_textbook_is_the_core_on_larger_grids(grid, module):
    rows = textbook.run(textbook.Run(module, grid, seed=3))
    assert rows == getattr(_core, f"mesh_{KERNELS[module]}")(grid.core, 3)


def test_an_algorithm_walks_on_the_cells_of_small_grids_and_on_the_walls_of_large_ones():
    for grid, kernel in (
        (grids.hexagonal(256, 256), "wilson_cells"),
        (grids.hexagonal(256, 257), "wilson_walls"),
        (grids.hexagonal(2047, 1), "wilson_cells"),
        (grids.hexagonal(2048, 1), "wilson_walls"),
    ):
        method = labirinto.ALGORITHMS["wilson"].method_on(grid)
        assert method.kernel == kernel
        assert seeds.walks_on_cells(1, 1, len(grid), grid.length) == (kernel == "wilson_cells")
        if len(grid) < 65_536:
            assert labirinto.wilson(grid, seed=4).bits == getattr(_core, f"mesh_{kernel}")(
                grid.core, 4
            )
    assert grids.hexagonal(2047, 1).length <= 8192 < grids.hexagonal(2048, 1).length


# Chi-square against the number of spanning trees.

SMALL = {
    "hexagonal 3x2": (lambda: grids.hexagonal(3, 2), 50),
    "hexagonal hexagon 2": (lambda: grids.hexagonal(2, outline="hexagon"), 30),
    "triangular 6x3": (lambda: grids.triangular(6, 3), 20),
    "triangular hexagon 1": (lambda: grids.triangular(1, outline="hexagon"), 500),
    "octagonal 3x2": (lambda: grids.octagonal(3, 2), 50),
    "octagonal 3x3": (lambda: grids.octagonal(3, 3), 20),
    "circular 2": (lambda: grids.circular(2), 30),
    "circular 1 hole 2": (lambda: grids.circular(1, 2), 500),
    **{name: (make, 100) for name, make in IRREGULAR.items() if name != "one island"},
}
"""Grids of a few to a few thousand mazes, and how often each is to be drawn."""


def chance_that_uniform(kernel, grid, draws_of_each):
    classes = labirinto.number_of_mazes(grid)
    draws = max(5000, draws_of_each * classes)
    assert draws < 10**6
    data = getattr(_core, f"batch_mesh_{kernel}")(grid.core, 1, 0, draws, 1, None)
    size = grid.maze_bytes
    counts = Counter(data[k * size : (k + 1) * size] for k in range(draws))
    assert len(counts) <= classes
    assert all(Maze.from_bits(grid, bits).is_perfect for bits in list(counts)[:300])
    chance = chance_of_more(chi_square(counts, classes, draws), classes - 1)
    return min(chance, 1 - chance)


@pytest.mark.parametrize(
    ("name", "kernel"),
    thinned(product(SMALL, ["wilson_cells", "wilson_walls", "aldous_broder"]), 4),
)
def test_every_maze_is_equally_likely(name, kernel):
    make, draws_of_each = SMALL[name]
    assert chance_that_uniform(kernel, make(), draws_of_each) > RARE


def test_kruskal_is_told_from_uniform():
    assert chance_that_uniform("kruskal", grids.hexagonal(3, 2), 300) < RARE
    assert chance_that_uniform("kruskal", grids.circular(2), 30) < RARE

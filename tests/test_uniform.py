"""Which algorithms make every maze equally likely, and which do not.

Seeds are 0, 1, 2 ..., so that every run counts the same mazes.  The bounds are such that a correct
algorithm would break one of them for one choice of seeds in a million.
"""

import math
import random
from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from chances import chi_square_tails
from spanning import is_spanning_tree, kirchhoff, neighbours_in, passages_of, rows_of
from tiers import deep, is_deep, sample

import labirinto
from labirinto import _core
from labirinto.algorithms.generating import new_recipe

RARE = 1e-6


def kernel_of(name):
    """A sampler: the kernel that makes small mazes, with the parameters of its algorithm."""
    kernel, arguments = labirinto.ALGORITHMS[name].kernel(new_recipe(name, 3, 3, 0, {}))
    return lambda width, height, seed: getattr(_core, kernel)(width, height, seed, *arguments)


def wilson_walls(width, height, seed):
    return _core.wilson_walls(width, height, seed, height)


def strips_of_1(width, height, seed):
    return _core.wilson_walls(width, height, seed, 1)


def strips_of_2(width, height, seed):
    return _core.wilson_walls(width, height, seed, 2)


def strips_of_3(width, height, seed):
    return _core.wilson_walls(width, height, seed, 3)


def rows_in_tiles_of_1(width, height, seed):
    return _core.wilson_rows(width, height, seed, height, 1, 1)


def rows_in_tiles_of_2(width, height, seed):
    return _core.wilson_rows(width, height, seed, height, 2, 1)


def wilson_rows(width, height, seed):
    return labirinto.wilson(width, height, seed=seed, order="rows").rows


def depth_first(width, height, seed):
    """The usual maze of games: on to a new cell while there is one, else back."""
    choose = random.Random(seed)
    passages = []
    path = [(0, 0)]
    seen = {(0, 0)}
    while path:
        fresh = [cell for cell in beside(path[-1], width, height) if cell not in seen]
        if fresh:
            path.append(choose.choice(fresh))
            seen.add(path[-1])
            passages.append(tuple(sorted(path[-2:])))
        else:
            path.pop()
    return rows_of(passages, width, height)


def wilson_that_starts_again(width, height, seed):
    """Nearly Wilson's: where a walk meets itself it is not cut back to there, but all forgotten."""
    choose = random.Random(seed)
    passages = []
    cells = [(x, y) for y in range(height) for x in range(width)]
    maze = {choose.choice(cells)}
    for start in cells:
        walk = [start]
        while walk[-1] not in maze:
            there = choose.choice(beside(walk[-1], width, height))
            walk = [start] if there in walk else [*walk, there]
        maze.update(walk)
        passages += [tuple(sorted(step)) for step in pairwise(walk)]
    return rows_of(passages, width, height)


def beside(cell, width, height):
    x, y = cell
    around = ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
    return [(x, y) for x, y in around if 0 <= x < width and 0 <= y < height]


# How many mazes there are.


@cache
def all_mazes(width, height):
    """The rows of every maze of a size: each passage is taken or left, loops being left out."""
    candidates = neighbours_in(width, height)
    found = set()

    def choose(k, parts, taken):
        if len(taken) == width * height - 1:
            found.add(rows_of(taken, width, height))
        elif k < len(candidates) and len(candidates) - k >= width * height - 1 - len(taken):
            one, other = (y * width + x for x, y in candidates[k])
            choose(k + 1, parts, taken)
            if parts[one] != parts[other]:
                joined = [parts[one] if part == parts[other] else part for part in parts]
                choose(k + 1, joined, [*taken, candidates[k]])

    choose(0, list(range(width * height)), [])
    return frozenset(found)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 6), (3, 3), (4, 3), (3, 4)])
def test_there_are_as_many_mazes_as_kirchhoff_says(width, height):
    mazes = all_mazes(width, height)
    assert len(mazes) == kirchhoff(width, height)
    assert all(is_spanning_tree(width, height, passages_of(rows, width, height)) for rows in mazes)


# Each of them equally often.


def chance_of_more(statistic, freedom):
    """The probability that chi-square exceeds a value."""
    return chi_square_tails(statistic, freedom)[1]


def chi_square(counts, classes, draws):
    expected = draws / classes
    missing = classes - len(counts)
    return sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected


def chance_that_uniform(sampler, width, height, draws_of_each):
    """How likely a uniform sampler is to be as far from its mean as this one, or further."""
    classes = kirchhoff(width, height)
    draws = classes * draws_of_each
    counts = Counter(sampler(width, height, seed) for seed in range(draws))
    # No class but a maze: otherwise chi-square would count something else.
    assert len(counts) <= classes
    if classes < 10_000:
        assert counts.keys() <= all_mazes(width, height)
    chance = chance_of_more(chi_square(counts, classes, draws), classes - 1)
    return min(chance, 1 - chance)  # nearer to the mean than chance allows is suspicious too


STRIPS = [wilson_walls, strips_of_1, strips_of_2, strips_of_3]
TILES = [wilson_rows, rows_in_tiles_of_1, rows_in_tiles_of_2]
UNIFORM = [*STRIPS, *TILES]
NOT_UNIFORM = []
for name, algorithm in labirinto.ALGORITHMS.items():
    (UNIFORM if algorithm.uniform else NOT_UNIFORM).append(pytest.param(kernel_of(name), id=name))

# Strips of one row are 2 in 3x3, 3 in 3x4, 4 in 3x5 and 5 in 2x6 and 3x6, which makes 1, 2, 2, 3
# and 3 levels of joins.
SIZES = [
    *((3, 3, 200), (2, 6, 50)),
    *(deep(3, 3, 600), deep(4, 3, 100), deep(3, 4, 100), deep(2, 6, 300)),
]


@pytest.mark.parametrize(("width", "height", "draws_of_each"), SIZES)
@pytest.mark.parametrize("sampler", UNIFORM)
def test_every_maze_is_equally_likely(sampler, width, height, draws_of_each):
    assert chance_that_uniform(sampler, width, height, draws_of_each) > RARE


# With a few draws of each of very many mazes chi-square is still close to its limit, which depends
# on the number of draws in all.
@pytest.mark.parametrize(
    ("width", "height", "draws_of_each"), [(3, 5, 4), deep(3, 5, 20), deep(3, 6, 3)]
)
@pytest.mark.parametrize("sampler", [wilson_walls, strips_of_1, strips_of_2])
def test_every_maze_is_equally_likely_through_levels_of_joins(
    sampler, width, height, draws_of_each
):
    assert chance_that_uniform(sampler, width, height, draws_of_each) > RARE


@pytest.mark.parametrize(
    ("width", "height", "draws_of_each"), [(3, 3, 200), deep(3, 3, 600), deep(4, 3, 100)]
)
@pytest.mark.parametrize("sampler", NOT_UNIFORM)
def test_the_others_are_told_from_uniform(sampler, width, height, draws_of_each):
    assert chance_that_uniform(sampler, width, height, draws_of_each) < RARE


@pytest.mark.parametrize(("width", "height", "draws_of_each"), [(3, 3, 40), deep(4, 3, 10)])
@pytest.mark.parametrize("sampler", [depth_first, wilson_that_starts_again])
def test_samplers_biased_on_purpose_are_told_from_uniform(sampler, width, height, draws_of_each):
    assert chance_that_uniform(sampler, width, height, draws_of_each) < RARE


def test_the_uniform_algorithms_are_those_of_the_literature():
    uniform = {name for name, algorithm in labirinto.ALGORITHMS.items() if algorithm.uniform}
    assert uniform == {"wilson", "aldous-broder"}


# Single passages and pairs of them, in mazes of which there are too many to count.

WIDTH, HEIGHT = 12, 9


def transfer_currents():
    """For every two passages, the current through one if a unit enters and leaves at the other."""
    candidates = neighbours_in(WIDTH, HEIGHT)
    incidence = np.zeros((len(candidates), WIDTH * HEIGHT))
    for k, passage in enumerate(candidates):
        for sign, (x, y) in zip((1, -1), passage, strict=True):
            incidence[k, y * WIDTH + x] = sign
    laplacian = incidence.T @ incidence
    return incidence @ np.linalg.pinv(laplacian) @ incidence.T


def open_passages(sampler, mazes):
    """A row for each maze, with a 1 for each passage that it has."""
    data = b"".join(sampler(WIDTH, HEIGHT, seed) for seed in range(mazes))
    stride = (WIDTH + 7) // 8
    planes = np.frombuffer(data, np.uint8).reshape(mazes, HEIGHT, 2, stride)
    bits = np.unpackbits(planes, axis=3, bitorder="little")
    columns = [(y, y2 - y, x) for (x, y), (_, y2) in neighbours_in(WIDTH, HEIGHT)]
    return np.stack([bits[:, y, plane, x] for y, plane, x in columns], axis=1)


def largest_deviation(found, probabilities, draws):
    """In standard deviations of a binomial distribution."""
    spread = np.sqrt(draws * probabilities * (1 - probabilities))
    return np.max(np.abs(found - draws * probabilities) / spread)


def bound_for(number):
    """What the largest of so many normal deviations exceeds once in a million, at most."""
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        if number * math.erfc(middle / math.sqrt(2)) > RARE:
            low = middle
        else:
            high = middle
    return high


def deviations(sampler):
    """Of passages from effective resistances, and of pairs from determinants of two by two."""
    mazes = 60_000 if is_deep() else 20_000
    currents = transfer_currents()
    resistances = np.diag(currents)
    opened = open_passages(sampler, mazes)
    singles = largest_deviation(opened.sum(axis=0, dtype=np.int64), resistances, mazes)
    # The probability of both (Burton and Pemantle 1993).
    both = np.outer(resistances, resistances) - currents * currents.T
    numbers = opened.astype(np.float32)
    pairs = np.triu_indices(len(resistances), 1)
    found = (numbers.T @ numbers)[pairs].astype(np.int64)  # whole, and below 2^24: exact
    return singles, largest_deviation(found, both[pairs], mazes), len(resistances), len(found)


def test_resistances_are_those_of_a_spanning_tree():
    # Foster's theorem: they add up to the number of passages in a tree.
    currents = transfer_currents()
    assert np.trace(currents) == pytest.approx(WIDTH * HEIGHT - 1)
    assert np.allclose(currents @ currents, currents)


@pytest.mark.parametrize(
    "sampler",
    [
        *(strips_of_2, rows_in_tiles_of_2),
        *map(deep, [*STRIPS, *TILES, kernel_of("wilson"), kernel_of("aldous-broder")]),
    ],
)
def test_passages_and_pairs_are_as_likely_as_the_electric_network_says(sampler):
    singles, pairs, number, number_of_pairs = deviations(sampler)
    assert (number, number_of_pairs) == (195, 195 * 194 // 2)
    assert singles < bound_for(number)
    assert pairs < bound_for(number_of_pairs)


# Some are enough for a slow test.
@pytest.mark.parametrize("name", sample(["eller", "kruskal", "growing-tree"], "growing-tree"))
def test_passages_and_pairs_of_the_others_are_not(name):
    singles, pairs, number, number_of_pairs = deviations(kernel_of(name))
    assert singles > bound_for(number)
    assert pairs > bound_for(number_of_pairs)


# Large mazes.

INVERSE = 1 / math.pi
DENSITIES = (
    8 * INVERSE**2 * (1 - 2 * INVERSE),
    4 * INVERSE * (2 - 9 * INVERSE + 12 * INVERSE**2),
    2 * (1 - 2 * INVERSE) * (1 - 6 * INVERSE + 12 * INVERSE**2),
    (4 * INVERSE - 1) * (1 - 2 * INVERSE) ** 2,
)
"""Cells with 1, 2, 3, 4 passages in an endless uniform maze (Manna, Dhar and Majumdar 1992)."""

SIDE = 3000


@pytest.fixture(scope="module")
def large():
    return labirinto.wilson(SIDE, SIDE, seed=1)


def test_densities_of_an_endless_maze_add_up():
    assert sum(DENSITIES) == pytest.approx(1)
    # In a tree a cell has two passages on average.
    assert sum(k * density for k, density in enumerate(DENSITIES, 1)) == pytest.approx(2)


def test_census_of_a_large_maze_has_the_densities_of_an_endless_one(large):
    census = labirinto.census(large)
    found = (census.dead_ends, census.corridors, census.junctions, census.crossings)
    # 4/3000 of the cells are on the border, and have no other density by more than 1/3; what cells
    # further in feel of it falls off with the square of the distance, and adds up to less.
    assert np.max(np.abs(np.array(found) / SIDE**2 - DENSITIES)) < 2 / 3 * 4 / SIDE
    assert census.closed == 0


def test_inside_of_a_large_maze_has_the_densities_of_an_endless_one(large):
    # From 50 cells inwards the border shifts a density by less than 1/2500 of what it does there.
    inside = np.asarray(large)[50:-50, 50:-50]
    passages = np.bitwise_count(inside)
    for number, density in enumerate(DENSITIES, 1):
        # 29 x 29 squares of 100 x 100 cells, nearly independent, show how certain the mean is.
        squares = (passages == number).reshape(29, 100, 29, 100).mean(axis=(1, 3))
        error = squares.std(ddof=1) / 29
        assert error < 3e-4
        assert abs(squares.mean() - density) < 5 * error


def test_passages_of_a_large_maze_lead_across_and_down_alike(large):
    census = labirinto.census(large)
    # The difference of the two varies less than if passages were independent.
    assert abs(census.horizontal - census.vertical) < 5 * SIDE


def test_a_maze_of_kruskal_has_other_densities():
    census = labirinto.census(labirinto.kruskal(1000, 1000, seed=1))
    assert abs(census.dead_ends / 1000**2 - DENSITIES[0]) > 0.005

"""The textbook twins make, step by step, the very mazes that the core makes at once."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import probabilities, seed_values, sides, values_of
from tiers import examples, thinned

import labirinto
from labirinto import ALGORITHMS, _core, seeds
from labirinto.algorithms import textbook
from labirinto.random_bits import Bits

# Walks are slow in plain Python, and on long mazes slower still.
WALKED = [
    *((1, 1), (1, 2), (2, 1), (1, 64), (65, 1), (2, 2), (63, 3), (64, 3), (65, 3), (3, 63)),
    *((3, 64), (3, 65), (127, 2), (128, 2), (129, 2), (2, 127), (2, 128), (64, 12), (65, 12)),
]
WIDE = [
    *WALKED,
    *((255, 3), (256, 3), (257, 3), (3, 255), (3, 256), (3, 257), (64, 65), (65, 64)),
]
LARGE = [(128, 129), (8191, 2), (1, 8192), (8193, 1)]


def textbook_run(algorithm, width, height, seed, values):
    """The run of the method that small mazes of these values are made by."""
    values = dict(algorithm.complete(values))
    method = algorithm.method(1, 1, selected=algorithm.selected(values.items()))
    return textbook.Run(method.name, width, height, seed=seed, **values)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
@examples(500)
@given(sides, sides, seed_values, st.data())
def test_the_textbook_is_the_core_bit_for_bit(algorithm, width, height, seed, data):
    values = data.draw(values_of(algorithm))
    rows = textbook.run(textbook_run(algorithm, width, height, seed, values))
    assert rows == labirinto.generate(algorithm.name, width, height, seed=seed, **values).rows


@examples(500)
@given(sides, sides, seed_values, st.sampled_from([1, 2, 3, 5, 8, 1000]))
def test_wilson_on_walls_is_the_core_bit_for_bit(width, height, seed, strip_rows):
    steps = textbook.Run("wilson-walls", width, height, seed=seed, strip_rows=strip_rows)
    assert textbook.run(steps) == _core.wilson_walls(width, height, seed, strip_rows)


@given(st.integers(1, 6), st.integers(20, 70), seed_values)
def test_wilson_on_walls_is_the_core_through_many_levels_of_joins(width, height, seed):
    steps = textbook.Run("wilson-walls", width, height, seed=seed, strip_rows=1)
    assert textbook.run(steps) == _core.wilson_walls(width, height, seed, 1)


@given(sides, sides, seed_values)
def test_wilson_on_walls_takes_by_default_the_strips_of_the_promise(width, height, seed):
    rows = textbook.run(textbook.Run("wilson-walls", width, height, seed=seed))
    assert rows == _core.wilson_walls(width, height, seed, seeds.strip_rows(height))


@pytest.mark.parametrize(
    ("join", "drop"), [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (0.5, 0.5)]
)
def test_eller_is_the_core_at_the_ends_of_its_range(join, drop):
    rows = textbook.run(textbook.Run("eller", 24, 24, seed=1, join=join, drop=drop))
    assert rows == labirinto.eller(24, 24, seed=1, join=join, drop=drop).rows


@examples(500)
@given(st.integers(60, 140), st.integers(1, 6), seed_values, probabilities, probabilities)
def test_eller_is_the_core_in_rows_of_several_words(width, height, seed, join, drop):
    rows = textbook.run(textbook.Run("eller", width, height, seed=seed, join=join, drop=drop))
    assert rows == labirinto.eller(width, height, seed=seed, join=join, drop=drop).rows


def test_recursive_division_is_the_core_where_a_number_is_drawn_again():
    """The first number below 70 would favour some, which one of 90 million seeds does."""
    seed = 140_370_121
    assert Bits(seed).take(32) * 70 % 2**32 < 2**32 % 70
    run = textbook.Run("recursive-division", 40, 30, seed=seed)
    assert textbook.run(run) == labirinto.recursive_division(40, 30, seed=seed).rows


@given(st.text(min_size=1).filter(lambda text: text.strip()))
@example("آنا")
@example("007")
def test_a_text_is_the_same_seed_for_both(text):
    try:
        maze = labirinto.wilson(5, 4, seed=text)
    except labirinto.InvalidValueError:
        with pytest.raises(labirinto.InvalidValueError):
            textbook.run(textbook.Run("wilson", 5, 4, seed=text))
    else:
        assert textbook.run(textbook.Run("wilson", 5, 4, seed=text)) == maze.rows


@pytest.mark.parametrize(("width", "height"), thinned(WALKED, 4))
def test_wilson_on_walls_is_the_core_at_awkward_sizes(width, height):
    seed = 1000 * width + height
    for strip_rows in (1, 2, 3, 1000):
        steps = textbook.Run("wilson-walls", width, height, seed=seed, strip_rows=strip_rows)
        assert textbook.run(steps) == _core.wilson_walls(width, height, seed, strip_rows)


# Uniform algorithms walk.
SIZES = [
    (algorithm, size)
    for algorithm in ALGORITHMS.values()
    for size in (WALKED if algorithm.uniform else [*WIDE, *LARGE])
]


@pytest.mark.parametrize(
    ("algorithm", "size"), thinned(SIZES, 23), ids=lambda value: getattr(value, "name", None)
)
def test_the_textbook_is_the_core_at_awkward_sizes(algorithm, size):
    width, height = size
    seed = 1000 * width + height
    for values in some_values(algorithm):
        rows = textbook.run(textbook_run(algorithm, width, height, seed, values))
        assert rows == labirinto.generate(algorithm.name, width, height, seed=seed, **values).rows


def some_values(algorithm):
    """Values for the parameters: each name, and probabilities that are no short fractions."""
    choices = [[(p.name, value) for value in p.choices or (0.4,)] for p in algorithm.parameters]
    return [dict(values) for values in product(*choices)]


@pytest.mark.deep
def test_a_large_maze_of_wilson_is_the_textbooks_walk_on_walls():
    rows = textbook.run(textbook.Run("wilson-walls", 257, 256, seed=3))
    assert rows == labirinto.wilson(257, 256, seed=3).rows


def test_a_high_maze_of_wilson_is_the_textbooks_walk_in_two_strips():
    assert seeds.strip_rows(2049) == 1024
    rows = textbook.run(textbook.Run("wilson-walls", 3, 2049, seed=3))
    assert rows == _core.wilson_walls(3, 2049, 3, 1024)
    assert labirinto.wilson(32, 2049, seed=3).rows == _core.wilson_walls(32, 2049, 3, 1024)

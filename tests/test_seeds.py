"""What is a seed, and which number it stands for."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import labirinto
from labirinto import InvalidValueError, book, graphs, grids, seeds


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (0, 0),
        (2**64 - 1, 2**64 - 1),
        ("0", 0),
        ("7", 7),
        ("007", 7),
        (" 7 ", 7),
        ("+7", 7),
        ("-0", 0),
        ("18446744073709551615", 2**64 - 1),
        ("0" * 50 + "18446744073709551615", 2**64 - 1),
        ("۱۲۳", 123),
        ("١٢٣", 123),
        ("१२३", 123),
    ],
)
def test_a_whole_number_is_itself_however_it_is_written(seed, number):
    assert seeds.normalize_seed(seed) == seeds.seed_number(seed) == number
    assert type(seeds.normalize_seed(seed)) is int
    assert labirinto.wilson(9, 7, seed=seed) == labirinto.wilson(9, 7, seed=number)
    assert labirinto.wilson(9, 7, seed=seed).recipe.seed == number


@given(st.integers(0, 2**64 - 1))
def test_any_number_in_range_is_itself(number):
    assert seeds.seed_number(number) == seeds.seed_number(str(number)) == number


OUT_OF_RANGE = ["-1", "2^64", "2**64", "10 ^ 30", "18446744073709551616", "9" * 21, "9" * 5000]
OUT_OF_RANGE += [-1, 2**64, 10**100, True, False]
IN_NO_LINE = ["an\nna", "an\tna", "an\0na", "\x1b[31m", "a\x7f", "a\x9bb", "a\x85b", "a\u2028b"]


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        *(
            (it, f"The seed {it} is not a whole number from 0 to {2**64 - 1}")
            for it in OUT_OF_RANGE
        ),
        *((it, "empty") for it in ("", " ", "\n\t ", "\u3000")),
        *((it, "not a valid Unicode text") for it in ("\ud800", "a\udfffb")),
        *((it, f"The seed {it!r} has a line break or a control character") for it in IN_NO_LINE),
    ],
    ids=ascii,
)
def test_what_is_no_seed_is_refused(seed, words):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.wilson(4, 3, seed=seed)
    assert words in str(caught.value)


@pytest.mark.parametrize("seed", ["anna", "1.5", "7a", "seven", "1e3", "0x10", "1_000", "--1", "²"])
def test_any_other_text_is_a_text(seed):
    assert seeds.normalize_seed(seed) == seed
    assert 0 <= seeds.seed_number(seed) < 2**64
    assert labirinto.wilson(9, 7, seed=seed).recipe.seed == seed


@pytest.mark.parametrize("around", [" anna", "anna ", "\t anna\n", "\u3000anna\u2029"])
def test_spaces_around_a_text_do_not_count(around):
    assert seeds.normalize_seed(around) == "anna"
    assert labirinto.wilson(9, 7, seed=around) == labirinto.wilson(9, 7, seed="anna")


@pytest.mark.parametrize(
    ("composed", "decomposed"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("\u00c5ngstr\u00f6m", "A\u030angstro\u0308m"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_composed_and_decomposed_letters_are_one_seed(composed, decomposed):
    assert composed != decomposed
    assert seeds.seed_number(composed) == seeds.seed_number(decomposed)


def test_texts_that_only_look_alike_are_different_seeds():
    alike = ["anna", "Anna", "аnna", "an na", "an  na", "ﬁ", "fi"]
    assert len({seeds.seed_number(seed) for seed in alike}) == len(alike)


def test_a_text_is_the_digest_that_is_promised():
    import hashlib

    expected = hashlib.blake2b("caf\u00e9".encode(), digest_size=8).digest()
    assert seeds.seed_number("cafe\u0301") == int.from_bytes(expected, "little")


GENERATORS = {
    "default_rng": np.random.default_rng,
    "RandomState": np.random.RandomState,
    "BitGenerator": np.random.PCG64,
    "random": random.Random,
}


@pytest.mark.parametrize("kind", GENERATORS)
def test_a_generator_gives_a_seed_each_time(kind):
    source, twin = (GENERATORS[kind](7) for _ in range(2))
    mazes = [labirinto.wilson(9, 7, seed=source) for _ in range(20)]
    assert len(set(mazes)) == 20
    assert mazes == [labirinto.wilson(9, 7, seed=twin) for _ in range(20)]
    numbers = [maze.recipe.seed for maze in mazes]
    assert max(numbers) >= 2**60  # 64 bits
    assert {type(number) for number in numbers} == {int}
    assert [labirinto.generate(maze.recipe) for maze in mazes] == mazes


TAKERS = {
    "generate": lambda seed: labirinto.generate("eller", 9, 7, seed=seed).recipe.seed,
    "Recipe": lambda seed: labirinto.Recipe("eller", 9, 7, seed).seed,
    "generate_rows": lambda seed: labirinto.generate_rows("eller", 9, seed=seed).seed,
    "batch": lambda seed: labirinto.batch("eller", 9, 7, count=2, seed=seed).recipe.seed,
    "braid": lambda seed: labirinto.braid(MAZE, 0.5, seed=seed).recipe.braid.seed,
    "record": lambda seed: labirinto.animate.record("eller", 9, 7, seed=seed).seed,
    "Book": lambda seed: book.Book(seed=seed).seed,
    "Dataset": lambda seed: labirinto.datasets.Dataset("eller", "9x7", count=2, seed=seed).seed,
    "voronoi": lambda seed: grids.voronoi(20, seed=seed).seed,
    "picture_maze": lambda seed: labirinto.pictures.picture_maze("I", seed=seed).recipe.seed,
    "tree": lambda seed: graphs.uniform_spanning_tree([(0, 1)], seed=seed).seed,
    "trees": lambda seed: graphs.uniform_spanning_trees([(0, 1)], 2, seed=seed).seed,
    "forest": lambda seed: graphs.uniform_spanning_forest([(0, 1)], [0], seed=seed).seed,
}
MAZE = labirinto.wilson(9, 7, seed=1)


@pytest.mark.parametrize("taker", TAKERS)
def test_every_function_draws_one_seed_from_a_generator(taker):
    source, twin = np.random.default_rng(7), np.random.default_rng(7)
    given = [TAKERS[taker](source) for _ in range(3)]
    assert given == [int(twin.integers(2**64, dtype=np.uint64)) for _ in range(3)]
    assert source.bit_generator.state == twin.bit_generator.state


def test_random_ends_are_drawn_from_a_generator():
    source = np.random.default_rng(7)
    assert len({labirinto.suggest_ends(MAZE, "random", seed=source) for _ in range(20)}) > 10


def test_the_generators_that_modules_share_give_seeds():
    np.random.seed(7)
    assert seeds.normalize_seed(np.random) == seeds.normalize_seed(np.random.RandomState(7))
    random.seed(7)
    assert seeds.normalize_seed(random) == seeds.normalize_seed(random.Random(7))


def test_a_seed_sequence_is_one_seed():
    sequence = np.random.SeedSequence(7)
    maze = labirinto.wilson(9, 7, seed=sequence)
    assert labirinto.wilson(9, 7, seed=sequence) == maze
    children = sequence.spawn(5)
    assert len({labirinto.wilson(9, 7, seed=child) for child in children}) == 5
    assert maze.recipe.seed == np.random.SeedSequence(7).generate_state(1, np.uint64)[0]


def test_generators_of_python_need_no_numpy():
    code = (
        "import random, sys, labirinto\n"
        "labirinto.wilson(9, 7, seed=random.Random(1))\n"
        "try: labirinto.wilson(9, 7, seed=1.5)\n"
        "except labirinto.InvalidValueError: print('numpy' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_a_class_is_no_generator():
    for seed in (random.Random, np.random.PCG64, np.random.default_rng):
        with pytest.raises(InvalidValueError, match="default_rng"):
            labirinto.wilson(3, 3, seed=seed)

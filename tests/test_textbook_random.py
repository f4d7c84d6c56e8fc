"""The random stream of the textbook: published numbers, bits, chances; and how high strips are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import seed_values

from labirinto import seeds
from labirinto.random_bits import Bits, Xoshiro256pp, chances


def test_split_mix_gives_its_published_numbers():
    golden = 0x9E3779B97F4A7C15
    assert [seeds.split_mix((1234567 + k * golden) % 2**64) for k in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro256pp_gives_its_published_numbers():
    # From the authors' C code with the state 1, 2, 3, 4; the first is 5 * 2^23 + 1.
    generator = Xoshiro256pp(0)
    generator.words = [1, 2, 3, 4]
    assert [generator.next() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_xoshiro256pp_is_filled_by_split_mix():
    assert Xoshiro256pp(1234567).words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
    ]
    assert all(0 <= word < 2**64 for word in Xoshiro256pp(2**64 - 1).words)


def test_child_seeds_depend_on_seed_purpose_and_number():
    purposes = (seeds.STRIP, seeds.EDGE, seeds.ITEM, seeds.ENDS)
    assert len(set(purposes)) == 4
    children = {
        seeds.child_seed(seed, purpose, k)
        for seed in (0, 1, 2**64 - 1)
        for purpose in purposes
        for k in range(100)
    }
    assert len(children) == 3 * 4 * 100
    assert all(0 <= child < 2**64 for child in children)


@given(seed_values, st.lists(st.integers(1, 2**62), min_size=1))
def test_below_draws_as_many_bits_as_it_needs_again_while_too_large(seed, counts):
    bits, again = Bits(seed), Bits(seed)
    for count in counts:
        value = bits.below(count)
        expected = again.take((count - 1).bit_length())
        while expected >= count:
            expected = again.take((count - 1).bit_length())
        assert value == expected < count


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 12, 100])
def test_below_gives_each_number_equally_often(count):
    bits = Bits(count)
    draws = 2000 * count
    found = [0] * count
    for _ in range(draws):
        found[bits.below(count)] += 1
    # Six standard deviations: 2e-9 for each of the at most 100 numbers.
    allowed = 6 * math.sqrt(draws * (1 / count) * (1 - 1 / count))
    assert max(abs(number - draws / count) for number in found) < allowed


class CountingGenerator(Xoshiro256pp):
    drawn = 0

    def next(self):
        self.drawn += 1
        return super().next()


@pytest.mark.parametrize("probability", [2**-10, 0.01, 0.1, 1 / 3, 0.5, 0.7, 0.75, 0.99, 1 - 2**-9])
def test_chances_have_the_mean_asked_for(probability):
    draws = 64 * 1000
    answers = chances(Xoshiro256pp(5), seeds.threshold(probability), draws)
    assert len(answers) == draws
    allowed = 6 * math.sqrt(draws * probability * (1 - probability))
    assert abs(sum(answers) - draws * probability) < allowed


@pytest.mark.parametrize("probability", [0.3, 0.5, 0.8])
def test_chances_of_neighbouring_lanes_and_words_have_nothing_to_do_with_each_other(probability):
    draws = 64 * 1000
    answers = chances(Xoshiro256pp(6), seeds.threshold(probability), draws)
    for distance in (1, 2, 63, 64, 65):
        both = sum(map(lambda a, b: a and b, answers, answers[distance:]))
        expected = (draws - distance) * probability**2
        # Neighbouring pairs share a draw, which at most triples the variance.
        allowed = 6 * math.sqrt(3 * draws * probability**2)
        assert abs(both - expected) < allowed


@pytest.mark.parametrize(
    "height", [1, 2, 2048, 2049, 8193, 16_384, 16_385, 32_769, 100_000, 2**31 - 1]
)
def test_strips_are_few_and_high(height):
    rows = seeds.strip_rows(height)
    corner_rows = max(1, height - 1)
    if corner_rows < 2048:
        assert rows == corner_rows
    elif corner_rows < 4 * 4096:
        assert rows == (corner_rows + 1) // 2
    else:
        assert 4096 <= rows <= 2 * 4096

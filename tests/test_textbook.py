"""The textbook twins make, step by step, the very mazes that the core makes at once."""

import importlib
import math
import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spanning import is_spanning_tree, neighbours_in, passages_of, rows_of

import labirinto
from labirinto import _core, promise, textbook
from labirinto.textbook import steps as happened
from labirinto.textbook.random import Bits, Xoshiro256pp, chances

sides = st.integers(1, 24)
seeds = st.integers(0, 2**64 - 1)
probabilities = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 0.25, 0.75, 1 / 3, 2**-32, 1 - 2**-32, 2**-33, 1 - 2**-33]),
    st.floats(0, 1),
)

# Walks are slow in plain Python, and on long mazes slower still.
WALKED = [
    *((1, 1), (1, 2), (2, 1), (1, 64), (65, 1), (2, 2), (63, 3), (64, 3), (65, 3), (3, 63)),
    *((3, 64), (3, 65), (127, 2), (128, 2), (129, 2), (2, 127), (2, 128), (64, 12), (65, 12)),
]
ROW_BY_ROW = [
    *WALKED,
    *((255, 3), (256, 3), (257, 3), (3, 255), (3, 256), (3, 257), (64, 65), (65, 64), (128, 129)),
    *((8191, 2), (1, 8192), (8193, 1)),
]


def run_and_keep(steps):
    """All steps, and the rows at the end."""
    kept = []
    while True:
        try:
            kept.append(next(steps))
        except StopIteration as end:
            return kept, end.value


@settings(max_examples=500)
@given(sides, sides, seeds)
def test_wilson_is_the_core_bit_for_bit(width, height, seed):
    rows = textbook.run(textbook.wilson(width, height, seed=seed))
    assert rows == _core.wilson_cells(width, height, seed)
    assert rows == labirinto.wilson(width, height, seed=seed).rows


@settings(max_examples=500)
@given(sides, sides, seeds, st.sampled_from([1, 2, 3, 5, 8, 1000]))
def test_wilson_on_walls_is_the_core_bit_for_bit(width, height, seed, strip_rows):
    steps = textbook.wilson_walls(width, height, seed=seed, strip_rows=strip_rows)
    assert textbook.run(steps) == _core.wilson_walls(width, height, seed, strip_rows)


@given(st.integers(1, 6), st.integers(20, 70), seeds)
def test_wilson_on_walls_is_the_core_through_many_levels_of_joins(width, height, seed):
    steps = textbook.wilson_walls(width, height, seed=seed, strip_rows=1)
    assert textbook.run(steps) == _core.wilson_walls(width, height, seed, 1)


@given(sides, sides, seeds)
def test_wilson_on_walls_takes_by_default_the_strips_of_the_promise(width, height, seed):
    rows = textbook.run(textbook.wilson_walls(width, height, seed=seed))
    assert rows == _core.wilson_walls(width, height, seed, promise.strip_rows(height))


@settings(max_examples=500)
@given(sides, sides, seeds, probabilities, probabilities)
@example(24, 24, 1, 0.0, 0.0)
@example(24, 24, 1, 0.0, 1.0)
@example(24, 24, 1, 1.0, 0.0)
@example(24, 24, 1, 1.0, 1.0)
@example(24, 24, 1, 0.5, 0.5)
def test_eller_is_the_core_bit_for_bit(width, height, seed, join, drop):
    rows = textbook.run(textbook.eller(width, height, seed=seed, join=join, drop=drop))
    assert rows == labirinto.eller(width, height, seed=seed, join=join, drop=drop).rows


@settings(max_examples=500)
@given(st.integers(60, 140), st.integers(1, 6), seeds, probabilities, probabilities)
def test_eller_is_the_core_in_rows_of_several_words(width, height, seed, join, drop):
    rows = textbook.run(textbook.eller(width, height, seed=seed, join=join, drop=drop))
    assert rows == labirinto.eller(width, height, seed=seed, join=join, drop=drop).rows


@settings(max_examples=500)
@given(sides, sides, seeds)
def test_aldous_broder_is_the_core_bit_for_bit(width, height, seed):
    rows = textbook.run(textbook.aldous_broder(width, height, seed=seed))
    assert rows == labirinto.aldous_broder(width, height, seed=seed).rows


@settings(max_examples=500)
@given(sides, sides, seeds)
def test_kruskal_is_the_core_bit_for_bit(width, height, seed):
    rows = textbook.run(textbook.kruskal(width, height, seed=seed))
    assert rows == labirinto.kruskal(width, height, seed=seed).rows


@given(st.text(min_size=1).filter(lambda text: text.strip()))
@example("آنا")
@example("007")
def test_a_text_is_the_same_seed_for_both(text):
    try:
        maze = labirinto.wilson(5, 4, seed=text)
    except labirinto.InvalidValueError:
        with pytest.raises(labirinto.InvalidValueError):
            textbook.run(textbook.wilson(5, 4, seed=text))
    else:
        assert textbook.run(textbook.wilson(5, 4, seed=text)) == maze.rows


@pytest.mark.parametrize(("width", "height"), WALKED)
def test_walks_are_the_core_at_awkward_sizes(width, height):
    seed = 1000 * width + height
    for strip_rows in (1, 2, 3, 1000):
        steps = textbook.wilson_walls(width, height, seed=seed, strip_rows=strip_rows)
        assert textbook.run(steps) == _core.wilson_walls(width, height, seed, strip_rows)
    rows = textbook.run(textbook.wilson(width, height, seed=seed))
    assert rows == _core.wilson_cells(width, height, seed)
    rows = textbook.run(textbook.aldous_broder(width, height, seed=seed))
    assert rows == _core.aldous_broder(width, height, seed)


@pytest.mark.parametrize(("width", "height"), ROW_BY_ROW)
def test_eller_and_kruskal_are_the_core_at_awkward_sizes(width, height):
    seed = 1000 * width + height
    rows = textbook.run(textbook.eller(width, height, seed=seed, join=0.4, drop=0.6))
    assert rows == labirinto.eller(width, height, seed=seed, join=0.4, drop=0.6).rows
    rows = textbook.run(textbook.kruskal(width, height, seed=seed))
    assert rows == labirinto.kruskal(width, height, seed=seed).rows


def test_a_large_maze_of_wilson_is_the_textbooks_walk_on_walls():
    rows = textbook.run(textbook.wilson_walls(257, 256, seed=3))
    assert rows == labirinto.wilson(257, 256, seed=3).rows


def test_a_high_maze_of_wilson_is_the_textbooks_walk_in_two_strips():
    assert promise.strip_rows(2049) == 1024
    rows = textbook.run(textbook.wilson_walls(32, 2049, seed=3))
    assert rows == labirinto.wilson(32, 2049, seed=3).rows


# The steps.


def explained_numbers(name):
    explanation = importlib.import_module(f"labirinto.textbook.{name}").__doc__
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", explanation, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    return numbers


ALGORITHMS = sorted(set(textbook.__all__) - {"Run", "run"})


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_step_has_a_number_of_the_explanation(name):
    numbers = explained_numbers(name)
    for width, height in ((1, 1), (1, 5), (5, 1), (9, 8)):
        kept, _ = run_and_keep(getattr(textbook, name)(width, height, seed=5))
        assert {step.number for step in kept} <= set(numbers)
        assert all(re.fullmatch(r"[A-Z(].*[.]", str(step)) for step in kept)
    # The last number of the explanation is the end of the algorithm.
    assert kept[-1].number == numbers[-1]
    assert all(step.number < numbers[-1] for step in kept if step.number != kept[-1].number)


def in_order(passage):
    return tuple(sorted(passage))


def is_step(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@given(sides, sides, seeds)
def test_steps_of_wilson_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.wilson(width, height, seed=seed))
    first, *middle, last = kept
    assert isinstance(first, happened.FirstCell)
    assert isinstance(last, happened.Finished)
    maze = {first.cell}
    passages = []
    walk = []
    for step in middle:
        match step:
            case happened.WalkStarted(_, place):
                assert not walk
                assert place not in maze
                walk = [place]
            case happened.WalkMoved(_, source, target):
                # A walk that has met itself has to erase the loop before it goes on.
                assert source == walk[-1]
                assert source not in walk[:-1]
                assert is_step(source, target)
                walk.append(target)
            case happened.LoopErased(_, places):
                met = walk.index(walk[-1])
                assert tuple(walk[met + 1 : -1]) == places
                del walk[met + 1 :]
            case happened.PathJoined(_, path):
                assert tuple(walk) == path
                assert maze & set(path) == {path[-1]}
                maze |= set(path)
                passages += pairwise(path)
                walk = []
            case _:
                pytest.fail(f"no step of this algorithm: {step}")
    assert len(maze) == width * height
    assert rows_of(map(in_order, passages), width, height) == rows


@given(sides, sides, seeds, st.sampled_from([1, 2, 3, 1000]))
def test_steps_of_wilson_on_walls_told_again_make_the_maze(width, height, seed, strip_rows):
    steps = textbook.wilson_walls(width, height, seed=seed, strip_rows=strip_rows)
    kept, rows = run_and_keep(steps)
    wall_from = {}
    popped = set()
    for step in kept:
        match step:
            case happened.PathJoined(_, path):
                assert not popped
                assert not wall_from.keys() & set(path[:-1])
                wall_from.update(pairwise(path))
            case happened.LoopPopped(_, place):
                assert place in wall_from
                popped.add(place)
            case happened.WalkWentOn(_, path):
                wall_from.update(pairwise(path))
                popped -= set(path[:-1])
    assert not popped  # whoever drew another direction was told which one held
    corners = {(x, y) for x in range(1, width) for y in range(1, height)}
    assert wall_from.keys() == corners
    walls = {in_order(wall) for wall in wall_from.items()}
    assert len(walls) == len(corners)
    passages = [one for one in neighbours_in(width, height) if wall_between(one) not in walls]
    assert rows_of(passages, width, height) == rows


def wall_between(passage):
    """The two corners, of which (x, y) is the upper left one of cell (x, y)."""
    (x, y), (x2, y2) = passage
    return ((x2, y2), (x + 1, y + 1))


@given(sides, sides, seeds)
def test_steps_of_aldous_broder_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.aldous_broder(width, height, seed=seed))
    here = kept[0].cell
    seen = {here}
    passages = []
    for before, step in pairwise(kept):
        if isinstance(step, happened.WalkMoved):
            assert step.source == here
            assert is_step(step.source, step.target)
            here = step.target
        if isinstance(step, happened.CellEntered):
            assert isinstance(before, happened.WalkMoved)
            assert step.passage == (before.source, before.target)
            assert here not in seen
            seen.add(here)
            passages.append(in_order(step.passage))
    assert isinstance(kept[-1], happened.Finished)
    assert rows_of(passages, width, height) == rows


class Parts:
    """Which places are joined, in the plainest way."""

    def __init__(self):
        self.part = {}

    def of(self, place):
        return self.part.setdefault(place, place)

    def join(self, one, other):
        old, new = self.of(one), self.of(other)
        self.part = {place: new if part == old else part for place, part in self.part.items()}


@given(st.integers(1, 9), st.integers(1, 9), seeds, probabilities, probabilities)
def test_steps_of_eller_told_again_make_the_maze(width, height, seed, join, drop):
    kept, rows = run_and_keep(textbook.eller(width, height, seed=seed, join=join, drop=drop))
    parts = Parts()
    passages = []
    finished_rows = []
    for step in kept:
        match step:
            case happened.SetsJoined(number, ((x, y), (x2, y2)) as passage):
                assert (x2 - x, y2 - y) == (1, 0)
                assert (number == 6) == (y == height - 1)
                assert parts.of((x, y)) != parts.of((x2, y2))
                parts.join(*passage)
                passages.append(passage)
            case happened.PassageDown(_, ((x, y), (x2, y2)) as passage):
                assert (x2 - x, y2 - y) == (0, 1)
                parts.join(*passage)
                passages.append(passage)
            case happened.RowBegun(5, y):
                assert finished_rows[-1] == y - 1
            case happened.RowFinished(_, y, sets):
                finished_rows.append(y)
                if y < height - 1:
                    below = [parts.of((x, y + 1)) for x in range(width)]
                    assert list(sets) == [below.index(part) for part in below]
                    above = {parts.of((x, y)) for x in range(width)}
                    assert above <= set(below)  # each set led down
            case _:
                pytest.fail(f"no step of this algorithm: {step}")
    assert finished_rows == list(range(height))
    assert rows_of(passages, width, height) == rows


@given(st.integers(1, 9), st.integers(1, 9), seeds)
def test_steps_of_kruskal_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.kruskal(width, height, seed=seed))
    *drawn_and_tried, last = kept
    assert isinstance(last, happened.Finished)
    drawn, tried = drawn_and_tried[::2], drawn_and_tried[1::2]
    assert [step.passage for step in drawn] == [step.passage for step in tried]
    assert all(isinstance(step, happened.PassageDrawn) for step in drawn)
    assert len({step.passage for step in tried}) == len(tried)
    parts = Parts()
    for step in tried:
        one, other = step.passage
        assert step.opened == (parts.of(one) != parts.of(other))
        parts.join(one, other)
    opened = [step.passage for step in tried if step.opened]
    assert rows_of(opened, width, height) == rows
    assert is_spanning_tree(width, height, opened)


def test_running_on_from_the_middle_leads_to_the_whole_maze():
    steps = textbook.wilson(3, 3, seed=1)
    for _ in range(3):
        next(steps)
    assert passages_of(textbook.run(steps), 3, 3) == list(labirinto.wilson(3, 3, seed=1).passages())


# The random stream.


def test_split_mix_gives_its_published_numbers():
    golden = 0x9E3779B97F4A7C15
    assert [promise.split_mix((1234567 + k * golden) % 2**64) for k in range(5)] == [
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
    purposes = (promise.STRIP, promise.EDGE, promise.ITEM, promise.ENDS)
    assert len(set(purposes)) == 4
    children = {
        promise.child_seed(seed, purpose, k)
        for seed in (0, 1, 2**64 - 1)
        for purpose in purposes
        for k in range(100)
    }
    assert len(children) == 3 * 4 * 100
    assert all(0 <= child < 2**64 for child in children)


@given(seeds, st.lists(st.integers(0, 150)))
def test_bits_are_taken_low_end_first_from_each_word(seed, counts):
    generator = Xoshiro256pp(seed)
    stream = 0
    for k in range(sum(counts) // 64 + 1):
        stream |= generator.next() << 64 * k
    bits = Bits(seed)
    for count in counts:
        assert bits.take(count) == stream % 2**count
        stream >>= count


@given(seeds)
def test_a_direction_is_two_bits(seed):
    bits, twice = Bits(seed), Bits(seed)
    for _ in range(100):
        assert bits.direction() == twice.take(1) + 2 * twice.take(1)


@given(seeds, st.lists(st.integers(1, 2**62), min_size=1))
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
    answers = chances(Xoshiro256pp(5), promise.threshold(probability), draws)
    assert len(answers) == draws
    allowed = 6 * math.sqrt(draws * probability * (1 - probability))
    assert abs(sum(answers) - draws * probability) < allowed


@pytest.mark.parametrize("probability", [0.3, 0.5, 0.8])
def test_chances_of_neighbouring_lanes_and_words_have_nothing_to_do_with_each_other(probability):
    draws = 64 * 1000
    answers = chances(Xoshiro256pp(6), promise.threshold(probability), draws)
    for distance in (1, 2, 63, 64, 65):
        both = sum(map(lambda a, b: a and b, answers, answers[distance:]))
        expected = (draws - distance) * probability**2
        # Neighbouring pairs share a draw, which at most triples the variance.
        allowed = 6 * math.sqrt(3 * draws * probability**2)
        assert abs(both - expected) < allowed


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 128, 129, 1000])
def test_an_even_chance_takes_one_word_for_64_and_is_its_bits(count):
    generator = CountingGenerator(7)
    answers = chances(generator, promise.threshold(0.5), count)
    assert generator.drawn == -(-count // 64)
    bits = Bits(7)
    assert answers == [bits.take(1) == 1 for _ in range(count)]


@pytest.mark.parametrize("answer", [False, True])
def test_what_is_certain_takes_no_word_at_all(answer):
    generator = CountingGenerator(7)
    assert chances(generator, promise.threshold(float(answer)), 200) == [answer] * 200
    assert generator.drawn == 0


@pytest.mark.parametrize(("probability", "words"), [(0.25, 2), (0.75, 2), (0.125, 3), (0.625, 3)])
def test_a_short_binary_fraction_takes_no_more_words_than_it_has_digits(probability, words):
    generator = CountingGenerator(7)
    chances(generator, promise.threshold(probability), 640)
    assert generator.drawn == 10 * words


@pytest.mark.parametrize(
    "height", [1, 2, 2048, 2049, 8193, 16_384, 16_385, 32_769, 100_000, 2**31 - 1]
)
def test_strips_are_few_and_high(height):
    rows = promise.strip_rows(height)
    corner_rows = max(1, height - 1)
    if corner_rows < 2048:
        assert rows == corner_rows
    elif corner_rows < 4 * 4096:
        assert rows == (corner_rows + 1) // 2
    else:
        assert 4096 <= rows <= 2 * 4096

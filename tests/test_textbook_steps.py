"""The steps of the textbook: each is explained, and replayed they make the maze."""

import importlib
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import is_spanning_tree, neighbours_in, passages_of, rows_of
from strategies import probabilities, seed_values, sides

import labirinto
from labirinto import animate
from labirinto.algorithms import textbook
from labirinto.algorithms.textbook import steps as happened


def run_and_keep(steps):
    """All steps, and the rows at the end."""
    kept = []
    while True:
        try:
            kept.append(next(steps))
        except StopIteration as end:
            return kept, end.value


def explained_numbers(name):
    module = f"labirinto.algorithms.textbook.{name.replace('-', '_')}"
    explanation = importlib.import_module(module).__doc__
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", explanation, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    return numbers


@pytest.mark.parametrize("name", animate.FILMS)
def test_every_step_has_a_number_of_the_explanation(name):
    numbers = explained_numbers(name)
    for width, height in ((1, 1), (1, 5), (5, 1), (9, 8)):
        kept, _ = run_and_keep(textbook.Run(name, width, height, seed=5))
        assert {step.number for step in kept} <= set(numbers)
        assert all(re.fullmatch(r"[A-Z(].*[.]", str(step)) for step in kept)
    # The last number of the explanation is the end of the algorithm.
    assert kept[-1].number == numbers[-1]
    assert all(step.number < numbers[-1] for step in kept if step.number != kept[-1].number)


def in_order(passage):
    return tuple(sorted(passage))


def is_step(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@given(sides, sides, seed_values)
def test_steps_of_wilson_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.Run("wilson", width, height, seed=seed))
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


@given(sides, sides, seed_values, st.sampled_from([1, 2, 3, 1000]))
def test_steps_of_wilson_on_walls_told_again_make_the_maze(width, height, seed, strip_rows):
    steps = textbook.Run("wilson-walls", width, height, seed=seed, strip_rows=strip_rows)
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
    assert not popped  # every corner that drew another direction was followed by a WalkWentOn
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


@given(sides, sides, seed_values)
def test_steps_of_aldous_broder_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.Run("aldous-broder", width, height, seed=seed))
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
    """Which places are joined, in the simplest form."""

    def __init__(self):
        self.part = {}

    def of(self, place):
        return self.part.setdefault(place, place)

    def join(self, one, other):
        old, new = self.of(one), self.of(other)
        self.part = {place: new if part == old else part for place, part in self.part.items()}


@given(st.integers(1, 9), st.integers(1, 9), seed_values, probabilities, probabilities)
def test_steps_of_eller_told_again_make_the_maze(width, height, seed, join, drop):
    kept, rows = run_and_keep(textbook.Run("eller", width, height, seed=seed, join=join, drop=drop))
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


@given(st.integers(1, 9), st.integers(1, 9), seed_values)
def test_steps_of_kruskal_told_again_make_the_maze(width, height, seed):
    kept, rows = run_and_keep(textbook.Run("kruskal", width, height, seed=seed))
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
    steps = textbook.Run("wilson", 3, 3, seed=1)
    for _ in range(3):
        next(steps)
    assert passages_of(textbook.run(steps), 3, 3) == list(labirinto.wilson(3, 3, seed=1).passages())

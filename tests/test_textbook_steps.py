"""The steps of the textbook: each is explained, and replayed they make the maze."""

import importlib
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import neighbours_in, passages_of, rows_of
from strategies import seed_values, sides

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


def test_running_on_from_the_middle_leads_to_the_whole_maze():
    steps = textbook.Run("wilson", 3, 3, seed=1)
    for _ in range(3):
        next(steps)
    assert passages_of(textbook.run(steps), 3, 3) == list(labirinto.wilson(3, 3, seed=1).passages())

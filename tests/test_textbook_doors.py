"""What the textbook takes: what `labirinto.generate` takes, refused in the same words."""

import pickle
from itertools import product

import numpy as np
import pytest
from tiers import thinned

import labirinto
from labirinto import InvalidValueError, animate
from labirinto.algorithms import textbook

NAMES = animate.FILMS
VALUES = [
    *({"width": 0}, {"width": "3"}, {"width": 2.5}, {"width": True}, {"height": -1}),
    *({"height": 2**31}, {"seed": -1}, {"seed": 2**64}, {"seed": ""}, {"seed": 1.5}),
    *({"seed": "a\nb"}, {"seed": "\ud800"}, {"seed": True}),
]
CHANCES = [2, -1, float("nan"), "x", None]


def message_of(function, **arguments):
    with pytest.raises(InvalidValueError) as caught:
        function(**arguments)
    return str(caught.value)


@pytest.mark.parametrize(("value", "name"), thinned(product(VALUES, NAMES), 5))
def test_a_value_that_cannot_be_is_refused_when_the_run_is_made(value, name):
    arguments = {"width": 3, "height": 3, "seed": 1} | value
    expected = message_of(labirinto.wilson, **arguments)
    assert message_of(textbook.Run, algorithm=name, **arguments) == expected


@pytest.mark.parametrize("chance", ["join", "drop"])
@pytest.mark.parametrize("value", CHANCES, ids=str)
def test_a_chance_that_cannot_be_is_refused_when_the_run_is_made(chance, value):
    arguments = {"width": 3, "height": 3, "seed": 1, chance: value}
    assert message_of(textbook.Run, algorithm="eller", **arguments) == message_of(
        labirinto.eller, **arguments
    )


@pytest.mark.parametrize("name", NAMES)
def test_whole_numbers_of_numpy_are_sizes_and_seeds(name):
    steps = textbook.Run(name, np.int64(3), np.uint8(4), seed=np.uint64(5))
    assert {type(steps.width), type(steps.height), type(steps.seed)} == {int}
    assert textbook.run(steps) == textbook.run(textbook.Run(name, 3, 4, seed=5))


@pytest.mark.parametrize("name", NAMES)
def test_a_run_without_a_seed_tells_the_one_that_it_took(name):
    steps = textbook.Run(name, 9, 8)
    assert textbook.run(textbook.Run(name, 9, 8, seed=steps.seed)) == textbook.run(steps)
    assert len({textbook.Run(name, 9, 8).seed for _ in range(5)}) > 1


def test_a_step_comes_back_from_a_pickle_without_its_moment():
    for step in textbook.Run("wilson", 3, 3, seed=1):
        again = pickle.loads(pickle.dumps(step))
        assert again == step
        assert str(again) == str(step)
        assert step.moment is not None
        assert again.moment is None


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_parameter_is_refused(name):
    found = message_of(textbook.Run, algorithm=name, width=3, height=3, depth=1)
    assert found == f"There is no parameter 'depth' for {name}."


def test_the_repr_of_a_run_shows_how_far_it_is():
    run = textbook.Run("wilson", 4, 3, seed="x")
    next(run)
    assert repr(run) == "<Run wilson 4x3, seed x, 1 step taken>"

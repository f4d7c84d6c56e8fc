"""The two tiers: ``make test`` has a sample of what ``make test-deep`` tries."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

DEEP_EXAMPLES = 100
"""Hypothesis's own default.  The profile ``quick`` has a tenth of it."""

FEW = ("wilson", "eller", "growing-tree")
"""Algorithms of different kinds, for tests of what is done with a maze after it was made."""


def is_deep() -> bool:
    """Whether the profile is ``deep``."""
    return settings.default.max_examples >= DEEP_EXAMPLES


def examples(count: int) -> settings:
    """Examples of a property in the profile ``deep``; in ``quick`` a tenth, and at least five."""
    return settings(max_examples=max(5, count * settings.default.max_examples // DEEP_EXAMPLES))


def sample(values: Iterable[object], *quick: object) -> list[object]:
    """Parameters of a test of which ``make test`` has only some."""
    values = list(values)
    assert set(quick) <= set(values)
    return [one if one in quick else deep(one) for one in values]


def thinned(values: Iterable[tuple[object, ...]], share: int) -> list[object]:
    """Parameters of which ``make test`` has one in so many, spread over all combinations.

    The share has no factor in common with the number of values of the inner parameters, so that
    each value of one meets all values of another sooner or later.
    """
    return [one if at % share == 0 else deep(*one) for at, one in enumerate(values)]


def deep(*values: object) -> object:
    """Parameters of a test that ``make test`` leaves to ``make test-deep``."""
    return pytest.param(*values, marks=pytest.mark.deep)

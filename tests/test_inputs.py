"""Sizes, numbers and ends as people type them."""

from __future__ import annotations

import pytest

from labirinto import wilson
from labirinto.errors import InvalidValueError
from labirinto.parsing import choose_ends, parse_size, parse_whole


@pytest.mark.parametrize("space", [" ", "\t", "\x1c", "\u3000"])
def test_spaces_around_a_number_do_not_count(space: str) -> None:
    assert parse_whole(f"{space}12{space}", "width") == 12


@pytest.mark.parametrize("digits", [20, 5000])
def test_cells_with_too_many_digits_are_refused(digits: int) -> None:
    with pytest.raises(InvalidValueError, match="it must be none, corners"):
        choose_ends(wilson(3, 2, seed=7), f"0,0-{'9' * digits},1")


def test_an_endless_size_needs_a_height_where_it_must_end() -> None:
    with pytest.raises(InvalidValueError, match="give a height, such as 12x30"):
        parse_size("12xinf")

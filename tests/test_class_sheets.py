"""Books for a class: sheets of one level, each with a line for the name, and one of answers."""

from __future__ import annotations

import json
from itertools import product

import pytest
from commands import run
from paper import Pages, printed
from tiers import thinned

from labirinto.book import GRIDS, Book
from labirinto.book.commands import book_command
from labirinto.book.paper import LARGEST_CELL, MM
from labirinto.difficulties import LEVELS
from labirinto.errors import InvalidValueError

SHEETS = {"name_line": True, "cover": False, "recipes": False}
OF_LEVEL = {"smallest": None, "largest": None, **SHEETS}


@pytest.mark.parametrize("level", LEVELS)
def test_all_sheets_have_one_level_and_differ(level):
    pages, done = printed(count=9, level=level, seed="3b", **OF_LEVEL)
    assert {puzzle.difficulty.level.name for puzzle in done.puzzles} == {level}
    assert {puzzle.size for puzzle in done.puzzles} == {LEVELS[level].size}
    assert len({puzzle.maze for puzzle in done.puzzles}) == 9
    assert len(pages) == 10
    assert ["Name:" in pages.text(page) for page in range(10)] == [True] * 9 + [False]
    assert "Answers" in pages.text(9)


def test_of_other_sizes_mazes_are_as_near_to_the_level_as_there_are():
    large = {"count": 5, "smallest": (20, 20), "largest": (20, 20), "seed": 1, "candidates": 8}
    _, easy = printed(level="easy", **large)
    _, rising = printed(**large)
    assert max(it.score for it in easy.puzzles) < max(it.score for it in rising.puzzles)


@pytest.mark.parametrize(("language", "per_page"), thinned(product(["en", "fa"], GRIDS), 3))
def test_there_is_a_line_for_the_name_above_each_maze(per_page, language):
    values = {"count": per_page, "seed": 7, "per_page": per_page, "language": language}
    pages, _ = printed(**values, **OF_LEVEL, level="easy")
    mazes = pages.lines(0)
    assert len(mazes) == per_page
    letters = {"en": "Name", "fa": "نام"}[language]
    assert pages.text(0).count(letters) == per_page


def test_the_mazes_of_small_children_are_large():
    pages, _ = printed(count=1, level="easy", seed=7, **OF_LEVEL)
    assert 18 * MM < pages.lines(0)[0][0] <= LARGEST_CELL


def test_the_command_has_the_level(tmp_path):
    words = ["book", "--count", "3", "--level", "medium", "--name-line", "--no-cover"]
    done = run(*words, "--no-recipes", "--seed", "5", "-o", "class.pdf", cwd=tmp_path)
    assert "3 mazes, 14x18, on 4 pages" in done.stdout, done.stderr
    book = Book(3, level="medium", seed=5, **SHEETS)
    pages, _ = printed(count=3, level="medium", seed=5, candidates=12, **OF_LEVEL)
    assert (tmp_path / "class.pdf").read_bytes() == pages.data
    assert Pages(pages.data).about["book"] == json.loads(json.dumps(book.as_dict()))
    # The command of the book makes the same mazes.
    again = run(*book_command(book).split()[1:], "-o", "again.pdf", cwd=tmp_path)
    assert again.returncode == 0
    mazes = Pages((tmp_path / "again.pdf").read_bytes()).about["mazes"]
    assert mazes == pages.about["mazes"]


@pytest.mark.parametrize("values", [{"level": "hardest"}, {"name_line": 2}, {"recipes": "no"}])
def test_invalid_values_are_refused(values):
    (name,) = values
    with pytest.raises(InvalidValueError) as refused:
        Book(**values)
    assert refused.value.field == name

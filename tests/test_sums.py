"""Mazes with sums: what is printed is read back, and solved by arithmetic alone."""

from __future__ import annotations

import io
import re

import pytest
from paper import Pages, maze_of
from tiers import thinned

import labirinto
from labirinto.book import WORDS, Book, Worksheet, write_book, write_worksheet
from labirinto.book.arithmetic import KINDS, check_sums, sums_in
from labirinto.errors import InvalidValueError

SIGNS = {
    "+": lambda a, b: a + b,
    "−": lambda a, b: a - b,
    "×": lambda a, b: a * b,
    "÷": lambda a, b: a / b,
    ":": lambda a, b: a / b,
}

LOOPS = labirinto.braid(labirinto.wilson(9, 9, seed=1), 1, seed=1)


def printed(maze, **values):
    stream = io.BytesIO()
    write_worksheet(Worksheet(maze, **values), stream)
    return Pages(stream.getvalue())


def sums_of(pages, number):
    """The sums of a page by their cells, as their letters lie there, and what is open."""
    page, [(cell, left, top, lines)] = pages.document[number], pages.lines(number)
    text = page.get_textpage()
    letters = {}
    for at in range(text.count_chars()):
        x0, y0, x1, y1 = text.get_charbox(at)
        where = int(((x0 + x1) / 2 - left) // cell), int((top - (y0 + y1) / 2) // cell)
        letters[where] = letters.get(where, "") + text.get_text_range(at, 1)
    found = {}
    for where, it in letters.items():
        parts = re.fullmatch(r"(\d+)\s*([+−×÷:])\s*(\d+)\s*=\s*(\d+)\s*", it)
        if parts:
            left_one, sign, right_one, result = parts.groups()
            found[where] = SIGNS[sign](int(left_one), int(right_one)), int(result)
    return found, maze_of(lines)[0]


def reached(maze, start, end, sums):
    """The cells that are reached without a wrong sum, by a search that knows no solution."""
    seen, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for other in maze.grid.joined_to(maze.bits, cell):
            claimed = sums.get(other, (0, 0))
            if other not in seen and claimed[0] == claimed[1]:
                seen.add(other)
                waiting.append(other)
    assert end in seen
    return seen


@pytest.mark.parametrize(("language", "kind"), thinned(zip(WORDS, KINDS * 2, strict=True), 4))
def test_the_printed_sums_lead_along_the_path_and_nowhere_else(kind, language):
    maze = labirinto.wilson(9, 11, seed=kind)
    ends = labirinto.suggest_ends(maze)
    pages = printed(maze, ends=ends, sums=kind, language=language, answer=True)
    path = labirinto.solve(maze, *ends)
    assert WORDS[language].sums.split()[0] in pages.text(0)
    for page in (0, 1):
        sums, drawn = sums_of(pages, page)
        assert drawn == maze
        assert reached(drawn, *ends, sums) == set(path)
    junctions = [
        cell for cell in path if len(maze.grid.joined_to(maze.bits, cell)) > 2 and cell != ends.end
    ]
    correct = [cell for cell, (value, claimed) in sums.items() if value == claimed]
    assert len(correct) >= len(junctions)
    assert len(sums) > 2 * len(correct)


@pytest.mark.parametrize("most", [10, 100, 1000])
@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_whole_and_none_is_larger_than_wanted(kind, most):
    maze = labirinto.backtracker(30, 30, seed=most)
    # In the middle of the maze, passages lead on from the end.
    ends = labirinto.Ends((0, 0), (15, 15))
    sums = sums_in(maze, ends, kind, most)
    signs = {"addition": "+", "subtraction": "−", "multiplication": "×", "division": "÷"}
    values = {}
    for where, it in sums.items():
        assert min(it.left, it.right, it.shown) >= 0
        assert max(it.left, it.right, it.shown) <= most
        value = SIGNS[signs[it.kind]](it.left, it.right)
        assert value == int(value)
        assert (value == it.shown) == it.is_correct
        values[where] = value, it.shown
    assert reached(maze, *ends, values) == set(labirinto.solve(maze, *ends))
    assert sums == sums_in(maze, ends, kind, most)


def test_other_cells_have_sums_too():
    maze = labirinto.wilson(labirinto.grids.hexagonal(6, 6), seed=1)
    text = printed(maze, sums="addition", up_to=10).text(0)
    ends = labirinto.suggest_ends(maze, apart=True)
    assert text.count("+") == len(sums_in(maze, ends, "addition", 10))


def test_a_book_has_sums_and_mazes_that_leave_room_for_them():
    book = Book(count=3, sums="Addition", seed=1, candidates=1, cover=False)
    assert book.size_range[1] <= (20, 30)
    stream = io.BytesIO()
    done = write_book(book, stream)
    pages = Pages(stream.getvalue())
    for page, puzzle in enumerate(done.puzzles):
        sums, drawn = sums_of(pages, page)
        assert reached(drawn, *puzzle.ends, sums) == set(puzzle.path)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: check_sums("roots", None), "sums is 'roots'"),
        (lambda: check_sums("mixed", 9), "up_to is 9"),
        (lambda: check_sums("", 9), "needs sums"),
        (lambda: Book(sums="mixed", shapes=("heart",)), "rectangles"),
        (lambda: Book(sums="mixed", ends="none"), "Sums need a start"),
        (lambda: Book(sums="mixed", largest=(40, 50)), "A 40x50 maze does not fit a4"),
        (lambda: printed(labirinto.wilson(40, 50), sums="mixed"), "too small for the sums"),
        (lambda: printed(labirinto.wilson(4, 5), sums="mixed", ends=None), "two ends"),
        (lambda: printed(LOOPS, sums="mixed"), "without loops"),
        (
            lambda: write_worksheet(
                Worksheet(labirinto.wilson(4, 5), sums="mixed"), io.BytesIO(), format="png"
            ),
            "no text",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(make, sentence):
    with pytest.raises(InvalidValueError, match=sentence):
        make()

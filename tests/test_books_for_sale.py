"""Books for print on demand: margins, pages and answers, looked at by PDFium as a press would."""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import replace

import pytest
from commands import run
from paper import Pages, maze_of
from tiers import deep

from labirinto.book import Book, commands, preflight, write_answers, write_book
from labirinto.book.commands import book_command
from labirinto.book.for_sale import inner_margin, pages_of
from labirinto.book.paper import INCH, MIN_ANSWER_CELL, PAPERS
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError

SMALL = {"smallest": (5, 5), "largest": (9, 9), "seed": 1, "candidates": 1, "for_sale": True}


def made(**values):
    book = Book(**SMALL | {"count": 24, "paper": "6x9"} | values)
    stream = io.BytesIO()
    done = write_book(book, stream)
    return book, done, Pages(stream.getvalue())


@pytest.mark.parametrize(
    "values",
    [
        {"title": "Mazes", "author": "Anna", "copyright": "© 2026 Anna\n\nAll rights reserved."},
        {"language": "fa", "paper": "5x8", "one_sided": True},
        {"answers": "back", "paper": "8.5x8.5", "per_page": 2, "count": 24},
        deep({"shapes": ("heart", "circular"), "largest": (30, 40), "ends": "corners"}),
        {"pictures": ("heart", "star") * 5, "paper": "21x21cm", "one_sided": True},
    ],
)
def test_a_press_finds_no_fault(values):
    book, done, pages = made(**values)
    found = preflight(pages.data)
    assert found.faults == ()
    assert found.right_to_left == (book.language == "fa")
    assert found.pages == done.pages == pages_of(book, book.layout, book.count)
    width, height = PAPERS[book.paper]
    assert found.sizes == ((round(width / 25.4 * INCH, 2), round(height / 25.4 * INCH, 2)),)
    assert found.inner >= inner_margin(done.pages)
    assert found.outer >= 0.375 * INCH
    # No colour has more than one component, so that presses print black alone.
    drawn = "".join(pages.operators(page) for page in range(len(pages)))
    assert not re.search(r"(?m) (rg|RG)$", drawn)


def test_a_title_page_has_its_back_and_each_maze_its_number_and_answer():
    values = {"title": "Mazes", "author": "Anna", "copyright": r"© 2026\nAnna B.", "per_page": 4}
    _, done, pages = made(**values, count=80, one_sided=True)
    assert [it for it in ("Mazes", "Anna") if it in pages.text(0)] == ["Mazes", "Anna"]
    assert pages.text(1).split() == ["©", "2026", "Anna", "B."]
    shown = []
    for page in range(2, 42):
        assert (page % 2 == 0) == bool(pages.lines(page))
        shown += [maze_of(lines)[0] for *_, lines in pages.lines(page)]
    assert shown == [puzzle.maze for puzzle in done.puzzles]
    answers = [pages.lines(page) for page in range(42, len(pages))]
    assert [len(on_page) for on_page in answers if on_page] == [9] * 8 + [8]
    assert [maze_of(it[3])[0] for on_page in answers for it in on_page] == shown


@pytest.mark.parametrize(("language", "inner_is_left"), [("en", True), ("ar", False)])
def test_margins_are_mirrored_and_the_fold_is_where_the_language_begins(language, inner_is_left):
    values = {"language": language, "count": 76, "largest": (5, 5), "answers": "back"}
    _, _, pages = made(**values)
    width, _ = pages.size(2)
    # An inner margin of 0.5 and an outer one of 0.375 in.
    for page, shift in ((2, 0.0625 * INCH), (4, 0.0625 * INCH)):
        [(cell, left, _, lines)] = pages.lines(page)
        middle = left + cell * max(line[2] for line in lines) / 2 - width / 2
        assert middle == pytest.approx(shift if inner_is_left else -shift, abs=0.1)


@pytest.mark.parametrize(
    ("count", "pages", "inches"),
    [(133, 150, 0.375), (134, 152, 0.5), (268, 300, 0.5), (269, 302, 0.625), (700, 780, 0.875)],
)
def test_the_inner_margin_grows_with_the_pages(count, pages, inches):
    book = Book(**SMALL, count=count, paper="6x9")
    assert pages_of(book, book.layout, count) == pages
    assert book.layout.margins.left == pytest.approx(inches * INCH, abs=1)
    assert inner_margin(pages) == inches * INCH


def test_a_wider_margin_that_makes_more_pages_is_widened_again():
    # With 0.5 in four answers fit on a page of 252; with two there are more than 300.
    book = Book(count=300, paper="5x8", for_sale=True, seed=1, largest=(31, 40), per_page=2)
    narrow = replace(book.layout, margins=(0, 0, 0))
    assert pages_of(book, narrow, 300) < pages_of(book, book.layout, 300)
    assert book.layout.margins.left >= inner_margin(pages_of(book, book.layout, 300))


def test_large_answers_are_legible_and_fewer_on_a_page():
    _, _, pages = made(largest=(60, 80), smallest=(60, 80), count=12)
    answers = [pages.lines(page) for page in range(14, 26)]
    assert all(len(on_page) == 1 for on_page in answers if on_page)
    assert min(it[0] for on_page in answers for it in on_page) >= MIN_ANSWER_CELL


def test_answers_apart_are_another_document():
    book, done, pages = made(answers="apart", count=24)
    assert len(pages) == 26
    stream = io.BytesIO()
    assert write_answers(book, done.puzzles, stream) == 3
    answers = Pages(stream.getvalue())
    found = [maze_of(it[3])[0] for page in range(3) for it in answers.lines(page)]
    assert found == [puzzle.maze for puzzle in done.puzzles]
    with pytest.raises(InvalidValueError, match="without ends have no answers"):
        write_answers(replace(book, ends="none"), done.puzzles, io.BytesIO())


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"count": 16, "paper": "6x9"}, "has 20; use at least 19 mazes"),
        ({"answers": "back", "one_sided": True, "paper": "6x9"}, "choose other answers"),
        ({"cover": False, "author": "Anna"}, "or print a cover"),
        ({"copyright": "line\n" * 20}, "21 lines"),
        ({"author": 7}, "author is 7"),
        ({"for_sale": 1}, "for_sale is 1"),
        ({"largest": (200, 9)}, "A 200x9 maze does not fit 6x9 paper"),
    ],
)
def test_what_cannot_be_bound_is_refused(values, sentence):
    with pytest.raises(InvalidValueError, match=sentence):
        Book(**SMALL | {"paper": "6x9"} | values)


def test_a_press_finds_every_fault():
    stream = io.BytesIO()
    done = write_book(Book(count=3, seed=1, candidates=1, pictures=("heart",), paper="a5"), stream)
    faults = " ".join(preflight(stream.getvalue()).faults)
    assert f"{done.pages} pages" in faults
    assert "page 3 has colours" in faults
    _, _, pages = made(count=19, largest=(5, 5))
    found = replace(preflight(pages.data), pages=160)
    for change, word in (
        ({"inner": 0.3 * INCH}, "inner margin is 0.3 in, and it must be at least 0.5 in"),
        ({"outer": 9.0}, "outer margin is 0.125 in"),
        ({"pages": 25}, "odd"),
        ({"sizes": ((1, 1), (2, 2))}, "2 sizes"),
        ({"loose_fonts": ("Times",)}, "Times"),
        ({"transparent": (7,)}, "page 7 has transparency"),
    ):
        assert word in " ".join(replace(found, **change).faults)
    with pytest.raises(FileFormatError):
        preflight(b"%PDF-1.4 nothing")


def test_on_the_command_line(tmp_path):
    words = ["--count", "21", "--largest", "9x9", "--seed", "7", "--candidates", "1"]
    words += ["--paper", "6X9", "--for-sale", "--author", "O'Neill", "--copyright", r"© 2026\nAll"]
    done = run("book", *words, "--answers", "apart", "-o", "a.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "6 x 9 in" in done.stdout
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["a-answers.pdf", "a-commands.txt", "a.pdf"]
    # The first of the commands makes the same book, and the others its mazes.
    first, _, *rest = (tmp_path / "a-commands.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in rest] == [str(number) for number in range(1, 22)]

    again = run(*shlex.split(first)[1:], "-o", "b.pdf", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    done = run("info", "a.pdf", cwd=tmp_path)
    assert "for sale    yes" in done.stdout
    done = run("book", *words, "--answers", "apart", "-o", "-", cwd=tmp_path)
    assert (done.returncode, "'-' has no place" in done.stderr) == (2, True)


def test_without_the_extra_a_book_is_made_and_not_checked(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(MissingExtraError, match=r"labirinto\[preflight\]"):
        preflight(b"")


def test_the_commands_of_a_book_of_names_name_its_paper():
    book = Book(names=("Anna",), paper="a5", seed=1, per_page=2)
    assert "--paper a5 --per-page 2" in book_command(book)
    assert commands(book, []).startswith("labirinto book")

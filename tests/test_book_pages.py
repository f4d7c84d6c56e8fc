"""The pages of books: what is where, and how large."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from paper import maze_of, printed
from tiers import thinned

from labirinto.book import ANSWERS, GRIDS, PAPERS, Book
from labirinto.book.paper import (
    ANSWER_LABEL,
    MARGIN,
    MIN_ANSWER_CELL,
    MIN_CELL,
    MM,
    Box,
    Paper,
    pack_answers,
)
from labirinto.errors import InvalidValueError


@pytest.mark.parametrize(("paper", "per_page"), thinned(product(PAPERS, GRIDS), 11))
def test_papers_and_mazes_on_a_page(paper, per_page):
    pages, _ = printed(paper=paper, per_page=per_page, count=7, title="Title")
    puzzle_pages = -(-7 // per_page)
    assert len(pages) == 1 + puzzle_pages + 1 + 1
    width, height = (side * MM for side in PAPERS[paper])
    seen = []
    for page in range(len(pages)):
        assert pages.size(page) == pytest.approx((width, height), abs=0.01)
        for cell, left, top, lines in pages.lines(page):
            columns, rows = (max(line[at] for line in lines) for at in (2, 3))
            # With half a wall, and arrows of three millimetres.
            assert left >= MARGIN
            assert left + columns * cell <= width - MARGIN
            assert top - rows * cell > MARGIN
            assert top < height - MARGIN
            if 0 < page <= puzzle_pages:
                assert cell >= MIN_CELL
                seen.append(maze_of(lines)[0])
        if page:
            assert str(page + 1) in pages.text(page).split()
            assert "Title" in pages.text(page)
    assert len(seen) == 7
    # Nothing is printed in the margins.
    picture = pages.picture(1, 1)
    inner = picture.crop((33, 33, picture.width - 33, picture.height - 33))
    dark = [picture.histogram()[0], inner.histogram()[0]]
    assert dark[0] == dark[1] > 0


@pytest.mark.parametrize("answers", ANSWERS)
@pytest.mark.parametrize("cover", [True, False])
def test_where_the_answers_are(answers, cover):
    pages, done = printed(answers=answers, cover=cover, per_page=2)
    before = (2 if answers == "back" else 1) if cover else 0
    expected = {"end": [2, 2, 1, 5], "back": [2, 2, 2, 2, 1, 1]}.get(answers, [2, 2, 1])
    mazes = [
        [maze_of(lines)[0] for *_, lines in pages.lines(page)] for page in range(len(pages) - 1)
    ]
    assert [len(on_page) for on_page in mazes[before:]] == expected
    shown = [maze for on_page in mazes[before:] for maze in on_page]
    for puzzle in done.puzzles:
        assert shown.count(puzzle.maze) == (1 if answers in ("none", "apart") else 2)


def test_the_answers_show_the_solution():
    pages, done = printed(cover=False, count=3)
    picture = pages.picture(3, 4)
    _, height = pages.size(3)
    for (cell, left, top, _), puzzle in zip(pages.lines(3), done.puzzles, strict=True):
        path = set(puzzle.path)
        for x in range(puzzle.maze.width):
            for y in range(puzzle.maze.height):
                at = (left + (x + 0.5) * cell, height - top + (y + 0.5) * cell)
                ink = picture.getpixel(tuple(round(4 * part) for part in at))
                assert ink < 60 if (x, y) in path else ink > 200


def test_start_and_end_have_arrows_before_their_openings():
    pages, done = printed(cover=False)
    arrows = re.findall(r"(?m)^(\S+) (\S+) m (?:\S+ \S+ l ){3}h\nf\*$", pages.operators(0))
    assert len(arrows) == 2
    [(cell, left, top, _)] = pages.lines(0)
    maze, ends = done.puzzles[0].maze, done.puzzles[0].ends
    for arrow, (column, row) in zip(arrows, ends, strict=True):
        x, y = (float(arrow[0]) - left) / cell, (top - float(arrow[1])) / cell
        assert abs(x - column - 0.5) < 1.3
        assert abs(y - row - 0.5) < 1.3
        assert not (0 < x < maze.width and 0 < y < maze.height)


def stars_on(pages, page):
    """The number of filled stars on a page of mazes, and of all."""
    found = re.findall(r"(?m)^\S+ \S+ m (?:\S+ \S+ l ){10}h\n(f|S)\*?$", pages.operators(page))
    return found.count("f"), len(found)


def test_difficulty_is_shown_as_stars_with_a_legend():
    pages, done = printed(smallest=(5, 5), largest=(36, 40), count=4, seed=2)
    levels = [puzzle.difficulty.level.stars for puzzle in done.puzzles]
    assert levels[0] == 1
    assert levels[-1] == 4
    assert [stars_on(pages, page) for page in range(1, 5)] == [(stars, 4) for stars in levels]
    assert stars_on(pages, 0) == (1 + 2 + 3 + 4, 16)
    assert stars_on(pages, len(pages) - 1) == (0, 0)
    pages, _ = printed(cover=False)
    assert stars_on(pages, len(pages) - 1) == (10, 16)


def test_many_recipes_go_on_over_columns_and_pages():
    pages, done = printed(count=250, smallest=(2, 3), largest=(3, 3), answers="none", per_page=6)
    text = " ".join("\n".join(pages.text(at) for at in range(43, len(pages))).split())
    assert len(pages) > 1 + 42 + 1
    numbers = re.findall(r"(\d+) \d+ labirinto wilson", text)
    assert sorted(map(int, numbers)) == list(range(1, 251))
    seeds = set(re.findall(r"--seed (\d+) --ends", text))
    assert seeds == {str(puzzle.recipe.seed) for puzzle in done.puzzles}


def test_answers_are_packed_without_touching():
    dice = random.Random(3)
    for _ in range(60):
        paper = Paper(dice.choice(list(PAPERS)), 1)
        most = [int(side / MIN_CELL) - 5 for side in (paper.area.width, paper.area.height * 0.85)]
        sizes = [
            (dice.randint(1, most[0]), dice.randint(1, most[1])) for _ in range(dice.randint(1, 30))
        ]
        area = Box(30, 700, paper.area.width, paper.area.height * 0.9)
        backwards = dice.random() < 0.5
        cell, pages = pack_answers(sizes, area, backwards)
        assert cell >= MIN_ANSWER_CELL
        assert [place for page in pages for place, _ in page] == list(range(len(sizes)))
        for page in pages:
            for at, (place, box) in enumerate(page):
                columns, rows = sizes[place]
                assert box.width >= columns * cell - 1e-6
                assert box.height >= rows * cell + ANSWER_LABEL - 1e-6
                assert box.left >= area.left - 1e-6
                assert box.left + box.width <= area.left + area.width + 1e-6
                assert box.top - box.height >= area.top - area.height - 1e-6
                for _, other in page[:at]:
                    beside = (
                        other.left + other.width <= box.left or box.left + box.width <= other.left
                    )
                    assert beside or other.top - other.height >= box.top


@pytest.mark.parametrize("backwards", [False, True])
def test_few_answers_are_large_and_centred(backwards):
    area = Box(30, 700, 500, 650)
    cell, [page] = pack_answers([(10, 10), (4, 5)], area, backwards)
    assert cell == pytest.approx(6 * MM)
    left = min(box.left for _, box in page)
    right = max(box.left + box.width for _, box in page)
    assert left - area.left == pytest.approx(area.left + area.width - right)
    above = area.top - max(box.top for _, box in page)
    below = min(box.top - box.height for _, box in page) - (area.top - area.height)
    assert above == pytest.approx(2 / 3 * below)
    assert (page[0][1].left > page[1][1].left) == backwards


def test_the_largest_maze_of_a_paper():
    Book(smallest=(2, 2), largest=(100, 140))
    paper = Paper("a4", 1)
    with pytest.raises(InvalidValueError, match=r"use at most (\d+)x(\d+),") as caught:
        paper.check_fits(500, 500)
    width, height = map(int, re.search(r"most (\d+)x(\d+),", str(caught.value)).groups())
    assert paper.largest == (width, height)
    paper.check_fits(width, height)
    for size in ((width + 1, height), (width, height + 1)):
        with pytest.raises(InvalidValueError, match="does not fit a4 paper with 1 on a page"):
            paper.check_fits(*size)

"""Books of mazes, read back: their contents, their layout and their commands."""

from __future__ import annotations

import io
import math
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from paper import Pages, maze_of
from tiers import deep

import labirinto
from labirinto.book import ANSWERS, GRIDS, PAPERS, WORDS, Book, write_book
from labirinto.book.choosing import item_seed
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
from labirinto.book.writer import PAINTED, answer
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError, TooLargeError
from labirinto.grids.typefaces import own_typefaces
from labirinto.parsing import choose_ends

SMALL = {"count": 5, "smallest": (4, 4), "largest": (9, 12), "seed": 1, "candidates": 4}


def printed(**values):
    stream = io.BytesIO()
    done = write_book(Book(**SMALL | values), stream)
    pages = Pages(stream.getvalue())
    assert len(pages) == done.pages
    return pages, done


def test_a_book_for_a_class():
    pages, done = printed(
        count=20,
        smallest=(10, 10),
        largest=(40, 50),
        seed="class 3b",
        title="Labirinti",
        language="it",
        candidates=12,
    )
    assert len(pages) == 1 + 20 + 1 + 1
    scores = [puzzle.score for puzzle in done.puzzles]
    assert scores == sorted(scores)
    assert scores[-1] > 6 * scores[0]
    assert "Labirinti" in pages.text(0)
    assert "Seme: class 3b" in pages.text(22)
    assert f"Difficoltà: {scores[0]:.0f} – {scores[-1]:.0f}" in pages.text(22)
    assert "Soluzioni" in pages.text(21)
    assert len(pages.lines(21)) == 20
    assert pages.title == "Labirinti"


@pytest.mark.parametrize("ends", labirinto.ENDS_KINDS)
def test_the_commands_on_the_last_page_make_the_mazes_again(ends):
    pages, done = printed(ends=ends)
    pattern = r"(\d+) (\d+) labirinto (\w+) (\d+)x(\d+) --seed (\d+) --ends (\w+)"
    recipes = re.findall(pattern, " ".join(pages.text(len(pages) - 1).split()))
    assert len(recipes) == len(done.puzzles)
    for page, (puzzle, recipe) in enumerate(zip(done.puzzles, recipes, strict=True), 1):
        number, score, algorithm, width, height, seed, kind = recipe
        assert int(number) == page
        again = labirinto.generate(algorithm, int(width), int(height), seed=seed)
        [(_, _, _, lines)] = pages.lines(page)
        assert maze_of(lines) == (again, 2 if ends == "border" else 0)
        assert choose_ends(again, kind) == puzzle.ends
        found = labirinto.difficulty(again, labirinto.solve(again, *puzzle.ends)).score
        assert score == f"{found:.0f}"
        assert "labirinto" not in pages.text(page)


def test_a_book_without_ends_has_no_marks_and_no_answers():
    pages, done = printed(ends="none", answers="back")
    assert len(pages) == 1 + len(done.puzzles) + 1  # the cover and the recipes
    for page, puzzle in enumerate(done.puzzles, 1):
        [(_, _, _, lines)] = pages.lines(page)
        assert maze_of(lines) == (puzzle.maze, 0)
        assert puzzle.ends == labirinto.suggest_ends(puzzle.maze, "farthest")
    assert "--ends none" in pages.text(len(pages) - 1)
    assert f"{done.puzzles[0].recipe.command} --ends" not in pages.text(len(pages) - 1)


def test_mazes_take_shapes_in_turn():
    pages, done = printed(shapes=("Heart", "rectangle"), smallest=(9, 9), largest=(14, 14))
    heart = labirinto.grids.mask("heart", 9, 9)
    assert heart in [puzzle.maze.grid for puzzle in done.puzzles]
    assert sum(puzzle.maze.grid.mask is None for puzzle in done.puzzles) == 2
    assert all(labirinto.generate(puzzle.recipe) == puzzle.maze for puzzle in done.puzzles)
    assert "--shapes heart,rectangle" in pages.text(len(pages) - 1)
    assert f"{done.puzzles[0].recipe.command} --ends border" in pages.text(len(pages) - 1)


def test_mazes_of_other_cells_are_about_as_large():
    kinds = ("hexagonal", "triangular", "octagonal", "circular")
    pages, done = printed(count=4, shapes=kinds, smallest=(12, 12), largest=(12, 12))
    assert sorted(puzzle.maze.grid.kind for puzzle in done.puzzles) == sorted(kinds)
    for puzzle in done.puzzles:
        assert puzzle.size == pytest.approx((12, 12), abs=1.2)
        assert labirinto.generate(puzzle.recipe) == puzzle.maze
        assert f"{puzzle.recipe.command} --ends border" in pages.text(len(pages) - 1)


def test_a_maze_for_every_name_in_the_order_given():
    pages, done = printed(names=("Zoë", "آنا", "Maximiliana Theodora", "♥"), candidates=1)
    assert [page for page in range(1, 5) if "Maximiliana" in pages.text(page)] == [3]
    grids = [puzzle.maze.grid for puzzle in done.puzzles]
    assert grids[0] == labirinto.grids.letters("Zoë", height=24)
    assert grids[1] == labirinto.grids.letters("آنا", height=40)
    assert grids[2].width == Paper("a4", 1).largest[0]
    assert grids[3] == labirinto.grids.letters("♥", height=24)
    assert "in order of difficulty" not in pages.text(len(pages) - 1)
    with pytest.raises(InvalidValueError, match=r"such as .* \(U\+10FFFD\)"):
        write_book(Book(names=("Anna", "\U0010fffd")), io.BytesIO())


def test_pictures_are_in_the_order_given_and_their_answers_coloured():
    pages, done = printed(pictures=("star", "heart"), candidates=2, cover=False)
    assert [puzzle.recipe.picture.source for puzzle in done.puzzles] == ["star", "heart"]
    for puzzle in done.puzzles:
        assert puzzle.ends == puzzle.recipe.picture.ends
        assert labirinto.generate(puzzle.recipe) == puzzle.maze
        assert f"{puzzle.recipe.command}" in pages.text(len(pages) - 1)
    drawing, pens = answer(puzzle.maze, puzzle.path, puzzle.ends, 5)
    assert (drawing.style, pens.line) == (PAINTED, 1)
    low, high = sorted(round(puzzle.score) for puzzle in done.puzzles)
    assert f"Difficulty: {low} – {high}" in pages.text(len(pages) - 1)
    assert "--count" not in pages.text(len(pages) - 1)
    # The pages to solve do not say what will be seen.
    assert not any("heart" in pages.text(page) for page in range(len(pages) - 1))


def test_parameters_are_in_the_command():
    pages, done = printed(algorithm="eller", parameters=(("join", 0.8),))
    last = pages.text(len(pages) - 1)
    assert f"{done.puzzles[0].recipe.command} --ends border" in last
    assert "--drop 0.5 --join 0.8" in last
    assert labirinto.generate(done.puzzles[0].recipe) == done.puzzles[0].maze


def test_equal_books_give_equal_bytes():
    assert printed()[0].data == printed()[0].data
    assert printed()[0].data != printed(seed=2)[0].data
    # The seeds of the candidates never change.
    assert [item_seed("class 3b", *at) for at in ((0, 0), (0, 1), (1, 0))] == [
        674385855,
        3094226938,
        815644331,
    ]


def test_the_notes_have_the_book_and_the_recipes():
    pages, done = printed(title='A "book" (1)')
    about = pages.about
    assert about["book"]["seed"] == 1
    assert about["book"]["title"] == 'A "book" (1)'
    for mazes, puzzle in zip(about["mazes"], done.puzzles, strict=True):
        assert labirinto.Recipe.from_dict(mazes["recipe"]) == puzzle.recipe
        assert tuple(mazes["ends"]["start"]) == puzzle.ends.start
        assert mazes["difficulty"] == pytest.approx(puzzle.score, abs=0.001)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", GRIDS)
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
    expected = {"end": [2, 2, 1, 5], "back": [2, 2, 2, 2, 1, 1], "none": [2, 2, 1]}[answers]
    mazes = [
        [maze_of(lines)[0] for *_, lines in pages.lines(page)] for page in range(len(pages) - 1)
    ]
    assert [len(on_page) for on_page in mazes[before:]] == expected
    shown = [maze for on_page in mazes[before:] for maze in on_page]
    for puzzle in done.puzzles:
        assert shown.count(puzzle.maze) == (1 if answers == "none" else 2)


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
    arrows = re.findall(r"(?m)^(\S+) (\S+) m\n\S+ \S+ l\n\S+ \S+ l\n h\n f$", pages.operators(0))
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
    found = re.findall(r"(?m)^\S+ \S+ m\n(?:\S+ \S+ l\n){9} h\n (\w)$", pages.operators(page))
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


@pytest.mark.parametrize("candidates", [1, 4])
def test_openings_are_never_side_by_side(candidates):
    # Many of these mazes have their farthest cells of the border side by side.
    _, done = printed(count=60, smallest=(6, 6), largest=(6, 6), candidates=candidates)
    for (x, y), (x2, y2) in (puzzle.ends for puzzle in done.puzzles):
        assert abs(x - x2) + abs(y - y2) > 2


def test_openings_of_round_mazes_are_never_side_by_side():
    # The first and the last cell of a ring are neighbours, too.
    sides = {"smallest": (8, 8), "largest": (8, 8)}
    _, done = printed(count=30, **sides, candidates=1, shapes=["circular"])
    grid = done.puzzles[0].maze.grid
    pairs = [[grid.centre(grid.index(cell)) for cell in puzzle.ends] for puzzle in done.puzzles]
    assert min(math.dist(*pair) for pair in pairs) > 2


def test_many_recipes_go_on_over_columns_and_pages():
    pages, done = printed(count=250, smallest=(2, 3), largest=(3, 3), answers="none", per_page=6)
    text = " ".join("\n".join(pages.text(at) for at in range(43, len(pages))).split())
    assert len(pages) > 1 + 42 + 1
    numbers = re.findall(r"(\d+) \d+ labirinto wilson", text)
    assert sorted(map(int, numbers)) == list(range(1, 251))
    seeds = set(re.findall(r"--seed (\d+) --ends", text))
    assert seeds == {str(puzzle.recipe.seed) for puzzle in done.puzzles}


@pytest.mark.parametrize("language", WORDS)
def test_every_language(language):
    words = WORDS[language]
    title = {"fa": "هزارتوهای سخت", "pa": "ਤੀਜੀ ਜਮਾਤ ਦੀ ਕਿਤਾਬ"}.get(language, "è perché Soluções")
    pages, done = printed(language=language, title=title)
    assert title in pages.text(0)
    # PDFium leaves out joiners.
    assert words.answers.replace("\u200c", "") in pages.text(len(pages) - 2)
    last = pages.text(len(pages) - 1)
    assert {f"{words.difficulty}:", words.number(done.puzzles[0].score)} <= set(last.split())
    for label in (words.name, *words.levels):
        assert label.replace("\u200c", "") in pages.text(0)
    assert f"/Lang ({language})".encode() in pages.data
    # The number of the first maze is where lines begin.
    [(cell, left, _, lines)] = pages.lines(1)
    middle = left + cell * max(line[2] for line in lines) / 2
    text = pages.document[1].get_textpage()
    at, _ = text.search(words.number(1)).get_next()
    assert (text.get_charbox(at)[0] > middle) == (language == "fa")


def test_names_in_capitals_and_a_seed_in_the_digits_of_the_language():
    pages, _ = printed(language="FA", paper="A5", seed=2**64 - 1)
    assert pages.size(0) == pytest.approx([side * MM for side in PAPERS["a5"]], abs=0.01)
    assert "بذر: ۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵" in pages.text(7)
    assert "--seed 18446744073709551615" in pages.text(7)
    assert pages.data == printed(language="fa", paper="a5", seed="۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵")[0].data


@pytest.mark.parametrize("seed", ["😀", 'a "b" \\ (c', "کلاس ۳ب", "x" * 5000, "--", "\U0010fffd"])
def test_seeds_of_any_letters(seed):
    pages, _ = printed(seed=seed)
    if not seed.startswith("ک"):  # readers do not agree on the order of such a line
        seed = re.search(r"Seed: (.*)", pages.text(7))[1].strip()
    again, _ = printed(seed=seed)
    assert [again.lines(page) for page in range(1, 7)] == [
        pages.lines(page) for page in range(1, 7)
    ]


def test_no_maze_is_twice_in_a_book_unless_there_are_no_more():
    _, done = printed(count=60, smallest=(3, 3), largest=(3, 3), candidates=20)
    assert len({puzzle.maze for puzzle in done.puzzles}) == 60
    _, done = printed(count=9, smallest=(2, 2), largest=(2, 2))
    assert len({puzzle.maze for puzzle in done.puzzles}) == 4


def test_sizes_rise_evenly():
    assert Book(count=4, smallest=(10, 10), largest=(40, 25)).sizes == [
        (10, 10), (20, 15), (30, 20), (40, 25),
    ]  # fmt: skip
    assert Book(count=1, smallest=(5, 6), largest=(40, 25)).sizes == [(5, 6)]


@pytest.mark.parametrize(
    ("given", "smallest", "largest"),
    [
        ({}, (10, 10), (40, 50)),
        ({"per_page": 6}, (10, 10), (40, 43)),
        ({"paper": "a5", "per_page": 6}, (10, 10), (32, 24)),
        ({"largest": (8, 8)}, (8, 8), (8, 8)),
        ({"largest": (5, 30)}, (5, 10), (5, 30)),
        ({"smallest": (50, 60)}, (50, 60), (50, 60)),
        ({"smallest": (20, 60)}, (20, 60), (40, 60)),
        ({"smallest": (5, 5), "per_page": 6}, (5, 5), (40, 43)),
        ({"largest": (30, 20), "count": 1}, (30, 20), (30, 20)),
        ({"count": 1}, (10, 10), (40, 50)),
    ],
)
def test_default_sizes_depend_on_those_given(given, smallest, largest):
    book = Book(**given)
    assert book.size_range == (smallest, largest)
    # The same values given explicitly make the same book.
    explicit = Book(**given | {"smallest": smallest, "largest": largest})
    assert (explicit.sizes, explicit.size_range) == (book.sizes, book.size_range)


def test_a_default_size_given_explicitly_is_kept():
    with pytest.raises(InvalidValueError, match="A 40x50 maze does not fit a5 paper with 6"):
        Book(largest=Book().size_range[1], paper="a5", per_page=6)


def test_mazes_of_one_size_rise_too():
    _, done = printed(count=12, smallest=(15, 15), largest=(15, 15), candidates=12)
    scores = [puzzle.score for puzzle in done.puzzles]
    assert scores == sorted(scores)
    assert scores[-1] > 1.2 * scores[0]


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
    with pytest.raises(InvalidValueError, match=r"take at most (\d+)x(\d+),") as caught:
        paper.check_fits(500, 500)
    width, height = map(int, re.search(r"most (\d+)x(\d+),", str(caught.value)).groups())
    assert paper.largest == (width, height)
    paper.check_fits(width, height)
    for size in ((width + 1, height), (width, height + 1)):
        with pytest.raises(InvalidValueError, match="does not fit a4 paper with 1 on a page"):
            paper.check_fits(*size)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"count": 0}, "count is 0; it must be from 1 to 10000"),
        ({"count": "many"}, "count is 'many'; it must be a whole number"),
        ({"candidates": 0}, "candidates is 0"),
        ({"smallest": (20, 20)}, "go from 20x20 to 9x12; neither side may become smaller"),
        ({"smallest": (1, 1)}, "A maze of one cell has no start and end"),
        ({"smallest": 7}, "smallest is 7; it must be a width and a height"),
        ({"largest": (100, 140), "paper": "a5"}, "A 100x140 maze does not fit a5 paper with 1"),
        ({"largest": (90, 90), "per_page": 6}, "larger paper or fewer mazes on a page"),
        ({"paper": "b5"}, "paper is 'b5'; it must be one of a3, a4, a5"),
        ({"per_page": 3}, "per_page is 3; it must be one of 1, 2, 4, 6"),
        ({"language": "xx"}, "language is 'xx'; it must be one of en, it, pt, fa, pa"),
        ({"algorithm": "magic"}, "There is no algorithm 'magic'"),
        ({"parameters": (("join", 0.5),)}, "There is no parameter 'join' for Wilson's"),
        ({"ends": "middle"}, "ends is 'middle'; it must be one of corners"),
        ({"answers": "front"}, "answers is 'front'; it must be one of end, back"),
        ({"title": "x" * 201}, "The title has 201 characters; take at most 200"),
        ({"title": 5}, "title is 5; it must be a text"),
        ({"seed": ""}, "The seed is empty"),
        ({"shapes": ("heart", "hart")}, "shapes is 'hart'; it must be one of rectangle, circle"),
        ({"shapes": "heart"}, "shapes is 'heart'; it must be a list of texts"),
        ({"names": ("Anna", 7)}, "names is 7; it must be a list of texts"),
        ({"shapes": ("heart",), "names": ("Anna",)}, "Give shapes or names, not both"),
        ({"shapes": ("heart",), "algorithm": "eller"}, "eller makes rectangles only"),
        ({"names": ("Anna",), "algorithm": "eller"}, "eller makes rectangles only"),
        ({"seed": "\udc80"}, "is not a valid Unicode text"),
    ],
)
def test_invalid_values_are_refused(values, sentence):
    with pytest.raises(InvalidValueError, match=re.escape(sentence)):
        Book(**SMALL | values)


def test_a_title_in_letters_that_no_font_has_leaves_no_file(tmp_path):
    target = tmp_path / "book.pdf"
    with pytest.raises(InvalidValueError, match=r"No font has the letter .* \(U\+10FFFD\)"):
        write_book(Book(**SMALL, title="a\U0010fffd"), target)
    (tmp_path / "font").write_text("none")
    with pytest.raises(FileFormatError, match="is not a TrueType or OpenType font"):
        write_book(Book(**SMALL, fonts=(str(tmp_path / "font"),)), target)
    assert [file.name for file in tmp_path.iterdir()] == ["font"]


@pytest.mark.parametrize("seeds", [(1,), deep((1, 2))])
def test_several_books_can_be_made_at_once(seeds):
    wanted = [
        {"language": language, "title": WORDS[language].mazes, "seed": seed}
        for seed in seeds
        for language in WORDS
    ]
    alone = [printed(**values)[0].data for values in wanted]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda values: printed(**values)[0].data, wanted * 2))
    assert together == alone * 2


def test_the_fonts_of_the_machine_are_for_the_title_only(monkeypatch):
    asked = []
    monkeypatch.setattr("labirinto.book.typesetting.system_typeface", asked.append)
    pages, _ = printed(seed="大", title="Mazes ۱ ਕ")
    assert not asked
    assert f"Seed: {labirinto.seeds.seed_number('大')}" in pages.text(7)
    with pytest.raises(InvalidValueError, match=r"U\+5927"):
        printed(title="大")
    assert asked == ["大"]


def test_progress_is_reported_and_can_stop(tmp_path):
    calls = []
    write_book(Book(**SMALL), io.BytesIO(), progress=lambda *numbers: calls.append(numbers))
    assert calls == [(done, 30) for done in range(1, 31)]

    def stop(done, total):
        if done == 24:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_book(Book(**SMALL), tmp_path / "book.pdf", progress=stop)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("module", ["fpdf", "uharfbuzz"])
def test_without_the_extra(module, monkeypatch, tmp_path):
    own_typefaces.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'labirinto\[pdf\]'"):
        write_book(Book(**SMALL), tmp_path / "book.pdf")
    assert not list(tmp_path.iterdir())


def test_a_book_that_does_not_fit_in_memory(monkeypatch):
    monkeypatch.setattr("labirinto._internal.memory.available_bytes", lambda: 100_000)
    with pytest.raises(TooLargeError, match=r"The book needs .* of memory, and 100 kB are free"):
        write_book(Book(**SMALL | {"count": 500}), io.BytesIO())

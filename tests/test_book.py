"""Books of mazes, read back: their contents, their layout and their commands."""

from __future__ import annotations

import io
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from paper import SMALL, maze_of, printed
from tiers import deep, sample

import labirinto
from labirinto.book import PAPERS, WORDS, Book, write_book
from labirinto.book.choosing import item_seed
from labirinto.book.paper import (
    MM,
    Paper,
)
from labirinto.book.writer import PAINTED, answer
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError, TooLargeError
from labirinto.grids.typefaces import own_typefaces
from labirinto.parsing import choose_ends


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


@pytest.mark.parametrize("ends", sample(labirinto.ENDS_KINDS, "border", "random"))
def test_the_commands_on_the_last_page_make_the_mazes_again(ends):
    has_openings = ends in ("border", "opposite", "top-bottom", "left-right")
    pages, done = printed(ends=ends)
    pattern = r"(\d+) (\d+) labirinto (\w+) (\d+)x(\d+) --seed (\d+) --ends ([\w-]+)"
    recipes = re.findall(pattern, " ".join(pages.text(len(pages) - 1).split()))
    assert len(recipes) == len(done.puzzles)
    for page, (puzzle, recipe) in enumerate(zip(done.puzzles, recipes, strict=True), 1):
        number, score, algorithm, width, height, seed, kind = recipe
        assert int(number) == page
        again = labirinto.generate(algorithm, int(width), int(height), seed=seed)
        [(_, _, _, lines)] = pages.lines(page)
        assert maze_of(lines) == (again, 2 if has_openings else 0)
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
    pages, done = printed(shapes=("Heart", "rectangle"), smallest=(15, 15), largest=(19, 19))
    heart = labirinto.grids.mask("heart", 15, 15)
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
    pages, done = printed(names=("Zoë", "آنا", "Massimo Theodora", "♥"), candidates=1)
    assert [page for page in range(1, 5) if "Massimo" in pages.text(page)] == [3]
    grids = [puzzle.maze.grid for puzzle in done.puzzles]
    assert grids[0] == labirinto.grids.letters("Zoë", *grids[0].size)
    # A short one has room for more, and a long one is in lines.
    assert Book(names=("I",)).grid(0).height > 1.5 * grids[3].height
    assert grids[2].width == pytest.approx(Paper("a4", 1).largest[0], abs=1)
    assert grids[2].height > grids[0].height
    assert "in order of difficulty" not in pages.text(len(pages) - 1)
    with pytest.raises(InvalidValueError, match=r"such as .* \(U\+10FFFD\)"):
        write_book(Book(names=("Anna", "\U0010fffd")), io.BytesIO())


def test_a_long_name_lies_across_its_page():
    pages, done = printed(names=("Sofia", "Massimiliano"), candidates=1, cover=False)
    sides = [page.get_size() for page in pages.document]
    assert [width > height for width, height in sides[:3]] == [False, True, False]
    width, _ = done.puzzles[1].maze.grid.size
    assert Paper("a4", 1).largest[0] < width <= Paper("a4", 1, across=True).largest[0]
    # Several on a page have no choice, and a picture whose letters are too small is refused.
    assert Book(names=("Massimiliano",), per_page=2).grid(0).width <= Paper("a4", 2).largest[0]
    with pytest.raises(InvalidValueError, match="too small to read"):
        Book(pictures=("Massimiliano",), per_page=2).recipe(0)


def test_silhouettes_are_large_enough_to_be_recognised():
    book = Book(count=2, shapes=("star", "rectangle"), smallest=(5, 5), largest=(5, 5))
    assert [book.grid(place).size for place in range(2)] == [(18, 18), (5, 5)]


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


@pytest.mark.parametrize("candidates", [1, 4])
def test_openings_are_never_side_by_side(candidates):
    # Many of these mazes have their farthest cells of the border side by side.
    _, done = printed(count=60, smallest=(6, 6), largest=(6, 6), candidates=candidates)
    for (x, y), (x2, y2) in (puzzle.ends for puzzle in done.puzzles):
        assert abs(x - x2) + abs(y - y2) > 2


@pytest.mark.parametrize("language", sample(WORDS, "it", "fa", "pa"))
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
    assert (text.get_charbox(at)[0] > middle) == words.right_to_left


def test_names_in_capitals_and_a_seed_in_the_digits_of_the_language():
    pages, _ = printed(language="FA", paper="A5", seed=2**64 - 1)
    assert pages.size(0) == pytest.approx([side * MM for side in PAPERS["a5"]], abs=0.01)
    assert "بذر: ۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵" in pages.text(7)
    assert "--seed 18446744073709551615" in pages.text(7)
    assert pages.data == printed(language="fa", paper="a5", seed="۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵")[0].data


SEEDS = ["😀", 'a "b" \\ (c', "کلاس ۳ب", "x" * 5000, "--", "\U0010fffd"]


@pytest.mark.parametrize("seed", sample(SEEDS, *SEEDS[1:3]))
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
    assert scores[-1] > 1.15 * scores[0]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"count": 0}, "count is 0; it must be from 1 to 10000"),
        ({"count": "many"}, "count is 'many'; it must be a whole number"),
        ({"candidates": 0}, "candidates is 0"),
        ({"smallest": (20, 20)}, "go from 20x20 to 9x12; neither side may shrink"),
        ({"smallest": (1, 1)}, "A maze of one cell has no start and end"),
        ({"smallest": 7}, "smallest is 7; it must be a width and a height"),
        ({"largest": (100, 140), "paper": "a5"}, "A 100x140 maze does not fit a5 paper with 1"),
        ({"largest": (90, 90), "per_page": 6}, "larger paper or fewer mazes per page"),
        ({"paper": "b5"}, "paper is 'b5'; it must be one of a3, a4, a5"),
        ({"per_page": 3}, "per_page is 3; it must be one of 1, 2, 4, 6"),
        ({"language": "xx"}, "language is 'xx'; it must be one of en, it, pt, fa, pa"),
        ({"algorithm": "magic"}, "There is no algorithm 'magic'"),
        ({"parameters": (("join", 0.5),)}, "There is no parameter 'join' for Wilson's"),
        ({"ends": "middle"}, "ends is 'middle'; it must be one of corners"),
        ({"answers": "front"}, "answers is 'front'; it must be one of end, back"),
        ({"title": "x" * 201}, "The title has 201 characters; use at most 200"),
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


@pytest.mark.parametrize("languages", [("en", "hi"), deep(tuple(WORDS))])
def test_several_books_can_be_made_at_once(languages):
    wanted = [
        {"language": language, "title": WORDS[language].mazes, "seed": 1} for language in languages
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
    with pytest.raises(TooLargeError, match=r"only 100 kB are free"):
        write_book(Book(**SMALL | {"count": 500}), io.BytesIO())

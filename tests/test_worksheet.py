"""Worksheets: one maze on a sheet of paper, as PDF and as a picture for print."""

from __future__ import annotations

import io
import re
from itertools import product
from xml.etree import ElementTree

import pytest
from commands import run
from paper import Pages, maze_of
from PIL import Image
from tiers import thinned

import labirinto
from labirinto.book import PAPERS, WORDS, Worksheet, write_worksheet
from labirinto.book.paper import DOTS_AN_INCH, MARGIN, MIN_CELL, MM
from labirinto.book.worksheet import largest_maze, worksheet_pictures
from labirinto.errors import FileFormatError, InvalidValueError


def printed(size=(20, 26), *, seed=7, **values):
    stream = io.BytesIO()
    write_worksheet(Worksheet(labirinto.wilson(*size, seed=seed), **values), stream)
    return Pages(stream.getvalue())


def picture_of(size, **values):
    stream = io.BytesIO()
    write_worksheet(Worksheet(labirinto.wilson(*size, seed=7), **values), stream, format="png")
    return stream


@pytest.mark.parametrize(
    ("size", "paper"), thinned(product([(20, 26), (45, 30), (25, 25), (50, 1)], PAPERS), 11)
)
def test_a_maze_fills_the_sheet_upright_or_across(paper, size):
    pages = printed(size, paper=paper, title="Title", name_line=True)
    sides = [side * MM for side in PAPERS[paper]]
    if size[0] > size[1]:
        sides.reverse()
    assert pages.size(0) == pytest.approx(sides, abs=0.01)
    [(cell, left, top, lines)] = pages.lines(0)
    assert maze_of(lines) == (labirinto.wilson(*size, seed=7), 2)
    assert left >= MARGIN
    assert left + cell * size[0] <= sides[0] - MARGIN
    assert top < sides[1] - MARGIN
    assert top - cell * size[1] > MARGIN
    if min(size) > 10:
        share = max(cell * size[0] / sides[0], cell * size[1] / sides[1])
        assert share > 0.45  # a title takes a third of the height of the smallest paper, across


def test_the_small_print_of_a_picture_makes_it_again_and_does_not_give_it_away():
    maze = labirinto.pictures.picture_maze("heart", 40, 40, seed=7)
    for answer, page in ((False, 0), (True, 1)):
        write_worksheet(Worksheet(maze, answer=answer), stream := io.BytesIO())
        pages = Pages(stream.getvalue())
        assert "labirinto picture heart 40x40 --seed 7" in pages.text(page)
    assert "heart" not in pages.text(0)
    assert "Wilson" not in pages.text(0)


def test_a_maze_of_other_cells_fills_the_sheet_too():
    stream = io.BytesIO()
    maze = labirinto.wilson(labirinto.grids.circular(9), seed=7)
    write_worksheet(Worksheet(maze, ends="border", answer=True), stream)
    assert len(Pages(stream.getvalue())) == 2
    write_worksheet(Worksheet(maze, ends="border"), picture := io.BytesIO(), format="png")
    with Image.open(picture) as image:
        width, height = image.size
    assert width == height
    assert width > 0.9 * (210 * MM - 2 * MARGIN) / 72 * DOTS_AN_INCH


@pytest.mark.parametrize("language", WORDS)
def test_the_words_are_in_the_language(language):
    words = WORDS[language]
    pages = printed(language=language, title="ABC", name_line=True, answer=True)
    text = pages.text(0)
    assert words.name in text
    assert "ABC" in text
    assert words.in_digits("7") in text
    assert words.seed in text
    assert words.answer.replace("\u200c", "") in pages.text(1)
    assert f"/Lang ({language})".encode() in pages.data


def test_the_answer_is_on_a_second_page():
    assert len(printed()) == 1
    pages = printed(answer=True)
    assert len(pages) == 2
    assert pages.lines(0)[0][3] == pages.lines(1)[0][3]
    picture, (cell, left, top, _) = pages.picture(1), pages.lines(1)[0]
    maze = labirinto.wilson(20, 26, seed=7)
    path = set(labirinto.solve(maze, *labirinto.suggest_ends(maze)))
    for x, y in [(x, y) for x in range(20) for y in range(26)]:
        place = (left + (x + 0.5) * cell, pages.size(1)[1] - top + (y + 0.5) * cell)
        ink = picture.getpixel(tuple(round(2 * part) for part in place))
        assert ink < 60 if (x, y) in path else ink > 200


@pytest.mark.parametrize(("ends", "openings"), [("border", 2), ("corners", 0), (None, 0)])
def test_a_sheet_has_ends_unless_they_are_declined(ends, openings):
    pages = printed(ends=ends)
    assert maze_of(pages.lines(0)[0][3])[1] == openings
    marks = re.search(r"(?m)^f$| re f$", pages.operators(0))
    assert bool(marks) == (ends == "corners")
    with pytest.raises(InvalidValueError, match="An answer needs two ends"):
        printed(ends=None, answer=True)


@pytest.mark.parametrize("title", ["word " * 40, "x" * 100, "ابجد " * 30])
def test_a_long_title_stays_between_the_margins(title):
    pages = printed(title=title, language="fa" if title > "z" else "en", name_line=True)
    picture = pages.picture(0, 1)
    inner = picture.crop((33, 33, picture.width - 33, picture.height - 30))
    assert picture.histogram()[0] == inner.histogram()[0] > 0


def test_a_note_is_below_the_maze_on_the_first_page_alone():
    pages = printed(note="word " * 60, answer=True)
    text = pages.document[0].get_textpage()
    [(cell, _, top, _)] = pages.lines(0)
    letters = [at for at, letter in enumerate(text.get_text_range()) if letter == "w"]
    assert len(letters) >= 60
    assert max(text.get_charbox(at)[3] for at in letters) < top - cell * 26
    assert "word" not in pages.text(1)


def test_equal_sheets_give_equal_bytes_and_hold_the_recipe():
    pages = printed(seed="anna")
    assert pages.data == printed(seed="anna").data
    recipe = labirinto.Recipe.from_dict(pages.about["recipe"])
    assert labirinto.generate(recipe) == labirinto.wilson(20, 26, seed="anna")


@pytest.mark.parametrize("size", [(20, 26), (40, 30), (3, 2)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_picture_prints_at_its_true_size(size, paper):
    stream = picture_of(size, paper=paper)
    with Image.open(stream) as picture:
        across, down = picture.info["dpi"]
        assert across == down == pytest.approx(DOTS_AN_INCH, abs=0.01)
        room = sorted(side - 24 for side in PAPERS[paper])
        printed_size = sorted(side / DOTS_AN_INCH * 25.4 for side in picture.size)
    assert printed_size[0] <= room[0]
    assert printed_size[1] <= room[1]
    if min(size) > 10:  # a cell more would not fit
        assert printed_size[0] > room[0] * 0.95 or printed_size[1] > room[1] * 0.95
    stream.seek(0)
    maze, ends = labirinto.formats.read(stream)
    assert maze == labirinto.wilson(*size, seed=7)
    assert ends == labirinto.suggest_ends(maze, apart=True)


def test_the_largest_maze_of_a_paper_fits():
    longer, shorter = largest_maze("a4")
    pages = printed((shorter, longer), title="word " * 40, name_line=True)
    assert pages.lines(0)[0][0] >= MIN_CELL - 0.01
    for size in ((longer + 1, 1), (shorter + 1, shorter + 1)):
        with pytest.raises(InvalidValueError, match=f"use at most {shorter}x{longer}, or larger"):
            printed(size)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"paper": "b5"}, "paper is 'b5'; it must be one of a3"),
        ({"language": "xx"}, "language is 'xx'"),
        ({"title": 5}, "title is 5; it must be a text"),
        ({"note": "x" * 401}, "401"),
        ({"ends": "left"}, "left"),
        ({"ends": labirinto.Ends((0, 0), (50, 0))}, "50"),
        ({"title": "\U0010fffd"}, r"U\+10FFFD"),
    ],
)
def test_invalid_values_are_refused(values, sentence):
    with pytest.raises(InvalidValueError, match=sentence):
        printed(**values)
    with pytest.raises(InvalidValueError, match="format is 'svg'; it must be pdf or png"):
        write_worksheet(Worksheet(labirinto.wilson(3, 3)), io.BytesIO(), format="svg")


def test_a_damaged_font_leaves_no_file(tmp_path):
    (tmp_path / "font").write_text("none")
    sheet = Worksheet(labirinto.wilson(3, 3), fonts=(str(tmp_path / "font"),))
    with pytest.raises(FileFormatError, match="is not a TrueType or OpenType font"):
        write_worksheet(sheet, tmp_path / "sheet.pdf")
    assert [file.name for file in tmp_path.iterdir()] == ["font"]


def test_pictures_of_the_pages_are_svg():
    sheet = Worksheet(labirinto.wilson(12, 8, seed=7), title="a < b", name_line=True, answer=True)
    sheet_picture, answers = worksheet_pictures(sheet, lambda: None)
    assert (sheet_picture.name, answers.name) == ("sheet", "answer")
    assert (sheet_picture.width, sheet_picture.height) == pytest.approx((297 * MM, 210 * MM))
    assert "a &lt; b" in sheet_picture.svg
    assert ElementTree.fromstring(f"<svg>{sheet_picture.svg}</svg>").findall(".//path")
    for picture in (sheet_picture, answers):
        assert picture.svg.count('stroke-linecap="square"') == 1  # all walls


# On the command line.


def test_paper_makes_a_worksheet(tmp_path):
    words = ["wilson", "20x26", "--seed", "7", "--paper", "Letter", "--title", "Tre", "--name-line"]
    words += ["--language", "it", "--solution", "-o", "sheet.pdf", "-o", "sheet.png"]
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    pages = Pages((tmp_path / "sheet.pdf").read_bytes())
    expected = printed(paper="letter", title="Tre", name_line=True, language="it", answer=True)
    assert pages.data == expected.data
    with Image.open(tmp_path / "sheet.png") as picture:
        assert picture.info["dpi"][0] == pytest.approx(300, abs=0.01)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "--paper a4",
            "The format txt does not fill paper; leave out --paper, or write PDF or PNG",
        ),
        ("--paper a4 -o s.svg", "The format svg does not fill paper"),
        ("--paper b5 -o s.pdf", "--paper is 'b5'; it must be one of"),
        ("--paper a4 --threads 2 -o s.pdf", "--threads has no effect with --paper"),
        ("--paper a4 --ends none --solution -o s.pdf", "A solution needs two ends"),
        ("--paper a4 --animate -o s.gif", "--animate and --paper cannot be combined"),
    ],
)
def test_commands_that_make_no_sense_get_a_sentence(tmp_path, words, sentence):
    done = run("eller", "5x5", *words.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_maze_that_does_not_fit_is_refused_before_it_is_made(tmp_path):
    for size, sentence in (("5000x5000", "does not fit a4 paper"), ("5xinf", "An endless maze")):
        done = run("eller", size, "--paper", "a4", "-o", "s.pdf", cwd=tmp_path)
        assert (done.returncode, sentence in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "names"), [("--floors 2 --wrap x", ["floors", "wrap"]), ("--weave 1", ["weave"])]
)
def test_marks_are_explained_as_on_the_page(words, names, tmp_path):
    pytest.importorskip("babel")
    from labirinto.asking.shapes import LINKED
    from labirinto.web.languages import LANGUAGES

    asked = [*words.split(), "--paper", "a4", "--language", "PT-br", "-o", "s.pdf"]
    run("wilson", "9x9", *asked, cwd=tmp_path)
    shown = " ".join(Pages((tmp_path / "s.pdf").read_bytes()).text(0).split())
    for field in LINKED:
        if field.input:
            hint = LANGUAGES["pt-BR"].text(field.input.hint)
            assert (hint[:40] in shown) == (field.name in names)  # which no line breaks

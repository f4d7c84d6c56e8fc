"""A single maze as a PDF document, read back and looked at."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest
from paper import Pages, maze_of

import labirinto
from labirinto.book.paper import MM
from labirinto.errors import InvalidValueError, MissingExtraError

DOTS = 16 / (5 * MM)
"""Dots a point, so that a pixel of the usual style is one."""


def printed(maze, **options):
    stream = io.BytesIO()
    labirinto.save(maze, stream, format="pdf", **options)
    return Pages(stream.getvalue())


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1), (2, 2), (63, 3), (64, 3), (65, 9)])
def test_the_lines_are_the_walls(size):
    maze = labirinto.wilson(*size, seed=4)
    pages = printed(maze)
    assert len(pages) == 1
    [(cell, left, top, lines)] = pages.lines(0)
    assert maze_of(lines) == (maze, 0)
    width, height = size
    # A cell is 16 pixels and 5 mm; half a line of two pixels is in the margin of 16.
    pixel = 5 / 16 * MM
    sides = [pixel * (16 * side + 34) for side in (width, height)]
    assert pages.size(0) == pytest.approx(sides, abs=0.01)
    assert (cell, left) == pytest.approx((16 * pixel, 17 * pixel), abs=0.01)
    assert top == pytest.approx(sides[1] - 17 * pixel, abs=0.01)


def test_cells_are_as_wide_as_they_should_be():
    maze = labirinto.wilson(30, 20, seed=4)
    look = {"cell": 10, "wall": 1, "margin": 5}
    small, large = (printed(maze, style=labirinto.Style(**look, cell_mm=size)) for size in (4, 8))
    [(cell, left, _, _)] = large.lines(0)
    assert (cell, left) == pytest.approx((8 * MM, 0.55 * 8 * MM), abs=0.01)
    assert large.size(0) == pytest.approx([8 * MM * 31.1, 8 * MM * 21.1], abs=0.01)
    widths = [float(re.findall(r"(\S+) w\n", pages.operators(0))[-1]) for pages in (small, large)]
    assert widths == pytest.approx([0.4 * MM, 0.8 * MM], abs=0.01)


def test_openings_are_gaps_and_the_way_goes_through_them():
    maze = labirinto.wilson(12, 9, seed=5)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    pages = printed(maze, ends=ends, path=path)
    [(_, _, _, lines)] = pages.lines(0)
    assert maze_of(lines) == (maze, 2)
    picture = pages.document[0].render(scale=DOTS).to_pil().convert("RGB")
    for x, y in path:
        assert picture.getpixel((16 + 1 + 16 * x + 8, 17 + 16 * y + 8)) == (0xD1, 0x49, 0x5B)
    off_the_way = {(x, y) for x in range(12) for y in range(9)} - set(path)
    for x, y in off_the_way:
        assert picture.getpixel((17 + 16 * x + 8, 17 + 16 * y + 8)) == (255, 255, 255)


def test_corners_are_closed():
    picture = printed(labirinto.wilson(5, 4, seed=5)).picture(0, DOTS)
    # The frame is two pixels wide, and the margin 16.
    square = [picture.getpixel((x, y)) for x in (16, 17) for y in (16, 17)]
    assert max(square) < 60
    assert picture.getpixel((15, 17)) > 200


def test_marks_and_colours():
    maze = labirinto.wilson(5, 4, seed=5)
    style = labirinto.Style(floor="#102030", walls="red", start="lime", end="blue")
    ends = labirinto.Ends((0, 0), (4, 3))
    picture = printed(maze, ends=ends, style=style).document[0].render(scale=DOTS).to_pil()
    seen = [picture.convert("RGB").getpixel(at) for at in ((2, 2), (40, 17), (25, 25), (89, 73))]
    assert seen == [(0x10, 0x20, 0x30), (255, 0, 0), (0, 255, 0), (0, 0, 255)]


@pytest.mark.parametrize("seed", [7, "anna", 'a(b)\\ ")', "کلاس ۳ب", "ਭੁੱਲ 😀", "\\(", "\ufffe"])
def test_the_recipe_is_in_the_document(seed):
    maze = labirinto.eller(6, 5, seed=seed, join=0.3)
    ends = labirinto.suggest_ends(maze, "corners")
    pages = printed(maze, ends=ends)
    about = pages.about
    assert labirinto.generate(labirinto.Recipe.from_dict(about["recipe"])) == maze
    assert about["ends"] == {"start": [0, 0], "end": [5, 4], "open": False}
    assert pages.title == f"Maze, 6 x 5, eller, seed {maze.recipe.seed}"


def test_only_pdf_loads_what_it_needs(monkeypatch):
    code = (
        "import io, sys, labirinto\n"
        "for name in ('svg', 'png', 'txt'):\n"
        "    labirinto.save(labirinto.wilson(3, 3), io.BytesIO(), format=name)\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"uharfbuzz", "numpy", "fpdf"} & set(loaded)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    sentence = re.escape("PDF needs fpdf2: pip install 'labirinto[pdf]'.")
    with pytest.raises(MissingExtraError, match=sentence):
        printed(labirinto.wilson(3, 3))


def test_no_page_is_larger_than_readers_take():
    maze = labirinto.wilson(2000, 3, seed=1)
    pages = printed(maze)
    width, height = 16 * 2000 + 34, 16 * 3 + 34
    assert pages.size(0) == pytest.approx((14_400, 14_400 * height / width), abs=0.01)
    [(_, _, _, lines)] = pages.lines(0)
    assert maze_of(lines) == (maze, 0)
    with pytest.raises(InvalidValueError, match="cells of a 200000x1 maze are too small"):
        printed(labirinto.wilson(200_000, 1, seed=1))


def test_100_x_140_is_small():
    pages = printed(labirinto.wilson(100, 140, seed=2))
    [(_, _, _, lines)] = pages.lines(0)
    assert maze_of(lines)[0] == labirinto.wilson(100, 140, seed=2)
    assert len(pages.data) < 55_000

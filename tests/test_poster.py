"""Posters, read back by PDFium and Pillow."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from commands import refusal, run
from paper import Pages, maze_of
from PIL import Image
from tiers import thinned

import labirinto
from labirinto import InvalidValueError, Style
from labirinto.book import POSTERS, Poster, write_poster
from labirinto.book.paper import MM
from labirinto.book.poster_layout import portrait_size
from labirinto.portraits import STYLE, portrait

MAZE = labirinto.wilson(30, 40, seed=7)


def written(poster: Poster, format: str = "pdf") -> bytes:
    stream = io.BytesIO()
    write_poster(poster, stream, format=format)
    return stream.getvalue()


@pytest.mark.parametrize(("size", "paper"), thinned(product([(30, 40), (50, 20)], POSTERS), 3))
def test_a_poster_is_vectors_on_its_paper(paper: str, size: tuple[int, int]) -> None:
    maze = labirinto.wilson(*size, seed=7)
    pages = Pages(written(Poster(maze, paper, "Anna")))
    assert len(pages) == 1
    sides = [side * MM for side in POSTERS[paper]]
    turned = sides if size[0] < size[1] else sides[::-1]
    assert pages.size(0) == pytest.approx(turned, abs=0.1)
    ((cell, left, top, lines),) = pages.lines(0)
    assert maze_of(lines) == (maze, 0)
    # Within the margins, and as large as the paper allows.
    margin = min(sides) * 0.055
    assert left > margin
    assert left + size[0] * cell < turned[0] - margin
    assert turned[1] - top > margin
    assert max(size[0] * cell / turned[0], size[1] * cell / turned[1]) > 0.7
    text = pages.text(0)
    assert "Anna" in text
    assert maze.recipe.command in text
    assert pages.about["recipe"] == maze.recipe.as_dict()


@pytest.mark.parametrize("title", ["Für Anna", "آنا و بهار", "ਲੱਭੋ ਰਾਹ", ""])
def test_titles_are_the_same_in_both_formats(title: str) -> None:
    poster = Poster(MAZE, "a5", title)
    picture = Image.open(io.BytesIO(written(poster, "png")))
    assert picture.size == (1748, 2480)
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    drawn = np.asarray(picture.convert("L")) < 128
    printed = Pages(written(poster)).picture(0, 300 / 72).resize(picture.size)
    inked = np.asarray(printed) < 128
    # The title lies below the maze, and above the small print.
    for begin, end in ((2195, 2310), (2310, 2360)):
        here, there = (np.flatnonzero(it[begin:end].any(0)) for it in (drawn, inked))
        assert (len(here) > 0) == (len(there) > 0)
        if len(here):
            assert abs(here[0] - there[0]) < 13
            assert abs(here[-1] - there[-1]) < 13


def test_colours_and_portraits_are_on_posters_too() -> None:
    dark = Style.preset("dark", colour="distance", colour_map="magma")
    poster = Poster(MAZE, "a5", "Night", dark)
    picture = Image.open(io.BytesIO(written(poster, "png"))).convert("RGB")
    assert picture.getpixel((3, 3)) == tuple(bytes.fromhex(dark.floor[1:]))
    assert len(picture.getcolors(1000) or ()) > 100
    photo = Image.linear_gradient("L")
    made = portrait(MAZE, photo)
    picture = Image.open(io.BytesIO(written(Poster(MAZE, "a5", portrait=made), "png"))).convert("L")
    dark_rows = (np.asarray(picture) < 128)[150:2150, 200:1550].mean(1)
    above, below = dark_rows[:500].mean(), dark_rows[-500:].mean()
    assert above > 2 * below
    pages = Pages(written(Poster(MAZE, "a5", portrait=made)))
    assert pages.about["portrait"]["picture"]


def test_small_print_says_that_it_makes_the_maze_only() -> None:
    made = portrait(MAZE, Image.linear_gradient("L"))
    poster = Poster(MAZE, "a3", portrait=made)
    assert "Maze: labirinto wilson 30x40 --seed 7" in Pages(written(poster)).text(0)


def test_other_grids_have_posters() -> None:
    maze = labirinto.wilson(labirinto.grids.hexagonal(12, 10), seed="ਅੰਨਾ")
    poster = Poster(maze, "a5", style=Style(colour="distance"))
    text = Pages(written(poster)).text(0)
    assert f"--seed {labirinto.seeds.seed_number('ਅੰਨਾ')}" in text.replace("\r\n", " ")
    picture = Image.open(io.BytesIO(written(poster, "png")))
    assert picture.size == (2480, 1748)


def test_ends_may_be_chosen_by_their_kind() -> None:
    for kind in labirinto.ENDS_KINDS:
        ends = labirinto.suggest_ends(MAZE, kind, apart=True)
        assert Poster(MAZE, ends=kind).drawing.ends == Poster(MAZE, ends=ends).drawing.ends == ends
    assert Poster(MAZE).drawing.ends is None
    for nothing in ("both", 5, ((0, 0), (99, 99))):
        with pytest.raises(InvalidValueError):
            Poster(MAZE, ends=nothing)  # type: ignore[arg-type]


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="paper is 'b2'; it must be one of a6"):
        Poster(MAZE, "b2")
    with pytest.raises(InvalidValueError, match="too small to print"):
        Poster(labirinto.wilson(2000, 2000, seed=1), "a3")
    with pytest.raises(InvalidValueError, match="poster has 170 characters; use at most 60"):
        Poster(MAZE, title="x" * 170)
    large = labirinto.wilson(200, 260, seed=7)
    with pytest.raises(InvalidValueError, match="too narrow for a pencil"):
        Poster(large, "a3", portrait=portrait(large, Image.linear_gradient("L")))
    with pytest.raises(InvalidValueError, match="pdf or png"):
        write_poster(Poster(MAZE), io.BytesIO(), format="svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--poster a9 -o p.pdf", "--poster is 'a9'; it must be one of a6"),
        ("--poster a3 -o p.svg", "The format svg does not fill paper; leave out --poster"),
        ("--poster a3 --paper a4 -o p.pdf", "--poster and --paper cannot be combined"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refusal("wilson", "8x6", *words.split())
    assert not list(tmp_path.iterdir())


def test_the_command_line_makes_posters_of_mazes_and_portraits(tmp_path: Path) -> None:
    words = ("--poster", "A4", "--title", "Für Anna", "--quiet", "--seed", "7")
    coloured = ("--solution", "--colour", "distance", "-o", "p.pdf")
    done = run("wilson", "20x30", *words, *coloured, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = Pages((tmp_path / "p.pdf").read_bytes()).text(0)
    assert "Für Anna" in text
    command = "labirinto wilson 20x30 --seed 7 --solution --colour distance --poster A4"
    assert command in text.replace("\r\n", " ")
    Image.linear_gradient("L").save(tmp_path / "face.png")
    done = run("portrait", "face.png", "20x30", *words, "-o", "f.pdf", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = Pages((tmp_path / "f.pdf").read_bytes()).text(0)
    assert "labirinto portrait face.png 20x30 --seed 7 --poster A4" in text.replace("\r\n", " ")
    done = run("picture", "heart", "40x40", *words, "-o", "h.pdf", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = Pages((tmp_path / "h.pdf").read_bytes()).text(0)
    assert "labirinto picture heart 40x40 --seed 7 --poster A4" in text.replace("\r\n", " ")
    assert "An endless maze does not fit a sheet" in refusal(
        "eller", "5xinf", *words, "-o", "e.pdf"
    )


@pytest.mark.parametrize(("fold", "front"), [("left", 1), ("right", 0)])
def test_the_front_of_a_card_is_half_of_its_sheet(fold: str, front: int) -> None:
    poster = Poster(labirinto.wilson(10, 14, seed=7), "a5", "Anna", fold=fold)
    width, height = (side * MM for side in POSTERS["a5"])
    pages = Pages(written(poster))
    assert pages.size(0) == pytest.approx((2 * width, height), abs=0.1)
    dark = np.asarray(pages.picture(0)) < 128
    halves = [half.any() for half in np.array_split(dark, 2, axis=1)]
    assert halves == [half == front for half in range(2)]
    # The same picture, and all of it in the middle of the front.
    flat = np.asarray(Pages(written(replace(poster, fold=""))).picture(0)) < 128
    columns = [np.flatnonzero(it.any(axis=0)) for it in (dark, flat)]
    assert columns[0][0] - 2 * width * front == pytest.approx(columns[1][0], abs=2)
    assert np.ptp(columns[0]) == pytest.approx(np.ptp(columns[1]), abs=2)
    picture = Image.open(io.BytesIO(written(poster, "png"))).convert("L")
    sides = [(half < 128).any() for half in np.array_split(np.asarray(picture), 2, axis=1)]
    assert sides == halves


def test_a_wide_card_is_folded_above_its_front() -> None:
    pages = Pages(written(Poster(labirinto.wilson(14, 10, seed=7), "a5", "Anna", fold="left")))
    width, height = (side * MM for side in POSTERS["a5"])
    assert pages.size(0) == pytest.approx((height, 2 * width), abs=0.1)
    above, below = np.array_split(np.asarray(pages.picture(0)) < 128, 2)
    assert below.any()
    assert not above.any()


@pytest.mark.parametrize(
    ("size", "paper"),
    thinned(product([(300, 400), (640, 200), (20, 20)], ["a6", "letter", "a3"]), 4),
)
def test_a_portrait_fills_its_paper(paper: str, size: tuple[int, int]) -> None:
    photo = Image.linear_gradient("L").resize(size)
    for is_titled in (True, False):
        width, height = portrait_size(size, STYLE, paper, is_titled=is_titled)
        maze = labirinto.wilson(width, height, seed=7)
        title = "Anna" if is_titled else ""
        Poster(maze, paper, title, portrait=portrait(maze, photo))
        longer = labirinto.wilson(width + max(1, width // 20), height + height // 20, seed=7)
        with pytest.raises(InvalidValueError, match="pencil"):
            Poster(longer, paper, title, portrait=portrait(longer, photo))


def test_arrows_show_where_a_poster_is_open() -> None:
    plain = Poster(MAZE, "a5", ends="opposite")
    pages = [Pages(written(replace(plain, arrows=it))) for it in (False, True)]
    dark = [np.asarray(it.picture(0)) < 128 for it in pages]
    added = np.argwhere(dark[1] & ~dark[0])
    assert not (dark[0] & ~dark[1]).any()
    # Beyond the frame, at two sides.
    frame = np.argwhere(dark[0])
    outside = (added < frame.min(axis=0)) | (added > frame.max(axis=0))
    assert outside.any(axis=0).tolist() != [False, False]
    corners = Poster(MAZE, "a5", ends="corners")
    assert written(corners) == written(replace(corners, arrows=True))

"""Mazes of any shape in text and CSV, where what is outside is blank: out and in again."""

from __future__ import annotations

import random

import pytest
from files import back, drawn, refused
from hypothesis import given
from hypothesis import strategies as st
from shapes import drawn as dots
from shapes import random_shapes

import labirinto
from labirinto import Ends, Maze
from labirinto.drawing.geometry import Drawing
from labirinto.formats.text import ASCII, BOX, text_lines
from labirinto.grids import Rectangle, letters, mask

FORMATS = ("txt", "ascii")


@given(st.integers(0, 2**32), st.sampled_from(FORMATS), st.booleans())
def test_any_shape_comes_back(number: int, format: str, has_recipe: bool) -> None:
    (grid,) = random_shapes(1, 9, number)
    maze = labirinto.wilson(grid, seed=number)
    recipe = maze.recipe
    if not has_recipe:
        maze, recipe = Maze(grid.width, grid.height, maze.rows, mask=grid.mask), None
    choose = random.Random(number)
    marked = Ends(*choose.sample(list(grid), 2))
    for ends in (None, labirinto.suggest_ends(maze, "border"), marked):
        path = labirinto.solve(maze, *ends) if ends else None
        again, ends_again = back(drawn(maze, format, ends=ends, path=path))
        assert (again, again.recipe) == (maze, recipe)
        assert ends_again == ends


@pytest.mark.parametrize("charset", [BOX, ASCII])
@pytest.mark.parametrize("wide", [False, True])
def test_blanks_beside_the_shape_may_be_missing(charset, wide: bool) -> None:
    # Nothing but blanks in the right half, in which a wide text looks like a narrow one.
    for grid in (dots("..####/.#####/######"), dots("######/#####./####..")):
        maze = labirinto.kruskal(grid, seed="anna")
        lines = [*text_lines(Drawing(maze), charset, wide=wide), maze.recipe.command]
        again, _ = back("\n".join(line.rstrip() for line in lines))
        assert (again, again.recipe) == (maze, maze.recipe)


def test_the_recipe_comes_back_with_all_its_options() -> None:
    heart = mask("heart", 30, 24, stretch=True, threshold=0.4, invert=True)
    for maze in (
        labirinto.prim(heart, seed="it's"),
        labirinto.growing_tree(heart, newest=0.25, seed=1),
        labirinto.braid(labirinto.wilson(heart, seed=2), 0.5, seed=3),
        labirinto.generate("wilson", heart, seed=3, rooms=labirinto.Rooms(2, (2, 2), (3, 3), 1)),
        labirinto.sparse(labirinto.wilson(12, 9, seed=1), 0.3),
    ):
        again, _ = back(drawn(maze, "txt"))
        assert (again, again.recipe) == (maze, maze.recipe)
        assert again.recipe.command == maze.recipe.command
    thinned = labirinto.sparse(labirinto.wilson(heart, seed=1), 0.3)
    again, _ = back(drawn(thinned, "txt"))
    assert (again, again.recipe) == (thinned, None)  # which cells it had before is not in the text


def test_letters_come_back() -> None:
    pytest.importorskip("uharfbuzz")
    for text in ("a'b", "a\nb"):
        maze = labirinto.wilson(letters(text, height=12), seed=7)
        again, _ = back(drawn(maze, "ascii"))
        assert (again, again.recipe.command) == (maze, maze.recipe.command)


def test_a_last_line_with_another_shape_is_refused() -> None:
    text = drawn(labirinto.wilson(mask("heart", 12, 9), seed=7), "txt").decode()
    bits = drawn(labirinto.wilson(dots("../.#"), seed=7), "txt").decode()
    for damaged in (
        text.replace("heart", "star"),
        text.replace("heart", "heart --invert"),
        bits[: bits.index("bits:")] + "bits:eNpjYgAAAAYABA== --seed 7",
    ):
        refused(damaged, "names another shape|cannot be read")


@given(st.integers(0, 2**32))
def test_any_shape_comes_back_from_csv(number: int) -> None:
    (grid,) = random_shapes(1, 9, number)
    maze = labirinto.braid(labirinto.wilson(grid, seed=number), 0.5)
    for ends in (None, labirinto.suggest_ends(maze, "border")):
        again, ends_again = back(drawn(maze, "csv", ends=ends))
        assert again == maze
        # Openings do not say which of them is the start.
        assert ends_again == ends or (ends and set(ends_again) == set(ends) and ends_again.open)


def test_walls_that_are_not_those_of_the_mask_are_refused() -> None:
    maze = labirinto.wilson(dots("..../.##./..#./...."), seed=1)
    header, *lines = drawn(maze, "csv").decode().splitlines()
    assert header.startswith('x0,y0,x1,y1,"{""width"":4,""height"":4,""mask"":""')
    refused("\n".join([header, *lines[1:]]), "header says .* lines, but there are")
    free = header.replace(f',""lines"":{len(lines)}', "")
    assert back("\n".join([free, *lines]))[0] == maze
    refused("\n".join([free, *lines, "2,1,2,2,"]), "not those of a maze in its mask")
    refused("\n".join([free, *lines[1:]]), "not those of a maze|neither two nor none|openings")
    refused(header.replace("width", "wide"), "its grid cannot be read")
    refused(header.replace(":4,", ":400000,"), "too many for its|bits are not those")
    refused('x0,y0,x1,y1,"[1]"\n0,0,1,0', "its grid cannot be read")
    refused('x0,y0,x1,y1,"z"\n0,0,1,0', "its grid cannot be read")


RING = Maze.from_passages(dots(".../.#./..."), passages=[((0, 0), (1, 0))])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # Two parts, of which none is open space.
        (drawn(RING, "txt").decode(), "do not show which places belong to the maze; load it"),
        (
            drawn(labirinto.wilson(3, 2, seed=1), "txt").decode().splitlines()[0],
            "lines are missing",
        ),
        (
            "┌─┐\n│ │\n└─┘\nlabirinto wilson 1x1 --mask heart --digest 12345678 --seed 1",
            "names another shape",
        ),
        ("┌─┐\n│ │\n└─┘\nlabirinto wilson 1x1 --mask heart --digest --seed 1", "cannot be read"),
        ("┌─┐\n│ │\n└─┘\nlabirinto wilson 1x1 --mask 'heart --seed 1", "cannot be read"),
        ("┌─┐\n│ │\n└─┘\nlabirinto wilson 1x2 --mask heart --seed 1", "size in its last line"),
        ("   \n   \n   \nlabirinto 1x1 masked", "do not show which places"),
    ],
)
def test_what_does_not_show_a_shape_is_refused(text: str, words: str) -> None:
    refused(text, words)


def test_a_cell_on_its_own_is_a_cell_where_nothing_says_that_it_is_a_hole() -> None:
    whole = Maze.from_passages(Rectangle(3, 3), passages=list(RING.passages()))
    assert back(drawn(whole, "txt")) == (whole, None)

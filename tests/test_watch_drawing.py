"""What `labirinto watch` draws in the characters of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import random_shapes
from strategies import seed_values
from tiers import examples

import labirinto
from labirinto.animate import FILMS, Kind, Mark, Position, record
from labirinto.animate.look import Look
from labirinto.animate.marks import SET_SHIFT
from labirinto.cli.watch_blocks import WALL, colour_of
from labirinto.cli.watch_screen import Capabilities, Form, Picture
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import PRESETS, Style
from labirinto.formats.text import ASCII, BOX, text_lines

LOOK = Look.of(Style.preset("dark"))
COLOURED, PLAIN = Capabilities(LOOK), Capabilities(None)

films = st.sampled_from(sorted(FILMS))
sides = st.integers(1, 9)
forms = st.sampled_from(Form)


def texts(picture):
    """The lines of a picture without their colours."""
    return ["".join(text for text, _, _ in picture.line(y)) for y in range(picture.lines)]


def places(picture):
    """Every character of a picture with its colours."""
    return [
        [(char, front, back) for text, front, back in picture.line(y) for char in text]
        for y in range(picture.lines)
    ]


@examples(80)
@given(films, sides, sides, seed_values, st.booleans(), st.booleans(), st.booleans())
def test_the_last_frame_is_the_maze_as_text(name, width, height, seed, wide, ascii_only, colour):
    film = record(name, width, height, seed=seed)
    capabilities = Capabilities(LOOK if colour else None, ascii_only)
    picture = Picture(
        Position(film, len(film)).scene, Form.WIDE if wide else Form.NARROW, capabilities
    )
    maze = labirinto.Maze(width, height, film.rows)
    drawn = text_lines(Drawing(maze), ASCII if ascii_only else BOX, wide=wide)
    assert texts(picture) == list(drawn)
    assert (picture.columns, picture.lines) == (len(texts(picture)[0]), len(texts(picture)))


@examples(80)
@given(films, sides, sides, seed_values, st.sampled_from(sorted(PRESETS)))
def test_the_last_frame_in_halves_is_the_blocks_of_the_maze(name, width, height, seed, style):
    film = record(name, width, height, seed=seed)
    look = Look.of(Style.preset(style))
    picture = Picture(Position(film, len(film)).scene, Form.HALVES, Capabilities(look))
    upper = [[front for _, front, _ in line] for line in places(picture)]
    lower = [[back for _, _, back in line] for line in places(picture)]
    rows = [row for pair in zip(upper, lower, strict=True) for row in pair]
    assert rows.pop() == [look.inside] * (2 * width + 1)
    blocks = labirinto.Maze(width, height, film.rows).blocks()
    expected = blocks.tolist()
    assert [[colour == look.walls for colour in row] for row in rows] == expected
    assert {colour for row in rows for colour in row} == {look.walls, look.inside}


@pytest.mark.parametrize("name", ["wilson", "kruskal", "prim"])
@pytest.mark.parametrize("form", Form)
def test_the_last_frame_of_a_mask_shows_its_maze_and_nothing_around(name, form):
    for grid in random_shapes(8, 8):
        maze = labirinto.generate(name, grid, seed=3)
        film = record(name, grid, seed=3)
        picture = Picture(Position(film, len(film)).scene, form, COLOURED)
        if form is Form.HALVES:
            seen = [[front == LOOK.walls for _, front, _ in line] for line in places(picture)]
            lower = [[back == LOOK.walls for _, _, back in line] for line in places(picture)]
            found = [row for pair in zip(seen, lower, strict=True) for row in pair][:-1]
            # In blocks all that is outside is wall.
            around = {
                (2 * x + dx, 2 * y + dy) for x, y in grid for dx in range(3) for dy in range(3)
            }
            blocks = maze.blocks()
            assert found == [
                [(x, y) in around and bool(blocks[y, x]) for x in range(2 * grid.width + 1)]
                for y in range(2 * grid.height + 1)
            ]
        else:
            drawn = text_lines(Drawing(maze), BOX, wide=form is Form.WIDE)
            assert [line.rstrip() for line in texts(picture)] == [it.rstrip() for it in drawn]


@examples(150)
@given(films, sides, sides, seed_values, forms, st.booleans(), st.data())
def test_painting_what_has_changed_is_enough(name, width, height, seed, form, colour, data):
    film = record(name, width, height, seed=seed)
    position = Position(film)
    capabilities = Capabilities(LOOK if colour or form is Form.HALVES else None)
    picture = Picture(position.scene, form, capabilities)
    painted = places(picture)
    steps = st.one_of(st.integers(-3, 3), st.integers(-len(film), len(film)))
    for step in data.draw(st.lists(steps, min_size=1, max_size=12)):
        position.go(position.at + step)
        whole = places(picture)
        for line, begin, end in picture.changes():
            painted[line][begin:end] = whole[line][begin:end]
        assert painted == whole
        assert whole == places(Picture(Position(film, position.at).scene, form, capabilities))
    assert not list(picture.changes())


def test_a_single_step_paints_little():
    position = Position(record("wilson", 60, 40, seed=1), 500)
    picture = Picture(position.scene, Form.HALVES, COLOURED)
    position.forward()
    changes = list(picture.changes())
    assert 1 <= len(changes) <= 4
    assert all(end - begin <= 12 for _, begin, end in changes)


def test_a_walk_is_drawn_from_cell_to_cell():
    film = record("wilson", 9, 9, seed=5)
    position = Position(film)
    while position.kind != Kind.ERASED:
        position.forward()
    scene = position.scene
    marked = [word for word in scene.words if word & Mark.WALK and not word & Mark.HERE]
    edges = sum(bool(word & mark) for word in scene.words for mark in (64, 128))
    lines = places(Picture(scene, Form.HALVES, COLOURED))
    seen = [colour for line in lines for _, upper, lower in line for colour in (upper, lower)]
    assert seen.count(LOOK.walk) == len(marked) + edges
    assert seen.count(LOOK.here) == 1
    assert seen.count(LOOK.lost) == sum(bool(word & Mark.LOST) for word in scene.words) > 0


def test_a_walk_on_walls_is_drawn_from_corner_to_corner():
    film = record("wilson-walls", 9, 9, seed=5)
    position = Position(film, 12)
    walked = sum(bool(word & Mark.WALK) for word in position.scene.words)
    assert walked > 1
    text = "\n".join(
        texts(Picture(position.scene, Form.NARROW, Capabilities(None, ascii_only=True)))
    )
    assert text.count("o") == 2 * (walked - 1)  # corners, and what is between them
    assert text.count("@") == 1


def test_the_current_row_and_its_sets_are_to_be_seen_without_colours():
    film = record("eller", 12, 4, seed=2)
    position = Position(film)
    while position.kind != Kind.ROW or position.scene.words[12] & Mark.ROW == 0:
        position.forward()
    lines = texts(Picture(position.scene, Form.WIDE, PLAIN))
    assert [line[0] == line[-1] == "@" for line in lines].index(True) == 3
    letters = [lines[3][4 * x + 2] for x in range(12)]
    sets = [position.scene.words[12 + x] >> SET_SHIFT for x in range(12)]
    assert [letters.index(letter) for letter in letters] == [sets.index(one) for one in sets]


@pytest.mark.parametrize("style", PRESETS)
def test_sixteen_colours_tell_apart_what_matters(style):
    look = Look.of(Style.preset(style))
    words = [WALL, 0, Mark.IN, Mark.HERE, Mark.FRESH, Mark.WALK]
    words += [(number << 16) | Mark.IN for number in range(1, 7)]
    colours = {colour_of(word, look, sixteen_colours=True) for word in words}
    assert len(colours) == len(words)
    assert all(part in (0, 85, 170, 255) for colour in colours for part in colour)


def test_the_form_is_the_largest_that_fits():
    assert COLOURED.form(19, 9, (80, 20)) is Form.WIDE
    assert COLOURED.form(20, 9, (80, 20)) is Form.HALVES
    assert COLOURED.form(39, 19, (79, 20)) is Form.HALVES
    assert COLOURED.form(39, 19, (78, 20)) is None
    assert PLAIN.form(39, 9, (79, 19)) is Form.NARROW
    assert PLAIN.form(39, 9, (79, 18)) is None
    assert Capabilities(LOOK, ascii_only=True).smallest is Form.NARROW
    for form in Form:
        for room in ((79, 20), (80, 21), (1, 1), (0, 0)):
            size = form.largest(room)
            if min(size) > 0:
                assert all(
                    taken <= side for taken, side in zip(form.room(*size), room, strict=True)
                )
                more = form.room(size[0] + 1, size[1] + 1)
                assert all(taken > side for taken, side in zip(more, room, strict=True))

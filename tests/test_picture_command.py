"""``labirinto picture``: words, silhouettes and files, what it refuses, and what files keep."""

import math
import re
import shlex
from itertools import pairwise

import pytest
from commands import run
from PIL import Image, ImageDraw
from tiers import sample

import labirinto
from labirinto import InvalidValueError, Recipe, Rooms
from labirinto.cli.commands import labirinto as command
from labirinto.formats import read
from labirinto.grids.rectangle import Rectangle, mask_of_cells
from labirinto.pictures import Picture, picture_maze, picture_of


def made_by(words, tmp_path):
    target = tmp_path / "maze.json"
    draw(*words, "-o", target, "--quiet")
    return labirinto.load(target)


def draw(*words):
    """Run the command in this process, which is quicker."""
    command.main(["picture", *map(str, words)], standalone_mode=False)


def refusal(*words):
    done = run("picture", *map(str, words))
    assert done.returncode in (1, 2)  # 1 for what the system refuses
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    "words",
    sample(
        [
            ("Anna ♥", "--seed", "7"),
            ("Anna Luca", "80x60", "--seed", "7", "--fill", "uniform"),
            (r"Anna\nLuca", "--seed", "7"),
            ("heart", "--seed", "anna b", "--invert"),
            ("heart", "--seed", "7", "--words"),
            ("سلام", "90x50", "--seed", "7"),
        ],
        ("Anna Luca", "80x60", "--seed", "7", "--fill", "uniform"),
        (r"Anna\nLuca", "--seed", "7"),
    ),
    ids=str,
)
def test_the_command_of_a_recipe_makes_the_maze_again(words, tmp_path):
    target = tmp_path / "maze.txt"
    draw(*words, "-o", target, "--quiet")
    last = target.read_text().splitlines()[-1]
    again = made_by(shlex.split(last)[2:], tmp_path)
    assert again.rows == labirinto.load(target).rows
    assert again.recipe.picture.fill == ("uniform" if "uniform" in words else "hidden")
    # What was read from a file has forgotten the words, and names the bits.
    assert made_by(shlex.split(again.recipe.command)[2:], tmp_path) == again
    assert labirinto.generate(Recipe.from_dict(again.recipe.as_dict())) == again


def test_the_solution_is_drawn_between_the_ends_of_the_picture(tmp_path):
    words = ("heart", "40x40", "--seed", "7", "--solution")
    draw(*words, "-o", tmp_path / "a.svg")
    maze, ends = read(tmp_path / "a.svg")
    assert ends == maze.recipe.picture.ends
    run("solve", str(tmp_path / "a.svg"), "-o", str(tmp_path / "b.svg"))
    assert (tmp_path / "b.svg").read_text() == (tmp_path / "a.svg").read_text()
    draw(*words, "--line", "-o", tmp_path / "line.svg")
    assert 'stroke-linejoin="round"' in (tmp_path / "line.svg").read_text()
    draw(*words, "-o", tmp_path / "c.png", "--cell", "10", "--wall", "2", "--margin", "0")
    with Image.open(tmp_path / "c.png") as picture:
        pixels = picture.convert("RGB").load()
    colour = tuple(bytes.fromhex(labirinto.Style().solution[1:]))
    painted = {(x, y) for x, y in maze.rectangle if pixels[10 * x + 2, 10 * y + 2] == colour}
    assert painted == set(labirinto.solve(maze, *ends))


def test_lines_end_where_letters_become_largest():
    for size, lines in (((200, 50), 1), ((110, 90), 2), ((80, 120), 3)):
        grid = picture_of("on to us", *size).grid
        rows = [any((x, y) in grid for x in range(grid.width)) for y in range(grid.height)]
        assert sum(one < other for one, other in pairwise(rows)) == lines


# Pictures in files.


@pytest.fixture
def disc(tmp_path):
    """A disc in the left half of a picture, and how it is saved."""
    picture = Image.new("L", (60, 40), 255)
    ImageDraw.Draw(picture).ellipse((5, 5, 35, 35), fill=0)

    def save(name, convert, **options):
        convert(picture).save(tmp_path / name, **options)
        return tmp_path / name

    return save


def test_a_picture_in_any_mode_is_the_same(disc):
    def clear(picture):
        whole = Image.new("RGBA", picture.size, "white")
        whole.putalpha(picture.point(lambda value: 255 - value))
        return whole

    exif = Image.Exif()
    exif[0x112] = 6  # turned to the right when it is shown
    names = [
        disc("plain.png", lambda it: it),
        disc("cmyk.tif", lambda it: it.convert("CMYK")),
        disc("deep.png", lambda it: it.convert("I").point(lambda it: it * 257).convert("I;16")),
        disc("alpha.png", clear),
        disc("cropped.png", lambda it: it.crop((5, 5, 36, 36))),
        disc("turned.png", lambda it: it.transpose(Image.Transpose.ROTATE_90), exif=exif),
    ]
    grids = {picture_of(name, 60, 40).grid for name in names}
    assert len(grids) == 1
    grid = grids.pop()
    rows = {y for _, y in grid}
    assert len(rows) == 40 // 2 - 4  # as large as the margin allows, without the rim


def test_an_animation_is_refused(disc):
    others = [Image.new("L", (60, 40), 0)]
    name = disc("moving.gif", lambda it: it, save_all=True, append_images=others)
    assert "it is an animation; save the frame that you want" in refusal(name, "60x40")


@pytest.mark.parametrize(
    ("grey", "words"), [(255, "no dark parts"), (128, "no dark parts"), (0, "dark everywhere")]
)
def test_a_picture_without_contrast_is_refused(disc, grey, words):
    name = disc("flat.png", lambda it: Image.new("L", it.size, grey))
    with pytest.raises(InvalidValueError, match=words):
        picture_of(name, 60, 40)
    assert words in refusal(name, "60x40")


def test_a_text_of_a_picture_has_its_size(tmp_path):
    (tmp_path / "dots.txt").write_text("##.#\n#..#\n")
    maze = picture_maze(tmp_path / "dots.txt", seed=7)
    assert len(maze.recipe.picture.grid) == 5
    with pytest.raises(InvalidValueError, match="at least 12x8; this one is 10x10"):
        picture_of(tmp_path / "dots.txt", 10, 10)


# What is refused.


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["40x30"], "Name a picture before the size: labirinto picture heart 40x30"),
        (["heart", "41x40"], "41x40 is odd; give 42x40"),
        (["Anna", "Luca"], "'Luca' is unexpected: put quotation marks around several words"),
        (["Anna", "80xinf"], "is endless"),
        (["nothing.png"], "nothing.png: No such file"),
        (["Anna", "--digest", "0"], "has the digest"),
        (["bits:xyz", "80x60"], "damaged"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_a_sentence(words, sentence):
    assert sentence in refusal(*words)


@pytest.mark.parametrize(
    ("source", "size", "options", "sentence"),
    [
        ("heart", (8, 8), {}, "no room for a picture; give at least 10x10"),
        ("Annabella", (40, 30), {}, "too small to read in a maze of 40x30 cells; give at least"),
        (" ", (), {}, "has 0 characters"),
        ("\U0010fffd", (), {}, "No font has all letters"),
        ("heart", (), {"font": __file__}, "Only words have a font"),
        ("heart", (), {"threshold": 0.4}, "Only pictures in files have a threshold"),
        ("bits:xyz", (), {}, "Give the size of the maze with these bits"),
        ("face.png", (), {"threshold": 2}, "threshold is 2; it must be a number from 0 to 1"),
        ("face.png", (), {"threshold": math.nan}, "threshold is nan; it must be a number from"),
        ("face.png", (), {"threshold": "a"}, "threshold is 'a'; it must be a number from 0 to 1"),
        ("heart", (), {"invert": "no"}, "invert is 'no'; it must be True or False"),
        ("heart", (), {"words": "no"}, "words is 'no'; it must be True or False"),
        ("Anna", (), {"font": 5}, "font is 5; it must be the name of a file"),
        ("a\0b.png", (), {}, "The picture 'a\\x00b.png' is neither words, nor the name of"),
        ("heart", (40,), {}, "Give both the width and the height"),
        ("heart", (40, 40), {"fill": "other"}, "fill"),
    ],
    ids=str,
)
def test_what_no_picture_can_be(source, size, options, sentence):
    with pytest.raises(InvalidValueError, match=re.escape(sentence)):
        picture_of(source, *size, **options)


def test_what_is_too_large():
    with pytest.raises(labirinto.TooLargeError, match="at most 16777216"):
        picture_maze(Picture(Rectangle(2050, 2050, mask_of_cells([(5, 5)], 2050, 2050))))


def test_what_would_spoil_the_picture_is_refused():
    maze = picture_maze("heart", 40, 40, seed=7)
    with pytest.raises(InvalidValueError, match="Loops would spoil the picture"):
        labirinto.braid(maze, 0.5)
    with pytest.raises(InvalidValueError, match="Removed cells would spoil"):
        labirinto.sparse(maze, 0.5)
    picture = maze.recipe.picture
    with pytest.raises(InvalidValueError, match="Rooms would spoil"):
        Recipe("wilson", 40, 40, 7, rooms=Rooms(1), picture=picture)
    with pytest.raises(InvalidValueError, match="eller makes no mazes with a picture"):
        labirinto.generate(Recipe("eller", 40, 40, 7, picture=picture))
    with pytest.raises(InvalidValueError, match="20x20 cells and the maze 42x40"):
        Recipe("wilson", 42, 40, 7, picture=picture)
    with pytest.raises(InvalidValueError, match="cannot have a mask"):
        Recipe("wilson", grid=labirinto.grids.mask("heart", 40, 40), seed=7, picture=picture)
    with pytest.raises(InvalidValueError, match="squares in rows"):
        Recipe("wilson", grid=labirinto.grids.hexagonal(40, 40), seed=7, picture=picture)
    with pytest.raises(InvalidValueError, match="fills all 9x9 cells"):
        picture_maze(labirinto.Rectangle(9, 9))
    with pytest.raises(InvalidValueError, match="outermost row"):
        labirinto.pictures.Picture(labirinto.grids.mask("##\n#."))
    with pytest.raises(InvalidValueError, match="pictures"):
        labirinto.Batch(maze.recipe, 3)
    data = maze.recipe.as_dict()
    for broken in ({}, None, {"mask": "", "fill": "hidden"}, {"mask": 1, "fill": 2}, []):
        with pytest.raises(InvalidValueError):
            Recipe.from_dict({**data, "picture": broken or 0})

"""Pictures of mazes that labirinto did not make, or that have lost their notes."""

from __future__ import annotations

import contextlib
import io
import random
from itertools import product
from pathlib import Path as FilePath

import numpy as np
import pytest
from files import drawn, encoded, expect_a_maze_or_a_complaint
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from tiers import deep, examples, sample, thinned

import labirinto
from labirinto.ends import Ends
from labirinto.formats import read
from labirinto.maze import Maze

PICTURES = FilePath(__file__).parent / "data" / "pictures"
FOREIGN = sorted(file for file in PICTURES.iterdir() if file.suffix in (".png", ".bmp"))


def seen_in(picture: Image.Image, format: str = "PNG", **options: int) -> tuple[Maze, Ends | None]:
    return read(io.BytesIO(encoded(picture, format, **options)))


def blocks_of(
    maze: Maze, ends: Ends | None = None, *, wall: int = 1, floor: int = 1, margin: int = 0
) -> Image.Image:
    """The maze in black on white, walls and floor of the given thickness."""
    blocks = np.asarray(maze.blocks(ends), bool)
    for axis in (0, 1):
        sizes = [floor if at % 2 else wall for at in range(blocks.shape[axis])]
        blocks = np.repeat(blocks, sizes, axis=axis)
    return Image.fromarray(np.where(np.pad(blocks, margin), 0, 255).astype(np.uint8))


def with_loops(maze: Maze, loops: int, seed: int) -> Maze:
    """The maze with so many of its walls taken out."""
    passages = set(maze.passages())
    across = {((x, y), (x + 1, y)) for y in range(maze.height) for x in range(maze.width - 1)}
    down = {((x, y), (x, y + 1)) for y in range(maze.height - 1) for x in range(maze.width)}
    more = random.Random(seed).sample(sorted((across | down) - passages), loops)
    return Maze.from_passages(maze.width, maze.height, [*passages, *more])


MAZE = labirinto.wilson(14, 11, seed=4)
ENDS = labirinto.suggest_ends(MAZE, "border")


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")  # of one with loops
@pytest.mark.parametrize("file", FOREIGN, ids=lambda file: file.name)
def test_pictures_by_other_programs(file: FilePath) -> None:
    assert read(str(file)) == read(str(file.with_suffix(".txt")))


SIZES = [(1, 5), (5, 1), (2, 2), (13, 9), (64, 5)]
LOOKS = [{}, {"cell": 2, "wall": 1}, {"cell": 8, "wall": 4, "margin": 0}]


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")  # of a solution in grey ink
@pytest.mark.parametrize(
    ("size", "look", "preset"),
    thinned(product(SIZES, LOOKS, ["light", "dark", "print"]), 7),
    ids=str,
)
def test_our_own_pictures_without_their_notes(
    size: tuple[int, int], look: dict[str, int], preset: str
) -> None:
    maze = labirinto.wilson(*size, seed=3)
    style = labirinto.Style.preset(preset, **look)
    border = labirinto.suggest_ends(maze, "border")
    marked = labirinto.suggest_ends(maze, "corners")
    # What is drawn in hides the few walls of the smallest mazes.
    drawn_in = [(border, True), (marked, False), (marked, True)] if min(size) > 2 else []
    for ends, solution in [(None, False), (border, False), *drawn_in]:
        path = labirinto.solve(maze, *ends) if ends and solution else None
        data = drawn(maze, "png", path=path, ends=ends, style=style)
        with Image.open(io.BytesIO(data)) as picture:
            found = seen_in(picture.convert("RGB"))
        assert found[0] == maze
        # A solution hides which cells are marked.
        if path is None or border is ends:
            assert found[1] == ends


@pytest.mark.parametrize("colours", [("teal", "yellow"), ("#808080", "#909090"), ("red", "lime")])
def test_walls_and_floor_may_have_any_two_colours(colours: tuple[str, str]) -> None:
    stream = io.BytesIO()
    style = labirinto.Style(walls=colours[0], floor=colours[1])
    labirinto.save(MAZE, stream, ends=ENDS, style=style, format="png")
    with Image.open(stream) as picture:
        assert seen_in(picture.convert("RGB")) == (MAZE, ENDS)


MODES = ["1", "L", "LA", "P", "RGB", "RGBA", "I", "I;16", "F", "CMYK"]


@pytest.mark.parametrize("mode", sample(MODES, "1", "LA", "I;16", "CMYK"))
def test_every_mode_of_pixels(mode: str) -> None:
    picture = blocks_of(MAZE, ENDS, wall=2, floor=7, margin=5)
    kind = "TIFF" if mode in ("F", "CMYK", "I") else "PNG"
    assert seen_in(picture.convert(mode), kind) == (MAZE, ENDS)


def test_what_is_transparent_is_white() -> None:
    picture = blocks_of(MAZE, ENDS, wall=2, floor=7, margin=5)
    empty = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    empty.paste("black", mask=picture.point(lambda value: 255 - value))
    assert seen_in(empty) == (MAZE, ENDS)


@pytest.mark.parametrize("format", ["PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF"])
def test_every_kind_of_file(format: str) -> None:
    assert seen_in(blocks_of(MAZE, ENDS, wall=3, floor=8, margin=9), format) == (MAZE, ENDS)


@pytest.mark.parametrize(
    ("size", "scale", "is_dark"),
    thinned(product([(1, 9), (2, 15), (4, 9), (6, 6)], [0.7, 1.31, 3.3], [False, True]), 17),
)
def test_scaled_pictures_and_those_packed_with_losses(
    size: tuple[int, int], scale: float, is_dark: bool
) -> None:
    picture = blocks_of(MAZE, ENDS, wall=size[0], floor=size[1], margin=7)
    if is_dark:
        picture = picture.point(lambda value: 255 - value)
    width, height = (round(side * scale) for side in picture.size)
    scaled = picture.resize((width, height), Image.Resampling.BICUBIC)
    assert seen_in(scaled) == (MAZE, ENDS)
    assert seen_in(scaled, "JPEG", quality=60) == (MAZE, ENDS)


def test_cells_need_not_be_squares() -> None:
    picture = blocks_of(MAZE, ENDS, wall=2, floor=8, margin=4)
    for width, height in ((300, 120), (145, 400), (288, 112)):
        assert seen_in(picture.resize((width, height))) == (MAZE, ENDS)


def test_a_caption_below() -> None:
    picture = blocks_of(MAZE, ENDS, wall=2, floor=9, margin=12)
    page = Image.new("L", (picture.width + 60, picture.height + 40), 255)
    page.paste(picture, (30, 0))
    ImageDraw.Draw(page).text((12, picture.height + 6), "The maze of the day, 12 May", fill=0)
    assert seen_in(page) == (MAZE, ENDS)


def on_a_page(picture: Image.Image, *, line: int = 1, edge: int = 10) -> Image.Image:
    """A page with a line around it and a heading."""
    page = Image.new("L", (picture.width + 200, picture.height + 300), 255)
    draw = ImageDraw.Draw(page)
    width, height = page.size
    draw.rectangle((edge, edge, width - edge - 1, height - edge - 1), outline=0, width=line)
    draw.text((70, 60), "A MAZE FOR CLASS 3B", fill=0)
    page.paste(picture, (100, 120))
    return page


@pytest.mark.parametrize(("line", "edge"), [deep(1, 10), deep(1, 0), deep(7, 3), (20, 0)])
def test_a_line_around_the_page(line: int, edge: int) -> None:
    picture = blocks_of(MAZE, ENDS, wall=2, floor=9, margin=12)
    page = on_a_page(picture, line=line, edge=edge)
    assert seen_in(page) == (MAZE, ENDS)
    scaled = page.resize((round(page.width * 1.37), round(page.height * 1.37)))
    assert seen_in(scaled) == (MAZE, ENDS)
    # Two lines, and white on black.
    around = Image.new("L", (page.width + 30, page.height + 30), 255)
    around.paste(page, (15, 15))
    ImageDraw.Draw(around).rectangle((4, 4, page.width + 25, page.height + 25), outline=0)
    assert seen_in(around.point(lambda value: 255 - value)) == (MAZE, ENDS)


def test_a_crossword_is_called_one() -> None:
    with pytest.raises(labirinto.FileFormatError, match="like a crossword"):
        seen_in(Image.fromarray(crossword(np.random.default_rng(1)).astype(np.uint8)))


def test_walls_thinner_than_a_pixel_give_no_reason_of_their_own() -> None:
    picture = blocks_of(MAZE)
    size = (round(picture.width * 0.6), round(picture.height * 0.6))
    with pytest.raises(labirinto.FileFormatError, match="no maze is recognised"):
        seen_in(picture.resize(size, Image.Resampling.BICUBIC))


def test_a_large_one() -> None:
    maze = labirinto.wilson(150, 100, seed=1)
    assert seen_in(blocks_of(maze, wall=1, floor=4, margin=3)) == (maze, None)


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")
@pytest.mark.parametrize("wall", [1, 3])
def test_loops_are_seen(wall: int) -> None:
    maze = with_loops(MAZE, 9, seed=2)
    assert not maze.is_perfect
    assert seen_in(blocks_of(maze, ENDS, wall=wall, floor=3)) == (maze, ENDS)
    assert seen_in(blocks_of(maze, wall=wall, floor=3, margin=2)) == (maze, None)


def noise(rng: np.random.Generator) -> np.ndarray:
    return rng.integers(0, 256, (90, 120))


def bits(rng: np.random.Generator) -> np.ndarray:
    return 255 * rng.integers(0, 2, (40, 40))


def gradient(rng: np.random.Generator) -> np.ndarray:
    return np.add.outer(np.linspace(0, 150, 80), np.linspace(0, 100, 90))


def hills(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[:120, :160]
    return 128 + 100 * np.sin(x / 17) * np.cos(y / 11) + rng.normal(0, 8, x.shape)


def crossword(rng: np.random.Generator) -> np.ndarray:
    page = np.full((15 * 12 + 1, 15 * 12 + 1), 255)
    page[::12] = page[:, ::12] = 0
    for y, x in rng.integers(0, 15, (40, 2)):
        page[12 * y : 12 * y + 12, 12 * x : 12 * x + 12] = 0
    return page


def table(rng: np.random.Generator) -> np.ndarray:
    page = np.full((101, 201), 255)
    page[::10] = page[:, ::20] = 0
    return page


def chessboard(rng: np.random.Generator) -> np.ndarray:
    return np.kron(np.indices((8, 8)).sum(axis=0) % 2 * 255, np.ones((12, 12)))


def text(rng: np.random.Generator) -> np.ndarray:
    page = Image.new("L", (400, 300), 255)
    for line in range(20):
        words = " ".join("".join(rng.choice(list("etaoinshrdlu"), 5)) for _ in range(11))
        ImageDraw.Draw(page).text((10, 8 + 14 * line), words, fill=0)
    return np.asarray(page)


def box(rng: np.random.Generator) -> np.ndarray:
    page = np.full((50, 50), 255)
    page[5:45, [5, 44]] = page[[5, 44], 5:45] = 0
    return page


def white(rng: np.random.Generator) -> np.ndarray:
    return np.full((60, 60), 255)


def black(rng: np.random.Generator) -> np.ndarray:
    return np.zeros((60, 60))


def dot(rng: np.random.Generator) -> np.ndarray:
    return np.zeros((1, 1))


NO_MAZES = [
    *(noise, bits, gradient, hills, crossword, table, chessboard),
    *(text, box, white, black, dot),
]


@pytest.mark.parametrize("draw", NO_MAZES)
@pytest.mark.parametrize("seed", sample(range(2), 0))
def test_what_is_no_maze_is_refused(draw: object, seed: int) -> None:
    pixels = np.clip(draw(np.random.default_rng(seed)), 0, 255).astype(np.uint8)
    with pytest.raises(
        labirinto.FileFormatError,
        match=r"^the file: [^\n]*to crop it to the maze, and to paint over [^\n]*\.$",
    ):
        seen_in(Image.fromarray(pixels))


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")
@pytest.mark.parametrize("width", [1, 2, 3, 5])
@examples(20)
@given(data=st.data())
def test_tiny_pictures_are_mazes_or_refused(width: int, data: st.DataObject) -> None:
    height = data.draw(st.integers(1, 6))
    pixels = data.draw(st.binary(min_size=width * height, max_size=width * height))
    with contextlib.suppress(labirinto.FileFormatError):
        seen_in(Image.frombytes("L", (width, height), pixels))


GOOD = {
    kind: encoded(blocks_of(MAZE, ENDS, wall=1, floor=3, margin=2), kind)
    for kind in ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF")
}


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")
@pytest.mark.parametrize("format", sample(GOOD, "PNG", "TIFF"))
@examples(20)
@given(data=st.data())
def test_a_damaged_picture_is_refused_or_read(format: str, data: st.DataObject) -> None:
    spoilt = bytearray(GOOD[format])
    for _ in range(data.draw(st.integers(0, 4))):
        # The header is where it hurts.
        at = data.draw(st.integers(0, min(99, len(spoilt) - 1)) | st.integers(0, len(spoilt) - 1))
        spoilt[at] = data.draw(st.integers(0, 255))
    del spoilt[data.draw(st.just(len(spoilt)) | st.integers(0, len(spoilt))) :]
    expect_a_maze_or_a_complaint(spoilt)

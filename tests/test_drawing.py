"""Drawings are parsed back, and compared with the maze passage by passage."""

from __future__ import annotations

import io
import itertools
import pathlib
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import run
from drawings import drawings, drawn
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import labirinto
from labirinto import Ends, Maze, Path, Style
from labirinto.book import Poster
from labirinto.drawing.display import Pens, marks
from labirinto.drawing.geometry import Drawing
from labirinto.formats import FORMATS
from labirinto.formats.text import ASCII, BOX, text_lines

Passages = set[tuple[tuple[int, int], tuple[int, int]]]

SVG = "{http://www.w3.org/2000/svg}"


def steps_of(path: Path | None) -> Passages:
    """The passages that a path takes."""
    cells = path.cells if path else []
    return {(min(pair), max(pair)) for pair in itertools.pairwise(cells)}


def openings_of(drawing: Drawing) -> set[tuple[int, int, int]]:
    return set(drawing.openings)


# SVG, read by an XML parser.


def passages_in_svg(root: ElementTree.Element, width: int, height: int) -> tuple[Passages, int]:
    """Passages, and the number of openings, by the walls that the drawing has."""
    path = root.find(f"{SVG}g[@id='walls']/{SVG}path")
    walls = set()
    for x_text, y_text, direction, length in re.findall(
        r"M(\d+) (\d+)([hv])(\d+)", path.attrib["d"]
    ):
        for k in range(int(length)):
            x, y = int(x_text), int(y_text)
            walls.add((x + k, y, "h") if direction == "h" else (x, y + k, "v"))
    passages = set()
    for y in range(height):
        for x in range(width):
            if x + 1 < width and (x + 1, y, "v") not in walls:
                passages.add(((x, y), (x + 1, y)))
            if y + 1 < height and (x, y + 1, "h") not in walls:
                passages.add(((x, y), (x, y + 1)))
    frame = {(x, y, "h") for x in range(width) for y in (0, height)}
    frame |= {(x, y, "v") for x in (0, width) for y in range(height)}
    return passages, len(frame - walls)


@given(drawings())
def test_svg_shows_the_maze(drawing: Drawing) -> None:
    maze = drawing.maze
    root = ElementTree.fromstring(drawn(drawing, "svg"))
    passages, openings = passages_in_svg(root, maze.width, maze.height)
    assert passages == set(maze.passages())
    assert openings == len(openings_of(drawing))
    width, height = drawing.pixel_size
    assert (root.get("width"), root.get("height")) == (str(width), str(height))
    assert (root.findtext(f"{SVG}title") or "").startswith(f"Maze, {maze.width} x {maze.height}")
    assert "perfect maze" in (root.findtext(f"{SVG}desc") or "")


@given(drawings())
def test_svg_shows_the_solution_and_the_ends(drawing: Drawing) -> None:
    root = ElementTree.fromstring(drawn(drawing, "svg"))
    line = root.find(f"{SVG}g[@id='solution']/{SVG}path")
    marks = root.findall(f"{SVG}g[@id='ends']/*")
    assert (line is not None) == bool(drawing.path and drawing.path.steps)
    assert len(marks) == (2 if drawing.ends and not drawing.ends.open else 0)
    if line is not None and drawing.path is not None:
        assert line.attrib["d"].startswith("M")
        points = [tuple(map(float, point.split())) for point in line.attrib["d"][1:].split("L")]
        through = set()
        for (x, y), (x2, y2) in itertools.pairwise(points):
            steps = round(2 * max(abs(x2 - x), abs(y2 - y)))
            for k in range(steps + 1):
                at = (x + (x2 - x) * k / steps, y + (y2 - y) * k / steps)
                if at[0] % 1 == 0.5 and at[1] % 1 == 0.5:
                    through.add((int(at[0]), int(at[1])))
        assert through == set(drawing.path.cells)


def test_svg_of_a_maze_is_small_and_merges_its_walls() -> None:
    maze = labirinto.wilson(40, 30, seed=7)
    document = drawn(Drawing(maze), "svg")
    runs = list(Drawing(maze).wall_runs())
    assert document.count(b"<path") == 1
    assert len(document) < 9 * len(runs) + 1000
    # Nothing more to merge: no run begins where one of the same direction ends.
    across = [run for run in runs if run[1] == run[3]]
    down = [run for run in runs if run[0] == run[2]]
    for same in (across, down):
        assert not {run[:2] for run in same} & {run[2:] for run in same}


def test_a_seed_with_markup_in_it_stays_text() -> None:
    maze = labirinto.wilson(3, 3, seed="</desc><script>alert(1)</script>&\uffff")
    root = ElementTree.fromstring(drawn(Drawing(maze), "svg"))
    assert not root.findall(f".//{SVG}script")


# PNG, read by Pillow.


def pixels_of(data: bytes) -> tuple[Any, Image.Image]:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture.convert("RGB").load(), picture


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@given(drawings())
def test_png_is_exact_to_the_pixel(drawing: Drawing) -> None:
    maze, style = drawing.maze, drawing.style
    pixels, picture = pixels_of(drawn(drawing, "png"))
    assert picture.size == drawing.pixel_size
    expected: dict[tuple[int, int], str] = {}
    blocks = maze.blocks(drawing.ends)
    for row in range(2 * maze.height + 1):
        for column in range(2 * maze.width + 1):
            is_wall = blocks[row, column]
            if row % 2 == column % 2 == 0:
                around = [
                    (row - 1, column),
                    (row + 1, column),
                    (row, column - 1),
                    (row, column + 1),
                ]
                is_wall = any(
                    0 <= r <= 2 * maze.height and 0 <= c <= 2 * maze.width and blocks[r, c]
                    for r, c in around
                )
            if not is_wall:
                continue
            for y in span(row, style):
                for x in span(column, style):
                    expected[x, y] = style.walls
    for y in range(picture.size[1]):
        for x in range(picture.size[0]):
            is_wall = pixels[x, y] == rgb(style.walls)
            assert is_wall == ((x, y) in expected), (x, y)


def span(block: int, style: Style) -> range:
    """The pixels of a row or column of blocks."""
    begin = style.margin + block // 2 * style.cell
    if block % 2 == 0:
        return range(begin, begin + style.wall)
    return range(begin + style.wall, begin + style.cell)


@given(drawings())
def test_png_shows_the_solution_and_the_ends(drawing: Drawing) -> None:
    maze, style = drawing.maze, drawing.style
    data = drawn(drawing, "png")
    pixels, _ = pixels_of(data)
    depth = data[24]
    dots = list(marks(drawing, Pens.of(drawing.style)))
    assert depth == (4 if dots else 2 if drawing.path else 1)
    marked = {(int(dot.x), int(dot.y)): "start" if dot.is_round else "end" for dot in dots}
    on_path = set(drawing.path.cells) if drawing.path else set()
    for y in range(maze.height):
        for x in range(maze.width):
            middle = pixels[centre(x, style), centre(y, style)]
            if (x, y) in marked:
                assert middle == rgb(getattr(style, marked[x, y]))
            else:
                assert middle == rgb(style.solution if (x, y) in on_path else style.floor)
    taken = steps_of(drawing.path)
    for one, other in maze.passages():
        (x, y), (x2, y2) = one, other
        across = x2 > x
        at = (
            (style.margin + x2 * style.cell, centre(y, style))
            if across
            else (centre(x, style), style.margin + y2 * style.cell)
        )
        assert (pixels[at] == rgb(style.solution)) == ((one, other) in taken)


def centre(cell: int, style: Style) -> int:
    """A pixel in the middle of a column or row of cells."""
    return style.margin + cell * style.cell + style.wall + (style.cell - style.wall) // 2


def test_png_of_two_colours_takes_one_bit_a_pixel_at_one_pixel_a_wall() -> None:
    maze = labirinto.wilson(131, 77, seed=3)
    for margin in (0, 1, 7, 8, 13):
        style = Style(cell=2, wall=1, margin=margin)
        pixels, picture = pixels_of(drawn(Drawing(maze, style=style), "png"))
        assert picture.mode == "P"
        blocks = maze.blocks()
        for row in range(2 * maze.height + 1):
            for column in range(2 * maze.width + 1):
                is_wall = pixels[margin + column, margin + row] == rgb(style.walls)
                assert is_wall == blocks[row, column], (row, column)


# Text, read by a small reader.


def passages_in_text(lines: list[str], pitch: int) -> Passages:
    width, height = len(lines[0]) // pitch, len(lines) // 2
    passages = set()
    for y in range(height):
        for x in range(width):
            if x + 1 < width and lines[2 * y + 1][pitch * (x + 1)] not in "│|":
                passages.add(((x, y), (x + 1, y)))
            if y + 1 < height and lines[2 * y + 2][pitch * x + pitch // 2] not in "─-":
                passages.add(((x, y), (x, y + 1)))
    return passages


@given(drawings(), st.sampled_from([BOX, ASCII]), st.booleans())
def test_text_shows_the_maze(drawing: Drawing, charset: Any, wide: bool) -> None:
    lines = list(text_lines(drawing, charset, wide=wide))
    pitch = 4 if wide else 2
    assert passages_in_text(lines, pitch) == set(drawing.maze.passages())
    assert {len(line) for line in lines} == {pitch * drawing.maze.width + 1}
    dots = sum(line.count(charset.dot) for line in lines)
    ends = sum(line.count(charset.start) + line.count(charset.end) for line in lines)
    assert ends == (2 if drawing.ends else 0)
    assert dots == (2 * drawing.path.steps + 1 - ends if drawing.path else 0)
    coloured = list(text_lines(drawing, charset, wide=wide, colour=True))
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == lines


def test_a_maze_shows_itself_in_one_line_as_text_and_as_svg() -> None:
    assert repr(labirinto.wilson(2, 1, seed=1)) == "<Maze 2x1, wilson, seed 1>"
    assert str(labirinto.wilson(2, 1, seed=1)) == "┌───────┐\n│       │\n└───────┘"
    assert repr(labirinto.wilson(50, 50, seed="x")) == "<Maze 50x50, wilson, seed x>"
    assert ElementTree.fromstring(labirinto.wilson(2, 1, seed=1)._repr_svg_()) is not None


# Refusals.


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cell": 2, "wall": 2}, "wall is 2; it must be less than a cell, which is 2"),
        ({"cell": 1}, "cell is 1"),
        ({"wall": 0}, "wall is 0"),
        ({"margin": -1}, "margin is -1"),
        ({"margin": 10**6}, "margin is 1000000"),
        ({"walls": "blurple"}, "walls is 'blurple'"),
        ({"end": "#12345"}, "end is '#12345'"),
        ({"floor": "#١٢٣"}, "floor is"),
    ],
)
def test_a_bad_style_is_refused_by_name(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(labirinto.InvalidValueError, match=re.escape(words)):
        Style(**changes)


def test_presets() -> None:
    assert Style.preset("light") == Style()
    assert Style.preset("dark", cell=20).cell == 20
    assert Style(walls="#ABC", floor=" Teal ").walls == "#aabbcc"
    with pytest.raises(labirinto.InvalidValueError, match="no style 'neon'; choose one of light"):
        Style.preset("neon")


WRITERS: dict[str, Callable[[Maze, Path, str], object]] = {
    "to_svg": lambda maze, path, _: labirinto.to_svg(maze, path=path),
    "to_image": lambda maze, path, _: labirinto.to_image(maze, path=path),
    "a poster": lambda maze, path, _: Poster(maze, path=path),
    "difficulty": lambda maze, path, _: labirinto.difficulty(maze, path),
    **{
        name: lambda maze, path, target: labirinto.save(maze, target, path=path)
        for name, known in FORMATS.items()
        if known.holds_path
    },
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_path_of_another_maze_is_refused(name: str, tmp_path: pathlib.Path) -> None:
    maze, other = labirinto.wilson(9, 9, seed=1), labirinto.wilson(9, 9, seed=2)
    path = labirinto.solve(other, (0, 0), (8, 8))
    grid = labirinto.grids.hexagonal(6, 5)
    six, other_six = labirinto.wilson(grid, seed=1), labirinto.wilson(grid, seed=2)
    path_on_six = labirinto.solve(other_six, *labirinto.suggest_ends(six, "corners"))
    for drawn_in, foreign, fault in (
        (maze, path, "through a wall at"),
        (six, path_on_six, "through a wall at"),
        (maze, Path((0, 0), bytes([3])), "through a wall at 0,0"),
        (labirinto.wilson(3, 1, seed=1), Path((0, 0), bytes(40)), "through a wall at 2,0"),
        (maze, Path((9, 0), b""), "9,0 is outside the maze"),
        (maze, path_on_six, "another grid"),
        (six, path, "another grid"),
    ):
        with pytest.raises(labirinto.InvalidValueError, match=fault):
            WRITERS[name](drawn_in, foreign, str(tmp_path / f"m.{name}"))
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_goes_back_and_forth_through_passages_is_drawn() -> None:
    maze = labirinto.wilson(9, 9, seed=1)
    there = labirinto.solve(maze, (0, 0), (8, 8))
    back = bytes(move ^ 2 for move in reversed(there.moves))
    document = labirinto.to_svg(maze, path=labirinto.Path((0, 0), there.moves + back))
    line = ElementTree.fromstring(document).find(f"{SVG}g[@id='solution']/{SVG}path")
    points = line.attrib["d"][1:].split("L")
    assert points == points[::-1]
    assert len(points) > 2


def test_ends_of_another_maze_are_refused() -> None:
    small = labirinto.wilson(3, 3, seed=1)
    with pytest.raises(labirinto.InvalidValueError, match="29,29 is outside the maze"):
        labirinto.save(small, io.BytesIO(), ends=Ends((0, 0), (29, 29)), format="svg")
    with pytest.raises(labirinto.InvalidValueError, match="'gif'"):
        labirinto.save(small, io.BytesIO(), format="gif")
    with pytest.raises(labirinto.InvalidValueError, match=r"'maze\.gif' selects no format"):
        labirinto.save(small, "maze.gif")


@pytest.mark.parametrize(
    ("grid", "cell"),
    [
        (labirinto.Rectangle(2047, 2048), 16),
        (labirinto.Rectangle(2048, 2048), 2),
        (labirinto.grids.mask("circle", 2048, 2048), 2),
        (labirinto.grids.hexagonal(20, 20), 16),
    ],
)
def test_large_mazes_have_small_cells_where_no_style_is_given(
    grid: labirinto.Rectangle, cell: int
) -> None:
    style = Style.usual(grid)
    assert style == (Style() if cell == 16 else Style(cell=2, wall=1, margin=0))
    maze = labirinto.Maze.from_bits(grid, bytes(grid.maze_bytes))
    assert Drawing.of(maze, None, None, None).style == style
    assert Drawing.of(maze, None, None, Style.preset("dark")).style == Style.preset("dark")


def test_a_large_picture_is_that_of_the_command_line(tmp_path: Any) -> None:
    maze = labirinto.sidewinder(2048, 2048, seed=1)
    labirinto.save(maze, tmp_path / "library.png")
    run("sidewinder", "2048x2048", "--seed", "1", "-o", "command.png", cwd=tmp_path)
    assert (tmp_path / "library.png").read_bytes() == (tmp_path / "command.png").read_bytes()


@pytest.mark.parametrize("grid", [labirinto.Rectangle(6, 4), labirinto.grids.hexagonal(6, 4)])
def test_a_path_from_the_end_to_the_start_is_turned(grid: labirinto.Grid) -> None:
    maze = labirinto.wilson(grid, seed=7)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    back = labirinto.solve(maze, ends.end, ends.start)
    assert Drawing(maze, back, ends).path == path == Drawing(maze, path, ends).path
    assert Drawing(maze, back).path == back
    assert Drawing(maze, back, ends).ends_of_path() == ends

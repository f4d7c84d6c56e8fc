"""Pictures as people take them: turned, tilted, dark, noisy; and that no path crosses a wall."""

from __future__ import annotations

import io
from itertools import product
from typing import Any

import numpy as np
import photographs
import pytest
from files import encoded
from PIL import Image, ImageDraw
from tiers import is_deep, sample, thinned

import labirinto
from labirinto._internal.source import Source
from labirinto.formats.picture import recognise_in, solve_picture
from labirinto.maze import Maze
from labirinto.recognition.answer import path_in

MAZE = labirinto.wilson(30, 20, seed=1)
ENDS = labirinto.suggest_ends(MAZE, "border")


def drawn(maze: Maze = MAZE, ends: Any = ENDS, **look: int) -> Image.Image:
    """The maze as we draw it, without notes."""
    picture: Image.Image = labirinto.to_image(maze, ends=ends, style=labirinto.Style(**look))
    return picture


def cells_in(picture: Image.Image, **options: int) -> list[tuple[int, int]]:
    """The cells of the path that is found."""
    return solve_picture(encoded(picture), **options).path.cells


def is_solution(cells: list[tuple[int, int]], maze: Maze, ends: Any) -> bool:
    solution = labirinto.solve(maze, *ends).cells
    return cells in (solution, solution[::-1])


# Pictures by the generator of `make proof`.

LOOKS: dict[str, dict[str, Any]] = {
    "turned a little": {"turn": 0.3},
    "turned": {"turn": 41, "style": "round"},
    "upside down": {"turn": 183, "style": "fine"},
    "tilted": {"tilt": 15, "turn": 77, "pixels": 12},
    "in a shadow": {"light": 0.6, "shadow": 0.5, "turn": 4},
    "blurred": {"blur": 1.5, "turn": 10},
    "noisy": {"noise": 30, "turn": 100},
    "packed": {"quality": 30, "turn": 260, "style": "hand"},
    "on squared paper": {"squared": True, "texture": 6, "turn": 3},
    "with strokes of a pencil": {"pencil": 6, "turn": 8},
    "of thick walls": {"wall": 0.8, "turn": 2},
    "of very thick walls": {"wall": 0.95, "turn": 30, "pixels": 40},
    "of light walls": {"style": "white on black", "turn": 12},
    "in blue": {"style": "blue ink", "ends": "squares", "turn": 350},
    "with letters": {"ends": "letters", "turn": 5},
    "with dots": {"ends": "dots", "style": "cream paper", "turn": 95},
    "with a title and arrows": {"surroundings": True, "turn": 21},
    "of bent paper": {"curl": 0.4, "turn": 2},
    "with specks": {"specks": 0.01, "turn": 1},
    "by telephone": {
        "style": "hand", "ends": "letters", "turn": 187, "tilt": 10, "light": 0.5, "shadow": 0.4,
        "blur": 0.8, "noise": 6, "quality": 60, "texture": 5, "surroundings": True, "curl": 0.3,
        "pixels": 22,
    },
}  # fmt: skip


@pytest.mark.parametrize(("seed", "name"), thinned(product((2, 3, 4, 5), LOOKS), 79))
def test_a_photograph_is_solved(name: str, seed: int) -> None:
    taken = photographs.photograph(photographs.Look(**LOOKS[name]), seed)
    solved = solve_picture(taken.data)
    assert taken.is_right([solved.found.centre(x, y) for x, y in solved.path])


@pytest.mark.parametrize("specks", sample([0.02, 0.05], 0.02))
@pytest.mark.parametrize("watermark", sample([60, 130, 200], 130))
def test_what_is_hardly_legible_is_right_or_refused(specks: float, watermark: float) -> None:
    for seed in range(3 if is_deep() else 1):
        look = photographs.Look(specks=specks, watermark=watermark, turn=seed, style="fine")
        taken = photographs.photograph(look, seed)
        try:
            solved = solve_picture(taken.data)
        except labirinto.LabirintoError:
            continue
        assert taken.is_right([solved.found.centre(x, y) for x, y in solved.path])


# Pictures that were solved wrong, or read as another maze.


@pytest.mark.parametrize("angle", sample([0.2, 0.3, 0.5], 0.3))
@pytest.mark.parametrize("seed", sample(range(3), 0))
def test_a_scan_that_is_not_quite_straight(angle: float, seed: int) -> None:
    maze = labirinto.wilson(30, 20, seed=seed)
    ends = labirinto.suggest_ends(maze, "border")
    picture = drawn(maze, ends).rotate(angle, Image.Resampling.BICUBIC, fillcolor="white")
    assert is_solution(cells_in(picture), maze, ends)


@pytest.mark.parametrize("corner", sample(range(4), 1))
def test_a_page_seen_from_one_side(corner: int) -> None:
    picture = drawn()
    width, height = picture.size
    corners = [[0, 0], [0, height], [width, height], [width, 0]]
    corners[corner][0] += 6 if corner < 2 else -6
    flat = tuple(float(value) for point in corners for value in point)
    seen = picture.transform(
        picture.size, Image.Transform.QUAD, flat, Image.Resampling.BICUBIC, fillcolor="white"
    )
    assert is_solution(cells_in(seen), MAZE, ENDS)


@pytest.mark.parametrize("wall", sample([14, 15, 17, 19], 19))
def test_walls_that_are_thicker_than_the_corridors(wall: int) -> None:
    maze = labirinto.wilson(14, 10, seed=1)
    ends = labirinto.suggest_ends(maze, "border")
    picture = drawn(maze, ends, cell=20, wall=wall)
    found, _ = recognise_in(Source(io.BytesIO(encoded(picture))))
    assert (found.maze, found.ends) == (maze, ends)


@pytest.mark.parametrize("mark", ["squares", "letters"])
def test_marks_in_a_closed_frame_are_the_ends(mark: str) -> None:
    maze = labirinto.wilson(14, 10, seed=3)
    picture = drawn(maze, None, cell=24)
    draw = ImageDraw.Draw(picture)
    for (x, y), colour, letter in (((13, 9), "red", "E"), ((0, 0), "lime", "S")):
        left, top = 16 + 24 * x, 16 + 24 * y
        if mark == "squares":
            draw.rectangle((left + 7, top + 7, left + 18, top + 18), fill=colour)
        else:
            draw.text((left + 8, top + 3), letter, fill="black", font_size=14)
    solved = solve_picture(encoded(picture))
    assert tuple(solved.ends) == ((0, 0), (13, 9))


def test_a_frame_that_shows_no_ends_is_asked_about() -> None:
    with pytest.raises(labirinto.InvalidValueError, match=r"no cell is marked; .*--ends"):
        solve_picture(encoded(drawn(ends=None)))
    ends = labirinto.Ends((0, 0), (29, 19))
    solved = solve_picture(encoded(drawn(ends=None)), ends=ends)
    assert solved.path == labirinto.solve(MAZE, *ends)


def test_three_marked_cells_are_asked_about() -> None:
    picture = drawn(ends=None)
    draw = ImageDraw.Draw(picture)
    for x, y in ((3, 3), (9, 9), (20, 5)):
        draw.rectangle((16 + 16 * x + 5, 16 + 16 * y + 5, 16 * x + 28, 16 * y + 28), fill="red")
    with pytest.raises(labirinto.InvalidValueError, match="has 3 marked cells, at"):
        solve_picture(encoded(picture))


def test_a_part_of_a_maze_that_looks_like_one_is_not_solved() -> None:
    """A line inside from top to bottom, with two passages, was taken for a side of the frame."""
    look = photographs.Look(style="fine", turn=1.8658747545254029, tilt=25)
    taken = photographs.photograph(look, 3000482)
    try:
        solved = solve_picture(taken.data)
    except labirinto.FileFormatError:
        return
    assert taken.is_right([solved.found.centre(x, y) for x, y in solved.path])


@pytest.mark.parametrize("angle", sample([4, 150], 4))
def test_glare_that_erases_a_wall_is_no_passage(angle: int) -> None:
    """A photograph in which a loop appears."""
    (x, y), (x2, y2) = walls_that_shorten()[5]
    picture = drawn(cell=20)
    middle = [16 + 20 * (a + b + 1) / 2 + 1 for a, b in ((x, x2), (y, y2))]
    ImageDraw.Draw(picture).rectangle(
        (middle[0] - 8, middle[1] - 8, middle[0] + 8, middle[1] + 8), fill="white"
    )
    turned = picture.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    with pytest.raises(labirinto.LabirintoError, match=r"lacks 1 of its walls|may cross|no maze"):
        cells_in(turned)


def test_a_maze_in_two_parts_does_not_lack_walls() -> None:
    picture = drawn(cell=20)
    assert ((4, 0), (5, 0)) in set(MAZE.passages())
    ImageDraw.Draw(picture).line((117, 16, 117, 36), fill="black", width=3)
    turned = picture.rotate(4, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    with pytest.raises(labirinto.LabirintoError, match="is in 2 parts"):
        cells_in(turned)


@pytest.mark.parametrize("seed", sample(range(3), 0))
def test_salt_and_pepper(seed: int) -> None:
    pixels = np.array(drawn(cell=12))
    chance = np.random.default_rng(seed).random(pixels.shape[:2])
    pixels[chance < 0.005] = 0
    pixels[chance > 0.995] = 255
    assert is_solution(cells_in(Image.fromarray(pixels)), MAZE, ENDS)


@pytest.mark.parametrize("gap", sample([0, 16, 50], 16))
def test_two_mazes_in_a_picture_are_asked_about(gap: int) -> None:
    other = labirinto.kruskal(12, 20, seed=5)
    ends = labirinto.suggest_ends(other, "border")
    first, second = drawn(), drawn(other, ends)
    page = Image.new("RGB", (first.width + gap + second.width, first.height), "white")
    page.paste(first, (0, 0))
    page.paste(second, (first.width + gap, 0))
    with pytest.raises(labirinto.FileFormatError, match=r"2 mazes .*--which, from 1 to 2"):
        cells_in(page)
    assert is_solution(cells_in(page, which=1), MAZE, ENDS)
    assert is_solution(cells_in(page, which=2), other, ends)
    with pytest.raises(labirinto.FileFormatError, match="none has the number 3"):
        cells_in(page, which=3)


def test_a_picture_of_one_cell_is_no_maze() -> None:
    stream = io.BytesIO()
    labirinto.save(labirinto.wilson(1, 1, seed=1), stream, format="pbm")
    with pytest.raises(labirinto.FileFormatError):
        labirinto.load(io.BytesIO(stream.getvalue()))


# The check itself, of mazes that were misread on purpose.


def misread(change: tuple[tuple[int, int], tuple[int, int]]) -> Any:
    """What is recognised in a picture, with a passage where it has a wall."""
    from dataclasses import replace

    found, _ = recognise_in(Source(io.BytesIO(encoded(drawn()))))
    maze = Maze.from_passages(30, 20, [*MAZE.passages(), change])
    return replace(found, maze=maze)


def walls_that_shorten() -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Walls that the shortest path would cross if they were read as passages."""
    start, end = ENDS
    from_start, to_end = MAZE.distances(start), MAZE.distances(end)
    length = from_start[end[1], end[0]]
    walls = [
        (cell, after)
        for cell in ((x, y) for y in range(20) for x in range(30))
        for after in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if after[0] < 30 and after[1] < 20 and after not in MAZE.neighbours(cell)
    ]
    return [
        ((x, y), (x2, y2))
        for (x, y), (x2, y2) in walls
        if min(from_start[y, x] + to_end[y2, x2], from_start[y2, x2] + to_end[y, x]) + 5 < length
    ]


@pytest.mark.parametrize("number", sample(range(4), 1))
def test_a_path_through_a_wall_is_refused_at_that_wall(number: int) -> None:
    wall = walls_that_shorten()[number * 7]
    found = misread(wall)
    with pytest.raises(labirinto.FileFormatError, match="may cross a wall near the pixel") as error:
        path_in(found, ENDS)
    x, y = (int(part) for part in str(error.value).split("pixel ")[1].split(" ")[0].split(","))
    middles = np.mean([found.centre(*cell) for cell in wall], axis=0)
    assert np.hypot(x - middles[0], y - middles[1]) < 12


def test_a_path_that_misses_a_passage_of_the_picture_is_refused() -> None:
    """A wall that was seen where there is none: the pixels know a shorter path."""
    from dataclasses import replace

    wall = walls_that_shorten()[0]
    picture = drawn(Maze.from_passages(30, 20, [*MAZE.passages(), wall]))
    found, _ = recognise_in(Source(io.BytesIO(encoded(picture))))
    with pytest.raises(labirinto.FileFormatError, match="may cross a wall"):
        path_in(replace(found, maze=MAZE), ENDS)


def test_a_wall_drawn_over_a_passage_stops_the_path() -> None:
    picture = drawn()
    found, _ = recognise_in(Source(io.BytesIO(encoded(picture))))
    path = labirinto.solve(MAZE, *ENDS)
    (x, y), (x2, y2) = path[10], path[11]
    # From post to post: half a cell before and after the middle between the two cells.
    middle = (x + x2) / 2, (y + y2) / 2
    half = (0.5 * (y2 != y), 0.5 * (x2 != x))
    begin = found.centre(middle[0] - half[0], middle[1] - half[1])
    end = found.centre(middle[0] + half[0], middle[1] + half[1])
    ImageDraw.Draw(picture).line((begin, end), fill="#555555", width=2)
    with pytest.raises(labirinto.LabirintoError):
        solve_picture(encoded(picture))


# What load says.


def test_load_warns_of_a_maze_that_may_be_misread() -> None:
    wall = walls_that_shorten()[0]
    data = encoded(drawn(Maze.from_passages(30, 20, [*MAZE.passages(), wall])))
    with pytest.warns(labirinto.UnsureWarning, match="may be misread: it is not perfect") as seen:
        maze = labirinto.load(io.BytesIO(data))
    assert not maze.is_perfect
    assert seen[0].message.quality == 0.5  # type: ignore[union-attr]
    with (
        pytest.warns(labirinto.UnsureWarning),
        pytest.raises(labirinto.FileFormatError, match="is not perfect; load it without"),
    ):
        labirinto.load(io.BytesIO(data), perfect=True)
    assert labirinto.load(io.BytesIO(encoded(drawn())), perfect=True) == MAZE


def test_load_warns_of_a_solution_that_may_cross_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded(drawn())
    monkeypatch.setattr("labirinto.recognition.recognised.crossing", lambda *_: (7.5, 9.0))
    with pytest.warns(labirinto.UnsureWarning, match=r"may cross a wall near the pixel 7,9$"):
        labirinto.load(io.BytesIO(data))


# What the page needs.


def test_a_solved_picture_is_drawn_and_described() -> None:
    solved = solve_picture(encoded(drawn()), seconds=60, max_pixels=10**6)
    for kind in ("png", "jpg", "webp"):
        with Image.open(io.BytesIO(solved.overlay(kind, "#ff00ff"))) as over:
            assert over.size == drawn().size
            x, y = solved.found.centre(*solved.path[5])
            red, green, blue = over.convert("RGB").getpixel((int(x), int(y)))
            assert red > 180 > 100 > green
            assert blue > 180
    about = solved.about()
    assert (about["width"], about["height"], about["perfect"], about["quality"]) == (
        30,
        20,
        True,
        1,
    )
    assert about["steps"] == labirinto.solve(MAZE, *ENDS).steps
    assert len(about["points"]) == about["steps"] + 3  # and out at both openings


def test_pixels_and_time_are_bounded() -> None:
    data = encoded(drawn())
    with pytest.raises(labirinto.FileFormatError, match="the limit is"):
        solve_picture(data, max_pixels=10_000)
    with pytest.raises(labirinto.FileFormatError, match="within 0 s"):
        solve_picture(data, seconds=0)

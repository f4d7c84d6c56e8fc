"""Walls that are lighter, coloured or dotted are walls, and what is drawn in is none."""

from __future__ import annotations

import contextlib
import io
from itertools import product
from typing import Any

import coloured_walls
import numpy as np
import photographs
import pytest
from files import encoded
from PIL import Image, ImageDraw
from tiers import deep, is_deep, sample, thinned

import labirinto
from labirinto._internal.refusals import PictureError
from labirinto.formats.picture import solve_picture

MAZE = labirinto.wilson(20, 14, seed=1)
ENDS = labirinto.suggest_ends(MAZE, "border")
SOLUTION = labirinto.solve(MAZE, *ENDS).cells


def taken(seed: int, walls: dict[str, Any], **look: Any) -> Any:
    return coloured_walls.coloured(
        coloured_walls.Walls(**walls), photographs.Look(**{"pixels": 20, **look}), seed
    )


def is_right(picture: Any) -> bool:
    solved = solve_picture(picture.data)
    return bool(picture.is_right([solved.found.centre(x, y) for x, y in solved.path]))


@pytest.mark.parametrize(
    "colour", sample(["225 of 255", "200 of 255", "yellow", "orange", "red"], "200 of 255")
)
@pytest.mark.parametrize("share", sample([0.01, 0.2, 0.5], 0.2))
def test_walls_of_another_colour_are_walls(colour: str, share: float) -> None:
    assert is_right(taken(3, {"colour": colour, "share": share}))


@pytest.mark.parametrize(("columns", "rows"), [(20, 10), deep(24, 8)])
@pytest.mark.parametrize("colour", sample(["orange", "200 of 255"], "orange"))
def test_a_frame_alone_is_no_maze_of_two_cells(columns: int, rows: int, colour: str) -> None:
    walls = {"colour": colour, "share": 1, "columns": columns, "rows": rows}
    assert is_right(taken(5, walls))


SEEN = product(
    ["200 of 255", "yellow", "red"],
    [{"gates": 1}, {"share": 0.1, "dotted": True}],
    [{}, {"turn": 30, "pixels": 18}, {"quality": 85}],
)


@pytest.mark.parametrize(("colour", "walls", "look"), thinned(SEEN, 7), ids=str)
def test_no_path_crosses_what_is_seen(
    colour: str, walls: dict[str, Any], look: dict[str, Any]
) -> None:
    for seed in range(2 if is_deep() else 1):
        picture = taken(seed, {"colour": colour, "columns": 9, "rows": 7, **walls}, **look)
        with contextlib.suppress(PictureError):
            assert is_right(picture)


@pytest.mark.parametrize(
    ("colour", "form", "drawn"),
    thinned(product(["200 of 255", "yellow", "red"], ["bar", "bend"], ["", "green"]), 3),
)
def test_no_path_crosses_a_bar_in_any_place(colour: str, form: str, drawn: str) -> None:
    """In bends and junctions, and below a solution that somebody has drawn over it."""
    for seed in range(3 if is_deep() else 1):
        walls = {"colour": colour, "gates": 1, "form": form, "solution": drawn}
        with pytest.raises(labirinto.LabirintoError):
            solve_picture(taken(seed, walls).data)


@pytest.mark.parametrize("seed", sample([3, 4, 13, 335], 13))
def test_no_path_crosses_a_faint_bar_where_a_drawn_solution_turns(seed: int) -> None:
    """Or ends, and in both there is more beside the bar than the floor."""
    with pytest.raises(labirinto.LabirintoError):
        solve_picture(taken(seed, {"colour": "225 of 255", "gates": 1, "solution": "red"}).data)


@pytest.mark.parametrize("pixels", sample([10, 14, 20], 14))
def test_no_path_crosses_a_no_entry_sign(pixels: int) -> None:
    for seed in range(4):
        with pytest.raises(labirinto.LabirintoError):
            solve_picture(taken(seed, {"gates": 1, "form": "sign"}, pixels=pixels).data)


@pytest.mark.parametrize(
    ("form", "format", "beside"),
    thinned(product(["disc", "square"], ["PNG", "JPEG"], [0, 0.1, 0.2]), 11),
)
def test_no_path_crosses_what_nearly_fills_a_corridor(
    form: str, format: str, beside: float
) -> None:
    """Between a border and the middle of a cell, and as thick as it is wide."""
    for at in range(3, len(SOLUTION) - 4, 5 if is_deep() else 20):
        picture = drawn()
        (x, y), (x2, y2) = SOLUTION[at : at + 2]
        middle = [17.5 + 20 * ((a + b + 1) / 2 + beside * (b - a)) for a, b in ((x, x2), (y, y2))]
        box = [place + side for side in (-7, 7) for place in middle]
        draw = ImageDraw.Draw(picture)
        (draw.ellipse if form == "disc" else draw.rectangle)(box, fill=(210, 20, 20))
        with pytest.raises(PictureError) as error:
            solve_picture(encoded(picture, format), ends=ENDS)
        assert error.value.reason == "crossing"


@pytest.mark.parametrize(
    ("colour", "look"), thinned(product(["red", "green", "blue"], [{}, {"quality": 60}]), 5)
)
def test_a_solution_that_is_drawn_in_is_no_wall(colour: str, look: dict[str, Any]) -> None:
    for seed in range(3 if is_deep() else 1):
        assert is_right(taken(seed, {"solution": colour}, **look))


def test_a_bar_is_refused_where_it_is() -> None:
    picture = drawn()
    (x, y), (x2, y2) = SOLUTION[12:14]
    middle = [16 + 20 * (a + b + 1) / 2 for a, b in ((x, x2), (y, y2))]
    wide, high = (7, 1) if x == x2 else (1, 7)
    left, top, right, low = (
        middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high,
    )  # fmt: skip
    ImageDraw.Draw(picture).rectangle((left, top, right, low), fill="yellow")
    with pytest.raises(PictureError) as error:
        solve_picture(encoded(picture))
    assert error.value.reason == "crossing"
    assert np.abs(np.array(error.value.place) - middle).max() < 10


def drawn() -> Image.Image:
    return labirinto.to_image(MAZE, ends=ENDS, style=labirinto.Style(cell=20, wall=3, margin=16))


@pytest.mark.parametrize(
    ("drawn_in", "format"),
    thinned(product(["shaded cells", "a path", "a wrong path", "distances"], ["PNG", "JPEG"]), 3),
)
def test_what_is_drawn_in_is_no_wall(drawn_in: str, format: str) -> None:
    picture = drawn()
    draw = ImageDraw.Draw(picture)
    path = labirinto.solve(MAZE, (0, 0), (10, 7)).cells
    pixels = np.array(picture)
    floor = (pixels == pixels[0, 0]).all(axis=2)
    distances = np.asarray(MAZE.distances(ENDS.start))
    if drawn_in in ("a path", "a wrong path"):
        points = [
            (27 + 20 * x, 27 + 20 * y) for x, y in (SOLUTION if drawn_in == "a path" else path)
        ]
        draw.line(points, fill="red", width=5)
    else:
        for y in range(MAZE.height):
            for x in range(MAZE.width):
                if drawn_in == "distances":
                    shade = int(255 - 120 * distances[y, x] / distances.max())
                elif (x, y) in path:
                    shade = 200
                else:
                    continue
                place = (17 + 20 * x, 17 + 20 * y, 37 + 20 * x, 37 + 20 * y)
                draw.rectangle(place, fill=(shade, 230, shade))
    after = np.where(floor[..., None], np.array(picture), pixels)
    cells = solve_picture(encoded(Image.fromarray(after), format), ends=ENDS).path.cells
    assert cells == SOLUTION


@pytest.mark.parametrize("seed", sample(range(4), 2))
def test_a_small_jpeg_with_its_solution_is_read_back(seed: int) -> None:
    maze = labirinto.wilson(3, 2, seed=seed)
    ends = labirinto.suggest_ends(maze, "border")
    stream = io.BytesIO()
    labirinto.save(maze, stream, path=labirinto.solve(maze, *ends), ends=ends, format="jpg")
    assert labirinto.load(io.BytesIO(stream.getvalue())) == maze


def test_an_arrow_that_begins_beside_the_frame_is_no_wall() -> None:
    """As worksheets of 20 columns and more have it below the exit."""
    maze = labirinto.wilson(20, 28, seed=3)
    ends = labirinto.Ends((3, 0), (5, 27), open=True)
    style = labirinto.Style(cell=48, wall=4, margin=96)
    picture = labirinto.to_image(maze, ends=ends, style=style)
    x, y = 96 + 48 * 5 + 26, 96 + 48 * 28 + 2 + 4
    ImageDraw.Draw(picture).polygon([(x - 10, y), (x + 10, y), (x, y + 18)], fill="black")
    assert solve_picture(encoded(picture)).path == labirinto.solve(maze, *ends)


@pytest.mark.parametrize(
    ("colour", "beside"), thinned(product([(225,) * 3, (255, 230, 0), (220, 30, 30)], [2, 4]), 5)
)
def test_no_path_crosses_a_bar_in_a_bend(colour: tuple[int, int, int], beside: int) -> None:
    cell, wall, margin = 20, 3, 2  # as the pictures are drawn
    picture = taken(3, {})
    solved = solve_picture(picture.data)
    exits, path = np.asarray(solved.found.maze), picture.path
    barred = 0
    for before, (x, y), behind in zip(path, path[1:], path[2:], strict=False):
        is_bend = before[0] != behind[0] and before[1] != behind[1]
        if is_bend and int(exits[y, x]).bit_count() == 2:
            with Image.open(io.BytesIO(picture.data)) as image:
                pixels = np.array(image.convert("RGB"))
            left, top = (cell * (margin + place) + wall for place in (x, y))
            step_x, step_y = before[0] - x, before[1] - y
            middle_x, middle_y = (side + (cell - wall) // 2 for side in (left, top))
            if step_x:
                at = middle_x + step_x * beside
                pixels[top : top + cell - wall, at - 1 : at + 2] = colour
            else:
                at = middle_y + step_y * beside
                pixels[at - 1 : at + 2, left : left + cell - wall] = colour
            with pytest.raises(labirinto.LabirintoError):
                solve_picture(encoded(Image.fromarray(pixels)))
            barred += 1
            if barred == 3 and not is_deep():
                break
    assert barred > 2


@pytest.mark.parametrize("seed", [0, 9])
def test_a_maze_of_two_cells_is_no_reading_of_a_larger_one(seed: int) -> None:
    maze = labirinto.wilson(4, 2, seed=seed)
    ends = labirinto.suggest_ends(maze, "border")
    stream = io.BytesIO()
    image = labirinto.to_image(maze, path=labirinto.solve(maze, *ends), ends=ends)
    image.convert("RGB").save(stream, "PNG")
    stream.seek(0)
    with pytest.raises(labirinto.FileFormatError, match="may cross a wall"):
        labirinto.formats.read(stream)

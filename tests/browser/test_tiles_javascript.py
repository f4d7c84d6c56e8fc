"""Tiles of JavaScript, pixel by pixel those of Python."""

import io
from itertools import product

import pytest
from javascript import answers, literal
from PIL import Image
from tiers import is_deep, sample

import labirinto
from labirinto.drawing.geometry import path_openings
from labirinto.drawing.style import Style
from labirinto.viewing import (
    Layers,
    MazePlanes,
    distance_colours,
    lowest_level,
    pieces_of,
    tile,
    tiles_of,
)

HEART = labirinto.grids.mask("heart", 90, 80)
MAZES = {
    "one": labirinto.wilson(1, 1, seed=1),
    "wide": labirinto.wilson(150, 20, seed=1),
    "tall": labirinto.kruskal(9, 140, seed=2),
    "row": labirinto.wilson(65, 1, seed=4),
    "heart": labirinto.wilson(HEART, seed=6),
    "rooms": labirinto.wilson(70, 33, seed=7, rooms=labirinto.Rooms(4)),
    "loops": labirinto.braid(labirinto.wilson(64, 64, seed=8), 0.5),
    "large": labirinto.eller(1000, 700, seed=9),
    "long": labirinto.wilson(3000, 20, seed=9),
}
STYLE = {"walls": "#123", "floor": "#fedcba", "solution": "#ff0000"}

TILES = """
const maze = await labirinto.generate({recipe});
const ends = {ends};
const path = {has_path} ? labirinto.solve(maze, ends.start, ends.end) : null;
const drawn = {{ ends, path, colourFrom: {start} }};
const source = new labirinto.TileSource(maze, drawn);
return {{ lowest: source.lowest, tiles: {tiles}.map((place) => source.tile(...place, {style})) }};
"""


def some_tiles(maze):
    """The first and the last tile of each level, and one between them."""
    for level in range(lowest_level(maze.width, maze.height), 7):
        across, down = tiles_of(maze.width, level), tiles_of(maze.height, level)
        yield from sorted(
            {(level, 0, 0), (level, across // 2, down // 2), (level, across - 1, down - 1)}
        )


ALL = list(product(["border", "corners"], [False, True], [False, True]))


@pytest.mark.parametrize("shown", sample(ALL, ("corners", True, True)))
def test_tiles_have_the_pixels_of_python(shown):
    kind, is_coloured, has_path = shown
    most = 10**6 if is_deep() else 10**5
    mazes = [maze for maze in MAZES.values() if 1 < len(maze.grid) < most]
    cases = []
    for maze in mazes:
        ends = labirinto.suggest_ends(maze, kind)
        start = ends.start if is_coloured else None
        cases.append((maze, ends, start, list(some_tiles(maze))))
    found = answers(
        TILES.format(
            recipe=literal(maze.recipe.as_dict()),
            ends=literal(ends.as_dict()),
            has_path=literal(has_path),
            start=literal(start),
            style=literal(STYLE),
            tiles=literal(tiles),
        )
        for maze, ends, start, tiles in cases
    )
    for (maze, ends, start, tiles), seen in zip(cases, found, strict=True):
        assert "error" not in seen, seen
        assert seen["lowest"] == lowest_level(maze.width, maze.height)
        layers = Layers(
            pieces_of(labirinto.solve(maze, *ends)) if has_path else None,
            path_openings(ends.openings(maze.rectangle), *ends),
            distance_colours(maze, start) if start else None,
        )
        planes = MazePlanes(maze, ends)
        for place, one in zip(tiles, seen["tiles"], strict=True):
            with Image.open(io.BytesIO(tile(planes, *place, Style(**STYLE), layers))) as picture:
                assert (one["width"], one["height"]) == picture.size
                assert one["data"] == picture.convert("RGBA").tobytes(), (maze, place)


def test_tiles_that_there_are_not():
    places = [[-1, 0, 0], [7, 0, 0], [0, 1, 0], [0, 0, -1], [0.5, 0, 0]]
    bodies = [
        "const maze = await labirinto.wilson(20, 20);"
        f"return new labirinto.TileSource(maze).tile(...{place});"
        for place in places
    ]
    found = answers(bodies)
    assert [one["error"] for one in found] == ["InvalidValueError"] * 5
    assert [one["field"] for one in found] == ["level", "level", "x", "y", "level"]

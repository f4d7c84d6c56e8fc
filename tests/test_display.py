"""The list of what a drawing shows: drawn here by hand, it is the picture that the core paints."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from files import drawn
from mesh_mazes import KINDS, drawing_of
from PIL import Image

import labirinto
from labirinto import Ends, Maze, Style, grids
from labirinto.drawing.display import Dot, Fill, Lines, Pens, all_items, layers
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Strokes
from labirinto.drawing.style import rgb

STYLES = [
    Style(),
    Style(cell=9, wall=4, margin=3, painted=True),
    Style(cell=7, wall=1, margin=0, painted=True),
]
MAZES = {
    "rectangle": labirinto.wilson(9, 7, seed=4),
    "one row": labirinto.wilson(6, 1, seed=1),
    "loops": labirinto.braid(labirinto.wilson(8, 8, seed=2), 1),
    "mask": labirinto.wilson(grids.mask("heart", 12, 11), seed=3),
}


def by_hand(drawing: Drawing) -> np.ndarray[Any, Any]:
    """The pixels of a drawing whose lines go along rows and columns."""
    style = drawing.style
    width, height = drawing.pixel_size
    pixels = np.full((height, width, 3), rgb(style.floor), np.uint8)

    def paint(x0: float, y0: float, x1: float, y1: float, colour: str) -> None:
        corners = (at * style.cell + style.margin + style.wall / 2 for at in (x0, y0, x1, y1))
        left, top, right, bottom = map(round, corners)
        pixels[max(top, 0) : bottom, max(left, 0) : right] = rgb(colour)

    for item in all_items(drawing):
        assert isinstance(item, Lines)
        for stroke in item.shape.each():
            for (x0, y0, _), (x1, y1, _) in pairwise(stroke):
                assert item.cap == "square"
                (left, right), (top, bottom) = sorted((x0, x1)), sorted((y0, y1))
                reach = item.width / 2
                paint(left - reach, top - reach, right + reach, bottom + reach, item.colour)
    return pixels


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", MAZES)
def test_the_core_paints_the_picture_of_the_list(name: str, style: Style) -> None:
    maze = MAZES[name]
    ends: Ends | None = labirinto.suggest_ends(maze, "border")
    path = None
    if style.painted:
        assert ends
        path, ends = labirinto.solve(maze, *ends), None
    data = drawn(maze, "png", ends=ends, path=path, style=style)
    painted = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    assert (by_hand(Drawing(maze, path, ends, style)) == painted).all()


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_every_grid_has_the_same_layers(name: str, is_open: bool) -> None:
    drawing = drawing_of(name, is_open=is_open)
    pens = Pens(wall=0.1, line=0.3, mark=0.5, arrow=0.4)
    found = {layer.name: list(layer.items) for layer in layers(drawing, pens)}
    assert list(found) == ["colours", "solution", "walls", "ends"]
    assert [type(item) for item in found["walls"]] == [Lines]
    has_path = drawing.path is not None and drawing.path.steps > 0
    assert [item.colour for item in found["solution"]] == has_path * [drawing.style.solution]
    has_ends = drawing.ends is not None
    kind = Fill if is_open else Dot
    assert [type(item) for item in found["ends"]] == 2 * has_ends * [kind]


def test_strokes_are_packed_and_unpacked() -> None:
    for name in ("circular", "voronoi"):
        drawing = drawing_of(name, is_open=True)
        (walls,) = (layer for layer in layers(drawing) if layer.name == "walls")
        for item in walls.items:
            assert isinstance(item, Lines)
            assert isinstance(item.shape, Strokes)
            assert Strokes.of(item.shape.each()) == item.shape


def test_what_is_not_there_has_no_item() -> None:
    alone = Maze.from_passages(1, 1, [])
    assert [len(list(layer.items)) for layer in layers(Drawing(alone))] == [0, 0, 1, 0]
    drawing = Drawing(alone, labirinto.Path((0, 0), b""))
    assert [len(list(layer.items)) for layer in layers(drawing)] == [0, 0, 1, 0]

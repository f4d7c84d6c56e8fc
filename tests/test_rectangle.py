"""The grid of rectangular mazes: its cells, their numbers, and the walls between them."""

import numpy as np
import pytest
from spanning import AWKWARD, neighbours_in
from tiers import thinned

import labirinto
from labirinto import InvalidValueError, Rectangle

SIZES = [size for size in AWKWARD if size[0] * size[1] < 2000]


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_a_rectangle_is_the_collection_of_its_cells(width, height):
    grid = Rectangle(width, height)
    cells = [(x, y) for y in range(height) for x in range(width)]
    assert list(grid) == cells
    assert len(grid) == len(cells)
    assert [grid.index(cell) for cell in cells] == list(range(len(cells)))
    assert [grid.label(i) for i in range(len(cells))] == cells
    assert all(cell in grid for cell in cells)
    for outside in ((-1, 0), (0, -1), (width, 0), (0, height), None, "ab", (0, 0, 0), (0.0, 0)):
        assert outside not in grid
        with pytest.raises(InvalidValueError, match=r"is outside the maze|is not a cell"):
            grid.index(outside)
    for number in (-1, len(cells), 0.5, None):
        with pytest.raises(InvalidValueError, match="index is"):
            grid.label(number)
        with pytest.raises(InvalidValueError, match="index is"):
            grid.neighbours(number)


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_every_wall_stands_between_two_neighbours(width, height):
    grid = Rectangle(width, height)
    sides = {}
    for i in range(len(grid)):
        for neighbour, wall in grid.neighbours(i):
            sides.setdefault(wall, []).append((grid.label(i), grid.label(neighbour)))
    pairs = neighbours_in(width, height)
    assert sorted(one for one, _ in sides.values()) == sorted(pairs)
    assert all(other == one[::-1] for one, other in sides.values())


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_bytes_are_those_of_a_maze(width, height):
    grid = labirinto.wilson(width, height, seed=1).grid
    assert grid == Rectangle(np.int64(width), np.uint32(height))
    rows = labirinto.wilson(width, height, seed=1).rows
    assert grid.maze_bytes == grid.height * grid.row_bytes == len(rows)
    assert grid.row_bytes == 2 * grid.plane_bytes


def test_a_mask_shows_in_the_repr():
    assert repr(Rectangle(3, 2)) == "<Rectangle 3x2>"
    assert repr(Rectangle(3, 2, b"\x05\x02")) == "<Rectangle 3x2, 3 cells>"


def test_the_largest_rectangle_has_all_its_cells():
    assert len(Rectangle(2**31 - 1, 2**31 - 1)) == (2**31 - 1) ** 2

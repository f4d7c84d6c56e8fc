"""What the painter of pixels refuses; what it paints is tested with the formats."""

import pytest

import labirinto
from labirinto import _core

MAZE = labirinto.wilson(5, 4, seed=1)

# cell, wall, margin, line, mark, depth
LAYOUTS = [
    (2, 1, 0, 1, 1, 1),
    (2, 1, 3, 0, 0, 2),
    (9, 4, 1, 5, 5, 4),
    (9, 8, 1, 1, 1, 8),
]


def painted(layout, width=5, openings=()):
    *sizes, depth = layout
    raster = _core.Raster(width, list(openings), *sizes, depth, False)
    return raster.margin() + raster.rows(MAZE.rows, 4) + raster.last_line() + raster.margin()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_can_be_is_painted(layout):
    cell, wall, margin, _, _, depth = layout
    width, height = (2 * margin + side * cell + wall for side in (5, 4))
    assert len(painted(layout)) == height * ((width * depth + 7) // 8)


@pytest.mark.parametrize(
    "layout",
    [
        *[(9, 4, 1, 1, 1, depth) for depth in (0, 3, 5, 6, 7, 9, 16, 2**31)],
        (4, 4, 1, 0, 0, 2),
        (4, 5, 1, 0, 0, 2),
        (0, 0, 1, 0, 0, 2),
        (9, 4, 1, 6, 5, 2),
        (9, 4, 1, 5, 6, 2),
        (9, 4, 1, 2**63, 5, 2),
        (2**31, 1, 1, 1, 1, 2),
        (9, 4, 2**31, 1, 1, 2),
    ],
)
def test_a_layout_that_cannot_be_is_refused(layout):
    with pytest.raises(ValueError, match="no such layout"):
        painted(layout)


def test_what_is_outside_the_maze_is_refused():
    for width in (0, 2**31):
        with pytest.raises(ValueError, match="side"):
            painted(LAYOUTS[0], width)
    with pytest.raises(ValueError, match="opening is outside"):
        painted(LAYOUTS[0], openings=[(5, 0, 1)])
    raster = _core.Raster(5, [], 9, 4, 1, 1, 1, 4, False)
    with pytest.raises(ValueError, match="outside"):
        raster.overlay_marks([(5, 0, 3)])
    with pytest.raises(ValueError, match="outside"):
        raster.overlay_path(4, 0, bytes([0]), 4, 4)


def test_directions_and_colours_that_are_none_are_refused():
    raster = _core.Raster(5, [], 9, 4, 1, 1, 1, 2, False)
    for moves, enters, leaves in ((b"\4", 4, 4), (b"", 5, 4), (b"", 4, 99)):
        with pytest.raises(ValueError, match="no direction"):
            raster.overlay_path(0, 0, moves, enters, leaves)
    with pytest.raises(ValueError, match="more bits a pixel"):
        raster.overlay_marks([(0, 0, 4)])
    with pytest.raises(ValueError, match="more bits a pixel"):
        _core.Raster(5, [], 9, 4, 1, 1, 1, 1, False).overlay_path(0, 0, b"\0", 4, 4)
    raster.overlay_path(0, 0, b"\0", 4, 4)
    raster.overlay_marks([(0, 0, 3)])

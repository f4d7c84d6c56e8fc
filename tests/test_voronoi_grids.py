"""Grids of irregular cells: the same for a seed everywhere, and cells of about one size."""

from __future__ import annotations

import hashlib

import pytest

import labirinto
from labirinto import _core
from labirinto.errors import InvalidValueError
from labirinto.grids import polygons, voronoi


def corners_of(grid: labirinto.grids.Mesh) -> list[list[tuple[float, float]]]:
    return [[(side.x0, side.y0) for side in grid.outline(cell)] for cell in range(len(grid))]


# Where floating point took part, one of these would differ on some platform.
PINNED = {
    (1, 0): "a2785bc6",
    (2, 7): "54bec2a1",
    (500, 3): "a14c2b50",
    (10_000, 2**64 - 1): "6a7b6242",
    (300, "anna"): "2391eeef",
}


@pytest.mark.parametrize(("cells", "seed"), PINNED)
def test_a_seed_gives_one_grid(cells: int, seed: int | str) -> None:
    # Corners are fractions of a power of two: their text is exact.
    text = repr(corners_of(voronoi(cells, seed=seed)))
    assert hashlib.blake2b(text.encode(), digest_size=4).hexdigest() == PINNED[cells, seed]


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5, 10, 50, 500, 3000])
@pytest.mark.parametrize("seed", [1, 2])
def test_cells_cover_a_rectangle(cells: int, seed: int) -> None:
    grid = voronoi(cells, seed=seed)
    outlines = corners_of(grid)
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    assert min(xs) == min(ys) == 0
    assert max(xs) / max(ys) == pytest.approx(4 / 3, rel=0.02)
    areas = [sum(s.x0 * s.y1 - s.x1 * s.y0 for s in grid.outline(k)) / 2 for k in range(cells)]
    assert sum(areas) == pytest.approx(max(xs) * max(ys), rel=1e-12)
    assert sum(areas) / cells == pytest.approx(1, abs=0.01)
    assert min(areas) > 0.25
    assert max(areas) < 2.5
    # Outlines as any others are proved to overlap nowhere, and to have the same neighbours.
    again = polygons(outlines)
    for cell in range(cells):
        assert again.neighbours(cell) == grid.neighbours(cell)


def test_walls_are_long_enough_to_pass() -> None:
    grid = voronoi(2000, seed=5)
    lengths = sorted(sum(side.length for side in grid.wall(k)) for k in range(grid.walls))
    few = sum(length < 0.25 for length in lengths)
    assert few < len(lengths) / 100  # corners cannot be moved twice
    assert lengths[0] > 0.01


def test_regions_are_those_of_the_nearest_points() -> None:
    """A region's sides lie in the middle between its point and another: all are convex."""
    grid = voronoi(800, seed=9)
    turns = 0
    left = 0
    for outline in corners_of(grid):
        for k, (x, y) in enumerate(outline):
            (x0, y0), (x1, y1) = outline[k - 1], outline[(k + 1) % len(outline)]
            turns += 1
            left += (x - x0) * (y1 - y) - (y - y0) * (x1 - x) < 0
    assert left < turns / 20  # but where short walls were shrunk


def test_without_a_seed_grids_differ() -> None:
    assert voronoi(5) != voronoi(5)


@pytest.mark.parametrize(
    ("cells", "seed", "message"),
    [
        (0, 1, "cells is 0; it must be from 1 to 10000000"),
        (10**7 + 1, 1, "cells is 10000001"),
        ("5", 1, "cells is '5'; it must be a whole number"),
        (5, "", "The seed is empty"),
        (5, -1, "The seed -1 is not"),
    ],
)
def test_no_such_grid(cells: int, seed: int | str, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        voronoi(cells, seed=seed)


@pytest.mark.parametrize("cells", [0, 10**7 + 1])
def test_the_core_refuses_sizes(cells: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        _core.Mesh.voronoi(cells, 1)

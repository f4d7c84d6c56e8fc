"""Grids of cells that are not squares: cells, neighbours, walls, borders and specs."""

import copy
import itertools
import json
import math
import pickle
from collections import Counter

import networkx
import numpy as np
import pytest
from meshes import GRIDS, IRREGULAR

from labirinto import InvalidValueError, TooLargeError, grids
from labirinto.grids.kinds import KINDS

ALL = GRIDS | IRREGULAR


@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_is_the_collection_of_its_cells_in_reading_order(name):
    grid = GRIDS[name]()
    cells = list(grid)
    assert grid.text == name
    assert len(cells) == len(grid) == len(set(cells))
    assert cells == sorted(cells, key=lambda cell: cell if grid.kind == "circular" else cell[::-1])
    assert [grid.index(cell) for cell in cells] == list(range(len(cells)))
    assert all(cell in grid for cell in cells)
    for outside in ((-1, 0), (99, 0), (0, 99), (0, 0, 0), (0,), "ab", None, (0.5, 0)):
        assert outside not in grid
        with pytest.raises(InvalidValueError, match=r"outside the grid|is not a cell"):
            grid.index(outside)
    for number in (-1, len(grid), 0.5):
        with pytest.raises(InvalidValueError, match="index is"):
            grid.label(number)
        with pytest.raises(InvalidValueError, match="index is"):
            grid.neighbours(number)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_among_the_grids_of_the_tests(kind):
    assert kind in ("voronoi", "polygons", "linked", "woven") or any(
        name.startswith(kind) for name in GRIDS
    )


@pytest.mark.parametrize("name", ALL)
def test_every_wall_stands_between_two_neighbours(name):
    grid = ALL[name]()
    sides = {}
    for cell in range(len(grid)):
        for other, wall in grid.neighbours(cell):
            sides.setdefault(wall, []).append((cell, other))
    assert sorted(sides) == list(range(grid.walls))
    assert all(one[::-1] == other for one, other in sides.values())
    # By the lower of their cells.
    assert [min(one) for one, _ in (sides[k] for k in sorted(sides))] == sorted(
        min(one) for one, _ in sides.values()
    )
    # Of each wall the sides belong to both cells, once in each direction.
    for wall, ((one, other), _) in sides.items():
        for side in grid.wall(wall):
            assert side in grid.outline(one)
            assert (*side[2:4], *side[:2], -side.radius) in grid.outline(other)


@pytest.mark.parametrize("name", ALL)
def test_sides_are_walls_or_border_and_corners_fulfil_eulers_formula(name):
    grid = ALL[name]()
    outlines = sum(len(grid.outline(cell)) for cell in range(len(grid)))
    walls = sum(len(grid.wall(wall)) for wall in range(grid.walls))
    assert outlines == 2 * walls + len(grid.border)
    if len(grid) > 1:
        # Cells, walls that can stand, and corners: planar maps, each the dual of the other.  Walls
        # that are the only way to some cells join no two corners.
        graph = networkx.MultiGraph()
        for cell in range(len(grid)):
            graph.add_edges_from(
                (cell, it, wall) for it, wall in grid.neighbours(cell) if it > cell
            )
        bridges = sum(len(graph[a][b]) == 1 for a, b in networkx.bridges(networkx.Graph(graph)))
        corners = [grid.core.walls_at(corner) for corner in range(grid.core.corners)]
        assert sum(map(len, corners)) == 2 * (grid.walls - bridges)
        assert max(1, len(corners)) == grid.walls - len(grid) + 2


def test_known_numbers_of_cells_and_neighbours():
    for side in range(1, 7):
        assert len(grids.hexagonal(side, outline="hexagon")) == 3 * side * (side - 1) + 1
        assert len(grids.hexagonal(side, outline="triangle")) == side * (side + 1) // 2
        assert len(grids.triangular(side, outline="triangle")) == side**2
        assert len(grids.triangular(side, outline="hexagon")) == 6 * side**2
    for grid, expected in (
        (grids.hexagonal(4, outline="hexagon"), {3: 6, 4: 12, 6: 19}),
        (grids.hexagonal(4, outline="triangle"), {2: 3, 4: 6, 6: 1}),
        (grids.triangular(4, outline="triangle"), {1: 3, 2: 6, 3: 7}),
        (grids.triangular(2, outline="hexagon"), {2: 12, 3: 12}),
        (grids.octagonal(5, 5), {3: 4, 4: 0, 5: 4, 8: 5}),
    ):
        degrees = Counter(len(grid.neighbours(cell)) for cell in range(len(grid)))
        if grid.kind == "octagonal":
            # Four corners, eight octagons and squares along the sides, and what lies within.
            assert degrees == {3: 4 + 8, 5: 4, 8: 5, 4: 4}
        else:
            assert degrees == expected


@pytest.mark.parametrize("name", [name for name in GRIDS if not name.startswith("circular")])
def test_neighbours_are_the_cells_that_lie_near(name):
    grid = GRIDS[name]()
    centres = np.array([grid.centre(cell) for cell in range(len(grid))])
    distances = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    near = {"hexagonal": 1.0, "triangular": 1.5 / math.sqrt(3), "octagonal": 1.25}[grid.kind]
    expected = np.isclose(distances, near)
    if grid.kind == "octagonal":  # two octagons, but not two squares, also touch at a slant
        octagons = np.array([(x + y) % 2 == 0 for x, y in grid])
        expected |= np.isclose(distances, near * math.sqrt(2)) & np.outer(octagons, octagons)
    assert distances[~np.eye(len(grid), dtype=bool)].min(initial=near) == pytest.approx(near)
    found = np.zeros_like(expected)
    for cell in range(len(grid)):
        for other, _ in grid.neighbours(cell):
            found[cell, other] = True
    assert (found == expected).all()


@pytest.mark.parametrize(("rings", "hole"), [(1, 0), (2, 0), (6, 0), (1, 1), (1, 5), (4, 3)])
def test_neighbours_in_rings_share_angles_or_a_side(rings, hole):
    grid = grids.circular(rings, hole)
    counts = Counter(ring for ring, _ in grid)
    # What DESIGN of the rings says: about as wide as high, and each ring a multiple of the last.
    radii = range(hole, hole + rings)
    assert counts[0] == (round(2 * math.pi * hole) if hole else 1)
    for ring, radius in list(enumerate(radii))[1:]:
        before = counts[ring - 1]
        assert counts[ring] == before * round(2 * math.pi * radius / before)

    def spans(cell):
        ring, position = cell
        return position / counts[ring], (position + 1) / counts[ring]

    for one, other in itertools.combinations(grid, 2):
        (a, b), (c, d) = spans(one), spans(other)
        touches = False
        if one[0] == other[0]:
            gap = (other[1] - one[1]) % counts[one[0]]
            touches = gap in (1, counts[one[0]] - 1)
        elif abs(one[0] - other[0]) == 1:
            touches = min(b, d) - max(a, c) > 1e-9
        walls = [
            wall for cell, wall in grid.neighbours(grid.index(one)) if cell == grid.index(other)
        ]
        assert len(walls) == touches
    for cell in range(len(grid)):
        for side in grid.outline(cell):
            ends = {round(math.dist(grid.core.centre, p), 9) for p in (side[:2], side[2:4])}
            assert ends == {abs(side.radius)} if side.radius else len(ends) == 2


@pytest.mark.parametrize("name", ALL)
def test_the_outer_border_goes_once_around(name):
    grid = ALL[name]()
    sides = [grid.border[number][1] for number in grid.outer_border]
    assert len(set(grid.outer_border)) == len(sides) > 0
    for one, other in itertools.pairwise([*sides, sides[0]]):
        assert one[2:4] == other[:2]
    inner = [
        side for number, (_, side) in enumerate(grid.border) if number not in grid.outer_border
    ]
    xs, ys = [side.x0 for side in sides], [side.y0 for side in sides]
    for side in inner:  # holes
        assert min(xs) < side.x0 < max(xs)
        assert min(ys) < side.y0 < max(ys)
    assert bool(inner) == ("hole" in name or name in ("two walls", "islands"))
    assert grid.border_cells == sorted({grid.border[number][0] for number in grid.outer_border})


@pytest.mark.parametrize("name", ALL)
def test_an_opening_is_a_piece_of_the_border_of_its_cell_that_faces_outwards(name):
    grid = ALL[name]()
    for cell in range(len(grid)):
        if cell not in grid.border_cells:
            with pytest.raises(InvalidValueError, match="is not on the border"):
                grid.opening(grid.label(cell))
            continue
        numbers = grid.opening(grid.label(cell))
        assert len(numbers) >= 1
        assert len(numbers) == 1 or name in IRREGULAR
        assert set(numbers) <= set(grid.outer_border)
        assert {grid.border[number][0] for number in numbers} == {cell}


def test_openings_of_a_hexagon_are_the_sides_that_face_outwards_most():
    grid = grids.hexagonal(5, outline="hexagon")
    top, bottom = grid.label(2), grid.label(len(grid) - 3)
    for cell, sign in ((top, -1), (bottom, 1)):
        (number,) = grid.opening(cell)
        _, side = grid.border[number]
        assert sign * (side.x1 - side.x0) < 0
    assert grid.corners() == ((2, 0), (6, 8))


@pytest.mark.parametrize("name", ALL)
def test_a_spec_rebuilds_the_grid(name):
    grid = ALL[name]()
    spec = json.loads(json.dumps(grid.spec))
    assert grids.from_spec(spec) == grid
    assert hash(grids.from_spec(spec)) == hash(grid)
    for again in (pickle.loads(pickle.dumps(grid)), copy.deepcopy(grid)):
        assert again == grid
        assert again.walls == grid.walls
    assert grids.hexagonal(3, 2) != grid


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([1], "The grid is list, not the spec of a grid"),
        ({}, "There is no kind of grid None; choose one of hexagonal"),
        ({"kind": "round"}, "There is no kind of grid 'round'"),
        ({"kind": "hexagonal", "sizes": [2, 3]}, "The spec of the grid hexagonal has no 'outline'"),
        ({"kind": "hexagonal", "outline": "rectangle", "sizes": 2}, "is not the spec of a grid"),
        ({"kind": "hexagonal", "outline": "rectangle", "sizes": [2]}, "takes a width and a height"),
        (
            {"kind": "hexagonal", "outline": ["rectangle"], "sizes": [2, 2]},
            "The outline .* unknown",
        ),
        ({"kind": "hexagonal", "outline": "hexagon", "sizes": ["2"]}, "size is '2'; it must be a"),
        ({"kind": "octagonal", "outline": "hexagon", "sizes": [2]}, "have one of rectangle"),
        ({"kind": "triangular", "outline": "rectangle", "sizes": [1, 9]}, "is not connected"),
        ({"kind": "circular", "rings": 0, "hole": 0}, "rings is 0; it must be from 1 to"),
        (
            {"kind": "circular", "rings": 3, "hole": 0, "cells": 9},
            "contradicts the grid that it",
        ),
    ],
)
def test_a_spec_that_lies_is_refused(spec, message):
    with pytest.raises(InvalidValueError, match=message):
        grids.from_spec(spec)


@pytest.mark.parametrize(
    "make",
    [
        lambda: grids.hexagonal(10**7, 10**7),
        lambda: grids.triangular(10**7, outline="hexagon"),
        lambda: grids.hexagonal(4000, outline="hexagon"),
        lambda: grids.octagonal(4000, 2501),
        lambda: grids.circular(10**7),
        lambda: grids.circular(1, 10**7),
    ],
)
def test_too_many_cells_are_refused_before_any_is_made(make):
    with pytest.raises(TooLargeError, match="has more than 10000000 cells"):
        make()

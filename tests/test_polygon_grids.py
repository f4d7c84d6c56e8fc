"""Grids of any polygons: which are neighbours, and which polygons are no grid."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import labirinto
from labirinto import _core
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids import from_spec, polygons

Box = tuple[int, int, int, int]


def square(x: float, y: float, width: float = 1, height: float = 1) -> list[tuple[float, float]]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def neighbours_of(grid: labirinto.grids.Mesh) -> list[tuple[int, int]]:
    """All pairs of neighbours, as often as they have walls."""
    pairs = ((cell, it) for cell in range(len(grid)) for it, _ in grid.neighbours(cell))
    return sorted(pair for pair in pairs if pair[0] < pair[1])


def area(grid: labirinto.grids.Mesh, cell: int) -> float:
    return sum(s.x0 * s.y1 - s.x1 * s.y0 for s in grid.outline(cell)) / 2


# Neighbours.


def test_a_corner_in_the_middle_of_a_side() -> None:
    grid = polygons([square(0, 0), square(1, 0), square(0, 1, 2, 1)])
    assert neighbours_of(grid) == [(0, 1), (0, 2), (1, 2)]
    assert sum(area(grid, cell) for cell in range(3)) == pytest.approx(3)
    assert len(grid.border) == 7  # the long side is divided only where it is shared


def divided(box: Box, chances: random.Random, count: int) -> list[Box]:
    """A box, divided into smaller ones again and again."""
    boxes = [box]
    while len(boxes) < count:
        x, y, width, height = boxes.pop(chances.randrange(len(boxes)))
        if width < 2 or height < 2:
            boxes.append((x, y, width, height))
        elif chances.random() < 0.5:
            left = chances.randrange(1, width)
            boxes += [(x, y, left, height), (x + left, y, width - left, height)]
        else:
            upper = chances.randrange(1, height)
            boxes += [(x, y, width, upper), (x, y + upper, width, height - upper)]
    return boxes


def touch(one: Box, other: Box) -> bool:
    """Whether two boxes that do not overlap share more than a point."""
    x = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    y = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return min(x, y) == 0 and max(x, y) > 0


@pytest.mark.parametrize("seed", range(12))
def test_boxes_at_any_angle(seed: int) -> None:
    chances = random.Random(seed)
    boxes = divided((0, 0, 100, 80), chances, 60)
    angle = chances.uniform(0, math.pi)
    cosine, sine = math.cos(angle), math.sin(angle)

    def turned(box: Box) -> list[tuple[float, float]]:
        corners = [(x * cosine - y * sine, x * sine + y * cosine) for x, y in square(*box)]
        begin = chances.randrange(4)
        corners = corners[begin:] + corners[:begin]
        return corners[:: chances.choice((1, -1))]  # wound in any way

    grid = polygons([turned(box) for box in boxes])
    pairs = [
        (i, j) for (i, one), (j, other) in combinations(enumerate(boxes), 2) if touch(one, other)
    ]
    assert neighbours_of(grid) == pairs
    for cell, (_, _, width, height) in enumerate(boxes):
        assert area(grid, cell) == pytest.approx(width * height * 60 / 8000, rel=1e-4)


def test_an_island_in_a_hole() -> None:
    grid = polygons([[square(0, 0, 3, 3), square(1, 1)], square(1, 1)])
    assert neighbours_of(grid) == [(0, 1)]
    assert len(grid.wall(0)) == 4


def test_two_walls_between_two_cells() -> None:
    # A letter C, closed by a bar, around a hole.
    c = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (3, 2), (3, 3), (0, 3)]
    grid = polygons([c, square(3, 0, 1, 3)])
    assert neighbours_of(grid) == [(0, 1), (0, 1)]
    assert grid.walls == 2


def test_a_wall_of_several_sides() -> None:
    left = [(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)]
    right = [(2, 0), (3, 0), (3, 2), (2, 2), (1, 1)]
    grid = polygons([left, right])
    assert neighbours_of(grid) == [(0, 1)]
    assert len(grid.wall(0)) == 2


def test_corners_that_nearly_meet_do() -> None:
    little = 1e-8
    grid = polygons([square(0, 0), square(1 + little, -little), square(-little, 1, 2 + little, 1)])
    assert neighbours_of(grid) == [(0, 1), (0, 2), (1, 2)]
    assert grid.core.is_connected


def test_any_order_of_magnitude() -> None:
    for size in (1e-300, 1e-5, 1e8, 8e307):
        grid = polygons([[(x * size, y * size) for x, y in square(k, 0)] for k in (0, 1)])
        assert neighbours_of(grid) == [(0, 1)]
        assert area(grid, 0) == pytest.approx(1)


def test_only_the_largest_piece() -> None:
    far = [square(0, 0), square(5, 5), square(6, 5), square(9, 0)]
    with pytest.raises(InvalidValueError, match=r"4 polygons are in 3 pieces .* pieces='largest'"):
        polygons(far)
    grid = polygons(far, pieces="largest")
    assert neighbours_of(grid) == [(0, 1)]


# Mazes.


def spanning_trees(grid: labirinto.grids.Mesh) -> int:
    """The number of mazes, by trying all choices of walls."""
    pairs = {wall: (cell, it) for cell in range(len(grid)) for it, wall in grid.neighbours(cell)}
    count = 0
    for chosen in combinations(pairs, len(grid) - 1):
        parents = list(range(len(grid)))

        def find(cell: int, parents: list[int] = parents) -> int:
            return cell if parents[cell] == cell else find(parents[cell])

        for one, other in (pairs[wall] for wall in chosen):
            parents[find(one)] = find(other)
        count += len({find(cell) for cell in range(len(grid))}) == 1
    return count


# A cell with four cells in its hole, one with two holes, two walls between two cells.
UNUSUAL: dict[str, list[Any]] = {
    "cells in a hole": [
        [square(0, 0, 4, 4), square(1, 1, 2, 2)],
        *(square(x, y) for x in (1, 2) for y in (1, 2)),
        square(4, 0, 1, 4),
        square(0, 4, 5, 1),
    ],
    "two groups in holes": [
        [square(0, 0, 7, 3), square(1, 1, 2, 1), square(4, 1, 2, 1)],
        square(1, 1),
        square(2, 1),
        square(4, 1),
        square(5, 1),
    ],
    "holes that touch": [
        [square(0, 0, 4, 4), square(1, 1), square(2, 2)],
        square(1, 1),
        [(2, 2), (3, 2), (3, 3)],
        [(2, 2), (3, 3), (2, 3)],
        square(4, 0, 1, 4),
    ],
    "around a lake": [
        [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (3, 2), (3, 3), (0, 3)],
        square(3, 0, 1, 3),
        square(0, 3, 2, 1),
        square(2, 3, 2, 1),
    ],
}


@pytest.mark.parametrize("name", UNUSUAL)
@pytest.mark.parametrize("kernel", ["wilson_cells", "wilson_walls"])
def test_all_mazes_are_equally_likely(name: str, kernel: str) -> None:
    grid = polygons(UNUSUAL[name])
    count = spanning_trees(grid)
    assert count > 2
    make = getattr(_core, f"mesh_{kernel}")
    expected = 60
    found = Counter(make(grid.core, seed) for seed in range(expected * count))
    assert len(found) == count
    chi_square = sum((times - expected) ** 2 / expected for times in found.values())
    # Five standard deviations.
    assert abs(chi_square - (count - 1)) < 5 * math.sqrt(2 * (count - 1))


# Specs.


@pytest.mark.parametrize(
    "corners",
    [None, 5, "", "abc", "AAAA", "eNpjZGAAAAAEAAI=", "eNoDAAAAAAE="],
)
def test_specs_that_lie(corners: Any) -> None:
    with pytest.raises(InvalidValueError):
        from_spec({"kind": "polygons", "corners": corners})


def test_a_spec_says_nothing_else() -> None:
    spec = polygons([square(0, 0)]).spec
    with pytest.raises(InvalidValueError, match="contradicts the grid"):
        from_spec({**spec, "cells": 7})


# Polygons that are no grid.


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "There are no polygons"),
        ([[]], "Polygon 0 has no corners"),
        ([square(0, 0), [(0, 0), (1, 1)]], r"Polygon 1 has a ring of 2 corners; it needs 3"),
        ([square(0, 0), square(0.5, 0)], "Polygons 0 and 1 overlap"),
        ([square(0, 0), square(0, 0)], "Polygons 0 and 1 overlap"),
        ([square(0, 0, 3, 3), square(1, 1)], "Polygons 0 and 1 overlap"),
        ([square(0, 0), square(1, 0), square(0.2, 0.2, 0.1, 0.1)], "Polygons 0 and 2 overlap"),
        ([square(0, 0), square(1, 1)], "2 pieces"),
        ([[(0, 0), (1, 1), (0, 1), (1, 0)]], "Polygon 0 has no area, or its outline crosses"),
        ([[(0, 0), (3, 1), (0, 1), (1, 0)]], "outline of polygon 0 crosses or touches itself"),
        ([[(0, 0), (1, 0), (2, 0)]], "Polygon 0 has no area"),
        ([square(0, 0), [(1, 0), (1, 1), (1 + 1e-9, 0.5)]], "Polygon 1 has no area"),
        ([[square(0, 0, 3, 3), square(5, 5)]], "polygon 0 crosses or touches"),
        ([[square(0, 0, 3, 3), square(2, 2, 2, 2)]], "polygon 0 crosses or touches"),
        ([[square(0, 0, 4, 4), [(0, 2), (2, 1), (4, 2), (2, 3)]]], "polygon 0 crosses"),
        ([[(2, 2), (0, 0), (0, 4), (2, 2), (4, 4), (4, 0)]], "polygon 0 crosses or touches itself"),
        ([[(0, 0), (1, 0), (math.nan, 1)]], "x is nan"),
        ([[(0, 0), (1, 0), (0, 10**400)]], "y is a number of more than 300 digits"),
        ([[(0, 0), (1, 0), (0, "1")]], "y is '1'"),
        ([[(0, 0), (1, 0), (0, 1, 2)]], r"Polygon 0 has the corner \(0, 1, 2\); give two numbers"),
        ([[(5, 5)] * 4], "All corners of the polygons are the same"),
        (5, "neither lists of corners nor GeoJSON"),
        ([5], "neither lists of corners nor GeoJSON"),
    ],
)
def test_polygons_that_are_no_grid(given: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        polygons(given)


def test_pieces_are_one_of_two() -> None:
    with pytest.raises(InvalidValueError, match="pieces is 'join'; it must be one of one, largest"):
        polygons([square(0, 0)], pieces="join")


# GeoJSON.

TWO = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [square(0, 50)]}},
        {"type": "Feature", "geometry": None},
        {
            "type": "Feature",
            "properties": {"name": "south"},
            "geometry": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "MultiPolygon", "coordinates": [[square(0, 49)], [square(1, 49)]]}
                ],
            },
        },
    ],
}


def test_geojson(tmp_path: Path) -> None:
    grid = polygons(TWO)
    assert neighbours_of(grid) == [(0, 1), (1, 2)]
    assert grid.centre(0)[1] < grid.centre(1)[1]  # north is at the top
    sides = grid.outline(0)
    width = max(side.x0 for side in sides) - min(side.x0 for side in sides)
    height = max(side.y0 for side in sides) - min(side.y0 for side in sides)
    assert width / height == pytest.approx(math.cos(math.radians(50)))
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(TWO), encoding="utf-8")
    assert polygons(file) == polygons(str(file)) == polygons(json.dumps(TWO)) == grid


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", FileFormatError, "It is not GeoJSON"),
        ("{}", FileFormatError, "None is not one of its types"),
        ('{"type": "Point", "coordinates": [1, 2]}', InvalidValueError, "Point, which has no area"),
        ('{"type": "FeatureCollection", "features": []}', InvalidValueError, "has no polygons"),
        ('{"type": "FeatureCollection"}', FileFormatError, "None is not a list of features"),
        (
            '{"type": "Polygon", "coordinates": [[[0, 0], [1, true]]]}',
            FileFormatError,
            "not a list",
        ),
        (
            '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [NaN, 1]]]}',
            InvalidValueError,
            "Polygon 0 has the corner nan, -1; give finite numbers",
        ),
        (
            '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1e999, 1]]]}',
            InvalidValueError,
            "Polygon 0 has the corner inf",
        ),
        (
            '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1' + "0" * 400 + ", 1]]]}",
            FileFormatError,
            "not a list of rings",
        ),
        ('{"type": ' + "[" * 200_000, FileFormatError, "nested too deeply"),
    ],
)
def test_what_is_no_geojson(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        polygons(text)


def test_files_that_are_no_geojson(tmp_path: Path) -> None:
    file = tmp_path / "map.geojson"
    file.write_bytes(b"\xff\xff")
    with pytest.raises(FileFormatError, match=r"map\.geojson: It is not text in UTF-8"):
        polygons(file)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(FileFormatError, match=r"map\.geojson: It is not GeoJSON"):
        polygons(file)
    with pytest.raises(FileNotFoundError):
        polygons(tmp_path / "no.geojson")


@pytest.mark.deep
def test_neighbours_with_numbers_far_apart() -> None:
    """The kernel keeps links in words of 16 bits unless they lead too far."""
    side = 150
    places = list(range(side * side))
    random.Random(1).shuffle(places)
    grid = polygons([square(place % side, place // side) for place in places])
    plain = labirinto.textbook.run(labirinto.textbook.Run("wilson", grid, seed=7))
    assert _core.mesh_wilson_cells(grid.core, 7) == plain


def test_the_outer_border_passes_by_a_hole_that_touches_it_in_a_corner():
    cells = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)]
    grid = polygons([[[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]] for x, y in cells])
    sides = [grid.border[number][1] for number in grid.outer_border]
    corners = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]
    corners += [(2, 2), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)]
    assert [(side.x0, side.y0) for side in sides] == corners

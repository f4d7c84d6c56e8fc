"""Mazes that are on no square grid, made from polygons and trees of this module's own."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import cv2
import numpy as np

Array = np.ndarray[Any, Any]

OUTSIDE = -1
_FEWEST = 25
"""Cells of the smallest irregular maze."""
_SHORT = 0.8
"""A side shorter than this, in corridors, is a passage only if no other joins the cells."""


class Wall(NamedTuple):
    """What is between two cells, or a cell and the outside.

    Attributes:
        cells: The two cells; the second may be ``OUTSIDE``.
        line: Its points, in corridors from the corner of the maze.
        is_way_in: Whether it may be an opening.
    """

    cells: tuple[int, int]
    line: Array
    is_way_in: bool = False


class Tiling(NamedTuple):
    """Cells as polygons, in corridors, and the walls between them."""

    cells: list[Array]
    walls: list[Wall]


class Maze(NamedTuple):
    """A perfect maze.

    Attributes:
        tiling: Its cells.
        passages: The walls that are open, as numbers of them.
        openings: The two in its outline, if it is open.
        solution: The cells from one end to the other.
    """

    tiling: Tiling
    passages: set[int]
    openings: tuple[int, ...]
    solution: list[int]


def maze_of(shape: str, is_open: bool, rng: np.random.Generator) -> Maze:
    """Make a maze of one of ``SHAPES``, with two openings or without."""
    tiling = SHAPES[shape](rng)
    passages = _tree(tiling, rng)
    if is_open:
        outer = [at for at, wall in enumerate(tiling.walls) if wall.is_way_in]
        least = min(_SHORT, max(_length(tiling.walls[at].line) for at in outer) - 0.01)
        outer = [at for at in outer if _length(tiling.walls[at].line) >= least]
        first = outer[int(rng.integers(len(outer)))]
        begin = tiling.walls[first].line.mean(axis=0)
        # Far apart: half of the outline is.
        away = [float(np.hypot(*(tiling.walls[at].line.mean(axis=0) - begin))) for at in outer]
        far = [at for at, one in zip(outer, away, strict=True) if one >= 0.6 * max(away)]
        second = far[int(rng.integers(len(far)))]
        openings: tuple[int, ...] = (first, second)
        ends = [tiling.walls[at].cells[0] for at in openings]
    else:
        openings = ()
        ends = rng.choice(len(tiling.cells), 2, replace=False).tolist()
    return Maze(tiling, passages, openings, _path(tiling, passages, *ends))


def _tree(tiling: Tiling, rng: np.random.Generator) -> set[int]:
    """Join all cells in a random order of walls, short ones last."""
    order = []
    for at, (cells, line, _) in enumerate(tiling.walls):
        if OUTSIDE not in cells:
            order.append((rng.random() + (_length(line) < _SHORT), at))
    part = list(range(len(tiling.cells)))

    def root(cell: int) -> int:
        while part[cell] != cell:
            part[cell] = part[part[cell]]
            cell = part[cell]
        return cell

    passages = set()
    for _, at in sorted(order):
        one, other = (root(cell) for cell in tiling.walls[at].cells)
        if one != other:
            part[one] = other
            passages.add(at)
    return passages


def _path(tiling: Tiling, passages: set[int], start: int, end: int) -> list[int]:
    beside = defaultdict(list)
    for at in passages:
        one, other = tiling.walls[at].cells
        beside[one].append(other)
        beside[other].append(one)
    before = {start: start}
    found = [start]
    for cell in found:
        for after in beside[cell]:
            if after not in before:
                before[after] = cell
                found.append(after)
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def _length(line: Array) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _tiling(polygons: list[Array], *, joined: bool = False) -> Tiling:
    """Find the walls of polygons that have corners in common.

    Args:
        polygons: The cells.
        joined: Whether sides between the same two cells, or beside the outside, are one wall.
    """
    sides: dict[frozenset[tuple[float, float]], list[tuple[int, Array]]] = defaultdict(list)
    for cell, polygon in enumerate(polygons):
        for begin, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
            key = frozenset((round(x, 3), round(y, 3)) for x, y in (begin.tolist(), end.tolist()))
            if len(key) == 2:
                sides[key].append((cell, np.array((begin, end))))
    groups: dict[tuple[int, int], list[Array]] = defaultdict(list)
    for both in sides.values():
        other = both[1][0] if len(both) > 1 else OUTSIDE
        groups[both[0][0], other].append(both[0][1])
    walls = []
    for cells, lines in groups.items():
        chains = _chains(lines) if joined or cells[1] != OUTSIDE else lines
        walls += [Wall(cells, line, cells[1] == OUTSIDE) for line in chains]
    return Tiling(polygons, walls)


def _chains(lines: list[Array]) -> list[Array]:
    """Join lines that go on in each other, which are in order but for where they begin."""
    chains: list[Array] = []
    for line in lines:
        if chains and np.allclose(chains[-1][-1], line[0], atol=2e-3):
            chains[-1] = np.concatenate((chains[-1], line[1:]))
        else:
            chains.append(line)
    if len(chains) > 1 and np.allclose(chains[-1][-1], chains[0][0], atol=2e-3):
        chains[0] = np.concatenate((chains.pop(), chains[0][1:]))
    return chains


def _rings(rng: np.random.Generator) -> Tiling:
    """Rings of which the outer ones have more cells, around a hole or around a cell."""
    rings, hole = int(rng.integers(4, 9)), float(rng.integers(1, 4))
    counts: list[int] = []
    count = 6 if hole == 1 else 12
    for ring in range(rings):
        if 2 * math.pi * (hole + ring) / count >= 2:
            count *= 2
        counts.append(count)
    finest = counts[-1] * 6

    def place(radius: float, step: int) -> tuple[float, float]:
        angle = 2 * math.pi * (step % finest) / finest
        return radius * math.cos(angle), radius * math.sin(angle)

    polygons = []
    for ring, count in enumerate(counts):
        each = finest // count
        for sector in range(count):
            steps = range(sector * each, (sector + 1) * each + 1)
            outer = [place(hole + ring + 1, step) for step in steps]
            inner = [place(hole + ring, step) for step in reversed(steps)]
            polygons.append(np.array(outer + inner))
    has_middle = hole == 1
    if has_middle:
        polygons.append(np.array([place(hole, step) for step in range(finest)]))
    tiling = _tiling(polygons, joined=True)
    outmost = hole + rings - 0.5
    walls = [
        wall._replace(is_way_in=wall.is_way_in and float(np.hypot(*wall.line[0])) > outmost)
        for wall in tiling.walls
    ]
    return Tiling(polygons, walls)


def _hexagon(x: float, y: float) -> Array:
    """A hexagon of width 1.2, since its sides are corridors, and narrower than it is."""
    radius = 1.2 / math.sqrt(3)
    angles = np.deg2rad(np.arange(30, 390, 60))
    return np.array((x, y)) + radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)


def _hexagon_at(column: int, row: int) -> Array:
    return _hexagon(1.2 * (column + row / 2), 1.2 * math.sqrt(3) / 2 * row)


def _rectangle_of_hexagons(rng: np.random.Generator) -> Tiling:
    width, height = rng.integers(6, 14, 2).tolist()
    return _tiling([_hexagon_at(x - row // 2, row) for row in range(height) for x in range(width)])


def _hexagon_of_hexagons(rng: np.random.Generator) -> Tiling:
    side = int(rng.integers(3, 7))
    reach = range(-side, side + 1)
    return _tiling([_hexagon_at(x, y) for y in reach for x in reach if abs(x + y) <= side])


def _triangles(rng: np.random.Generator) -> Tiling:
    """Triangles in a large one, or in a rectangle with teeth."""
    side, count = 1.9, int(rng.integers(6, 11))
    is_large = bool(rng.integers(2))

    def corner(at: int, line: int) -> tuple[float, float]:
        shift = line / 2 if is_large else line % 2 / 2
        return side * (at + shift), -side * math.sqrt(3) / 2 * line

    polygons = []
    for line in range(count):
        # On odd lines of a rectangle the line above is shifted the other way.
        back = not is_large and line % 2
        wide = count - line if is_large else count
        for at in range(wide):
            polygons.append([corner(at, line), corner(at + 1, line), corner(at + back, line + 1)])
            if not is_large or at < wide - 1:
                last = corner(at + 1 - back, line)
                polygons.append([corner(at, line + 1), corner(at + 1, line + 1), last])
    return _tiling([np.array(polygon) for polygon in polygons])


def _irregular(rng: np.random.Generator) -> Tiling:
    """The regions of scattered points that are within a circle or a rectangle."""
    across, down = rng.integers(10, 16, 2).tolist()
    places = np.stack(np.meshgrid(np.arange(across), np.arange(down)), axis=-1).reshape(-1, 2)
    points = 1.5 * places + rng.uniform(-0.45, 0.45, places.shape) + 2
    subdivision = cv2.Subdiv2D((0, 0, 2 * across + 4, 2 * down + 4))
    subdivision.insert(points.astype(np.float32).tolist())
    facets, centres = subdivision.getVoronoiFacetList([])
    middle, reach = points.mean(axis=0), np.ptp(points, axis=0) / 2 - 2
    is_round = bool(rng.integers(2)) and min(across, down) >= 11
    kept = []
    for facet, centre in zip(facets, centres, strict=True):
        off = np.abs((np.array(centre) - middle) / reach)
        if (np.hypot(*off) if is_round else off.max()) <= 1:
            kept.append(np.array(facet, np.float64))
    assert len(kept) >= _FEWEST
    return _tiling(kept)


def _bent(rng: np.random.Generator) -> Tiling:
    """Squares in rows of which the corners are moved and the rows are bent."""
    width, height = rng.integers(7, 15, 2).tolist()
    x, y = np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0))
    strength, waves = 0.07 * min(width, height), rng.uniform(0.5, 1.2, 2)
    corners = np.stack(
        (
            1.1 * x + strength * np.sin(2 * math.pi * waves[0] * y / height),
            1.1 * y + strength * np.sin(2 * math.pi * waves[1] * x / width),
        ),
        axis=-1,
    ) + rng.uniform(-0.12, 0.12, (*x.shape, 2))
    return _tiling(
        [
            corners[(row, row, row + 1, row + 1), (at, at + 1, at + 1, at)]
            for row in range(height)
            for at in range(width)
        ]
    )


SHAPES: dict[str, Callable[[np.random.Generator], Tiling]] = {
    "rings": _rings,
    "rectangle of hexagons": _rectangle_of_hexagons,
    "hexagon of hexagons": _hexagon_of_hexagons,
    "triangles": _triangles,
    "irregular cells": _irregular,
    "bent squares": _bent,
}

"""Meshes for tests: a small one of each kind, and some that no kind has."""

from __future__ import annotations

import random
from collections.abc import Iterator

from labirinto.grids import circular, hexagonal, octagonal, polygons, triangular, voronoi
from labirinto.grids.mesh import Mesh

GRIDS = {
    "hexagonal 1x1": lambda: hexagonal(1, 1),
    "hexagonal 1x5": lambda: hexagonal(1, 5),
    "hexagonal 5x1": lambda: hexagonal(5, 1),
    "hexagonal 5x4": lambda: hexagonal(5, 4),
    "hexagonal hexagon 2": lambda: hexagonal(2, outline="hexagon"),
    "hexagonal hexagon 3": lambda: hexagonal(3, outline="hexagon"),
    "hexagonal triangle 4": lambda: hexagonal(4, outline="triangle"),
    "hexagonal triangle 5": lambda: hexagonal(5, outline="triangle"),
    "triangular 1x2": lambda: triangular(1, 2),
    "triangular 7x1": lambda: triangular(7, 1),
    "triangular 7x4": lambda: triangular(7, 4),
    "triangular triangle 3": lambda: triangular(3, outline="triangle"),
    "triangular triangle 4": lambda: triangular(4, outline="triangle"),
    "triangular hexagon 2": lambda: triangular(2, outline="hexagon"),
    "triangular hexagon 3": lambda: triangular(3, outline="hexagon"),
    "octagonal 1x4": lambda: octagonal(1, 4),
    "octagonal 4x1": lambda: octagonal(4, 1),
    "octagonal 6x5": lambda: octagonal(6, 5),
    "circular 1": lambda: circular(1),
    "circular 5": lambda: circular(5),
    "circular 1 hole 1": lambda: circular(1, 1),
    "circular 3 hole 2": lambda: circular(3, 2),
}
"""By the text that the grid has."""


def square(x: int, y: int, size: int = 1) -> list[tuple[int, int]]:
    """The corners of a square."""
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


def squares(width: int, height: int) -> Mesh:
    """A rectangle as a mesh."""
    return polygons([[square(x, y)] for y in range(height) for x in range(width)])


def two_walls() -> Mesh:
    """A frame of two halves: their walls lie on either side of the hole."""
    left = [(0, 0), (3, 0), (3, 2), (2, 2), (2, 4), (3, 4), (3, 6), (0, 6)]
    right = [(3, 0), (6, 0), (6, 6), (3, 6), (3, 4), (4, 4), (4, 2), (3, 2)]
    return polygons([[left], [right]])


def islands() -> Mesh:
    """Four squares in the hole of a large cell, which has a neighbour with two separate walls."""
    around = [(0, 0), (8, 0), (8, 2), (8, 4), (8, 8), (0, 8)]
    inside = [[square(x, y, 2)] for y in (2, 4) for x in (2, 4)]
    beside = [(8, 0), (10, 0), (10, 8), (8, 8), (8, 4), (9, 4), (9, 2), (8, 2)]
    return polygons([[around, square(2, 2, 4)], *inside, [beside]])


def one_island() -> Mesh:
    """A cell in the hole of another: their wall is a ring."""
    return polygons([[square(0, 0, 6), square(2, 2, 2)], [square(2, 2, 2)]])


def two_fans() -> Mesh:
    """A square with 80 triangles around its middle at both sides of a square cell."""
    triangles = []
    for left in (0, 40):
        around = [(x, 0) for x in range(20)] + [(20, y) for y in range(20)]
        around += [(20 - x, 20 - y) for x, y in around]
        points = [(left + x, y) for x, y in around]
        for here, there in zip(points, points[1:] + points[:1], strict=True):
            triangles.append([[here, there, (left + 10, 10)]])
    return polygons([*triangles, [square(20, 0, 20)]])


IRREGULAR = {
    "two walls": two_walls,
    "islands": islands,
    "one island": one_island,
    "squares": lambda: squares(4, 3),
}
"""Meshes that no regular kind has."""


def with_holes(count: int, seed: int = 1) -> Iterator[Mesh]:
    """The largest pieces of some cells of regular and irregular meshes, with many holes."""
    choose = random.Random(seed)
    whole = [hexagonal(7, 6), triangular(11, 6), octagonal(6, 5), voronoi(50, seed=3)]
    for _ in range(count):
        mesh = choose.choice(whole)
        share = choose.uniform(0.75, 0.95)
        left = {cell for cell in range(len(mesh)) if choose.random() < share}
        pieces = []
        while left:
            waiting = [left.pop()]
            for cell in waiting:
                beside = {other for other, _ in mesh.neighbours(cell)} & left
                left -= beside
                waiting += beside
            pieces.append(sorted(waiting))
        cells = max(pieces, key=len)
        yield polygons([[[side[:2] for side in mesh.outline(cell)]] for cell in cells])

"""Given its rooms, every maze is equally likely."""

from collections import Counter

import numpy as np
import pytest
from shapes import drawn
from test_uniform import RARE, chance_of_more, chi_square
from tiers import sample

from labirinto import _core
from labirinto.algorithms.textbook.rooms import RoomsAndCells
from labirinto.rooms import Room

# Each: the grid, its rooms, and places where there is no door.
SMALL = {
    "in the middle": ("..../..../..../....", [(1, 1, 2, 2)], ()),
    "in a corner": ("..../..../....", [(0, 0, 2, 2)], ()),
    "two": ("...../...../.....", [(0, 0, 2, 2), (3, 1, 2, 2)], ()),
    "in a shape": ("#..../...../...../..#..", [(1, 1, 3, 2)], ()),
    "with few doors": (
        "..../..../....",
        [(0, 0, 2, 2)],
        (((1, 0), (2, 0)), ((0, 1), (0, 2))),
    ),
}


def number_with_rooms(cells):
    """Kirchhoff's theorem, by a determinant."""
    laplacian = np.zeros((len(cells), len(cells)))
    for one in range(len(cells)):
        for other, _ in cells.neighbours(one):
            laplacian[one, one] += 1
            laplacian[one, other] -= 1
    return round(np.linalg.det(laplacian[1:, 1:]))


def all_with_rooms(cells):
    """The walls that each maze of rooms and cells opens, by trying all."""
    edges = [
        (one, other, wall)
        for one in range(len(cells))
        for other, wall in cells.neighbours(one)
        if one < other
    ]
    found = set()

    def choose(k, parts, taken):
        if len(taken) == len(cells) - 1:
            found.add(frozenset(taken))
        elif len(edges) - k >= len(cells) - 1 - len(taken):
            one, other, wall = edges[k]
            choose(k + 1, parts, taken)
            if parts[one] != parts[other]:
                joined = [parts[one] if part == parts[other] else part for part in parts]
                choose(k + 1, joined, [*taken, wall])

    choose(0, list(range(len(cells))), [])
    return found


@pytest.mark.parametrize("kernel", ["wilson_cells", "aldous_broder"])
@pytest.mark.parametrize("name", sample(SMALL, "in a corner", "with few doors"))
def test_every_maze_of_rooms_and_corridors_is_equally_likely(name, kernel):
    text, places, closed = SMALL[name]
    grid = drawn(text)
    rooms = [Room(*place) for place in places]
    cells = RoomsAndCells(grid, [list(room.cells()) for room in rooms], closed)
    mazes = all_with_rooms(cells)
    assert len(mazes) == number_with_rooms(cells)
    joined = grid.bits_of(way for room in rooms for way in room.passages())
    walls = grid.bits_of(closed)
    counts = Counter()
    draws = (60 if len(mazes) < 2000 else 15) * len(mazes)
    make = getattr(_core, f"joined_{kernel}")
    squares = _core.JoinedSquares(joined, walls, grid.mask, *grid.size)
    for seed in range(draws):
        rows = make(squares, seed)
        opened = int.from_bytes(rows, "little") ^ int.from_bytes(joined, "little")
        counts[frozenset(k for k in range(8 * len(rows)) if opened >> k & 1)] += 1
    assert counts.keys() <= mazes
    chance = chance_of_more(chi_square(counts, len(mazes), draws), len(mazes) - 1)
    assert min(chance, 1 - chance) > RARE

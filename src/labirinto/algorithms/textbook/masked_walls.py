"""Wilson's algorithm on the walls of a maze of any shape.

The walls that a maze leaves are a spanning tree of these places: the interior corners, where four
cells meet; the holes; and the border, its root.  All corners along a hole, or along several that
touch in a corner, are one place.

1. All passages are open, and only the borders stand.
2. Walls grow from the outer border.
3. From a corner, or at last a hole, that has no wall yet, walk at random, erasing every loop as it
   closes, until the walk meets the outer border or a wall.  From a hole the walk leaves along any
   of the walls that end there.  Then the path becomes wall.
4. Again from step 3, until no corner and no hole is left.
"""

from __future__ import annotations

from collections.abc import Iterator

from labirinto.algorithms.textbook.rows import Rows, move
from labirinto.algorithms.textbook.steps import (
    Finished,
    LoopErased,
    PathJoined,
    Steps,
    WalkMoved,
    WalkStarted,
)
from labirinto.grids.rectangle import Cell, Rectangle
from labirinto.random_bits import Bits
from labirinto.seeds import STRIP, child_seed

Corner = Cell
"""Corner (x, y) is the upper left one of cell (x, y)."""

Wall = tuple[Corner, int]
"""One of its corners, and the direction from there."""

Place = Corner | frozenset[Corner]
"""An interior corner, or all corners of a hole."""

BORDER: Place = frozenset()


def steps(grid: Rectangle, seed: int) -> Steps:
    cells = set(grid)
    rows = Rows(grid.width, grid.height)
    for cell in cells:
        for direction in range(2):
            if move(cell, direction) in cells:
                rows.set_passage(cell, move(cell, direction))  # step 1

    places = {corner: corner for corner in _interior_corners(grid, cells)}
    corners: list[Place] = list(places)
    holes = list(_holes(grid, cells))
    place_of: dict[Corner, Place] = {**places, **{c: hole for hole in holes for c in hole}}
    exits: dict[Place, list[Wall]] = {
        hole: [wall for corner in sorted(hole, key=_reading) for wall in _walls_at(corner, cells)]
        for hole in holes
    }

    bits = Bits(child_seed(seed, STRIP, 0))
    finished: set[Place] = {BORDER}
    for start in [*corners, *holes]:
        if start in finished:
            continue
        yield WalkStarted(3, _shown(start))
        path = [start]
        walls: list[Wall] = []
        while path[-1] not in finished:
            here = path[-1]
            if here in exits:
                wall = exits[here][bits.below(len(exits[here]))]
            else:
                wall = (_shown(here), bits.direction())
            there = place_of.get(move(*wall), BORDER)
            yield WalkMoved(3, wall[0], move(*wall))
            walls.append(wall)
            if there in path:
                back_to = path.index(there)
                yield LoopErased(3, tuple(map(_shown, path[back_to + 1 :])))
                del path[back_to + 1 :], walls[back_to:]
            else:
                path.append(there)
        for wall in walls:
            rows.set_passage(*_cells_beside(wall), is_open=False)
        finished.update(path)
        yield PathJoined(3, (*(corner for corner, _ in walls), move(*walls[-1])))

    yield Finished(4)
    return rows.to_bytes()


def _cells_around(corner: Corner) -> list[Cell]:
    x, y = corner
    return [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]


def _interior_corners(grid: Rectangle, cells: set[Cell]) -> Iterator[Corner]:
    for y in range(1, grid.height):
        for x in range(1, grid.width):
            if cells.issuperset(_cells_around((x, y))):
                yield x, y


def _holes(grid: Rectangle, cells: set[Cell]) -> Iterator[frozenset[Corner]]:
    """Yield the corners of each hole, in reading order of the holes.

    What is outside belongs together where it touches in a corner.
    """
    left = {
        (x, y)
        for y in range(-1, grid.height + 1)
        for x in range(-1, grid.width + 1)
        if (x, y) not in cells
    }
    while left:
        waiting = [min(left, key=_reading)]
        left -= {waiting[0]}
        piece: set[Cell] = set()
        while waiting:
            x, y = cell = waiting.pop()
            piece.add(cell)
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= around
            waiting += around
        if (-1, -1) not in piece:
            yield frozenset((x + dx, y + dy) for x, y in piece for dx in (0, 1) for dy in (0, 1))


def _walls_at(corner: Corner, cells: set[Cell]) -> Iterator[Wall]:
    """Yield the walls that can stand at a corner: those between two cells."""
    for direction in range(4):
        if cells.issuperset(_cells_beside((corner, direction))):
            yield corner, direction


def _cells_beside(wall: Wall) -> tuple[Cell, Cell]:
    corner, direction = wall
    x, y = min(corner, move(corner, direction))
    is_across = direction % 2 == 0
    return ((x, y - 1), (x, y)) if is_across else ((x - 1, y), (x, y))


def _reading(place: Cell) -> tuple[int, int]:
    return place[1], place[0]


def _shown(place: Place) -> Corner:
    """The corner of a place that its steps show."""
    return min(place, key=_reading) if isinstance(place, frozenset) else place

"""Walls as few continuous strokes, in an order with short pen moves: for plotters and lasers.

The walls are a graph: corners of the grid, joined by walls of one cell's length.  A stroke that
never draws a wall twice begins and ends at a corner where an odd number of walls meet, or closes.
So a connected component of walls with k odd corners takes k / 2 strokes, or one if it has none;
and that many are enough (Euler; Hierholzer's algorithm finds them).  One more corner, the hub,
joined to all odd ones, makes a single tour of all components that have any; cut at the hub, the
tour is the strokes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing

Corner = tuple[int, int]
Stroke = list[Corner]
"""The corners where it begins, turns and ends; a closed one ends with its first corner."""

_HUB = -1
_ENDS_A_BUCKET = 2


def strokes(drawing: Drawing) -> list[Stroke]:
    """Return all walls, each drawn once, in as few strokes as possible, in units of cells.

    The first stroke begins near the upper left corner, and each other one at the end nearest to
    where the stroke before ended; a closed one, wherever it happens to begin.
    """
    width, height = drawing.maze.width, drawing.maze.height
    walls = _walls_at_corners(drawing.wall_runs(), width, height)
    return _in_order([_bends(trail, width + 1) for trail in _trails(walls, width + 1)])


def _walls_at_corners(
    runs: Iterable[tuple[int, int, int, int]], width: int, height: int
) -> bytearray:
    """Return for every corner a bit for each direction in which it has a wall."""
    columns = width + 1
    walls = bytearray(columns * (height + 1))
    for x0, y0, x1, y1 in runs:
        step, ahead, back = (1, EAST, WEST) if y0 == y1 else (columns, SOUTH, NORTH)
        first, last = x0 + y0 * columns, x1 + y1 * columns
        for corner in range(first, last, step):
            walls[corner] |= 1 << ahead
            walls[corner + step] |= 1 << back
    return walls


def _trails(walls: bytearray, columns: int) -> Iterator[list[int]]:
    """Yield the strokes corner by corner, and remove the walls."""
    odd = [corner for corner, sides in enumerate(walls) if sides.bit_count() % 2]
    trail: list[int] = []
    for corner in _tour(walls, columns, _HUB, odd):
        if corner != _HUB:
            trail.append(corner)
        elif trail:
            yield trail
            trail = []
    for corner, sides in enumerate(walls):
        if sides:
            yield list(_tour(walls, columns, corner, []))


def _tour(walls: bytearray, columns: int, start: int, odd: list[int]) -> Iterator[int]:
    """Yield a closed tour of all walls that can be reached, and remove them.

    It goes straight on where it can, so the pen turns less.
    """
    steps = (1, columns, -1, -columns)
    to_hub = set(odd)
    so_far = [(start, EAST)]
    while so_far:
        corner, direction = so_far[-1]
        if corner == _HUB:
            while odd and odd[-1] not in to_hub:
                odd.pop()
            if odd:
                corner = odd.pop()
                to_hub.remove(corner)
                so_far.append((corner, EAST))
                continue
        elif sides := walls[corner]:
            if not sides >> direction & 1:
                direction = (sides & -sides).bit_length() - 1
            walls[corner] = sides & ~(1 << direction)
            corner += steps[direction]
            walls[corner] &= ~(1 << (direction + 2) % 4)
            so_far.append((corner, direction))
            continue
        elif corner in to_hub:
            to_hub.remove(corner)
            so_far.append((_HUB, EAST))
            continue
        so_far.pop()
        yield corner


def _bends(trail: list[int], columns: int) -> Stroke:
    """Return the trail without the corners where it does not turn."""
    kept = [trail[0]]
    kept += [
        here
        for before, here, after in zip(trail, trail[1:], trail[2:], strict=False)
        if here - before != after - here
    ]
    kept.append(trail[-1])
    return [(corner % columns, corner // columns) for corner in kept]


def _in_order(strokes: list[Stroke]) -> list[Stroke]:
    """Return the strokes in the order to draw them, some of them reversed.

    Their ends lie in square buckets.  When few are left, larger buckets replace them, so finding
    the nearest is always fast.
    """
    ordered: list[Stroke] = []
    here = (0, 0)
    size = 1 + max((max(corner) for stroke in strokes for corner in stroke), default=0)
    while strokes:
        near = _Buckets(strokes, size)
        enough = len(strokes) * 3 // 4 + 1
        while len(near.done) < enough:
            number, backwards = near.nearest(here)
            stroke = strokes[number]
            ordered.append(stroke[::-1] if backwards else stroke)
            here = ordered[-1][-1]
        strokes = [stroke for k, stroke in enumerate(strokes) if k not in near.done]
    return ordered


class _Buckets:
    """The ends of strokes by where they lie; ``done`` are the strokes already taken."""

    def __init__(self, strokes: list[Stroke], size: int) -> None:
        self.done: set[int] = set()
        self._places: dict[Corner, list[tuple[Corner, int, bool]]] = {}
        ends = [
            (end, number, backwards)
            for number, stroke in enumerate(strokes)
            for end, backwards in ((stroke[0], False), (stroke[-1], True))
        ]
        self._side = max(1, int(size * (_ENDS_A_BUCKET / len(ends)) ** 0.5))
        self._most = size // self._side + 1
        for end in ends:
            (x, y), _, _ = end
            self._places.setdefault((x // self._side, y // self._side), []).append(end)

    def nearest(self, here: Corner) -> tuple[int, bool]:
        """Take the stroke that begins or ends nearest: its number, and whether it ends there."""
        x, y = here
        best: tuple[int, int, bool] | None = None
        for ring in range(self._most + 1):
            # Everything in the remaining rings is at least this far away.
            if best and best[0] <= ((ring - 1) * self._side) ** 2:
                break
            for place in _ring(x // self._side, y // self._side, ring):
                for (end_x, end_y), number, backwards in self._left(place):
                    found = ((end_x - x) ** 2 + (end_y - y) ** 2, number, backwards)
                    best = min(best or found, found)
        assert best is not None
        self.done.add(best[1])
        return best[1], best[2]

    def _left(self, place: Corner) -> list[tuple[Corner, int, bool]]:
        """Return the ends in a bucket that are left, and forget the others."""
        ends = self._places.get(place)
        if not ends:
            return []
        left = [end for end in ends if end[1] not in self.done]
        self._places[place] = left
        return left


def _ring(x: int, y: int, distance: int) -> Iterator[Corner]:
    """Yield the buckets at this distance, measured by the larger side."""
    if distance == 0:
        yield x, y
    for k in range(-distance, distance):
        yield x + k, y - distance
        yield x + distance, y + k
        yield x - k, y + distance
        yield x - distance, y - k

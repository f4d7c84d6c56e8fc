"""Wilson's algorithm by rows, on the walls.

As in ``wilson_walls``, walls grow from the frame as a spanning tree of the corners.  The tree has
the same distribution in whatever order walks start, so they may start in the order in which the
rows of a maze are read: a row is final when all corners above and below it have walls, and need not
be kept.  The tree that walks have built below that row stays small.

1. All passages are open, and only the frame stands.
2. Walls grow from the frame.
3. From the next corner that has no wall yet, walk at random, erasing every loop as it closes, until
   the walk meets the frame or a wall.  Then the path becomes wall.
4. Again from step 3, until no corner is left.

The corners are in square tiles, the tiles in bands from the top.  The next corner is the first one
in reading order of the first tile of the first band that has any left.  Each band has a random
stream of its own.

A maze without end has no frame below.  It is closed below some row by dropping the walls of all
corners further down: those that remain lead to the frame, the new one included.
"""

from __future__ import annotations

from collections.abc import Iterator

from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.steps import Finished, Steps
from labirinto.algorithms.textbook.wilson_walls import Corner, cells_beside, grow
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Bits
from labirinto.seeds import BAND, TILE_SIDE, child_seed

RECTANGLES_ONLY = True

CHOICES = ("rows", "endless")


def steps(grid: Rectangle, seed: int, *, order: str = "rows", side: int | None = None) -> Steps:
    """The steps, with tiles of some corners a side; by default that of the seed promise.

    With the order ``endless`` they are those of a maze without end, as far as its first rows need
    them, and the maze is closed below these.
    """
    width, height = grid.width, grid.height
    side = side or TILE_SIDE
    is_endless = order == "endless"
    arrows: dict[Corner, int] = {}

    def is_loose(corner: Corner) -> bool:
        x, y = corner
        is_framed = x in (0, width) or y == 0 or (y == height and not is_endless)
        return not is_framed and corner not in arrows

    corner_rows = height - 1
    for band, top in enumerate(range(1, corner_rows + 1, side)):
        bits = Bits(child_seed(seed, BAND, band))
        end = top + side if is_endless else min(top + side, height)
        for left in range(1, width, side):
            tile = _reading_order(range(left, min(left + side, width)), range(top, end))
            yield from grow(tile, is_loose, arrows, bits)

    rows = Rows(width, height, open_everywhere=True)  # step 1
    for corner, direction in arrows.items():
        if corner[1] <= corner_rows:
            rows.set_passage(*cells_beside(corner, direction), is_open=False)
    yield Finished(4)
    return rows.to_bytes()


def _reading_order(columns: range, rows: range) -> Iterator[Corner]:
    return ((x, y) for y in rows for x in columns)

"""The binary tree algorithm.  Not uniform.

1. All walls stand.
2. Go through the cells row by row.
3. For each cell toss a coin, and open a passage north or west.  In the first row only west is
   possible, in the first column only north.
4. Until the last cell.

The parameter ``skew`` selects other sides: ``ne`` north and east, ``sw`` south and west, ``se``
south and east.

Source: W. D. Pullen, Think Labyrinth; J. Buck, Maze Generation: Binary Tree algorithm, 2011.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.steps import Finished, PassageOpened, RowBegun, Steps
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Xoshiro256pp, chances

RECTANGLES_ONLY = True
CHOICES = ("nw", "ne", "sw", "se")

_HALF = 2**31


def steps(grid: Rectangle, seed: int, *, skew: str = "nw") -> Steps:
    width, height = grid.width, grid.height
    random = Xoshiro256pp(seed)
    rows = Rows(width, height)  # step 1
    last_row = 0 if skew[0] == "n" else height - 1
    last_column = 0 if skew[1] == "w" else width - 1
    dx, dy = -1 if skew[1] == "w" else 1, -1 if skew[0] == "n" else 1

    for y in range(height):
        yield RowBegun(2, y)
        # In a row without a choice no coin is tossed.
        coins = [False] * width if y == last_row else chances(random, _HALF, width)
        for x, coin in enumerate(coins):
            if (x, y) == (last_column, last_row):
                continue
            is_vertical = x == last_column or coin
            other = (x, y + dy) if is_vertical else (x + dx, y)
            rows.set_passage((x, y), other)
            yield PassageOpened(3, ((x, y), other))

    yield Finished(4)
    return rows.to_bytes()

"""Eller's algorithm.

1. Each cell of the first row is a set of its own.
2. Join neighbours at random if their sets differ.
3. From each set at least one passage leads down; others at random.
4. A cell below takes its set through the passage; the rest get new sets.
5. Again from step 2, row by row.
6. In the final row, join all neighbours whose sets differ.

Source: attributed to Marlin Eller, 1982, unpublished.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import (
    PassageDown,
    RowBegun,
    RowFinished,
    SetsJoined,
    Steps,
)
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Xoshiro256pp, chances
from labirinto.seeds import threshold

RECTANGLES_ONLY = True


def steps(grid: Rectangle, seed: int, *, join: float = 0.5, drop: float = 0.5) -> Steps:
    width, height = grid.width, grid.height
    random = Xoshiro256pp(seed)
    rows = Rows(width, height)
    sets = {x: {x} for x in range(width)}  # step 1: all columns in the set of each column

    for y in range(height):
        is_final = y == height - 1
        wishes = [True] * (width - 1)
        if not is_final:
            wishes = chances(random, threshold(join), width - 1)
        for x, wish in enumerate(wishes):
            if wish and sets[x] is not sets[x + 1]:
                rows.set_passage((x, y), (x + 1, y))
                unite(sets, x, x + 1)
                yield SetsJoined(6 if is_final else 2, ((x, y), (x + 1, y)))
        if is_final:
            break
        for x, wish in enumerate(chances(random, threshold(drop), width)):
            # The last cell of a set must lead down if no cell before it does.
            if wish or len(sets[x]) == 1:
                rows.set_passage((x, y), (x, y + 1))
                yield PassageDown(3, ((x, y), (x, y + 1)))
            else:
                sets[x].remove(x)  # step 4
                sets[x] = {x}
        yield RowFinished(4, y, tuple(min(sets[x]) for x in range(width)))
        yield RowBegun(5, y + 1)

    yield RowFinished(6, height - 1, ())
    return rows.to_bytes()

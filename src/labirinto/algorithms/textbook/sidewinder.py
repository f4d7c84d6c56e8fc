"""The sidewinder algorithm.  Not uniform.

1. All walls stand.
2. The first row is one corridor.
3. In every other row, go east; toss a coin: heads, open the passage east: the run goes on.
4. Tails, or the end of the row: the run ends; a random cell of it opens a passage north.
5. Again from step 3, row by row.

The parameter ``join`` is the probability of heads.

Source: W. D. Pullen, Think Labyrinth; J. Buck, Maze Generation: Sidewinder algorithm, 2011.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.steps import Finished, PassageOpened, RowBegun, RunEnded, Steps
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Bits, Xoshiro256pp, chances
from labirinto.seeds import threshold

RECTANGLES_ONLY = True


def steps(grid: Rectangle, seed: int, *, join: float = 0.5) -> Steps:
    width, height = grid.width, grid.height
    random = Xoshiro256pp(seed)
    rows = Rows(width, height)  # step 1

    yield RowBegun(2, 0)
    for x in range(width - 1):
        rows.set_passage((x, 0), (x + 1, 0))
        yield PassageOpened(2, ((x, 0), (x + 1, 0)))

    for y in range(1, height):
        yield RowBegun(5, y)
        # All coins of a row are tossed first.  At its end there is none.
        coins = [*chances(random, threshold(join), width - 1), False]
        # Those of a second kind choose the cell of a run of two, each for the run that it ends.
        coins_for_two = chances(random, 2**31, width)
        bits = Bits(random)
        run = []
        for x, goes_on in enumerate(coins):
            run.append((x, y))
            if goes_on:
                rows.set_passage((x, y), (x + 1, y))
                yield PassageOpened(3, ((x, y), (x + 1, y)))
                continue
            chosen = run[coins_for_two[x] if len(run) == 2 else bits.below(len(run))]
            north = (chosen[0], y - 1)
            rows.set_passage(chosen, north)
            yield RunEnded(4, (chosen, north), tuple(run))
            run = []

    yield Finished(5)
    return rows.to_bytes()

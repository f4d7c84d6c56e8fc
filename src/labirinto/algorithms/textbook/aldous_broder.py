"""The algorithm of Aldous and Broder.

1. All walls stand.
2. Some cell is the first of the maze.
3. Walk at random.  A cell that is entered for the first time joins the maze by that passage.
4. Again from step 3, until no cell is left.

Source: A. Broder, FOCS 1989; D. J. Aldous, SIAM Journal on Discrete Mathematics 3 (1990).
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import CellEntered, Finished, FirstCell, Steps, WalkMoved
from labirinto.algorithms.textbook.walking import Walker
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    walker = Walker(grid, bits)
    passages = Passages(grid)  # step 1
    labels = list(grid)

    here = bits.below(len(grid))
    maze = {here}
    yield FirstCell(2, labels[here])

    while len(maze) < len(grid):
        before = here
        here, wall = walker.step_from(here)
        yield WalkMoved(3, labels[before], labels[here], wall)
        if here not in maze:
            maze.add(here)
            passages.open(wall)
            yield CellEntered(3, (labels[before], labels[here]), wall)

    yield Finished(4)
    return passages.to_bytes()

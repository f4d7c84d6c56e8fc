"""The algorithm of Aldous and Broder.

1. All walls stand.
2. Some cell is the first of the maze.
3. Walk at random.  A cell that is entered for the first time joins the maze by that passage.
4. Again from step 3, until no cell is left.

Source: A. Broder, FOCS 1989; D. J. Aldous, SIAM Journal on Discrete Mathematics 3 (1990).
"""

from __future__ import annotations

from labirinto.algorithms.textbook.random import Bits
from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.runs import Steps
from labirinto.algorithms.textbook.steps import CellEntered, Finished, FirstCell, WalkMoved
from labirinto.algorithms.textbook.walking import Walker
from labirinto.grids.rectangle import Rectangle


def steps(grid: Rectangle, seed: int) -> Steps:
    bits = Bits(seed)
    walker = Walker(grid, bits)
    rows = Rows(grid.width, grid.height)  # step 1

    here = grid.label(bits.below(len(grid)))
    maze = {here}
    yield FirstCell(2, here)

    while len(maze) < len(grid):
        before, here = here, walker.step_from(here)
        yield WalkMoved(3, before, here)
        if here not in maze:
            maze.add(here)
            rows.set_passage(before, here)
            yield CellEntered(3, (before, here))

    yield Finished(4)
    return rows.to_bytes()

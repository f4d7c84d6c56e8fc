"""Wilson's algorithm, on the cells.

1. All walls stand.
2. Some cell is the first of the maze.
3. From a cell that is not in the maze, walk at random, erasing every loop as it closes, until the
   walk meets the maze.  Then the path joins the maze.
4. Again from step 3, until no cell is left.

Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
"""

from __future__ import annotations

from itertools import pairwise

from labirinto.algorithms.textbook.random import Bits
from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.runs import Steps
from labirinto.algorithms.textbook.steps import (
    Finished,
    FirstCell,
    LoopErased,
    PathJoined,
    WalkMoved,
    WalkStarted,
)
from labirinto.algorithms.textbook.walking import Walker
from labirinto.grids.rectangle import Rectangle


def steps(grid: Rectangle, seed: int) -> Steps:
    bits = Bits(seed)
    walker = Walker(grid, bits)
    rows = Rows(grid.width, grid.height)  # step 1

    first = grid.label(bits.below(len(grid)))
    maze = {first}
    yield FirstCell(2, first)

    for start in grid:
        if start in maze:
            continue
        yield WalkStarted(3, start)
        path = [start]
        while path[-1] not in maze:
            here = path[-1]
            there = walker.step_from(here)
            yield WalkMoved(3, here, there)
            if there in path:
                back_to = path.index(there)
                yield LoopErased(3, tuple(path[back_to + 1 :]))
                del path[back_to + 1 :]
            else:
                path.append(there)
        for one, other in pairwise(path):
            rows.set_passage(one, other)
        maze.update(path)
        yield PathJoined(3, tuple(path))

    yield Finished(4)
    return rows.to_bytes()

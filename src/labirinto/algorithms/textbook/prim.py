"""Prim's algorithm, randomized: each wall around the maze may be the next to open.  Not uniform.

1. All walls stand.
2. Some cell is the first of the maze.
3. Draw one of the walls between the maze and the cells outside, each equally likely, and open it:
   the cell behind it joins the maze.
4. Again from step 3, until no cell is outside.

Source: V. Jarnik 1930, R. C. Prim 1957 and E. W. Dijkstra 1959, for the shortest spanning tree, in
which each wall has its weight from the beginning.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import CellEntered, Finished, FirstCell, Steps
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    passages = Passages(grid)  # step 1
    labels = list(grid)

    first = bits.below(len(grid))
    maze = {first}
    walls = [(first, *link) for link in grid.neighbours(first)]
    yield FirstCell(2, labels[first])

    while len(maze) < len(grid):
        drawn = bits.below(len(walls))
        walls[drawn], walls[-1] = walls[-1], walls[drawn]
        one, other, wall = walls.pop()
        if other in maze:  # through another wall, since this one was listed: draw again
            continue
        passages.open(wall)
        maze.add(other)
        walls += [(other, *link) for link in grid.neighbours(other) if link[0] not in maze]
        yield CellEntered(3, (labels[one], labels[other]), wall)

    yield Finished(4)
    return passages.to_bytes()

"""Hunt-and-kill.  Not uniform.

1. All walls stand.
2. Start in some cell.
3. Walk to random unvisited neighbours, through new passages, until there is none.
4. Hunt: the first unvisited cell in reading order that has a visited neighbour joins the maze by a
   passage to a random one of these; the walk goes on from there.
5. Again from step 3, until no cell is left.

Source: W. D. Pullen, Think Labyrinth; J. Buck, Maze Generation: Hunt-and-Kill algorithm, 2011.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import CellEntered, CellHunted, Finished, FirstCell, Steps
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    passages = Passages(grid)  # step 1
    labels = list(grid)

    here = bits.below(len(grid))
    visited = {here}
    border: set[int] = set()  # unvisited cells with a visited neighbour
    yield FirstCell(2, labels[here])

    while len(visited) < len(grid):
        step: CellEntered | CellHunted
        unvisited = [link for link in grid.neighbours(here) if link[0] not in visited]
        border.update(cell for cell, _ in unvisited)
        if unvisited:
            there, wall = unvisited[bits.below(len(unvisited))]
            step = CellEntered(3, (labels[here], labels[there]), wall)
        else:
            there = min(border)  # cells are numbered in reading order
            beside = [link for link in grid.neighbours(there) if link[0] in visited]
            other, wall = beside[bits.below(len(beside))]
            step = CellHunted(4, (labels[other], labels[there]), wall)
        passages.open(wall)
        visited.add(there)
        border.discard(there)
        here = there
        yield step

    yield Finished(5)
    return passages.to_bytes()

"""The recursive backtracker: depth-first search at random.  Not uniform.

1. All walls stand.
2. Some cell is the first of the path.
3. From the last cell of the path, go to a random neighbour that has not been visited, through a new
   passage; it becomes the last cell of the path.
4. If there is no such neighbour, go one step back along the path.
5. Again from step 3, until the path is back at its first cell and nothing is left to visit.

Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1
(1972); who first used it for mazes is not known.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import CellEntered, Finished, FirstCell, Steps, WentBack
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    passages = Passages(grid)  # step 1
    labels = list(grid)

    path = [bits.below(len(grid))]
    visited = set(path)
    yield FirstCell(2, labels[path[0]])

    while True:
        here = path[-1]
        unvisited = [link for link in grid.neighbours(here) if link[0] not in visited]
        if unvisited:
            there, wall = unvisited[bits.below(len(unvisited))]
            passages.open(wall)
            visited.add(there)
            path.append(there)
            yield CellEntered(3, (labels[here], labels[there]), wall)
        elif len(path) > 1:
            path.pop()
            yield WentBack(4, labels[here], labels[path[-1]])
        else:
            break

    yield Finished(5)
    return passages.to_bytes()

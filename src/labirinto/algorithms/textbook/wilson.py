"""Wilson's algorithm, on the cells.

1. All walls stand.
2. Some cell is the first of the maze.
3. From a cell that is not in the maze, walk at random, erasing every loop as it closes, until the
   walk meets the maze.  Then the path joins the maze.
4. Again from step 3, until no cell is left.

Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import (
    Finished,
    FirstCell,
    LoopErased,
    PathJoined,
    Steps,
    WalkMoved,
    WalkStarted,
)
from labirinto.algorithms.textbook.walking import Walker
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    walker = Walker(grid, bits)
    passages = Passages(grid)  # step 1
    labels = list(grid)

    first = bits.below(len(grid))
    maze = {first}
    yield FirstCell(2, labels[first])

    for start in range(len(grid)):
        if start in maze:
            continue
        yield WalkStarted(3, labels[start])
        path = [start]
        walls: list[int] = []
        while path[-1] not in maze:
            here = path[-1]
            there, wall = walker.step_from(here)
            yield WalkMoved(3, labels[here], labels[there], wall)
            if there in path:
                kept = path.index(there)
                yield LoopErased(3, tuple(labels[cell] for cell in path[kept + 1 :]))
                del path[kept + 1 :], walls[kept:]
            else:
                path.append(there)
                walls.append(wall)
        for wall in walls:
            passages.open(wall)
        maze.update(path)
        yield PathJoined(3, tuple(labels[cell] for cell in path))

    yield Finished(4)
    return passages.to_bytes()

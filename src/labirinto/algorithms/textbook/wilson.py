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
from labirinto.algorithms.textbook.rows import Rows, move
from labirinto.algorithms.textbook.runs import Steps
from labirinto.algorithms.textbook.steps import (
    Finished,
    FirstCell,
    LoopErased,
    PathJoined,
    WalkMoved,
    WalkStarted,
)
from labirinto.grids.rectangle import Cell


def steps(width: int, height: int, seed: int) -> Steps:
    bits = Bits(seed)
    rows = Rows(width, height)  # step 1

    index = bits.below(width * height)
    first = (index % width, index // width)
    maze = {first}
    yield FirstCell(2, first)

    for start in ((x, y) for y in range(height) for x in range(width)):
        if start in maze:
            continue
        yield WalkStarted(3, start)
        path = [start]
        while path[-1] not in maze:
            here = path[-1]
            there = _random_neighbour(here, width, height, bits)
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


def _random_neighbour(cell: Cell, width: int, height: int, bits: Bits) -> Cell:
    while True:
        x, y = move(cell, bits.direction())
        if 0 <= x < width and 0 <= y < height:
            return x, y

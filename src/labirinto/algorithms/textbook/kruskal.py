"""Kruskal's algorithm, with the passages in random order.  Not uniform.

1. All walls stand, and every cell is a set of its own.
2. Draw a passage that has not been drawn before.
3. If its two cells are in different sets, open it: the two sets become one.
4. Again from step 2, until there is one set.

Source: J. B. Kruskal, Proceedings of the AMS 7 (1956), for the shortest spanning tree.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import Finished, PassageDrawn, PassageTried, Steps
from labirinto.grids import Grid
from labirinto.random_bits import Bits


def steps(grid: Grid, seed: int) -> Steps:
    bits = Bits(seed)
    passages = Passages(grid)  # step 1
    labels = list(grid)
    sets: dict[int, set[int]] = {cell: {cell} for cell in range(len(grid))}

    walls = [
        (cell, other, wall)
        for cell in range(len(grid))
        for other, wall in grid.neighbours(cell)
        if other > cell
    ]

    left = len(grid) - 1
    while left > 0:
        # The last wall is swapped with a random one, then removed (Fisher and Yates).
        drawn = bits.below(len(walls))
        walls[-1], walls[drawn] = walls[drawn], walls[-1]
        one, other, wall = walls.pop()
        passage = (labels[one], labels[other])
        yield PassageDrawn(2, passage, wall)
        is_new = sets[one] is not sets[other]
        if is_new:
            passages.open(wall)
            unite(sets, one, other)
            left -= 1
        yield PassageTried(3, passage, is_new, wall)

    yield Finished(4)
    return passages.to_bytes()

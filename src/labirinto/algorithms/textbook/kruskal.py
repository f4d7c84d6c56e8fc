"""Kruskal's algorithm, with the passages in random order.  Not uniform.

1. All walls stand, and every cell is a set of its own.
2. Draw a passage that has not been drawn before.
3. If its two cells are in different sets, open it: the two sets become one.
4. Again from step 2, until there is one set.

Source: J. B. Kruskal, Proceedings of the AMS 7 (1956), for the shortest spanning tree.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.random import Bits
from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.runs import Steps
from labirinto.algorithms.textbook.sets import unite
from labirinto.algorithms.textbook.steps import Finished, PassageDrawn, PassageTried
from labirinto.grids.rectangle import Cell, Passage, Rectangle


def steps(grid: Rectangle, seed: int) -> Steps:
    bits = Bits(seed)
    rows = Rows(grid.width, grid.height)  # step 1
    cells = list(grid)
    sets: dict[Cell, set[Cell]] = {cell: {cell} for cell in cells}

    passages: list[Passage] = [
        (cell, cells[other])
        for index, cell in enumerate(cells)
        for other, _ in grid.neighbours(index)
        if other > index
    ]

    left = len(cells) - 1
    while left > 0:
        # The last passage is swapped with a random one, then removed (Fisher and Yates).
        drawn = bits.below(len(passages))
        passages[-1], passages[drawn] = passages[drawn], passages[-1]
        one, other = passage = passages.pop()
        yield PassageDrawn(2, passage)
        is_new = sets[one] is not sets[other]
        if is_new:
            rows.set_passage(one, other)
            unite(sets, one, other)
            left -= 1
        yield PassageTried(3, passage, is_new)

    yield Finished(4)
    return rows.to_bytes()

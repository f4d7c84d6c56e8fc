"""Recursive division.  Not uniform.

1. No wall stands inside the frame: there is one room.
2. Divide the room by a straight wall at a random place.  In a room of w x h cells it is vertical
   with probability w / (w + h).
3. Leave one gap in it, at a random place.
4. Divide both rooms in the same way, until every room is one cell wide or high.

Source: W. D. Pullen, Think Labyrinth; J. Buck, Maze Generation: Recursive Division, 2011.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Rows
from labirinto.algorithms.textbook.steps import (
    Finished,
    PassageOpened,
    RoomFinished,
    Steps,
    WallBuilt,
)
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Bits

RECTANGLES_ONLY = True


def steps(grid: Rectangle, seed: int) -> Steps:
    bits = Bits(seed)
    rows = Rows(grid.width, grid.height, open_everywhere=True)  # step 1

    rooms = [(0, 0, grid.width, grid.height)]  # the next one last
    while rooms:
        x, y, width, height = rooms.pop()
        if width == 1 or height == 1:
            cells = [(x + i, y + j) for j in range(height) for i in range(width)]
            yield RoomFinished(4, tuple(cells))
            continue
        if bits.among(width + height) < width:
            left = 1 + bits.among(width - 1)
            divided = [((x + left - 1, y + j), (x + left, y + j)) for j in range(height)]
            rooms += [(x + left, y, width - left, height), (x, y, left, height)]
        else:
            upper = 1 + bits.among(height - 1)
            divided = [((x + i, y + upper - 1), (x + i, y + upper)) for i in range(width)]
            rooms += [(x, y + upper, width, height - upper), (x, y, width, upper)]
        for one, other in divided:
            rows.set_passage(one, other, is_open=False)
        yield WallBuilt(2, tuple(divided))
        gap = divided[bits.among(len(divided))]
        rows.set_passage(*gap)
        yield PassageOpened(3, gap)

    yield Finished(4)
    return rows.to_bytes()

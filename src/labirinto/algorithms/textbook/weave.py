"""Mazes with bridges, where one passage leads over another.

A bridge is two cells, each joined to both of its neighbours in line.  If bridges touched, even at a
corner, four of them could close a ring.  As none do, cells that are joined lie in a line.

1. Draw a square that has not been drawn before, and does not lie on the border.
2. If no bridge is beside it or at one of its corners, it is a bridge; draw which way its passage
   above leads.
3. Again from step 1, until no square is left.  Keep the first of these bridges, as many as the
   share says.
4. All squares that bridges join are one cell.
5. Make a maze of these cells by any algorithm for any grid.
6. Open the passages of the bridges.

Wilson's algorithm makes every maze with these bridges with the same probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto.algorithms.textbook.steps import Steps
from labirinto.grids.mesh import Label
from labirinto.random_bits import Bits

if TYPE_CHECKING:
    from labirinto.grids.weave import Woven


def place_bridges(width: int, height: int, share: float, bits: Bits) -> dict[Label, bool]:
    """Place bridges: steps 1 to 3.

    Args:
        width, height: In squares, 3 or more.
        share: Of bridges, of as many as fit; at least one is placed.
        bits: What draws.

    Returns:
        The squares in reading order, each with whether the passage above leads from left to right.
    """
    left = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    placed: dict[Label, bool] = {}
    for k in range(len(left)):
        drawn = k + bits.among(len(left) - k)
        left[k], left[drawn] = left[drawn], left[k]
        x, y = left[k]
        beside = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        if beside.isdisjoint(placed):
            placed[x, y] = bits.take(1) == 1
    count = max(1, int(share * len(placed) + 0.5))
    return dict(sorted(list(placed.items())[:count], key=lambda item: item[0][::-1]))


def around_bridges(grid: Woven, steps: Steps) -> Steps:
    """Make a maze of the cells that bridges join, and open the passages of the bridges: steps 5
    and 6.
    """
    rows = bytearray((yield from steps))
    for below, bridge in enumerate(grid.bridges, grid.width * grid.height):
        for place in (grid.index(bridge), below):
            for _, wall in grid.neighbours(place):
                rows[wall // 8] |= 1 << wall % 8
    return bytes(rows)

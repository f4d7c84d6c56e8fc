"""Mazes with crossings, where one passage leads over another.

A crossing is two cells, each joined to both of its neighbours in line.  If two touched, even at a corner,
four of them could close a ring.  As none do, joined cells lie in lines, which close none.

1. Draw a square that has not been drawn before, and does not lie on the border.
2. If no crossing is beside it or at one of its corners, it is a crossing; draw which way its passage
   above leads.
3. Again from step 1, until no square is left.  Of these crossings keep the first ones: the share wanted.
4. All squares that crossings join are one cell.
5. Make a maze of these cells by any algorithm for any grid, and open the passages of the crossings.

The mazes of step 5 are all mazes with these crossings, so Wilson's algorithm makes each of them with the
same probability.
"""

from __future__ import annotations

from labirinto.grids.mesh import Label
from labirinto.random_bits import Bits


def place_crossings(width: int, height: int, share: float, bits: Bits) -> dict[Label, bool]:
    """Place crossings: steps 1 to 3.

    Args:
        width, height: In squares, 3 or more.
        share: Of crossings, of as many as fit; at least one is placed.
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

"""Mazes whose solution draws a picture.

1. A uniform spanning tree of the cells of the picture is drawn, and a fork of two corridors to
   the border is joined to it: the trunk.  Each of its cells is four cells of the maze.
2. The walk around the trunk visits all of them once and comes back.  Cut at the tips of the fork,
   it is the solution, and a corridor between the arms of the fork.
3. ``uniform``: all cells of the solution are one node, and Wilson's algorithm joins the others.
   ``hidden``: the trunk grows into a spanning tree of the rectangle, all of which are equally
   likely, and the walk goes round that, so that the maze has one texture.  Only where a branch
   grows out of the trunk the solution goes straight on, and the walk around the branch hangs on it
   by one end.

Source: the walk around a spanning tree of cells twice as large is folklore; the rest is ours.
"""

from __future__ import annotations

from itertools import pairwise

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto.errors import TooLargeError
from labirinto.grids.rectangle import (
    STEPS,
    Cell,
    Rectangle,
    full_mask,
    mask_of_cells,
    plane_bytes,
)
from labirinto.picture import Picture, quarter_at
from labirinto.random_bits import Bits
from labirinto.seeds import PICTURE, child_seed

_MOST_CELLS_WITH_PICTURE = 2**24
_BYTES_A_CELL_WITH_PICTURE = 150
"""Memory for the search for corridors from the picture, and for the graph of cells and the
solution."""

_MORE = 2**30
"""The probability of a passage where there is no branch, in units of 2^-32: with it about half of
the cells along the outline of a picture have a passage through it, as everywhere else.
"""

_TREE, _REST, _CHOICES = range(3)
"""The child streams: of the tree in the picture, of the rest of the maze, and of what is left."""


def rows_with_picture(
    picture: Picture, seed: int, progress: Progress | None, _: int | None = None
) -> bytes:
    """Make the rows of a maze whose solution draws a picture.

    Args:
        picture: The picture.
        seed: A number from 0 to 2^64-1.
        progress: Called from time to time with the work done and the total; may raise to stop.

    Raises:
        TooLargeError: If the maze has too many cells, or there is not enough memory.
    """
    coarse = Rectangle(picture.grid.width, picture.grid.height)
    fine = Rectangle(2 * coarse.width, 2 * coarse.height)
    if len(fine) > _MOST_CELLS_WITH_PICTURE:
        raise TooLargeError(
            f"A {fine.text} maze has {len(fine)} cells; with a picture it can have at most "
            f"{_MOST_CELLS_WITH_PICTURE}."
        )
    check_memory(_BYTES_A_CELL_WITH_PICTURE * len(fine), f"A {fine.text} maze with a picture")

    def tree(joined: bytes, mask: bytes | None, grid: Rectangle, stream: int) -> bytes:
        cells = _core.JoinedSquares(joined, bytes(len(joined)), mask, grid.width, grid.height)
        return _core.joined_wilson_cells(cells, child_seed(seed, PICTURE, stream), progress)

    fork = picture.fork
    own = set(picture.joined).union(fork.stem, *fork.arms)
    inside = tree(bytes(coarse.maze_bytes), picture.joined.mask, coarse, _TREE)
    trunk = _union(inside, coarse.bits_of(fork.passages()))

    walk = _Rows(fine, _walk_around(coarse, trunk, mask_of_cells(own, coarse.width, coarse.height)))
    walk.cut(fork.ends(), fork.between())
    gap = walk.corridor(fork.between()[0])
    if picture.fill == "uniform":
        for one, other in pairwise(gap):
            walk.flip(one, other)
        return tree(bytes(walk.rows), None, fine, _REST)

    whole = tree(trunk, None, coarse, _REST)
    bits = Bits(child_seed(seed, PICTURE, _CHOICES))
    walk = _Rows(fine, _walk_around(coarse, whole, full_mask(coarse.width, coarse.height)))
    walk.cut(fork.ends(), fork.between())
    _hang_branches(walk, coarse, whole, own, set(gap), bits)
    doors = [
        (cell, beyond)
        for cell in gap
        for beyond in ((cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)
        if (beyond[0] // 2, beyond[1] // 2) in own and beyond not in gap
    ]
    walk.flip(*doors[bits.below(len(doors))])
    return bytes(walk.rows)


def _hang_branches(
    walk: _Rows, grid: Rectangle, tree: bytes, own: set[Cell], gap: set[Cell], bits: Bits
) -> None:
    """Let the solution go straight on where the walk around a tree goes round a branch.

    The walk around the branch then hangs on the solution by its one end, and the other is a dead
    end.  Since all walks begin on the same hand, left or right as seen from the trunk, all go along
    the trunk in the same direction, and so each can be divided there: what comes behind gets a
    passage of its own from the solution.  That is done here and there, so that the outline of the
    picture is no longer than other walls.

    Args:
        walk: The walk, cut at the ends.
        grid: The cells of the tree.
        tree: Its passages.
        own: The cells of the trunk.
        gap: The cells of the maze between the arms of the fork, which the solution leaves out.
        bits: What chooses the hand, left or right, and where a branch is divided.
    """
    hand = bits.take(1) == 1
    rim = []
    off: list[Cell] = []  # beginnings of branches that hang on the corridor in the gap
    for cell in sorted(own):
        joined = grid.joined_to(tree, cell)
        for direction, (dx, dy) in enumerate(STEPS):
            beyond = cell[0] + dx, cell[1] + dy
            if beyond in own or not (0 <= beyond[0] < grid.width and 0 <= beyond[1] < grid.height):
                continue
            if quarter_at(cell, direction, hand) not in gap:
                rim.append((cell, direction, beyond in joined))
            elif beyond in joined:
                off.append(beyond)
    lost = set(off)
    while off:
        ahead = (cell for at in off for cell in grid.joined_to(tree, at))
        off = [cell for cell in ahead if cell not in own and cell not in lost]
        lost.update(off)
    for (x, y), direction, is_branch in rim:
        dx, dy = STEPS[direction]
        first, second = (quarter_at((x, y), direction, left) for left in (hand, not hand))
        beyond, behind = ((a + dx, b + dy) for a, b in (first, second))
        if is_branch:
            walk.flip(first, second)
            walk.flip(second, behind)
        elif (
            (x + dx, y + dy) not in lost
            and own >= {(x + dy, y + dx), (x - dy, y - dx)}
            and bits.chance(_MORE)
        ):
            walk.flip(beyond, behind)
            walk.flip(first, beyond)


class _Rows:
    """The rows of a maze, while passages are opened and closed."""

    def __init__(self, grid: Rectangle, rows: bytes) -> None:
        self._grid = grid
        self.rows = bytearray(rows)

    def flip(self, one: Cell, other: Cell) -> None:
        """Open the passage between two neighbours, or close it."""
        (x, y), (_, below) = sorted((one, other))
        self.rows[(2 * y + below - y) * self._grid.plane_bytes + x // 8] ^= 1 << x % 8

    def cut(self, ones: tuple[Cell, Cell], others: tuple[Cell, Cell]) -> None:
        """Close two passages."""
        for one, other in zip(ones, others, strict=True):
            self.flip(one, other)

    def corridor(self, end: Cell) -> list[Cell]:
        """List the cells of a corridor from one of its ends."""
        rows = bytes(self.rows)
        cells = [end]
        while ahead := [
            cell for cell in self._grid.joined_to(rows, cells[-1]) if cell not in cells[-2:]
        ]:
            cells += ahead
        return cells


def _union(one: bytes, other: bytes) -> bytes:
    joined = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return joined.to_bytes(len(one), "little")


def _sides(one: Cell, other: Cell) -> tuple[tuple[Cell, Cell], tuple[Cell, Cell]]:
    """The cells of the maze on both sides of the line between two larger cells, the second of which
    lies east or south of the first.
    """
    (x, y), (x2, y2) = ((2 * a, 2 * b) for a, b in (one, other))
    if y == y2:
        return ((x + 1, y), (x + 1, y + 1)), ((x2, y), (x2, y + 1))
    return ((x, y + 1), (x + 1, y + 1)), ((x, y2), (x + 1, y2))


def _walk_around(grid: Rectangle, tree: bytes, mask: bytes) -> bytes:
    """Return the closed walk around a tree of cells, as the rows of a maze of twice the size.

    Around each cell it goes straight where no passage leads out, and else along both sides of that.
    """
    stride = grid.plane_bytes
    rows = bytearray()
    above = 0
    for y in range(grid.height):
        at = 2 * y * stride
        cells, east, south = (
            int.from_bytes(plane[start : start + stride], "little")
            for plane, start in ((mask, y * stride), (tree, at), (tree, at + stride))
        )
        west = east << 1
        for plane in (
            _spread(cells & ~above) | _spread(east) << 1,
            _spread(cells & ~west) | _spread(cells & ~east) << 1,
            _spread(cells & ~south) | _spread(east) << 1,
            _spread(south) * 3,
        ):
            rows += plane.to_bytes(plane_bytes(2 * grid.width), "little")
        above = south
    return bytes(rows)


def _spread(bits: int) -> int:
    """Return a number with bit 2k where this one has bit k."""
    return int("0".join(f"{bits:b}"), 2)

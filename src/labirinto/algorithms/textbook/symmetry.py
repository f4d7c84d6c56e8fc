"""Symmetric mazes: for an algorithm, a cell and its images are one cell.

A map that does not change a tree leaves one of its nodes in place, or turns one of its edges round.
So the half turn of a rectangle with an even side turns round the passage in the middle, which is
open; and a mirror with an even side across turns round exactly one passage over its axis, which may
be any of them.  Where that side is odd, the cells of the middle line are joined by a path that is
its own image: the line itself, which is one corridor.  With both mirrors, or a quarter turn, the
same holds for each of them.

1. Open these passages, and join the cells at their ends.
2. Join each cell and its images.
3. Passages that are images of each other open together: only the first of them counts.
4. Make a maze of the joined cells, by any algorithm for any grid.
5. Open all images of its passages.

All mazes of step 4 become different mazes, and all symmetric mazes come from one of them, so
Wilson's algorithm makes each of these with the same probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from labirinto.algorithms.textbook.rooms import RoomsAndCells
from labirinto.grids.rectangle import Cell, Passage, Rectangle
from labirinto.grids.symmetries import SYMMETRIES, image


def images(passage: Passage, name: str, grid: Rectangle) -> Iterator[Passage]:
    """Yield the other passages that open together with one, each from west or north."""
    for map_ in SYMMETRIES[name]:
        one, other = sorted(image(cell, map_, grid.width, grid.height) for cell in passage)
        yield one, other


def joined_cells(grid: Rectangle, name: str, opened: Iterable[Passage]) -> RoomsAndCells:
    """The cells of a symmetric maze, those that are joined as one: steps 1 to 3.

    Args:
        grid: A rectangle.
        name: Of the symmetry.
        opened: The passages that are open from the start.
    """
    group: dict[Cell, set[Cell]] = {cell: {cell} for cell in grid}
    turned = (
        (cell, image(cell, map_, grid.width, grid.height))
        for cell in grid
        for map_ in SYMMETRIES[name]
    )
    for one, other in (*opened, *turned):
        group[one] |= group[other]
        for cell in group[other]:
            group[cell] = group[one]
    passages = (
        (cell, beyond)
        for cell in grid
        for beyond in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if beyond in grid
    )
    repeated = [
        it for it in passages if any(_order(ot) < _order(it) for ot in images(it, name, grid))
    ]
    return RoomsAndCells(grid, group.values(), repeated)


def _order(passage: Passage) -> tuple[int, int, int]:
    """The place of a passage in the rows: row by row, those to the east first."""
    (x, y), (x2, _) = passage
    return y, int(x == x2), x

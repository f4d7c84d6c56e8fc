"""The growing tree algorithm.  Not uniform.

1. All walls stand.
2. Some cell is the first of the list.
3. Choose a cell of the list: the newest with the probability ``newest``, else a random one.
4. Open a passage to a random unvisited neighbour, which joins the end of the list; if there is
   none, the cell leaves the list.
5. Again from step 3, until the list is empty.

If the newest is always chosen, this is the recursive backtracker.  The list stays in order of age.

Source: W. D. Pullen, Think Labyrinth; J. Buck, Maze Generation: Growing Tree algorithm, 2011.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import (
    CellChosen,
    CellEntered,
    CellLeft,
    Finished,
    FirstCell,
    Steps,
)
from labirinto.grids import Grid
from labirinto.random_bits import Bits
from labirinto.seeds import CHOICE, child_seed, threshold


class AgedList:
    """Cells in order of age.  A cell that leaves is a gap until a quarter of the list are gaps."""

    def __init__(self, first: int) -> None:
        self._cells: list[int | None] = [first]

    def __bool__(self) -> bool:
        return bool(self._cells)

    def newest(self) -> int:
        """The place in the list of the newest cell."""
        return len(self._cells) - 1

    def random(self, bits: Bits) -> int:
        """The place of a random cell; a gap is drawn again."""
        while self._cells[place := bits.among(len(self._cells))] is None:
            pass
        return place

    def __getitem__(self, place: int) -> int:
        cell = self._cells[place]
        assert cell is not None
        return cell

    def append(self, cell: int) -> None:
        """Add the newest cell."""
        self._cells.append(cell)

    def remove(self, place: int) -> None:
        """Take a cell out."""
        self._cells[place] = None
        while self._cells and self._cells[-1] is None:
            self._cells.pop()
        if 4 * self._cells.count(None) > len(self._cells):
            self._cells = [cell for cell in self._cells if cell is not None]


def steps(grid: Grid, seed: int, *, newest: float = 0.5) -> Steps:
    bits = Bits(seed)
    choices = Bits(child_seed(seed, CHOICE, 0))
    passages = Passages(grid)  # step 1
    labels = list(grid)

    first = bits.below(len(grid))
    visited = {first}
    cells = AgedList(first)
    yield FirstCell(2, labels[first])

    while cells:
        if choices.take(32) < threshold(newest):
            choices.take(32)  # so that a step takes 64 bits, whichever the cell
            place = cells.newest()
        else:
            place = cells.random(choices)
        here = cells[place]
        yield CellChosen(3, labels[here])
        unvisited = [link for link in grid.neighbours(here) if link[0] not in visited]
        if unvisited:
            there, wall = unvisited[bits.below(len(unvisited))]
            passages.open(wall)
            visited.add(there)
            cells.append(there)
            yield CellEntered(4, (labels[here], labels[there]), wall)
        else:
            cells.remove(place)
            yield CellLeft(4, labels[here])

    yield Finished(5)
    return passages.to_bytes()

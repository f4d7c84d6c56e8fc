"""One step of a random walk on the cells of a grid."""

from __future__ import annotations

from labirinto.algorithms.textbook.random import Bits
from labirinto.algorithms.textbook.rows import move
from labirinto.grids.rectangle import Cell, Rectangle


class Walker:
    """Steps from cells to random neighbours.

    A direction is drawn until a cell of the grid lies there, so that all neighbours are equally
    likely.
    """

    def __init__(self, grid: Rectangle, bits: Bits) -> None:
        self._bits = bits
        self._cells = frozenset(grid)

    def step_from(self, cell: Cell) -> Cell:
        """Return a neighbour of a cell, which must have one."""
        while (there := move(cell, self._bits.direction())) not in self._cells:
            pass
        return there

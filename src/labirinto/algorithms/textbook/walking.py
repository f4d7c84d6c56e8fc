"""One step of a random walk on the cells of a grid."""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import move
from labirinto.grids import Grid
from labirinto.grids.rectangle import Rectangle
from labirinto.random_bits import Bits


class Walker:
    """Steps from cells to random neighbours, all equally likely.

    On rectangles and masks a direction is drawn until a cell of the grid lies there.
    """

    def __init__(self, grid: Grid, bits: Bits) -> None:
        self._grid = grid
        self._bits = bits
        if isinstance(grid, Rectangle):
            self._cells = list(grid)
            self._numbers = {cell: number for number, cell in enumerate(self._cells)}

    def step_from(self, index: int) -> tuple[int, int]:
        """Return the numbers of a neighbour of a cell, which must have one, and of the wall."""
        if not isinstance(self._grid, Rectangle):
            neighbours = self._grid.neighbours(index)
            return neighbours[self._bits.among(len(neighbours))]
        while True:
            direction = self._bits.direction()
            other = self._numbers.get(move(self._cells[index], direction))
            if other is not None:
                return other, 2 * min(index, other) + direction % 2

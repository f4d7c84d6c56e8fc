"""The positions of the cells of a maze in its drawing."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from labirinto.drawing.meshes import centre_of, middle_of
from labirinto.grids import Grid
from labirinto.grids.mesh import Label, Mesh, Point

if TYPE_CHECKING:
    import numpy as np


class Places:
    """The middles of the cells of a grid."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def middle(self, cell: Label) -> Point:
        """The middle of a cell.

        Raises:
            InvalidValueError: If there is no such cell.
        """
        return middle_of(self._grid, cell)

    def nearest(self, point: Point) -> Label:
        """The place at a point of the drawing, or the cell whose middle is nearest to it."""
        grid = self._grid
        if not isinstance(grid, Mesh):
            x, y = (int(max(0, at)) for at in point)
            height, width = grid.shape
            return min(x, width - 1), min(y, height - 1)
        import numpy as np

        # Distances from far outside would all be equal.
        least, most = self._middles.min(0) - 1, self._middles.max(0) + 1
        away = np.hypot(*(self._middles - np.clip(point, least, most)).T)
        return grid.label(int(away.argmin()))

    @cached_property
    def _middles(self) -> np.ndarray[Any, Any]:
        import numpy as np

        mesh = self._grid
        assert isinstance(mesh, Mesh)
        numbers = chain.from_iterable(centre_of(mesh, index) for index in range(len(mesh)))
        return np.fromiter(numbers, np.float64, 2 * len(mesh)).reshape(-1, 2)

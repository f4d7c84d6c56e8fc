"""The tones of portraits: how wide walls have to be where a picture is dark or light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import coverage, standing
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import Rectangle, plane_bytes
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Array

_LIGHTEST, _DARKEST = 1.15, 0.92
"""What walls of the least and of the greatest width show, in these widths: walls can be made
thicker or thinner where there happen to be few or many."""

_CLIPPED = 0.01
"""The share of the cells that may be darker, or lighter, than walls can show."""

_LEAST_CONTRAST = 0.04
_ROUNDS = 12
_NEAR = (1, 3, 6, 7, 6, 3, 1)
"""How much corners on both sides of one count where the tone is measured."""


def fitted(dark: Array, grid: Rectangle, thinnest: float, widest: float) -> Array:
    """The share of wall wanted in every quarter of a cell, which walls of these widths can show.

    Raises:
        InvalidValueError: If all of it is of one tone.
    """
    import numpy as np

    cells = dark.reshape(grid.height, 2, grid.width, 2).mean((1, 3))
    low, high = np.quantile(cells[_inside(grid)], (_CLIPPED, 1 - _CLIPPED))
    if high - low < _LEAST_CONTRAST:
        raise InvalidValueError(
            "The picture has next to no contrast, so walls cannot show it; give one with light and "
            "dark parts."
        )
    least, most = thinnest * _LIGHTEST, widest * _DARKEST
    wanted: Array = least + np.clip((dark - low) / (high - low), 0, 1) * (most - least)
    return wanted


def _inside(grid: Rectangle) -> Array:
    """The cells that the mask leaves, ``bool[height, width]``."""
    import numpy as np

    if grid.mask is None:
        return np.ones((grid.height, grid.width), bool)
    bits = np.frombuffer(grid.mask, np.uint8).reshape(grid.height, plane_bytes(grid.width))
    return np.unpackbits(bits, axis=1, count=grid.width, bitorder="little").astype(bool)


def _on_lines(quarters: Array, axis: int) -> Array:
    """Means of the quarters on both sides of each line between cells; of one side on the border."""
    import numpy as np

    padding = [(0, 0)] * quarters.ndim
    padding[axis] = (1, 1)
    return _pairs(np.pad(quarters, padding, "edge"), axis)


def _pairs(quarters: Array, axis: int) -> Array:
    """Means of the first two along an axis, of the next two, and so on."""
    import numpy as np

    moved = np.moveaxis(quarters, axis, 0)
    mean: Array = np.moveaxis((moved[::2] + moved[1::2]) / 2, 0, axis)
    return mean


def at_walls(quarters: Array) -> tuple[Array, Array]:
    """Means around the walls along rows, and around those along columns."""
    return _pairs(_on_lines(quarters, 0), 1), _pairs(_on_lines(quarters, 1), 0)


def widths(maze: Maze, wanted: Array, thinnest: float, widest: float) -> tuple[Array, Array]:
    """The widths of all walls, so that around every corner there is as much wall as wanted.

    Walls begin as wide as the share that is wanted where they are, since where every cell has one
    wall a share is as large as their width.  Then what is measured corrects them, again and again.
    """
    import numpy as np

    across, down = (np.clip(it, thinnest, widest) for it in at_walls(wanted))
    stands_across, stands_down = standing(Drawing(maze))
    corners = _on_lines(_on_lines(wanted, 0), 1)
    inside = np.pad(_inside(maze.rectangle), 1)
    counts = inside[1:, 1:] | inside[:-1, 1:] | inside[1:, :-1] | inside[:-1, :-1]
    target = _smooth(np.where(counts, corners, 0))
    for _ in range(_ROUNDS):
        covered = coverage(np.where(stands_across, across, 0), np.where(stands_down, down, 0))
        factor = target / np.maximum(_smooth(covered), 1e-6)
        across = np.clip(across * (factor[:, 1:] + factor[:, :-1]) / 2, thinnest, widest)
        down = np.clip(down * (factor[1:] + factor[:-1]) / 2, thinnest, widest)
    return across, down


def _smooth(values: Array) -> Array:
    """Sums around every corner, with weights."""
    import numpy as np

    reach = len(_NEAR) // 2
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (reach, reach)
        padded = np.pad(values, padding)
        size = values.shape[axis]
        shifted = (np.take(padded, range(k, k + size), axis) for k in range(len(_NEAR)))
        values = np.add.reduce([weight * it for weight, it in zip(_NEAR, shifted, strict=True)])
    return values

"""Mazes that equal their image in a mirror, or turned: a cell and its images are one cell."""

from __future__ import annotations

from labirinto import _core
from labirinto._internal.progress import Progress
from labirinto.algorithms.record import Algorithm
from labirinto.algorithms.rooming import check_contraction, joined_kernel
from labirinto.grids.rectangle import Rectangle
from labirinto.grids.symmetries import SYMMETRIES, open_passages
from labirinto.recipe import Recipe


def rows_with_symmetry(
    algorithm: Algorithm,
    recipe: Recipe,
    name: str,
    seed: int,
    progress: Progress | None,
    _: int | None,
) -> bytes:
    """The rows of a symmetric maze.

    Args:
        algorithm: One that makes mazes of any shape.
        recipe: Of the maze, or one that differs in the seed.
        name: Of the symmetry.
        seed: The number of the seed.
        progress: As in ``generate``.
    """
    cells = symmetric_squares(recipe.rectangle, name)
    return joined_kernel(algorithm)(cells, seed, *algorithm.arguments(recipe), progress)


def symmetric_squares(grid: Rectangle, name: str) -> _core.JoinedSquares:
    """The squares of a symmetry, for kernels: each and its images are one.

    Raises:
        TooLargeError: If there are too many.
    """
    check_contraction(grid, "symmetry")
    always, choices = map(grid.bits_of, open_passages(grid, name))
    maps = bytes(SYMMETRIES[name])
    return _core.JoinedSquares.symmetric(always, choices, maps, grid.width, grid.height)

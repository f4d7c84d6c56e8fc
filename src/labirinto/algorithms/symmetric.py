"""Mazes that equal their image in a mirror, or turned: a cell and its images are one cell."""

from __future__ import annotations

from labirinto import _core
from labirinto._internal.progress import Progress
from labirinto.algorithms.record import Algorithm
from labirinto.algorithms.rooming import check_contraction
from labirinto.grids.symmetries import SYMMETRIES, open_passages
from labirinto.recipe import Recipe
from labirinto.seeds import SYMMETRY, child_seed


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
    from labirinto.random_bits import Bits

    grid = recipe.rectangle
    size = grid.width, grid.height
    check_contraction(grid, "symmetry")
    joined = grid.bits_of(open_passages(grid, name, Bits(child_seed(seed, SYMMETRY, 0)).below))
    kernel = getattr(_core, f"symmetric_{algorithm.methods[0].kernel}")
    numbers = algorithm.arguments(recipe)
    rows: bytes = kernel(joined, bytes(SYMMETRIES[name]), *size, seed, *numbers, progress)
    return rows

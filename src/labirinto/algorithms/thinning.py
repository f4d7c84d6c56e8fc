"""Thinning out: a maze with shorter dead ends, on fewer cells."""

from __future__ import annotations

from dataclasses import replace

from labirinto import _core, seeds
from labirinto._internal.progress import Progress, check_progress
from labirinto._internal.validation import check_type, real_number
from labirinto.algorithms.braiding import check_places
from labirinto.errors import InvalidValueError
from labirinto.grids import rectangle_of
from labirinto.grids.rectangle import Rectangle, full_mask
from labirinto.maze import Maze


def sparse(maze: Maze, share: float, *, progress: Progress | None = None) -> Maze:
    """Shorten dead ends until a share of the cells is gone.

    In each round every dead end loses one cell, so short ones vanish and long ones remain; in the
    last round, those that lose a cell are spread evenly in reading order.  It ends when no dead end
    is left: with a single cell, or with the rooms and loops of a maze and the corridors that join
    them.

    Args:
        maze: The maze, of squares; it is not changed.
        share: The share of the cells to remove, from 0 to 1.
        progress: See ``generate``.

    Returns:
        The new maze on the cells that remain, a rectangle of the same size with a mask.  Its
        recipe, if the maze has one, makes it again.

    Raises:
        InvalidValueError: For a value out of range, a maze that is already thinned out, or one on a
            grid of cells other than squares.
        TooLargeError: If the maze has 2^31 cells or more.
    """
    check_type("maze", maze, Maze)
    check_progress(progress)
    share = real_number("share", share, 0, 1)
    grid, recipe = rectangle_of(maze.grid, "Thinning out is"), maze.recipe
    if recipe is not None:
        if recipe.sparse is not None:
            raise InvalidValueError("The maze is already thinned out; give the original maze.")
        recipe = replace(recipe, sparse=share)
    check_places(grid, "thinned out")
    mask = full_mask(grid.width, grid.height) if grid.mask is None else grid.mask
    count = (len(grid) * seeds.threshold(share) + 2**31) >> 32
    rows, left = _core.sparse(
        maze.rows, mask, grid.width, grid.height, min(count, len(grid) - 1), progress
    )
    return Maze.from_bits(Rectangle(grid.width, grid.height, left), rows, recipe=recipe)

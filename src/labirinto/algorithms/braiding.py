"""Braiding: a maze with fewer dead ends, and with loops."""

from __future__ import annotations

from dataclasses import replace

from labirinto import seeds
from labirinto._internal.progress import Progress, check_progress
from labirinto._internal.validation import check_type
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import Grid
from labirinto.maze import Maze
from labirinto.recipe import Braid
from labirinto.seeds import Seed

_MOST_PLACES = 2**31 - 1


def braid(
    maze: Maze,
    share: float,
    *,
    seed: Seed | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Join dead ends to their neighbours, so that several paths may join two cells.

    In random order, each dead end gets one more passage, to another dead end if there is one beside
    it, until the share of them is gone.  A dead end whose other walls are all in the frame remains.

    Args:
        maze: The maze; it is not changed.
        share: The share of the dead ends to remove, from 0 to 1.
        seed: A whole number from 0 to 2^64-1 or any text; None for that of the maze's recipe, or a
            random one if it has none.
        progress: See ``generate``.

    Returns:
        The new maze.  Its recipe, if the maze has one, makes it again.

    Raises:
        InvalidValueError: For a value out of range, or a maze that is already braided or thinned
            out.
        TooLargeError: If the maze has 2^31 cells or more.
    """
    check_type("maze", maze, Maze)
    check_progress(progress)
    recipe = maze.recipe
    if seed is None:
        seed = seeds.fresh_seed() if recipe is None else recipe.seed
    how = Braid.checked(share, seed)
    if recipe is not None:
        if recipe.braid is not None:
            raise InvalidValueError("The maze is already braided; braid the original maze.")
        if recipe.sparse is not None:
            raise InvalidValueError("The maze is already thinned out; braid the original maze.")
        recipe = replace(recipe, braid=how)
    grid = maze.grid
    number = seeds.child_seed(seeds.seed_number(how.seed), seeds.BRAID, 0)
    threshold = seeds.threshold(how.share)
    check_places(grid, "braided")
    bits = grid.core.braid(maze.bits, threshold, number, progress)
    return Maze.from_bits(grid, bits, recipe=recipe)


def check_places(grid: Grid, changed: str) -> None:
    """Check that a maze on a grid can be changed; ``changed`` says how.

    Raises:
        TooLargeError: If it has too many cells.
    """
    if grid.places > _MOST_PLACES:
        raise TooLargeError(
            f"A {grid.text} maze has {grid.places} cells; at most {_MOST_PLACES} can be {changed}."
        )

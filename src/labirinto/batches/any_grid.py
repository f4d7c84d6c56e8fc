"""Ends and solutions of the mazes of a batch on any grid: one maze after the other.

``core/batch_solutions.hpp`` does the same for whole rectangles, for all mazes at once.
"""

from __future__ import annotations

from array import array

from labirinto.batches.block import ARRIVED, Numbers, item_of
from labirinto.grids import Grid
from labirinto.grids.rectangle import EXIT_BITS
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.solving import solve, suggest_ends


def ends_and_solutions(
    recipe: Recipe, bits: bytes, numbers: Numbers, kind: str, *, wants_paths: bool
) -> tuple[bytes, bytes | None]:
    """Choose ends, and find the paths between them.

    Args:
        recipe: Of the batch.
        bits: Of all mazes, one after the other.
        numbers: Of the items.
        kind: As for ``suggest_ends``.
        wants_paths: Whether to find the paths, too.

    Returns:
        The bytes of ``MazeBlock.ends`` and of ``MazeBlock.solutions``; None without paths.
    """
    grid = recipe.grid
    ends_bytes, solution_bytes = bytearray(), bytearray()
    for at, number in enumerate(numbers):
        item = bits[at * grid.maze_bytes : (at + 1) * grid.maze_bytes]
        maze = item_of(recipe, number, item)
        ends = suggest_ends(maze, kind)
        path = solve(maze, *ends) if wants_paths else None
        named = map(grid.index, ends) if grid.kind else (*ends.start, *ends.end)
        ends_bytes += array("i", named).tobytes()
        solution_bytes += _marked(grid, path) if path else b""
    return bytes(ends_bytes), bytes(solution_bytes) if wants_paths else None


def _marked(grid: Grid, path: Path) -> bytes:
    """Return the next step in every cell of a path: an exit, or on a mesh the number of a cell."""
    places = path._places(grid)
    if path.mesh:
        found, following = array("i", [-1]) * grid.places, [*places[1:], places[-1]]
    else:
        exits = [*(EXIT_BITS[move] for move in path.moves), ARRIVED]
        found, following = array("B", bytes(grid.places)), exits
    for place, what in zip(places, following, strict=True):
        found[place] = what
    return found.tobytes()

"""Ends and solutions of the mazes of a batch on any grid: one maze after the other.

``core/batch_solutions.hpp`` does the same for whole rectangles, for all mazes at once.
"""

from __future__ import annotations

from array import array
from itertools import pairwise

from labirinto.batches.block import ARRIVED, Numbers, item_of
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import EXIT_BITS, Rectangle
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
        if isinstance(grid, Mesh):
            ends_bytes += array("i", map(grid.index, ends)).tobytes()
            solution_bytes += _next_cells(grid, path) if path else b""
        else:
            ends_bytes += array("i", [*ends.start, *ends.end]).tobytes()
            solution_bytes += _next_exits(grid, path) if path else b""
    return bytes(ends_bytes), bytes(solution_bytes) if wants_paths else None


def _next_cells(mesh: Mesh, path: Path) -> bytes:
    found = array("i", [-1]) * len(mesh)
    numbers = path.numbers
    for here, there in pairwise([*numbers, numbers[-1]]):
        found[here] = there
    return found.tobytes()


def _next_exits(grid: Rectangle, path: Path) -> bytes:
    found = bytearray(grid.width * grid.height)
    exits = [*(EXIT_BITS[move] for move in path.moves), ARRIVED]
    for (x, y), exit_bit in zip(path, exits, strict=True):
        found[y * grid.width + x] = exit_bit
    return bytes(found)

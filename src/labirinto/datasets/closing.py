"""Mazes of which no path leads from the start to the end."""

from __future__ import annotations

from labirinto import seeds
from labirinto.datasets.mazes import Problem
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Mesh
from labirinto.grids.mesh import Label
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.random_bits import Bits


def closed_once(maze: Maze, ends: Ends, path: Path, share: float) -> Problem:
    """Close one passage of a perfect maze: on the path in a share of the mazes, else off it.

    One is closed in every maze, so neither the number of passages nor that of parts says whether a
    path leads from the start to the end.  Each passage, on the path or off it, is equally likely.

    Args:
        maze: With its recipe, from whose seed the choice follows.
        ends: Its ends.
        path: The path between them.
        share: Of the mazes that get no path; their path has no steps.

    Raises:
        InvalidValueError: If a passage off the path should be closed, and there is none.
    """
    assert maze.recipe
    grid = maze.grid
    bits = Bits(seeds.child_seed(seeds.seed_number(maze.recipe.seed), seeds.DATASET, 0))
    if bits.chance(seeds.threshold(share)):
        step = bits.below(path.steps)
        one, other = path.cells[step : step + 2]
        path = Path.from_cells(grid, [ends.start])
    else:
        on_path = {frozenset(pair) for pair in zip(path.cells, path.cells[1:], strict=False)}
        others = [pair for pair in maze.passages() if frozenset(pair) not in on_path]
        if not others:
            raise InvalidValueError("All passages are on the solution; give more cells.")
        one, other = others[bits.below(len(others))]
    made = Maze.from_bits(grid, _without(grid, maze.bits, one, other))
    return Problem(made, ends, path, (grid.place(one), grid.place(other)))


def _without(grid: Grid, bits: bytes, one: Label, other: Label) -> bytes:
    """The passages of a maze without that between two cells."""
    walls = 1
    if isinstance(grid, Mesh):
        walls = len(grid.walls_between(grid.index(one), grid.index(other)))
    between = int.from_bytes(grid.bits_of([(one, other)] * walls), "little")
    return (int.from_bytes(bits, "little") & ~between).to_bytes(len(bits), "little")

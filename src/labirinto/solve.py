"""Where to start and where to end, and the path between them."""

from __future__ import annotations

from labirinto import _core, promise
from labirinto.errors import InvalidValueError, NoPathError
from labirinto.maze import Cell, Ends, Maze, Path

ENDS_KINDS = ("corners", "border", "farthest", "random")
"""How ``suggest_ends`` can choose."""


def solve(maze: Maze, start: Cell, end: Cell) -> Path:
    """The path from start to end: the only one in a perfect maze, else a shortest one.

    Raises:
        InvalidValueError: if a cell is outside the maze, or both are the same.
        NoPathError: if the maze is not connected, and no path joins the two.
    """
    start, end = Ends(start, end).check(maze.width, maze.height)
    find = _core.tree_path if maze.is_perfect else _core.shortest_path
    moves = find(maze.rows, maze.width, maze.height, *start, *end)
    if moves is None:
        raise NoPathError(f"No path joins {start} and {end}: the maze is not connected.")
    return Path(start, moves)


def suggest_ends(maze: Maze, kind: str = "border", *, seed: int | str | None = None) -> Ends:
    """A start and an end that suit the maze.

    Args:
        kind: ``corners``: top left and bottom right.  ``border``: the two cells on the border that
            are farthest apart, with openings in the outer wall.  ``farthest``: the two ends of the
            longest path, the maze's diameter.  ``random``: two different cells, each pair equally
            likely.  The seed fixes them all: where several cells are equally far, the first in
            reading order is taken, and of the two found the first in that order is the start.
        seed: for ``random``; by default the seed of the maze's own recipe, so that it fixes the
            ends too.

    Raises:
        InvalidValueError: for another kind, a maze of a single cell, a maze that is not perfect
            where distances are asked for, or no seed for ``random``.
    """
    if kind not in ENDS_KINDS:
        raise InvalidValueError(
            f"There is no way {kind!r} to choose ends; there are {', '.join(ENDS_KINDS)}."
        )
    if maze.width * maze.height == 1:
        raise InvalidValueError("A maze of a single cell has no start and end.")
    if kind == "corners":
        return Ends((0, 0), (maze.width - 1, maze.height - 1))
    if kind == "random":
        return _random_ends(maze, seed)
    if not maze.is_perfect:
        raise InvalidValueError(
            f"The ends {kind!r} are known for perfect mazes only, and this maze is not; "
            "name two cells, or take 'corners'."
        )
    on_border = kind == "border"
    first = _farthest(maze, (0, 0), on_border)
    second = _farthest(maze, first, on_border)
    start, end = sorted((first, second), key=lambda cell: (cell[1], cell[0]))
    return Ends(start, end, open=on_border)


def _farthest(maze: Maze, start: Cell, on_border: bool) -> Cell:
    x, y, _ = _core.farthest(maze.rows, maze.width, maze.height, *start, on_border)
    return x, y


def _random_ends(maze: Maze, seed: int | str | None) -> Ends:
    from labirinto.textbook.random import Bits

    if seed is None:
        if maze.recipe is None:
            raise InvalidValueError("It is not known how this maze was made: give a seed.")
        seed = maze.recipe.seed
    bits = Bits(promise.child_seed(promise.seed_number(seed), promise.ENDS, 0))
    cells = maze.width * maze.height
    start = bits.below(cells)
    end = bits.below(cells - 1)
    end += end >= start
    start_y, start_x = divmod(start, maze.width)
    end_y, end_x = divmod(end, maze.width)
    return Ends((start_x, start_y), (end_x, end_y))

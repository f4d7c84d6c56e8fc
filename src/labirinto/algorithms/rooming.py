"""Mazes with rooms: each is one cell to the algorithm."""

from __future__ import annotations

from collections.abc import Callable

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto.algorithms.record import Algorithm
from labirinto.errors import InvalidValueError, TooLargeError, counted
from labirinto.grids.rectangle import Rectangle
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms, passages_without_doors, placed, random_bits

_MOST_CELLS = 2**28
BYTES_A_CELL = 100
"""Peak memory of a kernel, and of the graph of the cells with their neighbours."""

_TRIES = 100
"""How often doors are drawn that leave some cell without a path to the others."""


def rows_with_rooms(
    algorithm: Algorithm,
    recipe: Recipe,
    how: Rooms,
    seed: int,
    progress: Progress | None,
    _: int | None,
) -> bytes:
    """The rows of a maze of which each room is a single cell for the algorithm.

    Wilson's walks on the cells, whatever the size.

    Args:
        algorithm: One that makes rooms.
        recipe: Of the maze, or one that differs in the seed; its grid is in one piece.
        how: The rooms.
        seed: The number of the seed.
        progress: As in ``generate``.
    """
    grid = recipe.rectangle
    check_contraction(grid, "rooms")
    cells = plan_rooms(grid, how, seed)
    return joined_kernel(algorithm)(cells, seed, *algorithm.arguments(recipe), progress)


def joined_kernel(algorithm: Algorithm, many: str = "") -> Callable[..., bytes]:
    """The kernel that makes mazes of squares of which some are joined; ``batch_`` makes many."""
    kernel: Callable[..., bytes] = getattr(_core, f"{many}joined_{algorithm.methods[0].kernel}")
    return kernel


def check_contraction(grid: Rectangle, what: str) -> None:
    """Check that a maze of which some cells are joined first, for a purpose, is not too large.

    Raises:
        TooLargeError: If it is.
    """
    cells = grid.width * grid.height
    if cells > _MOST_CELLS:
        raise TooLargeError(
            f"A {grid.text} maze has {cells} cells; with {what} it can have at most {_MOST_CELLS}."
        )
    check_memory(BYTES_A_CELL * cells, f"A {grid.text} maze with {what}")


def plan_rooms(grid: Rectangle, how: Rooms, seed: int) -> _core.JoinedSquares:
    """The squares of a maze with rooms, for kernels: those of a room are one, and the walls stand
    where it has no places for doors.

    Args:
        grid: The cells, in one piece.
        how: The rooms.
        seed: Of the maze.

    Raises:
        InvalidValueError: If the rooms do not fit, or their doors leave some cell without a path.
    """
    size = grid.width, grid.height
    bits = random_bits(seed)
    rooms = placed(grid, how, bits)
    joined = grid.bits_of(passage for room in rooms for passage in room.passages())
    if how.doors is None:
        return _core.JoinedSquares(joined, bytes(len(joined)), grid.mask, *size)
    for _ in range(_TRIES):
        closed = grid.bits_of(passages_without_doors(grid, rooms, how.doors, bits))
        try:
            return _core.JoinedSquares(joined, closed, grid.mask, *size)
        except ValueError:  # they are in pieces
            continue
    raise InvalidValueError(
        f"With doors at {counted(how.doors, 'place')} per room, some cells were cut off in each "
        f"of {_TRIES} tries; give more doors, or fewer or smaller rooms."
    )

"""Symmetries of a rectangle: which cells are images of each other, and which mazes have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto._internal.validation import one_of
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, rectangle_of
from labirinto.grids.squares import Cell, Passage

if TYPE_CHECKING:
    from labirinto.grids.rectangle import Rectangle

FLIPS_X, FLIPS_Y, SWAPS = 1, 2, 4

SYMMETRIES: dict[str, tuple[int, ...]] = {
    "x": (FLIPS_X,),
    "y": (FLIPS_Y,),
    "xy": (FLIPS_X, FLIPS_Y, FLIPS_X | FLIPS_Y),
    "turn2": (FLIPS_X | FLIPS_Y,),
    "turn4": (FLIPS_X | FLIPS_Y, SWAPS | FLIPS_X, SWAPS | FLIPS_Y),
}
"""The maps onto itself that do not change a maze: each exchanges column and row if it swaps, then
mirrors left and right, or top and bottom."""


def image(cell: Cell, map_: int, width: int, height: int) -> Cell:
    """The cell that takes the place of another; those that swap are for squares."""
    x, y = cell[::-1] if map_ & SWAPS else cell
    return width - 1 - x if map_ & FLIPS_X else x, height - 1 - y if map_ & FLIPS_Y else y


def check_symmetry(symmetry: object, grid: Grid) -> str:
    """Return the name of a symmetry that perfect mazes on a grid can have.

    Raises:
        InvalidValueError: If it is none, or no maze of the grid has it.
    """
    name = one_of("symmetry", symmetry, tuple(SYMMETRIES))
    size = rectangle_of(grid, "Symmetric mazes are")
    if size.mask is not None:
        raise InvalidValueError(
            "A symmetric maze cannot have a mask; leave out the mask or the symmetry."
        )
    both_even = size.width % 2 == size.height % 2 == 0
    if name == "turn4" and (size.width != size.height or both_even):
        fix = "make it a square with an odd side"
    elif name in ("xy", "turn2") and both_even:
        fix = "make one side odd"
    else:
        return name
    raise InvalidValueError(f"No perfect maze of {size.text} cells has symmetry {name!r}; {fix}.")


def open_passages(grid: Rectangle, name: str) -> tuple[list[Passage], list[Passage]]:
    """The passages that equal their own image and are open: in every maze, and one in each maze.

    In every maze these are the middle line of an odd side, for each direction that is mirrored, and
    the one in the middle, if there is one, of a half turn.  In each maze it is one of those across
    the axis of an even side that is mirrored alone, at random.

    Args:
        grid: The cells.
        name: Of the symmetry.

    Returns:
        Those that are always open, and those of which one is, in the order of their bits.
    """
    width, height = grid.width, grid.height
    x, y = (width - 1) // 2, (height - 1) // 2
    column = [((x, row), (x, row + 1)) for row in range(height - 1)]
    line = [((column, y), (column + 1, y)) for column in range(width - 1)]
    if name == "turn2" and width % 2 != height % 2:
        return line[x : x + 1] if width % 2 == 0 else column[y : y + 1], []
    if name == "xy":
        return column * (width % 2) + line * (height % 2), []
    if name == "x":
        return (column, []) if width % 2 else ([], [((x, k), (x + 1, k)) for k in range(height)])
    if name == "y":
        return (line, []) if height % 2 else ([], [((k, y), (k, y + 1)) for k in range(width)])
    return [], []

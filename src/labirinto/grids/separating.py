"""The pieces of a grid whose cells do not all touch, each as a grid of its own."""

from __future__ import annotations

from labirinto import _core
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, check_grid
from labirinto.grids.polygon_cells import Polygons
from labirinto.grids.rectangle import Cell, Rectangle, mask_of_cells

MOST_PIECES = 1000


def pieces_of(grid: Grid) -> list[Grid]:
    """Return the pieces of a grid, for a maze on each of them.

    Example::

        word = labirinto.grids.letters("Anna", height=24, pieces="each")
        letters = labirinto.grids.pieces_of(word)
        mazes = [labirinto.wilson(letter, seed=seed) for seed, letter in enumerate(letters)]

    Args:
        grid: A grid made with ``pieces="each"``, or any other.

    Returns:
        For every piece the smallest rectangle that holds it, with its mask, from left to right and
        from top to bottom; of polygons, their pieces in the order of their first polygons; of a
        grid in one piece, the grid itself.

    Raises:
        InvalidValueError: If there are more than 1,000 pieces.
    """
    check_grid(grid)
    if grid.pieces == 1:
        return [grid]
    if grid.pieces > MOST_PIECES:
        raise InvalidValueError(
            f"The grid {grid.text} has {grid.pieces} pieces, more than {MOST_PIECES}; join them, "
            "or keep the largest."
        )
    if isinstance(grid, Rectangle):
        return list(_of_mask(grid))
    assert isinstance(grid, Polygons)  # all other grids are in one piece
    return list(grid.in_pieces())


def _of_mask(grid: Rectangle) -> list[Rectangle]:
    assert grid.mask is not None
    found: list[tuple[int, int, Rectangle]] = []
    left = int.from_bytes(grid.mask, "little")
    while left:
        mask = left.to_bytes(len(grid.mask), "little")
        piece = _core.mask_largest(mask, grid.width, grid.height)
        left ^= int.from_bytes(piece, "little")
        found.append(_cut_out(list(Rectangle(grid.width, grid.height, piece))))
    return [piece for _, _, piece in sorted(found, key=lambda it: it[:2])]


def _cut_out(cells: list[Cell]) -> tuple[int, int, Rectangle]:
    """Where some cells begin, and the smallest rectangle that holds them."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    left, top = min(xs), min(ys)
    width, height = max(xs) - left + 1, max(ys) - top + 1
    mask = mask_of_cells([(x - left, y - top) for x, y in cells], width, height)
    return left, top, Rectangle(width, height, mask)

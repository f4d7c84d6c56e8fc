"""The pieces of a grid whose cells do not all touch, each as a grid of its own."""

from __future__ import annotations

from functools import reduce
from operator import or_

from labirinto import _core
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, check_grid
from labirinto.grids.polygon_cells import Polygons
from labirinto.grids.rectangle import Rectangle
from labirinto.grids.squares import mask_of_rows, rows_of_mask

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
        from top to bottom; for polygons, their pieces in the order of their first polygons; for a
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
        assert grid.mask is not None
        return [piece for _, _, piece in placed_pieces(grid.mask, grid.width, grid.height)]
    assert isinstance(grid, Polygons)  # all other grids are in one piece
    return list(grid.in_pieces())


def placed_pieces(mask: bytes, width: int, height: int) -> list[tuple[int, int, Rectangle]]:
    """The pieces of a mask: where each begins, and the smallest rectangle that holds it, from left
    to right and from top to bottom.
    """
    found: list[tuple[int, int, Rectangle]] = []
    left = int.from_bytes(mask, "little")
    while left:
        piece = _core.mask_largest(left.to_bytes(len(mask), "little"), width, height)
        left ^= int.from_bytes(piece, "little")
        found.append(_cut_out(piece, width))
    return sorted(found, key=lambda it: it[:2])


def _cut_out(mask: bytes, width: int) -> tuple[int, int, Rectangle]:
    """Return where the cells of a mask begin, and the smallest rectangle that holds them."""
    rows = rows_of_mask(mask, width)
    used = [y for y, row in enumerate(rows) if row]
    top, bottom = used[0], used[-1]
    columns = reduce(or_, rows)
    left = (columns & -columns).bit_length() - 1
    across = columns.bit_length() - left
    bits = mask_of_rows([row >> left for row in rows[top : bottom + 1]], across)
    return left, top, Rectangle(across, bottom + 1 - top, bits)

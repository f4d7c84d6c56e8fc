"""The places that a mask leaves out, as drawings show them: one open space without walls."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto import _core
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, STEPS, WEST, Opening, Rectangle


def with_outside(
    grid: Rectangle, rows: bytes, openings: Sequence[tuple[int, int, int]]
) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Rows in which all that lies outside the mask is one open space.

    Args:
        grid: The cells.
        rows: The rows of a maze.
        openings: x, y and direction of its openings.

    Returns:
        The rows, in which openings beside places outside the mask are passages, and all gaps in
        the frame of the rectangle.
    """
    if grid.mask is None:
        return rows, list(openings)
    added = bytearray(_core.mask_passages(grid.mask, grid.width, grid.height, False))
    gaps = []
    for x, y, direction in openings:
        dx, dy = STEPS[direction]
        if not (0 <= x + dx < grid.width and 0 <= y + dy < grid.height):
            gaps.append((x, y, direction))
            continue
        x, y = min(x, x + dx), min(y, y + dy)
        added[(2 * y + direction % 2) * grid.plane_bytes + x // 8] |= 1 << x % 8
    number = int.from_bytes(rows, "little") | int.from_bytes(added, "little")
    edges = [(x, 0, NORTH) for x in range(grid.width)]
    edges += [(x, grid.height - 1, SOUTH) for x in range(grid.width)]
    edges += [(0, y, WEST) for y in range(grid.height)]
    edges += [(grid.width - 1, y, EAST) for y in range(grid.height)]
    gaps += [edge for edge in edges if edge[:2] not in grid]
    return number.to_bytes(len(rows), "little"), gaps


def without_outside(grid: Rectangle, rows: bytes) -> bytes:
    """Rows of a maze without the passages of places outside the mask."""
    if grid.mask is None:
        return rows
    kept = _core.mask_passages(grid.mask, grid.width, grid.height, True)
    number = int.from_bytes(rows, "little") & int.from_bytes(kept, "little")
    return number.to_bytes(len(rows), "little")


def maze_drawn(
    grid: Rectangle, rows: bytes, gaps: Sequence[Opening]
) -> tuple[bytes, list[Opening]] | None:
    """The rows of a maze and its openings, from those of a drawing: the reverse of
    ``with_outside``.

    Args:
        grid: The cells.
        rows: The passages of the drawing.
        gaps: In its frame.

    Returns:
        None if a wall stands outside, or is missing there in the frame.
    """
    inside = without_outside(grid, rows)
    openings = [gap for gap in gaps if gap[0] in grid]
    for one, other in grid.passages(rows):
        if (one in grid) is not (other in grid):
            is_across = one[1] == other[1]
            if one in grid:
                openings.append((one, EAST if is_across else SOUTH))
            else:
                openings.append((other, WEST if is_across else NORTH))
    again, all_gaps = with_outside(grid, inside, [(x, y, side) for (x, y), side in openings])
    shown = {(x, y, side) for (x, y), side in gaps}
    return (inside, openings) if again == rows and set(all_gaps) == shown else None

"""Surfaces of solids from plans in blocks: walls that stand on a floor.

The plan of a rectangle is the grid of blocks, ``Maze.blocks``: posts where walls end, walls and
floors between.  Each block has its own face on top, so faces meet at whole edges.  A post touches
every wall that ends at it, and walls meet only at posts: so no edge has more than two faces, and
the surface is closed, also in mazes with loops.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, cycle, islice

from labirinto import _core
from labirinto.drawing.geometry import Drawing
from labirinto.grids.rectangle import Rectangle

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Surface:
    """A closed surface, in millimetres: x to the right, y up the page, z up.

    Attributes:
        points: Each once.
        triangles: Three numbers of points each, counter-clockwise from outside.
        name: What the solid is.
    """

    points: list[Point]
    triangles: array[int]
    name: str = "maze"


def _blocks(drawing: Drawing) -> bytes:
    """Return the blocks to build; nothing stands outside a mask."""
    maze = drawing.maze
    if maze.rectangle.mask is None:
        return maze.blocks(drawing.ends).tobytes()
    rows, gaps = drawing.rows_and_gaps
    return _core.blocks(rows, maze.width, maze.height, gaps)


def walls_on_plate(drawing: Drawing) -> Surface:
    """Return the walls of a maze on a rectangle, on a plate that has its shape."""
    maze, style = drawing.maze, drawing.style
    wall = style.wall * style.pixel_mm
    lines_x, lines_y = (
        list(accumulate(islice(cycle((wall, style.cell_mm - wall)), 2 * side + 1), initial=0.0))
        for side in (maze.width, maze.height)
    )
    lines_y = [lines_y[-1] - y for y in lines_y]
    levels = (style.plate, style.plate + style.wall_height)
    points = [(x, y, z) for z in levels for y in lines_y for x in lines_x]
    triangles = array("I")
    blocks, plate = _blocks(drawing), _plate(maze.rectangle)
    columns, level = len(lines_x), len(lines_x) * len(lines_y)
    tops(triangles, blocks, plate, columns)
    sides(triangles, edges(blocks, columns), 0, level)
    if plate is None:
        around = _around(columns, len(lines_y))
        points += [(points[at][0], points[at][1], 0.0) for at in around]
        points.append((lines_x[-1] / 2, lines_y[0] / 2, 0.0))
        _lower_side(triangles, around, len(points) - 1)
    else:
        below = len(points)
        points += [(x, y, 0.0) for x, y, _ in points[:level]]
        sides(triangles, edges(plate, columns), below, 0)
        for k, is_plate in enumerate(plate):
            if is_plate:
                at = below + k // (columns - 1) * columns + k % (columns - 1)
                face(triangles, at, at + 1, at + columns + 1, at + columns)
    return Surface(points, triangles)


def _plate(grid: Rectangle) -> bytes | None:
    """Return the blocks under which there is a plate; None if that is all of them.

    They are those of the cells and all around each.  So no two touch in a corner alone.
    """
    if grid.mask is None:
        return None
    across, down = 2 * grid.width + 1, 2 * grid.height + 1
    plate = bytearray(across * down)
    for x, y in grid:
        for row in range(2 * y, 2 * y + 3):
            plate[row * across + 2 * x : row * across + 2 * x + 3] = b"\1\1\1"
    return bytes(plate)


def tops(triangles: array[int], blocks: bytes, plate: bytes | None, columns: int) -> None:
    """Add floors and the tops of walls."""
    across = columns - 1
    rise = columns * (len(blocks) // across + 1)  # from a point on the plate to the one above it
    for k, wall in enumerate(blocks):
        if plate is None or plate[k]:
            top = k // across * columns + k % across + rise * wall
            face(triangles, top, top + columns, top + columns + 1, top + 1)


def edges(blocks: bytes, columns: int, *, is_ring: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the lines around the blocks that are set, which lie to the left of them.

    Args:
        blocks: Row by row.
        columns: How many points a row of points has.
        is_ring: Whether the last point of a row is also its first, and blocks go on below.
    """
    across = columns - 1
    above = empty = bytes(across)
    for row in range(len(blocks) // across + 1):
        here = blocks[row * across : (row + 1) * across] or (above if is_ring else empty)
        left = here[-1] if is_ring else 0
        for column in range(columns - is_ring):
            at = row * columns + column
            block = here[column] if column < across else 0
            if block != left:
                yield (at, at + columns) if block else (at + columns, at)
            if column < across and block != above[column]:
                yield (at + 1, at) if block else (at, at + 1)
            left = block
        above = here


def sides(triangles: array[int], edges: Iterable[tuple[int, int]], low: int, high: int) -> None:
    """Add the sides above lines between points, from one level to another."""
    for one, other in edges:
        face(triangles, one + high, one + low, other + low, other + high)


def _lower_side(triangles: array[int], around: list[int], middle: int) -> None:
    """Add the edge of the plate, and its bottom: a fan, since nothing else meets it."""
    first = middle - len(around)
    for k, at in enumerate(around):
        follows = (k + 1) % len(around)
        face(triangles, at, first + k, first + follows, around[follows])
        triangles.extend((middle, first + follows, first + k))


def _around(columns: int, rows: int) -> list[int]:
    """Return the points on the border of the grid, counter-clockwise from above."""
    last = columns * rows - 1
    return [
        *range(0, last - columns + 1, columns),
        *range(last - columns + 1, last),
        *range(last, columns - 1, -columns),
        *range(columns - 1, 0, -1),
    ]


def face(triangles: array[int], a: int, b: int, c: int, d: int) -> None:
    """Add a face of four corners, counter-clockwise from outside."""
    triangles.extend((a, b, c, a, c, d))

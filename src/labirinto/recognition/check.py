"""The check that a path crosses no wall, made in the pixels of the picture itself.

It does not depend on how the maze was read: the picture is solved as pixels, by a shortest path
through those without ink, and that path must take the passages that were read.
"""

from __future__ import annotations

import cv2
import numpy as np

from labirinto import _core
from labirinto.grids.rectangle import Cell
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import cover, sampled
from labirinto.recognition.lattice import Lattice

_CORRIDOR = 7
"""Pixels to which the width of a corridor is reduced."""
_AWAY = 0.16
"""The distance of a path from the walls, as a share of a corridor's width."""
_PIECE = 0.8
"""Ink in pieces shorter than this share of a cell is no wall but a mark or a speck."""
_FAINT = 0.6
"""Ink of this share of the bound is a faint line, such as a pencil's."""
_MOST_FAINT = 0.55
"""The largest share of a passage that may have faint ink."""
_UNSURE = (0.3, 0.7)
"""Shares of a wall between which it is neither there nor missing."""


def unsure(shares: Array) -> Array:
    """Check which places are neither walls nor passages, by the share that is ink."""
    between: Array = (shares > _UNSURE[0]) & (shares < _UNSURE[1])
    return between


def crossing(
    level: Array, full: float, lattice: Lattice, maze: Maze, path: Path
) -> tuple[float, float] | None:
    """Return a place in the picture where a path is doubtful; None if it crosses no wall.

    Args:
        level: The ink, ``uint8[y, x]``, in the pixels of the picture.
        full: The ink of a wall; half of it is the bound.
        lattice: Where the cells are.
        maze: The maze as it was read.
        path: The path through it.
    """
    cells = path.cells
    if (place := _in_passages(level, full, lattice, cells)) is not None:
        return place
    walls, origin, scale = _walls(level, full, lattice)

    def pixel(points: Array) -> Array:
        return np.floor((lattice.place(points) - origin) / scale).astype(np.int64)

    points = np.array(cells) + 0.5
    steps = 2 * max(2, round(lattice.pitch() / scale))
    between = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    line = (points[:-1, None] * (1 - between) + points[1:, None] * between).reshape(-1, 2)
    x, y = pixel(line).T
    on_wall = walls[np.clip(y, 0, len(walls) - 1), np.clip(x, 0, walls.shape[1] - 1)]
    if on_wall.any():
        return _place(lattice, line[int(on_wall.argmax())])
    corridor = lattice.pitch() * (1 - max(lattice.thickness)) / scale
    radius = int(_AWAY * corridor + 0.3)
    if radius:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
        walls = cv2.dilate(walls.view(np.uint8), kernel) > 0
    found = _through_pixels(~walls, pixel(points[0]), pixel(points[-1]))
    if found is None:
        return _place(lattice, points[0])
    seen = np.floor(lattice.back((found + 0.5) * scale + origin)).astype(np.int64)
    moved = np.flatnonzero(np.abs(np.diff(seen, axis=0)).any(axis=1))
    passages = np.asarray(maze)
    # The bits of the passages out: north 1, east 2, south 4, west 8.
    bits = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}
    for at in moved.tolist():
        (x0, y0), (x1, y1) = seen[at].tolist(), seen[at + 1].tolist()
        bit = bits.get((x1 - x0, y1 - y0), 0)
        inside = 0 <= x0 < maze.width and 0 <= y0 < maze.height
        if not inside or not passages[y0, x0] & bit:
            x, y = found[at] * scale + origin
            return float(x), float(y)
    return None


def _place(lattice: Lattice, point: Array) -> tuple[float, float]:
    x, y = lattice.place(point)
    return float(x), float(y)


def _in_passages(
    level: Array, full: float, lattice: Lattice, cells: list[Cell]
) -> tuple[float, float] | None:
    """Return the first passage of a path that has ink, even faint, across it."""
    sure = cover(level, lattice, full)
    faint = cover(level, lattice, _FAINT * full)
    for (x, y), (x2, y2) in zip(cells, cells[1:], strict=False):
        is_across = x == x2
        at = (max(y, y2), x) if is_across else (y, max(x, x2))
        side = 0 if is_across else 1
        if sure[side][at] > _UNSURE[0] or faint[side][at] > _MOST_FAINT:
            return _place(lattice, np.array(((x + x2 + 1) / 2, (y + y2 + 1) / 2)))
    return None


def _walls(level: Array, full: float, lattice: Lattice) -> tuple[Array, Array, int]:
    """Return which pixels are walls or outside, where they begin, and how many are one."""
    outline = lattice.outline()
    first = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
    last = np.ceil(outline.max(axis=0)).astype(int) + 3
    part = level[first[1] : last[1], first[0] : last[0]]
    walls = (part >= full / 2).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(walls, connectivity=8)
    longest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    is_wall = longest >= _PIECE * lattice.pitch()
    is_wall[0] = False
    walls = is_wall[labels]
    corridor = lattice.pitch() * (1 - max(lattice.thickness))
    scale = max(1, int(corridor / _CORRIDOR))
    if scale > 1:
        # Of many pixels one is a wall if any of them is: no thin line is lost.
        walls = np.pad(walls, [(0, -side % scale) for side in walls.shape], constant_values=True)
        high, wide = walls.shape
        walls = walls.reshape(high // scale, scale, wide // scale, scale).any(axis=(1, 3))
    inside = np.zeros(walls.shape, np.uint8)
    cv2.fillPoly(inside, [np.floor((outline - first) / scale).astype(np.int32)], 1)
    return walls | (inside == 0), first, scale


def _through_pixels(free: Array, start: Array, end: Array) -> Array | None:
    """Return a shortest path through free pixels, ``int64[n, 2]``; None if there is none."""
    height, width = free.shape
    for x, y in (start, end):
        if not (0 <= x < width and 0 <= y < height and free[y, x]):
            return None
    planes = np.zeros((height, 2, width), bool)
    planes[:, 0, :-1] = free[:, 1:] & free[:, :-1]
    planes[:-1, 1] = free[1:] & free[:-1]
    rows = np.packbits(planes, axis=2, bitorder="little").tobytes()
    moves = _core.shortest_path(rows, width, height, *start.tolist(), *end.tolist())
    return None if moves is None else np.asarray(Path(tuple(start.tolist()), moves))

"""The check that a path crosses no wall, made in the pixels of the picture itself.

It does not depend on how the maze was read: the picture is solved as pixels, by a shortest path
through those without ink, and that path must take the passages that were read.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import cv2
import numpy as np

from labirinto.grids.rectangle import Cell, Rectangle
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import Tones, inks
from labirinto.recognition.lattice import SeenGrid

_CORRIDOR = 7
"""Pixels to which the width of a corridor is reduced."""
_AWAY = 0.16
"""The distance of a path from the walls, as a share of a corridor's width."""
_NEAR = 0.1
"""How far a post may be beside its place, in cells."""
_NARROW = 4
"""Pixels of a corridor below which each is divided."""
_FINER = 3
_MOST_PIXELS = 1 << 24
CROSS = np.array([(0, 1, 0), (1, 1, 1), (0, 1, 0)], np.uint8)
"""A pixel and its neighbours: the blurred rim of a wall beside a corridor of few pixels."""
_FAINT = 0.36
"""The ink of a faint line, such as a pencil's, as a share of a wall's."""
_MOST_FAINT = 0.55
"""The largest share of a passage that may have faint ink."""
_BESIDE_A_MARK = 0.04
"""How far from its place a wall is sought beside the ends, in whose cells there may be marks."""
_UNSURE = (0.3, 0.7)
"""Shares of a wall between which it is neither there nor missing."""


def unsure(shares: Array) -> Array:
    """Check which places are neither walls nor passages, by the share that is ink."""
    between: Array = (shares > _UNSURE[0]) & (shares < _UNSURE[1])
    return between


def crossing(
    level: Array, tones: Tones, lattice: SeenGrid, maze: Maze, path: Path
) -> tuple[float, float] | None:
    """Return a place in the picture where a path is doubtful; None if it crosses no wall.

    Args:
        level: The ink, ``uint8[y, x]``, in the pixels of the picture.
        tones: The ink of walls and floor.
        lattice: Where the cells are.
        maze: The maze as it was read.
        path: The path through it.
    """
    cells = path.cells
    level = _walls_alone(level, tones, lattice)
    if (place := _in_passages(level, tones, lattice, cells)) is not None:
        return place
    walls, origin, scale = _walls(level, tones, lattice, (path.start, path.end))

    def pixel(points: Array) -> Array:
        return np.floor((lattice.place(points) - origin) / scale).astype(np.int64)

    points = np.array(cells) + 0.5
    steps = 2 * max(2, round(lattice.pitch() / scale))
    between = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    line = (points[:-1, None] * (1 - between) + points[1:, None] * between).reshape(-1, 2)
    # Within the cells of the ends there may be marks, which may touch the walls.
    line = line[steps // 2 : -steps // 2 or None]
    x, y = pixel(line).T
    thin = cv2.erode(walls.view(np.uint8), CROSS) > 0 if scale < 1 else walls
    on_wall = thin[np.clip(y, 0, len(walls) - 1), np.clip(x, 0, walls.shape[1] - 1)]
    if on_wall.any():
        return _place(lattice, line[int(on_wall.argmax())])
    corridor = lattice.pitch() * (1 - max(lattice.thickness)) / scale
    radius = int(_AWAY * corridor + 0.3)
    ends = [nearest_free(~walls, pixel(point), round(corridor / 2)) for point in points[[0, -1]]]
    if radius:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
        walls = cv2.dilate(walls.view(np.uint8), kernel) > 0
        ends = [nearest_free(~walls, end, round(corridor / 2)) for end in ends]
    found = through_pixels(~walls, *ends)
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


def _place(lattice: SeenGrid, point: Array) -> tuple[float, float]:
    x, y = lattice.place(point)
    return float(x), float(y)


def _in_passages(
    level: Array, tones: Tones, lattice: SeenGrid, cells: list[Cell]
) -> tuple[float, float] | None:
    """Return the first passage of a path that has ink, even faint, across it."""
    near, nearer = inks(level, lattice), inks(level, lattice, room=_BESIDE_A_MARK)
    for step, ((x, y), (x2, y2)) in enumerate(pairwise(cells)):
        is_across = x == x2
        at = (max(y, y2), x) if is_across else (y, max(x, x2))
        seen = nearer if step in (0, len(cells) - 2) else near
        ink = seen[0 if is_across else 1][at]
        sure, faint = (ink >= tones.at(0.5)).mean(), (ink >= tones.at(_FAINT)).mean()
        if sure > _UNSURE[0] or faint > _MOST_FAINT:
            return _place(lattice, np.array(((x + x2 + 1) / 2, (y + y2 + 1) / 2)))
    return None


def _walls(
    level: Array, tones: Tones, lattice: SeenGrid, ends: Iterable[Cell]
) -> tuple[Array, Array, float]:
    """Return which pixels are walls or outside, where they begin, and how large one is.

    Wide corridors are made of fewer pixels, narrow ones of more.
    """
    outline = lattice.outline()
    first = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
    last = np.ceil(outline.max(axis=0)).astype(int) + 3
    part = level[first[1] : last[1], first[0] : last[0]]
    corridor = lattice.pitch() * (1 - max(lattice.thickness))
    finer = _FINER if corridor < _NARROW and part.size * _FINER**2 <= _MOST_PIXELS else 1
    if finer > 1:
        part = cv2.resize(part, None, fx=finer, fy=finer, interpolation=cv2.INTER_LINEAR)
    walls = part >= tones.at(0.5)
    walls &= ~_insides(walls.shape, lattice, ends, first, 1 / finer)
    coarser = max(1, int(corridor / _CORRIDOR))
    if coarser > 1:
        # Of many pixels one is a wall if any of them is: no thin line is lost.
        walls = np.pad(walls, [(0, -side % coarser) for side in walls.shape], constant_values=True)
        high, wide = walls.shape
        blocks = walls.reshape(high // coarser, coarser, wide // coarser, coarser)
        walls = np.any(blocks, axis=(1, 3))
    scale = coarser / finer
    inside = np.zeros(walls.shape, np.uint8)
    cv2.fillPoly(inside, [np.floor((outline - first) / scale).astype(np.int32)], 1)
    return walls | (inside == 0), first, scale


def _insides(
    shape: tuple[int, ...], lattice: SeenGrid, cells: Iterable[Cell], first: Array, scale: float
) -> Array:
    """Return which pixels are inside some cells, where there may be a mark but no wall."""
    inside = np.zeros(shape, np.uint8)
    half = 0.5 - np.array(lattice.thickness) / 2 - _BESIDE_A_MARK
    square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for cell in cells if half.min() > 0 else ():
        places = (lattice.place(np.array(cell) + 0.5 + square) - first) / scale
        cv2.fillConvexPoly(inside, np.floor(places).astype(np.int32), 1)
    return inside > 0


def _walls_alone(level: Array, tones: Tones, lattice: SeenGrid) -> Array:
    """Return the ink in pieces that reach a corner of a cell, as all walls do, and few marks."""
    ink = level >= tones.at(_FAINT)
    _, labels = cv2.connectedComponents(ink.view(np.uint8), connectivity=8)
    posts = np.stack(
        np.meshgrid(np.arange(lattice.width + 1), np.arange(lattice.height + 1)), axis=2
    ).reshape(-1, 1, 2)
    around = _NEAR * np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])
    places = np.floor(lattice.place(posts + around)).astype(int).reshape(-1, 2)
    x = np.clip(places[:, 0], 0, ink.shape[1] - 1)
    y = np.clip(places[:, 1], 0, ink.shape[0] - 1)
    is_wall = np.zeros(labels.max() + 1, bool)
    is_wall[labels[y, x]] = True
    is_wall[0] = False
    return np.where(is_wall[labels], level, np.uint8(0))


def nearest_free(free: Array, pixel: Array, reach: int) -> Array:
    """Return the free pixel that is nearest to one, within reach; the same if there is none."""
    low = np.maximum(pixel - reach, 0)
    part = free[low[1] : pixel[1] + reach + 1, low[0] : pixel[0] + reach + 1]
    places = np.argwhere(part)[:, ::-1] + low
    if not len(places):
        return pixel
    nearest: Array = places[np.abs(places - pixel).max(axis=1).argmin()]
    return nearest


def through_pixels(free: Array, start: Array, end: Array) -> Array | None:
    """Return a shortest path through free pixels, ``int64[n, 2]``; None if there is none."""
    height, width = free.shape
    for x, y in (start, end):
        if not (0 <= x < width and 0 <= y < height and free[y, x]):
            return None
    planes = np.zeros((height, 2, width), bool)
    planes[:, 0, :-1] = free[:, 1:] & free[:, :-1]
    planes[:-1, 1] = free[1:] & free[:-1]
    rows = np.packbits(planes, axis=2, bitorder="little").tobytes()
    grid, first = Rectangle(width, height), tuple(start.tolist())
    found = grid.core.path(rows, grid.place(first), grid.place(tuple(end.tolist())), False)
    return np.asarray(Path._made(first, found[0], grid, found[1])) if found else None

"""Mazes that are not on a square grid, solved as pictures: no cells, only walls and free pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.recognition.check import nearest_free, through_pixels
from labirinto.recognition.colours import Array
from labirinto.recognition.frames import outlines
from labirinto.recognition.ink import inks, reduced

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

_FAINT = 92
"""The ink of a wall, of 255: even a faint line is one, since no cells can be compared."""
_SPECK = 0.02
"""The longest speck, as a share of the maze's width."""
_NARROWEST = 2.0
"""The narrowest corridor, in pixels."""
_AWAY = 0.6
"""How far from the walls the path runs, as a share of what its narrowest place allows."""
_BESIDE = 0.3
"""How far from the outline its wall may be, as a share of a corridor."""
_GAP = 0.5
"""The least width of an opening, as a share of a corridor."""


class FreehandPath(NamedTuple):
    """A path through a picture.

    Attributes:
        points: Its points, in pixels from the picture's corner.
        width: That of a line that touches no wall, in pixels.
    """

    points: list[Point]
    width: float


def freehand_path(picture: Image, ends: tuple[Point, Point] | None = None) -> FreehandPath:
    """Return a shortest path through the free pixels of a maze of any form, away from its walls.

    Args:
        picture: The picture in RGB.
        ends: Start and end in pixels; by default the two openings in its outline.

    Raises:
        FileFormatError: If there is no maze, or no path.
        InvalidValueError: If the maze has not exactly two openings and no ends are given, or one of
            those given is a wall or outside the picture.
    """
    colours, scale = reduced(picture)
    for level in inks(colours):
        if found := _maze_in(level):
            walls, hull, corridor = found
            break
    else:
        raise FileFormatError(
            "no maze is recognised in this picture; it needs dark lines on light paper, or light "
            "lines on dark."
        )
    inside = np.zeros(walls.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(hull).astype(np.int32), 1)
    if ends:
        start, end = (_given(point, scale, walls, corridor) for point in ends)
        for x, y in (start.tolist(), end.tolist()):
            cv2.circle(inside, (x, y), round(corridor), 1, -1)
    else:
        start, end = _openings(walls, hull, corridor, scale)
    free = (inside > 0) & ~walls
    start, end = (nearest_free(free, place, round(corridor)) for place in (start, end))
    distance = cv2.distanceTransform(free.view(np.uint8), cv2.DIST_L2, 5)
    path = _widest(free, distance, start, end)
    if path is None:
        raise FileFormatError("no path joins start and end: a wall, or a dark line, is between.")
    away = cv2.distanceTransform((~walls).view(np.uint8), cv2.DIST_L2, 5)
    points = path.astype(np.float64) + 0.5
    centred = _centred(points, away, corridor)
    if _room(centred, away) >= 1:
        points = centred
    width = min(corridor / 3, 2 * _room(points, away) - 2)
    return FreehandPath(
        [(x * scale, y * scale) for x, y in points.tolist()], max(1.0, width * scale)
    )


def _maze_in(level: Array) -> tuple[Array, Array, float] | None:
    """Return walls and outline of the largest drawing, and the width of its corridors."""
    hulls = outlines(level)
    if not hulls:
        return None
    hull = hulls[0]
    inside = np.zeros(level.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(hull).astype(np.int32), 1)
    ink = (level >= _FAINT).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    size = float(np.hypot(*(hull.max(axis=0) - hull.min(axis=0))))
    is_wall = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) > _SPECK * size
    is_wall[0] = False
    walls: Array = is_wall[labels] & (inside > 0)
    distance = cv2.distanceTransform((~walls).view(np.uint8), cv2.DIST_L2, 5)
    # Where the distance is largest of its surroundings, half a corridor is on either side.
    is_middle = (distance >= cv2.dilate(distance, np.ones((3, 3), np.uint8))) & (distance > 1)
    middles = distance[is_middle & (inside > 0)]
    if len(middles) < 20:
        return None
    corridor = 2 * float(np.median(middles))
    if corridor < _NARROWEST:
        return None
    return walls, hull, corridor


def _given(point: Point, scale: float, walls: Array, corridor: float) -> Array:
    place = np.floor(np.array(point) / scale).astype(np.int64)
    inside = (place >= 0).all() and (place < np.array(walls.shape[::-1])).all()
    free = nearest_free(~walls, place, max(1, int(corridor / 2))) if inside else place
    if not inside or walls[free[1], free[0]]:
        seen = "a wall" if inside else "outside the picture"
        raise InvalidValueError(
            f"the pixel {point[0]:g},{point[1]:g} is {seen}; give two free pixels as --ends."
        )
    return free


def _openings(walls: Array, hull: Array, corridor: float, scale: float) -> tuple[Array, Array]:
    """Return the middles of the two gaps in the outline."""
    ends = np.roll(hull, -1, axis=0)
    sides = np.hypot(*(ends - hull).T)
    line = np.concatenate(
        [
            begin + (end - begin) * np.arange(0, 1, 1 / max(1, length))[:, None]
            for begin, end, length in zip(hull, ends, sides, strict=True)
        ]
    )
    away = cv2.distanceTransform((~walls).view(np.uint8), cv2.DIST_L2, 5)
    x, y = np.clip(line.astype(int), 0, np.array(walls.shape[::-1]) - 1).T
    is_wall = away[y, x] <= _BESIDE * corridor + 1
    found: list[Array] = []
    if is_wall.any():
        # From a wall on, so that no gap is cut in two.
        line, is_wall = (np.roll(part, -int(is_wall.argmax()), axis=0) for part in (line, is_wall))
        edges = np.flatnonzero(np.diff(np.concatenate(([True], is_wall, [True])).astype(np.int8)))
        found = [
            line[begin:end]
            for begin, end in zip(edges[::2], edges[1::2], strict=True)
            if end - begin + 2 * _BESIDE * corridor >= _GAP * corridor
        ]
    middles = [gap[len(gap) // 2] for gap in found]
    if len(middles) != 2:
        shown = [f"{x * scale:.0f},{y * scale:.0f}" for x, y in middles[:4]]
        seen = f"at the pixels {' and '.join(shown)}" if shown else "in its outline"
        raise InvalidValueError(
            f"the maze has {len(middles)} openings, {seen}; give start and end in pixels, such as "
            "--ends 120,40-300,310."
        )
    start, end = (np.floor(middle).astype(np.int64) for middle in middles)
    return start, end


def _widest(free: Array, distance: Array, start: Array, end: Array) -> Array | None:
    """Return a shortest path that stays away from walls as far as its narrowest place allows."""
    low, high = 0.0, float(distance.max())
    if through_pixels(free, start, end) is None:
        return None
    ends = np.zeros(free.shape, np.uint8)
    for x, y in (start.tolist(), end.tolist()):
        cv2.circle(ends, (x, y), 3, 1, -1)
    allowed = free & (ends > 0)
    for _ in range(6):
        middle = (low + high) / 2
        if through_pixels((distance > middle) | allowed, start, end) is None:
            high = middle
        else:
            low = middle
    return through_pixels((distance > _AWAY * low) | allowed, start, end)


def _centred(points: Array, distance: Array, corridor: float) -> Array:
    """Return a path moved to the middle of its corridors, a point for a few of its pixels.

    Each point moves less than a pixel at a time, uphill in the distance from the walls, and takes
    the mean with its neighbours; so the path stays between the same walls.
    """
    line = np.concatenate((points[:-1:3], points[-1:]))
    height = cv2.GaussianBlur(np.minimum(distance, corridor / 2), (0, 0), 1)
    slopes = np.stack([cv2.Sobel(height, cv2.CV_32F, *axes) / 8 for axes in ((1, 0), (0, 1))], -1)
    for _ in range(round(2 * corridor) + 10):
        line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
        x, y = np.floor(line).astype(int).T
        slope = slopes[y, x] * (distance[y, x] < corridor / 2)[:, None]
        line[1:-1] += 0.7 * slope[1:-1]
    return line


def _room(points: Array, distance: Array) -> float:
    """Return the least distance from the walls along a line."""
    between = np.linspace(0, 1, 5)[:, None, None]
    x, y = np.floor(points[:-1] * (1 - between) + points[1:] * between).astype(int).reshape(-1, 2).T
    return float(distance[y, x].min())

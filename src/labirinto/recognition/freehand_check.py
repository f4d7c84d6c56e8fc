"""Doubts whether a path through a maze of any form runs where a wall should be."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.freehand_maze import FreehandMaze
from labirinto.recognition.signs import distances

_MIDDLE = 0.75
"""The difference of the middle of a line, as a share of the largest beside it."""
_FADED = 0.5
"""The difference of a wall that fades from the floor, as a share of the usual one."""
_VANISHED = 24.0
"""The difference at which it is hardly seen any more, of 255."""
_RAMP = 2.0
"""How much more it differs elsewhere: a light wall is as light all along."""
_NEAR = 1.3
"""How near to a path it matters, in corridors."""
_SEEN = 8.0
"""How far to the sides of a path walls are looked for, in corridors."""
_WALL = 1.5
"""The least size of a wall that is joined to no others, in corridors; letters are smaller."""
_FEWEST_LOOPS = 0.1
"""The fewest loops of a maze that is meant to have some, in squares as wide as a corridor."""


class Doubt(NamedTuple):
    """Why a path may be wrong.

    Attributes:
        place: The pixel of the maze near which it may cross a wall.
        sentence: What is seen there, and what to do, with a place for the pixel.
    """

    place: Array
    sentence: str


def doubt_of(maze: FreehandMaze, points: Array) -> Doubt | None:
    """Return why a path is doubtful; None if it is not.

    Args:
        maze: The maze.
        points: The points of the path, in pixels of the maze.
    """
    if (place := _beside_loop(maze, points)) is not None:
        return Doubt(
            place,
            "more than one path joins start and end, as if a wall near the pixel {} were missing; "
            "draw it in, or photograph the maze in even light.",
        )
    if (place := _fading(maze, points)) is not None:
        return Doubt(
            place,
            "walls fade away near the pixel {}, as in glare, and the path found may cross one "
            "there; photograph the maze in even light, or draw them in.",
        )
    return None


def _beside_loop(maze: FreehandMaze, points: Array) -> Array | None:
    """Return a place beside a path where its walls are joined to no others; None if all are.

    In a perfect maze every wall is joined to the outline.  If one that a path passes is not, there
    is a path around it.
    """
    # Text joins no walls, although it may be as near to them as a part of one.
    open_but_for_text = maze.inside & (distances(maze.ink & ~maze.text) >= maze.passage)
    closed = (~open_but_for_text).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    closed = (~maze.clear).view(np.uint8)
    sizes = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    outline = int(labels[0, 0])
    squares = np.count_nonzero(maze.clear) / maze.corridor**2
    if np.count_nonzero(sizes > _WALL * maze.corridor) - 2 >= _FEWEST_LOOPS * squares:
        return None
    along = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    along[[0, -1]] = points[1] - points[0], points[-1] - points[-2]
    normals = np.stack((-along[:, 1], along[:, 0]), axis=1)
    normals /= np.maximum(np.hypot(*normals.T), 1e-9)[:, None]
    steps = np.arange(0, _SEEN * maze.corridor, 0.7)
    for side in (-1, 1):
        at = points[:, None] + side * steps[:, None] * normals[:, None]
        x, y = np.floor(at).astype(int).T
        x, y = np.clip(x, 0, closed.shape[1] - 1), np.clip(y, 0, closed.shape[0] - 1)
        first = closed[y, x].argmax(axis=0)
        seen = labels[y, x][first, np.arange(len(points))]
        is_loop = (seen != outline) & (first > 0)
        if is_loop.any():
            which = int(is_loop.argmax())
            place: Array = at[which, first[which]]
            return place
    return None


def _fading(maze: FreehandMaze, points: Array) -> Array | None:
    """Return a place of a path near which walls get lighter until nothing is seen of them."""
    middles = maze.ink & (maze.level >= _MIDDLE * cv2.dilate(maze.level, np.ones((3, 3), np.uint8)))
    usual = float(np.median(maze.level[middles]))
    y, x = np.nonzero(middles & (maze.level < _FADED * usual))
    levels = maze.level[y, x]
    for point in points[:: max(1, round(maze.corridor / 6))]:
        near = levels[np.hypot(x - point[0], y - point[1]) < _NEAR * maze.corridor]
        if len(near) > 2 and near.min() < _VANISHED and near.max() > _RAMP * near.min():
            place: Array = np.floor(point).astype(np.int64)
            return place
    return None

"""A maze of any form in a picture: its walls, what is inside, and the gaps in its outline."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.frames import outlines
from labirinto.recognition.freehand_ink import Visible
from labirinto.recognition.signs import distances, without_signs

_MOST = 12
"""The most drawings in a picture that are looked at, the largest first."""
_NARROWEST = 3.0
"""The narrowest corridor, in pixels."""
_FEWEST = 20
"""The fewest middles of corridors in a maze."""
_LEAST = 10.0
"""The least area of a maze, in squares as wide as a corridor."""
GAP = 0.38
"""A gap narrower than this share of a corridor is a fault in a wall, and no passage."""
_BAY = 3.0
"""Half the width of the widest opening or notch of an outline, in corridors."""
_APART = 1.3
"""How far apart the parts of a maze may be, in corridors."""
_PART = 3.0
"""The least size of a part that is so far away, in corridors."""
_DEEP = 1.5
"""The least area behind an opening, in squares as wide as it."""
_NOTCH = 0.2
"""The least area of a part of a maze, in the same squares."""


class FreehandMaze(NamedTuple):
    """A maze in a picture; all arrays are as large as a part of the picture.

    Attributes:
        corner: Where that part begins, in pixels of the whole.
        level: How much each pixel differs from the floor, of 255.
        ink: What may be a wall, ``bool[y, x]``.
        text: That part of it which looks like letters.
        away: How far each pixel is from ink.
        inside: The pixels within the outline.
        clear: Those of them that a path may take: no gap narrower than a passage has any.
        corridor: The usual width of corridors.
        openings: The pixels in the middles of the gaps in the outline that lead inside.
    """

    corner: Array
    level: Array
    ink: Array
    text: Array
    away: Array
    inside: Array
    clear: Array
    corridor: float
    openings: list[Array]

    @property
    def outline(self) -> Array:
        """The corners of the box around it, in pixels of the whole picture."""
        rows, columns = (np.flatnonzero(self.inside.any(axis=axis)) for axis in (1, 0))
        box = np.array([(columns[0], rows[0]), (columns[-1], rows[-1])])
        return box + self.corner

    @property
    def passage(self) -> float:
        """The distance from ink at which the narrowest passage has room."""
        return needed(self.corridor)


def needed(corridor: float) -> float:
    """Return the distance from ink in the middle of the narrowest passage."""
    return (GAP * corridor + 1) / 2


def mazes(seen: Visible) -> list[FreehandMaze]:
    """Return the mazes in a picture, the largest first.

    Args:
        seen: What is visible in it.
    """
    ink = seen.ink
    found: list[FreehandMaze] = []
    taken = np.zeros(ink.shape, bool)
    for hull in outlines(ink.view(np.uint8) * np.uint8(255))[:_MOST]:
        within = np.zeros(ink.shape, np.uint8)
        cv2.fillConvexPoly(within, np.rint(hull).astype(np.int32), 1)
        drawn = ink & (within > 0)
        # What is left of a maze that has been found is a part of it.
        if 2 * np.count_nonzero(drawn & taken) > np.count_nonzero(drawn):
            continue
        x, y, width, height = cv2.boundingRect(within)
        part = slice(y, y + height), slice(x, x + width)
        corridor = _corridor(drawn[part], within[part] > 0)
        if corridor < _NARROWEST:
            continue
        walls = _whole(ink, drawn, corridor)
        if maze := _maze_of(walls, seen.level, corridor):
            taken |= walls
            found.append(maze)
    return found


def _whole(ink: Array, drawn: Array, corridor: float) -> Array:
    """Return the ink of a maze of which some is known: what goes on from it, and its other parts.

    Openings and the solution cut a maze in parts, which are large and a corridor apart.
    """
    joined = distances(ink) <= GAP / 2 * corridor
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        joined.view(np.uint8), connectivity=8
    )
    sizes = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    is_part = np.zeros(count, bool)
    more = np.unique(labels[drawn])
    while len(more):
        is_part[more] = True
        near = np.unique(labels[ink & (distances(ink & is_part[labels]) <= _APART * corridor)])
        more = near[(sizes[near] >= _PART * corridor) & ~is_part[near]]
    whole: Array = ink & is_part[labels]
    return whole


def _maze_of(walls: Array, level: Array, corridor: float) -> FreehandMaze | None:
    """Return the maze with these walls; None if it is too small for one."""
    x, y, width, height = cv2.boundingRect(walls.view(np.uint8))
    # So much around it that the outside is one.
    edge = int((_BAY + 1) * corridor) + 3
    corner = np.array((x - edge, y - edge))
    part = slice(y, y + height), slice(x, x + width)
    walls, level = np.pad(walls[part], edge), np.pad(level[part], edge)
    walls, text = without_signs(walls, corridor)
    away = distances(walls)
    outside = _outside(walls, away, _BAY * corridor)
    clear = ~outside & (away >= needed(corridor))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(clear.view(np.uint8), connectivity=4)
    areas = stats[:, cv2.CC_STAT_AREA]
    areas[0] = 0
    if areas.max() < _LEAST * corridor * corridor:
        return None
    openings = _openings(walls, outside, labels, areas, corridor)
    openings = [places[away[places[:, 1], places[:, 0]].argmax()] for places in openings]
    return FreehandMaze(corner, level, walls, text, away, ~outside, clear, corridor, openings)


def _corridor(walls: Array, within: Array) -> float:
    """Return the usual width of the corridors; 0 if there are hardly any."""
    away = distances(walls)
    # Where the distance is largest of its surroundings, half a corridor is on either side.
    is_middle = (away >= cv2.dilate(away, np.ones((3, 3), np.uint8))) & (away > 1)
    middles = away[is_middle & within]
    return 2 * float(np.median(middles)) - 1 if len(middles) >= _FEWEST else 0.0


def _outside(walls: Array, away: Array, reach: float) -> Array:
    """Return what a disc can reach from beyond the picture that is too wide for all openings."""
    _, labels = cv2.connectedComponents((away > reach).view(np.uint8), connectivity=4)
    middles = labels == labels[0, 0]
    # Two pixels more, so that none is left along the outer side of the outline.
    reached = (distances(middles) <= reach + 2) & ~walls
    _, labels = cv2.connectedComponents(reached.view(np.uint8), connectivity=4)
    outside: Array = labels == labels[0, 0]
    return outside


def _openings(
    walls: Array, outside: Array, labels: Array, areas: Array, corridor: float
) -> list[Array]:
    """Return the pixels of each gap in an outline, ``int64[n, 2]``.

    Notches of the outline are as open to the outside, but do not lead into the maze, of which the
    parts are deeper than an opening is wide.

    Args:
        walls, outside: Of the maze.
        labels: The numbers of the parts that are joined by passages.
        areas: Their areas.
        corridor: The width of corridors.
    """
    _, joined = cv2.connectedComponents((~walls & ~outside).view(np.uint8), connectivity=4)
    # A part of hardly any room, cut off by a narrow gap, is a notch with a fault in its wall.
    roomy = (areas >= _NOTCH * corridor * corridor)[labels]
    beside = cv2.dilate(outside.view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    count, arcs = cv2.connectedComponents((roomy & beside).view(np.uint8), connectivity=8)
    largest = joined[labels == int(areas.argmax())][0]
    rooms = np.bincount(joined[roomy])
    found = []
    for number in range(1, count):
        places = np.argwhere(arcs == number)[:, ::-1]
        part = joined[places[0, 1], places[0, 0]]
        width = float(np.hypot(*np.ptp(places, axis=0)))
        if part == largest or rooms[part] >= _DEEP * max(width, corridor) ** 2:
            found.append(places)
    return found

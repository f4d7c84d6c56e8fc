"""Mazes that are not on a square grid, solved as pictures: no cells, only walls and free pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from labirinto._internal.refusals import PictureError
from labirinto.errors import InvalidValueError, counted
from labirinto.recognition.check import nearest_free, through_pixels
from labirinto.recognition.colours import Array
from labirinto.recognition.freehand_check import doubt_of
from labirinto.recognition.freehand_ink import Visible, visible
from labirinto.recognition.freehand_maze import FreehandMaze, mazes
from labirinto.recognition.ink import reduced
from labirinto.recognition.several import check_which, chosen, in_reading_order

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

_AWAY = 0.6
"""How far from the walls the path runs, as a share of what its narrowest place allows."""
_CENTRED = 0.9
"""The least room of a path moved to the middle, as a share of that before: walls end softly."""
_BEFORE = 1.5
"""How far outside of an opening a given end may be, in corridors."""
_MARK = 0.9
"""The size of a mark at a given end, in corridors."""
_ON_WALL = 0.15
"""How far on a wall a given end may be, in corridors."""


class FreehandPath(NamedTuple):
    """A path through a picture.

    Attributes:
        points: Its points, in pixels from the picture's corner.
        width: That of a line that touches no wall, in pixels.
    """

    points: list[Point]
    width: float


def freehand_path(
    picture: Image, ends: tuple[Point, Point] | None = None, *, which: int | None = None
) -> FreehandPath:
    """Return a shortest path through the free pixels of a maze of any form, away from its walls.

    All that differs visibly from the floor may be a wall, but for single letters, dots and specks.

    Args:
        picture: The picture in RGB.
        ends: Start and end in pixels; by default the two openings in its outline.
        which: The number of the maze among those in the picture, in reading order from 1.

    Raises:
        PictureError: If there is no maze, or several and none is chosen, or no path, or one that
            may run through a wall.
        InvalidValueError: If the maze has not exactly two openings and no ends are given, or one of
            those given is a wall or outside the maze, or both are at the same place.
    """
    check_which(which)
    colours, scale = reduced(picture)
    places = [np.floor(np.array(point) / scale).astype(np.int64) for point in ends or ()]
    found = _without_marks(visible(colours), places) if min(colours.shape[:2]) >= 12 else []
    if not found:
        raise PictureError(
            "no maze is recognised in this picture; it needs dark lines on light paper, or light "
            "lines on dark: try to crop it to the maze, and to paint over anything that is not a "
            "wall, such as a solution, numbers or shading.",
            "unrecognised",
        )
    if ends and which is None:
        # The maze in which the start is needs no number.
        found = sorted(found, key=lambda maze: not _holds(maze, places[0]))[:1]
    maze = chosen(in_reading_order(found, lambda maze: maze.outline), which)
    if ends:
        start, end = (_given(point, place, maze) for point, place in zip(ends, places, strict=True))
    else:
        start, end = _shown(maze, scale)
    if (start == end).all():
        raise InvalidValueError("start and end are at the same place; give two different places.")
    path = _away_from_walls(maze.clear, maze.away, start, end)
    if path is None:
        raise _no_path(maze, start, end, scale)
    points = path.astype(np.float64) + 0.5
    centred = _centred(points, maze.away, maze.corridor)
    if _room(centred, maze.away) >= _CENTRED * _room(points, maze.away):
        points = centred
    if doubt := doubt_of(maze, points):
        x, y = _pixel(doubt.place, maze, scale)
        raise PictureError(doubt.sentence.format(f"{x},{y}"), "crossing", place=(x, y))
    width = min(maze.corridor / 3, 2 * _room(points, maze.away) - 2)
    points = (points + maze.corner) * scale
    return FreehandPath([(x, y) for x, y in points.tolist()], max(1.0, width * scale))


def _without_marks(seen: Visible, places: list[Array]) -> list[FreehandMaze]:
    """Return the mazes in a picture, without the marks at given ends."""
    found = mazes(seen)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(seen.ink.view(np.uint8), connectivity=8)
    sizes = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    marks = set()
    for x, y in places:
        if found and 0 <= x < labels.shape[1] and 0 <= y < labels.shape[0]:
            marks |= {labels[y, x]} - {0}
    marks = {at for at in marks if sizes[at] <= _MARK * found[0].corridor}
    return mazes(seen._replace(ink=seen.ink & ~np.isin(labels, list(marks)))) if marks else found


def _pixel(place: Array, maze: FreehandMaze, scale: float) -> tuple[int, int]:
    x, y = ((place + maze.corner + 0.5) * scale).astype(int).tolist()
    return x, y


def _holds(maze: FreehandMaze, place: Array) -> bool:
    x, y = place - maze.corner
    height, width = maze.inside.shape
    return bool(0 <= x < width and 0 <= y < height and maze.inside[y, x])


def _given(point: Point, place: Array, maze: FreehandMaze) -> Array:
    """Return the place in the maze of a pixel that is given."""
    local = place - maze.corner
    near = round(_BEFORE * maze.corridor)
    if _holds(maze, place):
        free = _nearest_clear(maze, local)
        if free is not None:
            return free
        seen = "a wall"
    else:
        for opening in maze.openings:
            if np.abs(opening - local).max() <= near:
                return opening
        seen = "outside the maze"
    raise InvalidValueError(
        f"the pixel {point[0]:g},{point[1]:g} is {seen}; give two free pixels within the maze as "
        "--ends."
    )


def _nearest_clear(maze: FreehandMaze, place: Array) -> Array | None:
    """Return the nearest pixel with room for a path that no wall parts from a place; None if none.

    A place on a wall or on its edge is moved off it, but not across it.
    """
    free = nearest_free(maze.inside & ~maze.ink, place, max(1, round(_ON_WALL * maze.corridor)))
    reach = round(maze.corridor)
    low = free - reach
    part = slice(low[1], low[1] + 2 * reach + 1), slice(low[0], low[0] + 2 * reach + 1)
    _, labels = cv2.connectedComponents(
        (maze.inside & ~maze.ink)[part].view(np.uint8), connectivity=4
    )
    number = labels[reach, reach]
    places = np.argwhere(maze.clear[part] & (labels == number))[:, ::-1] + low
    if not number or not len(places):
        return None
    nearest: Array = places[np.hypot(*(places - free).T).argmin()]
    return nearest


def _shown(maze: FreehandMaze, scale: float) -> tuple[Array, Array]:
    """Return the middles of the two openings."""
    found = maze.openings
    if len(found) != 2:
        shown = [",".join(map(str, _pixel(one, maze, scale))) for one in found[:4]]
        places = f", at the pixels {' and '.join(shown)}" if shown else ""
        raise InvalidValueError(
            f"the outline of the maze has {counted(len(found), 'opening')}{places}; give start and "
            "end in pixels, such as --ends 120,40-300,310."
        )
    return found[0], found[1]


def _no_path(maze: FreehandMaze, start: Array, end: Array, scale: float) -> PictureError:
    """Return why there is no path: all are closed, or too narrow at a place."""
    free = maze.inside & ~maze.ink
    path = _away_from_walls(free, maze.away, start, end)
    if path is None:
        return PictureError(
            "no path joins start and end: a wall, or a line that may be one, is between them; "
            "paint over lines that are not walls.",
            "unrecognised",
        )
    _, labels = cv2.connectedComponents(maze.clear.view(np.uint8), connectivity=4)
    x, y = path.T
    # The gap is where the path leaves for good what passages join to its start.
    left = int(np.flatnonzero(labels[y, x] == labels[y[0], x[0]])[-1]) + 1
    reached = left + int((labels[y, x][left:] > 0).argmax())
    path = path[left : max(reached, left + 1)]
    room = maze.away[path[:, 1], path[:, 0]]
    x, y = _pixel(path[int(room.argmin())], maze, scale)
    gap, corridor = ((2 * float(half) - 1) * scale for half in (room.min(), maze.passage))
    return PictureError(
        f"the path found takes a gap of {max(1, round(gap))} pixels near the pixel {x},{y}, and "
        f"may cross a wall there; a passage is {round(corridor)} or more: close the gap, or make "
        "it wider.",
        "crossing",
        place=(x, y),
    )


def _away_from_walls(free: Array, away: Array, start: Array, end: Array) -> Array | None:
    """Return a shortest path that stays away from walls as far as its narrowest place allows."""
    path = through_pixels(free, start, end)
    low, high = 0.0, float(min(away[y, x] for x, y in (start, end)))
    for _ in range(6 if path is not None else 0):
        middle = (low + high) / 2
        if through_pixels(free & (away >= middle), start, end) is None:
            high = middle
        else:
            low = middle
    return None if path is None else through_pixels(free & (away >= _AWAY * low), start, end)


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

"""The search for a maze in a picture: as it lies, then straightened; sure answers first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np

from labirinto._internal.refusals import PictureError
from labirinto.measures import connected_components
from labirinto.recognition.check import unsure
from labirinto.recognition.colours import Array, guesses, ink_like
from labirinto.recognition.directions import check_squares
from labirinto.recognition.evidence import Tones, cover, tones
from labirinto.recognition.frames import frames
from labirinto.recognition.grid import grids
from labirinto.recognition.ink import PIXELS, inks, reduced
from labirinto.recognition.lattice import SeenGrid
from labirinto.recognition.marks import ends_marked
from labirinto.recognition.maze_in_picture import (
    FEWEST_SURE,
    THICKEST_WALL,
    Read,
    has_frame,
    loops_in,
    maze_of,
    maze_on_grid,
)
from labirinto.recognition.recognised import Recognised
from labirinto.recognition.several import check_which, chosen, in_reading_order
from labirinto.recognition.straighten import lattice_in, lattice_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.maze import Maze

_NO_DOUBT = 0.3
_MOST_UNSURE = 0.05
"""The largest share of walls that may be unclear in a perfect maze."""
_CONTRAST = 80
"""The least difference of ink between walls and floor, of 255."""
_ROUGH = 0.15
"""How far ink of the frame may be beside it, in cells."""
_BESIDE = 1.3
"""The distance from the frame at which other walls are near, in cells."""
_GOES_ON = 3.0
"""The length of ink from which it is walls and no arrow or letter, in cells."""
_BESIDE_AN_ARROW = 0.04
"""How far a frame may be beside its place where an arrow at an opening fills a part of it."""
_FEWEST_LOOPS = 0.03
"""The fewest loops of a maze that is meant to have some, as a share of its cells."""
_OUTSIDE = 0.15
"""Ink outside the frame from which there may be another maze, as a share of that inside."""


class _Deadline:
    """A time at which a search ends."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise PictureError(
                f"no maze is found in this picture within {self._seconds:g} s; crop it to the "
                "maze.",
                "time",
            )


def recognise(
    picture: Image, *, which: int | None = None, seconds: float | None = None
) -> Recognised:
    """Recognise the maze in a picture in RGB.

    Walls are lines of one colour on a grid of equal cells, thin or as thick as nine tenths of a
    cell, with a frame that is closed except for openings.  The page may be turned, tilted, slightly
    bent and unevenly lit; margins, writing, marks and faint lines do no harm.

    Args:
        picture: The picture.
        which: The number of the maze among those in the picture, in reading order from 1.
        seconds: Time after which the search ends, checked between its parts.

    Raises:
        PictureError: If none is found in time, or several are and it is not said which.
        InvalidValueError: If ``which`` is not a positive number.
    """
    check_which(which)
    deadline = _Deadline(seconds)
    reasons: list[str] = []
    doubtful: list[tuple[float, Recognised]] = []
    # A photograph lies at an angle, and all its pixels are many.
    several = (
        _straightened(picture, reasons, deadline) if which or _is_photograph(picture) else None
    )
    if not several and which is None:
        for doubt, found in _as_it_lies(picture, reasons, deadline):
            if doubt < _NO_DOUBT and _is_sure(found) and not _has_more(found):
                return found
            doubtful.append((doubt, found))
    if several is None:
        several = _straightened(picture, reasons, deadline)
    if several and (which is not None or len(several) > 1):
        return chosen(several, which)
    doubtful += [(_NO_DOUBT, found) for found in several]
    if doubtful:
        return min(
            doubtful,
            key=lambda pair: (not _is_sure(pair[1]), not pair[1].maze.is_perfect, pair[0]),
        )[1]
    check_squares(picture)
    reason = next(iter(reasons), "no maze is recognised in this picture")
    raise PictureError(
        f"{reason}; it needs walls of one colour on an even grid, with a frame around them: try "
        "to photograph it from above, in even light, to crop it to the maze, and to paint over "
        "anything that is not a wall, such as text or a logo.",
        "unrecognised",
    )


def _is_sure(found: Recognised) -> bool:
    """Check whether a maze is perfect, and of so many cells that none is by chance."""
    return found.maze.is_perfect and len(found.maze.grid) >= FEWEST_SURE


def _is_photograph(picture: Image) -> bool:
    return picture.width * picture.height > PIXELS and picture.getcolors() is None


def _as_it_lies(
    picture: Image, reasons: list[str], deadline: _Deadline
) -> Iterator[tuple[float, Recognised]]:
    """Yield mazes whose walls are on rows and columns of the picture, each with its doubt.

    The doubt is 0 for a clean picture with thin walls.
    """
    for framed in (False, True):
        for guess in guesses(picture):
            deadline.check()
            lines = grids(guess.walls, framed=framed)
            read = maze_on_grid(guess.walls, *lines) if lines else ""
            if isinstance(read, str):
                reasons += [read] if read else []
                continue
            assert lines is not None
            lattice = lattice_of(*lines)
            ink = ink_like(picture, guess)
            if ink is None:
                continue
            shades = tones(ink, lattice)
            again = _read(ink, lattice, shades)
            if isinstance(again, str) or (again.maze, again.openings) != read[:2]:
                continue
            if not _is_whole(ink, lattice, shades):
                continue
            thickest = max(lattice.thickness)
            doubt = 1 - min(line.precision for line in lines) + (thickest > THICKEST_WALL)
            # Where a maze is found straightened, it is read from finer ink.
            doubt += _NO_DOUBT * guess.is_coarse
            found = _recognised(picture, read, lattice, ink, shades, 1)
            if not _may_be_inverted(found):
                yield doubt, found


def _may_be_inverted(found: Recognised) -> bool:
    """Check whether walls may have been taken for corridors.

    Where a wall closes the only path, the walls are joined as the cells of a perfect maze are.
    """
    has_ends = len(found.openings) == 2 or len(found.marked) == 2
    return max(found.lattice.thickness) > THICKEST_WALL and not has_ends


def _recognised(
    picture: Image, read: Read, lattice: SeenGrid, ink: Array, shades: Tones, scale: float
) -> Recognised:
    is_open = len(read.openings) == 2
    marked = ends_marked(picture, ink, shades, lattice, is_open=is_open)
    return Recognised(
        read.maze, read.openings, marked, lattice, read.unsure, ink, shades, picture, scale
    )


def _read(level: Array, lattice: SeenGrid, shades: Tones) -> Read | str:
    """Return the maze that the ink shows, place by place."""
    across, down = cover(level, lattice, shades.at(0.5))
    south, east = cover(level, lattice, shades.at(0.5), frame_only=True, room=_BESIDE_AN_ARROW)
    for frame, nearer in ((across, south), (down.T, east.T)):
        for side in (0, -1):
            there = frame[side]
            frame[side] = np.where(unsure(there), np.minimum(there, nearer[side]), there)
    shares = np.concatenate((across.ravel(), down.ravel()))
    return maze_of(across, down, int(unsure(shares).sum()))


def _has_more(found: Recognised) -> bool:
    """Check whether there is much ink outside the frame."""
    inside = np.zeros(found.ink.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(found.lattice.outline()).astype(np.int32)], 1)
    thickness = int(found.lattice.pitch() * max(found.lattice.thickness)) + 1
    within_frame = cv2.dilate(inside, np.ones((thickness, thickness), np.uint8)) > 0
    ink = found.ink >= found.tones.at(0.5)
    within = np.count_nonzero(ink & within_frame)
    return bool(np.count_nonzero(ink) - within > _OUTSIDE * within)


def _is_whole(level: Array, lattice: SeenGrid, shades: Tones) -> bool:
    """Check that no walls go on beside the frame: a part of a maze may look like one."""
    inside = np.zeros(level.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(lattice.outline()).astype(np.int32)], 1)
    pitch = lattice.pitch()
    near, far = (
        cv2.dilate(inside, np.ones((size, size), np.uint8)) > 0
        for size in (
            2 * int((max(lattice.thickness) / 2 + _ROUGH) * lattice.pitch(longest=True) + 1) + 1,
            2 * int(_BESIDE * pitch) + 3,
        )
    )
    outside = (level >= shades.at(0.5)) & ~near
    _, labels, stats, _ = cv2.connectedComponentsWithStats(outside.view(np.uint8), connectivity=8)
    beside = np.unique(labels[outside & far])
    longest = stats[beside, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max(initial=0)
    return bool(longest < _GOES_ON * pitch)


def _straightened(picture: Image, reasons: list[str], deadline: _Deadline) -> list[Recognised]:
    """Return the mazes that lie at any angle, in reading order."""
    colours, scale = reduced(picture)
    imperfect: list[Recognised] = []
    for level in inks(colours):
        deadline.check()
        found: list[Recognised] = []
        for corners in frames(level)[:6]:
            one = _in_frame(picture, level, corners, scale)
            if one and not _may_be_inverted(one):
                (found if one.maze.is_perfect else imperfect).append(one)
        if found:
            return in_reading_order(found, lambda one: one.lattice.outline())
    # A maze with loops is one only if nothing in it is unclear; a few of them are walls that
    # glare has erased.
    clear = [one for one in imperfect if not one.unsure]
    many = [one for one in clear if loops_in(one.maze) >= _FEWEST_LOOPS * len(one.maze.grid)]
    if clear and not many:
        reasons.append(_flaw_of(clear[0].maze))
    return many[:1]


def _flaw_of(maze: Maze) -> str:
    """Why a maze with clear walls is not perfect."""
    if count := loops_in(maze):
        return f"the maze in this picture lacks {count} of its walls, perhaps because of glare"
    parts = len(connected_components(maze))
    return f"the maze in this picture is in {parts} parts that no passage joins"


def _in_frame(picture: Image, level: Array, corners: Array, scale: float) -> Recognised | None:
    try:
        lattice = lattice_in(level, corners)
    except (cv2.error, np.linalg.LinAlgError):
        # Four points nearly on a line are no frame.
        return None
    room = np.array(level.shape[::-1])
    # A frame that is tilted past the horizon has places far beyond the picture.
    if lattice is None or not (np.abs(lattice.outline() - room / 2) < room).all():
        return None
    shades = tones(level, lattice)
    if shades.wall - shades.floor < _CONTRAST:
        return None
    read = _read(level, lattice, shades)
    if isinstance(read, str) or not _is_whole(level, lattice, shades):
        return None
    width, height = lattice.width, lattice.height
    most_unsure = 1 + _MOST_UNSURE * (2 * width * height)
    if not has_frame(len(read.openings), width, height) or read.unsure > most_unsure:
        return None
    return _recognised(picture, read, lattice, level, shades, scale)

"""A maze recognised in a picture: from the lines of its grid to passages and openings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from labirinto.ends import Ends, ends_at
from labirinto.errors import FileFormatError
from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST, Cell, Opening
from labirinto.maze import Maze
from labirinto.measures import census
from labirinto.recognition.colours import Array, guesses
from labirinto.recognition.grid import Lines, grids

if TYPE_CHECKING:
    from PIL.Image import Image

# The limits for a picture to be accepted as a maze.
_OPENINGS = 0.08
"""The largest share of the outer wall that is open, two openings apart."""
_UNDECIDED = 0.04
"""The largest share of places of walls that are neither wall nor passage."""
_FILLED = 0.02
"""The largest share of cells as dark as a wall, as marks can be."""
_CLOSED = 0.3
"""The largest share of cells without any passage."""
_PRECISION = 0.3
"""The least share of edges on the grid; the others belong to other things in the picture."""
_SURE_PRECISION = 0.7
"""The same, to state what a picture shows instead of a maze."""
_NO_DOUBT = 0.3
_FAINTEST_WALL = 80
_THICK = 3
"""Pixels from which a wall has an inside that scaling does not change."""
_ROOM = 4
"""Pixels between separate lines."""
_SLACK = 0.3
"""The error of a line, in pixels."""
_BAND = 1 << 18
"""Blocks measured at a time."""
_THICKEST_WALL = 0.7
"""As a share of the pitch; thicker ones are more likely corridors."""


@dataclass(frozen=True)
class Recognised:
    """A maze recognised in a picture.

    Attributes:
        maze: The maze, perfect or not.
        openings: The gaps in its frame, in reading order of their cells.
        across, down: Where the walls are in the picture.
    """

    maze: Maze
    openings: list[Opening]
    across: Lines
    down: Lines

    @property
    def ends(self) -> Ends | None:
        """Start and end at the openings, if there are exactly two, in two cells."""
        cells = {cell for cell, _ in self.openings}
        return ends_at(self.openings) if len(self.openings) == len(cells) == 2 else None

    def centre(self, x: float, y: float) -> tuple[float, float]:
        """Return the middle of a cell in the picture, in pixels from its corner."""
        return self.across.middle(x), self.down.middle(y)


def recognise(picture: Image) -> Recognised:
    """Recognise the maze in a picture in RGB.

    Walls are straight lines of one colour, as thin as a pixel or as thick as the cells, on a grid
    of equal cells, with a frame that is closed except for openings.  Margins, a line or marks drawn
    in it, scaling and the noise of JPEG do no harm.

    Raises:
        FileFormatError: If none is found.
    """
    reason = "no maze is recognised in this picture"
    found: list[tuple[float, Recognised]] = []
    for framed in (False, True):
        for walls in guesses(picture):
            lines = grids(walls, framed=framed)
            maze = _maze_on_grid(walls, *lines) if lines else ""
            if isinstance(maze, str):
                reason = maze or reason
                continue
            doubt = _doubt(maze)
            if doubt < _NO_DOUBT:
                return maze
            found.append((doubt, maze))
    if found:
        return min(found, key=lambda pair: pair[0])[1]
    raise FileFormatError(
        f"{reason}; it needs straight walls of one colour on an even grid, with a frame around "
        "them: try to straighten the picture and to crop it to the maze."
    )


def _doubt(found: Recognised) -> float:
    """Return how doubtful a maze is: 0 for a clean picture with thin walls."""
    both = (found.across, found.down)
    thickest = max(lines.thickness / lines.pitch for lines in both)
    return 1 - min(lines.precision for lines in both) + (thickest > _THICKEST_WALL)


def _maze_on_grid(walls: Array, across: Lines, down: Lines) -> Recognised | str:
    """Return the maze on this grid, or why there is none, if that is worth a message."""
    width, height = across.cells, down.cells
    if width * height < 2 or min(across.precision, down.precision) < _PRECISION:
        return ""
    blocks = _blocks(walls, across, down)
    if blocks is None:
        return ""
    frame_across = np.concatenate((blocks[0, 1::2], blocks[-1, 1::2]))
    frame_down = np.concatenate((blocks[1::2, 0], blocks[1::2, -1]))
    # A thin line that was scaled is fainter than a thick one, equally everywhere.
    full_across, full_down = (
        float(np.median(part[part >= _FAINTEST_WALL])) if (part >= _FAINTEST_WALL).any() else 255.0
        for part in (frame_across, frame_down)
    )
    level_across = blocks[::2, 1::2] / full_across
    level_down = blocks[1::2, ::2] / full_down
    levels = np.concatenate((level_across.ravel(), level_down.ravel()))
    frame = np.concatenate((frame_across / full_across, frame_down / full_down))
    if (frame <= 0.5).sum() > 2 + _OPENINGS * frame.size:
        return ""
    if ((levels > 0.38) & (levels < 0.62)).sum() > 1 + _UNDECIDED * levels.size:
        return ""
    if (blocks[1::2, 1::2] > 128).sum() > 2 + _FILLED * width * height:
        is_thin = max(lines.thickness / lines.pitch for lines in (across, down)) <= _THICKEST_WALL
        if is_thin and min(across.precision, down.precision) > _SURE_PRECISION:
            return "this picture has a grid with filled cells, as of a crossword, and no maze"
        return ""
    east = level_down[:, 1:-1] <= 0.5
    south = level_across[1:-1] <= 0.5
    maze = _maze(east, south, width, height)
    closed = census(maze).closed
    if closed > _CLOSED * width * height:
        return (
            f"{closed} of the {width * height} cells in this picture are closed on all sides, as "
            "in a table"
        )
    return Recognised(maze, list(_openings(level_across, level_down)), across, down)


def _maze(east: Array, south: Array, width: int, height: int) -> Maze:
    planes = np.zeros((height, 2, width), bool)
    planes[:, 0, : width - 1] = east
    planes[: height - 1, 1] = south
    return Maze(width, height, np.packbits(planes, axis=2, bitorder="little").tobytes())


def _openings(level_across: Array, level_down: Array) -> Iterator[Opening]:
    gaps: list[tuple[Cell, int]] = []
    height, width = len(level_down), level_across.shape[1]
    sides = (
        (level_across[0], 0, NORTH),
        (level_across[-1], height - 1, SOUTH),
        (level_down[:, 0], 0, WEST),
        (level_down[:, -1], width - 1, EAST),
    )
    for levels, at, direction in sides:
        for place in np.flatnonzero(levels <= 0.5).tolist():
            cell = (place, at) if direction in (NORTH, SOUTH) else (at, place)
            gaps.append((cell, direction))
    return iter(sorted(gaps, key=lambda gap: gap[0][::-1]))


def _blocks(walls: Array, across: Lines, down: Lines) -> Array | None:
    """Return how much of each post, wall and cell is wall, from 0 to 255.

    The array is ``float32[y, x]``, with walls at even places and cells at odd ones.
    """
    places_x, places_y = _cores(across, walls.shape[1]), _cores(down, walls.shape[0])
    if places_x is None or places_y is None:
        return None
    sizes_y, sizes_x = _sizes(down, places_y), _sizes(across, places_x)
    blocks = np.empty((len(sizes_y), len(sizes_x)), np.float32)
    # In bands, since there can be as many blocks as pixels.
    step = max(1, _BAND // len(sizes_x))
    for first in range(0, len(sizes_y), step):
        rows = places_y[2 * first : 2 * (first + step)]
        part = walls[rows[0] : rows[-1], : places_x[-1]]
        # As integers of 32 bits a column of 16 million pixels has room.
        sums = np.add.reduceat(part, rows[:-1] - rows[0], axis=0, dtype=np.uint32)[::2]
        sums = np.add.reduceat(sums, places_x[:-1], axis=1, dtype=np.float64)[:, ::2]
        blocks[first : first + step] = sums / (sizes_y[first : first + step, None] * sizes_x)
    return blocks


def _is_ink(lines: Lines) -> bool:
    """Check whether walls are thin lines with room around them.

    Scaling and JPEG spread the ink of such a line over more pixels, but leave its sum.
    """
    return lines.thickness < _THICK and lines.pitch - lines.thickness >= _ROOM


def _sizes(lines: Lines, places: Array) -> Array:
    sizes = np.diff(places)[::2].astype(np.float64)
    if _is_ink(lines):
        sizes[::2] = lines.thickness
    return sizes


def _cores(lines: Lines, length: int) -> Array | None:
    """Return begin and end of each certain wall and certain floor, in turn."""
    begins, thickness = lines.begins, lines.thickness
    floor = lines.pitch - thickness
    # By how much the inside of a wall is narrower than the wall.
    inset = -0.6 if _is_ink(lines) else thickness / 4 if thickness >= _THICK else 0.0
    wall_begins = np.maximum(np.floor(begins + inset + _SLACK), 0)
    wall_ends = np.minimum(np.ceil(begins + thickness - inset - _SLACK), length)
    wall_ends = np.maximum(wall_ends, wall_begins + 1)
    floor_begins = np.ceil(begins[:-1] + thickness + 0.1 * floor - 0.4)
    floor_ends = np.floor(begins[1:] - 0.1 * floor + 0.4)
    floor_begins = np.minimum(np.maximum(floor_begins, wall_ends[:-1]), wall_begins[1:] - 1)
    floor_ends = np.maximum(np.minimum(floor_ends, wall_begins[1:]), floor_begins + 1)
    places = np.empty(4 * lines.cells + 2, np.int64)
    places[0::4], places[1::4] = wall_begins, wall_ends
    places[2::4], places[3::4] = floor_begins, floor_ends
    if places[-1] > length or (np.diff(places) < 0).any() or (np.diff(places)[::2] < 1).any():
        return None
    return places

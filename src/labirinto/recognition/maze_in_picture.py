"""A maze whose walls are on the rows and columns of a picture: passages and openings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from labirinto.grids.rectangle import EAST, NORTH, SOUTH, WEST, Cell, Opening
from labirinto.maze import Maze
from labirinto.measures import census, connected_components
from labirinto.recognition.colours import Array
from labirinto.recognition.grid import Lines

# The limits for a picture to be accepted as a maze.
_OPENINGS = 0.08
"""The largest share of the outer wall that is open, two openings apart."""
_UNDECIDED = 0.04
"""The largest share of places of walls that are neither wall nor passage."""
_FILLED = 0.02
"""The largest share of cells as dark as a wall, as marks can be."""
_CLOSED = 0.3
"""The largest share of cells without any passage."""
FEWEST_SURE = 12
"""The fewest cells of a maze that is no accident: smaller ones may be boxes and letters."""
_ONE_PART = 0.85
"""The least share of cells in the largest part of a maze; other parts are other mazes."""
_MOST_LOOPS = 0.4
"""The most loops, as a share of the cells."""
_PRECISION = 0.3
"""The least share of edges on the grid; the others belong to other things in the picture."""
_SURE_PRECISION = 0.7
"""The least share for saying what a picture shows instead of a maze."""
_FAINTEST_WALL = 80
_THICK = 3
"""Pixels from which a wall has an inside that scaling does not change."""
_ROOM = 4
"""Pixels between separate lines."""
_SLACK = 0.3
"""The error of a line, in pixels."""
_BAND = 1 << 18
"""Blocks measured at a time."""
THICKEST_WALL = 0.7
"""A share of the pitch; thicker walls are more likely corridors."""


class Read(NamedTuple):
    """A maze, the gaps in its frame, and how many of its walls and passages are not clear."""

    maze: Maze
    openings: list[Opening]
    unsure: int


def maze_on_grid(walls: Array, across: Lines, down: Lines) -> Read | str:
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
    if not has_frame(int((frame <= 0.5).sum()), width, height):
        return ""
    unsure = int(((levels > 0.38) & (levels < 0.62)).sum())
    if unsure > 1 + _UNDECIDED * levels.size:
        return ""
    if (blocks[1::2, 1::2] > 128).sum() > 2 + _FILLED * width * height:
        is_thin = max(lines.thickness / lines.pitch for lines in (across, down)) <= THICKEST_WALL
        if is_thin and min(across.precision, down.precision) > _SURE_PRECISION:
            return "this picture has a grid with filled cells, like a crossword, not a maze"
        return ""
    return maze_of(level_across, level_down, unsure)


def has_frame(gaps: int, width: int, height: int) -> bool:
    """Check whether there are few enough gaps in a frame."""
    return gaps <= 2 + _OPENINGS * (2 * (width + height))


def maze_of(across: Array, down: Array, unsure: int) -> Read | str:
    """Return the maze with these walls, or why it is none, if that is worth a message.

    Args:
        across: How much wall there is above each row and below the last, from 0 to 1.
        down: How much there is left of each column and right of the last.
        unsure: How many of them are not clear.
    """
    height, width = len(down), across.shape[1]
    planes = np.zeros((height, 2, width), bool)
    planes[:, 0, : width - 1] = down[:, 1:-1] <= 0.5
    planes[: height - 1, 1] = across[1:-1] <= 0.5
    maze = Maze(width, height, np.packbits(planes, axis=2, bitorder="little").tobytes())
    closed = census(maze).closed
    if closed > _CLOSED * width * height:
        return (
            f"{closed} of the {width * height} cells in this picture are closed on all sides, "
            "like a table"
        )
    if not maze.is_perfect and not _is_likely(maze):
        return ""
    return Read(maze, list(_openings(across, down)), unsure)


def _is_likely(maze: Maze) -> bool:
    """Check whether a maze with loops or cells that are cut off may be meant so."""
    cells = maze.width * maze.height
    return (
        cells >= FEWEST_SURE
        and connected_components(maze)[0][0] >= _ONE_PART * cells
        and loops_in(maze) <= _MOST_LOOPS * cells
    )


def loops_in(maze: Maze) -> int:
    """Return how many walls a maze lacks to be perfect."""
    passages = sum(1 for _ in maze.passages())
    return passages - maze.width * maze.height + len(connected_components(maze))


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

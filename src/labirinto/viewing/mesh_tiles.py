"""Tiles of mazes whose cells are not squares: the lines within their bounds, painted by OpenCV.

Levels and the numbers of tiles are those of ``viewing.tiles``, on a rectangle of whole cells that
holds the drawing.  From level 1 lines are painted with smooth edges; below, a pixel has the tone of
the walls in it: half of the range where as much wall stands as in all of the maze on average.
"""

from __future__ import annotations

from importlib import import_module
from math import ceil
from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.smooth import FINE, SHIFT, cover_of, shade
from labirinto.drawing.strokes import Strokes, wall_strokes
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.formats._png_chunks import small_png
from labirinto.grids import Grid
from labirinto.grids.mesh import Mesh
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.viewing.tiles import TILE, check_tile, wall_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_SHARP = 1
"""The level from which lines are painted as lines."""

_PART = 4.0
"""Cells: longer lines are cut into parts, so that each lies in or near one square of the index."""

_SQUARE = 16
"""Cells on a side of a square of the index."""

_ARC = 1 / 256
"""Cells between a line and the arc for which it stands: a quarter of a pixel at level 6."""

_PATH_PIXELS = 2
"""A path is at least as thick, however small the cells are."""

_PATH_ABOVE = 2
"""Up to this level it lies over the walls, between which it would hardly be seen."""


class Lines:
    """Lines, so that those within bounds are found at once.

    Args:
        ends: ``float64[n, 5]``: where each begins, where it ends, and the radius of its arc, which
            is positive if it goes clockwise and 0 for a straight line; in cells.
    """

    def __init__(self, ends: Array) -> None:
        import numpy as np

        lines = _parts(ends)
        squares = ((lines[:, :2] + lines[:, 2:]) / (2 * _SQUARE)).astype(np.int64)
        squares = np.maximum(squares, 0)
        self._across = int(squares[:, 0].max(initial=0)) + 1
        self._down = int(squares[:, 1].max(initial=0)) + 1
        numbers = squares[:, 1] * self._across + squares[:, 0]
        order = np.argsort(numbers, kind="stable")
        self._lines = lines[order].astype(np.float32)
        self._begins = np.searchsorted(numbers[order], np.arange(self._across * self._down + 1))

    @classmethod
    def of(cls, strokes: Strokes) -> Lines:
        """The lines of strokes."""
        import numpy as np

        points = np.frombuffer(strokes.vertices).reshape(-1, 3)
        # Each point begins a line but the last one of its stroke.
        begins = np.ones(len(points), bool)
        begins[np.frombuffer(strokes.first, np.uint32)[1:] - 1] = False
        here = np.flatnonzero(begins)
        return cls(np.column_stack([points[here, :2], points[here + 1, :2], points[here, 2]]))

    @property
    def memory(self) -> int:
        """The bytes that they take."""
        return int(self._lines.nbytes + self._begins.nbytes)

    @property
    def length(self) -> float:
        """The length of all lines, in cells."""
        import numpy as np

        x0, y0, x1, y1 = self._lines.T
        return float(np.hypot(x1 - x0, y1 - y0).sum())

    def within(self, left: float, top: float, right: float, bottom: float) -> Array:
        """All lines of which a part may lie within bounds, ``float32[n, 4]``."""
        import numpy as np

        first, last = (
            max(0, min(self._across - 1, int((x + at) // _SQUARE)))
            for x, at in ((left, -_PART), (right, _PART))
        )
        begin, end = (
            max(0, min(self._down - 1, int((y + at) // _SQUARE)))
            for y, at in ((top, -_PART), (bottom, _PART))
        )
        rows = (y * self._across for y in range(begin, end + 1))
        found = [self._lines[self._begins[y + first] : self._begins[y + last + 1]] for y in rows]
        return np.concatenate(found)


def _parts(ends: Array) -> Array:
    """Arcs as lines, and long lines in parts: ``float64[m, 4]``."""
    import numpy as np

    x, y, across, down = ends[:, 0], ends[:, 1], ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
    radius = ends[:, 4]
    length = np.hypot(across, down)
    is_arc = (radius != 0) & (length > 0)
    size = np.where(is_arc, np.abs(radius), 1.0)
    angle = np.where(is_arc, 2 * np.arcsin(np.minimum(1, length / (2 * size))), 0.0)
    counts = np.maximum(1, np.ceil(length / _PART))
    counts = np.maximum(counts, np.ceil(angle / (2 * np.sqrt(2 * _ARC / size)))).astype(np.int64)
    line = np.repeat(np.arange(len(ends)), counts)
    number = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)

    def point(number: Array) -> tuple[Array, Array]:
        share = number / counts[line]
        along, aside = share, np.zeros(len(line))
        arc = is_arc[line]
        # Of an arc: from the middle of its chord along it, and away from it.
        half, turn = angle[line] / 2, (share - 0.5) * angle[line]
        chord = np.where(arc, length[line] / size[line], 1.0)
        along = np.where(arc, 0.5 + np.sin(turn) / chord, along)
        away = np.where(radius[line] > 0, -1.0, 1.0) * (np.cos(turn) - np.cos(half)) / chord
        aside = np.where(arc, away, aside)
        # To the right of the line, where y grows downwards, lies (-down, across).
        return (
            x[line] + along * across[line] - aside * down[line],
            y[line] + along * down[line] + aside * across[line],
        )

    return np.column_stack([*point(number), *point(number + 1)])


def check_opencv() -> None:
    """Check that what paints tiles is installed.

    Raises:
        MissingExtraError: If it is not.
    """
    with needing("Viewing mazes whose cells are not squares needs OpenCV", "images"):
        import_module("cv2")


class MeshPicture:
    """The picture of a maze on a mesh, of which any tile can be had.

    Args:
        maze: A maze on a mesh.
        ends: Openings are left out of the frame.

    Raises:
        MissingExtraError: If OpenCV is not installed.
    """

    def __init__(self, maze: Maze, ends: Ends | None = None) -> None:
        check_opencv()

        mesh = maze.grid
        assert isinstance(mesh, Mesh)
        self.size: tuple[int, int] = viewed_size(mesh)
        self._walls = Lines.of(wall_strokes(Drawing(maze, None, ends)))
        self._density = self._walls.length / (self.size[0] * self.size[1])

    @property
    def memory(self) -> int:
        """The bytes that it takes, about."""
        return self._walls.memory

    def tile(
        self, level: int, x: int, y: int, style: Style | None = None, path: Lines | None = None
    ) -> bytes:
        """A tile as a PNG picture, as ``viewing.tile``, with the lines of a path.

        Raises:
            InvalidValueError: If there is no such tile.
        """
        import numpy as np

        style = style or Style()
        check_tile(*self.size, level, x, y)
        cell = 2.0**level
        wall = wall_of(round(cell)) if level > 0 else 0
        # Of the whole picture, in pixels; then of the tile, in cells.
        across, down = (ceil(side * cell + wall) for side in self.size)
        left, top = x * TILE, y * TILE
        width, height = min(TILE, across - left), min(TILE, down - top)
        offset = wall / 2
        box = [(left - offset) / cell, (top - offset) / cell]
        box += [(left + width - offset) / cell, (top + height - offset) / cell]
        origin = np.array([left - offset, top - offset] * 2, np.float32)
        pixels = np.empty((height, width, 3), np.float32)
        pixels[:] = shade(style.floor)

        def paint(cover: Array, colour: str) -> None:
            nonlocal pixels
            pixels += (shade(colour) - pixels) * cover[..., None]

        def paint_path() -> None:
            if path:
                route = path.within(*box) * np.float32(cell) - origin
                thickness = max(_PATH_PIXELS, 0.3 * cell)
                paint(_painted(route, width, height, thickness), style.solution)

        lines = self._walls.within(*box) * np.float32(cell) - origin
        if level > _PATH_ABOVE:
            paint_path()
        if level < _SHARP:
            paint(self._tones(lines, width, height, cell), style.walls)
        else:
            # Among cells of two pixels, walls of one would leave nothing between them.
            paint(_painted(lines, width, height, min(wall, 0.3 * cell)), style.walls)
        if level <= _PATH_ABOVE:
            paint_path()
        rows = np.rint(pixels).astype(np.uint8)
        return small_png([row.tobytes() for row in rows])

    def _tones(self, lines: Array, width: int, height: int, cell: float) -> Array:
        """How much wall there is in each pixel, from 0 to 1."""
        import numpy as np

        length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
        # Points at even distances stand for a line that crosses several pixels.
        count = max(1, ceil(2 * float(length.max(initial=0))))
        total = np.zeros(width * height)
        for number in range(count):
            share = (number + 0.5) / count
            # Each is shared by the four pixels around it: else rows of cells and of pixels, which
            # are not equally high, would beat.
            places = lines[:, :2] + (lines[:, 2:] - lines[:, :2]) * np.float32(share) - 0.5
            first = np.floor(places)
            right, below = (places - first).T
            column, row = first.T.astype(np.int32)
            for dx, across in ((0, 1 - right), (1, right)):
                for dy, down in ((0, 1 - below), (1, below)):
                    x, y = column + dx, row + dy
                    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
                    weights = (length * across * down / count)[inside]
                    total += np.bincount((y * width + x)[inside], weights, width * height)
        # Cells of wall in an area of one: all of the maze has its density on average.
        tone: Array = np.minimum(1, total * cell / (2 * self._density))
        return tone.reshape(height, width)


def _painted(lines: Array, width: int, height: int, thickness: float) -> Array:
    """The share of each pixel that lines cover."""
    import numpy as np

    # The middles of OpenCV's pixels have whole numbers.
    places = np.rint((lines * FINE - 0.5) * (1 << SHIFT)).astype(np.int32).reshape(-1, 2, 2)
    cover = cover_of(list(places), width, height, max(1, round(thickness * FINE)))
    return cover.astype(np.float32) / 255


def lines_of_path(maze: Maze, path: Path, ends: Ends | None = None) -> Lines:
    """The lines of a path on a mesh, out of the openings at its ends."""
    return Lines.of(Strokes.of(Drawing(maze, path, ends).path_lines()))


def viewed_size(grid: Grid) -> tuple[int, int]:
    """The width and the height in which the viewer shows a grid, in whole cells."""
    width, height = grid.size
    return ceil(width), ceil(height)

"""Frames of grids with slanted and round walls, painted by NumPy and OpenCV with smooth edges.

Every pixel has a cell, and the shares to which walls cover it.  Its colour in a frame is that of
the cell, blended with that of the walls as far as a wall that stands covers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from labirinto.animate.film import Film
from labirinto.animate.look import blend
from labirinto.animate.painting import Painter, Patch
from labirinto.animate.tiles import FIRST_SET, FLOOR, NOTHING, WALLS, palette, tiles_of
from labirinto.drawing.colour_maps import Colour
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.smooth import FINE, SHIFT, check_smooth, cover_of, points_of, smooth_bands
from labirinto.drawing.strokes import Stroke
from labirinto.drawing.style import COLOURS
from labirinto.grids.mesh import Mesh

if TYPE_CHECKING:
    import numpy as np

_SETS = 34
"""The number of colours for sets, a Fibonacci number; blends need the rest of the palette."""

_LEVELS = 5
"""The steps from no wall to nothing but wall."""

_BYTES_A_PIXEL = 40


class SmoothPainter(Painter):
    """Paints films on grids that are not rectangles.

    Raises:
        MissingExtraError: If NumPy or OpenCV is not installed.
        TooLargeError: If there is not enough memory.
    """

    def __init__(self, film: Film, drawing: Drawing) -> None:
        check_smooth(drawing, _BYTES_A_PIXEL)
        import numpy as np

        self._tiles = tiles_of(film, _SETS)
        self.colours: list[Colour]
        self.colours, self._blended = _palette(drawing)
        map_of_pixels = _PixelMap(drawing)
        self._cell_of, self._covers = map_of_pixels.cells(), map_of_pixels.covers()
        cells = len(film.grid)
        # What no cell has is floor, and the border always stands.
        self._cell_colours = np.full(cells + 1, FLOOR, np.uint8)
        self._stands = np.ones(len(self._tiles.all_places()) - cells + 1, np.uint8)
        self._cells = cells
        self._shown: np.ndarray[Any, Any] | None = None
        self.still: bytes = _still(drawing, self.colours)

    def paint(self, changed: Iterable[tuple[int, int]]) -> Patch | None:
        import numpy as np

        places = self._tiles.update(changed)
        for place in places if self._shown is not None else self._tiles.all_places():
            (colour,) = self._tiles.tile(place)
            if place < self._cells:
                self._cell_colours[place] = colour
            else:
                self._stands[place - self._cells] = colour == WALLS
        before, picture = self._shown, self._picture()
        self._shown = picture
        height, width = picture.shape
        if before is None:
            return Patch(0, 0, width, height, picture.tobytes())
        differs = picture != before
        if not differs.any():
            return None
        rows, columns = np.flatnonzero(differs.any(1)), np.flatnonzero(differs.any(0))
        box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        pixels = np.where(differs[box], picture[box], np.uint8(NOTHING))
        height, width = pixels.shape
        return Patch(int(columns[0]), int(rows[0]), width, height, pixels.tobytes())

    def _picture(self) -> np.ndarray[Any, Any]:
        import numpy as np

        pixels, first, walls, levels = self._covers
        picture: np.ndarray[Any, Any] = self._cell_colours[self._cell_of]
        level = np.maximum.reduceat(levels * self._stands[walls], first)
        colours = self._cell_colours[self._cell_of.reshape(-1)[pixels]]
        picture.reshape(-1)[pixels] = self._blended[level, colours]
        return picture


def _palette(drawing: Drawing) -> tuple[list[Colour], np.ndarray[Any, Any]]:
    """The palette, and for each share of a wall the colour that takes the place of each one."""
    import numpy as np

    colours = palette(drawing.style, _SETS)
    count = len(colours)
    blended = np.tile(np.arange(count, dtype=np.uint8), (_LEVELS + 1, 1))
    blended[_LEVELS] = WALLS
    under = [FLOOR, *range(NOTHING + 1, count)]
    for colour in under:
        for level in range(1, _LEVELS):
            blended[level, colour] = len(colours)
            colours.append(blend(colours[colour], colours[WALLS], level / _LEVELS))
    # The edges of the path and of the marks in the finished picture.
    for name in ("solution", "start", "end"):
        over = colours[COLOURS.index(name)]
        colours += [blend(colours[FLOOR], over, level / _LEVELS) for level in range(1, _LEVELS)]
    assert count == FIRST_SET + _SETS
    assert len(colours) <= 256
    return colours, blended


class _PixelMap:
    """Which pixels of a picture belong to which cells and walls."""

    def __init__(self, drawing: Drawing) -> None:
        mesh = drawing.maze.grid
        assert isinstance(mesh, Mesh)
        self._mesh = mesh
        self._style = drawing.style
        self._width, self._height = drawing.pixel_size

    def cells(self) -> np.ndarray[Any, Any]:
        """The cell of every pixel; beyond them, the number of cells."""
        import cv2
        import numpy as np

        count = len(self._mesh)
        picture = np.full((self._height, self._width), count, np.int32)
        for cell in range(count):
            strokes = strokes_of(self._mesh, self._mesh.outline(cell))
            rings = [points_of(stroke, self._style, 1) for stroke in strokes]
            cv2.fillPoly(picture, rings, cell, cv2.LINE_8, SHIFT)
        return picture

    def covers(self) -> tuple[np.ndarray[Any, Any], ...]:
        """The pixels that walls cover, by how much.

        Returns:
            The numbers of these pixels, in ascending order; of each, where its covers begin; and of
            each cover the number of the wall, and the level.  The border has the number of walls.
        """
        import numpy as np

        found = [self._cover(stroke, wall) for stroke, wall in self._strokes()]
        pixels, walls, levels = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(pixels, kind="stable")
        covered, first = np.unique(pixels[order], return_index=True)
        return covered, first, walls[order], levels[order]

    def _strokes(self) -> Iterator[tuple[Stroke, int]]:
        mesh = self._mesh
        for wall in range(mesh.walls):
            for stroke in strokes_of(mesh, mesh.wall(wall)):
                yield stroke, wall
        for _, side in mesh.border:
            for stroke in strokes_of(mesh, [side]):
                yield stroke, mesh.walls

    def _cover(self, stroke: Stroke, wall: int) -> tuple[np.ndarray[Any, Any], ...]:
        import numpy as np

        thickness = self._style.wall
        points = points_of(stroke, self._style, FINE)
        pixel = FINE << SHIFT
        low = np.maximum(points.min(0) // pixel - thickness, 0)
        high = np.minimum(
            points.max(0) // pixel + thickness + 2, np.array([self._width, self._height])
        )
        columns, rows = (high - low).tolist()
        moved = points - (low * pixel).astype(np.int32)
        shares = cover_of([moved], columns, rows, thickness * FINE)
        level = np.rint(shares * (_LEVELS / 255)).astype(np.uint8)
        y, x = np.nonzero(level)
        pixels = (y + low[1]) * self._width + x + low[0]
        return pixels, np.full(len(pixels), wall, np.int32), level[y, x]


def _still(drawing: Drawing, colours: list[Colour]) -> bytes:
    """The drawing in the nearest colours of a palette."""
    import numpy as np

    numbers = [number for number in range(len(colours)) if number != NOTHING]
    there_are = np.array([colours[number] for number in numbers], np.int32)
    bands = []
    for band in smooth_bands(drawing):
        packed = band.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
        seen, which = np.unique(packed, return_inverse=True)
        split = np.stack([seen >> 16, seen >> 8 & 255, seen & 255], 1).astype(np.int32)
        away = ((split[:, None] - there_are) ** 2).sum(2)
        nearest = np.array(numbers, np.uint8)[away.argmin(1)]
        bands.append(nearest[which.reshape(-1)].tobytes())
    return b"".join(bands)

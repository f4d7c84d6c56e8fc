"""The pixels of drawings with slanted and curved walls, painted by OpenCV with smooth edges."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto.drawing.floors import coloured_cells
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.strokes import Stroke, Vertex, flattened, strokes
from labirinto.drawing.style import Style, rgb
from labirinto.grids.mesh import Mesh

if TYPE_CHECKING:
    import numpy as np

    from labirinto.drawing.geometry import Drawing

FINE = 4
"""A pixel is the mean of 4 x 4 finer ones: OpenCV's own smooth lines are too thick."""

_COARSE = 2
_THICKEST = 32_767
"""Pixels of a line, for OpenCV."""

SHIFT = 4
"""Bits of a coordinate behind the point."""

_BAND = 1 << 22
"""Fine pixels that are painted at a time."""

_BYTES_A_CELL = 1500
"""Of the points of lines, at most."""


class _Layer(NamedTuple):
    lines: list[Any]
    tops: np.ndarray[Any, Any]
    bottoms: np.ndarray[Any, Any]
    thickness: int
    colour: np.ndarray[Any, Any]


class _Floor(NamedTuple):
    rings: list[Any]
    top: int
    bottom: int
    colour: list[float]


def check_smooth(drawing: Drawing, bytes_a_pixel: float) -> None:
    """Check that OpenCV is installed, and that there is enough memory.

    Args:
        drawing: What to paint.
        bytes_a_pixel: What the caller keeps of every pixel.

    Raises:
        MissingExtraError: If a package is not installed.
        TooLargeError: If there is not enough memory.
    """
    with needing(f"A picture of the grid {drawing.size_text} needs OpenCV", "images"):
        import_module("cv2")
        import_module("numpy")
    width, height = drawing.pixel_size
    needed = _BYTES_A_CELL * len(drawing.maze.grid) + bytes_a_pixel * width * height
    check_memory(needed, f"A picture of {width} x {height} pixels")


def smooth_bands(drawing: Drawing) -> Iterator[np.ndarray[Any, Any]]:
    """Paint a drawing from top to bottom.

    Yields:
        Rows of pixels, ``uint8[count, width, 3]`` in RGB.
    """
    import cv2
    import numpy as np

    style = drawing.style
    width, height = drawing.pixel_size
    fine = FINE if FINE * style.cell <= _THICKEST else _COARSE

    def layer(found: Iterator[Stroke], thickness: int, colour: str) -> _Layer:
        lines = [placed(stroke, style, fine) for stroke in found]
        around = (thickness * fine) << SHIFT
        tops = np.array([line[:, 1].min() - around for line in lines])
        bottoms = np.array([line[:, 1].max() + around for line in lines])
        return _Layer(lines, tops, bottoms, thickness * fine, shade(colour))

    floors = []
    for outline, colour in _outlines(drawing):
        rings = [placed(stroke, style, fine) for stroke in outline]
        heights = np.concatenate([ring[:, 1] for ring in rings])
        floors.append(_Floor(rings, heights.min(), heights.max(), shade(colour).tolist()))
    line = drawing.polyline()
    layers = [
        layer(iter([line] if line else []), style.line, style.solution),
        layer(strokes(drawing), style.wall, style.walls),
    ]
    rows = max(1, _BAND // (width * fine * fine))
    for top in range(0, height, rows):
        count = min(rows, height - top)
        above = (top * fine) << SHIFT
        picture = np.full((count, width, 3), shade(style.floor), np.float32)
        if floors:
            picture = _floors(floors, above, (count * fine, width * fine), picture)

        def paint(cover: np.ndarray[Any, Any], colour: Any, picture: Any = picture) -> None:
            size = picture.shape[1::-1]
            share = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)[..., None] / 255
            picture += (colour - picture) * share

        for lines, tops, bottoms, thickness, ink in layers:
            below = above + ((count * fine) << SHIFT)
            inside = np.flatnonzero((tops < below) & (bottoms > above))
            if len(inside):
                cover = np.zeros((count * fine, width * fine), np.uint8)
                here = [lines[k] - (0, above) for k in inside]
                cv2.polylines(cover, here, False, 255, thickness, cv2.LINE_8, SHIFT)
                paint(cover, ink)
        for x, y, kind, share in drawing.marks:
            cover = np.zeros((count * fine, width * fine), np.uint8)
            ((middle_x, middle_y),) = placed([Vertex(x, y)], style, fine).tolist()
            middle_y -= above
            radius = round(style.mark * share * fine / 2 * (1 << SHIFT))
            if kind == "start":
                cv2.circle(cover, (middle_x, middle_y), radius, 255, -1, cv2.LINE_8, SHIFT)
            else:
                one = middle_x - radius, middle_y - radius
                other = middle_x + radius, middle_y + radius
                cv2.rectangle(cover, one, other, 255, -1, cv2.LINE_8, SHIFT)
            paint(cover, shade(getattr(style, kind)))
        yield np.rint(picture).astype(np.uint8)


def placed(stroke: Stroke, style: Style, fine: int) -> np.ndarray[Any, Any]:
    """Return the points of a stroke as OpenCV takes them, ``int32[n, 2]``.

    Args:
        stroke: The stroke; a line may lie a quarter of a pixel from its arc.
        style: Sizes.
        fine: How many times finer pixels are, whose middles have whole numbers.
    """
    import numpy as np

    points = np.array(flattened(stroke, 1 / (4 * style.cell)))
    scale, origin = style.cell * fine, (style.margin + style.wall / 2) * fine - 0.5
    found: np.ndarray[Any, Any] = np.rint((points * scale + origin) * (1 << SHIFT))
    return found.astype(np.int32)


def _outlines(drawing: Drawing) -> Iterator[tuple[list[Stroke], str]]:
    """Yield the outlines of the cells whose floors have colours, with these."""
    grid = drawing.maze.grid
    assert isinstance(grid, Mesh)
    for colour, runs in coloured_cells(drawing):
        for cell in chain.from_iterable(runs):
            yield strokes_of(grid, grid.outline(cell)), colour


def _floors(
    floors: list[_Floor], above: int, size: tuple[int, int], picture: Any
) -> np.ndarray[Any, Any]:
    """Return a band of floors; ``above`` is where it begins, and ``size`` its fine pixels."""
    import cv2
    import numpy as np

    fine = np.empty((*size, 3), np.uint8)
    fine[:] = picture[0, 0]
    end = above + (size[0] << SHIFT)
    for floor in floors:
        if floor.top < end and floor.bottom > above:
            shifted = [ring - (0, above) for ring in floor.rings]
            cv2.fillPoly(fine, shifted, floor.colour, cv2.LINE_8, SHIFT)
    shrunk = cv2.resize(fine, picture.shape[1::-1], interpolation=cv2.INTER_AREA)
    return shrunk.astype(np.float32)


def shade(colour: str) -> np.ndarray[Any, Any]:
    """Return a colour as numbers to mix, ``float32[3]``."""
    import numpy as np

    return np.array(list(rgb(colour)), np.float32)

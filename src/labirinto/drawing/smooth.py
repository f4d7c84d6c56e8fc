"""The pixels of drawings with slanted and curved walls, painted by OpenCV with smooth edges."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto.drawing.display import Dot, Fill, Item, Lines, all_items
from labirinto.drawing.strokes import Stroke, Vertex, flattened
from labirinto.drawing.style import Style, rgb

if TYPE_CHECKING:
    import numpy as np

    from labirinto.drawing.geometry import Drawing

    Array = np.ndarray[Any, Any]
else:
    Array = Any  # so that the types of fields can be asked for without NumPy

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
"""Memory for the points of lines, at most."""


class _Placed(NamedTuple):
    """An item in fine pixels: its lines or its middle, and how high each reaches."""

    item: Item
    lines: list[Array]
    tops: Array
    bottoms: Array

    def within(self, above: int, below: int) -> list[Array]:
        """Return the lines that may be seen between two heights, from the first of these."""
        inside = ((self.tops < below) & (self.bottoms > above)).nonzero()[0]
        return [self.lines[k] - (0, above) for k in inside]


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


def smooth_bands(drawing: Drawing) -> Iterator[Array]:
    """Paint a drawing from top to bottom.

    Yields:
        Rows of pixels, ``uint8[count, width, 3]`` in RGB.
    """
    import numpy as np

    style = drawing.style
    width, height = drawing.pixel_size
    fine = FINE if FINE * style.cell <= _THICKEST else _COARSE
    items = [_placed(item, style, fine) for item in all_items(drawing)]
    rows = max(1, _BAND // (width * fine * fine))
    for top in range(0, height, rows):
        count = min(rows, height - top)
        above, below = ((row * fine) << SHIFT for row in (top, top + count))
        picture = np.full((count, width, 3), shade(style.floor), np.float32)
        for is_ground, group in groupby(items, lambda it: isinstance(it.item, Fill)):
            seen = [(it.item, lines) for it in group if (lines := it.within(above, below))]
            if is_ground and seen:
                picture = _filled(seen, picture, fine)
                continue
            for item, lines in seen:
                share = _cover(item, lines, width, count, style.cell * fine, fine)[..., None] / 255
                picture += (shade(item.colour) - picture) * share
        yield np.rint(picture).astype(np.uint8)


def _placed(item: Item, style: Style, fine: int) -> _Placed:
    import numpy as np

    if isinstance(item, Dot):
        lines, around = [points_of([Vertex(item.x, item.y)], style, fine)], 2 * item.radius
    else:
        lines = [points_of(stroke, style, fine) for stroke in item.shape.each()]
        around = item.width if isinstance(item, Lines) else 0
    reach = round(around * style.cell * fine) << SHIFT
    tops = np.array([line[:, 1].min() - reach for line in lines])
    bottoms = np.array([line[:, 1].max() + reach for line in lines])
    return _Placed(item, lines, tops, bottoms)


def _cover(item: Item, lines: list[Array], width: int, height: int, cell: int, fine: int) -> Array:
    """Return the share of each pixel that lines or a dot cover, in a cell of fine pixels."""
    import cv2
    import numpy as np

    if isinstance(item, Lines):
        return cover_of(lines, width, height, round(item.width * cell), fine)
    assert isinstance(item, Dot)
    cover = np.zeros((height * fine, width * fine), np.uint8)
    ((x, y),) = lines[0].tolist()
    radius = round(item.radius * cell * (1 << SHIFT))
    if item.is_round:
        cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_8, SHIFT)
    else:
        corners = (x - radius, y - radius), (x + radius, y + radius)
        cv2.rectangle(cover, *corners, 255, -1, cv2.LINE_8, SHIFT)
    return shrunk(cover, width, height)


def cover_of(
    lines: list[Array], width: int, height: int, thickness: int, fine: int = FINE
) -> Array:
    """Return the share of each pixel that lines cover, ``uint8[height, width]``.

    Args:
        lines: Points as ``points_of`` gives them.
        width, height: In pixels.
        thickness: In fine pixels.
        fine: How many times finer these are.
    """
    import cv2
    import numpy as np

    cover = np.zeros((height * fine, width * fine), np.uint8)
    cv2.polylines(cover, lines, False, 255, thickness, cv2.LINE_8, SHIFT)
    return shrunk(cover, width, height)


def shrunk(fine: Array, width: int, height: int) -> Array:
    """Return pixels as the means of finer ones."""
    import cv2

    return cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)


def _filled(fills: list[tuple[Item, list[Array]]], picture: Array, fine: int) -> Array:
    """Return a picture with areas, all at once, so that nothing shows between them."""
    import cv2
    import numpy as np

    height, width, _ = picture.shape
    size = width * fine, height * fine
    ground = cv2.resize(picture.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    for fill, rings in fills:
        cv2.fillPoly(ground, rings, shade(fill.colour).tolist(), cv2.LINE_8, SHIFT)
    return shrunk(ground, width, height).astype(np.float32)


def points_of(stroke: Stroke, style: Style, fine: int) -> Array:
    """Return the points of a stroke as OpenCV takes them, ``int32[n, 2]``.

    Args:
        stroke: The stroke; a line may lie a quarter of a pixel from its arc.
        style: Sizes.
        fine: How many times finer pixels are, whose middles have whole numbers.
    """
    import numpy as np

    points = np.array(flattened(stroke, 1 / (4 * style.cell)))
    scale, origin = style.cell * fine, (style.margin + style.wall / 2) * fine - 0.5
    found: Array = np.rint((points * scale + origin) * (1 << SHIFT))
    return found.astype(np.int32)


def shade(colour: str) -> Array:
    """Return a colour as numbers to mix, ``float32[3]``."""
    import numpy as np

    return np.array(rgb(colour), np.float32)

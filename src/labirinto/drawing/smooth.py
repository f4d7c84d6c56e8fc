"""The pixels of drawings with slanted and curved walls, painted by OpenCV with smooth edges."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto.drawing.display import Dot, Fill, Item, Lines, all_items
from labirinto.drawing.strokes import Pieces, Runs, Stroke, Strokes, Vertex, flattened
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

_POINTS_AT_A_TIME = 1 << 20

_WORTH_REPEATING = 1 << 15
"""Pixels in rows that equal the row above, from which they are not painted again."""

_BYTES_A_CELL = 1500
"""Memory for the points of lines, at most."""


class _Placed:
    """An item in fine pixels: its lines or its middle, from the top.

    Args:
        item: The item.
        points: Of all lines, ``int32[n, 2]``.
        first: Of each line the number of its first point, and behind the last one how many there
            are.
        reach: How far above and below its points an item is seen.
    """

    def __init__(self, item: Item, points: Array, first: Array, reach: int) -> None:
        import numpy as np

        self.item = item
        self._points, self._first, self._reach = points, first, reach
        tops = np.minimum.reduceat(points[:, 1], first[:-1]) - reach
        self._bottoms = np.maximum.reduceat(points[:, 1], first[:-1]) + reach
        self._order = np.argsort(tops, kind="stable").astype(np.int32)
        self._tops = tops[self._order]
        self._begun = 0
        self._seen = self._order[:0]

    def count_changes(self, changes: Array, pixel: int) -> None:
        """Add 1 in every row of pixels from which on one may differ from the row above, and -1
        behind each such stretch: at the ends of lines, and all along slanted ones.

        Args:
            changes: A number a row, and two behind the last.
            pixel: The height of a row.
        """
        import numpy as np

        def count(tops: Array, bottoms: Array) -> None:
            for heights, away, sign in ((tops, -self._reach, 1), (bottoms, self._reach, -1)):
                # A row more, for what is rounded.
                rows = (heights + away) // pixel - sign + (sign < 0)
                rows = np.clip(rows, 0, len(changes) - 1)
                changes[:] += sign * np.bincount(rows, minlength=len(changes))

        begins = np.zeros(len(self._points), bool)
        begins[self._first[:-1]] = True
        for at in range(0, len(begins), _POINTS_AT_A_TIME):
            here = slice(max(at - 1, 0), at + _POINTS_AT_A_TIME)
            x, y = self._points[here].T
            count(y, y)
            slanted = (x[1:] != x[:-1]) & (y[1:] != y[:-1]) & ~begins[here][1:]
            from_y, to_y = y[:-1][slanted], y[1:][slanted]
            count(np.minimum(from_y, to_y), np.maximum(from_y, to_y))

    def within(self, above: int, below: int) -> list[Array]:
        """Return the lines that may be seen between two heights, each time from the former lower
        one on, from the first of these.
        """
        import numpy as np

        begun = int(np.searchsorted(self._tops, below))
        seen = np.concatenate((self._seen, self._order[self._begun : begun]))
        self._seen, self._begun = seen[self._bottoms[seen] > above], begun
        first = self._first[self._seen].tolist()
        last = self._first[self._seen + 1].tolist()
        away = np.array([0, above], np.int32)
        return [self._points[k:end] - away for k, end in zip(first, last, strict=True)]


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
    items = [it for item in all_items(drawing) for it in _placed(item, style, fine)]
    for top, count, repeats in _stretches(items, width, height, fine):
        above, below = ((row * fine) << SHIFT for row in (top, top + count))
        picture = np.full((count, width, 3), shade(style.floor), np.float32)
        for is_ground, group in groupby(items, lambda it: isinstance(it.item, Fill)):
            seen = [(it.item, lines) for it in group if (lines := it.within(above, below))]
            if is_ground and seen:
                _filled(seen, picture, style.cell * fine, fine)
                continue
            for item, lines in seen:
                counts = _counts_of(item, lines, width, count, style.cell * fine, fine).reshape(-1)
                covered = np.flatnonzero(counts != 0)
                pixels = picture.reshape(-1, 3)
                under = pixels[covered]
                share = _shares(counts[covered, None], fine) / 255
                pixels[covered] = under + (shade(item.colour) - under) * share
        band = np.rint(picture, out=picture).astype(np.uint8)
        yield band
        if repeats:
            yield np.broadcast_to(band[-1:], (repeats, width, 3))


def _stretches(
    items: list[_Placed], width: int, height: int, fine: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the first of some rows, how many are to be painted, and how often the last of these
    follows once more.
    """
    import numpy as np

    changes = np.zeros(height + 2, np.int64)
    for item in items:
        item.count_changes(changes, fine << SHIFT)
    is_new = np.cumsum(changes[:height]) > 0
    is_new[1:] |= is_new[:-1]
    is_new[0] = True
    edges = np.flatnonzero(np.diff(is_new, prepend=False, append=False)).tolist()
    most = max(1, _BAND // (width * fine * fine))
    begin = 0
    for end, again in zip(edges[1::2], [*edges[2::2], height], strict=True):
        if again < height and (again - end) * width < _WORTH_REPEATING:
            continue
        while begin < end:
            count = min(most, end - begin)
            begin += count
            yield begin - count, count, again - end if begin == end else 0
        begin = again


def _placed(item: Item, style: Style, fine: int) -> list[_Placed]:
    """Return an item, or none if it has no lines."""
    import numpy as np

    if isinstance(item, Dot):
        shape: Strokes | Pieces = Strokes.of([[Vertex(item.x, item.y)]])
        around = 2 * item.radius
    else:
        lines = item.shape
        shape = Strokes.of(lines.each()) if isinstance(lines, Runs) else lines
        around = item.width if isinstance(item, Lines) else 0
    points, counts = [np.zeros((0, 2), np.int32)], [np.zeros(1, np.int64)]
    for strokes in shape.pieces:
        if not strokes.vertices:
            continue
        vertices = np.frombuffer(strokes.vertices).reshape(-1, 3)
        if vertices[:, 2].any():
            flat = [points_of(stroke, style, fine) for stroke in strokes.each()]
            points += flat
            counts.append(np.array([len(line) for line in flat]))
        else:
            points.append(_in_pixels(vertices[:, :2], style, fine))
            begins = np.frombuffer(strokes.first, np.uint32).astype(np.int64)
            counts.append(begins[1:] - begins[:-1])
    first = np.cumsum(np.concatenate(counts))
    reach = round(around * style.cell * fine) << SHIFT
    return [_Placed(item, np.concatenate(points), first, reach)] if first[-1] else []


def _counts_of(
    item: Item, lines: list[Array], width: int, height: int, cell: int, fine: int
) -> Array:
    """Return how many fine pixels of each pixel an item covers, in a cell of fine pixels."""
    import cv2
    import numpy as np

    covered = np.zeros((height * fine, width * fine), np.uint8)
    if isinstance(item, Lines):
        thickness = round(item.width * cell)
        cv2.polylines(covered, lines, False, 1, thickness, cv2.LINE_8, SHIFT)
    elif isinstance(item, Fill):
        cv2.fillPoly(covered, lines, 1, cv2.LINE_8, SHIFT)
    else:
        ((x, y),) = lines[0].tolist()
        radius = round(item.radius * cell * (1 << SHIFT))
        if item.is_round:
            cv2.circle(covered, (x, y), radius, 1, -1, cv2.LINE_8, SHIFT)
        else:
            corners = (x - radius, y - radius), (x + radius, y + radius)
            cv2.rectangle(covered, *corners, 1, -1, cv2.LINE_8, SHIFT)
    return _counts(covered, fine)


def cover_of(lines: list[Array], width: int, height: int, thickness: int) -> Array:
    """Return the share of each pixel that lines cover, ``uint8[height, width]``.

    Args:
        lines: Points as ``points_of`` gives them.
        width, height: In pixels.
        thickness: In fine pixels.
    """
    import cv2
    import numpy as np

    covered = np.zeros((height * FINE, width * FINE), np.uint8)
    cv2.polylines(covered, lines, False, 1, thickness, cv2.LINE_8, SHIFT)
    return _shares(_counts(covered, FINE), FINE)


def _counts(covered: Array, fine: int) -> Array:
    """Return how many fine pixels of each pixel are 1, of some that are 0 or 1."""
    import numpy as np

    # A number of as many bytes as a pixel has columns: all are summed up in the highest.
    rows = covered.view(f"u{fine}")
    total = rows[0::fine] + rows[1::fine]
    for k in range(2, fine):
        total += rows[k::fine]
    total *= (1 << 8 * fine) // 255
    total >>= 8 * (fine - 1)
    found: Array = total.astype(np.uint8)
    return found


def _shares(counts: Array, fine: int) -> Array:
    """Return counts of fine pixels as shares, of which 255 is the whole."""
    import numpy as np

    most = fine * fine
    found: Array = np.rint(np.arange(most + 1) * 255 / most).astype(np.uint8)[counts]
    return found


def _filled(fills: list[tuple[Item, list[Array]]], picture: Array, cell: int, fine: int) -> None:
    """Paint areas, all at once, so that nothing shows between them, in a cell of fine pixels."""
    import cv2
    import numpy as np

    height, width, _ = picture.shape
    if len(fills) == 1:
        ((fill, rings),) = fills
        counts = _counts_of(fill, rings, width, height, cell, fine).reshape(-1)
        covered = np.flatnonzero(counts != 0)
        pixels = picture.reshape(-1, 3)
        share = counts[covered, None] / (fine * fine)
        under = np.trunc(pixels[covered])
        pixels[covered] = np.rint(under * (1 - share) + shade(fill.colour) * share)
        return
    size = width * fine, height * fine
    ground = cv2.resize(picture.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    for fill, rings in fills:
        cv2.fillPoly(ground, rings, shade(fill.colour).tolist(), cv2.LINE_8, SHIFT)
    picture[:] = cv2.resize(ground, (width, height), interpolation=cv2.INTER_AREA)


def points_of(stroke: Stroke, style: Style, fine: int) -> Array:
    """Return the points of a stroke as OpenCV takes them, ``int32[n, 2]``.

    Args:
        stroke: The stroke; a line may lie a quarter of a pixel from its arc.
        style: Sizes.
        fine: How many times finer pixels are, whose middles have whole numbers.
    """
    import numpy as np

    return _in_pixels(np.array(flattened(stroke, 1 / (4 * style.cell))), style, fine)


def _in_pixels(points: Array, style: Style, fine: int) -> Array:
    """Return points as OpenCV takes them, from points in cells; see ``points_of``."""
    import numpy as np

    scale, origin = style.cell * fine, (style.margin + style.wall / 2) * fine - 0.5
    found: Array = np.rint((points * scale + origin) * (1 << SHIFT))
    return found.astype(np.int32)


def shade(colour: str) -> Array:
    """Return a colour as numbers to mix, ``float32[3]``."""
    import numpy as np

    return np.array(rgb(colour), np.float32)

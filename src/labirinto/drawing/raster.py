"""The pixels of a drawing, painted by the core."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto.drawing.floors import shade_palette
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import portrait_palette, portrait_pixels
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.ends import Ends

_COPIES = 2
"""Copies of the pixels of a row of cells: as they are painted, and as bytes."""


def raster(
    width: int,
    style: Style,
    depth: int,
    openings: Sequence[tuple[int, int, int]] = (),
    *,
    filtered: bool = False,
) -> _core.Raster:
    """Return a painter of rows of cells.

    Args:
        width: Cells in a row.
        style: Sizes.
        depth: Bits a pixel: 1 for walls and floor, 2 with a path, 4 with marks.
        openings: Gaps in the frame, as in ``Drawing.openings``.
        filtered: Whether rows of pixels begin with the number of a PNG filter.

    Raises:
        TooLargeError: As ``check_row``.
    """
    check_row(width, style, depth)
    sizes = (style.cell, style.wall, style.margin, style.line, style.mark)
    return _core.Raster(width, list(openings), *sizes, depth, filtered)


def check_row(width: int, style: Style, depth: int) -> None:
    """Check that there is enough memory to paint a row of cells, or a margin, at once.

    Raises:
        TooLargeError: If not.
    """
    pixels = style.pixels(width)
    lines = max(style.cell, style.margin)
    check_memory(
        _COPIES * lines * (pixels * depth // 8) + pixels,
        f"A row of {width} cells of {style.cell} pixels",
    )


def mark_ends(raster: _core.Raster, ends: Ends) -> None:
    """Mark start and end, unless openings show them."""
    if not ends.open:
        start, end = COLOURS.index("start"), COLOURS.index("end")
        raster.overlay_marks([(*ends.start, start), (*ends.end, end)])


def palette_of(style: Style) -> bytes:
    """Return the colours of pixels: three bytes each, in the order of their numbers.

    Those of distances, if floors have them, follow the others.
    """
    colours = b"".join(bytes(rgb(getattr(style, name))) for name in COLOURS)
    return colours + shade_palette(style)


def pixels_of(drawing: Drawing) -> bytes:
    """Paint a whole drawing, row by row, a byte a pixel."""
    maze = drawing.maze
    rows, gaps = drawing.rows_and_gaps
    painter = raster(maze.width, drawing.style, 8, gaps)
    if drawing.path:
        painter.overlay_path(*drawing.path.start, drawing.path.moves, *drawing.path_openings)
    if drawing.ends:
        mark_ends(painter, drawing.ends)
    margin = painter.margin()
    painted = painter.rows(rows, maze.height, drawing.shades)
    pixels = b"".join((margin, painted, painter.last_line(), margin))
    return portrait_pixels(drawing, pixels).tobytes() if drawing.portrait else pixels


def drawing_palette(drawing: Drawing) -> bytes:
    """Return the colours of the pixels of a drawing, those of a portrait's walls included."""
    return palette_of(drawing.style) + portrait_palette(drawing)

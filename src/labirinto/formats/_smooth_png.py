"""PNG pictures that are painted with NumPy: slanted and curved walls, and portraits.

The first have smooth edges, in RGB, and the maze is read back from its notes.  Portraits have a
palette, and are read back like other pictures in rectangles.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto.drawing.raster import drawing_palette, pixels_of
from labirinto.drawing.smooth import smooth_bands
from labirinto.formats._png_chunks import END, chunk, head, texts

if TYPE_CHECKING:
    import numpy as np

    from labirinto.drawing.geometry import Drawing

_UP = 2
"""The filter by which a row holds the differences to the row above."""


def write_smooth_png(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing, with recipe, layout, ends and a mesh's passages in a text chunk."""
    width, height = drawing.pixel_size
    palette = drawing_palette(drawing) if drawing.portrait else b""
    stream.write(head(width, height, 8, palette) + texts(drawing.about_text().encode()))
    for piece in _packed(drawing):
        if piece:
            stream.write(chunk(b"IDAT", piece))
    stream.write(END)


def _bands(drawing: Drawing) -> Iterator[np.ndarray[Any, Any]]:
    import numpy as np

    if not drawing.portrait:
        return smooth_bands(drawing)
    width, height = drawing.pixel_size
    return iter([np.frombuffer(pixels_of(drawing), np.uint8).reshape(height, width)])


def _packed(drawing: Drawing) -> Iterator[bytes]:
    import numpy as np

    deflate = zlib.compressobj()
    above: np.ndarray[Any, Any] | None = None
    for band in _bands(drawing):
        rows = band.reshape(len(band), -1)
        filtered = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
        filtered[:, 0] = _UP
        filtered[0, 1:] = rows[0] if above is None else rows[0] - above
        np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
        above = rows[-1]
        yield deflate.compress(filtered.data)
    yield deflate.flush()

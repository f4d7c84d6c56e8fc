"""PNG pictures of mazes with slanted and curved walls: smooth edges, in RGB.

The maze is read back from its notes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from labirinto.drawing.smooth import smooth_bands
from labirinto.formats._png_chunk import chunk
from labirinto.formats._signatures import PNG, PNG_KEYWORD

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing

_UP = 2
"""The filter by which a row holds the differences to the row above."""


def write_smooth_png(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing, with recipe, passages, layout and ends in a text chunk."""
    from json import dumps

    width, height = drawing.pixel_size
    notes = dumps(drawing.about(), separators=(",", ":")).encode("ascii")
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    stream.write(PNG)
    stream.write(chunk(b"IHDR", header))
    stream.write(chunk(b"tEXt", PNG_KEYWORD + b"\0" + notes))
    stream.write(chunk(b"tEXt", b"Software\0labirinto"))
    for piece in _packed(drawing):
        if piece:
            stream.write(chunk(b"IDAT", piece))
    stream.write(chunk(b"IEND", b""))


def _packed(drawing: Drawing) -> Iterator[bytes]:
    import numpy as np

    deflate = zlib.compressobj()
    above = np.zeros(3 * drawing.pixel_size[0], np.uint8)
    for band in smooth_bands(drawing):
        rows = band.reshape(len(band), -1)
        filtered = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
        filtered[:, 0] = _UP
        filtered[:, 1:] = rows - np.vstack((above, rows[:-1]))
        above = rows[-1]
        yield deflate.compress(filtered.tobytes())
    yield deflate.flush()

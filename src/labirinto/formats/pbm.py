"""PBM: the plainest of pictures, a bit a pixel and no compression.

It is read back as a picture of any program.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, BinaryIO

from labirinto.drawing.geometry import Drawing
from labirinto.drawing.raster import check_row, raster
from labirinto.drawing.style import Style
from labirinto.formats._rows import RowWriter, check_seekable, write_drawing

_BAND_BYTES = 1 << 20
_WIDEST_HEIGHT = 20


def check_pbm(drawing: Drawing) -> None:
    """Check that there is enough memory."""
    check_row(drawing.maze.width, drawing.style, 1)


def write_pbm(drawing: Drawing, stream: BinaryIO) -> None:
    """Write walls and floor as a binary PBM picture (P4)."""
    maze = drawing.maze
    _, gaps = drawing.rows_and_gaps
    writer = PbmWriter(stream, maze.width, maze.height, drawing.style, openings=gaps)
    write_drawing(drawing, writer)


class PbmWriter(RowWriter):
    """Write a PBM picture of a maze whose rows arrive in order."""

    draws = True

    def __init__(
        self,
        stream: BinaryIO,
        width: int,
        height: int | None,
        style: Style,
        *,
        openings: Sequence[tuple[int, int, int]] = (),
    ) -> None:
        self._stream = stream
        self._width = width
        self._height = height
        self._style = style
        self._raster = raster(width, style, 1, openings)
        self.rows_a_band: int = max(1, _BAND_BYTES // (style.pixels(width) // 8 * style.cell + 1))

    def begin(self, about: dict[str, object]) -> None:
        """Write the header, and the margin above the maze."""
        check_seekable(self._stream, self._height, "A PBM picture")
        self._write_header(self._height)
        self._stream.write(self._raster.margin())

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        self._stream.write(self._raster.rows(rows, count))

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Write the last line, the margin below, and the height if it was unknown."""
        self._stream.write(self._raster.last_line() + self._raster.margin())
        if self._height is None:
            self._stream.seek(0)
            self._write_header(height)
            self._stream.seek(0, os.SEEK_END)

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._raster.resume(y, row_before)

    def _write_header(self, height: int | None) -> None:
        width, high = self._style.pixels(self._width), self._style.pixels(height) if height else 0
        # Blanks before a number are ignored: room for any height.
        self._stream.write(f"P4\n{width} {high:{_WIDEST_HEIGHT}}\n".encode())

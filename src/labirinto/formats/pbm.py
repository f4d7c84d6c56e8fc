"""PBM: the plainest of pictures, a bit a pixel and no packing."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto import _core
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.formats._row_writer import NO_WAYS_OUT, WaysOut, check_seekable, write_drawing

if TYPE_CHECKING:
    from labirinto.ends import Ends
    from labirinto.path import Path

_BAND_BYTES = 1 << 20
_WIDEST_HEIGHT = 20


def write_pbm(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes walls and floor as a binary PBM picture (P4).

    Raises:
        InvalidValueError: if there is a path or there are marks, for which it has no colours.
    """
    maze = drawing.maze
    writer = PbmWriter(stream, maze.width, maze.height, drawing.style, openings=drawing.openings)
    write_drawing(drawing, writer)


class PbmWriter:
    """A PBM picture of a maze whose rows come one after the other; see ``RowWriter``."""

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
        sizes = (style.cell, style.wall, style.margin, style.line, style.mark)
        self._raster = _core.Raster(width, list(openings), *sizes, 1, False)
        self.rows_a_band: int = max(1, _BAND_BYTES // (self._pixels(width) // 8 * style.cell + 1))

    def overlay(self, path: Path, ways_out: WaysOut = NO_WAYS_OUT) -> None:
        """Refuses: there are two colours only."""
        raise InvalidValueError("A PBM picture has no colour for a solution; take PNG.")

    def mark(self, ends: Ends) -> None:
        """Refuses, unless openings show where the ends are."""
        if not ends.open:
            raise InvalidValueError("A PBM picture has no colours for start and end; take PNG.")

    def begin(self, about: dict[str, object]) -> None:
        """Writes the header, and the margin above."""
        check_seekable(self._stream, self._height, "A PBM picture")
        self._write_header(self._height)
        self._stream.write(self._raster.margin())

    def add(self, rows: bytes, count: int) -> None:
        """Writes the next rows."""
        self._stream.write(self._raster.rows(rows, count))

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Writes the last line, the margin below, and the height if it was not known before."""
        self._stream.write(self._raster.last_line() + self._raster.margin())
        if self._height is None:
            self._stream.seek(0)
            self._write_header(height)
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Nothing but the stream's own place is needed."""
        return {}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Goes on with row y."""
        self._raster.resume(y, row_before)

    def close(self) -> None:
        """Holds nothing."""

    def _pixels(self, cells: int) -> int:
        return cells * self._style.cell + self._style.wall + 2 * self._style.margin

    def _write_header(self, height: int | None) -> None:
        pixels = 0 if height is None else self._pixels(height)
        # Blanks before a number do not count: room for any height.
        self._stream.write(f"P4\n{self._pixels(self._width)} {pixels:{_WIDEST_HEIGHT}}\n".encode())

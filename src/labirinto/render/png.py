"""PNG: exact to the pixel, with a palette of few bits, written band by band."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto import _core
from labirinto.checks import whole_number
from labirinto.errors import InvalidValueError
from labirinto.render.deflate import BAND_BYTES, Deflater
from labirinto.render.drawing import Drawing
from labirinto.render.style import COLOURS, Style
from labirinto.render.writer import NO_WAYS_OUT, WaysOut, check_seekable, write_drawing

if TYPE_CHECKING:
    from labirinto.path import Ends, Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"Labirinto"
"""Names the text chunk with the recipe and the layout, as JSON."""

_LONGEST_SIDE = 2**31 - 1
_ROOM_FOR_A_HEIGHT = 64
_MOST_ROOM = 1 << 24
_WORTH_THREADS = 1 << 23
"""Pixel bytes from which on it pays to start threads."""


def write_png(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing as a PNG picture, a band of rows at a time.

    Two colours take one bit a pixel, with a solution two, with marks four.

    Raises:
        InvalidValueError: if the picture would be larger than PNG can be.
    """
    maze = drawing.maze
    width, height = drawing.pixel_size
    depth = depth_of(drawing.path is not None, drawing.ends)
    writer = PngWriter(
        stream,
        maze.width,
        maze.height,
        drawing.style,
        depth=depth,
        openings=drawing.openings,
        threads=None if width * height * depth // 8 >= _WORTH_THREADS else 1,
    )
    write_drawing(drawing, writer)


def depth_of(has_path: bool, ends: Ends | None) -> int:
    """Bits a pixel, for as many colours as there are."""
    return 4 if ends and not ends.open else 2 if has_path else 1


class PngWriter:
    """A PNG picture of a maze whose rows come one after the other.

    See ``RowWriter``.  Where the height is not known, it is filled in at the end.
    """

    def __init__(
        self,
        stream: BinaryIO,
        width: int,
        height: int | None,
        style: Style,
        *,
        depth: int = 1,
        openings: Sequence[tuple[int, int, int]] = (),
        threads: int | None = None,
        library: str = "zlib",
    ) -> None:
        """
        Args:
            stream: where the file goes.
            width, height: of the maze, in cells.
            depth: bits a pixel: 1 for walls and floor, 2 with a solution, 4 with marks.
            openings: gaps in the frame, as ``Drawing.openings`` tells them.
            threads: how many pack; None for all processors.  The file is the same for any number.
            library: what packs; one of ``deflate.LIBRARIES``.

        Raises:
            InvalidValueError: if the picture would be larger than PNG can be.
        """
        self._stream = stream
        self._style = style
        self._depth = depth
        self._height = height
        self._room = 0
        self._pixels = self._pixel_side(width)
        if height is not None:
            self._pixel_side(height)
        self._raster = _core.Raster(
            width,
            list(openings),
            style.cell,
            style.wall,
            style.margin,
            style.line,
            style.mark,
            depth,
            True,
        )
        self._row_bytes = (self._pixels * depth + 7) // 8 + 1
        self.rows_a_band = max(1, BAND_BYTES // (self._row_bytes * style.cell))
        self._deflater = Deflater(self._row_bytes, style.cell * depth, threads, library)

    def overlay(self, path: Path, ways_out: WaysOut = NO_WAYS_OUT) -> None:
        """Lays a path over its cells, before their rows come."""
        self._raster.overlay_path(*path.start, path.moves, *ways_out)

    def mark(self, ends: Ends) -> None:
        """Marks start and end, unless openings show where they are."""
        if not ends.open:
            start, end = COLOURS.index("start"), COLOURS.index("end")
            self._raster.overlay_marks([(*ends.start, start), (*ends.end, end)])

    def close(self) -> None:
        """Ends the threads."""
        self._deflater.close()

    def begin(self, about: dict[str, object]) -> None:
        """Writes what stands before the pixels, and the margin above."""
        check_seekable(self._stream, self._height, "A PNG picture")
        self._stream.write(SIGNATURE)
        self._write_notes(about)
        self._write_data(self._deflater.feed(self._raster.margin()))

    def add(self, rows: bytes, count: int) -> None:
        """Paints the next band: ``rows_a_band`` rows of the maze, or less in the last one."""
        self._write_data(self._deflater.feed(self._raster.rows(rows, count)))

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Writes what is left, and the height at the beginning if it was not known before."""
        last = self._deflater.feed(self._raster.last_line() + self._raster.margin())
        *pieces, end = [*last, *self._deflater.finish()]
        # The end of the stream is a few bytes, and no chunk of its own.
        self._write_data([*pieces[:-1], b"".join([*pieces[-1:], end])])
        self._write_chunk(b"IEND", b"")
        if self._height is None:
            self._height = height
            self._stream.seek(len(SIGNATURE))
            self._write_notes(about, self._room)
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """What it takes to go on from here, once all rows so far are in the stream."""
        self._write_data(self._deflater.drain())
        return {"room": self._room, "deflate": self._deflater.state()}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Goes on with row y, instead of ``begin``."""
        self._room = whole_number("room", state["room"], 0, _MOST_ROOM)
        self._deflater.restore(state["deflate"])
        self._raster.resume(y, row_before)

    def _pixel_side(self, cells: int) -> int:
        style = self._style
        pixels = cells * style.cell + style.wall + 2 * style.margin
        if pixels > _LONGEST_SIDE:
            raise InvalidValueError(
                f"A side of the picture would be {pixels} pixels, and PNG ends at {_LONGEST_SIDE}; "
                "take a smaller cell."
            )
        return pixels

    def _write_notes(self, about: dict[str, object], room: int = 0) -> None:
        from json import dumps

        height = 0 if self._height is None else self._pixel_side(self._height)
        size = self._pixels.to_bytes(4, "big") + height.to_bytes(4, "big")
        self._write_chunk(b"IHDR", size + bytes((self._depth, 3, 0, 0, 0)))
        self._write_chunk(b"PLTE", palette_of(self._style)[: 3 << self._depth])
        notes = dumps(about, separators=(",", ":")).encode("ascii")
        if self._height is None:
            # The blanks make room for what will be written over it.
            self._room = room = len(notes) + _ROOM_FOR_A_HEIGHT
        self._write_chunk(b"tEXt", KEYWORD + b"\0" + notes.ljust(room))
        self._write_chunk(b"tEXt", b"Software\0labirinto")

    def _write_data(self, pieces: Iterable[bytes]) -> None:
        for piece in pieces:
            self._write_chunk(b"IDAT", piece)

    def _write_chunk(self, kind: bytes, data: bytes) -> None:
        self._stream.write(chunk(kind, data))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file: its length, its kind, its data and their check."""
    check = zlib.crc32(data, zlib.crc32(kind)).to_bytes(4, "big")
    return b"".join((len(data).to_bytes(4, "big"), kind, data, check))


def palette_of(style: Style) -> bytes:
    """The colours of a drawing as PNG has them."""
    return b"".join(bytes.fromhex(getattr(style, name)[1:]) for name in COLOURS)

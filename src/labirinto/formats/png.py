"""PNG: exact to the pixel, with a palette of few bits, written band by band.

A text chunk ``Labirinto`` before the pixels holds recipe, layout and ends, as JSON; by it our own
pictures are read back.  Other pictures are recognised by ``formats.picture``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.source import Source
from labirinto._internal.validation import whole_number
from labirinto.drawing.geometry import NO_OPENINGS, Drawing, PathOpenings
from labirinto.drawing.raster import check_row, mark_ends, palette_of, raster
from labirinto.drawing.smooth import check_smooth
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._deflate import BAND_BYTES, Deflater
from labirinto.formats._notes import About
from labirinto.formats._png_chunks import END, chunk, head, texts
from labirinto.formats._png_pixels import PngHeader, chunks_of, header_of, image_data, pixel_rows_of
from labirinto.formats._rows import RowReader, RowWriter, check_seekable, write_drawing
from labirinto.formats._signatures import PNG as SIGNATURE
from labirinto.formats._signatures import PNG_KEYWORD as KEYWORD
from labirinto.formats._smooth_png import write_smooth_png
from labirinto.grids.rectangle import plane_bytes, row_bytes
from labirinto.maze import Maze
from labirinto.path import Path

_LONGEST_SIDE = 2**31 - 1
_ROOM_FOR_A_HEIGHT = 64
_MAX_ROOM = 1 << 24
_BYTES_A_PORTRAITS_PIXEL = 8
_WORTH_THREADS = 1 << 23
"""Bytes of pixels from which starting threads pays."""


def check_png(drawing: Drawing) -> None:
    """Check that the picture is not larger than PNG allows, and that there is enough memory."""
    for pixels in drawing.pixel_size:
        _check_side(pixels)
    if drawing.maze.grid.kind:
        check_smooth(drawing, 0)
    elif drawing.portrait:
        width, height = drawing.pixel_size
        check_memory(
            _BYTES_A_PORTRAITS_PIXEL * width * height, f"A picture of {width} x {height} pixels"
        )
    else:
        check_row(drawing.maze.width, drawing.style, _depth(drawing))


def write_png(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as a PNG picture: one bit a pixel, with a path two, with marks four.

    Floors in colours and portraits take a byte a pixel.  Slanted and curved walls have smooth
    edges, in RGB, and the passages are in the notes.
    """
    maze = drawing.maze
    if maze.grid.kind or drawing.portrait:
        write_smooth_png(drawing, stream)
        return
    width, height = drawing.pixel_size
    depth = _depth(drawing)
    writer = PngWriter(
        stream,
        maze.width,
        maze.height,
        drawing.style,
        depth=depth,
        openings=drawing.rows_and_gaps[1],
        threads=None if width * height * depth // 8 >= _WORTH_THREADS else 1,
        shades=drawing.shades,
    )
    write_drawing(drawing, writer)


def _depth(drawing: Drawing) -> int:
    return 8 if drawing.style.colour else depth_of(drawing.path is not None, drawing.ends)


def depth_of(has_path: bool, ends: Ends | None) -> int:
    """Return the bits a pixel, for as many colours as there are."""
    return 4 if ends and not ends.open else 2 if has_path else 1


class PngWriter(RowWriter):
    """Write a PNG picture of a maze whose rows arrive in order.

    Args:
        stream: The file; seekable if the height is unknown.
        width, height: Size of the maze in cells; the height may be None.
        style: Sizes and colours.
        depth: Bits a pixel: 1 for walls and floor, 2 with a path, 4 with marks, 8 with shades.
        openings: Gaps in the frame, as in ``Drawing.openings``.
        threads: How many threads compress; None for one per processor.  The file does not depend on
            it.
        shades: The colours of all floors, as in ``Drawing.shades``.

    Raises:
        InvalidValueError: If the picture would be larger than PNG allows.
    """

    draws = True

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
        shades: bytes | None = None,
    ) -> None:
        self._stream = stream
        self._width = width
        self._shades = memoryview(shades) if shades else None
        self._style = style
        self._depth = depth
        self._height = height
        self._room = 0
        self._pixels = _check_side(style.pixels(width))
        if height is not None:
            _check_side(style.pixels(height))
        self._raster = raster(width, style, depth, openings, filtered=True)
        row_bytes = (self._pixels * depth + 7) // 8 + 1
        self.rows_a_band: int = max(1, BAND_BYTES // (row_bytes * style.cell))
        self._deflater = Deflater(row_bytes, style.cell * depth, threads)

    def overlay(self, path: Path, openings: PathOpenings = NO_OPENINGS) -> None:
        """Lay a path over its cells, before the first row."""
        self._raster.overlay_path(*path.start, path.moves, *openings)

    def mark(self, ends: Ends) -> None:
        """Mark start and end, unless openings show them."""
        mark_ends(self._raster, ends)

    def close(self) -> None:
        """Stop the threads."""
        self._deflater.close()

    def begin(self, about: dict[str, object]) -> None:
        """Write what precedes the pixels, and the margin above the maze."""
        check_seekable(self._stream, self._height, "A PNG picture")
        self._write_head(about)
        self._write_data(self._deflater.feed(self._raster.margin()))

    def add(self, rows: bytes, count: int) -> None:
        """Paint the next band: ``rows_a_band`` rows of the maze, or fewer in the last band."""
        floors = None
        if self._shades:
            here, self._shades = (
                self._shades[: count * self._width],
                self._shades[count * self._width :],
            )
            floors = bytes(here)
        self._write_data(self._deflater.feed(self._raster.rows(rows, count, floors)))

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Write the rest, and the height at the beginning if it was unknown."""
        last = self._deflater.feed(self._raster.last_line() + self._raster.margin())
        *pieces, end = [*last, *self._deflater.finish()]
        # The end of the stream is a few bytes: no chunk of its own.
        self._write_data([*pieces[:-1], b"".join([*pieces[-1:], end])])
        self._stream.write(END)
        if self._height is None:
            self._height = height
            self._stream.seek(0)
            self._write_head(about, self._room)
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Return what it takes to resume, once all rows so far are in the stream."""
        self._write_data(self._deflater.drain())
        return {"room": self._room, "deflate": self._deflater.state()}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._room = whole_number("room", state["room"], 0, _MAX_ROOM)
        self._deflater.restore(state["deflate"])
        self._raster.resume(y, row_before)

    def _write_head(self, about: dict[str, object], room: int = 0) -> None:
        from json import dumps

        height = 0 if self._height is None else _check_side(self._style.pixels(self._height))
        notes = dumps(about, separators=(",", ":")).encode("ascii")
        if self._height is None:
            # Blanks keep room for what will be written over it.
            self._room = room = len(notes) + _ROOM_FOR_A_HEIGHT
        palette = palette_of(self._style)[: 3 << self._depth]
        self._stream.write(head(self._pixels, height, self._depth, palette))
        self._stream.write(texts(notes.ljust(room)))

    def _write_data(self, pieces: Iterable[bytes]) -> None:
        for piece in pieces:
            self._stream.write(chunk(b"IDAT", piece))


def with_density(picture: bytes, dots_an_inch: int) -> bytes:
    """Return a picture of ours that also says how large it is in print.

    Args:
        picture: A PNG picture.
        dots_an_inch: Pixels an inch; the file has them a metre, as the format wants.
    """
    dots_a_metre = round(dots_an_inch / 0.0254)
    density = chunk(b"pHYs", 2 * dots_a_metre.to_bytes(4, "big") + b"\x01")
    # Right after the header, the only chunk whose place is fixed.
    end = len(SIGNATURE) + 8 + 13 + 4
    return picture[:end] + density + picture[end:]


def _check_side(pixels: int) -> int:
    if pixels > _LONGEST_SIDE:
        raise InvalidValueError(
            f"A side of the picture would be {pixels} pixels, and PNG allows {_LONGEST_SIDE}; "
            "choose a smaller cell."
        )
    return pixels


def notes_of(source: Source) -> About:
    """Read the notes of a PNG picture of our own, which say what its cells are.

    Raises:
        FileFormatError: If it is another program's picture, or damaged.
    """
    return _open(source)[0]


def read_png(source: Source) -> tuple[Maze, Ends | None]:
    """Read a PNG picture of our own: the walls from its pixels, by the layout in its notes.

    Raises:
        FileFormatError: If it is another program's picture, or damaged.
        TooLargeError: If there is not enough memory.
    """
    about, rows = _open(source)
    if about.grid.kind:
        return about.mesh_maze()
    # Once in pieces, and once joined.
    needed = 2 * about.height * row_bytes(about.width)
    check_memory(needed, f"A {about.width}x{about.height} maze")
    taken = bytearray()
    for row in rows:
        taken += row
    return about.maze(bytes(taken))


class PngRows(RowReader):
    """The rows of a PNG picture of our own."""

    def _open(self) -> About:
        about, self._rows = _open(Source(self._stream))
        return about

    def _take(self, count: int) -> bytes:
        return b"".join(islice(self._rows, count))

    def _finish(self) -> None:
        # To the very end, since a picture may be cut off behind its last row.
        for _ in self._rows:
            pass


def _open(source: Source) -> tuple[About, Iterator[bytes]]:
    """Read the notes, and return them with the rows of the maze."""
    if source.read(len(SIGNATURE)) != SIGNATURE:
        raise FileFormatError("this is not a PNG picture.")
    chunks = chunks_of(source)
    picture = header_of(*next(chunks))
    palette = b""
    about: About | None = None
    for kind, data in chunks:
        if kind == b"PLTE":
            palette = data
        elif kind == b"tEXt" and data.startswith(KEYWORD + b"\0"):
            text = data[len(KEYWORD) + 1 :].decode("latin-1")
            about = About.from_json(text, is_sealed=True)
        elif kind == b"IDAT":
            break
    if about is None:
        raise FileFormatError("this picture was not made by labirinto, or has lost its notes.")
    style = about.style
    if about.grid.kind:
        for _ in image_data(data, chunks):
            pass
        return about, iter(())
    if picture[:2] != (style.pixels(about.width), style.pixels(about.height)):
        raise FileFormatError("the picture does not have the size in its notes.")
    colours = [palette[at : at + 3] for at in range(0, len(palette), 3)]
    if (wall_colour := bytes(rgb(style.walls))) not in colours:
        raise FileFormatError("the picture lacks the colour of its walls.")
    pixel_rows = pixel_rows_of(image_data(data, chunks), picture)
    if about.is_portrait and picture.depth == 8:
        pixel_rows = (row.translate(_OF_PORTRAIT) for row in pixel_rows)
    return about, _rows(pixel_rows, about, picture, colours.index(wall_colour))


_OF_PORTRAIT = bytes(
    number if number < len(COLOURS) else COLOURS.index("walls") for number in range(256)
)
"""The colours of a portrait, which has more than one for walls."""


def _rows(
    pixel_rows: Iterator[bytes], about: About, picture: PngHeader, wall: int
) -> Iterator[bytes]:
    """Yield the rows of the maze."""
    width, style = about.width, about.style
    cell = style.cell
    stride = plane_bytes(width)
    east = b""
    for at, pixels in enumerate(pixel_rows, start=-style.margin):
        row, offset = divmod(at, cell)
        # In the middle of walls, which are thinner than the style's in a portrait.
        if offset == style.wall and 0 <= row < about.height:
            first = style.margin + cell + style.wall // 2
            walls = _core.sample(pixels, picture.depth, first, cell, width - 1, wall)
            east = _gaps(walls, width - 1).to_bytes(stride, "little")
        elif offset == style.wall // 2 and 0 < row < about.height:
            first = style.margin + style.wall + (cell - style.wall) // 2
            walls = _core.sample(pixels, picture.depth, first, cell, width, wall)
            yield east + _gaps(walls, width).to_bytes(stride, "little")
    yield east + bytes(stride)


def _gaps(walls: bytes, count: int) -> int:
    """Return a bit for each place without a wall."""
    return ((1 << count) - 1) & ~int.from_bytes(walls, "little")

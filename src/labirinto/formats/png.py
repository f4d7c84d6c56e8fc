"""PNG: exact to the pixel, with a palette of few bits, written band by band."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.source import Source
from labirinto._internal.validation import whole_number
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import COLOURS, Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._deflate import BAND_BYTES, Deflater
from labirinto.formats._notes import About
from labirinto.formats._row_writer import NO_WAYS_OUT, WaysOut, check_seekable, write_drawing
from labirinto.grids.rectangle import plane_bytes, row_bytes
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.streaming.rows import RowBlock

if TYPE_CHECKING:
    from labirinto.ends import Ends
    from labirinto.path import Path

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
        self.rows_a_band: int = max(1, BAND_BYTES // (self._row_bytes * style.cell))
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


_PIECE = 1 << 20
_LARGEST_CHUNK = 1 << 26


@dataclass(frozen=True)
class _Picture:
    width: int
    height: int
    depth: int

    @property
    def row_bytes(self) -> int:
        return (self.width * self.depth + 7) // 8


def is_ours(head: bytes) -> bool:
    """Whether a PNG picture that begins with these bytes is as labirinto writes it.

    The notes stand before the pixels, and colours are in a palette.  A picture that another program
    has saved anew lacks the one or the other.
    """
    try:
        _header(head[12:16], head[16:29])
    except FileFormatError:
        return False
    before_pixels, _, _ = head.partition(b"IDAT")
    return b"tEXt" + KEYWORD + b"\0" in before_pixels


def read_png(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a PNG picture.

    Walls are looked for in the pixels, by the layout that the text chunk tells.

    Raises:
        FileFormatError: if it is another program's picture, or damaged.
        TooLargeError: if the maze does not fit into memory.
    """
    about, rows = _open(source)
    # Once in pieces, and once in one.
    needed = 2 * about.height * row_bytes(about.width)
    check_memory(needed, f"A {about.width}x{about.height} maze")
    taken = bytearray()
    for row in rows:
        taken += row
    return about.maze(bytes(taken))


class PngRows:
    """The rows of a PNG picture of ours, read when they are asked for.

    Attributes:
        width, height: of the maze, in cells.
        y: how many rows have been read.
        is_finished: whether all have been.
        about: what the picture tells of itself.

    Raises:
        FileFormatError: if it is another program's picture, or damaged; in ``read`` too.
        OSError: if it cannot be read.
    """

    about: About

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream = open(name, "rb")  # noqa: SIM115 - open as long as rows are to come
        with self._closed_on_error():
            self.about, self._rows = _open(Source(self._stream))
        self.width: int = self.about.width
        self.height: int | None = self.about.height
        self.y: int = 0
        self.is_finished: bool = False

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, if the picture tells."""
        return self.about.recipe

    def read(self, count: int) -> RowBlock:
        """The next rows, or those that are left."""
        with self._closed_on_error():
            block = RowBlock(self.width, self.y, b"".join(islice(self._rows, count)))
            self.y += len(block)
            self.is_finished = self.y == self.height
            if self.is_finished:
                # To the very end, since a picture may be cut off behind its last row.
                for _ in self._rows:
                    pass
                self.close()
        return block

    def close(self) -> None:
        """Closes the file, if not all rows are wanted."""
        self._stream.close()

    @contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.close()
            raise

    def restart(self) -> PngRows:
        """The same rows once more."""
        return PngRows(self._name)


def _open(source: Source) -> tuple[About, Iterator[bytes]]:
    """What the picture tells of itself, and the rows of its maze."""
    if source.read(len(SIGNATURE)) != SIGNATURE:
        raise FileFormatError("this is no PNG picture.")
    chunks = _chunks(source)
    picture = _header(*next(chunks))
    palette = b""
    about: About | None = None
    for kind, data in chunks:
        if kind == b"PLTE":
            palette = data
        elif kind == b"tEXt" and data.startswith(KEYWORD + b"\0"):
            about = About.from_json(data[len(KEYWORD) + 1 :].decode("latin-1"))
        elif kind == b"IDAT":
            break
    if about is None:
        raise FileFormatError("this picture was not made by labirinto, or has lost its notes.")
    across = about.width * about.cell + about.wall + 2 * about.margin
    down = about.height * about.cell + about.wall + 2 * about.margin
    if (picture.width, picture.height) != (across, down):
        raise FileFormatError("the picture is not of the size that its notes tell.")
    colours = [palette[at : at + 3] for at in range(0, len(palette), 3)]
    if (wall_colour := bytes.fromhex(about.walls[1:])) not in colours:
        raise FileFormatError("the picture does not have the colour of its walls.")
    pixel_rows = _pixel_rows(_image_data(data, chunks), picture)
    return about, _rows(pixel_rows, about, picture, colours.index(wall_colour))


def _rows(
    pixel_rows: Iterator[bytes], about: About, picture: _Picture, wall: int
) -> Iterator[bytes]:
    """For each row of the maze its two planes."""
    width, cell = about.width, about.cell
    stride = plane_bytes(width)
    east = b""
    for at, pixels in enumerate(pixel_rows, start=-about.margin):
        row, offset = divmod(at, cell)
        if offset == about.wall and 0 <= row < about.height:
            first = about.margin + cell
            walls = _core.sample(pixels, picture.depth, first, cell, width - 1, wall)
            east = _gaps(walls, width - 1).to_bytes(stride, "little")
        elif offset == 0 and 0 < row < about.height:
            first = about.margin + about.wall + (cell - about.wall) // 2
            walls = _core.sample(pixels, picture.depth, first, cell, width, wall)
            yield east + _gaps(walls, width).to_bytes(stride, "little")
    yield east + bytes(stride)


def _gaps(walls: bytes, count: int) -> int:
    """A bit for each place that is no wall."""
    return ((1 << count) - 1) & ~int.from_bytes(walls, "little")


def _chunks(source: Source) -> Iterator[tuple[bytes, bytes]]:
    while True:
        head = source.read(8)
        length = int.from_bytes(head[:4], "big")
        if len(head) == 8 and length > _LARGEST_CHUNK:
            raise FileFormatError("the picture is damaged: a part of it is impossibly long.")
        data = source.read(length)
        check = source.read(4)
        if len(head) < 8 or len(data) < length or len(check) < 4:
            raise FileFormatError("the picture is cut off: its end is missing.")
        kind = head[4:]
        if zlib.crc32(kind + data) != int.from_bytes(check, "big"):
            raise FileFormatError("the picture is damaged: a checksum is wrong.")
        yield kind, data
        if kind == b"IEND":
            return


def _header(kind: bytes, data: bytes) -> _Picture:
    if kind != b"IHDR" or len(data) != 13:
        raise FileFormatError("the picture is damaged: it has no header.")
    depth, colour_type, _, _, interlaced = data[8:]
    if depth not in (1, 2, 4, 8) or colour_type != 3 or interlaced:
        raise FileFormatError(
            "this picture was not made by labirinto, or another program has saved it anew."
        )
    return _Picture(int.from_bytes(data[:4], "big"), int.from_bytes(data[4:8], "big"), depth)


def _image_data(first: bytes, chunks: Iterator[tuple[bytes, bytes]]) -> Iterator[bytes]:
    yield first
    # To the very end: a file that is cut off behind its pixels is cut off all the same.
    for kind, data in chunks:
        if kind == b"IDAT":
            yield data


def _pixel_rows(packed: Iterator[bytes], picture: _Picture) -> Iterator[bytes]:
    """The rows of the picture, packed as in the file, with their filters undone."""
    size = picture.row_bytes + 1
    rows_left = picture.height
    above = b""
    waiting = bytearray()
    for piece in _unpacked(packed):
        waiting += piece
        begin = 0
        while rows_left and len(waiting) - begin >= size:
            row = bytes(waiting[begin + 1 : begin + size])
            filter_type = waiting[begin]
            begin += size
            # Not before a row is there, however long a header says that rows are.
            above = above or bytes(picture.row_bytes)
            if filter_type == 2 and row.count(0) == len(row):
                row = above
            elif filter_type > 4:
                raise FileFormatError("the picture is damaged: it has an unknown filter.")
            elif filter_type > 0:
                row = _core.unfilter(filter_type, row, above)
            yield row
            above = row
            rows_left -= 1
        del waiting[: begin if rows_left else len(waiting)]
    if rows_left:
        raise FileFormatError("the picture is cut off: rows are missing.")


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    inflate = zlib.decompressobj()
    try:
        for data in packed:
            rest = data
            while rest and not inflate.eof:
                yield inflate.decompress(rest, _PIECE)
                rest = inflate.unconsumed_tail
        yield inflate.flush()
    except zlib.error as error:
        raise FileFormatError(f"the picture is damaged ({error}).") from None

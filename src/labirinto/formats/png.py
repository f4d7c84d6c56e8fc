"""Reading back the PNG pictures that labirinto writes, a row at a time."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from labirinto import _core
from labirinto.errors import FileFormatError
from labirinto.formats.about import About
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.memory import check_memory
from labirinto.path import Ends
from labirinto.recipe import Recipe
from labirinto.render.png import KEYWORD, SIGNATURE
from labirinto.rows import RowBlock

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
    needed = 2 * about.height * 2 * ((about.width + 7) // 8)
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
        FileFormatError: if it is another program's picture, or damaged; in ``take`` too.
        OSError: if it cannot be read.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream = open(name, "rb")  # noqa: SIM115 - open as long as rows are to come
        with self._closed_on_error():
            self.about, self._rows = _open(Source(self._stream))
        self.width: int = self.about.width
        self.height: int | None = self.about.height
        self.y = 0
        self.is_finished = False

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, if the picture tells."""
        return self.about.recipe

    def take(self, count: int) -> RowBlock:
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

    def again(self) -> PngRows:
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
    stride = (width + 7) // 8
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

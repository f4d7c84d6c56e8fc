"""The format .maze: a short header, then the rows of bits as they are in memory.

    8 bytes     89 4D 41 5A 32 0D 0A 1A: "MAZ", the version 2 of the format, and bytes that a copy
                in text mode changes
    4 bytes     the length of the notes, low end first
    4 bytes     the CRC-32 of the notes, low end first
    notes       JSON, padded with blanks: width, height, and recipe and ends if they are known
    rows        row by row: a plane of bits "passage east", then a plane "passage south", each
                ceil(width / 8) bytes, low end first
    4 bytes     the CRC-32 of the rows, low end first

Row y begins at byte 16 + length + y * 2 * ceil(width / 8).  So rows are found by arithmetic, and
``numpy.memmap`` opens them as ``uint8[height, 2, bytes]`` at that offset.  Headers are padded to
multiples of 64 bytes.
"""

from __future__ import annotations

import os
import zlib
from typing import Any, BinaryIO

from labirinto import _core
from labirinto._internal.source import Source
from labirinto._internal.validation import whole_number
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError
from labirinto.formats._notes import About
from labirinto.formats._rows import RowReader, RowWriter, check_seekable, write_drawing
from labirinto.formats._signatures import MAZE as MAGIC
from labirinto.grids.outside import without_outside
from labirinto.grids.rectangle import maze_bytes, row_bytes
from labirinto.maze import Maze

_NUMBER_BYTES = 4
_START_BYTES = len(MAGIC) + 2 * _NUMBER_BYTES
_ALIGNMENT = 64
_ROOM_FOR_A_HEIGHT = 64
_LONGEST_NOTES = 1 << 28
_BAND_BYTES = 1 << 20
_NOTES = ("width", "height", "mask", "recipe", "ends")


def write_maze(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the rows of a maze, its recipe and its ends."""
    maze = drawing.maze
    write_drawing(drawing, MazeWriter(stream, maze.width, maze.height))


class MazeWriter(RowWriter):
    """Write a .maze file of a maze whose rows arrive in order."""

    def __init__(self, stream: BinaryIO, width: int, height: int | None) -> None:
        self._stream = stream
        self._height = height
        self._room = 0
        self._sum = 0
        self.rows_a_band: int = max(1, _BAND_BYTES // row_bytes(width))

    def begin(self, about: dict[str, object]) -> None:
        """Write the header."""
        check_seekable(self._stream, self._height, "A .maze file")
        notes = _notes(about)
        room = _START_BYTES + len(notes)
        if self._height is None:
            room += _ROOM_FOR_A_HEIGHT
        self._room = -room % _ALIGNMENT + room - _START_BYTES
        self._write_header(notes)

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        self._sum = zlib.crc32(rows, self._sum)
        self._stream.write(rows)

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Write the checksum of the rows, and the height if it was unknown."""
        self._stream.write(_number(self._sum))
        if self._height is None:
            self._stream.seek(0)
            self._write_header(_notes(about | {"height": height}))
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Return the length of the notes, to write over them, and the checksum so far."""
        return {"room": self._room, "sum": self._sum}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._room = whole_number("room", state["room"], 0, _LONGEST_NOTES)
        self._sum = whole_number("sum", state["sum"], 0, 2**32 - 1)

    def _write_header(self, notes: bytes) -> None:
        notes = notes.ljust(self._room)
        self._stream.write(MAGIC + _number(len(notes)) + _number(zlib.crc32(notes)) + notes)


def _number(value: int) -> bytes:
    return value.to_bytes(_NUMBER_BYTES, "little")


def _notes(about: dict[str, object]) -> bytes:
    from json import dumps

    return dumps({name: about[name] for name in _NOTES if name in about}).encode("ascii")


def read_maze(source: Source) -> tuple[Maze, Ends | None]:
    """Read a .maze file.

    Raises:
        FileFormatError: If it is damaged.
        TooLargeError: If there is not enough memory.
    """
    about, _ = _read_header(source)
    rows = source.exactly(maze_bytes(about.width, about.height))
    _check_sum(zlib.crc32(rows), source.exactly(_NUMBER_BYTES), "rows")
    if source.read(1):
        raise FileFormatError("it is longer than its header says.")
    if rows != without_outside(about.rectangle, rows):
        raise FileFormatError("it is damaged: a passage leads out of the mask.")
    return about.maze(rows)


class MazeFileRows(RowReader):
    """The rows of a .maze file, any of which can be read.

    They are read and not mapped into memory: the file may be larger than the address space that a
    process is allowed, and one that another program cuts short raises an error, not a signal.

    Opening the file checks its notes and its length.  The checksum of the rows is compared when
    ``read`` has returned the last one; ``rows_at`` and ``bytes_at`` cannot check more than that no
    passage leads out of the maze.

    Attributes:
        offset: Where the first row begins in the file, in bytes.
    """

    offset: int

    def rows_at(self, y: int, count: int) -> bytes:
        """Read rows y to y + count, which may come again, and in any order."""
        size = row_bytes(self.about.width)
        self._stream.seek(self.offset + y * size)
        rows = _whole(self._stream.read(count * size), count * size)
        # A row below lets the last one have passages south, unless it is the last of the maze.
        below = y + count < self.about.height
        if _core.has_stray_bits(rows + bytes(below * size), self.about.width, count + below):
            raise FileFormatError("it is damaged: a passage leads out of the maze.")
        return rows

    def bytes_at(self, begin: int, count: int) -> bytes:
        """Read a few bytes of the rows, counted from the first one, as they are.

        Raises:
            FileFormatError: If the file is cut off before.
        """
        begin += self.offset
        if hasattr(os, "pread"):
            # Thousands of small pieces are wanted at a time, for which filling a buffer takes long.
            return _whole(os.pread(self._stream.fileno(), count, begin), count)
        self._stream.seek(begin)
        return _whole(self._stream.read(count), count)

    def _open(self) -> About:
        self._sum = 0
        about, self.offset = _read_header(Source(self._stream))
        size = self._stream.seek(0, os.SEEK_END)
        if size != self.offset + maze_bytes(about.width, about.height) + _NUMBER_BYTES:
            raise FileFormatError("its length is not the one in its header.")
        return about

    def _take(self, count: int) -> bytes:
        rows = self.rows_at(self.y, count)
        self._sum = zlib.crc32(rows, self._sum)
        return rows

    def _finish(self) -> None:
        self._stream.seek(-_NUMBER_BYTES, os.SEEK_END)
        _check_sum(self._sum, self._stream.read(), "rows")


def _whole(found: bytes, count: int) -> bytes:
    if len(found) < count:
        raise FileFormatError("it is cut off: rows are missing at its end.")
    return found


def _check_sum(found: int, written: bytes, what: str) -> None:
    if _number(found) != written:
        raise FileFormatError(f"it is damaged: the checksum of its {what} is wrong.")


def _read_header(source: Source) -> tuple[About, int]:
    """Return the notes, and how many bytes they and what precedes them take."""
    start = source.exactly(_START_BYTES)
    if not start.startswith(MAGIC):
        raise FileFormatError(
            "it is a .maze file of another version of labirinto; make the maze again with the "
            "version that you have."
        )
    length = int.from_bytes(start[len(MAGIC) : -_NUMBER_BYTES], "little")
    if length > _LONGEST_NOTES:
        raise FileFormatError(f"its header claims {length} bytes, more than any maze needs.")
    notes = source.exactly(length)
    _check_sum(zlib.crc32(notes), start[-_NUMBER_BYTES:], "notes")
    return About.from_json(notes, is_sealed=True), len(start) + length

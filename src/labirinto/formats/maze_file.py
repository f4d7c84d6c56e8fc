"""The format .maze: a short header, then the rows of bits as they are in memory.

    8 bytes     89 4D 41 5A 45 0D 0A 1A: "MAZE" between bytes that a copy in text mode changes
    8 bytes     the length of the notes, low end first
    notes       JSON, padded with blanks: width, height, and recipe and ends if they are known
    rows        row by row: a plane of bits "passage east", then a plane "passage south", each
                ceil(width / 8) bytes, low end first

Row y begins at byte 16 + length + y * 2 * ceil(width / 8).  So rows are found by arithmetic, and
``numpy.memmap`` opens them as ``uint8[height, 2, bytes]`` at that offset.  Headers are padded to
multiples of 64 bytes.
"""

from __future__ import annotations

import os
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

_LENGTH_BYTES = 8
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
        self.rows_a_band: int = max(1, _BAND_BYTES // row_bytes(width))

    def begin(self, about: dict[str, object]) -> None:
        """Write the header."""
        check_seekable(self._stream, self._height, "A .maze file")
        notes = _notes(about)
        room = len(MAGIC) + _LENGTH_BYTES + len(notes)
        if self._height is None:
            room += _ROOM_FOR_A_HEIGHT
        self._room = -room % _ALIGNMENT + room - len(MAGIC) - _LENGTH_BYTES
        self._write_header(notes)

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        self._stream.write(rows)

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Fill in the height if it was unknown."""
        if self._height is None:
            self._stream.seek(0)
            self._write_header(_notes(about | {"height": height}))
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Return the length of the notes, to write over them."""
        return {"room": self._room}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._room = whole_number("room", state["room"], 0, _LONGEST_NOTES)

    def _write_header(self, notes: bytes) -> None:
        self._stream.write(MAGIC + self._room.to_bytes(_LENGTH_BYTES, "little"))
        self._stream.write(notes.ljust(self._room))


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
    if source.read(1):
        raise FileFormatError("it is longer than its header says.")
    if rows != without_outside(about.rectangle, rows):
        raise FileFormatError("it is damaged: a passage leads out of the mask.")
    return about.maze(rows)


class MazeRows(RowReader):
    """The rows of a .maze file, any of which can be read.

    They are read and not mapped into memory: the file may be larger than the address space that a
    process is allowed, and one that another program cuts short raises an error, not a signal.

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
        about, self.offset = _read_header(Source(self._stream))
        size = self._stream.seek(0, os.SEEK_END)
        if size != self.offset + maze_bytes(about.width, about.height):
            raise FileFormatError("it is not of the length that its header says.")
        return about

    def _take(self, count: int) -> bytes:
        return self.rows_at(self.y, count)


def _whole(found: bytes, count: int) -> bytes:
    if len(found) < count:
        raise FileFormatError("it is cut off: rows are missing at its end.")
    return found


def _read_header(source: Source) -> tuple[About, int]:
    """Return the notes, and how many bytes they and what precedes them take."""
    start = source.exactly(len(MAGIC) + _LENGTH_BYTES)
    length = int.from_bytes(start[len(MAGIC) :], "little")
    if length > _LONGEST_NOTES:
        raise FileFormatError(f"its header claims {length} bytes, which no maze needs.")
    about = About.from_json(source.exactly(length))
    return about, len(start) + length

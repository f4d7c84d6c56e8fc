"""NPY: one array of exits, a byte a cell, for NumPy to load or to map into memory.

Arrays of passages and of blocks, as other programs save them, are read as well.

Source: the NPY format, version 1.0, of NumPy's documentation.
"""

from __future__ import annotations

import os
from itertools import islice
from typing import Any, BinaryIO

from labirinto import _core
from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends, check_openings, ends_of
from labirinto.errors import FileFormatError, InvalidValueError, cause, counted
from labirinto.formats._npy_array import NpyArray, OtherNumbersError, read_header
from labirinto.formats._rows import RowWriter, check_seekable, write_drawing
from labirinto.formats._signatures import NPY as MAGIC
from labirinto.grids.packing import mask_of_blocks, rows_of_blocks, rows_of_exits, rows_of_passages
from labirinto.grids.rectangle import OUTSIDE, check_size, plane_bytes, row_bytes
from labirinto.maze import Maze

HEADER_BYTES = 128
_BAND_BYTES = 1 << 20


def write_npy(drawing: Drawing, stream: BinaryIO) -> None:
    """Write ``uint8[height, width]``, the exits of each cell as in ``np.asarray(maze)``."""
    maze = drawing.maze
    write_drawing(drawing, NpyWriter(stream, maze.width, maze.height, maze.rectangle.mask))


class NpyWriter(RowWriter):
    """Write an array of exits of a maze whose rows arrive in order."""

    def __init__(
        self, stream: BinaryIO, width: int, height: int | None, mask: bytes | None = None
    ) -> None:
        self._stream = stream
        self._mask = mask
        self._width = width
        self._height = height
        self._row_before = b""
        self._y = 0
        self.rows_a_band: int = max(1, _BAND_BYTES // width)

    def begin(self, about: dict[str, object]) -> None:
        """Write the header."""
        check_seekable(self._stream, self._height, "An NPY file")
        self._write_header(self._height or 0)

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        # The exits north are the passages south of the row before.
        above = bool(self._row_before)
        mask = None
        if self._mask is not None:
            stride = plane_bytes(self._width)
            mask = self._mask[(self._y - above) * stride : (self._y + count) * stride]
        exits = _core.exits(self._row_before + rows, self._width, count + above, mask)
        self._y += count
        self._stream.write(memoryview(exits)[above * self._width :])
        self._row_before = rows[-row_bytes(self._width) :]

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Fill in the height if it was unknown."""
        if self._height is None:
            self._stream.seek(0)
            self._write_header(height)
            self._stream.seek(0, os.SEEK_END)

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._row_before = row_before

    def _write_header(self, height: int) -> None:
        self._stream.write(npy_header((height, self._width)))


def npy_header(shape: tuple[int, ...], kind: str = "|u1") -> bytes:
    """Return what precedes the items of an array: 128 bytes, for any shape of three sides."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    before = MAGIC + b"\x01\x00" + (HEADER_BYTES - 10).to_bytes(2, "little")
    return before + header.ljust(HEADER_BYTES - 11).encode() + b"\n"


_MAX_EXITS = OUTSIDE


def read_npy(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from an array of one of these shapes:

    - ``[height, width]``: the exits of each cell as in ``np.asarray(maze)``;
    - ``[2 height + 1, 2 width + 1]``: blocks as in ``maze.blocks()``, with openings for ends;
    - ``[2, height, width]`` of 0 and 1: passages down, then passages right.

    Raises:
        FileFormatError: If it has another shape, or contradicts itself.
        TooLargeError: If there is not enough memory.
    """
    array = read_header(source)
    reason = f"an array of the shape {array.shape} is not a maze"
    remedy = "; save exits as [height, width], or passages down and right as [2, height, width]"
    try:
        match array.kind, array.shape:
            case "b" | "i" | "u", (int(), int()):
                return _two_sides(array)
            case "b" | "i" | "u", (2, int(), int()):
                return maze_of_passages(array, "the array"), None
    except (InvalidValueError, OtherNumbersError) as error:
        reason, remedy = cause(error), ""
    if array.kind == "u" and array.item_bytes == 1 and len(array.shape) in (3, 4):
        count, *floors, height, width = array.shape
        on = f" on {counted(floors[0], 'floor')}" if floors else ""
        remedy = f"; if it holds {count} mazes of {width}x{height}{on}, as labirinto batch writes "
        remedy += (
            "them, it does not say which sides are joined: make one by itself and save it as JSON"
            if floors
            else "them, save one of them: numpy.save('one.npy', numpy.load('mazes.npy')[0])"
        )
    raise FileFormatError(f"{reason}{remedy}.")


def maze_of_exits(array: NpyArray, name: str) -> Maze:
    """Return the maze of an array ``[height, width]`` of exits.

    Args:
        array: The array.
        name: Its name, for error messages.

    Raises:
        FileFormatError: If it contradicts itself.
        InvalidValueError: If a side is too long.
    """
    height, width = array.shape
    check_size(width, height)
    rows, mask = rows_of_exits(array.lines(_MAX_EXITS), width, height, name)
    return Maze(width, height, rows, mask=mask)


def maze_of_passages(array: NpyArray, name: str) -> Maze:
    """Return the maze of an array ``[2, height, width]`` of 0 and 1.

    Args:
        array: Passages down, then passages right.
        name: Its name, for error messages.

    Raises:
        FileFormatError: If a passage leads out of the maze.
        InvalidValueError: If a side is too long.
    """
    _, height, width = array.shape
    check_size(width, height)
    lines = array.lines(1)
    rows = rows_of_passages(islice(lines, height), lines, width, height, name)
    return Maze(width, height, rows)


def _two_sides(array: NpyArray) -> tuple[Maze, Ends | None]:
    height, width = array.shape
    if height % 2 == 0 or width % 2 == 0 or min(height, width) < 3:
        return maze_of_exits(array, "the array"), None
    lines = list(array.lines(_MAX_EXITS))
    # Exits of 0 and 1 alone would all lead north, and none south.
    if any(line.translate(None, b"\0\1") for line in lines) or not any(map(any, lines)):
        rows, mask = rows_of_exits(lines, width, height, "the array")
        return Maze(width, height, rows, mask=mask), None
    mask = mask_of_blocks(lines)
    rows, gaps = rows_of_blocks(lines)
    check_openings(len(gaps))
    width, height = width // 2, height // 2
    maze = Maze(width, height, rows, mask=mask)
    return maze, ends_of(gaps, maze.grid)

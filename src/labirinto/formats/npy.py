"""NPY: the bits of the maze themselves, for NumPy to map into memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends, check_openings, ends_of
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._npy_array import NpyArray, OtherNumbersError, read_header
from labirinto.formats._row_writer import NO_WAYS_OUT, WaysOut, check_seekable, write_drawing
from labirinto.grids.blocks import check_floor, rows_of_blocks
from labirinto.grids.packing import rows_of_exits, rows_of_passages
from labirinto.grids.rectangle import check_size, plane_bytes
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.ends import Ends
    from labirinto.path import Path

_BAND_BYTES = 1 << 20
HEADER_BYTES = 128


def write_npy(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the rows of the maze as an array ``uint8[height, 2, bytes]``; see ``NpyWriter``.

    Raises:
        InvalidValueError: if the maze's width could not be told from them, or if there is a path or
            there are ends.
    """
    maze = drawing.maze
    _check_told(_tells_width(maze.rows, maze.width), maze.width)
    write_drawing(drawing, NpyWriter(stream, maze.width, maze.height))


class NpyWriter:
    """An NPY file of a maze whose rows come one after the other; see ``RowWriter``.

    For every row the plane of bits "passage east" and the plane "passage south", low end first in
    whole bytes: ``numpy.unpackbits(array, axis=2, bitorder="little")`` spreads them out.

    The width is told by a passage into the last column, which every perfect maze has.

    Source: the NPY format, version 1.0, of NumPy's documentation.
    """

    def __init__(self, stream: BinaryIO, width: int, height: int | None) -> None:
        self._stream = stream
        self._stride = plane_bytes(width)
        self._height = height
        self._width = width
        self._tells_width = width == 1
        self.rows_a_band: int = max(1, _BAND_BYTES // (2 * self._stride))

    def overlay(self, path: Path, ways_out: WaysOut = NO_WAYS_OUT) -> None:
        """Refuses: there is no place for a path."""
        raise InvalidValueError("An NPY file has the maze alone and no solution; take PNG.")

    def mark(self, ends: Ends) -> None:
        """Refuses: there is no place for ends."""
        raise InvalidValueError("An NPY file has the maze alone and no ends; take PNG.")

    def begin(self, about: dict[str, object]) -> None:
        """Writes the header."""
        check_seekable(self._stream, self._height, "An NPY file")
        self._write_header(self._height or 0)

    def add(self, rows: bytes, count: int) -> None:
        """Writes the next rows."""
        self._stream.write(rows)
        self._tells_width = self._tells_width or _tells_width(rows, self._width)

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Writes the height if it was not known before.

        Raises:
            InvalidValueError: if the maze's width could not be told from its rows.
        """
        _check_told(self._tells_width, self._width)
        if self._height is None:
            self._stream.seek(0)
            self._write_header(height)
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Whether a row so far tells the width; all else is the stream's own place."""
        return {"tells_width": self._tells_width}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Goes on with row y."""
        self._tells_width = bool(state["tells_width"])

    def close(self) -> None:
        """Holds nothing."""

    def _write_header(self, height: int) -> None:
        self._stream.write(npy_header((height, 2, self._stride)))


def _tells_width(rows: bytes, width: int) -> bool:
    """Whether a passage leads into the last column."""
    return width == 1 or any_passage(rows, width, 0, width - 2)


def any_passage(rows: bytes, width: int, plane: int, x: int) -> bool:
    """Whether a passage leads east (plane 0) or south (plane 1) from any cell of a column."""
    stride = plane_bytes(width)
    at, bit = divmod(x, 8)
    return any(byte >> bit & 1 for byte in set(rows[plane * stride + at :: 2 * stride]))


def _check_told(tells_width: bool, width: int) -> None:
    if not tells_width:
        raise InvalidValueError(
            f"The width {width} could not be told from an NPY file, since no passage leads into "
            "the maze's last column; take NPZ or JSON."
        )


def npy_header(shape: tuple[int, ...], kind: str = "|u1") -> bytes:
    """What stands before the items of an array: 128 bytes, for any shape of three sides."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    before = b"\x93NUMPY\x01\x00" + (HEADER_BYTES - 10).to_bytes(2, "little")
    return before + header.ljust(HEADER_BYTES - 11).encode() + b"\n"


_MOST_EXITS = 15


def read_npy(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from an array, which may be

    - ``uint8[height, 2, bytes]``, the rows of bits that labirinto writes, by which the width is
      known as long as some passage leads into the last column;
    - ``[height, width]``, the passages out of each cell as ``np.asarray(maze)`` has them;
    - ``[2 height + 1, 2 width + 1]``, blocks as ``maze.blocks()`` has them, with openings for ends;
    - ``[2, height, width]`` of 0 and 1, passages down and passages right.

    Raises:
        FileFormatError: if it is none of these, or contradicts itself.
        TooLargeError: if it does not fit into memory.
    """
    array = read_header(source)
    reason = f"an array of the shape {array.shape} is no maze"
    remedy = (
        "; save [height, width] of passages out, or [2, height, width] of passages down and right"
    )
    try:
        match array.kind, array.shape:
            case "b" | "i" | "u", (int(), int()):
                return _two_sides(array)
            case "u", (int(), 2, int()) if array.item_bytes == 1:
                return _planes(array), None
            case "b" | "i" | "u", (2, int(), int()):
                return maze_of_passages(array, "the array"), None
    except (InvalidValueError, OtherNumbersError) as error:
        reason, remedy = str(error).removesuffix("."), ""
    if array.kind == "u" and array.item_bytes == 1 and len(array.shape) == 3:
        count, height, width = array.shape
        remedy = (
            f"; if it holds {count} mazes of {width}x{height}, as labirinto batch writes them, "
            "take one of them: numpy.save('one.npy', numpy.load('mazes.npy')[0])"
        )
    raise FileFormatError(f"{reason}{remedy}.")


def maze_of_exits(array: NpyArray, name: str) -> Maze:
    """A maze of an array ``[height, width]`` of the passages out of its cells.

    Args:
        name: of the array, for complaints.

    Raises:
        FileFormatError: if it contradicts itself.
        InvalidValueError: if a side is too long.
    """
    height, width = array.shape
    check_size(width, height)
    rows = rows_of_exits(array.lines(_MOST_EXITS), width, height, name)
    return Maze(width, height, rows)


def maze_of_passages(array: NpyArray, name: str) -> Maze:
    """A maze of an array ``[2, height, width]`` of 0 and 1: passages down, then passages right.

    Args:
        name: of the array, for complaints.

    Raises:
        FileFormatError: if a passage leads out.
        InvalidValueError: if a side is too long.
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
    lines = list(array.lines(_MOST_EXITS))
    # Exits of 0 and 1 alone would all lead north, and none back.
    if any(line.translate(None, b"\0\1") for line in lines) or not any(map(any, lines)):
        return Maze(width, height, rows_of_exits(lines, width, height, "the array")), None
    check_floor(lines)
    rows, gaps = rows_of_blocks(lines)
    check_openings(len(gaps))
    width, height = width // 2, height // 2
    return Maze(width, height, rows), ends_of(gaps, width, height)


def _planes(array: NpyArray) -> Maze:
    height, _, stride = array.shape
    rows = b"".join(_whole_lines(array))
    width = 1
    for at in range(max(0, stride - 2), stride):
        column = reduce(or_, set(rows[at :: 2 * stride]))
        if column:
            width = 8 * at + column.bit_length() + 1
    if plane_bytes(width) != stride:
        raise FileFormatError("its width cannot be told: no passage leads into the last column.")
    check_size(width, height)
    return Maze(width, height, rows)


def _whole_lines(array: NpyArray) -> Iterator[bytes]:
    return array.lines(255) if array.fortran_order else iter([array.whole()])

"""NPY: the bits of the maze themselves, for NumPy to map into memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto.errors import InvalidValueError
from labirinto.render.drawing import Drawing
from labirinto.render.writer import NO_WAYS_OUT, WaysOut, check_seekable, write_drawing

if TYPE_CHECKING:
    from labirinto.path import Ends, Path

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
        self._stride = (width + 7) // 8
        self._height = height
        self._width = width
        self._tells_width = width == 1
        self.rows_a_band = max(1, _BAND_BYTES // (2 * self._stride))

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
    stride = (width + 7) // 8
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

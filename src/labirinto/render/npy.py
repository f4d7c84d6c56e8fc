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
    """Writes the rows of the maze as an array ``uint8[height, 2, bytes]``; see ``NpyWriter``."""
    write_drawing(drawing, NpyWriter(stream, drawing.maze.width, drawing.maze.height))


class NpyWriter:
    """An NPY file of a maze whose rows come one after the other; see ``RowWriter``.

    For every row the plane of bits "passage east" and the plane "passage south", low end first in
    whole bytes: ``numpy.unpackbits(array, axis=2, bitorder="little")`` spreads them out.

    Source: the NPY format, version 1.0, of NumPy's documentation.
    """

    def __init__(self, stream: BinaryIO, width: int, height: int | None) -> None:
        self._stream = stream
        self._stride = (width + 7) // 8
        self._height = height
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

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Writes the height if it was not known before."""
        if self._height is None:
            self._stream.seek(0)
            self._write_header(height)
            self._stream.seek(0, os.SEEK_END)

    def state(self) -> dict[str, Any]:
        """Nothing but the stream's own place is needed."""
        return {}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Holds nothing."""

    def _write_header(self, height: int) -> None:
        self._stream.write(npy_header((height, 2, self._stride)))


def npy_header(shape: tuple[int, ...], kind: str = "|u1") -> bytes:
    """What stands before the numbers of an array: 128 bytes, for any shape of three sides."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    before = b"\x93NUMPY\x01\x00" + (HEADER_BYTES - 10).to_bytes(2, "little")
    return before + header.ljust(HEADER_BYTES - 11).encode() + b"\n"

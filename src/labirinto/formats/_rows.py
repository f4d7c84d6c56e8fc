"""Files whose rows are written, or read, one band after another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto.drawing.geometry import NO_OPENINGS, PathOpenings
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids.rectangle import row_bytes

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing
    from labirinto.ends import Ends
    from labirinto.formats._notes import About
    from labirinto.path import Path


class RowWriter:
    """The base of writers that receive the rows of a maze in order.

    Call ``begin``, ``add`` for each band of rows, ``finish``, ``close``.  Instead of ``begin``,
    ``resume`` continues in the same stream where ``state`` was taken.
    """

    rows_a_band: int
    draws: bool = False
    """Whether it draws walls, of which there are none outside a mask."""

    def overlay(self, path: Path, openings: PathOpenings = NO_OPENINGS) -> None:
        """Lay a path over its cells, before the first row; nothing where a format holds none."""

    def mark(self, ends: Ends) -> None:
        """Mark start and end, before the first row; nothing where a format marks none."""

    def begin(self, about: dict[str, object]) -> None:
        """Write what precedes the first row."""

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        raise NotImplementedError

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Write what follows the last row, and the height if it was unknown before."""

    def state(self) -> dict[str, Any]:
        """Return plain values to resume from, once all rows so far are in the stream."""
        return {}

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""

    def close(self) -> None:
        """Release what the writer holds, apart from the stream."""


def write_drawing(drawing: Drawing, writer: RowWriter) -> None:
    """Write a whole drawing, a band of rows at a time."""
    maze = drawing.maze
    try:
        if drawing.path:
            writer.overlay(drawing.path, drawing.path_openings)
        if drawing.ends:
            writer.mark(drawing.ends)
        writer.begin(drawing.about())
        size = row_bytes(maze.width)
        rows = drawing.rows_and_gaps[0] if writer.draws else maze.rows
        for first in range(0, maze.height, writer.rows_a_band):
            last = min(first + writer.rows_a_band, maze.height)
            writer.add(rows[first * size : last * size], last - first)
        command = maze.recipe.command if maze.recipe else None
        writer.finish(drawing.about(), maze.height, command)
    finally:
        writer.close()


def check_seekable(stream: BinaryIO, height: int | None, what: str) -> None:
    """Check that an unknown height can be filled in at the end.

    Raises:
        InvalidValueError: If not.
    """
    if height is None and not stream.seekable():
        raise InvalidValueError(
            f"{what} has its height at the beginning, where a pipe cannot fill it in; name a file, "
            "or give a height."
        )


class RowReader:
    """Read the rows of a maze from a file without loading it.

    Attributes:
        about: The notes of the file, with the size, recipe and ends of the maze.
        y: How many rows have been read.

    Raises:
        FileFormatError: If the file is not of this format, or damaged; also in ``read``.
        OSError: If it cannot be read.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream = open(name, "rb")  # noqa: SIM115 - open until all rows are read
        with self._closed_on_error():
            self.about: About = self._open()
        self.y: int = 0

    def read(self, count: int) -> bytes:
        """Read the next rows, or those that are left; close the file after the last."""
        count = min(count, self.about.height - self.y)
        with self._closed_on_error():
            rows = self._take(count)
            self.y += count
            if self.y == self.about.height:
                self._finish()
                self.close()
        return rows

    def close(self) -> None:
        """Close the file, if the remaining rows are not wanted."""
        self._stream.close()

    def restart(self) -> RowReader:
        """Open the file again, at its first row."""
        return type(self)(self._name)

    def _open(self) -> About:
        """Read what precedes the rows."""
        raise NotImplementedError

    def _take(self, count: int) -> bytes:
        """Read the next rows."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Check what follows the rows."""

    @contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            self.close()
            if isinstance(error, FileFormatError):
                raise FileFormatError(f"{self._name}: {error}") from None
            raise

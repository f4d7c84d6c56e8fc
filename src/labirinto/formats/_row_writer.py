"""What all writers that take rows as they come have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from labirinto.drawing.geometry import NOWHERE
from labirinto.errors import InvalidValueError

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing
    from labirinto.ends import Ends
    from labirinto.path import Path

WaysOut = tuple[int, int]
"""The directions in which a path leaves through openings at its two ends, or ``NOWHERE``."""

NO_WAYS_OUT = (NOWHERE, NOWHERE)


class RowWriter(Protocol):
    """A file of a maze whose rows come one after the other.

    ``begin``, ``add`` for every band of rows, ``finish``, ``close``.  Instead of ``begin``,
    ``resume`` goes on where ``state`` was taken, in the same stream.
    """

    rows_a_band: int

    def overlay(self, path: Path, ways_out: WaysOut = NO_WAYS_OUT) -> None:
        """Lays a path over its cells, before their rows come."""

    def mark(self, ends: Ends) -> None:
        """Marks start and end, before their rows come."""

    def begin(self, about: dict[str, object]) -> None:
        """Writes what stands before the first row."""

    def add(self, rows: bytes, count: int) -> None:
        """Writes the next rows."""

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Writes what stands behind the last row, and the height if it was not known before."""

    def state(self) -> dict[str, Any]:
        """Plain values to go on from, once all rows so far are in the stream."""

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Goes on with row y."""

    def close(self) -> None:
        """Lets go of whatever the writer holds, but for the stream."""


def write_drawing(drawing: Drawing, writer: RowWriter) -> None:
    """Writes a whole drawing, a band of rows at a time."""
    maze = drawing.maze
    try:
        if drawing.path:
            writer.overlay(drawing.path, drawing.ways_out)
        if drawing.ends:
            writer.mark(drawing.ends)
        writer.begin(drawing.about())
        row_bytes = len(maze.rows) // maze.height
        for first in range(0, maze.height, writer.rows_a_band):
            last = min(first + writer.rows_a_band, maze.height)
            writer.add(maze.rows[first * row_bytes : last * row_bytes], last - first)
        command = maze.recipe.command if maze.recipe else None
        writer.finish(drawing.about(), maze.height, command)
    finally:
        writer.close()


def check_seekable(stream: BinaryIO, height: int | None, what: str) -> None:
    """Where the height is not known, it is filled in at the end.

    Raises:
        InvalidValueError: if that cannot be done.
    """
    if height is None and not stream.seekable():
        raise InvalidValueError(
            f"{what} tells its height at its beginning, which a pipe would have passed on by then; "
            "name a file, or a height."
        )

"""Outputs for a stream of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, runtime_checkable

from labirinto.drawing.style import SIZES_OF_LARGE, Style
from labirinto.ends import Ends, EndsLike, as_ends
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.grids.rectangle import Rectangle, plane_bytes
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.solving import solve_rows
from labirinto.streaming.rows import RowBlock

if TYPE_CHECKING:
    from labirinto.formats._rows import RowWriter

STREAMED_FORMATS = ("png", "pbm", "maze", "npy", "txt", "ascii")
"""The formats that a stream of rows can be written in."""

ONE_PIXEL = Style(**SIZES_OF_LARGE)
"""The style of large pictures: walls and floors of one pixel."""


@runtime_checkable
class RowSource(Protocol):
    """A source of rows: ``MazeRows``, or a file.

    Attributes:
        width: Cells in a row.
        height: Rows in all, or None if there is no end.
        y: How many rows have been read.
        is_finished: Whether all rows have been read.
    """

    width: int
    height: int | None
    y: int
    is_finished: bool

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of the maze, if it is known."""

    def read(self, count: int) -> RowBlock:
        """Return the next rows, or those that are left."""

    def restart(self) -> RowSource:
        """Return the same rows from the first one on."""


@runtime_checkable
class SavedRows(RowSource, Protocol):
    """Rows that can be interrupted, saved and restored, such as ``MazeRows``.

    Attributes:
        row_above: The bytes of the last row read; empty before the first.
    """

    row_above: bytes

    @property
    def job(self) -> dict[str, Any]:
        """Everything that decides the rows, as plain values."""

    def state(self) -> bytes:
        """Save the position; its length and its cost are up to the rows."""

    @classmethod
    def restore(cls, state: bytes) -> SavedRows:
        """Return rows that continue where ``state`` was called."""

    def finish(self) -> RowBlock:
        """Return the final row now."""


@dataclass(frozen=True)
class Output:
    """What to write, and how.

    Attributes:
        format: One of ``STREAMED_FORMATS``; None if the extension selects it.
        style: Sizes and colours.
        ends: Start and end to mark, without openings; two cells may stand for them.
        solution: Whether to draw the path between them, which takes a first pass over the rows.
        threads: How many threads compress PNG pictures; None for all processors.
        wide: Whether a cell of a text is three characters wide, or one.
    """

    format: str | None = None
    style: Style = field(default_factory=lambda: ONE_PIXEL)
    ends: EndsLike | None = None
    solution: bool = False
    threads: int | None = None
    wide: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "ends", as_ends(self.ends))

    @property
    def marks(self) -> Ends | None:
        """The start and the end."""
        return as_ends(self.ends)

    def check(self, rows: RowSource) -> None:
        """Check that these rows can be written.

        Raises:
            InvalidValueError: If not.
        """
        if self.format not in STREAMED_FORMATS:
            raise InvalidValueError(
                f"A stream of rows cannot be written as {self.format!r}; use "
                f"{', '.join(STREAMED_FORMATS)}."
            )
        FORMATS[self.format].check_parts(self.solution, self.marks)
        if self.marks is None:
            if self.solution:
                raise InvalidValueError("A solution needs a start and an end.")
            return
        if rows.height is None:
            raise InvalidValueError("An endless maze has no start and end; give it a height.")
        if self.marks.open:
            raise InvalidValueError("A stream of rows has no openings; mark the ends instead.")
        self.marks.check(Rectangle(rows.width, rows.height))

    def writer(self, stream: BinaryIO, rows: RowSource) -> RowWriter:
        """Return a writer into a stream."""
        if self.format == "png":
            from labirinto.formats.png import PngWriter, depth_of

            return PngWriter(
                stream,
                rows.width,
                rows.height,
                self.style,
                depth=depth_of(self.solution, self.marks),
                threads=self.threads,
            )
        if self.format == "pbm":
            from labirinto.formats.pbm import PbmWriter

            return PbmWriter(stream, rows.width, rows.height, self.style)
        if self.format == "maze":
            from labirinto.formats.maze_file import MazeWriter

            return MazeWriter(stream, rows.width, rows.height)
        if self.format == "npy":
            from labirinto.formats.npy import NpyWriter

            return NpyWriter(stream, rows.width, rows.height)
        from labirinto.formats.text import ASCII, BOX, TextLines, TextWriter

        charset = BOX if self.format == "txt" else ASCII
        return TextWriter(stream, TextLines(rows.width, charset, wide=self.wide))

    def find_path(self, rows: RowSource, on_search: Callable[[int], None]) -> Path | None:
        """Find the path to draw, in a separate pass."""
        if not (self.solution and self.marks):
            return None
        return solve_rows(rows.width, _row_bytes(rows.restart(), on_search), *self.marks)

    @property
    def job(self) -> dict[str, Any]:
        """Everything that decides the bytes of the file besides the rows, as plain values."""
        return {
            "format": self.format,
            "style": asdict(self.style),
            "ends": [list(cell) for cell in self.marks] if self.marks else None,
            "solution": self.solution,
            "wide": self.wide,
        }


@dataclass(frozen=True)
class Callbacks:
    """The functions that a writer of rows calls.  Each may raise an exception to stop it.

    Attributes:
        on_write: Called with the rows and the bytes written.
        on_search: Called with the rows searched for the solution.
        should_finish: Called before every band; once it returns True, the final row is written.
        should_stop: Called after every band except the last; once it returns True, a checkpoint is
            written, if the rows can be resumed, and ``KeyboardInterrupt`` is raised.
    """

    on_write: Callable[[int, int], None] = lambda rows, size: None
    on_search: Callable[[int], None] = lambda rows: None
    should_finish: Callable[[], bool] = lambda: False
    should_stop: Callable[[], bool] = lambda: False


def _row_bytes(rows: RowSource, on_search: Callable[[int], None]) -> Iterator[bytes]:
    count = max(1, (1 << 20) // plane_bytes(rows.width))
    while not rows.is_finished:
        yield rows.read(count).rows
        on_search(rows.y)

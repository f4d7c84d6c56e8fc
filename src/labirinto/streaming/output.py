"""What is to be written of rows that are being made, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.grids.rectangle import plane_bytes
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.solving import solve_rows
from labirinto.streaming.rows import EllerRows, RowBlock

if TYPE_CHECKING:
    from labirinto.formats._rows import RowWriter

STREAMED_FORMATS = ("png", "pbm", "maze", "npy", "txt", "ascii")
"""The formats that a stream of rows can be written in."""

ONE_PIXEL = Style(cell=2, wall=1, margin=0)
"""The look of large pictures: one pixel a wall and a floor."""


class RowSource(Protocol):
    """Where rows come from: ``EllerRows``, or a file."""

    width: int
    height: int | None
    y: int
    is_finished: bool

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made."""

    def read(self, count: int) -> RowBlock:
        """The next rows."""

    def restart(self) -> RowSource:
        """The same rows once more."""


@dataclass(frozen=True)
class Output:
    """What is to be written, and how.

    Attributes:
        format: one of ``STREAMED_FORMATS``; None for the ending of the file's name.
        style: sizes and colours.
        ends: start and end to mark; without openings.
        solution: whether to draw the path between them.  It is looked for in a first pass.
        threads: how many pack PNG pictures; None for all processors.
        wide: whether a cell of a text is three characters wide, or one.
    """

    format: str | None = None
    style: Style = field(default_factory=lambda: ONE_PIXEL)
    ends: Ends | None = None
    solution: bool = False
    threads: int | None = None
    wide: bool = True

    def check(self, rows: RowSource) -> None:
        """Looks whether it can be done.

        Raises:
            InvalidValueError: if not.
        """
        if self.format not in STREAMED_FORMATS:
            raise InvalidValueError(
                f"Rows cannot be written as {self.format!r} while they are made, only as "
                f"{', '.join(STREAMED_FORMATS)}."
            )
        FORMATS[self.format].check_parts(self.solution, self.ends)
        if self.ends is None:
            if self.solution:
                raise InvalidValueError("A solution needs two ends.")
            return
        if rows.height is None:
            raise InvalidValueError("A maze without end has no ends; give it a height.")
        if self.ends.open:
            raise InvalidValueError("Openings cannot be made while rows are written.")
        self.ends.check(rows.width, rows.height)

    def writer(self, stream: BinaryIO, rows: RowSource) -> RowWriter:
        """A writer into a stream."""
        if self.format == "png":
            from labirinto.formats.png import PngWriter, depth_of

            return PngWriter(
                stream,
                rows.width,
                rows.height,
                self.style,
                depth=depth_of(self.solution, self.ends),
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

    def find_path(self, rows: RowSource, search: Callable[[int], None]) -> Path | None:
        """The path to draw, found in a pass of its own."""
        if not (self.solution and self.ends):
            return None
        return solve_rows(rows.width, _row_bytes(rows.restart(), search), *self.ends)

    def job(self, rows: EllerRows) -> dict[str, Any]:
        """All that decides the bytes of the file, as plain values."""
        return {
            "width": rows.width,
            "height": rows.height,
            "seed": rows.seed,
            "join": rows.join,
            "drop": rows.drop,
            "revision": rows.recipe.revision,
            "format": self.format,
            "style": asdict(self.style),
            "ends": [list(cell) for cell in self.ends] if self.ends else None,
            "solution": self.solution,
            "wide": self.wide,
        }


@dataclass(frozen=True)
class Watching:
    """How the writing is watched.

    Attributes:
        progress: called with the rows and the bytes written; may raise, to stop.
        search: called with the rows in which the path has been looked for.
        should_finish: asked before every band; once it says yes, the final row is made.
        should_stop: asked after every band but the last; once it says yes, there is a checkpoint
            if there can be one, and ``KeyboardInterrupt`` is raised.
    """

    progress: Callable[[int, int], None] = lambda rows, size: None
    search: Callable[[int], None] = lambda rows: None
    should_finish: Callable[[], bool] = lambda: False
    should_stop: Callable[[], bool] = lambda: False


def _row_bytes(rows: RowSource, search: Callable[[int], None]) -> Iterator[bytes]:
    count = max(1, (1 << 20) // (plane_bytes(rows.width)))
    while not rows.is_finished:
        yield rows.read(count).rows
        search(rows.y)

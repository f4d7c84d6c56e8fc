"""Rows into a file as they are made."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.path import Ends, Path
from labirinto.recipe import Recipe
from labirinto.render import format_of
from labirinto.render.drawing import notes
from labirinto.render.style import Style
from labirinto.rows import EllerRows, RowBlock
from labirinto.solve import solve_rows
from labirinto.stream.checkpoint import Checkpoint, Unfinished

if TYPE_CHECKING:
    from labirinto.render.writer import RowWriter

STREAMED_FORMATS = ("png", "pbm", "npy", "txt", "ascii")
"""The formats that a stream of rows can be written in."""

ONE_PIXEL = Style(cell=2, wall=1, margin=0)
"""The look of large pictures: one pixel a wall and a floor."""

_SHARE_OF_CHECKPOINTS = 0.01


class RowSource(Protocol):
    """Where rows come from: ``EllerRows``, or a file."""

    width: int
    height: int | None
    y: int
    is_finished: bool

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made."""

    def take(self, count: int) -> RowBlock:
        """The next rows."""

    def again(self) -> RowSource:
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
        library: what packs them.
    """

    format: str | None = None
    style: Style = field(default_factory=lambda: ONE_PIXEL)
    ends: Ends | None = None
    solution: bool = False
    threads: int | None = None
    library: str = "zlib"

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
            from labirinto.render.png import PngWriter, depth_of

            return PngWriter(
                stream,
                rows.width,
                rows.height,
                self.style,
                depth=depth_of(self.solution, self.ends),
                threads=self.threads,
                library=self.library,
            )
        if self.format == "pbm":
            from labirinto.render.pbm import PbmWriter

            return PbmWriter(stream, rows.width, rows.height, self.style)
        if self.format == "npy":
            from labirinto.render.npy import NpyWriter

            return NpyWriter(stream, rows.width, rows.height)
        from labirinto.render.text import ASCII, BOX, TextLines, TextWriter

        charset = BOX if self.format == "txt" else ASCII
        return TextWriter(stream, TextLines(rows.width, charset))

    def find_path(self, rows: RowSource, search: Callable[[int], None]) -> Path | None:
        """The path to draw, found in a pass of its own."""
        if not (self.solution and self.ends):
            return None
        return solve_rows(rows.width, _row_bytes(rows.again(), search), *self.ends)

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
            "library": self.library,
        }


@dataclass(frozen=True)
class Watching:
    """How the writing is watched.

    Attributes:
        progress: called with the rows and the bytes written; may raise, to stop.
        search: called with the rows in which the path has been looked for.
        should_finish: asked before every band; once it says yes, the final row is made.
    """

    progress: Callable[[int, int], None] = lambda rows, size: None
    search: Callable[[int], None] = lambda rows: None
    should_finish: Callable[[], bool] = lambda: False


def write_rows(
    rows: RowSource,
    target: str | os.PathLike[str] | BinaryIO,
    output: Output | None = None,
    *,
    resume: bool = False,
    checkpoint_seconds: float = 10,
    watching: Watching | None = None,
) -> None:
    """Writes rows into a file as they are made, in memory that depends on the width alone.

    While it is written, the file is called ``TARGET.part``, and from time to time there is a
    ``TARGET.checkpoint`` beside it.  If the program dies, the same call with ``resume`` goes on,
    and gives the very bytes that it would have given.

    Args:
        rows: from the first one on; with ``resume``, equal ones.
        target: the file's name, or a binary stream.
        output: what to write.
        resume: go on with an interrupted file.
        checkpoint_seconds: time between checkpoints; longer if they would cost more than 1 %.
            Only rows of Eller's algorithm in a regular file have them.
        watching: who watches.

    Raises:
        InvalidValueError: for a value that cannot be; if there is nothing to resume, or the
            interrupted file is another one, or would be lost.
        OSError: if the file cannot be written.  Up to the last checkpoint it can be resumed.
    """
    output = output or Output()
    watching = watching or Watching()
    if isinstance(target, str | os.PathLike):
        name = os.fspath(target)
        if output.format is None:
            output = Output(**{**vars(output), "format": format_of(name)})
        output.check(rows)
        try:
            if _is_regular(name):
                _write_file(rows, name, output, resume, checkpoint_seconds, watching)
                return
            with open(name, "wb") as stream:
                target = stream
                _write_stream(rows, stream, output, resume, watching)
        except OSError as error:
            error.filename = name
            raise
    else:
        output.check(rows)
        _write_stream(rows, target, output, resume, watching)


def _write_stream(
    rows: RowSource, stream: BinaryIO, output: Output, resume: bool, watching: Watching
) -> None:
    if resume:
        raise InvalidValueError("Only a file can be resumed.")
    with closing(output.writer(stream, rows)) as writer:
        writing = _Writing(rows, stream, writer, output, output.find_path(rows, watching.search))
        writing.begin()
        for _ in writing.bands(watching):
            stream.flush()
        stream.flush()


def _write_file(
    rows: RowSource,
    name: str,
    output: Output,
    resume: bool,
    checkpoint_seconds: float,
    watching: Watching,
) -> None:
    unfinished = Unfinished(os.path.realpath(name))
    checkpoint = None
    if resume:
        if not isinstance(rows, EllerRows):
            raise InvalidValueError("Only rows of Eller's algorithm can be resumed.")
        checkpoint = Checkpoint.load(unfinished.checkpoint)
        checkpoint.check_job(output.job(rows))
        if unfinished.has_its_name():
            unfinished.remove()
            return
        rows = EllerRows.restore(checkpoint.rows)
        checkpoint.check_job(output.job(rows))
        path = _path_of(checkpoint, output, rows)
    else:
        unfinished.check_there_is_none()
        path = output.find_path(rows, watching.search)
    try:
        with (
            open(unfinished.part, "r+b" if checkpoint else "w+b") as stream,
            closing(output.writer(stream, rows)) as writer,
        ):
            writing = _Writing(rows, stream, writer, output, path)
            if checkpoint:
                writing.resume(checkpoint)
            else:
                writing.begin()
            cost, last = 0.0, time.monotonic()
            for _ in writing.bands(watching):
                begun = time.monotonic()
                if begun - last >= max(checkpoint_seconds, cost / _SHARE_OF_CHECKPOINTS):
                    writing.save(unfinished)
                    last = time.monotonic()
                    cost = last - begun
        os.replace(unfinished.part, unfinished.target)
        unfinished.remove()
    finally:
        # Without a checkpoint there is nothing to go on from.
        if not os.path.exists(unfinished.checkpoint):
            unfinished.remove()


@dataclass
class _Writing:
    """A file being written."""

    rows: RowSource
    stream: BinaryIO
    writer: RowWriter
    output: Output
    path: Path | None
    row_before: bytes = b""

    def begin(self) -> None:
        self._lay_over()
        self.writer.begin(self._about())

    def resume(self, checkpoint: Checkpoint) -> None:
        if self.stream.seek(0, os.SEEK_END) < checkpoint.offset:
            raise InvalidValueError(
                f"The unfinished file is shorter than the {checkpoint.offset} bytes that its "
                "checkpoint tells: it cannot be resumed."
            )
        self.stream.truncate(checkpoint.offset)
        self.stream.seek(checkpoint.offset)
        self._lay_over()
        self.row_before = checkpoint.row_before
        if len(self.row_before) != 2 * ((self.rows.width + 7) // 8) or self.rows.y == 0:
            raise FileFormatError("The checkpoint is damaged: it lacks the row before.")
        try:
            self.writer.resume(checkpoint.writer, self.rows.y, checkpoint.row_before)
        except (KeyError, TypeError) as error:
            raise FileFormatError(f"The checkpoint is damaged ({error}).") from None

    def bands(self, watching: Watching) -> Iterator[None]:
        """Writes all rows, and stops after each band but the last."""
        rows = self.rows
        while not rows.is_finished:
            if isinstance(rows, EllerRows) and watching.should_finish():
                block = rows.finish()
            else:
                block = rows.take(self.writer.rows_a_band)
            self.writer.add(block.rows, len(block))
            self.row_before = block.rows[-(len(block.rows) // len(block)) :]
            watching.progress(rows.y, self.stream.tell() if self.stream.seekable() else 0)
            if not rows.is_finished:
                yield
        command = rows.recipe.command if rows.recipe else None
        self.writer.finish(self._about(), rows.y, command)

    def save(self, unfinished: Unfinished) -> None:
        if not isinstance(self.rows, EllerRows):
            return
        state = self.writer.state()
        self.stream.flush()
        Checkpoint(
            self.output.job(self.rows),
            self.stream.tell(),
            self.rows.state(),
            self.row_before,
            state,
            self.path.moves if self.path else None,
        ).save(unfinished)

    def _lay_over(self) -> None:
        if self.path:
            self.writer.overlay(self.path)
        if self.output.ends:
            self.writer.mark(self.output.ends)

    def _about(self) -> dict[str, object]:
        rows = self.rows
        return notes(rows.width, rows.height, self.output.style, rows.recipe, self.output.ends)


def _path_of(checkpoint: Checkpoint, output: Output, rows: EllerRows) -> Path | None:
    """The path that was found before."""
    if not (output.solution and output.ends):
        return None
    path = Path(output.ends.start, checkpoint.moves or b"")
    inside = all(0 <= x < rows.width and 0 <= y < (rows.height or 0) for x, y in path)
    if path.end != output.ends.end or not inside:
        raise FileFormatError("The checkpoint is damaged: its solution is none.")
    return path


def _row_bytes(rows: RowSource, search: Callable[[int], None]) -> Iterator[bytes]:
    count = max(1, (1 << 20) // ((rows.width + 7) // 8))
    while not rows.is_finished:
        yield rows.take(count).rows
        search(rows.y)


def _is_regular(name: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return True

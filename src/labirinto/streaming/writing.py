"""Rows into a file as they are made."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto._internal.files import is_regular, naming
from labirinto._internal.validation import check_type, real_number
from labirinto.drawing.geometry import notes
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats import format_for, format_of
from labirinto.path import Path
from labirinto.runs.checkpoint import SECONDS_BETWEEN, Checkpoint
from labirinto.runs.growing import GrowingFile, GrowingRun
from labirinto.runs.unfinished import Unfinished
from labirinto.streaming.output import (
    STREAMED_FORMATS,
    Callbacks,
    Output,
    RowSource,
    SavedRows,
)

if TYPE_CHECKING:
    from labirinto.formats._rows import RowWriter


def write_rows(
    rows: RowSource,
    target: str | os.PathLike[str] | BinaryIO,
    output: Output | None = None,
    *,
    resume: bool = False,
    checkpoint_seconds: float = SECONDS_BETWEEN,
    callbacks: Callbacks | None = None,
) -> None:
    """Write rows to a file as they are made, in memory that depends on the width alone.

    Meanwhile the file is called ``TARGET.part``, and a ``TARGET.checkpoint`` beside it is renewed
    from time to time.  If the program dies, the same call with ``resume`` continues, and the file
    gets the same bytes.

    Args:
        rows: Rows of which none has been read; with ``resume``, equal ones.
        target: The file's name, or a binary stream.
        output: What to write, and how.
        resume: Whether to continue an interrupted file.
        checkpoint_seconds: Time between checkpoints; longer if they would cost more than 1 %.
            Only rows as ``generate_rows`` makes them, in a regular file, have checkpoints.
        callbacks: Functions to report to and to ask.

    Raises:
        InvalidValueError: For an invalid value; if rows have been read before; if there is nothing
            to resume, or the interrupted file is another one, or would be lost; if another run is
            writing the file.
        OSError: If the file cannot be written.  It can be resumed from the last checkpoint.
    """
    if not isinstance(rows, RowSource):
        requirement = "rows, as labirinto.generate_rows makes them"
        raise InvalidValueError(field="rows", value=rows, requirement=requirement)
    output = Output() if output is None else output
    check_type("output", output, Output, "labirinto.streaming")
    callbacks = Callbacks() if callbacks is None else callbacks
    check_type("callbacks", callbacks, Callbacks, "labirinto.streaming")
    real_number("checkpoint_seconds", checkpoint_seconds, 0, math.inf)
    if rows.y and not resume:
        raise InvalidValueError(
            f"{rows.y} rows have been read before; write a file from the first row on, as "
            "rows.restart() returns them."
        )
    if not isinstance(target, str | os.PathLike):
        output = replace(output, format=format_for(target, output.format, STREAMED_FORMATS))
        output.check(rows)
        _write_stream(rows, target, output, resume, callbacks)
        return
    name = os.fspath(target)
    if output.format is None:
        output = replace(output, format=format_of(name))
    output.check(rows)
    with naming(name):
        if is_regular(name):
            run = RowsRun(rows, name, output, checkpoint_seconds, callbacks)
            run.write(resume=resume)
        else:
            with open(name, "wb") as stream:
                _write_stream(rows, stream, output, resume, callbacks)


def _write_stream(
    rows: RowSource, stream: BinaryIO, output: Output, resume: bool, callbacks: Callbacks
) -> None:
    if resume:
        raise InvalidValueError("Only a file can be resumed; name one.")
    with closing(output.writer(stream, rows)) as writer:
        path = output.find_path(rows, callbacks.on_search)
        writing = _Writing(rows, stream, writer, output, path)
        writing.begin()
        for is_stopped in writing.bands(callbacks):
            stream.flush()
            if is_stopped:
                raise KeyboardInterrupt
        stream.flush()


class RowsRun(GrowingRun):
    """Rows into a file, with checkpoints if the rows can be saved."""

    def __init__(
        self, rows: RowSource, name: str, output: Output, seconds: float, callbacks: Callbacks
    ) -> None:
        super().__init__(name, [Unfinished.named(name)], seconds)
        self._rows = rows
        self._output = output
        self._callbacks = callbacks

    @property
    def job(self) -> dict[str, Any]:
        return self._job(self._rows)

    def _job(self, rows: RowSource) -> dict[str, Any]:
        if not isinstance(rows, SavedRows):
            raise InvalidValueError("Only rows that generate_rows makes can be resumed.")
        return {**rows.job, **self._output.job}

    @property
    def has_items(self) -> bool:
        return self._rows.y > 0

    def start(self, place: int, stream: GrowingFile) -> None:
        writer = self._opened(stream)
        path = self._output.find_path(self._rows, self._callbacks.on_search)
        self.writing = _Writing(self._rows, stream, writer, self._output, path)
        self.writing.begin()

    def resume(self, checkpoint: Checkpoint) -> None:
        assert isinstance(self._rows, SavedRows)  # since it has a job
        self._rows = self._rows.restore(checkpoint.state.get("rows", b""))
        checkpoint.check_job(self.job)
        super().resume(checkpoint)

    def go_on(self, checkpoint: Checkpoint) -> None:
        (stream,) = self.streams
        assert stream is not None
        path = _path_of(checkpoint, self._output, self._rows)
        self.writing = _Writing(self._rows, stream, self._opened(stream), self._output, path)
        self.writing.resume(checkpoint.state)

    def items(self) -> Iterator[bool]:
        return self.writing.bands(self._callbacks)

    def state(self) -> dict[str, Any] | None:
        if not isinstance(self._rows, SavedRows):
            return None
        path = self.writing.path
        return {
            "writer": self.writing.writer.state(),
            "rows": self._rows.state(),
            "moves": path.moves if path else None,
        }

    def _opened(self, stream: GrowingFile) -> RowWriter:
        return self.stack.enter_context(closing(self._output.writer(stream, self._rows)))


@dataclass
class _Writing:
    """A file being written."""

    rows: RowSource
    stream: BinaryIO
    writer: RowWriter
    output: Output
    path: Path | None

    def begin(self) -> None:
        self._overlay()
        self.writer.begin(self._about())

    def resume(self, state: dict[str, Any]) -> None:
        rows = self.rows
        self._overlay()
        if not isinstance(rows, SavedRows) or rows.y == 0:
            raise FileFormatError("The checkpoint is damaged: it is before the first row.")
        try:
            self.writer.resume(state["writer"], rows.y, rows.row_above)
        except (KeyError, TypeError) as error:
            raise FileFormatError(f"The checkpoint is damaged ({error}).") from None

    def bands(self, callbacks: Callbacks) -> Iterator[bool]:
        """Write all rows, and yield after each band but the last whether to stop."""
        rows = self.rows
        saved = rows if isinstance(rows, SavedRows) else None
        while not rows.is_finished:
            if saved is not None and callbacks.should_finish():
                block = saved.finish()
            else:
                block = rows.read(self.writer.rows_a_band)
            self.writer.add(block.rows, len(block))
            callbacks.on_write(rows.y, self.stream.tell() if self.stream.seekable() else 0)
            if not rows.is_finished:
                yield callbacks.should_stop()
        command = rows.recipe.command if rows.recipe else None
        self.writer.finish(self._about(), rows.y, command)

    def _overlay(self) -> None:
        if self.path:
            self.writer.overlay(self.path)
        if self.output.ends:
            self.writer.mark(self.output.ends)

    def _about(self) -> dict[str, object]:
        rows = self.rows
        size: dict[str, object] = {"width": rows.width, "height": rows.height}
        return notes(size, self.output.style, rows.recipe, self.output.ends)


def _path_of(checkpoint: Checkpoint, output: Output, rows: RowSource) -> Path | None:
    """The solution that was found before."""
    if not (output.solution and output.ends):
        return None
    path = Path(output.ends.start, checkpoint.state.get("moves") or b"")
    inside = all(0 <= x < rows.width and 0 <= y < (rows.height or 0) for x, y in path)
    if path.end != output.ends.end or not inside:
        raise FileFormatError("The checkpoint is damaged: its solution does not fit the maze.")
    return path

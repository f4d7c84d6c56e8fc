"""Rows into a file as they are made."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.files import is_regular, naming, publish, sync
from labirinto._internal.validation import check_type, real_number
from labirinto.drawing.geometry import notes
from labirinto.errors import InvalidValueError, cause
from labirinto.formats import format_for, format_of
from labirinto.path import Path
from labirinto.streaming.checkpoint import (
    SECONDS_BETWEEN,
    Checkpoint,
    GrowingFile,
    Schedule,
    Unfinished,
    damaged,
)
from labirinto.streaming.output import STREAMED_FORMATS, Callbacks, Output, RowSource
from labirinto.streaming.rows import MazeRows

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
            _write_file(rows, name, output, resume, checkpoint_seconds, callbacks)
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
        for _ in writing.bands(callbacks):
            stream.flush()
            if callbacks.should_stop():
                raise KeyboardInterrupt
        stream.flush()


def _write_file(
    rows: RowSource,
    name: str,
    output: Output,
    resume: bool,
    checkpoint_seconds: float,
    callbacks: Callbacks,
) -> None:
    unfinished = Unfinished(os.path.realpath(name))
    with unfinished.held(resume=resume):
        checkpoint = None
        if resume:
            if not isinstance(rows, MazeRows):
                raise InvalidValueError("Only rows that generate_rows makes can be resumed.")
            checkpoint = Checkpoint.load(unfinished.checkpoint)
            checkpoint.check_job(output.job(rows))
            if unfinished.is_complete():
                unfinished.forget()
                return
            rows = MazeRows.restore(checkpoint.rows)
            checkpoint.check_job(output.job(rows))
        try:
            _write_part(rows, unfinished, output, checkpoint, checkpoint_seconds, callbacks)
            publish(unfinished.part, unfinished.target)
        except BaseException:
            if not os.path.exists(unfinished.checkpoint):
                unfinished.remove()
            raise
        unfinished.forget()


def _write_part(
    rows: RowSource,
    unfinished: Unfinished,
    output: Output,
    checkpoint: Checkpoint | None,
    checkpoint_seconds: float,
    callbacks: Callbacks,
) -> None:
    with (
        GrowingFile(unfinished.part, resume=checkpoint is not None) as stream,
        closing(output.writer(stream, rows)) as writer,
    ):
        if checkpoint:
            path = _path_of(checkpoint, output, rows)
        else:
            path = output.find_path(rows, callbacks.on_search)
        writing = _Writing(rows, stream, writer, output, path)
        if checkpoint:
            writing.resume(stream, checkpoint)
        else:
            writing.begin()
        schedule = Schedule(checkpoint_seconds)
        for _ in writing.bands(callbacks):
            stopped = callbacks.should_stop()
            schedule.save_if_due(partial(writing.save, stream, unfinished), always=stopped)
            if stopped:
                raise KeyboardInterrupt
        sync(stream)


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

    def resume(self, stream: GrowingFile, checkpoint: Checkpoint) -> None:
        rows = self.rows
        ((length, sum_so_far),) = checkpoint.sums
        stream.go_on(length, sum_so_far)
        self._overlay()
        if not isinstance(rows, MazeRows) or rows.y == 0:
            raise damaged("it is before the first row")
        try:
            self.writer.resume(checkpoint.writer, rows.y, rows.row_above)
        except (KeyError, TypeError) as error:
            raise damaged(cause(error)) from None

    def bands(self, callbacks: Callbacks) -> Iterator[None]:
        """Write all rows, and yield after each band but the last."""
        rows = self.rows
        while not rows.is_finished:
            if isinstance(rows, MazeRows) and callbacks.should_finish():
                block = rows.finish()
            else:
                block = rows.read(self.writer.rows_a_band)
            self.writer.add(block.rows, len(block))
            callbacks.on_write(rows.y, self.stream.tell() if self.stream.seekable() else 0)
            if not rows.is_finished:
                yield
        command = rows.recipe.command if rows.recipe else None
        self.writer.finish(self._about(), rows.y, command)

    def save(self, stream: GrowingFile, unfinished: Unfinished) -> None:
        if not isinstance(self.rows, MazeRows):
            return
        state = self.writer.state()
        sync(stream)
        Checkpoint(
            self.output.job(self.rows),
            [(stream.length, stream.sum)],
            self.rows.state(),
            state,
            self.path.moves if self.path else None,
        ).save(unfinished)

    def _overlay(self) -> None:
        if self.path:
            self.writer.overlay(self.path)
        if self.output.marks:
            self.writer.mark(self.output.marks)

    def _about(self) -> dict[str, object]:
        rows = self.rows
        size: dict[str, object] = {"width": rows.width, "height": rows.height}
        return notes(size, self.output.style, rows.recipe, self.output.marks)


def _path_of(checkpoint: Checkpoint, output: Output, rows: RowSource) -> Path | None:
    """The solution that was found before."""
    if not (output.solution and output.marks):
        return None
    path = Path(output.marks.start, checkpoint.moves or b"")
    inside = all(0 <= x < rows.width and 0 <= y < (rows.height or 0) for x, y in path)
    if path.end != output.marks.end or not inside:
        raise damaged("its solution does not fit the maze")
    return path

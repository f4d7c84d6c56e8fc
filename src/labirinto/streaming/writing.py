"""Rows into a file as they are made."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.files import is_regular
from labirinto.drawing.geometry import notes
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats import format_of
from labirinto.grids.rectangle import row_bytes
from labirinto.path import Path
from labirinto.streaming.checkpoint import Checkpoint, Unfinished
from labirinto.streaming.output import Output, RowSource, Watching
from labirinto.streaming.rows import EllerRows

if TYPE_CHECKING:
    from labirinto.formats._rows import RowWriter

_SHARE_OF_CHECKPOINTS = 0.01


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
        InvalidValueError: for a value that cannot be; if some rows have been taken; if there is
            nothing to resume, or the interrupted file is another one, or would be lost; if
            another run is writing the file.
        OSError: if the file cannot be written.  Up to the last checkpoint it can be resumed.
    """
    output = output or Output()
    watching = watching or Watching()
    if rows.y and not resume:
        raise InvalidValueError(
            f"Rows taken so far: {rows.y}; a file begins with the first, as rows.restart() does."
        )
    if isinstance(target, str | os.PathLike):
        name = os.fspath(target)
        if output.format is None:
            output = Output(**{**vars(output), "format": format_of(name)})
        output.check(rows)
        try:
            if is_regular(name):
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
            if watching.should_stop():
                raise KeyboardInterrupt
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
    with unfinished.held(resume=resume):
        checkpoint = None
        if resume:
            if not isinstance(rows, EllerRows):
                raise InvalidValueError("Only rows of Eller's algorithm can be resumed.")
            checkpoint = Checkpoint.load(unfinished.checkpoint)
            checkpoint.check_job(output.job(rows))
            if unfinished.has_its_name():
                unfinished.forget()
                return
            rows = EllerRows.restore(checkpoint.rows)
            checkpoint.check_job(output.job(rows))
        try:
            _write_part(rows, unfinished, output, checkpoint, checkpoint_seconds, watching)
            os.replace(unfinished.part, unfinished.target)
        except BaseException:
            # Without a checkpoint there is nothing to go on from.
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
    watching: Watching,
) -> None:
    if checkpoint:
        path = _path_of(checkpoint, output, rows)
    else:
        path = output.find_path(rows, watching.search)
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
            stopped = watching.should_stop()
            if stopped or begun - last >= max(checkpoint_seconds, cost / _SHARE_OF_CHECKPOINTS):
                writing.save(unfinished)
                last = time.monotonic()
                cost = last - begun
            if stopped:
                raise KeyboardInterrupt


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
        if len(self.row_before) != row_bytes(self.rows.width) or self.rows.y == 0:
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
                block = rows.read(self.writer.rows_a_band)
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


def _path_of(checkpoint: Checkpoint, output: Output, rows: RowSource) -> Path | None:
    """The path that was found before."""
    if not (output.solution and output.ends):
        return None
    path = Path(output.ends.start, checkpoint.moves or b"")
    inside = all(0 <= x < rows.width and 0 <= y < (rows.height or 0) for x, y in path)
    if path.end != output.ends.end or not inside:
        raise FileFormatError("The checkpoint is damaged: its solution is none.")
    return path

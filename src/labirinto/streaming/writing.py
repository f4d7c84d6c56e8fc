"""Rows into a file as they are made."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto._internal.files import is_regular, naming
from labirinto._internal.validation import check_type, real_number
from labirinto.drawing.geometry import notes
from labirinto.errors import InvalidValueError, cause
from labirinto.formats import format_for
from labirinto.path import Path
from labirinto.runs.checkpoint import Checkpoint, damaged
from labirinto.runs.growing import SECONDS_BETWEEN, GrowingRun
from labirinto.runs.unfinished import Unfinished
from labirinto.streaming.output import STREAMED_FORMATS, Callbacks, Output, RowSource, SavedRows

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
        rows: Rows of which none has been read; with ``resume``, equal rows.
        target: The file's name, or a binary stream.
        output: What to write, and how.
        resume: Whether to continue an interrupted file.
        checkpoint_seconds: Time between checkpoints; longer if they would cost more than 1 %.
            Only rows as ``generate_rows`` makes them, in a regular file, have checkpoints.
        callbacks: Functions that report progress and can stop the writer.

    Raises:
        InvalidValueError: For an invalid value; if rows have been read before; if there is nothing
            to resume, or the interrupted file is a different one, or would be lost; if another run
            is writing the file.
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
    name = os.fspath(target) if isinstance(target, str | os.PathLike) else None
    output = replace(output, format=format_for(target, output.format or None, STREAMED_FORMATS))
    output.check(rows)
    run = RowsRun(rows, name, output, checkpoint_seconds, callbacks)
    if name is not None and is_regular(name):
        run.write(resume=resume)
    elif resume:
        raise InvalidValueError("Only a file can be resumed; name one.")
    elif isinstance(target, str | os.PathLike):
        with naming(target), open(target, "wb") as stream:
            run.write_to(stream)
    else:
        run.write_to(target)


class RowsRun(GrowingRun):
    """Rows into a file, with checkpoints if the rows can be saved."""

    writer: RowWriter
    _stream: BinaryIO
    _path: Path | None

    def __init__(
        self,
        rows: RowSource,
        name: str | None,
        output: Output,
        seconds: float,
        callbacks: Callbacks,
    ) -> None:
        super().__init__(name or "", [Unfinished.named(name)] if name else [], seconds)
        self._rows = rows
        self._output = output
        self._callbacks = callbacks

    @property
    def job(self) -> dict[str, Any]:
        if not isinstance(self._rows, SavedRows):
            raise InvalidValueError("Only rows that generate_rows makes can be resumed.")
        return {**self._rows.job, **self._output.job}

    @property
    def has_items(self) -> bool:
        return self._rows.y > 0

    def write_to(self, stream: BinaryIO) -> None:
        """Write to a stream, of which nothing can be resumed."""
        with self.stack:
            self.start(0, stream)
            for is_stopped in self.items():
                stream.flush()
                if is_stopped:
                    raise KeyboardInterrupt
            stream.flush()

    def start(self, place: int, stream: BinaryIO) -> None:
        self._open(stream)
        self._overlay(self._output.find_path(self._rows, self._callbacks.on_search))
        self.writer.begin(self._about())

    def resume(self, checkpoint: Checkpoint) -> None:
        assert isinstance(self._rows, SavedRows)  # since it has a job
        self._rows = self._rows.restore(checkpoint.state.get("rows", b""))
        checkpoint.check_job(self.job)
        super().resume(checkpoint)

    def go_on(self, checkpoint: Checkpoint) -> None:
        (stream,), rows, state = self.streams, self._rows, checkpoint.state
        assert stream is not None
        assert isinstance(rows, SavedRows)
        self._open(stream)
        self._overlay(_path_of(state.get("moves"), self._output, rows))
        if rows.y == 0:
            raise damaged("it is before the first row")
        try:
            self.writer.resume(state["writer"], rows.y, rows.row_above)
        except (KeyError, TypeError) as error:
            raise damaged(cause(error)) from None

    def items(self) -> Iterator[bool]:
        """Write all rows, and yield after each band but the last whether to stop."""
        rows, callbacks = self._rows, self._callbacks
        saved = rows if isinstance(rows, SavedRows) else None
        while not rows.is_finished:
            if saved is not None and callbacks.should_finish():
                block = saved.finish()
            else:
                block = rows.read(self.writer.rows_a_band)
            self.writer.add(block.rows, len(block))
            callbacks.on_write(rows.y, self._stream.tell() if self._stream.seekable() else 0)
            if not rows.is_finished:
                yield callbacks.should_stop()
        command = rows.recipe.command if rows.recipe else None
        self.writer.finish(self._about(), rows.y, command)

    def state(self) -> dict[str, Any] | None:
        if not isinstance(self._rows, SavedRows):
            return None
        return {
            "writer": self.writer.state(),
            "rows": self._rows.state(),
            "moves": self._path.moves if self._path else None,
        }

    def _open(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.writer = self.stack.enter_context(closing(self._output.writer(stream, self._rows)))

    def _overlay(self, path: Path | None) -> None:
        self._path = path
        if path:
            self.writer.overlay(path)
        if self._output.marks:
            self.writer.mark(self._output.marks)

    def _about(self) -> dict[str, object]:
        rows = self._rows
        size: dict[str, object] = {"width": rows.width, "height": rows.height}
        return notes(size, self._output.style, rows.recipe, self._output.marks)


def _path_of(moves: bytes | None, output: Output, rows: RowSource) -> Path | None:
    """The solution that was found before."""
    if not (output.solution and output.marks):
        return None
    path = Path(output.marks.start, moves or b"")
    inside = all(0 <= x < rows.width and 0 <= y < (rows.height or 0) for x, y in path)
    if path.end != output.marks.end or not inside:
        raise damaged("its solution does not fit the maze")
    return path

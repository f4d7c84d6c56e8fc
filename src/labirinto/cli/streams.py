"""Large and endless mazes on the command line, written row by row."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from labirinto.cli.options import DrawingOptions, StreamOptions
from labirinto.cli.output import ProgressBar, is_file, wide_fits
from labirinto.drawing.style import LARGE, Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.parsing import parse_cells

if TYPE_CHECKING:
    from labirinto.streaming import RowSource


def wants_stream(width: int, height: int | None, drawing: DrawingOptions) -> bool:
    """Whether to write the rows as they are made: those of large mazes, where it is possible."""
    if height is None:
        return True
    if width * height < LARGE or len(drawing.targets) > 1:
        return False
    from labirinto.streaming import STREAMED_FORMATS

    # The ends on the border, which a solution has by default, are found in memory only.
    by_border = drawing.ends == "none" and drawing.solution
    can_wait = drawing.ends in ("none", "corners") or parse_cells(drawing.ends) is not None
    return can_wait and not by_border and drawing.only_format in STREAMED_FORMATS


def write_stream(
    rows: RowSource, drawing: DrawingOptions, style: Style, options: StreamOptions
) -> None:
    """Write the rows to the only target."""
    from labirinto.streaming import Callbacks, Output, write_rows

    if len(drawing.targets) > 1:
        raise InvalidValueError("A stream of rows goes to one file; give one -o.")
    target, chosen = drawing.target, drawing.only_format
    if options.checkpoint is not None and not is_file(target):
        raise InvalidValueError("Only a file has checkpoints; leave out --checkpoint or add -o.")
    output = Output(
        chosen,
        style,
        _ends(rows, drawing),
        drawing.solution,
        options.threads,
        wide=target != "-" or chosen not in ("txt", "ascii") or wide_fits(rows.width),
    )
    quiet = drawing.quiet
    bar = ProgressBar("Rows", quiet=quiet or target == "-", cells=rows.width)
    search = ProgressBar("Finding the solution", quiet=quiet, cells=rows.width)
    is_endless = rows.height is None
    # A script may have set Ctrl-C to be ignored, as shells do in the background.
    is_heeded = signal.getsignal(signal.SIGINT) != signal.SIG_IGN
    notes = is_heeded and (is_endless or is_file(target))
    try:
        with bar, search, _noting_interrupt(notes) as interrupted:

            def show_search(done: int) -> None:
                if interrupted:
                    raise KeyboardInterrupt
                search(done, rows.height)

            def show(done: int, size: int) -> None:
                search.close()
                bar(done, rows.height, size)

            write_rows(
                rows,
                sys.stdout.buffer if target == "-" else target,
                output,
                resume=options.resume,
                checkpoint_seconds=10 if options.checkpoint is None else options.checkpoint,
                callbacks=Callbacks(
                    on_write=show,
                    on_search=show_search,
                    should_finish=lambda: is_endless and bool(interrupted),
                    should_stop=lambda: not is_endless and bool(interrupted),
                ),
            )
    except KeyboardInterrupt:
        report_stop(target)
        raise
    except TooLargeError as error:
        if _can_resume(target):
            raise TooLargeError(f"{error} Continue with --resume when there is more.") from None
        raise


def stream_solution(file: str, drawing: DrawingOptions, style: Callable[[], Style]) -> bool:
    """Solve a large file as it is read, if that is possible; return whether it was."""
    from labirinto.streaming.file_rows import open_rows

    rows = open_rows(file)
    if rows is None:
        return False
    marked = rows.ends
    if drawing.ends == "none" and marked and not marked.open:
        (x, y), (x2, y2) = marked
        drawing = drawing._replace(ends=f"{x},{y}-{x2},{y2}")
    if not wants_stream(rows.width, rows.height, drawing):
        rows.close()
        return False
    write_stream(rows, drawing, style(), StreamOptions())
    return True


def _ends(rows: RowSource, drawing: DrawingOptions) -> Ends | None:
    if drawing.ends == "none" and not drawing.solution:
        return None
    if rows.height is None:
        raise InvalidValueError("An endless maze has no start and end; give it a height.")
    if drawing.ends == "corners":
        return Ends((0, 0), (rows.width - 1, rows.height - 1))
    if cells := parse_cells(drawing.ends):
        return cells
    ends = "border" if drawing.ends == "none" else drawing.ends
    raise InvalidValueError(
        f"The ends {ends!r} cannot be found in a maze that is written row by row; give two cells, "
        "such as --ends 0,0-39,29, or --ends corners."
    )


def report_stop(target: str) -> None:
    """Say whether the file that was being written can be resumed."""
    if _can_resume(target):
        print("labirinto: Stopped; continue with --resume.", file=sys.stderr)
    elif is_file(target):
        print("labirinto: Stopped; there is nothing to resume.", file=sys.stderr)


def _can_resume(target: str) -> bool:
    from labirinto.runs import Unfinished

    return os.path.exists(Unfinished.named(target).checkpoint)


@contextmanager
def _noting_interrupt(wanted: bool) -> Iterator[list[Any]]:
    """A list that Ctrl-C fills, so that a band can be completed; a second Ctrl-C stops at once."""
    interrupted: list[Any] = []
    if not wanted:
        yield interrupted
        return

    def note(*_: object) -> None:
        if interrupted:
            raise KeyboardInterrupt
        interrupted.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)

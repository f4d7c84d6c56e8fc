"""Large and endless mazes on the command line: rows that are written as they are made."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labirinto.cli.inputs import parse_cells
from labirinto.cli.output import ProgressBar, check_readable
from labirinto.errors import InvalidValueError
from labirinto.maze import Ends
from labirinto.render import format_of
from labirinto.render.style import Style
from labirinto.solve import ENDS_KINDS

if TYPE_CHECKING:
    from labirinto.stream import RowSource

LARGE = 1 << 22
"""Cells from which on rows are written as they are made, and a wall is one pixel by default."""


@dataclass(frozen=True)
class StreamOptions:
    """What the command line says about a stream."""

    targets: Sequence[str]
    format: str | None
    ascii_only: bool
    style: Style
    ends: str
    solution: bool
    resume: bool
    checkpoint: float
    threads: int | None
    packer: str
    quiet: bool

    def wanted_for(self, width: int, height: int | None) -> bool:
        """Whether the rows should be written as they are made."""
        if height is None or self.resume:
            return True
        if width * height < LARGE or len(self.targets) > 1:
            return False
        from labirinto.stream import STREAMED_FORMATS

        # The pair on the border, which a solution takes by default, is known in memory only.
        can_wait = self.ends in ("none", "corners") or parse_cells(self.ends)
        alone = self.solution and self.ends == "none"
        return bool(can_wait and not alone and self._format() in STREAMED_FORMATS)

    def _format(self) -> str:
        target = self.targets[0] if self.targets else "-"
        chosen = self.format or ("txt" if target == "-" else format_of(target))
        return "ascii" if chosen == "txt" and self.ascii_only else chosen

    def write(self, rows: RowSource) -> None:
        """Writes the rows to the one target."""
        from labirinto.stream import Output, Watching, write_rows

        if len(self.targets) > 1:
            raise InvalidValueError("Rows can be written to one file at a time; name one output.")
        target = self.targets[0] if self.targets else "-"
        chosen = self._format()
        if target == "-":
            check_readable(chosen)
            _check_room(rows.width, chosen)
        output = Output(
            chosen, self.style, self._ends(rows), self.solution, self.threads, self.packer
        )
        bar = ProgressBar("Rows", quiet=self.quiet or target == "-", cells=rows.width)
        search = ProgressBar("Looking for the way", quiet=self.quiet, cells=rows.width)
        with _finishing_on_interrupt(rows) as interrupted:
            try:
                write_rows(
                    rows,
                    sys.stdout.buffer if target == "-" else target,
                    output,
                    resume=self.resume,
                    checkpoint_seconds=self.checkpoint,
                    watching=Watching(
                        progress=lambda done, size: bar(done, rows.height, size),
                        search=lambda done: search(done, rows.height),
                        should_finish=lambda: bool(interrupted),
                    ),
                )
            finally:
                search.close()
                bar.close()

    def _ends(self, rows: RowSource) -> Ends | None:
        if self.ends == "none" and not self.solution:
            return None
        if self.ends == "corners" and rows.height:
            return Ends((0, 0), (rows.width - 1, rows.height - 1))
        if cells := parse_cells(self.ends):
            return cells
        if self.ends in (*ENDS_KINDS, "none"):
            raise InvalidValueError(
                "While rows are being made, the ends can be corners of a maze with a height, or "
                "two cells such as 0,0-39,29."
            )
        raise InvalidValueError(f"The ends {self.ends!r} are neither corners nor two cells.")


def seed_of_unfinished(target: str) -> int | str:
    """The seed with which an unfinished file was begun.

    Raises:
        InvalidValueError: if there is nothing to resume.
    """
    from labirinto.stream import Checkpoint, Unfinished

    seed: int | str = Checkpoint.load(Unfinished(os.path.realpath(target)).checkpoint).job["seed"]
    return seed


def _check_room(width: int, format: str) -> None:
    from labirinto.render.text import columns

    if format in ("txt", "ascii") and sys.stdout.isatty():
        room = shutil.get_terminal_size().columns
        if columns(width) > room:
            raise InvalidValueError(
                f"The maze is {columns(width)} columns wide and the terminal {room}: write it to a "
                "file with -o, or pipe it into less -S."
            )


@contextmanager
def _finishing_on_interrupt(rows: RowSource) -> Iterator[list[Any]]:
    """A list that fills at Ctrl-C, which so ends an endless maze well; twice ends all at once."""
    interrupted: list[Any] = []
    if rows.height is not None:
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

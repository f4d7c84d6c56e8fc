"""Where a drawing goes: files, standard output, the terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from labirinto.errors import InvalidValueError
from labirinto.render import draw, format_of

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar as ProgressBarOfClick

    from labirinto.render.drawing import Drawing

_PATIENCE = 0.5
"""Seconds before a progress bar appears: what is done by then needs none."""


def check_targets(targets: Sequence[str], format: str | None) -> None:
    """Looks at the names of all files before anything is made.

    Raises:
        InvalidValueError: for an unknown format, or a folder that is not there.
    """
    if targets.count("-") > 1:
        raise InvalidValueError("Standard output can be named only once among the outputs.")
    for target in targets:
        if target == "-":
            continue
        if format is None:
            format_of(target)
        folder = os.path.dirname(target) or "."
        if not os.path.isdir(folder):
            raise InvalidValueError(f"The folder {folder!r} for {target!r} does not exist.")
        if os.path.isdir(target):
            raise InvalidValueError(f"{target!r} is a folder, not a file.")


def write(drawing: Drawing, targets: Sequence[str], format: str | None, ascii_only: bool) -> None:
    """Writes the drawing to all targets, or to the terminal if there is none."""
    if format and not targets:
        targets = ["-"]
    for target in targets:
        stream = sys.stdout.buffer if target == "-" else target
        chosen = format or ("txt" if target == "-" else None)
        if chosen == "txt" and ascii_only:
            chosen = "ascii"
        if chosen == "png" and target == "-" and sys.stdout.isatty():
            raise InvalidValueError("A PNG picture cannot be shown in a terminal; add -o FILE.")
        draw(
            drawing.maze,
            stream,
            path=drawing.path,
            ends=drawing.ends,
            style=drawing.style,
            format=chosen,
        )
    if not targets:
        _show(drawing, ascii_only)


def _show(drawing: Drawing, ascii_only: bool) -> None:
    import shutil

    from labirinto.render.text import ASCII, BOX, columns, text_lines

    on_terminal = sys.stdout.isatty()
    ascii_only = ascii_only or not _can_print("".join(BOX.corners))
    wide = True
    if on_terminal:
        room = shutil.get_terminal_size().columns
        wide = columns(drawing.maze.width) <= room
        if columns(drawing.maze.width, wide=False) > room:
            raise InvalidValueError(
                f"The maze is {columns(drawing.maze.width, wide=False)} columns wide and the "
                f"terminal {room}: write it to a file with -o maze.svg, or pipe it into less -S."
            )
    colour = on_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    charset = ASCII if ascii_only else BOX
    for line in text_lines(drawing, charset, wide=wide, colour=colour):
        print(line)
    if drawing.maze.recipe:
        command = drawing.maze.recipe.command
        print(f"\x1b[2m{command}\x1b[0m" if colour else command)


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class ProgressBar:
    """A bar on the terminal for work that takes long; nothing in a pipe."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: ProgressBarOfClick[int] | None = None
        self._begun = time.monotonic()
        self._wanted = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Shows what is done of the whole."""
        if not self._wanted or time.monotonic() - self._begun < _PATIENCE:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=total, label=self._label, file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(max(0, done - self._bar.pos))

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)

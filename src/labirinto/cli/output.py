"""Where a drawing goes: files, standard output, the terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from labirinto._internal.files import check_folder
from labirinto._internal.memory import in_words
from labirinto.drawing.geometry import Drawing
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS, format_of, save
from labirinto.parsing import choose_ends
from labirinto.seeds import seed_number
from labirinto.solving import solve

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

    from labirinto.cli.options import DrawingOptions
    from labirinto.drawing.style import Style
    from labirinto.ends import Ends
    from labirinto.maze import Maze
    from labirinto.recipe import Recipe

_PATIENCE = 0.5
"""Seconds before a progress bar appears: what is done by then needs none."""


def check_targets(targets: Sequence[str], format: str | None) -> None:
    """Looks at the names of all files before anything is made.

    Raises:
        InvalidValueError: for an unknown format, a folder that is not there or read-only, or a
            format that needs a picture beside it on standard output.
    """
    if "-" in targets or not targets:
        _check_alone(format)
    if targets.count("-") > 1:
        raise InvalidValueError("Standard output can be named only once among the outputs.")
    for target in targets:
        if target == "-":
            continue
        if format is None:
            format_of(target)
        check_folder(target)
        if os.path.isdir(target):
            raise InvalidValueError(f"{target!r} is a folder, not a file.")


def _check_alone(format: str | None) -> None:
    if format in FORMATS and FORMATS[format].beside:
        raise InvalidValueError(
            f"A {format} file needs the picture of its tiles beside it: write it to a file, such "
            f"as -o maze.{format}."
        )


def check_sizes(targets: Sequence[str], format: str | None, width: int, height: int) -> None:
    """Looks whether a maze of a size can be written to all targets, before it is made.

    Raises:
        TooLargeError: if it would take more memory than there is.
    """
    for target in targets:
        chosen = format or ("txt" if target == "-" else format_of(target))
        if chosen in FORMATS:
            FORMATS[chosen].check_memory(width, height)


def present(maze: Maze, ends: Ends | None, drawing: DrawingOptions, style: Style) -> None:
    """Draws a maze as a command was told, with the way between the ends if that is wanted."""
    if drawing.solution and ends is None:
        ends = choose_ends(maze, "border")
    path = solve(maze, *ends) if drawing.solution and ends else None
    picture = Drawing(maze, path, ends, style)
    write(picture, drawing.targets, drawing.format, drawing.ascii_only)


def write(drawing: Drawing, targets: Sequence[str], format: str | None, ascii_only: bool) -> None:
    """Writes the drawing to all targets, or to the terminal if there is none."""
    if format and not targets:
        targets = ["-"]
    formats = [_format_for(target, format, ascii_only) for target in targets]
    # Before the first file is written, so that none is if another cannot be.
    for target, chosen in zip(targets, formats, strict=True):
        if target == "-":
            check_readable(chosen)
        FORMATS[chosen].check(drawing)
    for target, chosen in zip(targets, formats, strict=True):
        save(
            drawing.maze,
            sys.stdout.buffer if target == "-" else target,
            path=drawing.path,
            ends=drawing.ends,
            style=drawing.style,
            format=chosen,
        )
    if not targets:
        _show(drawing, ascii_only)


def _format_for(target: str, format: str | None, ascii_only: bool) -> str:
    chosen = format or ("txt" if target == "-" else format_of(target))
    return "ascii" if chosen == "txt" and ascii_only else chosen


def check_readable(format: str | None) -> None:
    """Looks whether a format is for people, where people would get it.

    Raises:
        InvalidValueError: if not.
    """
    if format in FORMATS and not FORMATS[format].is_text and sys.stdout.isatty():
        raise InvalidValueError(f"A {format} file cannot be shown in a terminal; add -o FILE.")


def _show(drawing: Drawing, ascii_only: bool) -> None:
    from labirinto.formats.text import ASCII, BOX, text_lines

    ascii_only = ascii_only or not can_print("".join(BOX.corners))
    wide = wide_fits(drawing.maze.width)
    on_terminal = sys.stdout.isatty()
    colour = on_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    charset = ASCII if ascii_only else BOX
    for line in text_lines(drawing, charset, wide=wide, colour=colour):
        print(line)
    if drawing.maze.recipe:
        command = printable(drawing.maze.recipe).command
        print(f"\x1b[2m{command}\x1b[0m" if colour else command)


def wide_fits(width: int) -> bool:
    """Whether standard output has room for the wide drawing of a maze, which a terminal may lack.

    Raises:
        InvalidValueError: if there is no room for the narrow one either.
    """
    if not sys.stdout.isatty():
        return True
    from shutil import get_terminal_size

    from labirinto.formats.text import columns

    room = get_terminal_size().columns
    if columns(width, wide=False) > room:
        raise InvalidValueError(
            f"The maze is {columns(width, wide=False)} columns wide and the terminal {room}: "
            "write it to a file with -o, or pipe it into less -S."
        )
    return columns(width) <= room


def can_print(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def printable(recipe: Recipe) -> Recipe:
    """The recipe with a seed that can be printed, for a command that can be typed."""
    return replace(recipe, seed=printable_seed(recipe.seed))


def printable_seed(seed: int | str) -> int | str:
    """The seed, or the number that it stands for where standard output has no letters for it."""
    return seed if can_print(str(seed)) else seed_number(seed)


def tell_command(recipe: Recipe | None, drawing: DrawingOptions) -> None:
    """The command that makes a maze again, on standard error, unless it is seen in the output."""
    if recipe and not drawing.quiet and not drawing.shows_command:
        # The maze is there: that nobody can be told of it is no failure.
        with suppress(OSError):
            print(printable(recipe).command, file=sys.stderr)


class ProgressBar:
    """A bar on the terminal for work that takes long; nothing in a pipe."""

    def __init__(
        self, label: str, *, quiet: bool = False, cells: int | None = None, unit: str | None = None
    ) -> None:
        """``unit`` names what is counted, if that is told; ``cells`` of a row, if it is rows."""
        self._label = label[:1].upper() + label[1:]
        self._cells = cells or 1
        self._unit = "cells" if cells else unit
        self._bar: tqdm[NoReturn] | None = None
        self._begun = time.monotonic()
        self._wanted = not quiet and sys.stderr.isatty()

    def __call__(self, done: int, total: int | None, size: int | None = None) -> None:
        """Shows what is done of the whole, and how many bytes it takes."""
        if not self._wanted or time.monotonic() - self._begun < _PATIENCE:
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(
                dynamic_ncols=True,
                total=None if total is None else total * self._cells,
                desc=self._label,
                unit=f" {self._unit}",
                unit_scale=True,
                bar_format=None if self._unit else "{l_bar}{bar}| {elapsed}<{remaining}",
                file=sys.stderr,
            )
        if size is not None:
            self._bar.set_postfix_str(f"{done} rows, {in_words(size)}", refresh=False)
        self._bar.update(max(0, done * self._cells - self._bar.n))

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

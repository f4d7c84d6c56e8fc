"""Writes drawings to files, standard output and the terminal, and shows progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from labirinto._internal.files import check_folder, is_regular, write_whole
from labirinto._internal.memory import in_words
from labirinto.drawing.geometry import Drawing
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS, format_of, save
from labirinto.grids import Grid, Rectangle
from labirinto.grids.links import LEAST_WRAPPED, Linked
from labirinto.seeds import seed_number
from labirinto.solving import kind_of_ends, solve, suggest_ends

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

    from labirinto.cli.options import DrawingOptions
    from labirinto.drawing.portrait import Portrait
    from labirinto.drawing.style import Style
    from labirinto.ends import Ends
    from labirinto.maze import Maze
    from labirinto.recipe import Recipe

_PATIENCE = 0.5
"""Seconds before a progress bar appears."""


def check_targets(targets: Sequence[str], format: str | None) -> None:
    """Checks all targets before anything is made.

    Raises:
        InvalidValueError: For an unknown format, a missing or read-only folder, or a format that
            standard output cannot take.
    """
    if "-" in targets or not targets:
        _check_standard_output(format)
    files = [it if it == "-" else os.path.realpath(it) for it in targets]
    for target, file in zip(targets, files, strict=True):
        if files.count(file) > 1:
            raise InvalidValueError(f"-o {target} is given twice; give each output once.")
        if target == "-":
            continue
        if os.path.isdir(target):
            raise InvalidValueError(f"{target!r} is a folder, not a file.")
        if format is None:
            format_of(target)
        check_folder(target)


def is_file(target: str) -> bool:
    """Whether a target is a file, or will be one: no pipe, nor standard output."""
    return target != "-" and is_regular(target)


def _check_standard_output(format: str | None) -> None:
    known = FORMATS.get(format or "txt")
    if known and known.has_tiles:
        raise InvalidValueError(
            f"A {format} file needs a picture of its tiles beside it; write it to a file, such as "
            f"-o maze.{format}."
        )
    if not (known and known.is_text) and sys.stdout.isatty():
        raise InvalidValueError(f"The format {format} cannot be shown in a terminal; add -o FILE.")


def check_drawable(drawing: DrawingOptions, grid: Grid) -> None:
    """Checks that all outputs can have a maze on a grid, before it is made.

    Raises:
        InvalidValueError: If a format does not hold it, or the terminal is too narrow.
        TooLargeError: If there is not enough memory.
    """
    if drawing.to_terminal:
        if not FORMATS["txt"].holds_grid(grid):
            raise InvalidValueError(
                f"A maze on the grid {grid.text} cannot be drawn as text; write it to a file, "
                "such as -o maze.svg."
            )
        wide_fits(_columns_of(grid))
        return
    for chosen in drawing.formats:
        FORMATS[chosen].check_grid(grid)
        FORMATS[chosen].check_memory(grid)


def ends_of_solution(maze: Maze) -> Ends:
    """The ends of a solution if none are chosen."""
    return suggest_ends(maze, kind_of_ends(maze.grid))


def prepare(
    maze: Maze,
    ends: Ends | None,
    drawing: DrawingOptions,
    style: Style,
    portrait: Portrait | None = None,
) -> Callable[[], None]:
    """Checks that a maze can be drawn to all outputs, with the solution if the command draws it.

    Returns:
        What writes them, so that none is written if another cannot be.
    """
    if drawing.solution and ends is None:
        ends = ends_of_solution(maze)
    path = solve(maze, *ends) if drawing.solution and ends else None
    picture = Drawing(maze, path, ends, style, portrait)
    if drawing.to_terminal:
        return partial(_show, picture, drawing)
    for chosen in drawing.formats:
        FORMATS[chosen].check(picture)

    def write() -> None:
        for target, chosen in zip(drawing.targets or ("-",), drawing.formats, strict=True):
            save(
                maze,
                sys.stdout.buffer if target == "-" else target,
                path=path,
                ends=ends,
                style=style,
                portrait=portrait,
                format=chosen,
            )

    return write


def prepare_pages(drawing: DrawingOptions, make: Callable[..., object]) -> Callable[[], None]:
    """Makes pages in all formats; what it returns writes them.

    Args:
        drawing: Where they go.
        make: Writes them to a stream in a ``format``.
    """
    files = {}
    for kind in drawing.formats:
        stream = BytesIO()
        make(stream, format=kind)
        files[kind] = stream.getbuffer()

    def write() -> None:
        for target, kind in zip(drawing.targets or ("-",), drawing.formats, strict=True):
            if target == "-":
                sys.stdout.buffer.write(files[kind])
            else:
                with write_whole(target) as file:
                    file.write(files[kind])

    return write


def check_has_paper(drawing: DrawingOptions, option: str) -> None:
    """Checks that all outputs are pages.

    Raises:
        InvalidValueError: If one is not; it names the option that asks for paper.
    """
    for name in drawing.formats:
        if name not in ("pdf", "png"):
            raise InvalidValueError(
                f"The format {name} does not fill paper; leave out {option}, or write PDF or PNG."
            )


def _show(picture: Drawing, drawing: DrawingOptions) -> None:
    from labirinto.formats.text import ASCII, BOX, text_lines

    ascii_only = drawing.ascii_only or not can_print("".join(BOX.corners))
    wide = wide_fits(_columns_of(picture.maze.grid))
    colour = sys.stdout.isatty() and may_colour() and os.environ.get("TERM") != "dumb"
    charset = ASCII if ascii_only else BOX
    for line in text_lines(picture, charset, wide=wide, colour=colour):
        print(line)
    if picture.maze.recipe and not drawing.quiet:
        command = printable(picture.maze.recipe).command
        print(f"\x1b[2m{command}\x1b[0m" if colour else command)


def _columns_of(grid: Grid) -> int:
    """How many cells wide the text of a maze is: floors lie below each other."""
    return grid.width if isinstance(grid, Linked) else grid.shape[-1]


def may_colour() -> bool:
    """Whether the user allows colours in the terminal: no-color.org."""
    return not os.environ.get("NO_COLOR")


def wide_fits(width: int) -> bool:
    """Whether the wide drawing of a maze fits standard output; a pipe takes any width.

    Raises:
        InvalidValueError: If the terminal is too narrow even for the narrow drawing.
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


def maze_for_terminal() -> tuple[int, int]:
    """The size of the largest maze that fits the terminal, with the command and a prompt below."""
    from shutil import get_terminal_size

    room = get_terminal_size()
    return max(1, (room.columns - 1) // 4), max(1, (room.lines - 3) // 2)


def floor_for_terminal(floors: int, twist: bool) -> tuple[int, int]:
    """The size of the largest floors that fit the terminal below each other, each with its name,
    and if twisted a line of words."""
    from shutil import get_terminal_size

    width, _ = maze_for_terminal()
    lines = (get_terminal_size().lines - 2) // floors
    return max(LEAST_WRAPPED, width), max(LEAST_WRAPPED, (lines - 2 - twist) // 2)


def can_print(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def printable(recipe: Recipe) -> Recipe:
    """The recipe with a seed that standard output can print, for a command that can be pasted."""
    grid = recipe.grid
    if isinstance(grid, Rectangle) and not can_print(grid.source):
        grid = replace(grid, source="")
    braid = recipe.braid and recipe.braid._replace(seed=printable_seed(recipe.braid.seed))
    return replace(recipe, seed=printable_seed(recipe.seed), grid=grid, braid=braid)


def printable_seed(seed: int | str) -> int | str:
    """The seed, or its number if standard output cannot print it."""
    return seed if can_print(str(seed)) else seed_number(seed)


def quoted(text: str) -> str:
    """A word for a shell, with escapes for what standard output cannot print."""
    from shlex import quote

    if text.isprintable() and can_print(text):
        return quote(text)
    letters = (chr(byte) for byte in os.fsencode(text))
    escaped = (
        it if " " <= it <= "~" and it not in "\\'" else f"\\x{ord(it):02x}" for it in letters
    )
    return f"$'{''.join(escaped)}'"


def show_command(recipe: Recipe | None, drawing: DrawingOptions, *, is_film: bool = False) -> None:
    """Prints the command that makes a maze again to standard error, unless the output has it."""
    if recipe and not drawing.quiet and not drawing.shows_command:
        command = printable(recipe).command
        if not FORMATS["txt"].holds_grid(recipe.grid):  # else a terminal shows the maze
            command += " --animate" * is_film + output_option(drawing)
        show_again(command)


def output_option(drawing: DrawingOptions) -> str:
    """The options that name the output files, or a format, for what no terminal shows."""
    files = [f" -o {quoted(target)}" for target in drawing.targets if target != "-"]
    return "".join(files) or f" --format {drawing.only_format}"


def show_again(command: str) -> None:
    """Prints a command that makes the same again to standard error."""
    with suppress(OSError):  # it is made, so a closed standard error is no failure
        print(command, file=sys.stderr)


class ProgressBar:
    """A progress bar for long work; shows nothing unless standard error is a terminal."""

    def __init__(
        self, label: str, *, quiet: bool = False, cells: int | None = None, unit: str | None = None
    ) -> None:
        """``unit`` is what is counted; ``cells`` the number in each row, if rows are counted."""
        self._label = label[:1].upper() + label[1:]
        self._cells = cells or 1
        self._unit = "cells" if cells else unit
        self._bar: tqdm[NoReturn] | None = None
        self._begun = time.monotonic()
        self._wanted = not quiet and sys.stderr.isatty()

    def __call__(self, done: int, total: int | None, size: int | None = None) -> None:
        """Shows how much is done, and the size of the file in bytes."""
        if not self._wanted or time.monotonic() - self._begun < _PATIENCE:
            return
        whole = None if total is None else total * self._cells
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(
                dynamic_ncols=True,
                total=whole,
                desc=self._label,
                unit=f" {self._unit}",
                unit_scale=True,
                bar_format=None if self._unit else "{l_bar}{bar}| {elapsed}<{remaining}",
                file=sys.stderr,
            )
        elif whole != self._bar.total or (whole and done * self._cells < self._bar.n == whole):
            self._bar.reset(whole)  # for another pass
        if size is not None:
            self._bar.set_postfix_str(f"{done} rows, {in_words(size)}", refresh=False)
        self._bar.update(max(0, done * self._cells - self._bar.n))

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

"""Mazes from files of other programs: their ends, and the solution drawn over a picture."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from labirinto._internal.source import HEAD, Source
from labirinto.cli.output import check_readable
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats import read
from labirinto.formats._signatures import is_our_png, is_picture
from labirinto.formats.picture import recognise_in
from labirinto.grids.rectangle import Cell
from labirinto.maze import Maze
from labirinto.measures import connected_components
from labirinto.parsing import choose_ends
from labirinto.recognition.overlay import draw_over, over_format_of
from labirinto.solving import solve

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.recognition.recognised import Recognised

ReadT = TypeVar("ReadT")


def read_to_solve(file: str, ends: str | None) -> tuple[Maze, Ends | None]:
    """Return the maze in a file, and the ends that are given, or else those in the file.

    Raises:
        InvalidValueError: If it is a picture whose openings do not show start and end.
    """
    with _opened(file) as stream:
        head = _head(stream)
        if is_picture(head) and not is_our_png(head):
            seen, _ = _look(stream, file)
            return seen.maze, _ends_in(seen, file, ends)
        maze, marked = read(file if is_regular(file) else stream)
    return maze, choose_ends(maze, ends) if ends else marked


def solve_over(
    file: str, ends: str | None, targets: Sequence[str], format: str | None, style: Style
) -> Maze:
    """Draw the solution over a picture, and return the maze in it.

    Raises:
        InvalidValueError: If no picture can be written.
    """
    if not targets:
        raise InvalidValueError("A picture goes into a file: add -o and a name such as solved.png.")
    formats = [over_format_of(target, format) for target in targets]
    if "-" in targets:
        check_readable(formats[targets.index("-")])
    with _opened(file) as stream:
        if not is_picture(_head(stream)):
            raise InvalidValueError(
                f"{_name(file)!r} is no picture to draw over; leave out --over."
            )
        seen, picture = _look(stream, file)
    chosen = _ends_in(seen, file, ends) or choose_ends(seen.maze, "border")
    if chosen:
        path = solve(seen.maze, *chosen)
        for target, name in zip(targets, formats, strict=True):
            draw_over(
                picture, seen, path, sys.stdout.buffer if target == "-" else target, name, style
            )
    return seen.maze


def tell_flaws(maze: Maze) -> None:
    """Print a sentence on standard error if the maze is not perfect."""
    if not maze.is_perfect:
        print(f"labirinto: This maze is not perfect: {flaws(maze)}.", file=sys.stderr)


def flaws(maze: Maze) -> str:
    """Return what keeps a maze from being perfect."""
    parts = connected_components(maze)
    loops = sum(1 for _ in maze.passages()) - maze.width * maze.height + len(parts)
    reasons = []
    if loops:
        reasons.append(f"it has {_count(loops, 'loop')}, and the path drawn is a shortest one")
    if len(parts) > 1:
        size, (x, y) = parts[-1]
        reasons.append(
            f"no passage joins its {len(parts)} parts, of which one, at the cell {x},{y}, has "
            f"{_count(size, 'cell')}"
        )
    return "; ".join(reasons)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def is_regular(file: str) -> bool:
    """Check whether a file can be opened again, unlike standard input or a pipe."""
    return file != "-" and os.path.isfile(file)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file to read more than once; standard input and pipes are read as a whole."""
    with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
        yield stream if is_regular(file) else BytesIO(_named(file, Source(stream).whole))


def _head(stream: BinaryIO) -> bytes:
    head = Source(stream).peek(HEAD)
    stream.seek(0)
    return head


def _look(stream: BinaryIO, file: str) -> tuple[Recognised, Image]:
    return _named(file, lambda: recognise_in(Source(stream)))


def _named(file: str, reader: Callable[[], ReadT]) -> ReadT:
    """Read, with the file's name in errors."""
    try:
        return reader()
    except FileFormatError as error:
        raise FileFormatError(f"{_name(file)}: {error}") from None


def _ends_in(seen: Recognised, file: str, ends: str | None) -> Ends | None:
    if ends:
        return choose_ends(seen.maze, ends)
    if seen.openings and seen.ends is None:
        cells = [cell for cell, _ in seen.openings]
        others = [cell for cell in cells[1:] if cell != cells[0]]
        example = _ends_text(cells[0], others[-1] if others else _far_corner(seen.maze, cells[0]))
        shown = " and ".join(f"{x},{y}" for x, y in cells[:4]) + " ..." * (len(cells) > 4)
        raise InvalidValueError(
            f"{_name(file)}: the frame has {_count(len(cells), 'opening')}, at {shown}; give start "
            f"and end, such as --ends {example}."
        )
    return seen.ends


def _far_corner(maze: Maze, cell: Cell) -> Cell:
    last = (maze.width - 1, maze.height - 1)
    return last if cell != last else (0, 0)


def _ends_text(start: Cell, end: Cell) -> str:
    return f"{start[0]},{start[1]}-{end[0]},{end[1]}"

"""Solutions of mazes in files, and drawn over pictures by other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from labirinto._internal.pixels import open_picture
from labirinto._internal.source import HEAD, Source
from labirinto.cli.output import check_targets
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError, counted
from labirinto.formats import read_stream
from labirinto.formats._signatures import is_our_png, is_picture
from labirinto.formats.picture import recognise_in
from labirinto.grids.mesh import label_text
from labirinto.maze import Maze
from labirinto.measures import connected_components
from labirinto.parsing import choose_ends, parse_cells
from labirinto.path import Path
from labirinto.recognition.answer import NotShownError, ends_shown, path_in
from labirinto.recognition.overlay import lined, over, over_format_of, points_of, write_over

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.recognition.recognised import Recognised

ReadT = TypeVar("ReadT")


def read_to_solve(file: str, ends: str | None, which: int | None) -> tuple[Maze, Ends | None]:
    """Return the maze in a file, and the ends that are given, or else those in the file.

    Raises:
        InvalidValueError: If it is a picture that does not show start and end, or no picture, in
            which there is only one maze.
    """
    with _opened(file) as stream:
        head = _head(stream)
        if is_picture(head) and not is_our_png(head):
            seen, _ = _look(stream, file, which)
            return seen.maze, _solved(seen, file, ends)[0]
        if which is not None:
            raise InvalidValueError("--which has an effect only on a picture by another program.")
        maze, marked = read_stream(stream, name_of(file))
    return maze, choose_ends(maze, ends) if ends else marked


def solve_over(
    file: str,
    ends: str | None,
    which: int | None,
    targets: Sequence[str],
    format: str | None,
    style: Style,
) -> Maze:
    """Draw the solution over a picture, and return the maze in it.

    Raises:
        InvalidValueError: If no picture can be written.
    """
    formats = _formats_over(targets, format)
    with _opened(file) as stream:
        head = _head(stream)
        if not is_picture(head):
            raise InvalidValueError(
                f"{name_of(file)!r} is not a picture to draw over; leave out --over."
            )
        try:
            seen, picture = _look(stream, file, which)
        except FileFormatError:
            if not is_our_png(head):
                raise
            raise InvalidValueError(
                f"{name_of(file)!r} contains its maze, which is not recognised as a picture; "
                "leave out --over to draw it anew."
            ) from None
    _, path = _solved(seen, file, ends)
    solved = over(picture, points_of(seen, path), seen, style.solution)
    _write_all(solved, targets, formats)
    return seen.maze


def solve_freehand(
    file: str,
    ends: str | None,
    which: int | None,
    targets: Sequence[str],
    format: str | None,
    style: Style,
) -> None:
    """Draw a path over a picture of a maze that is on no grid.

    Raises:
        InvalidValueError: If no picture can be written, or the ends are not pixels.
    """
    formats = _formats_over(targets, format)
    cells = parse_cells(ends) if ends else None
    if ends and cells is None:
        raise InvalidValueError(
            f"--ends is {ends!r}; with --freehand it must be two pixels, such as 120,40-300,310."
        )
    with _opened(file) as stream:
        picture = _named(file, lambda: open_picture(Source(stream)))
    from labirinto.recognition.freehand import freehand_path

    pixels = None if cells is None else (cells.start, cells.end)
    path = _named(file, lambda: freehand_path(picture, pixels, which=which))
    solved = lined(picture, path.points, int(path.width), style.solution)
    _write_all(solved, targets, formats)


def _formats_over(targets: Sequence[str], format: str | None) -> list[str]:
    if not targets:
        raise InvalidValueError("A picture goes into a file: add -o and a name such as solved.png.")
    formats = [over_format_of(target, format) for target in targets]
    check_targets(targets, formats[0])
    return formats


def _write_all(picture: Image, targets: Sequence[str], formats: Sequence[str]) -> None:
    for target, name in zip(targets, formats, strict=True):
        write_over(picture, sys.stdout.buffer if target == "-" else target, name)


def _solved(seen: Recognised, file: str, ends: str | None) -> tuple[Ends, Path]:
    """Return the ends that are given, or else shown, and the path between them, checked."""
    try:
        chosen = choose_ends(seen.maze, ends) if ends else ends_shown(seen)
        assert chosen is not None  # `none` was refused before
        return chosen, path_in(seen, chosen)
    except NotShownError as error:
        raise InvalidValueError(f"{name_of(file)}: {error}") from None
    except FileFormatError as error:
        raise FileFormatError(f"{name_of(file)}: {error}") from None


def tell_flaws(maze: Maze) -> None:
    """Print a sentence on standard error if the maze is not perfect."""
    if not maze.is_perfect:
        print(f"labirinto: This maze is not perfect: {flaws(maze)}.", file=sys.stderr)


def flaws(maze: Maze) -> str:
    """Return what keeps a maze from being perfect."""
    parts = connected_components(maze)
    loops = sum(1 for _ in maze.passages()) - len(maze.grid) + len(parts)
    reasons = []
    if loops:
        said = counted(loops, "loop") + loops_in_rooms(maze, loops)
        reasons.append(f"it has {said}, and the path drawn is a shortest one")
    if len(parts) > 1:
        size, cell = parts[-1]
        reasons.append(
            f"it has {len(parts)} parts that no passage joins; one, at the cell "
            f"{label_text(cell)}, has {counted(size, 'cell')}"
        )
    return "; ".join(reasons)


def loops_in_rooms(maze: Maze, loops: int) -> str:
    """Return how many of its loops are the open floor of rooms, to add to their number."""
    inside = sum((room.width - 1) * (room.height - 1) for room in maze.rooms)
    if not inside:
        return ""
    return ", all in its rooms" if inside == loops else f", {inside} of them in its rooms"


def name_of(file: str) -> str:
    """Return what errors call a file."""
    return "standard input" if file == "-" else file


def can_reopen(file: str) -> bool:
    """Check whether a file can be opened again, unlike standard input or a pipe."""
    return file != "-" and os.path.isfile(file)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file to read more than once; standard input and pipes are read as a whole."""
    with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
        yield stream if can_reopen(file) else BytesIO(_named(file, Source(stream).whole))


def _head(stream: BinaryIO) -> bytes:
    head = Source(stream).peek(HEAD)
    stream.seek(0)
    return head


def _look(stream: BinaryIO, file: str, which: int | None) -> tuple[Recognised, Image]:
    return _named(file, lambda: recognise_in(Source(stream), which=which))


def _named(file: str, reader: Callable[[], ReadT]) -> ReadT:
    """Read, with the file's name in errors."""
    try:
        return reader()
    except FileFormatError as error:
        raise FileFormatError(f"{name_of(file)}: {error}") from None

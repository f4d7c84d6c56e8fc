"""Films as files: one door, ``save``, for all formats that move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeVar

from labirinto._internal.files import write_whole
from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import generate, new_recipe
from labirinto.animate.film import Film
from labirinto.animate.frames import Timing
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats import format_for
from labirinto.maze import Maze
from labirinto.path import Path

FORMATS = ("gif", "webp", "apng", "png", "svg")
"""What can move, which is also the ending of its files.  A ``png`` that moves is an APNG."""

MOST_PIXELS = 1 << 23
MOST_PIXELS_IN_ALL = 1 << 32
_LONGEST_SIDES = {"gif": 65_535, "webp": 16_383}

ItemT = TypeVar("ItemT")


def save(
    film: Film,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    duration: float | None = None,
    fps: float = 25,
    hold: float = 2,
    loop: bool = True,
    path: Path | None = None,
    ends: Ends | None = None,
    style: Style | None = None,
    format: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Writes a film into a file that plays by itself.

    Args:
        target: the file's name, or a binary stream.  A file appears only when it is whole, and an
            existing one is replaced only then.
        duration: seconds from the first step to the last; by default 10, or a quarter of a second a
            step where there are few.  Where steps are many, several of them share a frame.
        fps: most frames a second.
        hold: seconds for which the finished maze is seen besides.
        loop: whether it then begins anew.
        path, ends: what to draw over the finished maze while it is held; as in ``save``.
        style: sizes and colours.
        format: one of ``FORMATS``; by default the ending of the file's name.
        progress: called with the frames done and the whole; may raise, to stop.

    Raises:
        InvalidValueError: for a value that cannot be.
        TooLargeError: if the picture, or all frames together, would be too large.
        MissingExtraError: for GIF and WebP, if Pillow is not installed.
        OSError: if the file cannot be written.
    """
    timing = Timing(duration, fps, hold, loop)
    if not isinstance(target, str | os.PathLike):
        chosen = _known(format_for(target, format, FORMATS))
    else:
        chosen = format_of(target) if format is None else _known(format)
    if not film.rows:
        raise InvalidValueError("This film ends before its maze is complete.")
    drawing = Drawing(maze_of(film), path, ends, style or Style())
    if (path or ends) and not timing.hold_time:
        raise InvalidValueError(
            "What is drawn over the maze is seen while it is held: hold is 0; give more."
        )
    check_picture(film.width, film.height, drawing.style, chosen)
    _check_work(film, drawing, timing, chosen)
    write = _write_svg if chosen == "svg" else _write_pixels
    if isinstance(target, str | os.PathLike):
        with write_whole(target) as stream:
            write(film, timing, drawing, chosen, progress, stream)
    else:
        write(film, timing, drawing, chosen, progress, target)


def format_of(target: str | os.PathLike[str]) -> str:
    """The format that a file's ending asks for.

    Raises:
        InvalidValueError: if it is none that moves.
    """
    name = os.fspath(target)
    _, ending = os.path.splitext(name)
    if ending[1:].lower() not in FORMATS:
        endings = ", ".join(f".{known}" for known in FORMATS)
        raise InvalidValueError(
            f"The file name {name!r} does not end in one of {endings}, which can be animated."
        )
    return ending[1:].lower()


def maze_of(film: Film) -> Maze:
    """The maze that a film ends with; with its recipe, if ``generate`` makes the same."""
    name = film.algorithm.removesuffix("-walls")
    recipe = new_recipe(name, film.width, film.height, film.seed, film.parameters)
    maze = generate(recipe)
    return maze if maze.rows == film.rows else Maze(film.width, film.height, film.rows)


def check_picture(width: int, height: int, style: Style, format: str) -> None:
    """Looks whether a maze fits into a picture of pixels.

    Raises:
        TooLargeError: if not, with the cell that would fit.
    """
    if format == "svg" or _fits(width, height, style, style.cell, format):
        return
    across, down = _sides(width, height, style, style.cell)
    problem = f"The animation would be {across}x{down} pixels, which is too large"
    for cell in range(style.cell - 1, style.wall, -1):
        if _fits(width, height, style, cell, format):
            raise TooLargeError(f"{problem}; a cell of {cell} pixels fits.")
    raise TooLargeError(f"{problem}; take a smaller maze or margin, or SVG.")


def _fits(width: int, height: int, style: Style, cell: int, format: str) -> bool:
    across, down = _sides(width, height, style, cell)
    longest = _LONGEST_SIDES.get(format, MOST_PIXELS)
    return across * down <= MOST_PIXELS and max(across, down) <= longest


def _sides(width: int, height: int, style: Style, cell: int) -> tuple[int, int]:
    frame = style.wall + 2 * style.margin
    return width * cell + frame, height * cell + frame


def _check_work(film: Film, drawing: Drawing, timing: Timing, format: str) -> None:
    across, down = drawing.pixel_size
    frames = len(timing.frames(len(film))) - 1
    if format != "svg" and frames * across * down > MOST_PIXELS_IN_ALL:
        raise TooLargeError(
            f"{frames} frames of {across}x{down} pixels are too many; take at most "
            f"{MOST_PIXELS_IN_ALL // (across * down)}, by a shorter duration or less fps, or a "
            "smaller cell."
        )


def _known(format: str) -> str:
    if format not in FORMATS:
        raise InvalidValueError(
            f"The format {format!r} cannot be animated; {', '.join(FORMATS)} can."
        )
    return format


def _write_pixels(
    film: Film,
    timing: Timing,
    drawing: Drawing,
    format: str,
    progress: Progress | None,
    stream: BinaryIO,
) -> None:
    from labirinto.animate.moving import Movie, write_apng, write_gif, write_webp
    from labirinto.animate.painting import drawn_pixels, patches
    from labirinto.animate.tiles import palette

    total = len(timing.frames(len(film)))
    writers: dict[str, Callable[[Movie, BinaryIO], None]] = {"gif": write_gif, "webp": write_webp}
    movie = Movie(
        *drawing.pixel_size,
        palette(drawing.style),
        _counted(patches(film, timing, drawing), total, progress),
        drawn_pixels(drawing),
        timing.loop,
        _notes(drawing),
    )
    writers.get(format, write_apng)(movie, stream)


def _write_svg(
    film: Film,
    timing: Timing,
    drawing: Drawing,
    format: str,
    progress: Progress | None,
    stream: BinaryIO,
) -> None:
    from labirinto.animate.moving_svg import moving_svg_parts

    for part in moving_svg_parts(film, timing, drawing, progress):
        stream.write(part.encode())


def _counted(items: Iterator[ItemT], total: int, progress: Progress | None) -> Iterator[ItemT]:
    for done, item in enumerate(items, 1):
        yield item
        if progress:
            progress(done, total)


def _notes(drawing: Drawing) -> str:
    import json

    return json.dumps(drawing.about(), separators=(",", ":"))

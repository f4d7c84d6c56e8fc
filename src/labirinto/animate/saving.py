"""Saving films as animations, in any format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from labirinto._internal.files import open_target
from labirinto._internal.progress import Progress
from labirinto._internal.validation import check_type
from labirinto.algorithms.generating import filmed_by, generate, new_recipe
from labirinto.animate.film import Film
from labirinto.animate.frames import Timing
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.ends import EndsLike
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats import format_for
from labirinto.grids import Grid
from labirinto.grids.mesh import Mesh
from labirinto.maze import Maze
from labirinto.path import Path

if TYPE_CHECKING:
    from labirinto.animate.painting import Painter

FORMATS = ("gif", "webp", "apng", "png", "svg")
"""The formats of animations and their file extensions; an animated ``png`` is an APNG."""

MAX_PIXELS = 1 << 23
MAX_PIXELS_IN_ALL = 1 << 32
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
    ends: EndsLike | None = None,
    style: Style | None = None,
    format: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Save a film as an animation.

    Args:
        film: A complete film.
        target: A file name or a binary stream.  Files are written atomically.
        duration: Seconds from the first step to the last, from 0.1 to 600; by default 10, or a
            quarter of a second per step if that is shorter.  If there are more steps than frames,
            several steps share a frame.
        fps: The maximum number of frames per second, from 0.1 to 50.
        hold: Seconds for which the finished maze is shown, from 0 to 600.
        loop: Whether the animation then starts again.
        path, ends: Path and ends, as for ``labirinto.save``, to draw over the finished maze.
        style: Sizes and colours.
        format: One of ``FORMATS``; by default the extension of the file name.
        progress: Called with the frames written and their total; may raise to stop.

    Raises:
        InvalidValueError: If a value is invalid, or the film is incomplete.
        TooLargeError: If the picture, or all frames together, would be too large.
        MissingExtraError: For GIF and WebP, if Pillow is not installed; for all but SVG on grids
            that are not rectangles, if OpenCV is not.
        OSError: If the file cannot be written.
    """
    check_type("film", film, Film, "labirinto.animate")
    timing = Timing(duration, fps, hold, loop)
    chosen = format_for(target, format, FORMATS, format_of)
    if chosen not in FORMATS:
        requirement = f"one of {', '.join(FORMATS)} for an animation"
        raise InvalidValueError(field="format", value=chosen, requirement=requirement)
    if not film.is_complete:
        raise InvalidValueError("The film ends before its maze is complete; record it to the end.")
    drawing = Drawing.of(maze_of(film), path, ends, style)
    if (path or ends) and not timing.hold_time:
        requirement = "above 0 to show a path or ends"
        raise InvalidValueError(field="hold", value=hold, requirement=requirement)
    check_picture(film.grid, drawing.style, chosen)
    _check_frames(film, drawing, timing, chosen)
    with open_target(target) as stream:
        _write(film, timing, drawing, chosen, progress, stream)


def format_of(target: str | os.PathLike[str]) -> str:
    """Return the animation format that a file's extension selects.

    Raises:
        InvalidValueError: If there is no such format.
    """
    name = os.fspath(target)
    _, extension = os.path.splitext(name)
    if extension[1:].lower() not in FORMATS:
        extensions = ", ".join(f".{known}" for known in FORMATS)
        raise InvalidValueError(
            f"The file name {name!r} does not have the extension of an animation; use one of "
            f"{extensions}."
        )
    return extension[1:].lower()


def maze_of(film: Film) -> Maze:
    """Return the finished maze of a film, with its recipe if ``generate`` makes the same one."""
    algorithm, _ = filmed_by(film.algorithm)
    recipe = new_recipe(algorithm.name, film.grid, None, film.seed, film.parameters)
    maze = generate(recipe)
    return maze if maze.bits == film.bits else Maze.from_bits(film.grid, film.bits)


def check_picture(grid: Grid, style: Style, format: str) -> None:
    """Check that mazes on a grid fit into an animation.

    Raises:
        TooLargeError: If they do not; the message names the cell size that fits.
    """
    if format == "svg" or _fits(grid, style, format):
        return
    across, down = map(style.pixels, grid.size)
    problem = f"The animation would be {across}x{down} pixels, which is too large"
    for cell in range(style.cell - 1, style.wall, -1):
        if _fits(grid, replace(style, cell=cell), format):
            raise TooLargeError(f"{problem}; use a cell of at most {cell} pixels.")
    raise TooLargeError(f"{problem}; use a smaller maze or margin, or SVG.")


def _fits(grid: Grid, style: Style, format: str) -> bool:
    across, down = map(style.pixels, grid.size)
    longest = _LONGEST_SIDES.get(format, MAX_PIXELS)
    return across * down <= MAX_PIXELS and max(across, down) <= longest


def _check_frames(film: Film, drawing: Drawing, timing: Timing, format: str) -> None:
    across, down = drawing.pixel_size
    frames = len(timing.frames(len(film))) - 1
    if format != "svg" and frames * across * down > MAX_PIXELS_IN_ALL:
        raise TooLargeError(
            f"{frames} frames of {across}x{down} pixels are too many; reduce them to "
            f"{MAX_PIXELS_IN_ALL // (across * down)} with a shorter duration or a lower fps, or "
            "use a smaller cell."
        )


def _write(
    film: Film,
    timing: Timing,
    drawing: Drawing,
    format: str,
    progress: Progress | None,
    stream: BinaryIO,
) -> None:
    if format == "svg":
        from labirinto.animate.animated_svg import animated_svg_parts

        for part in animated_svg_parts(film, timing, drawing, progress):
            stream.write(part.encode())
        return
    from labirinto.animate.painting import patches
    from labirinto.animate.raster import Movie, write_apng, write_gif, write_webp

    total = len(timing.frames(len(film)))
    painter = _painter(film, drawing)
    movie = Movie(
        *drawing.pixel_size,
        painter.colours,
        _counted(patches(film, timing, drawing, painter), total, progress),
        painter.still,
        timing.loop,
        drawing.about_text(),
    )
    {"gif": write_gif, "webp": write_webp}.get(format, write_apng)(movie, stream)


def _painter(film: Film, drawing: Drawing) -> Painter:
    if isinstance(film.grid, Mesh):
        from labirinto.animate.smooth_painting import SmoothPainter

        return SmoothPainter(film, drawing)
    from labirinto.animate.painting import TilePainter

    return TilePainter(film, drawing)


def _counted(items: Iterator[ItemT], total: int, progress: Progress | None) -> Iterator[ItemT]:
    for done, item in enumerate(items, 1):
        yield item
        if progress:
            progress(done, total)

"""Pictures of pixels by Pillow: JPEG out, and mazes recognised in the pictures of any program."""

from __future__ import annotations

import warnings
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory
from labirinto._internal.pixels import MAX_PIXELS, open_picture
from labirinto._internal.refusals import PictureError
from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import Portrait
from labirinto.drawing.raster import drawing_palette, pixels_of
from labirinto.drawing.smooth import check_smooth, smooth_bands
from labirinto.drawing.style import Style
from labirinto.ends import Ends, EndsLike, as_ends
from labirinto.errors import FileFormatError, InvalidValueError, UnsureWarning
from labirinto.formats._notes import About
from labirinto.formats._signatures import PNG_KEYWORD
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.solving import solve

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.recognition.answer import SolvedPicture
    from labirinto.recognition.recognised import Recognised

_LONGEST_JPEG = 65_500
"""Pixels of a side, for the library behind Pillow."""

_LONGEST_COMMENT = 65_000
_NOTES_BEGIN = b'{"'
_QUALITY = 95
_BYTES_A_PIXEL = 6
"""Memory: the pixels twice as a byte, and once in RGB."""


def to_image(
    maze: Maze,
    *,
    path: Path | None = None,
    ends: EndsLike | None = None,
    style: Style | None = None,
    portrait: Portrait | None = None,
) -> Image:
    """Return the picture that ``save`` writes as PNG, as a Pillow image in RGB.

    Args:
        maze: The maze.
        path: A path to draw, usually the solution.
        ends: Start and end to mark, or openings in the frame: ``Ends``, or two cells.
        style: Sizes and colours; by default that of the portrait, or ``Style.usual(maze.grid)``,
            in which the cells of mazes from 4 million cells on are small.
        portrait: How thick the walls are, to show a picture.

    Raises:
        InvalidValueError: If the path or the ends do not belong to the maze, or an argument is of
            another type.
        MissingExtraError: If Pillow is not installed.
        TooLargeError: If there is not enough memory.
    """
    return image_of(Drawing.of(maze, path, ends, style, portrait)).convert("RGB")


def check_jpeg(drawing: Drawing) -> None:
    """Check that the picture is not larger than JPEG allows, and that Pillow is installed."""
    _check_image(drawing)
    if max(drawing.pixel_size) > _LONGEST_JPEG:
        raise InvalidValueError(
            f"A side of the picture would be {max(drawing.pixel_size)} pixels, and JPEG allows "
            f"{_LONGEST_JPEG}; choose a smaller cell, or PNG."
        )


def write_jpeg(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as a JPEG picture, with size, layout, recipe and ends in its comment.

    JPEG blurs edges, so the maze is read back by recognition, as from any picture; the comment adds
    the recipe and the ends.  Notes longer than a comment can be are left out.
    """
    from io import BytesIO

    notes = drawing.about_text().encode("ascii")
    comment = notes if len(notes) <= _LONGEST_COMMENT else b""
    data = BytesIO()  # since a pipe cannot go back
    image_of(drawing).convert("RGB").save(
        data, "JPEG", quality=_QUALITY, subsampling=0, comment=comment
    )
    stream.write(data.getbuffer())


def _check_image(drawing: Drawing) -> None:
    with needing("This picture needs Pillow", "images"):
        import_module("PIL")
    if drawing.maze.grid.kind:
        check_smooth(drawing, _BYTES_A_PIXEL)
        return
    width, height = drawing.pixel_size
    check_memory(_BYTES_A_PIXEL * width * height, f"A picture of {width} x {height} pixels")


def image_of(drawing: Drawing) -> Image:
    """Return a drawing as a Pillow image, with a palette if its grid is a rectangle.

    Raises:
        MissingExtraError: If Pillow is not installed.
        TooLargeError: If there is not enough memory.
    """
    _check_image(drawing)
    from PIL import Image

    if drawing.maze.grid.kind:
        from numpy import concatenate

        return Image.fromarray(concatenate(list(smooth_bands(drawing))))
    image = Image.frombytes("P", drawing.pixel_size, pixels_of(drawing))
    image.putpalette(drawing_palette(drawing))
    return image


def read_picture(source: Source) -> tuple[Maze, Ends | None]:
    """Recognise a maze in a picture; the ends are those that its openings or marks show.

    A picture of ours with notes in its comment gives back the recipe and the ends in them.

    Warns:
        UnsureWarning: If the maze is not perfect, not all of its walls are clear, or its solution
            may cross one.

    Raises:
        FileFormatError: If no maze is found, or not the one that the notes are of; or if the
            picture is damaged or too large.
        MissingExtraError: If Pillow or NumPy is not installed.
        TooLargeError: If there is not enough memory.
    """
    found, picture = recognise_in(source)
    from labirinto.recognition.answer import path_in
    from labirinto.recognition.maze_in_picture import FEWEST_SURE

    comment = picture.info.get("comment")
    if noted := _as_noted(found.maze, comment):
        return noted
    doubts = [] if found.maze.is_perfect else ["it is not perfect"]
    if isinstance(comment, bytes) and comment.startswith(_NOTES_BEGIN):
        doubts.append("the notes in its comment are damaged and left out")
    if found.unsure:
        doubts.append(f"{found.unsure} of its walls are unclear")
    ends = found.ends if found.maze.is_perfect else None
    if ends and len(found.maze.grid) < FEWEST_SURE:
        path_in(found, ends)  # a few lines of a larger maze may look like so small a one
    elif ends and (place := found.crossing(solve(found.maze, *ends))):
        x, y = place
        doubts.append(f"its solution may cross a wall near the pixel {x},{y}")
    if doubts:
        message = f"the maze in this picture may be misread: {' and '.join(doubts)}"
        warnings.warn(UnsureWarning(message, found.quality), stacklevel=2)
    return found.maze, found.ends


def _as_noted(maze: Maze, comment: object) -> tuple[Maze, Ends | None] | None:
    """Return a recognised maze with the recipe and the ends in a comment; None if it has no notes.

    Raises:
        FileFormatError: If the notes are of another maze.
    """
    about = _noted(comment)
    if about is None:
        return None
    with suppress(FileFormatError):
        if about.grid == maze.grid:
            return about.maze(maze.bits)
    raise FileFormatError(
        "the maze in this picture is not the one that its comment describes: the picture was "
        "changed, or misread; save it as PNG to load the maze that it shows."
    )


def _noted(comment: object) -> About | None:
    """Return the notes in the comment of a picture; None if there are none."""
    if isinstance(comment, bytes | str) and len(comment) <= _LONGEST_COMMENT:
        with suppress(FileFormatError):
            return About.from_json(comment)
    return None


def _check_planar(picture: Image) -> None:
    """Check that a maze can be recognised in a picture, by its notes if it is one of ours.

    Raises:
        PictureError: If it has floors, joined sides or bridges.
    """
    about = _noted(picture.info.get("comment") or picture.info.get(PNG_KEYWORD.decode()))
    if about and not about.grid.is_planar:
        remedy = f"make it again: {about.recipe.command}" if about.recipe else "save it as PNG"
        raise PictureError(
            f"the maze in this picture is on the grid {about.grid.text}, but stairs, joined sides "
            f"and bridges are not recognised in pictures; {remedy}.",
            "unrecognised",
        )


def recognise_in(
    source: Source,
    *,
    which: int | None = None,
    max_pixels: int = MAX_PIXELS,
    seconds: float | None = None,
) -> tuple[Recognised, Image]:
    """Return what is recognised in a picture, and the picture itself in RGB.

    Args:
        source: The file.
        which: The number of the maze, if there are several: in reading order from 1.
        max_pixels: The most pixels that the picture may have.
        seconds: Time after which the search ends with an error, checked every second or so.

    Raises:
        PictureError: If no maze is found, several are and it is not said which, the picture is
            damaged or too large, or the time is over.
        MissingExtraError: If a package is not installed.
        TooLargeError: If there is not enough memory.
    """
    picture = open_picture(source, max_pixels)
    _check_planar(picture)
    from labirinto.recognition.recognise import recognise

    return recognise(picture, which=which, seconds=seconds), picture


def solve_picture(
    data: bytes,
    *,
    ends: EndsLike | None = None,
    places: tuple[tuple[float, float], tuple[float, float]] | None = None,
    which: int | None = None,
    max_pixels: int = MAX_PIXELS,
    seconds: float | None = None,
) -> SolvedPicture:
    """Solve the maze in a picture, so that no path crosses a wall of the picture.

    Args:
        data: The file: PNG, GIF, BMP, JPEG, WebP, TIFF or PBM.
        ends: Start and end, as ``Ends`` or two cells; those that the picture shows by default.
        places: Start and end as places in the picture, in pixels: the nearest cells count.
        which, max_pixels, seconds: As for ``recognise_in``.

    Raises:
        PictureError: As ``recognise_in`` does, and if the path is not sure.
        NotShownError: If the picture does not show start and end.
        InvalidValueError: If ``ends`` are outside the maze, or start and end are the same cell.
        MissingExtraError: If a package is not installed.
        NoPathError: If no path joins start and end.
        TooLargeError: If there is not enough memory.
    """
    from io import BytesIO

    from labirinto.recognition.answer import SolvedPicture, ends_shown, path_in

    wanted = as_ends(ends)
    found, picture = recognise_in(
        Source(BytesIO(data)), which=which, max_pixels=max_pixels, seconds=seconds
    )
    if places:
        start, end = (found.cell_at(*place) for place in places)
        wanted = Ends(start, end)
    chosen = wanted.check(found.maze.grid) if wanted else ends_shown(found)
    return SolvedPicture(picture, found, chosen, path_in(found, chosen))

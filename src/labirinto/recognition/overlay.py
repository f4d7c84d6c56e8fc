"""The solution of a maze, drawn over the picture in which the maze was recognised."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.files import write_whole
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import STEPS
from labirinto.path import Path

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.recognition.recognised import Recognised

_FORMATS = {
    "png": "PNG",
    "jpg": "JPEG",
    "jpeg": "JPEG",
    "webp": "WEBP",
    "gif": "GIF",
    "bmp": "BMP",
    "tif": "TIFF",
    "tiff": "TIFF",
}


def over_format_of(target: str, format: str | None) -> str:
    """Return the format of a picture with a path drawn over it.

    Raises:
        InvalidValueError: If the extension selects none.
    """
    ending = format or os.path.splitext(target)[1][1:].lower()
    if ending not in _FORMATS:
        raise InvalidValueError(
            f"{format or target!r} is no format for a picture that is drawn over; choose one of "
            f"{', '.join(f'.{name}' for name in _FORMATS)}."
        )
    return ending


def draw_over(
    picture: Image,
    found: Recognised,
    path: Path,
    target: str | os.PathLike[str] | BinaryIO,
    format: str,
    style: Style,
) -> None:
    """Write the picture with the path in it, out through openings where it begins or ends at one.

    All other pixels stay the same, apart from what the format loses.

    Args:
        picture: The picture, in RGB.
        found: The maze in it.
        path: The path.
        target: A file name, or a binary stream.
        format: As ``over_format_of`` returns it.
        style: Gives the colour of the solution.

    Raises:
        OSError: If the file cannot be written.
    """
    from PIL import ImageDraw

    points: list[tuple[float, float]] = [found.centre(x, y) for x, y in path.corners()]
    openings = dict(found.openings)
    for at, (x, y) in ((0, path.start), (len(points) + 1, path.end)):
        if (x, y) in openings:
            dx, dy = STEPS[openings[x, y]]
            points.insert(at, found.centre(x + dx / 2, y + dy / 2))
    floor = found.lattice.pitch() * (1 - max(found.lattice.thickness)) * found.scale
    solved = picture.copy()
    # Pillow's points are the middles of pixels.
    places = [(x - 0.5, y - 0.5) for x, y in points]
    ImageDraw.Draw(solved).line(
        places, fill=style.solution, width=max(1, round(floor / 3)), joint="curve"
    )
    if isinstance(target, str | os.PathLike):
        with write_whole(target) as stream:
            solved.save(stream, _FORMATS[format])
    else:
        solved.save(target, _FORMATS[format])

"""The solution of a maze, drawn over the picture in which the maze was recognised."""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.files import open_target
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
            f"{format or target!r} is not a format for drawing over a picture; choose one of "
            f"{', '.join(f'.{name}' for name in _FORMATS)}."
        )
    return ending


def points_of(found: Recognised, path: Path) -> list[tuple[float, float]]:
    """Return the points of a path in the picture: a cell each, and out through openings."""
    points: list[tuple[float, float]] = [found.centre(x, y) for x, y in path]
    openings = dict(found.openings)
    for at, (x, y) in ((0, path.start), (len(points) + 1, path.end)):
        if (x, y) in openings:
            dx, dy = STEPS[openings[x, y]]
            points.insert(at, found.centre(x + dx / 2, y + dy / 2))
    return points


def over(
    picture: Image, points: list[tuple[float, float]], found: Recognised, colour: str
) -> Image:
    """Return the picture with a line through points, a third as wide as a corridor."""
    floor = found.lattice.pitch() * (1 - max(found.lattice.thickness)) * found.scale
    return lined(picture, points, max(1, round(floor / 3)), colour)


def lined(picture: Image, points: list[tuple[float, float]], width: int, colour: str) -> Image:
    """Return the picture with a line through points; all other pixels stay the same."""
    from PIL import ImageDraw

    solved = picture.copy()
    # Pillow's points are the middles of pixels.
    places = [(x - 0.5, y - 0.5) for x, y in points]
    ImageDraw.Draw(solved).line(places, fill=colour, width=width, joint="curve")
    return solved


def encoded(picture: Image, format: str) -> bytes:
    """Return the bytes of a picture in one of the formats that are drawn over.

    Raises:
        InvalidValueError: If the format is none of them.
    """
    data = BytesIO()
    picture.save(data, _FORMATS[over_format_of("", format)])
    return data.getvalue()


def write_over(picture: Image, target: str | os.PathLike[str] | BinaryIO, format: str) -> None:
    """Write a picture to a file name, or a binary stream.

    Raises:
        OSError: If the file cannot be written.
    """
    with open_target(target) as stream:
        picture.save(stream, _FORMATS[format])

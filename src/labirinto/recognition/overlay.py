"""The way through a maze, drawn over the picture that the maze was seen in."""

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

    from labirinto.recognition.maze_in_picture import Recognised

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
    """The format of a picture with a way drawn over it.

    Raises:
        InvalidValueError: if there is none for this name.
    """
    ending = format or os.path.splitext(target)[1][1:].lower()
    if ending not in _FORMATS:
        raise InvalidValueError(
            f"{format or target!r} is no picture that can be drawn over; take a name that ends in "
            f"{', '.join(f'.{name}' for name in _FORMATS)}."
        )
    return ending


def draw_over(
    picture: Image,
    seen: Recognised,
    path: Path,
    target: str | os.PathLike[str] | BinaryIO,
    format: str,
    style: Style,
) -> None:
    """Writes the picture with the path in it, out through openings where it begins or ends at one.

    All other pixels stay as they are, but for what the format loses.

    Args:
        picture: in RGB.
        seen: the maze in it.
        format: one that ``over_format_of`` gives.
        style: whose colour of the solution is taken.

    Raises:
        OSError: if the file cannot be written.
    """
    from PIL import ImageDraw

    points: list[tuple[float, float]] = [seen.centre(x, y) for x, y in path.corners()]
    ways_out = dict(seen.openings)
    for at, (x, y) in ((0, path.start), (len(points) + 1, path.end)):
        if (x, y) in ways_out:
            dx, dy = STEPS[ways_out[x, y]]
            points.insert(at, seen.centre(x + dx / 2, y + dy / 2))
    floor = min(lines.pitch - lines.thickness for lines in (seen.across, seen.down))
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

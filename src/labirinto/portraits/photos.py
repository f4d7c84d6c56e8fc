"""The photographs of portraits: opened, and sampled for the cells of a maze."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, BinaryIO

from labirinto._internal.pixels import open_photograph
from labirinto._internal.source import Source
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids.rectangle import Rectangle

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.drawing.portrait import Array

    Picture = str | os.PathLike[str] | BinaryIO | Image

_LEAST_SIDE = 16

_NO_FILE = {"HSV": "RGB", "RGBa": "RGBA", "La": "LA"}
"""Modes of Pillow images that no file has, and what they become."""


def open_photo(picture: Picture) -> Image:
    """Return a picture upright, in RGB, or in RGBA if any of it is transparent.

    Raises:
        FileFormatError: If it is not a picture, damaged, an animation, or too large or too small.
        MissingExtraError: If Pillow is not installed.
        OSError: If the file cannot be read.
    """
    if isinstance(picture, str | os.PathLike):
        with open(picture, "rb") as file:
            try:
                return open_photo(file)
            except FileFormatError as error:
                raise FileFormatError(f"{os.fsdecode(picture)}: {error}") from None
    given: Any = picture
    if hasattr(picture, "read") and not hasattr(picture, "encoding"):
        return _large_enough(open_photograph(Source(given)))
    if hasattr(picture, "getchannel"):
        return _large_enough(_of_image(given))
    raise InvalidValueError(
        f"The picture {picture!r} is neither a file name, nor a binary stream, nor an image."
    )


def _of_image(image: Image) -> Image:
    """Return a Pillow image upright, in RGB or RGBA."""
    if image.mode in ("RGB", "RGBA") and not image.getexif():
        return image
    from PIL import ImageOps

    stream = io.BytesIO()
    upright = ImageOps.exif_transpose(image)
    if upright.mode in _NO_FILE:
        upright = upright.convert(_NO_FILE[upright.mode])
    upright.save(stream, "TIFF")  # which has every other mode
    stream.seek(0)
    return open_photograph(Source(stream))


def _large_enough(photo: Image) -> Image:
    if min(photo.size) < _LEAST_SIDE:
        raise FileFormatError(
            f"the picture has {photo.width} x {photo.height} pixels, too few for a portrait; use "
            f"one of at least {_LEAST_SIDE} x {_LEAST_SIDE}."
        )
    return photo


def sampled(photo: Image, grid: Rectangle, stretch: bool, behind: str) -> Array:
    """The colours of quarters of cells, ``float[2 * height, 2 * width, 3]``, from 0 to 1."""
    import numpy as np
    from PIL import Image

    if photo.mode == "RGBA":
        ground = Image.new("RGB", photo.size, behind)
        ground.paste(photo, mask=photo)
        photo = ground
    photo = resized(photo, 2 * grid.width, 2 * grid.height, grid.width, grid.height, stretch)
    return np.asarray(photo, float) / 255


def resized(photo: Image, across: int, down: int, width: int, height: int, stretch: bool) -> Image:
    """The middle of a picture in the proportions of a rectangle, or all of it."""
    from PIL.Image import Resampling

    left = top = 0.0
    if not stretch:
        scale = min(photo.width / width, photo.height / height)
        left = (photo.width - scale * width) / 2
        top = (photo.height - scale * height) / 2
    box = (left, top, photo.width - left, photo.height - top)
    return photo.resize((across, down), Resampling.BICUBIC, box=box)

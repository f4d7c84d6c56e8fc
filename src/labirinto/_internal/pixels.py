"""Pictures of any program as pixels, decoded by Pillow within limits."""

from __future__ import annotations

import io
import struct
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto._internal.memory import check_memory, in_words
from labirinto._internal.refusals import PictureError
from labirinto._internal.source import Source
from labirinto.errors import LabirintoError

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

_FORMATS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF")

_LARGEST_FILE = 1 << 27

MAX_PIXELS = 80_000_000
"""The most pixels of a picture in which a maze is searched for."""

_PIXELS_A_BYTE = 8192
"""Deflate compresses no better: a bit a pixel, to a thousandth."""

_PIXELS_ALWAYS = 1 << 20
"""Pixels whose memory need not be checked."""

_ORIENTATION = (0x0112, 3)
"""The number and the type of this note in EXIF: two bytes (CIPA DC-008)."""

SMALLER = "make it smaller"
"""What to do with a picture of too many pixels."""

_BYTES_A_PIXEL = 32
"""Memory for recognition; 10 to 20 were measured, and 27 with cells of two pixels."""


def open_picture(source: Source, max_pixels: int = MAX_PIXELS) -> Image:
    """Decode a picture to RGB, oriented as viewers show it, with white for transparent pixels.

    Raises:
        PictureError: If it is damaged, too large, an animation, or claims more than it can hold.
        MissingExtraError: If Pillow, NumPy or OpenCV is not installed.
        TooLargeError: If there is not enough memory.
    """
    with needing("Recognising a maze in a picture needs Pillow and OpenCV", "images"):
        import_module("cv2")
    remedy = (
        "make it smaller, down to a few pixels per cell, or save a maze of labirinto as PNG, "
        "which is read at any size"
    )
    return _decoded(source, max_pixels, _in_colours, remedy)


def open_photograph(source: Source, max_pixels: int = MAX_PIXELS) -> Image:
    """Decode a picture to RGB, or to RGBA if a pixel may be transparent, as viewers show it.

    Raises:
        PictureError: As ``open_picture``.
        MissingExtraError: If Pillow or NumPy is not installed.
        TooLargeError: If there is not enough memory.
    """
    return _decoded(source, max_pixels, _with_transparency, SMALLER)


def _decoded(
    source: Source, max_pixels: int, convert: Callable[[Image], Image], remedy: str
) -> Image:
    with needing("Reading a picture needs Pillow and NumPy", "images"):
        import_module("numpy")
        import_module("PIL")
    return decoded(
        source.whole(_LARGEST_FILE),
        convert,
        max_pixels=max_pixels,
        bytes_a_pixel=_BYTES_A_PIXEL,
        remedy=remedy,
        unknown="it is not a readable picture, or its beginning is damaged; give one as "
        f"{', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}.",
    )


def decoded(
    data: bytes,
    convert: Callable[[Image], Image],
    *,
    max_pixels: int,
    bytes_a_pixel: int,
    unknown: str,
    remedy: str = SMALLER,
) -> Image:
    """Decode a picture by Pillow, which must be there, and turn it as viewers show it.

    Args:
        data: The file.
        convert: Makes of the decoded picture what is wanted.
        max_pixels: The most pixels that it may have.
        bytes_a_pixel: Memory that it will take.
        unknown: The sentence for what is not a picture.
        remedy: What to do with one of more pixels.

    Raises:
        PictureError: If it is damaged, too large, an animation, or claims more than it can hold.
        TooLargeError: If there is not enough memory.
    """
    from PIL import Image, UnidentifiedImageError

    # What Pillow warns about is either harmless here, or refused below.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            picture = Image.open(io.BytesIO(data), formats=_FORMATS)
            width, height = picture.size
            if width * height > max_pixels:
                raise PictureError(_too_many(f"{width} x {height}", max_pixels, remedy), "pixels")
            _check_size(width, height, len(data), bytes_a_pixel)
            if getattr(picture, "is_animated", False):
                raise PictureError("it is an animation; save the frame that you want.", "animation")
            return converted(picture, convert)
        except (LabirintoError, MemoryError):
            raise
        except Image.DecompressionBombError:
            raise PictureError(_too_many("far too many", max_pixels, remedy), "pixels") from None
        except UnidentifiedImageError:
            raise PictureError(unknown, "damaged") from None
        # Damaged pictures make decoders raise anything.
        except Exception as error:
            reason = " ".join(str(error).split()).replace(repr(data), "it")
            shown = f" ({reason[:80]})" if reason and "BytesIO" not in reason else ""
            raise PictureError(f"the picture is damaged or cut off{shown}.", "damaged") from None


def is_opened_picture(value: object) -> bool:
    """Whether a value is a picture that Pillow has opened or made."""
    pillow = sys.modules.get("PIL.Image")
    return pillow is not None and isinstance(value, pillow.Image)


def converted(picture: Image, convert: Callable[[Image], Image]) -> Image:
    """Convert a picture, and turn it as viewers show it."""
    return _upright(convert(picture), picture.info.get("exif"))


def _check_size(width: int, height: int, size: int, bytes_a_pixel: int) -> None:
    pixels = width * height
    if pixels > _PIXELS_ALWAYS and pixels > _PIXELS_A_BYTE * size:
        raise PictureError(
            f"the picture claims {width} x {height} pixels, too many for its {in_words(size)}.",
            "damaged",
        )
    check_memory(pixels * bytes_a_pixel, f"A picture of {width} x {height} pixels")


def _too_many(pixels: str, limit: int, remedy: str) -> str:
    return f"the picture has {pixels} pixels, and the limit is {limit // 10**6} million; {remedy}."


def _upright(picture: Image, exif: object) -> Image:
    """Turn the picture as the camera was held."""
    from PIL.Image import Transpose

    turns = {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
    turn = turns.get(_orientation(exif) if isinstance(exif, bytes) else 1)
    return picture if turn is None else picture.transpose(turn)


def _orientation(exif: bytes) -> int:
    """Return the orientation in EXIF notes; 1 for upright, and where they are damaged.

    Pillow would load all notes into memory, and they can name the same bytes many times.
    """
    tiff = exif.removeprefix(b"Exif\0\0")
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        (first,) = struct.unpack_from(f"{order}4xI", tiff)
        (count,) = struct.unpack_from(f"{order}H", tiff, first)
        for place in range(first + 2, first + 2 + 12 * count, 12):
            tag, kind, value = struct.unpack_from(f"{order}HH4xH", tiff, place)
            if (tag, kind) == _ORIENTATION:
                return int(value)
    except struct.error:
        pass
    return 1


def _in_colours(picture: Image) -> Image:
    from PIL import Image

    over = _with_transparency(picture)
    if over.mode == "RGB":
        return over
    white = Image.new("RGB", picture.size, "white")
    white.paste(over, mask=over)
    return white


def _with_transparency(picture: Image) -> Image:
    if picture.mode in ("I", "F") or picture.mode.startswith("I;"):
        return _stretched(picture)
    return picture.convert("RGBA" if picture.has_transparency_data else "RGB")


def _stretched(picture: Image) -> Image:
    """Stretch a grey picture of more than 8 bits from its darkest value to its lightest."""
    import numpy as np
    from PIL import Image

    values: np.ndarray[Any, Any] = np.array(picture, dtype=np.float64)
    np.nan_to_num(values, copy=False)
    low, high = float(values.min()), float(values.max())
    values -= low
    values /= (high - low) or 1
    values *= 255
    np.nan_to_num(values, copy=False)
    return Image.fromarray(values.astype(np.uint8)).convert("RGB")

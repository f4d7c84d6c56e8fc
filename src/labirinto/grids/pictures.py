"""Pictures as masks, decoded by Pillow within bounds."""

from __future__ import annotations

import io
import warnings

from labirinto._internal.memory import check_memory
from labirinto.errors import FileFormatError, LabirintoError, MissingExtraError
from labirinto.grids.rectangle import plane_bytes

MAX_PIXELS = 100_000_000

_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "PPM")
_PIXELS_ALWAYS = 1 << 24
_PIXELS_A_BYTE = 1200
"""A little more than PNG packs of one colour."""

_BYTES_A_PIXEL = 8
_OPAQUE = 255


class TooManyPixelsError(FileFormatError):
    """A picture that is too large to be read."""


def dark_cells(
    data: bytes,
    width: int,
    height: int,
    stretch: bool,
    threshold: float,
    max_pixels: int = MAX_PIXELS,
    *,
    cropped: bool = False,
) -> bytes:
    """Return the mask of a picture: cells that are dark, or not transparent if any pixel is.

    Args:
        data: The bytes of its file.
        width, height: The sides of the mask, in the middle of which it is fitted.
        stretch: Whether it fills the mask, instead of keeping its proportions.
        threshold: How bright, or transparent, a cell may be on average, from 0 to 1.
        max_pixels: Of pictures that are read.
        cropped: Whether the rim without dark pixels is cut off first.

    Raises:
        FileFormatError: If it is no picture, damaged, an animation or too large.
        MissingExtraError: If Pillow is not installed.
        TooLargeError: If there is not enough memory.
    """
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise MissingExtraError(
            "A mask from a picture needs Pillow: pip install 'labirinto[images]'."
        ) from None
    bar = threshold * _OPAQUE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            file = Image.open(io.BytesIO(data), formats=_FORMATS)
            _check_size(file.width, file.height, len(data), max_pixels)
            if getattr(file, "is_animated", False):
                raise FileFormatError("it is an animation; save the one frame that you mean.")
            picture: Image.Image = ImageOps.exif_transpose(file)
            if picture.mode.startswith("I"):  # 16 bits a pixel, which would be cut off at white
                picture = picture.convert("I").point([value >> 8 for value in range(1 << 16)], "L")
            alpha = picture.convert("RGBA").getchannel("A")
            if any(alpha.histogram()[:_OPAQUE]):
                light = alpha.point([_OPAQUE - value for value in range(256)])
            else:
                light = picture.convert("L")
            is_dark = [value < bar or value == 0 == bar for value in range(256)]
            if cropped:
                light = light.crop(light.point([255 * dark for dark in is_dark]).getbbox())
            across, down = width, height
            if not stretch:
                scale = min(width / light.width, height / light.height)
                across = max(1, round(light.width * scale))
                down = max(1, round(light.height * scale))
            cells = light.resize((across, down), Image.Resampling.BOX).tobytes()
        except (LabirintoError, MemoryError):
            raise
        except Image.DecompressionBombError:
            raise _too_large("far too many", max_pixels) from None
        except UnidentifiedImageError:
            raise FileFormatError(
                "it is neither a picture nor a text of # and dots; draw the mask black on white."
            ) from None
        # Damaged pictures make decoders raise anything.
        except Exception:
            raise FileFormatError("the picture is damaged or cut off.") from None
    left, top = (width - across) // 2, (height - down) // 2
    mask = bytearray(height * plane_bytes(width))
    digits = bytes(b"01"[dark] for dark in is_dark)
    for y in range(down):
        line = int(cells[y * across : (y + 1) * across].translate(digits)[::-1], 2) << left
        at = (top + y) * plane_bytes(width)
        mask[at : at + plane_bytes(width)] = line.to_bytes(plane_bytes(width), "little")
    return bytes(mask)


def _check_size(width: int, height: int, size: int, most: int) -> None:
    pixels = width * height
    if pixels > most:
        raise _too_large(f"{width} x {height}", most)
    if pixels > _PIXELS_ALWAYS and pixels > _PIXELS_A_BYTE * size:
        raise TooManyPixelsError(
            f"the picture claims {width} x {height} pixels, too many for its {size} bytes."
        )
    check_memory(pixels * _BYTES_A_PIXEL, f"A picture of {width} x {height} pixels")


def _too_large(pixels: str, most: int) -> TooManyPixelsError:
    return TooManyPixelsError(
        f"the picture has {pixels} pixels, and the limit is {most // 10**6} million; make it "
        "smaller, down to a few pixels a cell."
    )

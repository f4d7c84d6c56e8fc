"""Pictures as masks, decoded within limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto._internal.pixels import converted, decoded
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import plane_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 100_000_000

_BYTES_A_PIXEL = 8
_OPAQUE = 255


def dark_cells(
    source: bytes | Image,
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
        source: The bytes of its file, or what Pillow has made of them.
        width, height: The sides of the mask, in the middle of which it is fitted.
        stretch: Whether it fills the mask, instead of keeping its proportions.
        threshold: How bright, or transparent, a cell may be on average, from 0 to 1.
        max_pixels: Of pictures that are read.
        cropped: Whether the rim without dark pixels is cut off first.

    Raises:
        InvalidValueError: If it has no pixels.
        FileFormatError: If it is not a picture, damaged, an animation or too large.
        MissingExtraError: If Pillow is not installed.
        TooLargeError: If there is not enough memory.
    """
    with needing("A mask from a picture needs Pillow", "images"):
        from PIL.Image import Resampling
    if isinstance(source, bytes):
        light = decoded(
            source,
            _lightness,
            max_pixels=max_pixels,
            bytes_a_pixel=_BYTES_A_PIXEL,
            unknown="it is neither a picture nor a text of # and dots; draw the mask black on "
            "white.",
        )
    else:
        if not (source.width and source.height):
            raise InvalidValueError("The picture has no pixels; give another.")
        light = converted(source, _lightness)
    bar = threshold * _OPAQUE
    is_dark = [value < bar or value == 0 == bar for value in range(256)]
    if cropped:
        light = light.crop(light.point([255 * dark for dark in is_dark]).getbbox())
    across, down = width, height
    if not stretch:
        scale = min(width / light.width, height / light.height)
        across = max(1, round(light.width * scale))
        down = max(1, round(light.height * scale))
    cells = light.resize((across, down), Resampling.BOX).tobytes()
    left, top = (width - across) // 2, (height - down) // 2
    mask = bytearray(height * plane_bytes(width))
    digits = bytes(b"01"[dark] for dark in is_dark)
    for y in range(down):
        line = int(cells[y * across : (y + 1) * across].translate(digits)[::-1], 2) << left
        at = (top + y) * plane_bytes(width)
        mask[at : at + plane_bytes(width)] = line.to_bytes(plane_bytes(width), "little")
    return bytes(mask)


def _lightness(picture: Image) -> Image:
    """How light each pixel is, or how transparent if any pixel is."""
    if picture.mode.startswith("I"):  # 16 bits a pixel, or 8 where an array became a picture
        picture = picture.convert("I")
        _, lightest = picture.getextrema()
        bits = 8 if not isinstance(lightest, tuple) and lightest > _OPAQUE else 0
        picture = picture.point([value >> bits for value in range(1 << 16)], "L")
    alpha = picture.convert("RGBA").getchannel("A")
    if any(alpha.histogram()[:_OPAQUE]):
        return alpha.point([_OPAQUE - value for value in range(256)])
    return picture.convert("L")

"""The parts of which PNG files consist."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from labirinto.formats._signatures import PNG as SIGNATURE
from labirinto.formats._signatures import PNG_KEYWORD as KEYWORD


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file: its length, its kind, its data and their checksum."""
    checksum = zlib.crc32(data, zlib.crc32(kind)).to_bytes(4, "big")
    return b"".join((len(data).to_bytes(4, "big"), kind, data, checksum))


def head(width: int, height: int, depth: int, palette: bytes = b"") -> bytes:
    """Return what precedes all other parts.

    Args:
        width, height: The size in pixels.
        depth: Bits a pixel, or a colour of it in RGB.
        palette: Three bytes a colour; empty for RGB.
    """
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    header = chunk(b"IHDR", size + bytes((depth, 3 if palette else 2, 0, 0, 0)))
    return SIGNATURE + header + (chunk(b"PLTE", palette) if palette else b"")


def texts(notes: bytes = b"") -> bytes:
    """Return the parts that hold our notes, if there are any, and the name of this program."""
    own = chunk(b"tEXt", KEYWORD + b"\0" + notes) if notes else b""
    return own + chunk(b"tEXt", b"Software\0labirinto")


END = chunk(b"IEND", b"")
"""The last part."""


def small_png(
    lines: Sequence[bytes], palette: bytes = b"", *, depth: int = 8, width: int = 0
) -> bytes:
    """Return a whole file; lines that are equal to those above them take no room.

    Args:
        lines: Numbers of the palette, or without one red, green and blue.
        palette: Of three bytes a colour.
        depth: Bits a number.
        width: Pixels of a line; by default as many as fill its bytes.
    """
    width = width or len(lines[0]) // (1 if palette else 3)
    # PNG's filter "up": what differs from the row above.
    repeated = b"\2" + bytes(len(lines[0]))
    rows, before = [], b""
    for line in lines:
        rows.append(repeated if line == before else b"\0" + line)
        before = line
    data = chunk(b"IDAT", zlib.compress(b"".join(rows), 3))
    return head(width, len(lines), depth, palette) + data + END


def same_picture(own: bytes, other: bytes) -> bool:
    """Whether a file has the pixels of a PNG file of our own, however they are packed."""
    look, packed = _parts(own)
    look_of_other, packed_of_other = _parts(other)
    pixels = zlib.decompress(packed)
    try:
        # No more than that, however much there is.
        others = zlib.decompressobj().decompress(packed_of_other, len(pixels) + 1)
    except zlib.error:
        return False
    return look == look_of_other and pixels == others


def _parts(picture: bytes) -> tuple[list[bytes], bytes]:
    """Header and palette, and the packed pixels."""
    at = len(SIGNATURE)
    look, packed = [picture[:at]], []
    while at < len(picture):
        end = at + 12 + int.from_bytes(picture[at : at + 4], "big")
        kind = picture[at + 4 : at + 8]
        if kind == b"IDAT":
            packed.append(picture[at + 8 : end - 4])
        elif kind.isupper():  # others, such as notes, do not change what is seen
            look.append(picture[at:end])
        at = end
    return look, b"".join(packed)

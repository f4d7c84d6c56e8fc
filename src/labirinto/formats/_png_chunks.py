"""The parts of which PNG files consist."""

from __future__ import annotations

import zlib

from labirinto.formats import _signatures

SIGNATURE = _signatures.PNG
KEYWORD = _signatures.PNG_KEYWORD


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file: its length, its kind, its data and their checksum."""
    checksum = zlib.crc32(data, zlib.crc32(kind)).to_bytes(4, "big")
    return b"".join((len(data).to_bytes(4, "big"), kind, data, checksum))


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

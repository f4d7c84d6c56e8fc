"""The parts of which PNG files consist."""

from __future__ import annotations

import zlib


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file: its length, its kind, its data and their checksum."""
    checksum = zlib.crc32(data, zlib.crc32(kind)).to_bytes(4, "big")
    return b"".join((len(data).to_bytes(4, "big"), kind, data, checksum))

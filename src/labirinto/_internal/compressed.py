"""Bytes as a text, for recipes: compressed by zlib, in Base64."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any

_PIECE = 1 << 20


def packed(data: bytes, level: int = -1) -> str:
    """The text of some bytes, at a level of zlib."""
    return b64encode(zlib.compress(data, level)).decode("ascii")


def unpacked(text: Any, most: int) -> bytes:
    """The reverse of ``packed``.

    It takes no more memory than the text explains.  Where there are more bytes than ``most``, only
    some of them are returned, still more than that.

    Raises:
        ValueError: If it is no such text.
    """
    inflate = zlib.decompressobj()
    data = bytearray()
    try:
        rest = b64decode(text, validate=True)
        while rest and not inflate.eof and len(data) <= most:
            data += inflate.decompress(rest, _PIECE)
            rest = inflate.unconsumed_tail
    except (TypeError, zlib.error) as error:
        raise ValueError(error) from None
    if not inflate.eof and len(data) <= most:
        raise ValueError("it is cut off")
    return bytes(data)

"""The tiles of a Tiled map, row by row, from any of the encodings that are read."""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from labirinto.errors import FileFormatError

_NUMBER = re.compile(r"\d+", re.ASCII)
_PIECE = 1 << 14
_ZLIB_OR_GZIP = 47
"""The argument of zlib for either format."""
_COMPRESSIONS = (None, "", "zlib", "gzip")


def rows_of_tiles(
    data: Any, encoding: object, compression: object, width: int
) -> Iterator[array[int]]:
    """Yield the rows of tiles from a list of numbers, or from a text in an encoding of Tiled.

    Raises:
        FileFormatError: If the encoding or compression is unknown, or the tiles are damaged.
    """
    if not isinstance(data, str):
        return _rows_of_numbers(data, width)
    if encoding == "csv":
        return _rows_of_csv(data, width)
    return _rows_of_base64(data, encoding, compression, width)


def _rows_of_numbers(numbers: Iterable[int], width: int) -> Iterator[array[int]]:
    """Yield the rows of tiles from their numbers."""
    try:
        tiles = array("I", numbers)
    except (TypeError, ValueError, OverflowError):
        raise damaged() from None
    for at in range(0, len(tiles), width):
        yield tiles[at : at + width]


def _rows_of_csv(text: str, width: int) -> Iterator[array[int]]:
    """Yield the rows of tiles from numbers with commas between them."""
    if set(text) - set("0123456789, \t\r\n"):
        raise damaged()
    return _rows_of_numbers((int(match[0][:12]) for match in _NUMBER.finditer(text)), width)


def _rows_of_base64(
    text: str, encoding: object, compression: object, width: int
) -> Iterator[array[int]]:
    """Yield the rows of tiles from four bytes each, decompressed piece by piece."""
    from base64 import b64decode

    for problem, is_known in (
        ("the encoding of the map's tiles", encoding == "base64"),
        (f"the compression {compression!r} of the map's tiles", compression in _COMPRESSIONS),
    ):
        if not is_known:
            raise FileFormatError(
                f"{problem} is not supported; in Tiled, choose CSV as the format of its layers and "
                "save it again."
            )
    row = 4 * width
    try:
        data = b64decode("".join(text.split()), validate=True)
        unpacker = zlib.decompressobj(_ZLIB_OR_GZIP) if compression else None
        rest = b""
        for at in range(0, len(data), _PIECE):
            piece = data[at : at + _PIECE]
            rest += unpacker.decompress(piece) if unpacker else piece
            whole = len(rest) // row * row
            for begin in range(0, whole, row):
                tiles = array("I", rest[begin : begin + row])
                if sys.byteorder == "big":
                    tiles.byteswap()
                yield tiles
            rest = rest[whole:]
    except (ValueError, zlib.error):
        raise damaged() from None
    if rest or (unpacker and not unpacker.eof):
        raise damaged()


def damaged() -> FileFormatError:
    """Return the error to raise for tiles that cannot be read."""
    return FileFormatError("the map is damaged: its tiles cannot be read.")

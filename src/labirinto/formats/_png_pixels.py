"""PNG files that our own pictures may be: their chunks, and the pixels in them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from labirinto import _core
from labirinto._internal.source import Source
from labirinto.errors import FileFormatError, cause

_PIECE = 1 << 20
_LARGEST_CHUNK = 1 << 26


class PngHeader(NamedTuple):
    """The size of a picture in pixels, and the bits of a pixel."""

    width: int
    height: int
    depth: int

    @property
    def row_bytes(self) -> int:
        """Bytes of the pixels of a row."""
        return (self.width * self.depth + 7) // 8


def chunks_of(source: Source) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and data of each chunk, up to the last.

    Raises:
        FileFormatError: If one is damaged or missing.
    """
    while True:
        head = source.read(8)
        length = int.from_bytes(head[:4], "big")
        if len(head) == 8 and length > _LARGEST_CHUNK:
            raise FileFormatError("the picture is damaged: a part of it is impossibly long.")
        data = source.read(length)
        check = source.read(4)
        if len(head) < 8 or len(data) < length or len(check) < 4:
            raise FileFormatError("the picture is cut off: its end is missing.")
        kind = head[4:]
        if zlib.crc32(kind + data) != int.from_bytes(check, "big"):
            raise FileFormatError("the picture is damaged: a checksum is wrong.")
        yield kind, data
        if kind == b"IEND":
            return


def header_of(kind: bytes, data: bytes) -> PngHeader:
    """Return what the first chunk says.

    Raises:
        FileFormatError: If it is no header of a picture of our own.
    """
    if kind != b"IHDR" or len(data) != 13:
        raise FileFormatError("the picture is damaged: it has no header.")
    depth, colour_type, _, _, interlaced = data[8:]
    if depth not in (1, 2, 4, 8) or colour_type not in (2, 3) or interlaced:
        raise FileFormatError(
            "this picture was not made by labirinto, or another program has saved it again."
        )
    return PngHeader(int.from_bytes(data[:4], "big"), int.from_bytes(data[4:8], "big"), depth)


def image_data(first: bytes, chunks: Iterator[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Yield the data of the chunks of the image, of which the first has been read."""
    yield first
    # To the very end: a file may be cut off behind its pixels.
    for kind, data in chunks:
        if kind == b"IDAT":
            yield data


def pixel_rows_of(packed: Iterator[bytes], picture: PngHeader) -> Iterator[bytes]:
    """Yield the rows of pixels, packed as in the file, with their filters undone.

    Raises:
        FileFormatError: If rows are damaged or missing.
    """
    size = picture.row_bytes + 1
    rows_left = picture.height
    above = b""
    waiting = bytearray()
    for piece in _unpacked(packed):
        waiting += piece
        begin = 0
        while rows_left and len(waiting) - begin >= size:
            row = bytes(waiting[begin + 1 : begin + size])
            filter_type = waiting[begin]
            begin += size
            # Only once a row is there: its length is the header's claim.
            above = above or bytes(picture.row_bytes)
            if filter_type == 2 and row.count(0) == len(row):
                row = above
            elif filter_type > 4:
                raise FileFormatError("the picture is damaged: it has an unknown filter.")
            elif filter_type > 0:
                row = _core.unfilter(filter_type, row, above)
            yield row
            above = row
            rows_left -= 1
        del waiting[: begin if rows_left else len(waiting)]
    if rows_left:
        raise FileFormatError("the picture is cut off: rows are missing.")


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    inflate = zlib.decompressobj()
    try:
        for data in packed:
            rest = data
            while rest and not inflate.eof:
                yield inflate.decompress(rest, _PIECE)
                rest = inflate.unconsumed_tail
        yield inflate.flush()
    except zlib.error as error:
        raise FileFormatError(f"the picture is damaged ({cause(error)}).") from None

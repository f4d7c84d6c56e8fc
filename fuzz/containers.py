"""Files that are packed and have checksums: taken apart, and put together with right ones.

So a fuzzer gets behind the checksums, which it would hardly ever guess.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass

Parts = list[tuple[bytes, bytes]]
"""Name and content of each."""

MAX_UNPACKED = 1 << 16


@dataclass(frozen=True)
class Container:
    """How a file is taken apart and put together.

    Both may raise ``ValueError`` for a file that is none.
    """

    unpack: Callable[[bytes], Parts]
    pack: Callable[[Parts], bytes]

    def changed(self, data: bytes, choice: int, change: Callable[[bytes], bytes]) -> bytes | None:
        """The same file with one of its parts changed; None if it is none."""
        try:
            parts = self.unpack(data)
            if not parts:
                return None
            at = choice % len(parts)
            name, content = parts[at]
            match choice // len(parts) % 16:
                case 0:
                    del parts[at]
                case 1:
                    parts.insert(at, parts[choice // 16 % len(parts)])
                case _:
                    parts[at] = name, change(content)
            return self.pack(parts)
        except _DAMAGED:
            return None


# What `zipfile` raises for a file that is none.
_DAMAGED = (
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _unpack_png(data: bytes) -> Parts:
    parts = []
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"IDAT" and parts and parts[-1][0] == kind:
            content = parts.pop()[1] + content  # one stream in pieces
        parts.append((kind, content))
    return [(kind, _inflated(data) if kind == b"IDAT" else data) for kind, data in parts]


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, MAX_UNPACKED)
    except zlib.error:
        raise ValueError("a damaged stream") from None


def _pack_png(parts: Parts) -> bytes:
    pieces = [_SIGNATURE]
    for kind, content in parts:
        data = zlib.compress(content) if kind == b"IDAT" else content
        pieces += [struct.pack(">I", len(data)), kind, data]
        pieces.append(struct.pack(">I", zlib.crc32(kind + data)))
    return b"".join(pieces)


def _unpack_zip(data: bytes) -> Parts:
    parts = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            # Others are refused by the reader as they are.
            is_known = entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
            if is_known and entry.file_size <= MAX_UNPACKED:
                parts.append((entry.filename.encode(), archive.read(entry)))
    return parts


def _pack_zip(parts: Parts) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            entry = zipfile.ZipInfo(name.decode())
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()


_MAZE = b"\x89MAZ2\r\n\x1a"


def _unpack_maze(data: bytes) -> Parts:
    (length,) = struct.unpack_from("<I", data, len(_MAZE))
    begin = len(_MAZE) + 8
    notes, rows = data[begin : begin + length], data[begin + length : -4]
    return [(b"notes", notes), (b"rows", rows)]


def _pack_maze(parts: Parts) -> bytes:
    notes, *rows = (content for _, content in parts)
    pieces = [_MAZE, struct.pack("<II", len(notes), zlib.crc32(notes)), notes]
    for content in rows:
        pieces += [content, struct.pack("<I", zlib.crc32(content))]
    return b"".join(pieces)


PNG = Container(_unpack_png, _pack_png)
ZIP = Container(_unpack_zip, _pack_zip)

MAZE = Container(_unpack_maze, _pack_maze)

CONTAINERS = {"png": PNG, "picture": PNG, "npz": ZIP, "maze_file": MAZE}
"""By the reader's module."""

"""Files to read: their first bytes can be seen in advance, and their size is limited."""

from __future__ import annotations

import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import IO, BinaryIO

from labirinto._internal.files import file_name
from labirinto._internal.memory import check_memory, in_words
from labirinto.errors import FileFormatError, InvalidValueError, shown

HEAD = 4096
"""First bytes of a file, which show its format."""

LARGEST = 1 << 30
"""The most bytes of a file that is read as a whole."""

_PIECE = 1 << 24
_MAX_CELLS_ANYWAY = 1 << 23
_MAX_CELLS_A_BYTE = 256


def open_file(name: str | os.PathLike[str]) -> BinaryIO:
    """Open a file to read it.

    Raises:
        InvalidValueError: If no file can have this name, such as a number (which would be an open
            file of the process) or one with a null byte.
        OSError: If it cannot be opened.
    """
    path = file_name(name)
    try:
        return open(path, "rb")
    except ValueError:
        raise InvalidValueError(f"{shown(name)} cannot be the name of a file.") from None


def read_file(name: str | os.PathLike[str], most: int, what: str) -> bytes:
    """Read a file that is not too large to be what it should be.

    Raises:
        FileFormatError: If it is larger.
        InvalidValueError, OSError: As ``open_file``.
    """
    with open_file(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise FileFormatError(f"{os.fsdecode(name)}: it is too large to be {what}.")
    return data


def text_of(data: bytes) -> str:
    """Decode the text of a file: in UTF-8, or in UTF-16 if it begins with the mark of it.

    Raises:
        UnicodeDecodeError: If it is neither.
    """
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return data.decode("utf-16" if is_wide else "utf-8-sig")


class Source:
    """A binary stream, seekable or not, whose next bytes can be seen in advance."""

    def __init__(self, stream: IO[bytes] | Source) -> None:
        self._stream = stream
        self._head = b""

    def peek(self, size: int) -> bytes:
        """Return the next bytes, or those that are left, without consuming them."""
        self._head = self.read(size) + self._head
        return self._head

    def read(self, size: int) -> bytes:
        """Read the next bytes; fewer only at the end."""
        pieces, self._head = [self._head[:size]], self._head[size:]
        missing = size - len(pieces[0])
        while missing > 0 and (piece := self._stream.read(missing)):
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def whole(self, limit: int = LARGEST) -> bytes:
        """Read all that is left.

        Raises:
            FileFormatError: If that is more than the limit.
        """
        data = self.read(limit + 1)
        if len(data) > limit:
            raise FileFormatError(f"it is larger than {in_words(limit)}, the limit of this format.")
        return data

    def exactly(self, size: int) -> bytes:
        """Read exactly this many bytes.

        A size that a header merely claims takes no more memory than there are bytes.

        Raises:
            FileFormatError: If the file ends before.
            TooLargeError: If they are there and there is not enough memory.
        """
        pieces = []
        missing = size
        while missing > 0 and (piece := self.read(min(missing, _PIECE))):
            pieces.append(piece)
            missing -= len(piece)
            if size - missing >= LARGEST:
                check_memory(missing + size, "The file")
        if missing:
            raise FileFormatError(f"it is cut off: {missing} bytes are missing at its end.")
        return b"".join(pieces)


def check_cells(width: int, height: int, size: int) -> None:
    """Check that a list of walls or passages is long enough for a maze of this size.

    Long walls need few bytes for many cells, but a small file may claim any size.

    Args:
        width, height: The size that the file claims.
        size: Bytes of the file.

    Raises:
        FileFormatError: If it claims more than 256 cells a byte, beyond the first eight million.
        TooLargeError: If there is not enough memory.
    """
    if width * height > _MAX_CELLS_ANYWAY + _MAX_CELLS_A_BYTE * size:
        raise FileFormatError(
            f"it claims {width} x {height} cells, too many for its {size} bytes; choose NPZ or "
            "JSON for such a maze."
        )
    check_memory(6 * width * height, f"A {width}x{height} maze")

"""A file that is read: looked into before it is taken, and never taken whole beyond a limit."""

from __future__ import annotations

from typing import IO

from labirinto._internal.memory import check_memory, in_words
from labirinto.errors import FileFormatError

HEAD = 4096
"""Bytes at the beginning of a file, by which its kind is told."""

LARGEST = 1 << 30
"""Bytes of a file that is taken as a whole."""

_PIECE = 1 << 24
_MOST_CELLS_ANYWAY = 1 << 23
_MOST_CELLS_A_BYTE = 256


class Source:
    """A binary stream with its first bytes looked at beforehand, seekable or not."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head = b""

    def peek(self, size: int) -> bytes:
        """The next bytes, or those that are left; they stay where they are."""
        self._head = self.read(size) + self._head
        return self._head

    def read(self, size: int) -> bytes:
        """The next bytes; fewer only at the end."""
        pieces, self._head = [self._head[:size]], self._head[size:]
        missing = size - len(pieces[0])
        while missing > 0 and (piece := self._stream.read(missing)):
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def whole(self, limit: int = LARGEST) -> bytes:
        """All that is left.

        Raises:
            FileFormatError: if that is more than the limit.
        """
        data = self.read(limit + 1)
        if len(data) > limit:
            raise FileFormatError(
                f"it is larger than {in_words(limit)}, which no maze of this kind needs to be."
            )
        return data

    def exactly(self, size: int) -> bytes:
        """The next bytes, all of them.

        A size that a header only claims takes no more memory than there are bytes.

        Raises:
            FileFormatError: if the file ends before.
            TooLargeError: if they are there and do not fit into memory.
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
    """Looks whether a file that tells walls or passages one by one can be of such a maze.

    Long walls tell of many cells in few bytes, and a small file may claim any size.

    Args:
        width, height: as the file has it.
        size: the file's, in bytes.

    Raises:
        FileFormatError: if it tells of more than 256 cells a byte and eight million besides.
        TooLargeError: if the maze does not fit into memory.
    """
    if width * height > _MOST_CELLS_ANYWAY + _MOST_CELLS_A_BYTE * size:
        raise FileFormatError(
            f"it claims {width} x {height} cells, too many for its {size} bytes to tell of; "
            "take NPZ or JSON for such a maze."
        )
    check_memory(6 * width * height, f"A {width}x{height} maze")

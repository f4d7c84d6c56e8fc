"""A file that is read: looked into before it is taken, and never taken whole beyond a limit."""

from __future__ import annotations

from typing import BinaryIO

from labirinto.errors import FileFormatError
from labirinto.memory import in_words

HEAD = 4096
"""Bytes at the beginning of a file, by which its kind is told."""

LARGEST = 1 << 30
"""Bytes of a file that is taken as a whole."""


class Source:
    """A binary stream with its first bytes looked at beforehand, seekable or not."""

    def __init__(self, stream: BinaryIO) -> None:
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

"""A limit on the memory that slow readers of large responses hold.

A response that is passed on whole lies in the transport's buffer until its reader has taken the
last byte, and the application does not learn of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

CHUNK_BYTES = 1 << 18
MAX_BYTES = 1 << 28
"""Bytes of large responses on their way beyond which no large maze is generated."""


class LargeResponses:
    """Large responses on their way to their readers.  Belongs to the event loop."""

    def __init__(self) -> None:
        self.bytes: int = 0

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another one."""
        return self.bytes >= MAX_BYTES

    async def chunks(self, content: bytes) -> AsyncIterator[bytes]:
        """Yield a large response in chunks; count its bytes until the last one is taken."""
        self.bytes += len(content)
        try:
            for start in range(0, len(content), CHUNK_BYTES):
                yield content[start : start + CHUNK_BYTES]
        finally:
            self.bytes -= len(content)

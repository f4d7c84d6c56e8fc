"""A limit on the memory that slow readers of large responses hold.

A response that is passed on whole lies in the transport's buffer until its reader has taken the
last byte, and the application does not learn of it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CHUNK_BYTES = 1 << 18
MAX_BYTES = 1 << 28
"""Bytes of large responses on their way beyond which no large maze is generated."""

SECONDS = 60
"""Time in which a reader must take a chunk."""


class LargeResponses:
    """Large responses on their way to their readers.  Belongs to the event loop."""

    def __init__(self) -> None:
        self.bytes: int = 0

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another one."""
        return self.bytes >= MAX_BYTES


class LargeResponse(Response):
    """A response in chunks, which counts until the last one is taken, and ends if none is."""

    def __init__(self, others: LargeResponses, content: bytes, **options: Any) -> None:
        super().__init__(content, **options)
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._others.bytes += len(self.body)
        head = {"status": self.status_code, "headers": self.raw_headers}
        try:
            await send({"type": "http.response.start", **head})
            for start in range(0, len(self.body), CHUNK_BYTES):
                chunk = self.body[start : start + CHUNK_BYTES]
                more = start + CHUNK_BYTES < len(self.body)
                message = {"type": "http.response.body", "body": chunk, "more_body": more}
                await asyncio.wait_for(send(message), SECONDS)
        except asyncio.TimeoutError:
            pass  # the server closes the connection, since the response is not complete
        finally:
            self._others.bytes -= len(self.body)

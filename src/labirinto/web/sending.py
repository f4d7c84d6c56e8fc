"""Answers on their way to slow readers: in pieces, and not too many bytes at once.

A server that is given a large answer as a whole holds it until its reader has taken the last byte,
and does not say so: nobody could tell that there is no room for another one.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE = 1 << 18
"""Bytes that are handed on at a time."""

MOST_HELD = 1 << 28
"""Bytes of large answers on their way, beyond which no large maze is begun."""


class Held:
    """How many bytes of large answers are on their way.  Belongs to the event loop."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self.bytes = 0
        self._most = most

    @property
    def is_full(self) -> bool:
        """Whether there are as many as there may be."""
        return self.bytes >= self._most


class InPieces:
    """Hands large answers on piece by piece, each when the reader has taken most of those before.

    It stands before what packs the answer, so that others have their turn between two pieces.
    """

    def __init__(self, app: ASGIApp, held: Held) -> None:
        self.app = app
        self.held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if len(body) <= PIECE:
                await send(message)
                return
            more = message.get("more_body", False)
            self.held.bytes += len(body)
            try:
                for begin in range(0, len(body), PIECE):
                    end = begin + PIECE
                    # A middleware may put something else into the message that it is given.
                    piece = {"body": body[begin:end], "more_body": more or end < len(body)}
                    await send({**message, **piece})
                    await asyncio.sleep(0)
            finally:
                self.held.bytes -= len(body)

        await self.app(scope, receive, send_in_pieces)

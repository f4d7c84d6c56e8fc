"""A server that lets go of visitors who neither ask for anything nor take what they asked for."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import uvicorn

PATIENCE = 60
"""Seconds for which nothing may happen while it is the visitor's turn."""

_TICKS = 20
"""Between two looks; there are ten a second."""


class Patience:
    """Remembers since when each connection has been as it is."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        self._seconds = seconds
        self._since: dict[Any, tuple[object, float]] = {}

    def look(self, connections: Iterable[Any], now: float) -> None:
        """Cuts off those that have waited for their visitors too long.

        Args:
            connections: those of uvicorn, each with its ``transport`` and its ``cycle``, the
                request it is at.
            now: seconds of a clock that is never set.
        """
        since = {}
        for connection in connections:
            state = _state(connection)
            if state is None:
                continue
            before, begun = self._since.get(connection, (None, now))
            since[connection] = (state, begun if before == state else now)
            if now - since[connection][1] > self._seconds:
                # Closing would wait until all is taken.
                connection.transport.abort()
        self._since = since


def _state(connection: Any) -> object:
    """What changes when the visitor does something; None while it is our turn."""
    unsent, cycle = connection.transport.get_write_buffer_size(), connection.cycle
    is_asking = cycle is None or cycle.response_complete
    return (unsent, id(cycle)) if unsent or is_asking else None


class Server(uvicorn.Server):
    """uvicorn, which itself waits for ever for the rest of a request, and for slow readers."""

    def __init__(self, config: uvicorn.Config, seconds: float = PATIENCE) -> None:
        super().__init__(config)
        self._patience = Patience(seconds)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; whether the server should end."""
        if counter % _TICKS == 0:
            self._patience.look(set(self.server_state.connections), time.monotonic())
        return await super().on_tick(counter)

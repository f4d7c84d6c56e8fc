"""A uvicorn server that drops clients which neither send their request nor read the response.

uvicorn has a timeout between two requests only.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable
from typing import Any

import uvicorn

SECONDS = 60
"""Time that a client may do nothing while the server waits for it."""

_TICKS_PER_CHECK = 20
"""uvicorn ticks ten times a second."""


class ClientTimeouts:
    """Since when the server has been waiting for each client."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._waiting: dict[Any, tuple[object, float]] = {}

    def check(self, connections: Iterable[Any], now: float) -> None:
        """Drop the clients that have done nothing for too long.

        Args:
            connections: Uvicorn's, with their ``transport`` and their current request, ``cycle``.
            now: Seconds of a monotonic clock.
        """
        waiting = {}
        for connection in connections:
            state = _client_state(connection)
            if state is None:
                continue
            before, since = self._waiting.get(connection, (None, now))
            waiting[connection] = (state, since if before == state else now)
            if now - waiting[connection][1] > self._seconds:
                # close() would wait until the client has read everything.
                connection.transport.abort()
        self._waiting = waiting


def _client_state(connection: Any) -> object:
    """A value that changes when the client acts; None while the server works."""
    unsent, cycle = connection.transport.get_write_buffer_size(), connection.cycle
    expects_request = cycle is None or cycle.response_complete
    return (unsent, id(cycle)) if unsent or expects_request else None


class Server(uvicorn.Server):
    """uvicorn with client timeouts."""

    def __init__(self, config: uvicorn.Config, seconds: float = SECONDS) -> None:
        super().__init__(config)
        self._timeouts = ClientTimeouts(seconds)

    async def on_tick(self, counter: int) -> bool:
        """Check the clients now and then, and the process that started this one, if it was one."""
        if counter % _TICKS_PER_CHECK == 0:
            parent = multiprocessing.parent_process()
            self.should_exit |= parent is not None and not parent.is_alive()
            self._timeouts.check(set(self.server_state.connections), time.monotonic())
        return await super().on_tick(counter)

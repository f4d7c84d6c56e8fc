"""The processes of a server: one, or several that take visitors from the same listeners."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

import uvicorn

from labirinto._internal.threads import processors
from labirinto.errors import LabirintoError
from labirinto.web.app import create_app
from labirinto.web.client_timeouts import Server

_A_GOOD_LIFE = 60.0
"""Seconds after which the end of a process says nothing about the next one."""

_LONGEST_PAUSE = 60.0
_TRIES = 5
"""Processes in a row that end soon, after which the server ends if none of them serves."""


def serve(listeners: Sequence[socket.socket], count: int = 1, **options: Any) -> None:
    """Serve until Ctrl-C or the signal to terminate; a process that dies is replaced.

    Args:
        listeners: The sockets that visitors connect to.
        count: How many processes.
        options: For ``create_app``.

    Raises:
        LabirintoError: If the first of several processes cannot start, or later none can.
    """
    if count == 1:
        _serve(listeners, options)
        return
    options["threads"] = max(1, processors() // count)
    _raise_on_signals()
    replacing = Replacing()
    workers: list[_Worker] = []
    try:
        workers += [_Worker(listeners, options) for _ in range(count)]
        while True:
            wait([worker.process.sentinel for worker in workers])
            for place, worker in enumerate(workers):
                if not worker.process.is_alive():
                    is_served = any(it.serves and it.process.is_alive() for it in workers)
                    pause = replacing.pause(worker.ending, worker.seconds, worker.serves, is_served)
                    time.sleep(pause)
                    workers[place] = _Worker(listeners, options)
    except KeyboardInterrupt:
        pass
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()


class Replacing:
    """When a process is replaced: later and later while they end soon, until none is."""

    def __init__(self) -> None:
        self._soon = 0
        self._tries = 1  # what keeps the very first from starting keeps all others

    def pause(self, ending: str, seconds: float, has_served: bool, is_served: bool) -> float:
        """How many seconds to wait before a process is replaced, which is printed with the reason.

        Args:
            ending: How the process ended.
            seconds: How long it lived.
            has_served: Whether it came so far as to take visitors.
            is_served: Whether others take them now.

        Raises:
            LabirintoError: If it is time to give up.
        """
        if has_served or is_served:
            self._tries = _TRIES
        self._soon = self._soon + 1 if seconds < _A_GOOD_LIFE else 0
        if self._soon >= self._tries and not (has_served or is_served):
            raise LabirintoError(
                f"The processes that should serve the page end before they do; the last: {ending}."
            )
        pause = min(_LONGEST_PAUSE, 2.0 ** (self._soon - 1)) if self._soon else 0.0
        print(
            f"labirinto: A process that serves the page has ended: {ending}. Another one starts "
            f"in {pause:g} s.",
            file=sys.stderr,
        )
        return pause


class _Worker:
    """A process, and the pipe by which it says that it serves."""

    def __init__(self, listeners: Sequence[socket.socket], options: dict[str, Any]) -> None:
        # Not fork: uvloop and the threads of the parent would be copied in any state.
        spawn = multiprocessing.get_context("spawn")
        self._said, say = spawn.Pipe(duplex=False)
        self._serves = False
        self._begun = time.monotonic()
        self.process: Any = spawn.Process(
            target=_serve, args=(listeners, options, say), daemon=True
        )
        self.process.start()
        say.close()

    @property
    def serves(self) -> bool:
        """Whether it has come so far as to take visitors."""
        if not self._serves and self._said.poll():
            with suppress(EOFError):
                self._serves = self._said.recv()
        return self._serves

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return time.monotonic() - self._begun

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        code = self.process.exitcode
        return f"exit code {code}" if code >= 0 else f"signal {-code}"


def _raise_on_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def _serve(
    listeners: Sequence[socket.socket], options: dict[str, Any], say: Connection | None = None
) -> None:
    """Serve in this process, and say so."""
    config = uvicorn.Config(
        create_app(**options),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=15,
        limit_concurrency=1000,
    )
    gc.freeze()
    # A page leaves thousands of objects and hardly a cycle: a tenth of its time was collections.
    gc.set_threshold(20_000, 10, 10)
    # Pages are made in threads, and the event loop would wait 5 ms for them at each turn.
    sys.setswitchinterval(0.0005)
    with suppress(KeyboardInterrupt):
        _Server(config, say).run(sockets=list(listeners))


class _Server(Server):
    def __init__(self, config: uvicorn.Config, say: Connection | None) -> None:
        super().__init__(config)
        self._say = say

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._say and self.started:
            self._say.send(True)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn raises signals again when it has ended, and restores these.
        _raise_on_signals()
        await super().serve(sockets)

"""The processes of a server: one, or several that take visitors from the same listeners."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

import uvicorn

from labirinto._internal.threads import processors
from labirinto.web.app import create_app
from labirinto.web.client_timeouts import Server


def serve(listeners: Sequence[socket.socket], count: int = 1, **options: Any) -> None:
    """Serve until Ctrl-C or the signal to terminate; a process that dies is replaced.

    Args:
        listeners: The sockets that visitors connect to.
        count: How many processes.
        options: For ``create_app``.
    """
    if count == 1:
        _serve(listeners, options)
        return
    options["threads"] = max(1, processors() // count)
    # Not fork: uvloop and the threads of the parent would be copied in any state.
    spawn = multiprocessing.get_context("spawn")

    def started() -> Any:
        process = spawn.Process(target=_serve, args=(listeners, options), daemon=True)
        process.start()
        return process

    _raise_on_signals()
    processes: list[Any] = []
    try:
        processes += [started() for _ in range(count)]
        while True:
            wait([process.sentinel for process in processes])
            processes = [process if process.is_alive() else started() for process in processes]
    except KeyboardInterrupt:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _raise_on_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def _serve(listeners: Sequence[socket.socket], options: dict[str, Any]) -> None:
    """Serve in this process."""
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
        _Server(config).run(sockets=list(listeners))


class _Server(Server):
    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn raises signals again when it has ended, and restores these.
        _raise_on_signals()
        await super().serve(sockets)

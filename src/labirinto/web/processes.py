"""The processes of a server: one, or several that take visitors from the same listener."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from socket import socket
from types import FrameType
from typing import Any

import uvicorn

from labirinto._internal.threads import processors
from labirinto.errors import LabirintoError
from labirinto.web.app import create_app

GOOD_LIFE = 60.0
"""Seconds after which the end of a process says nothing about the next one."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a process is replaced; each is twice as long while they end soon."""

TRIES = 5
"""Processes in a row that end soon, after which the server ends if none lives well."""


def serve(listener: socket, count: int = 1, **options: Any) -> None:
    """Serve until Ctrl-C or the signal to terminate; a process that dies is replaced.

    Args:
        listener: The socket that visitors connect to.
        count: How many processes.
        options: For ``create_app``.

    Raises:
        LabirintoError: If several processes end soon after their start, again and again.
    """
    if count == 1:
        _serve(listener, options)
        return
    options["threads"] = max(1, processors() // count)
    # Not fork: uvloop and the threads of the parent would be copied in any state.
    spawn = multiprocessing.get_context("spawn")
    workers: dict[BaseProcess, float] = {}

    def start() -> None:
        worker = spawn.Process(target=_serve, args=(listener, options), daemon=True)
        worker.start()
        workers[worker] = time.monotonic()

    soon, received = 0, []

    def end(number: int, _: FrameType | None) -> None:
        received.append(number)
        raise KeyboardInterrupt

    _on_signals(end)
    try:
        for _ in range(count):
            start()
        while not received:  # Python may drop what is raised while it imports
            ended = wait([it.sentinel for it in workers])
            for worker in [it for it in workers if it.sentinel in ended]:
                worker.join()
                now = time.monotonic()
                soon = soon + 1 if now - workers.pop(worker) < GOOD_LIFE else 0
                is_served = any(now - begun > GOOD_LIFE for begun in workers.values())
                time.sleep(pause(soon, is_served, worker.exitcode or 0))
                start()
    except KeyboardInterrupt:
        pass
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def pause(soon: int, is_served: bool, code: int) -> float:
    """How many seconds to wait before a process is replaced, which is printed with the reason.

    Args:
        soon: How many processes in a row have ended soon.
        is_served: Whether another one has lived well.
        code: The exit code of the last; below 0 the number of a signal.

    Raises:
        LabirintoError: If it is time to give up.
    """
    ending = f"exit code {code}" if code >= 0 else f"signal {-code}"
    if soon >= TRIES and not is_served:
        raise LabirintoError(
            f"The processes that should serve the page end soon after their start; the last: "
            f"{ending}."
        )
    seconds = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (soon - 1)) if soon else 0.0
    print(
        f"labirinto: A process that serves the page has ended: {ending}. Another one starts in "
        f"{seconds:g} s.",
        file=sys.stderr,
    )
    return seconds


def _serve(listener: socket, options: dict[str, Any]) -> None:
    """Serve in this process, while there is the one that has started it."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
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
    _on_signals(lambda *_: os._exit(0))  # uvicorn raises the one that has ended it once more
    uvicorn.Server(config).run([listener])


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _on_signals(handler: Callable[[int, FrameType | None], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)

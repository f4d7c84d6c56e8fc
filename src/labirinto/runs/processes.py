"""Parts made by several processes of this machine."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from labirinto.errors import LabirintoError

MakePart = Callable[[dict[str, Any], int, Callable[[], None]], int]
"""Makes the part of a number, and returns the number; calls the third now and then."""

_stopped: Any = None


def make_in_processes(
    make_part: MakePart, spec: dict[str, Any], numbers: Sequence[int], workers: int
) -> Generator[int]:
    """Make parts in several processes, and yield their numbers as they are done.

    The processes end with this one, however it ends.

    Raises:
        LabirintoError: If one of them was lost.
    """
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (stop,))
    waiting = iter(numbers)
    running: set[Future[int]] = set()
    try:
        while True:
            for number in islice(waiting, 2 * workers - len(running)):
                running.add(pool.submit(_make, make_part, spec, number))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise LabirintoError(
            "A worker was lost, perhaps for lack of memory, or because the calling program lacks "
            "`if __name__ == '__main__':`; resume with fewer workers."
        ) from None
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        # Semaphores of the system outlive a process that ends while something refers to them.
        del stop, pool
        gc.collect()


def _begin(stop: Any) -> None:
    global _stopped
    _stopped = stop
    # Ctrl-C is for the process that waits for this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _StopError(Exception):
    """Nobody waits for the result any more."""


def _make(make_part: MakePart, spec: dict[str, Any], number: int) -> int:
    def go_on() -> None:
        if _stopped.is_set():
            raise _StopError

    go_on()
    return make_part(spec, number, go_on)

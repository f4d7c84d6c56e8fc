"""Making mazes off the event loop: a bounded number at once, a bounded queue, a time limit.

Small and large mazes have a pool each, so that a few large ones cannot keep the others waiting.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from labirinto._internal.threads import processors

ResultT = TypeVar("ResultT")

LARGE = 250_000
"""Cells from which on a maze is a large one."""

_LOOK_EVERY = 0.25
"""Seconds between two looks whether the client is still there."""


def is_large(cells: int) -> bool:
    """Whether a maze is a large one."""
    return cells >= LARGE


class BusyError(Exception):
    """The queue is full: try again later."""


class TooLongError(Exception):
    """The work took more time than a visitor has."""


class GoneError(Exception):
    """The client went away."""


class Watch:
    """Stops work that takes too long or that nobody waits for; also called as ``progress``."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._gone = False

    def give_up(self) -> None:
        """Nobody waits any more."""
        self._gone = True

    def check(self) -> None:
        """Raises GoneError or TooLongError if the work should stop."""
        if self._gone:
            raise GoneError
        if time.monotonic() > self._deadline:
            raise TooLongError

    def __call__(self, done: int, total: int) -> None:
        self.check()


class WatchedBytes(io.BytesIO):
    """A file in memory whose writers stop when they should."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def write(self, data: object) -> int:
        self._watch.check()
        return super().write(data)  # type: ignore[arg-type]


def _step_back() -> None:
    """Lets other threads go first, on Linux, where each has a priority of its own."""
    if sys.platform == "linux":
        os.nice(10)


class Pool:
    """Threads that work, and a queue of a limited length before them."""

    def __init__(
        self, name: str, workers: int, most_waiting: int, seconds: float, *, patient: bool = False
    ) -> None:
        """``patient`` threads leave the processor to others that want it."""
        self._executor = ThreadPoolExecutor(
            workers, thread_name_prefix=name, initializer=_step_back if patient else None
        )
        self._most = workers + most_waiting
        self._seconds = seconds
        self._count = 0
        self._lock = threading.Lock()

    async def run(
        self, task: Callable[[Watch], ResultT], is_gone: Callable[[], Awaitable[bool]]
    ) -> ResultT:
        """Does the task in a thread.

        Raises:
            BusyError: at once, if too many tasks wait already.
            TooLongError: if it does not end in time, the time in the queue included.
            GoneError: if the client goes away before it ends.
        """
        watch = Watch(self._seconds)

        def work() -> ResultT:
            watch.check()
            return task(watch)

        with self._lock:
            if self._count >= self._most:
                raise BusyError
            submitted = self._executor.submit(work)
            self._count += 1
        submitted.add_done_callback(self._leave)
        future = asyncio.wrap_future(submitted)
        # A failure of work that nobody waits for any more is no news.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            while True:
                done, _ = await asyncio.wait({future}, timeout=_LOOK_EVERY)
                if done:
                    return future.result()
                if await is_gone():
                    watch.give_up()
        finally:
            watch.give_up()

    def _leave(self, submitted: Future[ResultT]) -> None:
        # Called in whichever thread is at hand, and whether or not an event loop still runs.
        with self._lock:
            self._count -= 1

    def close(self) -> None:
        """Ends the threads when they have done what they are at."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Workshop:
    """The two pools of a server."""

    def __init__(self, seconds: float = 20) -> None:
        count = processors()
        self._small = Pool("small", count, 64, seconds)
        self._large = Pool("large", max(1, count // 2), 8, seconds, patient=True)

    def pool(self, cells: int) -> Pool:
        """The pool for mazes of a size."""
        return self._large if is_large(cells) else self._small

    def close(self) -> None:
        """Ends all threads."""
        self._small.close()
        self._large.close()

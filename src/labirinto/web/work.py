"""Work off the event loop: bounded pools of threads, bounded queues and a time limit.

Small and large mazes have separate pools, so that a few large ones do not delay the others.
"""

from __future__ import annotations

import asyncio
import io
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from labirinto._internal.threads import processors

ResultT = TypeVar("ResultT")

LARGE_CELLS = 250_000
"""Mazes from this number of cells are large."""

_POLL_SECONDS = 0.25
"""Between two checks for a client that has left."""


class BusyError(Exception):
    """The queue is full."""


class TimeLimitError(Exception):
    """The work took longer than the limit."""


class ClientGoneError(Exception):
    """The client closed the connection."""


class CancelToken:
    """Stops work that takes too long or that nobody waits for.  Also works as ``progress``."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._cancelled = False

    def cancel(self) -> None:
        """Cancel the work: the client has left."""
        self._cancelled = True

    def check(self) -> None:
        """Raise ClientGoneError or TimeLimitError if the work should stop."""
        if self._cancelled:
            raise ClientGoneError
        if time.monotonic() > self._deadline:
            raise TimeLimitError

    def __call__(self, done: int, total: int) -> None:
        self.check()


class CancellableBytesIO(io.BytesIO):
    """A file in memory whose writer stops when its token says so."""

    def __init__(self, token: CancelToken) -> None:
        super().__init__()
        self._token = token

    def write(self, data: object) -> int:
        self._token.check()
        return super().write(data)  # type: ignore[arg-type]


class Pool:
    """Worker threads behind a queue of limited length."""

    def __init__(self, name: str, workers: int, max_queued: int, seconds: float) -> None:
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._max_tasks = workers + max_queued
        self._seconds = seconds
        self._tasks = 0
        self._lock = threading.Lock()

    async def run(
        self, task: Callable[[CancelToken], ResultT], has_left: Callable[[], Awaitable[bool]]
    ) -> ResultT:
        """Run a task in a thread.

        Raises:
            BusyError: If the queue is full.
            TimeLimitError: If the task takes too long, time in the queue included.
            ClientGoneError: If the client leaves first.
        """
        token = CancelToken(self._seconds)

        def work() -> ResultT:
            token.check()
            return task(token)

        with self._lock:
            if self._tasks >= self._max_tasks:
                raise BusyError
            submitted = self._executor.submit(work)
            self._tasks += 1
        submitted.add_done_callback(self._finish)
        future = asyncio.wrap_future(submitted)
        # Retrieve failures of abandoned work, so that asyncio does not log them.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            while True:
                done, _ = await asyncio.wait({future}, timeout=_POLL_SECONDS)
                if done:
                    return future.result()
                if await has_left():
                    token.cancel()
        finally:
            token.cancel()

    def _finish(self, submitted: Future[ResultT]) -> None:
        # Runs in any thread, even after the event loop has ended.
        with self._lock:
            self._tasks -= 1

    def close(self) -> None:
        """Drop the queue and end the threads after their current tasks."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class WorkerPools:
    """The two pools of a server."""

    def __init__(self, seconds: float = 20) -> None:
        count = processors()
        self._small = Pool("small", count, 64, seconds)
        self._large = Pool("large", max(1, count // 2), 8, seconds)

    def for_cells(self, cells: int) -> Pool:
        """The pool for mazes of this size."""
        return self._large if cells >= LARGE_CELLS else self._small

    def close(self) -> None:
        """End all threads."""
        self._small.close()
        self._large.close()

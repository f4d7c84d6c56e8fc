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
from typing import Any, TypeVar

from labirinto._internal.threads import processors

ResultT = TypeVar("ResultT")

LARGE_CELLS = 250_000
"""Mazes from this number of cells are large."""


_FIRST_GUESS = 16
"""How many tasks of a worker a visitor waits for before it is known how long they take."""


class BusyError(Exception):
    """The queue is full, or too slow."""


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
    """Worker threads behind a queue that is as long as visitors wait.

    Args:
        name: Of the threads.
        workers: How many there are.
        max_queued: How many tasks may wait, however quick they are.
        max_wait: How many seconds a task may have to wait, going by how long others took.
        seconds: The time limit of a task, time in the queue included.
    """

    def __init__(
        self, name: str, workers: int, *, max_queued: int, max_wait: float, seconds: float
    ) -> None:
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._workers = workers
        self._max_queued = max_queued
        self._max_wait = max_wait
        self._seconds = seconds
        self._tasks = 0
        # Until some have ended: a crowd at the very start must not wait for ever.
        self._seconds_a_task = max_wait / _FIRST_GUESS
        self._known = 10
        self._lock = threading.Lock()

    async def run(
        self,
        task: Callable[[CancelToken], ResultT],
        client_left: Callable[[], Awaitable[object]],
        *,
        to_its_end: bool = False,
    ) -> ResultT:
        """Run a task in a thread.

        Args:
            task: The work.
            client_left: Returns an awaitable that ends when the client leaves.
            to_its_end: Whether to wait for the thread even if the client leaves, so that no thread
                is at the task when this returns.  If the task does not stop, its result counts.

        Raises:
            BusyError: If the queue is full, or too slow.
            TimeLimitError: If the task takes too long, time in the queue included.
            ClientGoneError: If the client leaves first.
        """
        token = CancelToken(self._seconds)

        def work() -> ResultT:
            token.check()
            begun = time.monotonic()
            try:
                return task(token)
            finally:
                self._took(time.monotonic() - begun)

        with self._lock:
            queued = self._tasks - self._workers + 1
            wait = queued * self._seconds_a_task / self._workers
            if queued > self._max_queued or wait > self._max_wait:
                raise BusyError
            submitted = self._executor.submit(work)
            self._tasks += 1
        submitted.add_done_callback(self._finish)
        future = asyncio.wrap_future(submitted)
        # Retrieve failures of abandoned work, so that asyncio does not log them.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        leaving = asyncio.ensure_future(client_left())
        ends: set[asyncio.Future[Any]] = {future, leaving}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if not future.done():
                token.cancel()
                submitted.cancel()
                if to_its_end:
                    await asyncio.wait([future])
                if not future.done() or future.cancelled():
                    raise ClientGoneError
            return future.result()
        finally:
            leaving.cancel()
            token.cancel()
            # What nobody waits for makes room in the queue at once.
            submitted.cancel()

    def _took(self, seconds: float) -> None:
        """Follow how long tasks take: over a hundred or so, since a few of them take most of it."""
        with self._lock:
            self._known = min(100, self._known + 1)
            self._seconds_a_task += (seconds - self._seconds_a_task) / self._known

    def _finish(self, submitted: Future[ResultT]) -> None:
        # Runs in any thread, even after the event loop has ended.
        with self._lock:
            self._tasks -= 1

    def close(self) -> None:
        """Drop the queue and end the threads after their current tasks."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class WorkerPools:
    """The two pools of a server."""

    def __init__(self, seconds: float = 20, threads: int | None = None) -> None:
        count = threads or processors()
        self._small = Pool("small", count, max_queued=500, max_wait=5, seconds=seconds)
        self._large = Pool(
            "large", max(1, count // 2), max_queued=8, max_wait=seconds / 2, seconds=seconds
        )

    def for_cells(self, cells: int) -> Pool:
        """The pool for mazes of this size."""
        return self._large if cells >= LARGE_CELLS else self._small

    def close(self) -> None:
        """End all threads."""
        self._small.close()
        self._large.close()

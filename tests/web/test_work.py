"""Bounded work: how many tasks run and wait, how long, and none for clients that have left."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

import labirinto
from labirinto.web.work import (
    BusyError,
    CancellableBytesIO,
    CancelToken,
    ClientGoneError,
    Pool,
    TimeLimitError,
)

ResultT = TypeVar("ResultT")


def run(scene: Coroutine[None, None, ResultT]) -> ResultT:
    """Runs a scene in a thread of its own: Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, scene).result()


async def here() -> bool:
    return False


async def gone() -> bool:
    return True


def test_a_full_queue_refuses_at_once() -> None:
    let_go = threading.Event()

    async def scene() -> list[object]:
        pool = Pool("test", 1, 2, 10)
        tasks = [asyncio.create_task(pool.run(lambda _: let_go.wait(5), here)) for _ in range(3)]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await pool.run(lambda _: None, here)
        let_go.set()
        results = await asyncio.gather(*tasks)
        # There is room again.
        assert await pool.run(lambda _: 7, here) == 7
        pool.close()
        return list(results)

    assert run(scene()) == [True, True, True]


def test_work_that_takes_too_long_is_stopped() -> None:
    async def scene() -> float:
        pool = Pool("test", 1, 2, 0.3)
        begun = time.monotonic()
        with pytest.raises(TimeLimitError):
            await pool.run(
                lambda token: labirinto.wilson(30_000, 30_000, seed=1, progress=token), here
            )
        pool.close()
        return time.monotonic() - begun

    assert run(scene()) < 5


def test_work_stops_when_the_client_has_left() -> None:
    ended = threading.Event()

    def work(token: CancelToken) -> None:
        try:
            while True:
                token.check()
                time.sleep(0.01)
        finally:
            ended.set()

    async def scene() -> None:
        pool = Pool("test", 1, 2, 30)
        with pytest.raises(ClientGoneError):
            await pool.run(work, gone)
        pool.close()

    run(scene())
    assert ended.wait(2)


def test_a_failure_is_the_callers() -> None:
    async def scene() -> None:
        pool = Pool("test", 1, 2, 30)
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda _: 1 // 0, here)
        pool.close()

    run(scene())


def test_writing_stops_too() -> None:
    token = CancelToken(30)
    stream = CancellableBytesIO(token)
    stream.write(b"maze")
    token.cancel()
    with pytest.raises(ClientGoneError):
        stream.write(b"more")
    assert stream.getvalue() == b"maze"

"""Bounded work: how many tasks run and wait, how long, and none for clients that have left."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from scenes import run

import labirinto
from labirinto.web.work import (
    BusyError,
    CancellableBytesIO,
    CancelToken,
    ClientGoneError,
    Pool,
    TimeLimitError,
)


async def here() -> None:
    await asyncio.sleep(60)


async def gone() -> None:
    pass


def pool_of(workers: int, *, seconds: float = 10, max_wait: float = 5) -> Pool:
    return Pool("test", workers, max_queued=2, max_wait=max_wait, seconds=seconds)


def test_a_full_queue_refuses_at_once() -> None:
    let_go = threading.Event()

    async def scene() -> list[object]:
        pool = pool_of(1)
        tasks = [asyncio.create_task(pool.run(lambda _: let_go.wait(60), here)) for _ in range(3)]
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


def test_a_slow_queue_refuses_before_it_is_full() -> None:
    let_go = threading.Event()

    async def scene() -> None:
        pool = pool_of(1, max_wait=0)
        # Nothing is known yet of how long work takes, so one may wait.
        tasks = [asyncio.create_task(pool.run(lambda _: let_go.wait(60), here)) for _ in range(2)]
        await asyncio.sleep(0.05)
        let_go.set()
        await asyncio.gather(*tasks)
        let_go.clear()
        # Now one that would wait is refused; one that need not is taken.
        running = asyncio.create_task(pool.run(lambda _: let_go.wait(60), here))
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await pool.run(lambda _: None, here)
        let_go.set()
        await running
        pool.close()

    run(scene())


def test_who_leaves_makes_room_in_the_queue() -> None:
    let_go, left = threading.Event(), asyncio.Event()

    async def leaves() -> None:
        await left.wait()

    async def scene() -> list[object]:
        pool = pool_of(1)
        running = asyncio.create_task(pool.run(lambda _: let_go.wait(60), here))
        waiting = [asyncio.create_task(pool.run(lambda _: 1, leaves)) for _ in range(2)]
        await asyncio.sleep(0.05)
        left.set()
        gone = await asyncio.gather(*waiting, return_exceptions=True)
        others = [asyncio.create_task(pool.run(lambda _: 2, here)) for _ in range(2)]
        let_go.set()
        results = await asyncio.gather(running, *others)
        pool.close()
        return [*map(type, gone), *results]

    assert run(scene()) == [ClientGoneError, ClientGoneError, True, 2, 2]


def test_work_that_takes_too_long_is_stopped() -> None:
    async def scene() -> None:
        pool = pool_of(1, seconds=0.3)
        with pytest.raises(TimeLimitError):
            await pool.run(
                lambda token: labirinto.wilson(30_000, 30_000, seed=1, progress=token), here
            )
        pool.close()

    run(scene())


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
        pool = pool_of(1)
        with pytest.raises(ClientGoneError):
            await pool.run(work, gone)
        pool.close()

    run(scene())
    assert ended.wait(60)


def test_work_to_its_end_is_waited_for_though_the_client_has_left() -> None:
    at_work, let_go = threading.Event(), threading.Event()

    def work(_: CancelToken) -> int:
        at_work.set()
        assert let_go.wait(60)
        at_work.clear()
        return 7

    async def scene() -> None:
        pool = pool_of(1)
        running = asyncio.create_task(pool.run(work, gone, to_its_end=True))
        queued = asyncio.create_task(pool.run(work, gone, to_its_end=True))
        with pytest.raises(ClientGoneError):
            await queued
        assert at_work.wait(60)
        await asyncio.sleep(0.05)
        assert not running.done()
        let_go.set()
        assert await running == 7
        assert not at_work.is_set()
        pool.close()

    run(scene())


def test_a_failure_is_the_callers() -> None:
    async def scene() -> None:
        pool = pool_of(1)
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

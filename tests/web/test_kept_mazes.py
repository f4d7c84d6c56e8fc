"""The mazes that are kept for tiles: made once, changed by the event loop alone, and bounded."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from scenes import run

import labirinto
from labirinto.web import viewed
from labirinto.web.app import create_app
from labirinto.web.maze_request import MazeRequest
from labirinto.web.opened import Opened
from labirinto.web.viewed import Gallery, Ready, Viewed, What
from labirinto.web.work import CancelToken, ClientGoneError, WorkerPools


class Asking:
    """A request of a visitor who stays."""

    def __init__(self, app: object) -> None:
        self.app = app

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        raise AssertionError


def gallery_run(ask: object, monkeypatch: pytest.MonkeyPatch) -> list[MazeRequest]:
    """Run a coroutine that takes an application; give the mazes that were made."""
    made: list[MazeRequest] = []
    generate = viewed.generate_maze

    def counted(request: MazeRequest, token: object) -> labirinto.Maze:
        made.append(request)
        return generate(request, token)  # type: ignore[arg-type]

    monkeypatch.setattr(viewed, "generate_maze", counted)

    async def all_of_it() -> None:
        app = create_app()
        async with app.router.lifespan_context(app):
            await ask(app)  # type: ignore[operator]

    run(all_of_it())
    return made


def test_many_tiles_at_once_make_their_maze_once(monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery()
    maze = MazeRequest("wilson", 40, 30, 7, look="dark", ends="border")

    async def ask(app: object) -> None:
        requests = [Asking(app) for _ in range(8)]
        await asyncio.gather(*(gallery.ready(r, maze, What("border")) for r in requests))  # type: ignore[arg-type]

    assert len(gallery_run(ask, monkeypatch)) == 1
    assert gallery.bytes > 0


class Held:
    """Work that is held until it may go on, and how many threads are at it."""

    def __init__(self) -> None:
        self.begun, self.may_go_on = threading.Event(), threading.Event()
        self.times: int = 0
        self.most: int = 0
        self._now = 0
        self._lock = threading.Lock()

    def hold(self) -> None:
        with self._lock:
            self.times += 1
            self._now += 1
            self.most = max(self.most, self._now)
        self.begun.set()
        assert self.may_go_on.wait(60)
        with self._lock:
            self._now -= 1


async def leave_and_ask_again(held: Held, ask: Callable[[Asking], Awaitable[Ready]]) -> object:
    """A visitor leaves while the work goes on, and another asks; how it ends for the first."""

    class Leaving(Asking):
        async def receive(self) -> dict[str, str]:
            while not held.begun.is_set():
                await asyncio.sleep(0.001)
            return {"type": "http.disconnect"}

    app = create_app()
    app.state.pools = WorkerPools(threads=4)
    first = asyncio.ensure_future(ask(Leaving(app)))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(ask(Asking(app)))
    # Long enough for the second to begin, if anything lets it.
    for _ in range(20):
        await asyncio.sleep(0.01)
    held.may_go_on.set()
    ended = (await asyncio.gather(first, return_exceptions=True))[0]
    assert (await second).places.nearest((99, 99)) == (39, 29)
    app.state.pools.close()
    return ended


def test_who_leaves_takes_no_one_along(monkeypatch: pytest.MonkeyPatch) -> None:
    held, gallery = Held(), Gallery()
    generate = viewed.generate_maze

    def slow(request: MazeRequest, token: CancelToken) -> labirinto.Maze:
        held.hold()
        token.check()
        return generate(request, token)

    monkeypatch.setattr(viewed, "generate_maze", slow)
    maze = MazeRequest("wilson", 40, 30, 7)

    def ask(request: Asking) -> Awaitable[Ready]:
        return gallery.ready(request, maze, What("none"))  # type: ignore[arg-type]

    ended = run(leave_and_ask_again(held, ask))
    assert isinstance(ended, ClientGoneError)
    assert (held.times, held.most) == (2, 1)


@pytest.mark.parametrize("kind", ["kept", "opened"])
def test_one_thread_at_a_time_is_at_a_maze(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held, find = Held(), viewed.solve

    def slow(maze: labirinto.Maze, *ends: tuple[int, int]) -> labirinto.Path:
        held.hold()
        return find(maze, *ends)

    monkeypatch.setattr(viewed, "solve", slow)
    maze = labirinto.wilson(40, 30, seed=7)
    gallery, opened = Gallery(), Opened("m.maze", maze, labirinto.Ends((0, 0), (39, 29)))

    def ask(request: Asking) -> Awaitable[Ready]:
        if kind == "opened":
            what = opened.what(solution=True, distances=False)
            return opened.ready(request, what)  # type: ignore[arg-type]
        wanted = MazeRequest("wilson", 40, 30, 7)
        return gallery.ready(request, wanted, What("corners", solution=True))  # type: ignore[arg-type]

    ended = run(leave_and_ask_again(held, ask))
    # A search does not stop half-way, and what it finds is not found again.
    assert isinstance(ended, Ready)
    assert (held.times, held.most) == (1, 1)


def test_what_is_kept_can_be_counted_while_a_thread_adds_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The count is held in the middle, until a thread has added a path to the same maze."""
    counting, added = threading.Event(), threading.Event()

    class Pieces:
        @property
        def memory(self) -> int:
            if len(searches) == 2:
                counting.set()
                assert added.wait(60)
            return 1000

    gallery, searches = Gallery(), []
    maze, find = MazeRequest("wilson", 40, 30, 7), viewed.solve

    def second_waits(maze: labirinto.Maze, *ends: tuple[int, int]) -> labirinto.Path:
        searches.append(ends)
        assert len(searches) == 1 or counting.wait(60)
        return find(maze, *ends)

    def ready_planes(*values: Any) -> Ready:
        # The last thing that is done with what is kept.
        if len(searches) == 2:
            added.set()
        return make_ready(*values)

    make_ready = viewed.ready_planes
    monkeypatch.setattr(viewed, "solve", second_waits)
    monkeypatch.setattr(viewed, "pieces_of", lambda path: Pieces())
    monkeypatch.setattr(viewed, "ready_planes", ready_planes)

    async def ask(app: object) -> None:
        def ready(kind: str) -> Awaitable[Ready]:
            return gallery.ready(Asking(app), maze, What(kind, solution=True))  # type: ignore[arg-type]

        await ready("corners")
        second = asyncio.ensure_future(ready("farthest"))
        while len(searches) < 2:
            await asyncio.sleep(0.001)
        assert gallery.bytes >= 1000
        await second

    gallery_run(ask, monkeypatch)


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(max_bytes=100_000)

    async def ask(app: object) -> None:
        for seed in (1, 2, 3, 4, 3, 5, 3, 1):
            maze = MazeRequest("eller", 300, 500, seed)
            await gallery.ready(Asking(app), maze, What("none"))  # type: ignore[arg-type]
            assert gallery.bytes <= 100_000

    made = [request.seed for request in gallery_run(ask, monkeypatch)]
    assert made == [1, 2, 3, 4, 5, 1]  # room for two: 3 was asked for again in time


def test_paths_and_distances_count() -> None:
    one = Viewed(labirinto.wilson(300, 300, seed=1))
    one = one.including(What("border"))
    before = one.bytes
    one = one.including(What("border", solution=True))
    assert one.bytes > before
    before = one.bytes
    one = one.including(What("border", distances=True))
    assert one.bytes >= before + 300 * 300

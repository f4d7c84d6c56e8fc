"""Slow readers, half requests, full memory: what a server must not hold, or wait for, for ever."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from labirinto.web import app as app_module
from labirinto.web.app import create_app
from labirinto.web.patience import Patience, Server
from labirinto.web.sending import PIECE, Held, InPieces

ResultT = TypeVar("ResultT")


def play(scene: Coroutine[None, None, ResultT]) -> ResultT:
    """Plays a scene in a thread of its own: Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, scene).result()


def sent(*bodies: bytes) -> tuple[list[Message], list[int], Held]:
    """What is handed on of an answer, and how many bytes were held each time."""
    held, messages, counts = Held(), [], []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for k, body in enumerate(bodies):
            more = k + 1 < len(bodies)
            await send({"type": "http.response.body", "body": body, "more_body": more})

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        messages.append(message)
        counts.append(held.bytes)

    play(InPieces(answer, held)({"type": "http"}, receive, send))
    return messages, counts, held


def test_large_answers_go_out_in_pieces_and_small_ones_as_they_are() -> None:
    large, small = bytes(range(256)) * 4096 + b"end", b"maze"
    messages, counts, held = sent(large, small)
    pieces = messages[1:]
    assert b"".join(piece["body"] for piece in pieces) == large + small
    assert max(len(piece["body"]) for piece in pieces) == PIECE
    assert [piece["more_body"] for piece in pieces] == [True] * (len(pieces) - 1) + [False]
    assert counts == [0, *[len(large)] * (len(pieces) - 1), 0]
    assert held.bytes == 0


def test_an_answer_that_fails_half_way_is_no_longer_held() -> None:
    held = Held()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.body", "body": bytes(3 * PIECE)})

    async def fail(message: Message) -> None:
        raise ZeroDivisionError

    async def nothing() -> Message:
        return {}

    with pytest.raises(ZeroDivisionError):
        play(InPieces(answer, held)({"type": "http"}, nothing, fail))
    assert held.bytes == 0


def test_large_mazes_wait_until_large_answers_have_been_taken() -> None:
    application = create_app()
    with TestClient(application) as client:
        application.state.held.bytes = 1 << 30
        refused = client.get("/maze/wilson/1000x1000/7.png")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        assert "</html>" in refused.text
        assert client.get("/maze/wilson/40x30/7.png").status_code == 200
        application.state.held.bytes = 0
        assert client.get("/maze/wilson/1000x1000/7.png").status_code == 200


def test_the_same_bytes_packed_and_not() -> None:
    with TestClient(create_app()) as client:
        address = "/maze/eller/300x300/7.txt"
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert len(plain.content) > 4 * PIECE
    assert int(plain.headers["Content-Length"]) == len(plain.content)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert plain.content == packed.content


def test_too_little_memory_is_an_honest_503(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(app_module, "picture", fail)
    with TestClient(create_app()) as client:
        refused = client.get("/maze/wilson/40x30/7.png")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "</html>" in refused.text


class Connection:
    """A connection as the server has them."""

    def __init__(self, unsent: int, cycle: Any) -> None:
        self.transport, self.unsent, self.cycle, self.aborted = self, unsent, cycle, 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted += 1


class Cycle:
    """A request."""

    def __init__(self, response_complete: bool) -> None:
        self.response_complete = response_complete


def test_only_those_for_whom_we_wait_are_let_go() -> None:
    patience = Patience(60)
    working = Connection(0, Cycle(False))
    asking, idle = Connection(0, None), Connection(0, Cycle(True))
    stuck, taking = Connection(1000, Cycle(False)), Connection(1000, Cycle(True))
    everybody = [working, asking, idle, stuck, taking]
    for now in range(0, 61, 2):
        patience.look(everybody, now)
        taking.unsent -= 1
        assert not any(connection.aborted for connection in everybody)
    patience.look(everybody, 62)
    assert [connection.aborted for connection in everybody] == [0, 1, 1, 1, 0]
    # Who is gone is forgotten.
    patience.look([], 63)
    patience.look([asking], 64)
    assert asking.aborted == 1


@pytest.fixture
def hasty() -> Iterator[int]:
    """The port of a server that waits for half a second only."""
    config = uvicorn.Config(create_app(), host="127.0.0.1", port=0, log_level="warning")
    listener = config.bind_socket()
    server = Server(config, seconds=0.5)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(timeout=10)
    listener.close()


@pytest.mark.parametrize(
    "request_line", ["", "GET /heal", "GET /maze/eller/499x499/7.txt HTTP/1.1"]
)
def test_a_visitor_who_does_nothing_is_let_go(hasty: int, request_line: str) -> None:
    whole = request_line.endswith("1.1")
    with socket.socket() as visitor:
        visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        visitor.settimeout(20)
        visitor.connect(("127.0.0.1", hasty))
        visitor.sendall((request_line + ("\r\nHost: x\r\n\r\n" if whole else "")).encode())
        time.sleep(6 if whole else 0)
        taken = 0
        try:
            while piece := visitor.recv(1 << 16):
                taken += len(piece)
        except ConnectionResetError:
            pass
    # What the system had on its way; the answer has three and a half million bytes.
    assert taken < 3_400_000 if whole else taken == 0

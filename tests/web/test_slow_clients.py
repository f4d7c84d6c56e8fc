"""Slow readers, half requests, full memory: what a server must not hold or wait for, for ever."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tiers import sample

from labirinto.web import app as app_module
from labirinto.web import large_responses
from labirinto.web.app import create_app
from labirinto.web.client_timeouts import ClientTimeouts, Server

LARGE = "/maze/eller/499x499/7.txt"
"""A response of three and a half million bytes, of a maze just below the large ones."""


@contextmanager
def running(server: uvicorn.Server) -> Iterator[int]:
    """The port of a server that runs in a thread."""
    listener = server.config.bind_socket()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = server.force_exit = True
    thread.join(timeout=60)
    listener.close()


def config(application: Starlette) -> uvicorn.Config:
    return uvicorn.Config(application, host="127.0.0.1", port=0, log_level="critical")


@contextmanager
def slow_client(port: int, request: str) -> Iterator[socket.socket]:
    """A client that sends some text and reads nothing."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(60)
        client.connect(("127.0.0.1", port))
        client.sendall(request.encode())
        yield client


def read_all(client: socket.socket) -> bytes:
    """All bytes until the server closes or aborts the connection."""
    received = bytearray()
    try:
        while piece := client.recv(1 << 16):
            received += piece
    except ConnectionResetError:
        pass
    return bytes(received)


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def get(address: str) -> str:
    return f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def status_of(port: int, address: str) -> int:
    with slow_client(port, get(address)) as client:
        return int(read_all(client).split()[1])


REQUESTS = ["", "GET /heal", get(LARGE)]


@pytest.mark.parametrize("request_text", sample(REQUESTS, "GET /heal"))
def test_a_client_that_does_nothing_is_dropped(request_text: str) -> None:
    server = Server(config(create_app()), seconds=0.5)
    with running(server) as port, slow_client(port, request_text) as client:
        is_reader = request_text.endswith("\r\n\r\n")
        if is_reader:
            client.recv(1, socket.MSG_PEEK)  # the response has begun
            wait_until(lambda: not server.server_state.connections)
        received = read_all(client)
    # The reader gets what the system had buffered.
    assert len(received) < 3_400_000 if is_reader else received == b""


@pytest.mark.deep
def test_uvicorn_alone_waits_for_ever() -> None:
    """Otherwise ``client_timeouts`` could go."""
    server = uvicorn.Server(config(create_app()))
    server.config.timeout_keep_alive = 1
    with running(server) as port, ExitStack() as clients:
        for text in REQUESTS:
            clients.enter_context(slow_client(port, text))
        wait_until(lambda: len(server.server_state.connections) == len(REQUESTS))
        time.sleep(3)
        assert len(server.server_state.connections) == len(REQUESTS)


def test_large_mazes_wait_until_slow_readers_have_taken_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(large_responses, "MAX_BYTES", 1_000_000)
    application = create_app()
    with running(uvicorn.Server(config(application))) as port:
        large = application.state.large_responses
        with slow_client(port, REQUESTS[2]) as client:
            wait_until(lambda: large.is_full)
            assert status_of(port, "/maze/wilson/1000x1000/7.png") == 503
            assert status_of(port, "/maze/wilson/40x30/7.png") == 200
            head, _, body = read_all(client).partition(b"\r\n\r\n")
            assert f"content-length: {len(body)}" in head.decode().lower()
        wait_until(lambda: large.bytes == 0)
        assert status_of(port, "/maze/wilson/1000x1000/7.png") == 200
        # A reader that leaves half-way is no longer counted.
        with slow_client(port, REQUESTS[2]):
            wait_until(lambda: large.is_full)
        wait_until(lambda: large.bytes == 0)


def test_the_same_bytes_compressed_and_not() -> None:
    with TestClient(create_app()) as client:
        plain = client.get(LARGE, headers={"Accept-Encoding": "identity"})
        packed = client.get(LARGE, headers={"Accept-Encoding": "gzip"})
    assert len(plain.content) > 4 * large_responses.CHUNK_BYTES
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
    """A connection of the server."""

    def __init__(self, unsent: int, cycle: object) -> None:
        self.transport, self.unsent, self.cycle, self.aborted = self, unsent, cycle, 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted += 1


class Cycle:
    """A request."""

    def __init__(self, response_complete: bool) -> None:
        self.response_complete = response_complete


def test_only_clients_that_the_server_waits_for_are_dropped() -> None:
    timeouts = ClientTimeouts(60)
    working = Connection(0, Cycle(False))
    asking, idle = Connection(0, None), Connection(0, Cycle(True))
    stuck, taking = Connection(1000, Cycle(False)), Connection(1000, Cycle(True))
    connections = [working, asking, idle, stuck, taking]
    for now in range(0, 61, 2):
        timeouts.check(connections, now)
        taking.unsent -= 1
        assert not any(connection.aborted for connection in connections)
    timeouts.check(connections, 62)
    assert [connection.aborted for connection in connections] == [0, 1, 1, 1, 0]
    # Closed connections are forgotten.
    timeouts.check([], 63)
    timeouts.check([asking], 64)
    assert asking.aborted == 1

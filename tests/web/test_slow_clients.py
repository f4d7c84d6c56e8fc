"""Slow readers and full memory: what a server must not hold for ever."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from serving import running
from starlette.testclient import TestClient

from labirinto.web import app as app_module
from labirinto.web import large_responses
from labirinto.web.app import create_app

LARGE = "/maze/eller/499x499/7.txt"
"""A response of three and a half million bytes, of a maze just below the large ones."""


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


def test_a_reader_that_takes_nothing_no_longer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_responses, "SECONDS", 0.5)
    application = create_app()
    with running(application, log_level="critical") as port:
        large = application.state.large_responses
        with slow_client(port, get(LARGE)) as client:
            client.recv(1, socket.MSG_PEEK)  # the response has begun
            wait_until(lambda: large.bytes > 0)
            wait_until(lambda: large.bytes == 0)
            # It gets what had been buffered.
            assert len(read_all(client)) < 3_400_000


def test_large_mazes_wait_until_slow_readers_have_taken_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(large_responses, "MAX_BYTES", 1_000_000)
    application = create_app()
    with running(application, log_level="critical") as port:
        large = application.state.large_responses
        with slow_client(port, get(LARGE)) as client:
            wait_until(lambda: large.is_full)
            assert status_of(port, "/maze/wilson/1000x1000/7.png") == 503
            assert status_of(port, "/maze/wilson/40x30/7.png") == 200
            head, _, body = read_all(client).partition(b"\r\n\r\n")
            assert f"content-length: {len(body)}" in head.decode().lower()
        wait_until(lambda: large.bytes == 0)
        assert status_of(port, "/maze/wilson/1000x1000/7.png") == 200
        # A reader that leaves half-way is no longer counted.
        with slow_client(port, get(LARGE)):
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

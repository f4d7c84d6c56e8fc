"""The commands that serve the page, in processes of their own."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient

from labirinto.web.app import create_app
from labirinto.web.opened import Opened

LABIRINTO = [sys.executable, "-m", "labirinto"]


def client_of(opened: Opened) -> TestClient:
    """A client of a server with a maze of this machine."""
    app = create_app(opened=opened)
    return TestClient(app, base_url="http://localhost:4321", follow_redirects=False)


@contextmanager
def running(application: Starlette, **how: Any) -> Iterator[int]:
    """The port of a server that runs in a thread."""
    server = uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=0, **how))
    listener = server.config.bind_socket()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(timeout=60)
    listener.close()


@contextmanager
def started(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command that serves, and the address that it prints; killed at the end."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*LABIRINTO, *words], stdout=pipe, stderr=pipe, text=True) as process:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/\w*", process.stdout.readline())
            yield process, address[0]
        finally:
            process.kill()


def ends_well(process: subprocess.Popen[str], number: int) -> bool:
    """Whether a signal ends a process without an error."""
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    return (process.returncode, errors) == (0, "")

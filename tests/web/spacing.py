"""A web space: the page as files in a subfolder, sent by Python's plain server of files."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Request

from labirinto.cli.commands import labirinto

SUBFOLDER = "school/mazes"
SOURCE = "https://code.example/labirinto"
PATIENCE = 300


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class WebSpace:
    """A web space on loopback.

    Attributes:
        address: Of the page, with a slash at the end.
    """

    def __init__(self, folder: Path) -> None:
        handler = partial(_Quiet, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/{SUBFOLDER}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=60)


def written(folder: Path) -> Path:
    """A folder with the page in a subfolder, once for all processes of the tests."""
    page = folder / SUBFOLDER
    try:
        page.parent.mkdir(parents=True)
    except FileExistsError:  # another process writes it, or has
        until = time.monotonic() + PATIENCE
        while not page.exists():
            assert time.monotonic() < until
            time.sleep(0.1)
    else:
        words = ["site", "--quiet", str(page), "--source", SOURCE]
        result = CliRunner().invoke(labirinto, words)
        assert (result.exit_code, result.output) == (0, "")
    return folder


@contextmanager
def web_space(folder: Path) -> Iterator[WebSpace]:
    """A web space that sends the files of a folder."""
    space = WebSpace(folder)
    try:
        yield space
    finally:
        space.stop()


def note(log: list[str], request: Request) -> None:
    """Log a request that failed, unless the visitor has gone to another page."""
    if "ERR_ABORTED" not in (request.failure or ""):
        log.append(request.url)

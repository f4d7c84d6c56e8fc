"""``labirinto serve``: the web page."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from labirinto._internal.extras import needing
from labirinto.asking.record import Field
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import PORT
from labirinto.errors import InvalidValueError, LabirintoError

LINKS = (
    Field(
        "source",
        "Other",
        "Address of the source code; every page links to it.",
        "URL",
        "no link",
        preset="",
    ),
    Field(
        "contact",
        "Other",
        "Your e-mail address or the address of a contact page; every page links to it.",
        "ADDRESS",
        "no link",
        preset="",
    ),
)
"""The links on every page."""


@click.command(
    cls=Command,
    short_help="Serve the web page.",
    epilog=examples("serve", "serve --host 0.0.0.0 --origin https://example.org --workers 4"),
)
@asks(
    Field(
        "host",
        "Other",
        "Address to listen on; 0.0.0.0 means all addresses of this machine.",
        preset="127.0.0.1",
    ),
    PORT,
    Field(
        "origin",
        "Other",
        "Scheme and host that visitors see, such as https://example.org behind a proxy.",
        "URL",
        "as in each request",
        preset="",
    ),
    *LINKS,
    Field(
        "workers",
        "Other",
        "Number of processes that serve the page; each uses one processor.",
        "N",
        kind="whole",
        bounds=(1, 64),
        preset=1,
    ),
)
def serve(host: str, port: int, origin: str, source: str, contact: str, workers: int) -> None:
    """Serve the web page, on which people make, play, watch and download mazes.

    It needs an extra: pip install 'labirinto[web]'
    """
    if not host:  # which would be all addresses
        raise InvalidValueError(
            field="host", value=host, requirement="an address, such as 127.0.0.1 or 0.0.0.0"
        )
    if origin and not re.fullmatch(r"https?://[^/?#\s]+/?", origin, re.IGNORECASE):
        raise InvalidValueError(
            field="origin",
            value=origin,
            requirement="a scheme and a host, such as https://example.org",
        )
    source, contact = checked_links(source, contact)
    serve_page(host, port, workers, origin=origin, source=source, contact=contact)


def checked_links(source: str, contact: str) -> tuple[str, str]:
    """The addresses in links to the source code and to a contact.

    Raises:
        InvalidValueError: If one is neither empty nor an address.
    """
    if source and not _is_link(source):
        raise InvalidValueError(
            field="source",
            value=source,
            requirement="an address such as https://example.org/labirinto",
        )
    if re.fullmatch(r"[^@\s:/?#]+@[^@\s:/?#]+", contact):
        contact = f"mailto:{contact}"
    elif contact and not _is_link(contact):
        raise InvalidValueError(
            field="contact",
            value=contact,
            requirement="an address such as anna@example.org or https://example.org/contact",
        )
    return source, contact


def _is_link(text: str) -> bool:
    return re.fullmatch(r"https?://[^/?#\s]\S*", text, re.IGNORECASE) is not None


@contextmanager
def _ended_at_once() -> Iterator[None]:
    """Lets signals end the process while the server is loaded, when nothing needs cleaning up."""
    before = {
        number: signal.signal(number, lambda *_: os._exit(0))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve_page(
    host: str, port: int, workers: int, *, page: str = "", browse: bool = False, **options: Any
) -> None:
    """Serves the page until Ctrl-C; for the options see ``create_app``.

    ``page`` is the part of it whose address is shown, and which opens in the browser with
    ``browse``.

    Raises:
        MissingExtraError: If the extra ``web`` is not installed.
        LabirintoError: If the address cannot be listened at.
    """
    with _ended_at_once():
        with needing("The web page needs {}", "web"):
            from labirinto.web import processes
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # From here on, visitors wait for the page instead of being refused.
            listener = socket.create_server((host, port), family=family, backlog=2048)
        except OSError as error:
            # Python adds the address, which the sentence has.
            reason = str(error.strerror or error).split(" (while ")[0]
            raise LabirintoError(f"Cannot listen at {host}, port {port}: {reason}.") from None
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/{page}"
        print(f"Labirinto is at {address} (Ctrl-C ends it)", flush=True)
        if browse:
            # It waits for the page, and a browser in the terminal does not return before it ends.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        processes.serve(listener, workers, **options)

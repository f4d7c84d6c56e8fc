"""Files that visitors send: read into memory within limits, and never written anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import Request

MAX_BYTES = 20_000_000
"""Of an upload: photographs by phones have 3 to 8 million."""

MAX_BODY = MAX_BYTES + 10_000
"""Of a form with one."""

_MOST_IGNORED = 5 * MAX_BYTES
_MOST_FIELDS = 16
_LONGEST_HEAD = 2000


class Uploads:
    """The clients whose uploads are in memory: few at a time, and one of each.

    Belongs to the event loop.
    """

    MOST = 8

    def __init__(self) -> None:
        self._clients: set[str] = set()

    def has_room_for(self, client: str) -> bool:
        """Whether there is room for an upload of a client."""
        return client not in self._clients and len(self._clients) < self.MOST

    @contextmanager
    def of(self, client: str) -> Iterator[None]:
        """Count an upload of a client."""
        self._clients.add(client)
        try:
            yield
        finally:
            self._clients.remove(client)


async def read_body(request: Request, most: int = MAX_BODY) -> bytes | None:
    """Read the body of a request; None if it has more bytes.

    The rest is received as well, within reason, and ignored: browsers show no answer to what they
    have not sent yet.
    """
    body = bytearray()  # no list: the chunks can be as short as a byte
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > max(most, _MOST_IGNORED):
            break
        if size <= most:
            body += chunk
        else:
            body.clear()
    return bytes(body) if size <= most else None


def parse_multipart(content_type: str, body: bytes) -> dict[str, bytes]:
    """The fields of a form as browsers send them with a file (RFC 7578); the first of each name.

    Nothing but fields is understood, and what is malformed is left out, as is all after 16 of them.
    """
    match = re.fullmatch(
        r'multipart/form-data\s*;\s*boundary="?([^";,\s]{1,70})"?\s*', content_type, re.IGNORECASE
    )
    if not match:
        return {}
    delimiter = b"\r\n--" + match[1].encode("latin-1")
    fields: dict[str, bytes] = {}
    # The first delimiter need not follow a line.
    for part in (b"\r\n" + body).split(delimiter, _MOST_FIELDS + 1)[1 : _MOST_FIELDS + 1]:
        head, found, content = part.partition(b"\r\n\r\n")
        if not found or len(head) > _LONGEST_HEAD:
            continue
        name = re.search(rb'\r\ncontent-disposition: *form-data; *name="([^"]*)"', head, re.I)
        if name:
            fields.setdefault(name[1].decode("utf-8", "replace"), content)
    return fields

"""Files that visitors send: read into memory within limits, and never written anywhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from labirinto.web.work import BusyError

MAX_BYTES = 20_000_000
"""The largest upload: photographs by phones have 3 to 8 million bytes."""

MAX_BODY = MAX_BYTES + 10_000
"""The largest form with an upload."""

MOST_CLIENTS = 8
"""Whose uploads are in memory at a time, one of each."""

SECONDS_TO_SEND = 120

_MOST_IGNORED = 5 * MAX_BYTES
_MOST_FIELDS = 16
_LONGEST_HEAD = 2000


class UploadError(Exception):
    """A file that is not taken, or of no use.

    Attributes:
        reason: ``bytes`` or ``sending``, or a key of the problems of its page.
        status: Of the response.
        count: How many mazes there are in a photograph to choose from.
        place: The pixel of a photograph near which the path may cross a wall.
    """

    def __init__(
        self,
        reason: str,
        status: int = 422,
        *,
        count: int = 0,
        place: tuple[int, int] | None = None,
    ) -> None:
        self.reason: str = reason
        self.status: int = status
        self.count: int = count
        self.place: tuple[int, int] | None = place
        super().__init__(reason)


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


@asynccontextmanager
async def received(request: Request, most: int = MAX_BODY) -> AsyncIterator[dict[str, bytes]]:
    """The fields of a form with a file, which count as an upload until they are done with.

    Raises:
        BusyError: If there are too many others, or another one by this client.
        UploadError: If there are too many bytes, or they come too slowly.
    """
    clients: set[str] = request.app.state.uploading
    client = request.client.host if request.client else ""
    if client in clients or len(clients) >= MOST_CLIENTS:
        # What is on its way is received all the same, so that the browser shows the answer.
        await _body(request, 0)
        raise BusyError
    clients.add(client)
    try:
        body = await _body(request, most)
        if body is None:
            raise UploadError("bytes", 413)
        yield parse_multipart(request.headers.get("content-type", ""), body)
    finally:
        clients.remove(client)


async def _body(request: Request, most: int) -> bytes | None:
    try:
        return await asyncio.wait_for(read_body(request, most), SECONDS_TO_SEND)
    except asyncio.TimeoutError:
        raise UploadError("sending", 408) from None


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

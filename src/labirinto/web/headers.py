"""What all responses have in common: security headers; and how pictures are cached."""

from __future__ import annotations

import hashlib

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from labirinto import __version__

NOT_KEPT = {"Cache-Control": "no-store"}
FOR_EVER = "public, max-age=31536000, immutable"

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}


class SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def etag_of(request: Request) -> str:
    """The strong tag of what an address gives, known before it is made.

    A picture is a pure function of its address and of this release; compressed, its bytes are
    others.
    """
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    key = f"{__version__} {compressed} {request.url.path}?{request.url.query}"
    return f'"{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}"'


def not_modified(request: Request, etag: str) -> Response | None:
    """A response without a body, if the client has this very thing."""
    known = request.headers.get("if-none-match", "")
    if known == "*" or etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers={**cache_headers(etag), "Vary": "Accept-Encoding"})
    return None


def cache_headers(etag: str) -> dict[str, str]:
    """For what never changes.  ``Vary`` is added by what packs the answer."""
    return {"Cache-Control": FOR_EVER, "ETag": etag}

"""Headers of all responses: security, and how long a response may be cached."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NO_STORE = {"Cache-Control": "no-store"}
NO_CACHE = {"Cache-Control": "no-cache"}
ONE_DAY = {"Cache-Control": "max-age=86400"}
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For addresses that always give the same: no cache needs to ask again."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)
"""What a page may load; pages without a server say so themselves."""

SECURITY = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}

OF_PAGES = ("text/css", "text/javascript", "font/")
"""Content that acts in the page that loads it, under its headers, which would double small scripts.
Workers are under their own.
"""

FRAMED = {"Content-Security-Policy": f"{POLICY}; frame-ancestors *"}
"""For what any page may frame."""

WITH_OWN_PICTURES = {
    "Content-Security-Policy": SECURITY["Content-Security-Policy"].replace(
        "img-src 'self'", "img-src 'self' data:"
    )
}
"""For a page with a picture in it, which the server does not keep."""


class SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_worker = scope["path"].endswith("worker.js")
                if not is_worker and headers.get("Content-Type", "").startswith(OF_PAGES):
                    headers.setdefault("X-Content-Type-Options", "nosniff")
                else:
                    for name, value in SECURITY.items():
                        headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)

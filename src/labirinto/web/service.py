"""Addresses that are no mazes: style and scripts, and what robots and monitors ask for."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from labirinto.generate import ALGORITHMS
from labirinto.web.headers import NOT_KEPT, cache_headers, etag_of, not_modified
from labirinto.web.languages import LANGUAGES
from labirinto.web.pages import Site
from labirinto.web.static_files import static_files, version


def site_of(request: Request) -> Site:
    """Where the visitor sees the page."""
    origin = request.app.state.origin or f"{request.url.scheme}://{request.url.netloc}"
    return Site(origin, quote(request.url.path), request.url.query)


async def static(request: Request) -> Response:
    """Style sheet, scripts, icon."""
    file = static_files().get(request.path_params["name"])
    if not file or request.path_params["version"] != version():
        raise HTTPException(404)
    etag = etag_of(request)
    return not_modified(request, etag) or Response(
        file.content, media_type=file.media_type, headers=cache_headers(etag)
    )


async def icon(request: Request) -> Response:
    """For those who look for the icon at its old place."""
    file = static_files()["favicon.svg"]
    return Response(
        file.content, media_type=file.media_type, headers={"Cache-Control": "max-age=86400"}
    )


async def robots(request: Request) -> Response:
    """Pages may be read by all; every picture and film of every maze, there is no end of them."""
    lines = [
        "User-agent: *",
        "Disallow: /maze/",
        "Disallow: /steps/",
        "Disallow: /set-language",
        "Allow: /",
        f"Sitemap: {site_of(request).origin}/sitemap.xml",
    ]
    return PlainTextResponse("\n".join(lines) + "\n")


async def sitemap(request: Request) -> Response:
    """All pages, each with its other languages."""
    origin = escape(site_of(request).origin)
    entries = []
    for page in ("", *ALGORITHMS, "book"):
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{origin}/{code}/{page}"/>'
            for code in LANGUAGES
        )
        entries += [f"<url><loc>{origin}/{code}/{page}</loc>{others}</url>" for code in LANGUAGES]
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(entries)}</urlset>\n'
    )
    return Response(body, media_type="application/xml")


async def health(request: Request) -> Response:
    """That the server is there."""
    return PlainTextResponse("ok\n", headers=NOT_KEPT)

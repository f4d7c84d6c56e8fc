"""Addresses that are no mazes: ways to pages, style, scripts, what robots and monitors ask for."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.web.headers import NOT_KEPT, cache_headers, etag_of, not_modified
from labirinto.web.languages import COOKIE, LANGUAGES
from labirinto.web.pages import Site
from labirinto.web.static_files import static_files, version

PAGES = (*ALGORITHMS, "book")
"""Of each language, beside its index."""


def site_of(request: Request) -> Site:
    """Where the visitor sees the page."""
    origin = request.app.state.origin or f"{request.url.scheme}://{request.url.netloc}"
    return Site(origin, quote(request.url.path), request.url.query)


async def set_language(request: Request) -> Response:
    """Remembers a language that was chosen by hand, and goes back to the page in it."""
    code = request.query_params.get("to", "")
    if code not in LANGUAGES:
        raise HTTPException(404)
    place = request.query_params.get("at", "/")
    path, mark, query = place.partition("?")
    segments = path.split("/")
    # Only pages of this site: what is anything else leads to the index.
    known = len(segments) == 3 and not segments[0] and segments[1] in LANGUAGES
    page = segments[2] if known and segments[2] in PAGES else ""
    if not page:
        mark = query = ""
    safe_query = quote(query, safe="=&%+")
    response = RedirectResponse(f"/{code}/{page}{mark}{safe_query}", 302, headers=NOT_KEPT)
    response.set_cookie(
        COOKIE,
        code,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=site_of(request).origin.startswith("https:"),
    )
    return response


async def other_slash(request: Request) -> Response:
    """To the same page: a language has a slash at its end, all other pages have none."""
    path = request.path_params
    place = f"/{path['language']}/{path.get('page', '')}"
    query = request.url.query
    return RedirectResponse(f"{place}?{query}" if query else place, 307)


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
    for page in ("", *PAGES):
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

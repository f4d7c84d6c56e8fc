"""Routes that are not mazes: redirects, static files, robots.txt, sitemap, health check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import quote

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.web import problem_texts
from labirinto.web.answers import language_of
from labirinto.web.headers import IMMUTABLE, NO_CACHE, NO_STORE, ONE_DAY
from labirinto.web.languages import COOKIE, LANGUAGES
from labirinto.web.maze_request import MAX_QUERY_LENGTH
from labirinto.web.pages import error_page, rules, rules_address
from labirinto.web.printing import usual_paper
from labirinto.web.site import Site
from labirinto.web.static_files import manifest, service_worker, static_files, version

PAGES = (
    *ALGORITHMS,
    *("endless", "book", "worksheet", "class", "gift", "photo", "draw", "compare", "days"),
)
"""Pages of each language, beside its index."""


def site_of(request: Request) -> Site:
    """The address at which the visitor sees the page.

    Raises:
        HTTPException: If the address is longer than any maze needs.
    """
    if len(request.url.query) > MAX_QUERY_LENGTH:
        raise HTTPException(414)
    state = request.app.state
    origin = state.origin or f"{request.url.scheme}://{request.url.netloc}"
    return Site(
        origin,
        quote(request.url.path),
        request.url.query,
        state.source,
        state.contact,
        paper=usual_paper(request.headers.get("accept-language", "")),
    )


async def set_language(request: Request) -> Response:
    """Store the language chosen by hand, and redirect to the page in that language."""
    code = request.query_params.get("to", "")
    if code not in LANGUAGES:
        raise HTTPException(404)
    place = request.query_params.get("at", "/")
    path, mark, query = place.partition("?")
    segments = path.split("/")
    # Only pages of this site; anything else leads to the index.
    known = len(segments) == 3 and not segments[0] and segments[1] in LANGUAGES
    page = segments[2] if known and segments[2] in (*PAGES, "view") else ""
    if not page:
        mark = query = ""
    safe_query = quote(query, safe="=&%+")
    response = RedirectResponse(f"/{code}/{page}{mark}{safe_query}", 302, headers=NO_STORE)
    response.set_cookie(
        COOKIE,
        code,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=site_of(request).origin.startswith("https:"),
    )
    return response


async def fix_slash(request: Request) -> Response:
    """Redirect to the address with the right slash: an index ends with one, other pages do not."""
    path = request.path_params
    place = f"/{path['language']}/{path.get('page', '')}"
    query = request.url.query
    return RedirectResponse(f"{place}?{query}" if query else place, 307)


async def fix_case(request: Request) -> Response:
    """Redirect to the address with the tag of the language as it is written here."""
    tag = request.path_params["tag"]
    code = next(code for code in LANGUAGES if code.lower() == tag.lower())
    place = quote(request.scope["path"].replace(f"/{tag}", f"/{code}", 1))
    query = request.url.query
    return RedirectResponse(f"{place}?{query}" if query else place, 301)


async def static(request: Request) -> Response:
    """A style sheet, script, icon or font."""
    file = static_files().get(request.path_params["name"])
    if not file or request.path_params["version"] != version():
        raise HTTPException(404)
    if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        headers = {**IMMUTABLE, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.compressed, media_type=file.media_type, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=IMMUTABLE)


async def rules_file(request: Request) -> Response:
    """What scripts need to make the mazes of a page."""
    path = request.path_params
    language, algorithm = LANGUAGES[path["language"]], path["algorithm"]
    if request.url.path != rules_address(language, algorithm):
        raise HTTPException(404)
    content = rules(language, algorithm)
    return Response(content, media_type="application/json", headers=IMMUTABLE)


async def licence(request: Request) -> Response:
    """The licence of the program."""
    return PlainTextResponse(licence_text(), headers=ONE_DAY)


@cache
def licence_text() -> str:
    """The text of the licence, as installed or in the source tree."""
    try:
        text = distribution("labirinto").read_text("licenses/LICENSE")
    except PackageNotFoundError:
        text = None
    return text or (Path(__file__).parents[3] / "LICENSE").read_text(encoding="utf-8")


async def icon(request: Request) -> Response:
    """The icon at its traditional address."""
    file = static_files()["favicon.svg"]
    return Response(file.content, media_type=file.media_type, headers=ONE_DAY)


async def worker(request: Request) -> Response:
    """The service worker, which browsers ask for again to see whether it has changed."""
    return Response(service_worker(), media_type="text/javascript; charset=utf-8", headers=NO_CACHE)


async def web_manifest(request: Request) -> Response:
    """What an installed page is called, and how it looks."""
    content = manifest(request.path_params["language"])
    return Response(content, media_type="application/manifest+json", headers=ONE_DAY)


async def offline(request: Request) -> Response:
    """What is shown without a network in place of pages that were not seen before."""
    page = error_page(language_of(request), site_of(request), problem_texts.OFFLINE)
    return HTMLResponse(page, headers=NO_CACHE)


async def robots(request: Request) -> Response:
    """Crawlers may read the pages, but not the endless pictures and films."""
    made = ("maze/", "steps/", "tile/", "about/", "place/", "rules/", "set-language")
    lines = [
        "User-agent: *",
        *(f"Disallow: /{name}" for name in made),
        "Allow: /",
        f"Sitemap: {site_of(request).origin}/sitemap.xml",
    ]
    return PlainTextResponse("\n".join(lines) + "\n")


async def sitemap(request: Request) -> Response:
    """All pages in all languages."""
    origin = site_of(request).origin
    body = sitemap_of(lambda code, page: f"{origin}/{code}/{page}", PAGES)
    return Response(body, media_type="application/xml")


def sitemap_of(address: Callable[[str, str], str], names: Iterable[str]) -> str:
    """A sitemap of the index and other pages, whose addresses come from language and name."""
    entries = []
    for page in ("", *names):
        at = {code: escape(address(code, page)) for code in LANGUAGES}
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{place}"/>'
            for code, place in at.items()
        )
        entries += [f"<url><loc>{place}</loc>{others}</url>" for place in at.values()]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(entries)}</urlset>\n'
    )


async def health(request: Request) -> Response:
    """A response for monitors."""
    return PlainTextResponse("ok\n", headers=NO_STORE)

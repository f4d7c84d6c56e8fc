"""The application: its routes, and handlers that call the library."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS
from labirinto.difficulties import LEVELS
from labirinto.errors import TooLargeError
from labirinto.web import films, pages, paperwork, problem_texts, service, viewer
from labirinto.web.answers import file_response, language_of, refuse, run_in_pool
from labirinto.web.bands import Heights
from labirinto.web.comparing import compare
from labirinto.web.days import daily, days
from labirinto.web.drawn import draw
from labirinto.web.embed import embed
from labirinto.web.endless import endless
from labirinto.web.file_kinds import KINDS
from labirinto.web.gifts import portray
from labirinto.web.headers import IMMUTABLE, NO_CACHE, NO_STORE, SECURITY, SecurityHeaders
from labirinto.web.languages import LANGUAGES
from labirinto.web.large_responses import LargeResponses
from labirinto.web.maze_files import PREVIEW_KINDS, parse_picture, picture, preview
from labirinto.web.maze_request import MazeRequest
from labirinto.web.opened import Opened
from labirinto.web.photos import photo
from labirinto.web.printing import MEDIA_TYPES
from labirinto.web.queries import Parsed, parse
from labirinto.web.selecting import chosen_maze, is_phone, overridden
from labirinto.web.site import Site
from labirinto.web.viewed import Gallery
from labirinto.web.work import BusyError, CancelToken, ClientGoneError, TimeLimitError, WorkerPools

RETRY_AFTER = {"Retry-After": "5", **NO_STORE}

OWN_NAMES = ("127.0.0.1", "localhost")
"""Names of this machine, by which its user calls a server that has one of their mazes."""


async def root(request: Request) -> Response:
    """Redirect to the visitor's language."""
    code = language_of(request).code
    return RedirectResponse(
        f"/{code}/", 302, headers={**NO_STORE, "Vary": "Accept-Language, Cookie"}
    )


async def index(request: Request) -> Response:
    """The first page, with a new maze."""
    language, site = language_of(request), service.site_of(request)
    on_phone = is_phone(request.headers)
    level = request.query_params.get("level", "")
    level = level if level in LEVELS else pages.EASIEST
    page = await run_in_pool(
        request, 0, lambda token: pages.index_page(language, site, on_phone, token, level=level)
    )
    return HTMLResponse(page, headers=NO_STORE)


async def maze(request: Request) -> Response:
    """A maze page; redirects to the address that always gives the same maze."""
    algorithm = request.path_params["algorithm"]
    language, site = language_of(request), service.site_of(request)
    typed, on_phone = dict(request.query_params), is_phone(request.headers)

    def read(token: CancelToken) -> tuple[Parsed, MazeRequest]:
        parsed = parse(algorithm, typed)
        is_new = bool(typed.get("new")) and "seed" not in parsed.invalid
        chosen = chosen_maze(parsed, token, on_phone=on_phone, is_new=is_new)
        parsed.invalid |= overridden(parsed, chosen)
        return parsed, chosen

    # Not on the event loop: shapes and rooms take time.
    parsed, settings = await run_in_pool(request, 0, read)
    parsed.request = settings
    is_here = settings.algorithm == algorithm and settings.query() == site.query
    if not parsed.invalid and not is_here:
        return RedirectResponse(
            f"/{language.code}/{settings.algorithm}?{settings.query()}", 302, headers=NO_STORE
        )
    cells = settings.cost if settings.is_drawn or settings.is_mesh else 0
    page = await run_in_pool(
        request, cells, lambda token: pages.maze_page(language, site, parsed, token)
    )
    return HTMLResponse(page, 422 if parsed.invalid else 200, headers=NO_CACHE)


async def maze_file(request: Request) -> Response:
    """A maze as a file."""
    return await _picture(request, picture, KINDS)


async def preview_file(request: Request) -> Response:
    """The preview picture of a shared link."""
    return await _picture(
        request, lambda settings, _, token: preview(settings, token), PREVIEW_KINDS
    )


async def _picture(
    request: Request, make: Callable[[MazeRequest, str, CancelToken], bytes], kinds: Collection[str]
) -> Response:
    path = request.path_params
    seed, _, extension = path["file"].rpartition(".")
    query = dict(request.query_params)
    parsed = await run_in_pool(
        request,
        0,
        lambda token: parse_picture(path["algorithm"], path["size"], seed, extension, query, kinds),
    )
    if parsed.invalid:
        return refuse(request, parsed.invalid, problem_texts.PICTURE_PROBLEMS)
    settings, kind = parsed.request, KINDS[extension]
    content = await run_in_pool(
        request, settings.cost * kind.cost, lambda token: make(settings, extension, token)
    )
    return file_response(request, content, kind.media_type, settings.file_name(extension))


async def steps(request: Request) -> Response:
    """The film of an algorithm at work, for the player of the page."""
    path = request.path_params
    name = path["film"]
    query = dict(request.query_params)
    parsed = await run_in_pool(
        request, 0, lambda token: films.parse_film(name, path["size"], path["seed"], query)
    )
    if parsed.invalid:
        problems = problem_texts.FILM_PROBLEMS
        return refuse(request, parsed.invalid, problems, most=films.MAX_FILM_SIDE)
    settings = parsed.request
    content = await run_in_pool(
        request, settings.cells * films.COST, lambda token: films.film(name, settings, token)
    )
    return Response(content, media_type="application/octet-stream", headers=IMMUTABLE)


def _error(request: Request, status: int, words: tuple[str, str]) -> Response:
    language = language_of(request)
    state = request.app.state
    # An error may come from an address of any length, and leads back to the mazes.
    site = Site("", f"/{language.code}/", "", state.source, state.contact)
    headers = RETRY_AFTER if status == 503 else NO_STORE
    return HTMLResponse(pages.error_page(language, site, words), status, headers=headers)


async def on_http_error(request: Request, error: Exception) -> Response:
    """HTTP errors; those that visitors may meet have a page in the nearest language."""
    assert isinstance(error, HTTPException)
    known = {404: problem_texts.NOT_FOUND, 414: problem_texts.LONG_ADDRESS}
    if words := known.get(error.status_code):
        return _error(request, error.status_code, words)
    return PlainTextResponse(error.detail, error.status_code, headers=error.headers)


async def on_busy(request: Request, error: Exception) -> Response:
    """A full queue."""
    return _error(request, 503, problem_texts.BUSY)


async def on_time_limit(request: Request, error: Exception) -> Response:
    """Work that takes too long, or more memory than is available."""
    page = request.url.path.rpartition("/")[2].partition(".")[0]
    words = dict.fromkeys(("book", "class"), problem_texts.BOOK_TIMED_OUT)
    words["photo"] = problem_texts.PHOTO_TIMED_OUT
    return _error(request, 503, words.get(page, problem_texts.TOO_LONG))


async def on_failure(request: Request, error: Exception) -> Response:
    """An unexpected error; the server logs it."""
    response = _error(request, 500, problem_texts.FAILED)
    response.headers.update(SECURITY)  # sent outside all middleware
    return response


async def on_client_gone(request: Request, error: Exception) -> Response:
    """A client that has left, and reads nothing."""
    return PlainTextResponse("", 499)


def _one_of(names: Iterable[str], pattern: str = "{}") -> StringConvertor:
    """A path segment that is one of some names; anything else is not found."""

    class OneOf(StringConvertor):
        regex = pattern.format("|".join(map(re.escape, names)))

    return OneOf()


register_url_convertor("language", _one_of(LANGUAGES))
register_url_convertor("misspelt", _one_of(LANGUAGES, r"(?!(?:{0})(?:/|$))(?ai:{0})"))
register_url_convertor("algorithm", _one_of(ALGORITHMS))
register_url_convertor("page", _one_of(service.PAGES))
register_url_convertor("printed", _one_of(paperwork.FORMS))
register_url_convertor("print", _one_of(MEDIA_TYPES))
register_url_convertor("film", _one_of(FILMS))

ROUTES: list[BaseRoute] = [
    Route("/", root),
    Route("/{language:language}", service.fix_slash),
    Route("/{language:language}/", index),
    Route("/{language:language}/{page:page}/", service.fix_slash),
    Route("/{language:language}/{algorithm:algorithm}", maze),
    Route("/{language:language}/photo", photo, methods=["GET", "POST"]),
    Route("/{language:language}/endless", endless),
    Route("/embed/{language:language}/{algorithm:algorithm}", embed),
    Route("/daily", daily),
    Route("/{language:language}/daily", daily),
    Route("/{language:language}/days", days),
    Route("/{language:language}/compare", compare),
    Route("/{language:language}/draw", draw, methods=["GET", "POST"]),
    Route("/{language:language}/gift", portray, methods=["POST"]),
    Route("/{language:language}/{printed:printed}", paperwork.form),
    Route("/{language:language}/{printed:printed}.{kind:print}", paperwork.file),
    Route("/maze/{algorithm:algorithm}/{size}/{file:path}", maze_file),
    Route("/preview/{algorithm:algorithm}/{size}/{file:path}", preview_file),
    Route("/steps/{film:film}/{size}/{seed:path}", steps),
    Route("/tile/{algorithm:algorithm}/{size}/{level}/{x}/{y}/{file:path}", viewer.tile),
    Route("/about/{algorithm:algorithm}/{size}/{file:path}", viewer.about),
    Route("/place/{algorithm:algorithm}/{size}/{file:path}", viewer.place),
    Route("/view", viewer.opened_here),
    Route("/{language:language}/view", viewer.opened_page),
    Route("/opened/tile/{level}/{x:int}/{y:int}.png", viewer.opened_tile),
    Route("/opened/about.json", viewer.opened_about),
    Route("/opened/place.json", viewer.opened_place),
    Route("/set-language", service.set_language),
    Route("/static/{version}/{name}", service.static),
    Route("/rules/{version}/{language:language}/{algorithm:algorithm}.json", service.rules_file),
    Route("/favicon.ico", service.icon),
    Route("/service-worker.js", service.worker),
    Route("/{language:language}/manifest.webmanifest", service.web_manifest),
    Route("/{language:language}/offline", service.offline),
    Route("/licence", service.licence),
    Route("/robots.txt", service.robots),
    Route("/sitemap.xml", service.sitemap),
    Route("/health", service.health),
    Route("/{tag:misspelt}", service.fix_case),
    Route("/{tag:misspelt}/{page:path}", service.fix_case),
    Route("/embed/{tag:misspelt}/{page:path}", service.fix_case),
]

ERRORS: dict[Any, Any] = {
    HTTPException: on_http_error,
    BusyError: on_busy,
    TimeLimitError: on_time_limit,
    TooLargeError: on_time_limit,
    MemoryError: on_time_limit,
    ClientGoneError: on_client_gone,
    ClientDisconnect: on_client_gone,
    Exception: on_failure,
}


def create_app(
    origin: str = "",
    *,
    source: str = "",
    contact: str = "",
    seconds: float = 20,
    threads: int | None = None,
    opened: Opened | None = None,
) -> Starlette:
    """Create the application.

    Args:
        origin: Public scheme and host, if a proxy hides them.
        source: Link to the source code; empty for none.
        contact: Link to the operator of the page, such as ``mailto:``; empty for none.
        seconds: Time limit for a maze.
        threads: How many small mazes are made at once; by default as many as there are processors.
        opened: A maze of this machine to look at, which the page then has besides all others.
            Requests by another name than ``OWN_NAMES`` are refused.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pools = WorkerPools(seconds, threads)
        yield
        app.state.pools.close()

    middleware = [Middleware(SecurityHeaders), Middleware(GZipMiddleware, compresslevel=4)]
    if opened:
        # Another site could have its own name lead here, and its scripts would read the maze.
        names = Middleware(TrustedHostMiddleware, allowed_hosts=OWN_NAMES, www_redirect=False)
        middleware.insert(1, names)
    app = Starlette(
        routes=ROUTES,
        middleware=middleware,
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    # Starlette's own redirects would name the server's address behind a proxy.
    app.router.redirect_slashes = False
    app.state.large_responses = LargeResponses()
    app.state.uploading = set()  # the clients whose uploads are in memory
    app.state.gallery = Gallery()
    app.state.heights = Heights()
    app.state.opened = opened
    app.state.origin = origin.rstrip("/")
    app.state.source, app.state.contact = source, contact
    return app

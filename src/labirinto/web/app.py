"""The application: its routes, and handlers that call the library."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Route

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS
from labirinto.errors import TooLargeError
from labirinto.web import books, films, pages, texts, worksheets
from labirinto.web.headers import IMMUTABLE, NO_CACHE, NO_STORE, SECURITY, SecurityHeaders
from labirinto.web.languages import COOKIE, LANGUAGES, Language, language_for
from labirinto.web.large_responses import CHUNK_BYTES, LargeResponses
from labirinto.web.pages import Site
from labirinto.web.pictures import PREVIEW_KINDS, parse_picture, picture, preview
from labirinto.web.printing import usual_paper
from labirinto.web.queries import KINDS, MazeRequest, parse, with_seed
from labirinto.web.selecting import is_phone, select, wanted_maze
from labirinto.web.service import (
    PAGES,
    fix_slash,
    health,
    icon,
    licence,
    robots,
    set_language,
    site_of,
    sitemap,
    static,
)
from labirinto.web.work import (
    LARGE_CELLS,
    BusyError,
    CancelToken,
    ClientGoneError,
    TimeLimitError,
    WorkerPools,
)

ResultT = TypeVar("ResultT")

RETRY_AFTER = {"Retry-After": "5", **NO_STORE}


def _language(request: Request) -> Language:
    return language_for(
        request.url.path,
        request.cookies.get(COOKIE, ""),
        request.headers.get("accept-language", ""),
    )


async def _run_in_pool(
    request: Request, cells: int, task: Callable[[CancelToken], ResultT]
) -> ResultT:
    state = request.app.state
    if cells >= LARGE_CELLS and state.large_responses.is_full:
        raise BusyError
    pools: WorkerPools = state.pools
    return await pools.for_cells(cells).run(task, request.is_disconnected)


async def root(request: Request) -> Response:
    """Redirect to the visitor's language."""
    code = _language(request).code
    return RedirectResponse(
        f"/{code}/", 302, headers={**NO_STORE, "Vary": "Accept-Language, Cookie"}
    )


async def index(request: Request) -> Response:
    """The first page, with a new maze."""
    language, site = _language(request), site_of(request)
    on_phone = is_phone(request.headers)
    page = await _run_in_pool(
        request, 0, lambda token: pages.index_page(language, site, on_phone, token)
    )
    return HTMLResponse(page, headers=NO_STORE)


async def maze(request: Request) -> Response:
    """A maze page; redirects to the address that always gives the same maze."""
    algorithm = request.path_params["algorithm"]
    language, site = _language(request), site_of(request)
    parsed = parse(algorithm, dict(request.query_params))
    is_new = bool(request.query_params.get("new")) and "seed" not in parsed.invalid
    settings = wanted_maze(parsed, is_new=is_new, on_phone=is_phone(request.headers))
    if settings.seed is None:
        wanted = settings
        settings = (
            await _run_in_pool(request, 0, lambda token: select(wanted, token))
            if wanted.level
            else with_seed(wanted)
        )
    parsed.request = settings
    if not parsed.invalid and settings.query() != site.query:
        return RedirectResponse(
            f"/{language.code}/{algorithm}?{settings.query()}", 302, headers=NO_STORE
        )
    cells = settings.cells if settings.is_drawn else 0
    page = await _run_in_pool(
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
    parsed = parse_picture(
        path["algorithm"], path["size"], seed, extension, dict(request.query_params), kinds
    )
    if parsed.invalid:
        language = _language(request)
        return _refusal({n: language.text(texts.PICTURE_PROBLEMS[n]) for n in parsed.invalid})
    settings = parsed.request
    content = await _run_in_pool(
        request, settings.cells, lambda token: make(settings, extension, token)
    )
    return _file(request, content, KINDS[extension].media_type, settings.file_name(extension))


def _file(request: Request, content: bytes, media_type: str, name: str) -> Response:
    headers = {
        **IMMUTABLE,
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(name)}",
    }
    if len(content) <= CHUNK_BYTES:
        return Response(content, media_type=media_type, headers=headers)
    headers["Content-Length"] = str(len(content))
    large: LargeResponses = request.app.state.large_responses
    return StreamingResponse(large.chunks(content), media_type=media_type, headers=headers)


async def book(request: Request) -> Response:
    """The form for a book, with a preview; redirects to its address, or to the book."""
    language, site, typed = _language(request), site_of(request), _typed(request)
    parsed = await _run_in_pool(request, 0, lambda token: books.parse_book(typed, language))
    query = books.book_query(parsed.book)
    if not parsed.invalid and "make" in typed:
        address = f"/{language.code}/book.pdf?{query}"
        return RedirectResponse(address, 303, headers=NO_STORE)
    if not parsed.invalid and query != site.query:
        return RedirectResponse(f"/{language.code}/book?{query}", 302, headers=NO_STORE)
    page = await _run_in_pool(
        request,
        min(books.cost(parsed.book), books.MAX_PREVIEW_COST),
        lambda token: pages.book_page(language, site, parsed, token),
    )
    return HTMLResponse(page, 422 if parsed.invalid else 200, headers=NO_CACHE)


async def book_file(request: Request) -> Response:
    """A book as PDF."""
    language, typed = _language(request), dict(request.query_params)
    parsed = await _run_in_pool(request, 0, lambda token: books.parse_book(typed, language))
    if not parsed.has_seed:
        parsed.invalid.add("seed")
    if parsed.invalid:
        return _refusal(books.problems(language, parsed))
    content = await _run_in_pool(
        request, books.cost(parsed.book), lambda token: books.book_pdf(parsed.book, token)
    )
    return _file(request, content, "application/pdf", books.file_name(parsed.book))


async def worksheet(request: Request) -> Response:
    """The form for a worksheet, with a preview; redirects to its address, or to the file."""
    language, site, typed = _language(request), site_of(request), _typed(request)
    parsed = await _run_in_pool(request, 0, lambda token: worksheets.parse_sheet(typed))
    if parsed.maze.seed is None:
        parsed.maze = with_seed(parsed.maze)
    query, kind = parsed.query(), typed.get("make", "")
    if not parsed.invalid and kind in worksheets.MEDIA_TYPES:
        address = f"/{language.code}/worksheet.{kind}?{query}"
        return RedirectResponse(address, 303, headers=NO_STORE)
    if not parsed.invalid and query != site.query:
        return RedirectResponse(f"/{language.code}/worksheet?{query}", 302, headers=NO_STORE)
    page = await _run_in_pool(
        request,
        parsed.maze.cells,
        lambda token: pages.worksheet_page(language, site, parsed, token),
    )
    return HTMLResponse(page, 422 if parsed.invalid else 200, headers=NO_CACHE)


async def worksheet_file(request: Request) -> Response:
    """A worksheet as PDF, or its maze as PNG."""
    language, typed = _language(request), dict(request.query_params)
    kind = request.path_params["kind"]
    parsed = await _run_in_pool(request, 0, lambda token: worksheets.parse_sheet(typed))
    if parsed.maze.seed is None:
        parsed.invalid.add("seed")
    if parsed.invalid:
        return _refusal(worksheets.problems(language, parsed))
    content = await _run_in_pool(
        request,
        parsed.maze.cells,
        lambda token: worksheets.worksheet_file(parsed, language, kind, token),
    )
    name = worksheets.file_name(parsed, kind)
    return _file(request, content, worksheets.MEDIA_TYPES[kind], name)


def _typed(request: Request) -> dict[str, str]:
    """The fields of a form for paper; without any, the paper is that of the region."""
    typed = dict(request.query_params)
    if typed.pop("new", ""):
        typed["seed"] = ""
    elif "seed" not in typed and "paper" not in typed:
        typed["paper"] = usual_paper(request.headers.get("accept-language", ""))
    return typed


async def steps(request: Request) -> Response:
    """The film of an algorithm at work, for the player of the page."""
    path = request.path_params
    name = path["film"]
    parsed = films.parse_film(name, path["size"], path["seed"], dict(request.query_params))
    if parsed.invalid:
        language = _language(request)
        limit = language.number(films.MAX_FILM_SIDE)
        problems = texts.FILM_PROBLEMS
        return _refusal({n: language.text(problems[n], most=limit) for n in parsed.invalid})
    settings = parsed.request
    content = await _run_in_pool(
        request, settings.cells * films.COST, lambda token: films.film(name, settings, token)
    )
    return Response(content, media_type="application/octet-stream", headers=IMMUTABLE)


def _refusal(detail: Mapping[str, str]) -> Response:
    """A 422 response with a sentence for each invalid field."""
    return JSONResponse(
        {"status": 422, "title": "Unprocessable Content", "errors": dict(sorted(detail.items()))},
        422,
        headers={**NO_STORE, "Vary": "Accept-Language, Cookie"},
        media_type="application/problem+json",
    )


def _error(request: Request, status: int, words: tuple[str, str]) -> Response:
    language = _language(request)
    state = request.app.state
    # An error may come from an address of any length, and leads back to the mazes.
    site = Site("", f"/{language.code}/", "", state.source, state.contact)
    headers = RETRY_AFTER if status == 503 else NO_STORE
    return HTMLResponse(pages.error_page(language, site, words), status, headers=headers)


async def on_http_error(request: Request, error: Exception) -> Response:
    """HTTP errors; those that visitors may meet have a page in the nearest language."""
    assert isinstance(error, HTTPException)
    if words := {404: texts.NOT_FOUND, 414: texts.LONG_ADDRESS}.get(error.status_code):
        return _error(request, error.status_code, words)
    return PlainTextResponse(error.detail, error.status_code, headers=error.headers)


async def on_busy(request: Request, error: Exception) -> Response:
    """A full queue."""
    return _error(request, 503, texts.BUSY)


async def on_time_limit(request: Request, error: Exception) -> Response:
    """A maze or a book that takes too long, or more memory than is available."""
    is_book = request.url.path.rpartition("/")[2].startswith("book")
    return _error(request, 503, texts.BOOK_TIMED_OUT if is_book else texts.TOO_LONG)


async def on_failure(request: Request, error: Exception) -> Response:
    """An unexpected error; the server logs it."""
    response = _error(request, 500, texts.FAILED)
    response.headers.update(SECURITY)  # sent outside all middleware
    return response


async def on_client_gone(request: Request, error: Exception) -> Response:
    """A client that has left, and reads nothing."""
    return PlainTextResponse("", 499)


def _one_of(names: Iterable[str]) -> StringConvertor:
    """A path segment that is one of some names; anything else is not found."""

    class OneOf(StringConvertor):
        regex = "|".join(map(re.escape, names))

    return OneOf()


register_url_convertor("language", _one_of(LANGUAGES))
register_url_convertor("algorithm", _one_of(ALGORITHMS))
register_url_convertor("page", _one_of(PAGES))
register_url_convertor("sheet", _one_of(worksheets.MEDIA_TYPES))
register_url_convertor("film", _one_of(FILMS))

ROUTES: list[BaseRoute] = [
    Route("/", root),
    Route("/{language:language}", fix_slash),
    Route("/{language:language}/", index),
    Route("/{language:language}/{page:page}/", fix_slash),
    Route("/{language:language}/{algorithm:algorithm}", maze),
    Route("/{language:language}/book", book),
    Route("/{language:language}/book.pdf", book_file),
    Route("/{language:language}/worksheet", worksheet),
    Route("/{language:language}/worksheet.{kind:sheet}", worksheet_file),
    Route("/maze/{algorithm:algorithm}/{size}/{file:path}", maze_file),
    Route("/preview/{algorithm:algorithm}/{size}/{file:path}", preview_file),
    Route("/steps/{film:film}/{size}/{seed:path}", steps),
    Route("/set-language", set_language),
    Route("/static/{version}/{name}", static),
    Route("/favicon.ico", icon),
    Route("/licence", licence),
    Route("/robots.txt", robots),
    Route("/sitemap.xml", sitemap),
    Route("/health", health),
]

ERRORS: dict[Any, Any] = {
    HTTPException: on_http_error,
    BusyError: on_busy,
    TimeLimitError: on_time_limit,
    TooLargeError: on_time_limit,
    MemoryError: on_time_limit,
    ClientGoneError: on_client_gone,
    Exception: on_failure,
}


def create_app(
    origin: str = "", *, source: str = "", contact: str = "", seconds: float = 20
) -> Starlette:
    """Create the application.

    Args:
        origin: Public scheme and host, if a proxy hides them.
        source: Link to the source code; empty for none.
        contact: Link to the operator of the page, such as ``mailto:``; empty for none.
        seconds: Time limit for a maze.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pools = WorkerPools(seconds)
        yield
        app.state.pools.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, compresslevel=5)],
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    # Starlette's own redirects would name the server's address behind a proxy.
    app.router.redirect_slashes = False
    app.state.large_responses = LargeResponses()
    app.state.origin = origin.rstrip("/")
    app.state.source, app.state.contact = source, contact
    return app

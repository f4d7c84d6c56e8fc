"""The application: its addresses, and handlers that do nothing but call the library."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
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
)
from starlette.routing import BaseRoute, Route

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS
from labirinto.errors import TooLargeError
from labirinto.web import books, films, pages, texts
from labirinto.web.headers import (
    NOT_KEPT,
    SECURITY,
    SecurityHeaders,
    cache_headers,
    etag_of,
    not_modified,
)
from labirinto.web.languages import COOKIE, LANGUAGES, Language, language_for
from labirinto.web.pages import Site
from labirinto.web.pictures import PREVIEW_KINDS, parse_picture, picture, preview
from labirinto.web.queries import KINDS, MazeRequest, parse, with_seed
from labirinto.web.sending import Held, InPieces
from labirinto.web.service import (
    PAGES,
    health,
    icon,
    other_slash,
    robots,
    set_language,
    site_of,
    sitemap,
    static,
)
from labirinto.web.work import BusyError, GoneError, TooLongError, Watch, Workshop, is_large

ResultT = TypeVar("ResultT")

RETRY_AFTER = {"Retry-After": "5", **NOT_KEPT}


def _language(request: Request) -> Language:
    return language_for(
        request.url.path,
        request.cookies.get(COOKIE, ""),
        request.headers.get("accept-language", ""),
    )


async def _do(request: Request, cells: int, task: Callable[[Watch], ResultT]) -> ResultT:
    workshop: Workshop = request.app.state.workshop
    if is_large(cells) and request.app.state.held.is_full:
        raise BusyError
    return await workshop.pool(cells).run(task, request.is_disconnected)


async def root(request: Request) -> Response:
    """To the visitor's language."""
    code = _language(request).code
    return RedirectResponse(
        f"/{code}/", 302, headers={**NOT_KEPT, "Vary": "Accept-Language, Cookie"}
    )


async def index(request: Request) -> Response:
    """All algorithms."""
    language, site = _language(request), site_of(request)
    page = await _do(request, 0, lambda watch: pages.index_page(language, site, watch))
    return HTMLResponse(page, headers=NOT_KEPT)


async def maze(request: Request) -> Response:
    """A maze; first of all to the address that always gives it again."""
    algorithm = request.path_params["algorithm"]
    language, site = _language(request), site_of(request)
    parsed = parse(algorithm, dict(request.query_params))
    wanted = parsed.request
    if wanted.seed is None or (request.query_params.get("new") and "seed" not in parsed.wrong):
        wanted = parsed.request = with_seed(wanted)
    if not parsed.wrong and wanted.query() != site.query:
        return RedirectResponse(
            f"/{language.code}/{algorithm}?{wanted.query()}", 302, headers=NOT_KEPT
        )
    cells = wanted.cells if wanted.is_drawn else 0
    page = await _do(request, cells, lambda watch: pages.maze_page(language, site, parsed, watch))
    return HTMLResponse(page, 422 if parsed.wrong else 200, headers={"Cache-Control": "no-cache"})


async def maze_file(request: Request) -> Response:
    """A maze as a file."""
    return await _picture(request, picture, KINDS)


async def preview_file(request: Request) -> Response:
    """The picture that goes with a shared link."""
    return await _picture(request, lambda wanted, _, watch: preview(wanted, watch), PREVIEW_KINDS)


async def _picture(
    request: Request, make: Callable[[MazeRequest, str, Watch], bytes], kinds: Collection[str]
) -> Response:
    path = request.path_params
    seed, _, ending = path["file"].rpartition(".")
    parsed = parse_picture(
        path["algorithm"], path["size"], seed, ending, dict(request.query_params), kinds
    )
    if parsed.wrong:
        language = _language(request)
        return _refusal({n: language.text(texts.PICTURE_PROBLEMS[n]) for n in parsed.wrong})
    etag = etag_of(request)
    same = not_modified(request, etag)
    if same:
        return same
    wanted = parsed.request
    content = await _do(request, wanted.cells, lambda watch: make(wanted, ending, watch))
    return _file(content, KINDS[ending].media_type, wanted.file_name(ending), etag)


def _file(content: bytes, media_type: str, name: str, etag: str) -> Response:
    headers = {
        **cache_headers(etag),
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(name)}",
    }
    return Response(content, media_type=media_type, headers=headers)


async def book(request: Request) -> Response:
    """The form for a book; and on to the book, which has an address that always gives it again."""
    language, site = _language(request), site_of(request)
    asked = books.parse_book(dict(request.query_params), language)
    if "make" in request.query_params and not asked.wrong:
        address = f"/{language.code}/book.pdf?{books.book_query(asked.book)}"
        return RedirectResponse(address, 303, headers=NOT_KEPT)
    page = pages.book_page(language, site, asked)
    return HTMLResponse(page, 422 if asked.wrong else 200, headers={"Cache-Control": "no-cache"})


async def book_file(request: Request) -> Response:
    """A book as PDF."""
    language = _language(request)
    asked = books.parse_book(dict(request.query_params), language)
    if not asked.has_seed:
        asked.wrong.add("seed")
    if asked.wrong:
        return _refusal(books.problems(language, asked))
    etag = etag_of(request)
    same = not_modified(request, etag)
    if same:
        return same
    content = await _do(request, asked.work, lambda watch: books.book_pdf(asked.book, watch))
    return _file(content, "application/pdf", books.file_name(asked.book), etag)


async def steps(request: Request) -> Response:
    """How a maze is made, for the player of the page."""
    path = request.path_params
    name = path["film"]
    parsed = films.parse_film(name, path["size"], path["seed"], dict(request.query_params))
    if parsed.wrong:
        language = _language(request)
        most = language.number(films.MOST_WATCHED)
        problems = texts.FILM_PROBLEMS
        return _refusal({n: language.text(problems[n], most=most) for n in parsed.wrong})
    etag = etag_of(request)
    same = not_modified(request, etag)
    if same:
        return same
    wanted = parsed.request
    content = await _do(
        request, wanted.cells * films.WORK, lambda watch: films.film(name, wanted, watch)
    )
    return Response(content, media_type="application/octet-stream", headers=cache_headers(etag))


def _refusal(detail: Mapping[str, str]) -> Response:
    """What cannot be done, with a sentence for each field."""
    return JSONResponse(
        {"status": 422, "title": "Unprocessable Content", "errors": dict(sorted(detail.items()))},
        422,
        headers={**NOT_KEPT, "Vary": "Accept-Language, Cookie"},
        media_type="application/problem+json",
    )


def _error(request: Request, status: int, words: tuple[str, str]) -> Response:
    language = _language(request)
    site = Site(site_of(request).origin, f"/{language.code}/")
    headers = RETRY_AFTER if status == 503 else NOT_KEPT
    return HTMLResponse(pages.error_page(language, site, words), status, headers=headers)


async def on_http_error(request: Request, error: Exception) -> Response:
    """What is not there, in the nearest language."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return _error(request, 404, texts.NOT_FOUND)
    return PlainTextResponse(error.detail, error.status_code, headers=error.headers)


async def on_busy(request: Request, error: Exception) -> Response:
    """Too much at once."""
    return _error(request, 503, texts.BUSY)


async def on_too_long(request: Request, error: Exception) -> Response:
    """A maze that takes too long, or more memory than there is now."""
    return _error(request, 503, texts.TOO_LONG)


async def on_failure(request: Request, error: Exception) -> Response:
    """What nobody has thought of; the server writes it into its log."""
    response = _error(request, 500, texts.FAILED)
    response.headers.update(SECURITY)  # this is sent from outside of all middleware
    return response


async def on_gone(request: Request, error: Exception) -> Response:
    """Nobody reads this."""
    return PlainTextResponse("", 499)


class _LanguageConvertor(StringConvertor):
    """A part of an address that is a language; anything else is no address at all."""

    regex = "|".join(LANGUAGES)


class _AlgorithmConvertor(StringConvertor):
    """A part of an address that is the name of an algorithm."""

    regex = "|".join(map(re.escape, ALGORITHMS))


class _PageConvertor(StringConvertor):
    """A part of an address that is the name of a page."""

    regex = "|".join(map(re.escape, PAGES))


class _FilmConvertor(StringConvertor):
    """A part of an address that is the name of what can be watched."""

    regex = "|".join(map(re.escape, FILMS))


register_url_convertor("language", _LanguageConvertor())
register_url_convertor("algorithm", _AlgorithmConvertor())
register_url_convertor("page", _PageConvertor())
register_url_convertor("film", _FilmConvertor())

ROUTES: list[BaseRoute] = [
    Route("/", root),
    Route("/{language:language}", other_slash),
    Route("/{language:language}/", index),
    Route("/{language:language}/{page:page}/", other_slash),
    Route("/{language:language}/{algorithm:algorithm}", maze),
    Route("/{language:language}/book", book),
    Route("/{language:language}/book.pdf", book_file),
    Route("/maze/{algorithm:algorithm}/{size}/{file:path}", maze_file),
    Route("/preview/{algorithm:algorithm}/{size}/{file:path}", preview_file),
    Route("/steps/{film:film}/{size}/{seed:path}", steps),
    Route("/set-language", set_language),
    Route("/static/{version}/{name}", static),
    Route("/favicon.ico", icon),
    Route("/robots.txt", robots),
    Route("/sitemap.xml", sitemap),
    Route("/health", health),
]

ERRORS: dict[Any, Any] = {
    HTTPException: on_http_error,
    BusyError: on_busy,
    TooLongError: on_too_long,
    TooLargeError: on_too_long,
    MemoryError: on_too_long,
    GoneError: on_gone,
    Exception: on_failure,
}


def create_app(origin: str = "", *, seconds: float = 20) -> Starlette:
    """The application.

    Args:
        origin: scheme and host under which visitors see it, if a proxy hides them.
        seconds: that a maze may take.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workshop = Workshop(seconds)
        yield
        app.state.workshop.close()

    held = Held()
    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, compresslevel=5),
            Middleware(InPieces, held=held),
        ],
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    # They would name the address that the server has behind its proxy.
    app.router.redirect_slashes = False
    app.state.held = held
    app.state.origin = origin.rstrip("/")
    return app

"""Handlers of the viewer: tiles of mazes of any size, and the maze that a command opened."""

from __future__ import annotations

from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from labirinto.errors import InvalidValueError, LabirintoError
from labirinto.web import pages, texts
from labirinto.web.answers import language_of, refusal, run_in_pool
from labirinto.web.headers import IMMUTABLE, NO_CACHE
from labirinto.web.opened import Opened
from labirinto.web.queries import Parsed
from labirinto.web.service import site_of
from labirinto.web.viewed import Gallery, Ready, What, parse_tile, parse_viewed


async def tile(request: Request) -> Response:
    """A tile of a maze."""
    parsed, wanted = parse_tile(request.path_params, request.query_params)
    if parsed.invalid:
        return _refused(request, parsed)
    gallery: Gallery = request.app.state.gallery
    ready = await gallery.ready(request, wanted.maze, wanted.what)
    picture = await run_in_pool(
        request,
        0,
        lambda token: ready.tile(wanted.level, wanted.x, wanted.y, wanted.maze.style),
    )
    return Response(picture, media_type="image/png", headers=IMMUTABLE)


async def about(request: Request) -> Response:
    """The ends of a maze, and the steps between them if the solution is shown, as JSON."""
    parsed = parse_viewed(request.path_params, request.query_params, "json")
    if parsed.invalid:
        return _refused(request, parsed)
    maze = parsed.request
    gallery: Gallery = request.app.state.gallery
    ready = await gallery.ready(request, maze, What(maze.shown_ends, maze.solution))
    return JSONResponse(_facts(ready), headers=IMMUTABLE)


def _facts(ready: Ready) -> dict[str, object]:
    ends = ready.ends
    return {
        "start": ends and list(ends.start),
        "end": ends and list(ends.end),
        "steps": ready.steps,
    }


def _refused(request: Request, parsed: Parsed) -> Response:
    language = language_of(request)
    return refusal({n: language.text(texts.PICTURE_PROBLEMS[n]) for n in parsed.invalid})


def _opened(request: Request) -> Opened:
    """The maze that the command opened.

    Raises:
        HTTPException: If it opened none.
    """
    opened: Opened | None = request.app.state.opened
    if not opened:
        raise HTTPException(404)
    return opened


def _what(request: Request, opened: Opened) -> What:
    query = request.query_params
    return opened.what(
        solution=query.get("solution") == "1", distances=query.get("distances") == "1"
    )


async def opened_here(request: Request) -> Response:
    """Redirect to the page of the opened maze in the visitor's language."""
    begin = "?solution=1" if _opened(request).solution else ""
    return RedirectResponse(f"/{language_of(request).code}/view{begin}", 302, headers=NO_CACHE)


async def opened_page(request: Request) -> Response:
    """The page of the opened maze."""
    opened = _opened(request)
    what = _what(request, opened)
    page = pages.view_page(language_of(request), site_of(request), opened, what)
    return HTMLResponse(page, headers=NO_CACHE)


async def opened_tile(request: Request) -> Response:
    """A tile of the opened maze."""
    opened, path, query = _opened(request), request.path_params, request.query_params
    try:
        style = opened.style(query.get("look", "light"))
        ready = await opened.ready(request, _what(request, opened))
        picture = await run_in_pool(
            request, 0, lambda token: ready.tile(int(path["level"]), path["x"], path["y"], style)
        )
    except (ValueError, LabirintoError) as error:
        raise HTTPException(404) from error
    # The file may change, and is on this machine.
    return Response(picture, media_type="image/png", headers=NO_CACHE)


async def opened_about(request: Request) -> Response:
    """The ends of the opened maze, as JSON."""
    opened = _opened(request)
    facts: dict[str, object] = {"start": None, "end": None, "steps": None}
    # One of several parts may have none.
    with suppress(InvalidValueError):
        facts = _facts(await opened.ready(request, opened.to_be_known))
    return JSONResponse(facts, headers=NO_CACHE)

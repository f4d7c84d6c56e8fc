"""Handlers of the viewer: tiles of mazes of any size, and the maze that a command opened."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import isfinite

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError, LabirintoError
from labirinto.grids.mesh import as_label
from labirinto.web import pages, problem_texts
from labirinto.web.answers import language_of, refuse, run_in_pool
from labirinto.web.headers import IMMUTABLE, NO_CACHE
from labirinto.web.opened import Opened
from labirinto.web.service import site_of
from labirinto.web.viewed import Gallery, Ready, What, parse_tile, parse_viewed


async def tile(request: Request) -> Response:
    """A tile of a maze."""
    path, query = request.path_params, request.query_params
    parsed, wanted = await run_in_pool(request, 0, lambda token: parse_tile(path, query))
    if parsed.invalid:
        return refuse(request, parsed.invalid, problem_texts.PICTURE_PROBLEMS)
    gallery: Gallery = request.app.state.gallery
    ready = await gallery.ready(request, wanted.maze, wanted.what)
    style = wanted.maze.style
    try:
        picture = await run_in_pool(
            request, 0, lambda token: ready.paint(wanted.level, wanted.x, wanted.y, style)
        )
    except InvalidValueError:
        parsed.invalid.add("tile")
        return refuse(request, parsed.invalid, problem_texts.PICTURE_PROBLEMS)
    return Response(picture, media_type="image/png", headers=IMMUTABLE)


async def about(request: Request) -> Response:
    """The ends of a maze, and the steps between them if the solution is shown, as JSON."""
    path, query = request.path_params, request.query_params
    parsed = await run_in_pool(request, 0, lambda token: parse_viewed(path, query, "json"))
    if parsed.invalid:
        return refuse(request, parsed.invalid, problem_texts.PICTURE_PROBLEMS)
    maze = parsed.request
    gallery: Gallery = request.app.state.gallery
    ready = await gallery.ready(request, maze, What(maze.shown_ends, maze.solution))
    return JSONResponse(_facts(ready), headers=IMMUTABLE)


def _facts(ready: Ready) -> dict[str, object]:
    ends = ready.ends
    return {
        "start": ends and list(ends.start),
        "end": ends and list(ends.end),
        "middles": ends and [ready.places.middle(cell) for cell in ends],
        "steps": ready.steps,
    }


async def place(request: Request) -> Response:
    """Where a cell is, or which cell is at a point, as JSON."""
    path, query = request.path_params, request.query_params
    parsed = await run_in_pool(request, 0, lambda token: parse_viewed(path, query, "json"))
    asked = _asked_place(query)
    if not asked:
        parsed.invalid.add("cell")
    if parsed.invalid or not asked:
        return refuse(request, parsed.invalid, problem_texts.PICTURE_PROBLEMS)
    gallery: Gallery = request.app.state.gallery
    ready = await gallery.ready(request, parsed.request, What("none"))
    found = await run_in_pool(request, 0, lambda token: _found_place(ready, *asked))
    return JSONResponse(found, headers=IMMUTABLE)


def _asked_place(query: Mapping[str, str]) -> tuple[str, tuple[float, ...]] | None:
    """What is asked for, ``at`` or ``near``, and its numbers; None if it is neither."""
    for name in ("at", "near"):
        if name in query:
            with suppress(ValueError):
                numbers = tuple(map(float, query[name][:60].split(",")))
                if len(numbers) <= 2 and all(map(isfinite, numbers)):
                    return name, numbers
    return None


def _found_place(ready: Ready, name: str, numbers: tuple[float, ...]) -> dict[str, object]:
    """A cell and its middle; nothing if there is no such cell."""
    try:
        if name == "near":
            cell = ready.places.nearest((numbers[0], numbers[-1]))
        else:
            cell = as_label(map(int, numbers))
        return {"cell": list(cell), "middle": list(ready.places.middle(cell))}
    except InvalidValueError:
        return {"cell": None, "middle": None}


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
        style = Style.preset(query.get("look", "light"))
        ready = await opened.ready(request, _what(request, opened))
        picture = await run_in_pool(
            request, 0, lambda token: ready.paint(int(path["level"]), path["x"], path["y"], style)
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
        is_solved = request.query_params.get("solution") == "1" and opened.can_solve
        what = opened.to_be_known._replace(solution=is_solved)
        facts = _facts(await opened.ready(request, what))
    if opened.solving:
        facts |= {"done": opened.solving.done, "isOver": opened.solving.is_over}
        facts["problem"] = opened.solving.problem
    return JSONResponse(facts, headers=NO_CACHE)


async def opened_place(request: Request) -> Response:
    """Where a cell of the opened maze is, or which cell is at a point, as JSON."""
    opened, asked = _opened(request), _asked_place(request.query_params)
    if not asked:
        raise HTTPException(404)
    ready = await opened.ready(request, opened.what(solution=False, distances=False))
    found = await run_in_pool(request, 0, lambda token: _found_place(ready, *asked))
    return JSONResponse(found, headers=NO_CACHE)

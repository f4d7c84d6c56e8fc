"""A maze to play in the pages of others, who frame it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from labirinto.web import pages, problem_texts
from labirinto.web.answers import language_of, refuse, run_in_pool
from labirinto.web.headers import FRAMED, NO_STORE
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import Parsed, parse
from labirinto.web.selecting import chosen_maze, is_phone
from labirinto.web.service import site_of
from labirinto.web.work import CancelToken


async def embed(request: Request) -> Response:
    """A maze alone, with a game and new ones; without a seed another one at each visit.

    It sets no cookies, and any page may frame it.
    """
    algorithm, language = request.path_params["algorithm"], language_of(request)
    site, on_phone = site_of(request), is_phone(request.headers)

    def read(token: CancelToken) -> tuple[Parsed, MazeRequest]:
        parsed = parse(algorithm, dict(request.query_params))
        return parsed, chosen_maze(parsed, token, on_phone=on_phone)

    parsed, maze = await run_in_pool(request, 0, read)
    if not maze.is_drawn:
        parsed.invalid.add("embed")
    if parsed.invalid:
        return refuse(request, parsed.invalid, problem_texts.EMBED_PROBLEMS)
    page = await run_in_pool(
        request,
        maze.cost,
        lambda token: pages.embed_page(language, site, maze, token),
    )
    return HTMLResponse(page, headers={**NO_STORE, **FRAMED})

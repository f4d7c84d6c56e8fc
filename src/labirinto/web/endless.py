"""Mazes without end: the page on which rows come as visitors scroll down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.seeds import fresh_seed
from labirinto.streaming.rows import RowBlock
from labirinto.web import bands, maze_parts, pages, texts
from labirinto.web.answers import language_of, run_in_pool
from labirinto.web.fields import parameters_of, shown_values
from labirinto.web.forms import (
    Errors,
    algorithm_choices,
    invalid_texts,
    parameter_fields,
    sentence,
)
from labirinto.web.headers import NO_CACHE, NO_STORE
from labirinto.web.languages import Language
from labirinto.web.maze_fields import MAX_SIDE
from labirinto.web.selecting import is_phone
from labirinto.web.service import site_of


async def endless(request: Request) -> Response:
    """A band of a maze without end; redirects to an address that always gives the same."""
    language, site = language_of(request), site_of(request)
    parsed = bands.parse_endless(dict(request.query_params), is_phone(request.headers))
    wanted = parsed.request
    is_new = bool(request.query_params.get("new")) and "seed" not in parsed.invalid
    if is_new or wanted.seed is None:
        wanted = parsed.request = replace(wanted, seed=fresh_seed())
    if not parsed.invalid and wanted.query() != site.query:
        return RedirectResponse(wanted.address(language.code), 302, headers=NO_STORE)
    heights: bands.Heights = request.app.state.heights
    block = await run_in_pool(
        request, heights.cells_to_make(wanted), lambda token: heights.band(wanted, token)
    )
    preview = wanted.finished(bands.ROWS)
    page = pages.named_page(
        language, site, "endless", preview, **endless_values(language, parsed, block)
    )
    return HTMLResponse(page, 422 if parsed.invalid else 200, headers=NO_CACHE)


def endless_values(
    language: Language, parsed: bands.ParsedEndless, block: RowBlock
) -> dict[str, Any]:
    """The values of the template."""
    request = parsed.request
    first, last = request.row, request.row + len(block) - 1
    most = bands.ROWS

    def at(row: int, rows: int = most) -> str:
        return replace(request, row=row, rows=rows).address(language.code)

    below = last + 1 <= request.last_row
    maze = request.finished(min(last, MAX_SIDE))
    label = language.text(texts.BAND_ALT, first=first, last=last)
    parameters = parameters_of(request.algorithm, selecting=False)
    fields = (*bands.FIELDS, bands.row_field(request), *parameters)
    values = {**vars(request), **{it.name: it.default for it in parameters}}
    typed = shown_values(language, fields, values | dict(request.parameters))
    return {
        "typed": typed | invalid_texts(parsed.invalid, parsed.typed),
        "errors": Errors({it: sentence(language, fields, it, {}) for it in parsed.invalid}),
        "algorithm_choices": algorithm_choices(language, bands.NAMES),
        "is_uniform": ALGORITHMS[request.algorithm].uniform,
        "uniform_words": language.text(texts.UNIFORM_ENDLESS),
        "parameters": parameter_fields(language, request.algorithm),
        "number_text": language.number,
        "kept": request.pairs(),
        "first_row": first,
        "count": len(block),
        "svg": bands.band_svg(block, label),
        "exits": block.cells().tobytes().hex()[1::2],
        "next_rows": at(last + 1) if below else "",
        "row_before": at(max(1, first - most), min(most, first - 1)) if first > 1 else None,
        "last_words": language.text(texts.LAST_ROW, most=request.last_row),
        "finish": f"/{language.code}/{request.algorithm}?{maze.query()}",
        "can_finish": first <= MAX_SIDE,
        "most_height": MAX_SIDE,
        "command": request.command(last),
        "messages": maze_parts.messages(language),
    }

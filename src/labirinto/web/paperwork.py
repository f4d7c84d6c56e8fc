"""Handlers of books and worksheets: a form with a preview, and the file that it describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from labirinto import __version__
from labirinto.web import pages
from labirinto.web.answers import file_response, language_of, refusal, run_in_pool
from labirinto.web.books import parse_book
from labirinto.web.classes import parse_class
from labirinto.web.gifts import parse_gift
from labirinto.web.headers import IMMUTABLE, NO_CACHE, NO_STORE
from labirinto.web.languages import Language
from labirinto.web.printing import MEDIA_TYPES, PrintForm
from labirinto.web.service import site_of
from labirinto.web.worksheets import parse_sheet

FORMS: dict[str, Callable[[Mapping[str, str], Language], PrintForm]] = {
    "book": parse_book,
    "class": parse_class,
    "gift": parse_gift,
    "worksheet": parse_sheet,
}
"""The readers of what is printed, by the name in its addresses."""


async def form(request: Request) -> Response:
    """A form with a preview; redirects to its address, or to the file."""
    name = request.path_params["printed"]
    language, site = language_of(request), site_of(request)
    typed = _typed(request, site.paper)
    parsed = await run_in_pool(request, 0, lambda token: FORMS[name](typed, language))
    query, kind = parsed.query(), typed.get("make", "")
    if not parsed.invalid and kind:
        kind = kind if kind in parsed.kinds else parsed.kinds[0]
        address = f"/{language.code}/{name}.{kind}?{query}&v={__version__}"
        return RedirectResponse(address, 303, headers=NO_STORE)
    if not parsed.invalid and query != site.query:
        return RedirectResponse(f"/{language.code}/{name}?{query}", 302, headers=NO_STORE)
    page = await run_in_pool(
        request,
        parsed.preview_cells,
        lambda token: pages.print_page(language, site, name, parsed, token),
    )
    return HTMLResponse(page, 422 if parsed.invalid else 200, headers=NO_CACHE)


async def file(request: Request) -> Response:
    """What a form describes, as a file.

    A later version may print the same address in another way, so caches keep the file for ever only
    if the address names the version.
    """
    name, kind = request.path_params["printed"], request.path_params["kind"]
    language, typed = language_of(request), {**request.query_params, "make": kind}
    parsed = await run_in_pool(request, 0, lambda token: FORMS[name](typed, language))
    if kind not in parsed.kinds:
        raise HTTPException(404)
    if not parsed.has_seed:
        parsed.invalid.add("seed")
    if parsed.invalid:
        return refusal(parsed.problems())
    content = await run_in_pool(request, parsed.cells, lambda token: parsed.write(kind, token))
    cached = IMMUTABLE if typed.get("v") == __version__ else NO_CACHE
    return file_response(request, content, MEDIA_TYPES[kind], parsed.file_name(kind), cached)


def _typed(request: Request, paper: str) -> dict[str, str]:
    """The fields of a form; without any, the paper is that of the region."""
    typed = dict(request.query_params)
    if shapes := request.query_params.getlist("shapes"):
        typed["shapes"] = ",".join(filter(None, shapes))
    if typed.pop("new", ""):
        typed["seed"] = ""
    elif "seed" not in typed and "paper" not in typed:
        typed["paper"] = paper
    return typed

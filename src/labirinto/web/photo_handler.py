"""The handler of photographs: a form, and what it sends."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from labirinto.recognition.answer import SolvedPicture
from labirinto.web import pages, texts
from labirinto.web.answers import file_response, language_of, run_in_pool
from labirinto.web.headers import NO_CACHE, NO_STORE
from labirinto.web.own_pictures import OwnPicture
from labirinto.web.photos import PhotoError, are_solved, parse_photograph, solve
from labirinto.web.service import site_of
from labirinto.web.uploads import UploadError, received
from labirinto.web.work import LARGE_CELLS


async def photo(request: Request) -> Response:
    """The form for a photograph.

    What it sends is answered by the picture with the path over it, and to the script, which draws
    the path itself, by JSON.  Nothing is kept.
    """
    language, site = language_of(request), site_of(request)
    if request.method != "POST":
        page = pages.photo_page(language, site)
        return HTMLResponse(page, headers=NO_CACHE)
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        solved = await _solved(request)
    except PhotoError as error:
        sentence = error.sentence(language, plain=not wants_json)
        if wants_json:
            detail: dict[str, Any] = {"reason": error.reason, "sentence": sentence}
            detail |= {"count": error.count, "place": error.place}
            return JSONResponse(detail, error.status, headers=NO_STORE)
        page = pages.photo_page(language, site, sentence, error.count)
        return HTMLResponse(page, error.status, headers=NO_STORE)
    if not wants_json:
        content = await run_in_pool(request, LARGE_CELLS, lambda token: solved.overlay("jpg"))
        return file_response(request, content, "image/jpeg", "labirinto.jpg", NO_STORE)
    about = solved.about()
    counts = ("cells", "width", "height", "steps")
    values = {name: language.number(about[name]) for name in counts if name in about}
    sentence = texts.PHOTO_SOLVED_SHAPE if "cells" in about else texts.PHOTO_SOLVED
    about["sentence"] = language.text(sentence, **values)
    return JSONResponse(about, headers=NO_STORE)


async def _solved(request: Request) -> SolvedPicture | OwnPicture:
    """Read the upload, and solve it.

    Raises:
        PhotoError: If it is not solved.
        BusyError: If there are too many others, or another one by this client.
    """
    if not are_solved():
        raise PhotoError("unavailable", 501)
    try:
        async with received(request) as fields:
            photograph = parse_photograph(fields)
            return await run_in_pool(request, LARGE_CELLS, lambda token: solve(photograph))
    except UploadError as error:
        raise PhotoError(error.reason, error.status) from None

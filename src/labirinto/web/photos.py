"""Mazes in photographs: what visitors send, the path over it, and why there is none."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from labirinto._internal.refusals import PictureError
from labirinto.errors import FileFormatError, InvalidValueError, NoPathError
from labirinto.formats.picture import solve_picture
from labirinto.parsing import Whole
from labirinto.recognition.answer import NotShownError, SolvedPicture
from labirinto.web import maze_parts, pages, problem_texts, script_texts, texts
from labirinto.web.answers import file_response, language_of, run_in_pool
from labirinto.web.fields import Fields, asked
from labirinto.web.headers import NO_CACHE, NO_STORE, WITH_OWN_PICTURES
from labirinto.web.languages import Language
from labirinto.web.maze_request import MazeRequest
from labirinto.web.own_pictures import OwnPicture, solve_own
from labirinto.web.service import site_of
from labirinto.web.site import Site
from labirinto.web.uploads import MAX_BYTES, UploadError, received
from labirinto.web.work import LARGE_CELLS

MAX_PIXELS = 20_000_000
"""They take 240 MB of memory while a maze is searched for."""

SECONDS = 12
"""The search ends after this time, or soon after."""

_MOST_MAZES = 99
_LONGEST_FIELD = 50
_HEIF = rb".{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)"
Places = tuple[tuple[float, float], tuple[float, float]]


def _places(text: str) -> Places | None:
    match = re.fullmatch(r"(\d{1,5}),(\d{1,5})-(\d{1,5}),(\d{1,5})", text)
    if not match:
        return None
    x, y, x2, y2 = map(int, match.groups())
    return (x, y), (x2, y2)


_FIELDS = asked("which", None, Whole(1, _MOST_MAZES)), asked("places", None, _places)
"""What need not be there, and does not count if it is invalid."""


class Photograph(NamedTuple):
    """A photograph as it is sent.

    Attributes:
        data: The file.
        which: The number of the maze in it; None if there is only one.
        places: Start and end in pixels; None for those that it shows.
    """

    data: bytes
    which: int | None
    places: Places | None


def parse_photograph(fields: Mapping[str, bytes]) -> Photograph:
    """Read the fields of the form: ``photo``, ``which``, and ``places`` such as ``10,20-300,40``.

    Raises:
        UploadError: If there is no photograph, or none that can be read.
    """
    data = fields.get("photo", b"")
    if not data:
        raise UploadError("none")
    if re.match(_HEIF, data, re.DOTALL):
        raise UploadError("heic")
    sent = {it.name: fields.get(it.name, b"")[:_LONGEST_FIELD] for it in _FIELDS}
    typed = {name: text.decode("utf-8", "replace") for name, text in sent.items()}
    return Photograph(data, **Fields(typed).read_all(_FIELDS))


def solve(photograph: Photograph) -> SolvedPicture | OwnPicture:
    """Solve the maze in a photograph, or in a picture that Labirinto has made.

    Raises:
        UploadError: If it is not solved.
    """
    data, which, places = photograph
    try:
        return solve_own(data, places, MAX_PIXELS) or solve_picture(
            data, places=places, which=which, max_pixels=MAX_PIXELS, seconds=SECONDS
        )
    except PictureError as error:
        raise UploadError(error.reason, count=error.count, place=error.place) from None
    except FileFormatError:
        raise UploadError("damaged") from None
    except NotShownError:
        raise UploadError("ends") from None
    except NoPathError:
        raise UploadError("path") from None
    except InvalidValueError:
        raise UploadError("places") from None


async def photo(request: Request) -> Response:
    """The form for a photograph.

    What it sends is answered by the picture with the path over it, and to the script, which draws
    the path itself, by JSON.  Nothing is kept.
    """
    language, site = language_of(request), site_of(request)
    if request.method != "POST":
        page = _page(language, site)
        return HTMLResponse(page, headers=NO_CACHE)
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        solved = await _solved(request)
    except UploadError as error:
        sentence = _sentence(language, error, plain=not wants_json)
        if wants_json:
            detail: dict[str, Any] = {"reason": error.reason, "sentence": sentence}
            detail |= {"count": error.count, "place": error.place}
            return JSONResponse(detail, error.status, headers=NO_STORE)
        page = _page(language, site, sentence, error.count)
        return HTMLResponse(page, error.status, headers=NO_STORE)
    wants_page = "text/html" in request.headers.get("accept", "")
    if not wants_json:
        content = await run_in_pool(request, LARGE_CELLS, lambda token: solved.overlay("jpg"))
        if wants_page:
            # Without scripts, and nothing is kept: the page has the picture in it.
            page = _page(
                language, site, picture=f"data:image/jpeg;base64,{b64encode(content).decode()}"
            )
            return HTMLResponse(page, headers={**NO_STORE, **WITH_OWN_PICTURES})
        return file_response(request, content, "image/jpeg", "labirinto.jpg", NO_STORE)
    about = solved.about()
    counts = ("cells", "width", "height", "steps")
    values = {name: about[name] for name in counts if name in about}
    sentence = texts.PHOTO_SOLVED_SHAPE if "cells" in about else texts.PHOTO_SOLVED
    about["sentence"] = language.text(sentence, **values)
    return JSONResponse(about, headers=NO_STORE)


async def _solved(request: Request) -> SolvedPicture | OwnPicture:
    """Read the upload, and solve it.

    Raises:
        UploadError: If it is not solved.
        BusyError: If there are too many others, or another one by this client.
    """
    if not pages.photos_are_solved():
        raise UploadError("unavailable", 501)
    async with received(request) as fields:
        photograph = parse_photograph(fields)
        return await run_in_pool(request, LARGE_CELLS, lambda token: solve(photograph))


def _sentence(language: Language, error: UploadError, *, plain: bool) -> str:
    """What keeps a photograph from being solved; ``plain`` for a page without scripts."""
    reason = f"plain_{error.reason}" if plain else error.reason
    text = problem_texts.PHOTO_PROBLEMS.get(reason) or problem_texts.PHOTO_PROBLEMS[error.reason]
    limits = {"megabytes": MAX_BYTES // 10**6, "pixels": MAX_PIXELS // 10**6}
    return language.text(text, **limits, count=error.count)


def _page(
    language: Language, site: Site, problem: str = "", mazes: int = 0, picture: str = ""
) -> str:
    """The form for a photograph of a maze; ``mazes`` to choose from, if there are several; instead
    of it a ``picture`` with the path.
    """
    return pages.named_page(
        language,
        site,
        "photo",
        MazeRequest("wilson", seed="photo", ends="border", solution=True),
        problem=problem,
        picture=picture,
        numbers=[(n, language.plain_number(n)) for n in range(1, mazes + 1)],
        messages=maze_parts.messages_of(language, script_texts.PHOTO_MESSAGES),
    )

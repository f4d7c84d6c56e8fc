"""Shapes that visitors paint, or take from a picture: read, put into an address, and discarded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from labirinto import grids
from labirinto._internal.refusals import PictureError
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids.dark_cells import dark_cells
from labirinto.grids.masks import in_one_piece, trimmed
from labirinto.grids.rectangle import Rectangle
from labirinto.parsing import Whole, parse_cells
from labirinto.web import maze_parts, pages, problem_texts, script_texts, shapes
from labirinto.web.answers import file_response, language_of, run_in_pool
from labirinto.web.fields import Fields, asked, without_order
from labirinto.web.file_kinds import KINDS
from labirinto.web.headers import NO_CACHE, NO_STORE
from labirinto.web.languages import Language
from labirinto.web.maze_fields import PLANE
from labirinto.web.maze_files import picture
from labirinto.web.maze_request import FIRST_SHAPED, MAX_DRAWN_SIDE, MazeRequest, with_seed
from labirinto.web.queries import parse
from labirinto.web.service import site_of
from labirinto.web.site import Site
from labirinto.web.uploads import UploadError, received
from labirinto.web.work import LARGE_CELLS

MAX_BYTES = 5_000_000
"""The largest picture."""

MAX_PIXELS = 20_000_000
SAFE_SIDE = 100
"""A mask of this size fits into an address, whatever it shows."""

PAINTED_SIDE = 24
"""The side of the field to paint on, if there is no shape to begin with."""

MAX_PAINTED_SIDE = 60
"""The largest field to paint on: its cells are wide enough for a finger on a tablet."""


@dataclass(frozen=True)
class DrawForm:
    """What the form begins with.

    Attributes:
        shown: The maze from which the visitor comes, which keeps all but its shape.
        text: The shape in lines of # and dots.
        width, height: The size for pictures, as it was typed; empty for that of the maze.
    """

    shown: MazeRequest
    text: str
    width: str
    height: str

    @property
    def columns(self) -> int:
        """The columns of the painting."""
        return max(map(len, self.text.splitlines()))

    @property
    def rows(self) -> int:
        """The rows of the painting."""
        return len(self.text.rstrip().splitlines())


def read_form(fields: Mapping[str, str]) -> DrawForm:
    """Read what the form begins with; what is invalid counts as if it were not there."""
    algorithm = fields.get("at", "")
    if algorithm not in ALGORITHMS or not ALGORITHMS[algorithm].shapes:
        algorithm = FIRST_SHAPED
    shown = parse(algorithm, dict(parse_qsl(fields.get("shown", "")))).request
    shown = replace(shown, parameters=without_order(shown.algorithm, shown.parameters, set()))
    grid = shown.grid
    if not isinstance(grid, Rectangle) or grid.mask is None or max(shown.size) > MAX_PAINTED_SIDE:
        text = "\n".join(["." * PAINTED_SIDE] * PAINTED_SIDE)
    else:
        text = "\n".join(
            "".join("#" if (x, y) in grid else "." for x in range(grid.width))
            for y in range(grid.height)
        )
    width, height = (fields.get(name, "")[:20] for name in ("width", "height"))
    return DrawForm(shown, fields.get("cells", "")[:100_000] or text, width, height)


def drawn_maze(fields: Mapping[str, bytes]) -> MazeRequest:
    """The maze in the shape that a form sends.

    Raises:
        UploadError: If it has none that can be used.
    """
    typed = _typed(fields)
    form = read_form(typed)
    if data := fields.get("picture", b""):
        grid = _of_picture(data, typed)
    elif typed["cells"].strip(". \r\n"):
        grid = _of_text(typed["cells"])
    else:
        raise UploadError("none")
    grid = in_one_piece(grid, "join")
    ends = "none" if parse_cells(form.shown.ends) else form.shown.ends
    request = replace(
        form.shown,
        width=grid.width,
        height=grid.height,
        shape=shapes.DRAWN,
        letters="",
        mask=shapes.mask_text(grid),
        level="",
        ends=ends,
        cell=None,
        wall=None,
    ).changed(**PLANE)
    return request if request.seed is not None else with_seed(request)


def _typed(fields: Mapping[str, bytes]) -> dict[str, str]:
    """The texts of a form."""
    names = ("shown", "at", "cells", "width", "height", "make")
    return {name: fields.get(name, b"").decode("utf-8", "replace") for name in names}


def _of_text(text: str) -> Rectangle:
    """The cells in lines of # and dots, without empty lines and columns around them."""
    lines = text.splitlines()
    if len(text) > 2 * MAX_DRAWN_SIDE**2 or max(map(len, lines)) > MAX_DRAWN_SIDE:
        raise UploadError("text")
    try:
        grid = trimmed(grids.mask(lines, pieces="join"))
    except InvalidValueError:
        raise UploadError("text") from None
    if grid.height > MAX_DRAWN_SIDE:
        raise UploadError("text")
    return grid


_SIDES = [asked(name, 0, Whole(1, MAX_DRAWN_SIDE)) for name in ("width", "height")]


def _of_picture(data: bytes, typed: Mapping[str, str]) -> Rectangle:
    """The dark parts of a picture."""
    if not find_spec("PIL"):
        raise UploadError("unavailable", 501)
    width, height = Fields(typed).read_all(_SIDES).values()
    if not width or not height:
        raise UploadError("size")
    try:
        bits = dark_cells(data, width, height, False, 0.5, MAX_PIXELS)
    except TooLargeError:
        raise UploadError("pixels") from None
    except PictureError as error:
        raise UploadError("pixels" if error.reason == "pixels" else "damaged") from None
    try:
        return Rectangle(width, height, bits)
    except InvalidValueError:
        raise UploadError("empty") from None


async def draw(request: Request) -> Response:
    """The form for a shape; what it sends leads to the maze, or is answered by its file."""
    language, site = language_of(request), site_of(request)
    if request.method != "POST":
        typed = dict(request.query_params)
        page = await run_in_pool(request, 0, lambda token: _page(language, site, read_form(typed)))
        return HTMLResponse(page, headers=NO_CACHE)
    fields: dict[str, bytes] = {}
    try:
        async with received(request, MAX_BYTES + 200_000) as fields:
            wanted = await run_in_pool(request, LARGE_CELLS, lambda token: drawn_maze(fields))
            if fields.get("make") == b"svg":
                return await _file(request, wanted)
            if len(wanted.mask) > shapes.MAX_MASK_LENGTH:
                raise UploadError("detailed")
    except UploadError as error:
        status, sentence, sent = error.status, _sentence(language, error.reason), _typed(fields)
        page = await run_in_pool(
            request, 0, lambda token: _page(language, site, read_form(sent), sentence)
        )
        return HTMLResponse(page, status, headers=NO_STORE)
    place = f"/{language.code}/{wanted.algorithm}?{wanted.query()}"
    return RedirectResponse(place, 303, headers=NO_STORE)


def _sentence(language: Language, reason: str) -> str:
    """Why a shape cannot be used."""
    limits = {"megabytes": MAX_BYTES // 10**6, "pixels": MAX_PIXELS // 10**6}
    text = problem_texts.DRAW_PROBLEMS[reason]
    return language.text(text, most=MAX_DRAWN_SIDE, safe=SAFE_SIDE, **limits)


def _page(language: Language, site: Site, form: DrawForm, problem: str = "") -> str:
    """The form for a shape that is painted, or taken from a picture."""
    shown = form.shown
    return pages.named_page(
        language,
        site,
        "draw",
        replace(shown, seed="draw", shape="heart", letters="", mask=""),
        form=form,
        width=form.width or language.plain_number(shown.width),
        height=form.height or language.plain_number(shown.height),
        shown=shown.query(),
        at=shown.algorithm,
        problem=problem,
        pictures_are_read=bool(find_spec("PIL")),
        messages=maze_parts.messages_of(language, script_texts.DRAW_MESSAGES),
    )


async def _file(request: Request, wanted: MazeRequest) -> Response:
    """The maze as a file, for a shape that no address can hold."""
    asked = wanted.to_download("svg", "")
    content = await run_in_pool(request, wanted.cells, lambda token: picture(asked, "svg", token))
    media_type, name = KINDS["svg"].media_type, wanted.file_name("svg")
    return file_response(request, content, media_type, name, NO_STORE)

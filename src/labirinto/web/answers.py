"""What all handlers share: the visitor's language, work in the pools, files and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from labirinto.web import problem_texts
from labirinto.web.headers import IMMUTABLE, NO_STORE
from labirinto.web.languages import COOKIE, Language, language_for
from labirinto.web.large_responses import CHUNK_BYTES, LargeResponse
from labirinto.web.work import LARGE_CELLS, BusyError, CancelToken, WorkerPools

ResultT = TypeVar("ResultT")


def language_of(request: Request) -> Language:
    """The language of the address, or the visitor's."""
    return language_for(
        request.url.path,
        request.cookies.get(COOKIE, ""),
        request.headers.get("accept-language", ""),
    )


async def run_in_pool(
    request: Request,
    cells: int,
    task: Callable[[CancelToken], ResultT],
    *,
    to_its_end: bool = False,
) -> ResultT:
    """Run a task that takes as long as to make this number of cells; ``to_its_end`` is that of
    ``Pool.run``.

    Raises:
        BusyError: If there is no room for it.
        TimeLimitError: If it takes too long.
        ClientGoneError: If the visitor leaves.
    """
    state = request.app.state
    if cells >= LARGE_CELLS and state.large_responses.is_full:
        raise BusyError
    pools: WorkerPools = state.pools
    return await pools.for_cells(cells).run(task, lambda: _left(request), to_its_end=to_its_end)


async def _left(request: Request) -> None:
    """Return when the visitor has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def file_response(
    request: Request,
    content: bytes,
    media_type: str,
    name: str,
    cached: Mapping[str, str] = IMMUTABLE,
) -> Response:
    """A file that the browser shows, and saves under a name."""
    headers = {**cached, "Content-Disposition": f"inline; filename*=UTF-8''{quote(name)}"}
    if len(content) <= CHUNK_BYTES:
        return Response(content, media_type=media_type, headers=headers)
    large = request.app.state.large_responses
    return LargeResponse(large, content, media_type=media_type, headers=headers)


def refuse(
    request: Request, invalid: Iterable[str], problems: Mapping[str, str], **values: Any
) -> Response:
    """A refusal of fields in the visitor's language; without a problem a field is unusable."""
    language = language_of(request)
    found = {name: problems.get(name, problem_texts.UNUSABLE) for name in invalid}
    return refusal({name: language.text(text, **values) for name, text in found.items()})


def refusal(detail: Mapping[str, str]) -> Response:
    """A 422 response with a sentence for each invalid field."""
    return JSONResponse(
        {"status": 422, "title": "Unprocessable Content", "errors": dict(sorted(detail.items()))},
        422,
        headers={**NO_STORE, "Vary": "Accept-Language, Cookie"},
        media_type="application/problem+json",
    )

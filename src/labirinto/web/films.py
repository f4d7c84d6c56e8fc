"""Films of mazes being made: the steps for the player, and up to which size there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote, urlencode

from labirinto.algorithms.generating import filmed_by
from labirinto.animate import record
from labirinto.web.pictures import parse_picture
from labirinto.web.queries import HEIGHT, WIDTH, MazeRequest, Parsed
from labirinto.web.work import Watch

MOST_WATCHED = 64
"""Cells a side of a maze that can be watched being made."""

WORK = 200
"""Cells of a maze that are as much work as a cell of a film: that of 64 x 64 takes a second."""


def is_watchable(request: MazeRequest) -> bool:
    """Whether the maze can be watched being made."""
    return max(request.width, request.height) <= MOST_WATCHED


def to_be_watched(request: MazeRequest) -> MazeRequest:
    """The same in a size that can be watched."""
    return replace(request, width=WIDTH, height=HEIGHT, cell=None, wall=None)


def address(name: str, request: MazeRequest) -> str:
    """Where the steps are, as ``parse_film`` reads them."""
    seed = quote(str(request.seed), safe="")
    path = f"/steps/{name}/{request.width}x{request.height}/{seed}"
    query = urlencode(request.parameters)
    return f"{path}?{query}" if query else path


def parse_film(name: str, size: str, seed: str, query: Mapping[str, str]) -> Parsed:
    """What the address of a film asks for; of the query, what the algorithm lets one set."""
    algorithm, _ = filmed_by(name)
    known = {parameter.name for parameter in algorithm.parameters}
    wanted = {name: text for name, text in query.items() if name in known}
    parsed = parse_picture(algorithm.name, size, seed, "png", wanted)
    if not is_watchable(parsed.request):
        parsed.wrong.add("size")
    return parsed


def film(name: str, request: MazeRequest, watch: Watch) -> bytes:
    """The steps, as a player takes them."""
    recorded = record(
        name,
        request.width,
        request.height,
        seed=request.seed,
        progress=watch,
        **dict(request.parameters),
    )
    return recorded.to_bytes()

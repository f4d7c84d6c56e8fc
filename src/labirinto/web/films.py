"""Films of algorithms at work, for the player of the page."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from labirinto.algorithms.generating import ALGORITHMS, filmed_by
from labirinto.animate import record
from labirinto.web.fields import parameters_of
from labirinto.web.maze_fields import HEIGHT, SHAPING, WIDTH
from labirinto.web.maze_files import parse_picture
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import Parsed
from labirinto.web.static_files import version
from labirinto.web.work import CancelToken

MAX_FILM_SIDE = 64
"""Largest side of a maze that has a film."""

SMALL = (12, 9)
"""Width and height of a maze whose film is short; that of 40 x 30 cells walks nearly a thousand
steps for one of its cells."""

MADE_BEFOREHAND = 5
"""Films of each algorithm for a page without a server, which draws one of them at each visit."""

NUMBER = "NUMBER"
"""Where the address of such films has their number."""

SIZE_BEFOREHAND = (20, 15)
"""Width and height of their mazes."""

COST = 200
"""A cell of a film takes as long as this number of cells of a maze: 64 x 64 take a second."""


def has_film(request: MazeRequest) -> bool:
    """Whether the maze has a film: it is of a kind that is filmed, and small enough."""
    is_small = max(request.size) <= MAX_FILM_SIDE and request.cells <= MAX_FILM_SIDE**2
    return request.is_plain and is_small and bool(names(request))


def names(request: MazeRequest) -> list[str]:
    """The films of a maze: another one for each way to make it, if it is a rectangle."""
    algorithm = ALGORITHMS[request.algorithm]
    selected = algorithm.selected(request.parameters)
    if request.is_cut:  # its walks leave the picture
        return []
    methods = [
        method.name
        for method in algorithm.methods
        if (selected in method.selected_by if selected else not method.selected_by)
    ]
    return methods[:1] if request.shape else methods


def smaller_request(request: MazeRequest) -> MazeRequest:
    """A request without rooms, loops, picture or rows beyond its last one, in a size that
    has a film; a word needs its own.
    """
    plain = replace(request, changes=(), is_picture=False, cell=None, wall=None)
    if plain.is_cut:
        known = ALGORITHMS[plain.algorithm]
        assert known.selector
        plain = replace(plain, parameters=((known.selector.name, known.by_rows[0]),))
    if has_film(plain):
        return plain
    if plain.letters or plain.mask:
        plain = replace(plain, shape="", letters="", mask="")
    return replace(plain, width=WIDTH, height=HEIGHT)


def small_request(request: MazeRequest) -> MazeRequest | None:
    """A small rectangle made in the same way; None of a maze that is hardly larger."""
    width, height = SMALL
    if request.cells <= 2 * width * height:
        return None
    plain = replace(smaller_request(request), shape="", letters="", mask="", level="", ends="none")
    return replace(plain, width=width, height=height)


def address(name: str, request: MazeRequest) -> str:
    """The address of a film, as ``parse_film`` reads it."""
    seed = quote(str(request.seed), safe="")
    path = f"/steps/{name}/{request.width}x{request.height}/{seed}"
    query = urlencode([*request.shape_pairs(), *request.parameters])
    return f"{path}?{query}" if query else path


def address_beforehand(name: str) -> str:
    """The address of the films made beforehand, in which a script puts their number."""
    return f"/static/{version()}/{name}-{NUMBER}.film"


def made_beforehand(name: str, number: int) -> bytes:
    """One of these films, compressed; those of a number have one seed, so that they can be
    compared.
    """
    recorded = record(name, *SIZE_BEFOREHAND, seed=number)
    return gzip.compress(recorded.to_bytes(), mtime=0)


def parse_film(name: str, size: str, seed: str, query: Mapping[str, str]) -> Parsed:
    """Parse the address of a film; ignore all but what makes the maze in the query."""
    algorithm, _ = filmed_by(name)
    known = {field.name for field in (*SHAPING, *parameters_of(algorithm.name))}
    parameters = {field: text for field, text in query.items() if field in known}
    parsed = parse_picture(algorithm.name, size, seed, "png", parameters)
    request = parsed.request
    if not request.is_plain:
        parsed.invalid.add(next((name for name, _ in request.changes), "picture"))
    elif not has_film(parsed.request):
        parsed.invalid.add("size")
    if name not in names(parsed.request):
        parsed.invalid.add("shape")
    return parsed


def film(name: str, request: MazeRequest, token: CancelToken) -> bytes:
    """Record a film, as bytes for the player."""
    recorded = record(
        name,
        request.grid,
        seed=request.seed,
        progress=token,
        **dict[str, Any](request.parameters),
    )
    return recorded.to_bytes()

"""Two algorithms side by side: their mazes from one seed, and these in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.measures import census
from labirinto.web import films, maze_fields, maze_parts, pages, problem_texts, texts
from labirinto.web.answers import language_of, run_in_pool
from labirinto.web.drawings import SolvedMaze, figure_svg, solved_maze
from labirinto.web.fields import Fields, shown_values
from labirinto.web.forms import (
    Errors,
    algorithm_choices,
    invalid_texts,
    problem,
    sentence,
    shape_values,
)
from labirinto.web.headers import NO_CACHE, NO_STORE
from labirinto.web.languages import Language
from labirinto.web.maze_request import FIRST_SHAPED, MazeRequest, with_seed
from labirinto.web.queries import Parsed, parse
from labirinto.web.service import site_of
from labirinto.web.work import CancelToken

DEFAULTS = {"one": "wilson", "other": "backtracker"}
"""The algorithms by the names of their fields."""

MAX_SIDE = 100
"""Larger ones side by side show no texture."""

_NAMES = ("width", "height", "seed", "shape", "letters", "mask", "solution")
FIELDS = tuple(field for field in maze_fields.FIELDS if field.name in _NAMES)


@dataclass
class Comparison:
    """Two mazes that differ in their algorithm alone.

    Attributes:
        sides: The requests by the names of the fields of their algorithms.
        parsed: What was invalid in the text that they come from.
    """

    sides: dict[str, MazeRequest]
    parsed: Parsed

    def query(self) -> str:
        """The shortest query for this comparison."""
        names = {field: request.algorithm for field, request in self.sides.items()}
        pairs = [(field, name) for field, name in names.items() if name != DEFAULTS[field]]
        request = replace(self.sides["one"], ends="none")
        return "&".join(filter(None, [urlencode(pairs, quote_via=quote), request.query()]))


def parse_comparison(typed: Mapping[str, str]) -> Comparison:
    """Read the fields of the form or an address; invalid ones get valid values."""
    given = {name: typed.get(name, "") for name in _NAMES}
    parsed = parse(FIRST_SHAPED, given | {"ends": "border"})
    others = Fields(typed)
    others.refuse(maze_fields.CHANGED)
    parsed.invalid |= others.invalid
    # A maze of one cell has no ends, for which nobody has asked.
    parsed.invalid.discard("ends")
    request = parsed.request
    if max(request.size) > MAX_SIDE:
        sides = ("width", "height")
        parsed.invalid |= {name for name in sides if getattr(request, name) > MAX_SIDE}
        plain = replace(request, shape="", letters="", mask="")
        request = replace(
            plain, width=min(plain.width, MAX_SIDE), height=min(plain.height, MAX_SIDE)
        )
    requests = {}
    for field, default in DEFAULTS.items():
        name = typed.get(field, "") or default
        if name not in ALGORITHMS or (request.shape and not ALGORITHMS[name].shapes):
            parsed.invalid.add(field)
            name = FIRST_SHAPED
        requests[field] = replace(request, algorithm=name)
    parsed.typed = typed
    return Comparison(requests, parsed)


def comparison_values(
    language: Language, compared: Comparison, token: CancelToken, has_server: bool = True
) -> dict[str, Any]:
    """The values of the template."""
    one, parsed = compared.sides["one"], compared.parsed
    values = shown_values(language, FIELDS, one.values)
    values |= {field: request.algorithm for field, request in compared.sides.items()}
    solved = {field: solved_maze(it, token) for field, it in compared.sides.items()}
    small = {field: films.smaller_request(it) for field, it in compared.sides.items()}
    measured = {field: _texture(language, it) for field, it in solved.items()}
    return {
        "typed": values | invalid_texts(parsed.invalid, parsed.typed) | {"solution": one.solution},
        "errors": Errors({name: _problem(language, one, parsed, name) for name in parsed.invalid}),
        "algorithm_choices": algorithm_choices(language, ALGORITHMS),
        **shape_values(language, one),
        "sides": [
            {
                "title": article(it.algorithm, language.code).notes["title"],
                "film": next(iter(maze_parts.films_of(it, has_server)), ""),
                "svg": figure_svg(solved[field], it, maze_parts.alt(language, it), f"-{field}"),
                "address": f"/{language.code}/{it.algorithm}?{replace(it, ends='none').query()}",
                "measured": list(measured[field].values()),
            }
            for field, it in compared.sides.items()
        ],
        "too_large": maze_parts.player(language, one)["too_large"],
        "watch_other": language.text(texts.WATCH_SMALLER_ONES),
        "watch_smaller": f"/{language.code}/compare?{replace(compared, sides=small).query()}",
        "messages": maze_parts.messages(language),
        "measures": [(name, [of[name] for of in measured.values()]) for name in measured["one"]],
    }


def _texture(language: Language, solved: SolvedMaze) -> dict[str, str]:
    """What a maze consists of: values by what is measured."""
    found = census(solved.maze)

    def share(part: int, whole: int) -> str:
        return language.percent(part / (whole or 1))

    values = {
        "dead_ends": share(found.dead_ends, found.cells),
        "corridors": share(found.corridors, found.cells),
        "junctions": share(found.junctions + found.crossings, found.cells),
    }
    if found.straights is not None:
        values["straights"] = share(found.straights, found.corridors)
    if solved.path and solved.difficulty:
        values["steps"] = language.number(solved.path.steps)
        values["level"] = language.text(texts.LEVELS[solved.difficulty.level.name])
    return {language.text(texts.TEXTURE[name]): value for name, value in values.items()}


def _problem(language: Language, request: MazeRequest, parsed: Parsed, name: str) -> str:
    if name in DEFAULTS:
        return language.text(problem_texts.COMPARE_PROBLEM)
    if name in ("width", "height") or name not in _NAMES:
        return sentence(language, FIELDS, name, {name: MAX_SIDE})
    return problem(language, request, parsed.typed, name)


async def compare(request: Request) -> Response:
    """Two mazes side by side; redirects to the address that always gives the same two."""
    language, site = language_of(request), site_of(request)
    typed = dict(request.query_params)
    compared = await run_in_pool(request, 0, lambda token: parse_comparison(typed))
    is_new = typed.get("new") and "seed" not in compared.parsed.invalid
    if is_new or compared.sides["one"].seed is None:
        seed = with_seed(compared.sides["one"]).seed
        compared.sides = {field: replace(it, seed=seed) for field, it in compared.sides.items()}
    invalid, query = compared.parsed.invalid, compared.query()
    if not invalid and query != site.query:
        place = f"/{language.code}/compare?{query}"
        return RedirectResponse(place, 302, headers=NO_STORE)
    page = await run_in_pool(
        request,
        2 * compared.sides["one"].cost,
        lambda token: pages.named_page(
            language,
            site,
            "compare",
            compared.sides["one"],
            **comparison_values(language, compared, token),
        ),
    )
    return HTMLResponse(page, 422 if invalid else 200, headers=NO_CACHE)

"""The form of a page: its fields, what stands in them, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.drawing.style import PRESETS
from labirinto.seeds import SEED_LIMIT
from labirinto.web import texts
from labirinto.web.languages import Language
from labirinto.web.queries import (
    COLOURS,
    LONGEST_SEED,
    MOST_PIXELS,
    MOST_SIDE,
    MazeRequest,
    Parsed,
    default_cell,
    default_wall,
)


def form_values(language: Language, parsed: Parsed) -> dict[str, Any]:
    """What the form's template needs: what stands in each field, and what is wrong with it."""
    request = parsed.request
    values: dict[str, Any] = {
        "width": language.plain_number(request.width),
        "height": language.plain_number(request.height),
        "seed": seed_text(language, request.seed),
        "ends": request.ends,
        "look": request.look,
        "cell": language.plain_number(request.cell) if request.cell else "",
        "wall": language.plain_number(request.wall) if request.wall else "",
        **dict.fromkeys(COLOURS, ""),
        **dict(request.colours),
        **{p.name: p.default for p in ALGORITHMS[request.algorithm].parameters},
        **dict(request.parameters),
    }
    # What could not be used stands in its field again, to be mended there.
    values |= {name: parsed.typed[name] for name in parsed.wrong if name in parsed.typed}
    style = PRESETS[request.look or "light"]
    cell = default_cell(request.width, request.height)
    return {
        "typed": values | {"solution": request.solution},
        "errors": Errors({name: problem(language, parsed, name) for name in parsed.wrong}),
        "ends_choices": choices(language, texts.ENDS),
        "look_choices": choices(language, texts.LOOKS),
        "colour_choices": choices(language, texts.COLOURS),
        "colour_examples": {c: getattr(style, c.removesuffix("_colour")) for c in COLOURS},
        "parameters": [
            (p.name, article(request.algorithm, language.code).notes[p.name])
            for p in ALGORITHMS[request.algorithm].parameters
        ],
        "number_text": lambda value: number_or_text(language, value),
        "default_cell": cell,
        "default_wall": default_wall(request.cell or cell),
        "fine_open": bool(request.cell or request.wall or request.colours)
        or bool(parsed.wrong & {"cell", "wall", *COLOURS}),
    }


class Errors(dict[str, str]):
    """Sentences by field; none for a field without one."""

    def __missing__(self, name: str) -> str:
        return ""


def problem(language: Language, parsed: Parsed, name: str) -> str:
    """What is wrong with a field, and what it takes."""
    if name == "ends" and parsed.single_cell:
        return language.text(texts.SINGLE_CELL)
    most = {"seed": SEED_LIMIT - 1, "cell": _most_cell(parsed.request)}.get(name, MOST_SIDE)
    # A limit is to be typed as it stands here, so without separators.
    shown = language.plain_number(most)
    length = language.plain_number(LONGEST_SEED)
    return language.text(texts.PROBLEMS[name], most=shown, length=length)


def _most_cell(request: MazeRequest) -> int:
    """The largest cell with which the picture is not too large."""
    return min(10_000, int((MOST_PIXELS / ((request.width + 3) * (request.height + 3))) ** 0.5))


def seed_text(language: Language, seed: int | str | None) -> str:
    """A number in the language's digits, which the form takes as well; a text as it is."""
    return language.plain_number(seed) if isinstance(seed, int) else str(seed)


def number_or_text(language: Language, value: Any) -> str:
    """A number in the digits of the language; a text that could not be read, as it is."""
    return value if isinstance(value, str) else language.number(value)


def choices(language: Language, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Values and what they are called."""
    return [(value, language.text(name)) for value, name in names.items()]

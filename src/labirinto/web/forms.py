"""The form of a maze page: values, choices and error messages of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS
from labirinto.drawing.style import PRESETS
from labirinto.parsing import parse_cells
from labirinto.seeds import SEED_LIMIT
from labirinto.web import texts
from labirinto.web.languages import Language
from labirinto.web.queries import (
    COLOURS,
    MAX_PIXELS,
    MAX_SEED_LENGTH,
    MAX_SIDE,
    MAX_VALUE_LENGTH,
    MazeRequest,
    Parsed,
    default_cell,
    default_wall,
)


def form_values(language: Language, parsed: Parsed) -> dict[str, Any]:
    """The values of the form's template."""
    request = parsed.request
    values: dict[str, Any] = {
        "width": language.plain_number(request.width),
        "height": language.plain_number(request.height),
        "seed": seed_text(language, request.seed),
        "shown": request.query(),
        "level": request.level,
        "ends": request.ends,
        "look": request.look,
        "cell": language.plain_number(request.cell) if request.cell else "",
        "wall": language.plain_number(request.wall) if request.wall else "",
        **{p.name: p.default for p in ALGORITHMS[request.algorithm].parameters},
        **dict(request.parameters),
    }
    values |= invalid_texts(parsed.invalid, parsed.typed)
    style = PRESETS[request.look or "light"]
    own_colours = dict(request.colours)
    cell = default_cell(request.width, request.height)
    return {
        "typed": values | {"solution": request.solution},
        "errors": Errors(
            {name: problem(language, request, parsed.typed, name) for name in parsed.invalid}
        ),
        "level_choices": level_choices(language, request.algorithm),
        "ends_choices": choices(language, texts.ENDS),
        "own_ends": own_ends(language, request),
        "look_choices": choices(language, texts.LOOKS),
        "colours": [
            (
                name,
                label,
                own_colours.get(name) or getattr(style, name.removesuffix("_colour")),
                name not in own_colours,
            )
            for name, label in choices(language, texts.COLOURS)
        ],
        "parameters": [
            (
                p.name,
                article(request.algorithm, language.code).notes[p.name],
                value_choices(language, p.name),
            )
            for p in ALGORITHMS[request.algorithm].parameters
        ],
        "number_text": lambda value: number_or_text(language, value),
        "default_cell": cell,
        "default_wall": default_wall(request.cell or cell),
        "fine_open": bool(request.cell or request.wall or request.colours)
        or bool(parsed.invalid & {"cell", "wall", *COLOURS}),
    }


def own_ends(language: Language, request: MazeRequest) -> tuple[str, str] | None:
    """The choice of two cells as ends, which only a maze with such ends has."""
    if not parse_cells(request.ends):
        return None
    return request.ends, language.text(texts.OWN_ENDS)


def invalid_texts(invalid: Iterable[str], typed: Mapping[str, str]) -> dict[str, str]:
    """The texts of invalid fields, which stay there to be corrected."""
    # No HTML may contain the character 0.
    return {
        name: typed[name][:MAX_VALUE_LENGTH].replace("\0", "\N{REPLACEMENT CHARACTER}")
        for name in invalid
        if name in typed
    }


class Errors(dict[str, str]):
    """Error messages by field; empty for valid fields."""

    def __missing__(self, name: str) -> str:
        return ""


def problem(language: Language, request: MazeRequest, typed: Mapping[str, str], name: str) -> str:
    """The error message of a field of a maze, which has valid values in the request."""
    if name == "ends" and request.cells == 1:
        return language.text(texts.SINGLE_CELL)
    if name == "ends" and any(letter.isdecimal() for letter in typed.get("ends", "")):
        last = f"{request.width - 1},{request.height - 1}"
        return language.text(texts.CELLS_AS_ENDS, last=last)
    limit = {"seed": SEED_LIMIT - 1, "cell": _max_cell(request)}.get(name, MAX_SIDE)
    most = language.number(limit)
    length = language.number(MAX_SEED_LENGTH)
    return language.text(texts.PROBLEMS[name], most=most, length=length)


def _max_cell(request: MazeRequest) -> int:
    """The largest cell that keeps the picture within its limit of pixels."""
    return min(10_000, int((MAX_PIXELS / ((request.width + 3) * (request.height + 3))) ** 0.5))


def seed_text(language: Language, seed: int | str | None) -> str:
    """A seed for the form: a number in the language's digits, or a text unchanged."""
    return language.plain_number(seed) if isinstance(seed, int) else str(seed)


def level_choices(language: Language, algorithm: str) -> list[tuple[str, Markup]]:
    """The levels of difficulty with the ages that they suit, after a choice of none."""
    any_level = texts.ANY_LEVEL
    if ALGORITHMS[algorithm].uniform:
        any_level = texts.ANY_LEVEL_UNIFORM
    return [
        ("", escape(language.text(any_level))),
        *(
            (
                level.name,
                Markup("{} <small>{}</small>").format(
                    language.text(texts.LEVELS[level.name]),
                    language.text(texts.AGE, age=language.number(level.age)),
                ),
            )
            for level in LEVELS.values()
        ),
    ]


def number_or_text(language: Language, value: Any) -> str:
    """A number in the language's digits; invalid text unchanged."""
    return value if isinstance(value, str) else language.number(value)


def value_choices(language: Language, parameter: str) -> list[tuple[str, str]]:
    """The names that a parameter can be, and how they are called; none of a probability."""
    return choices(
        language,
        {name: texts.NAMES_OF_VALUES[name] for name in texts.PARAMETERS[parameter].choices},
    )


def choices(language: Language, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Values and their names in the language."""
    return [(value, language.text(name)) for value, name in names.items()]

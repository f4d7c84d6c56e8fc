"""What the scripts need to make mazes as the server does: fields, words, and where links lead.

The words of a page stay here and in the templates: the scripts get them with placeholders such as
``%(width)s``, and the parts of the page with placeholders such as ``{caption}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from labirinto._internal.validation import Value
from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.algorithms.record import Algorithm
from labirinto.asking.record import Counted, Field
from labirinto.difficulties import LEVELS
from labirinto.drawing import style
from labirinto.grids.silhouettes import LEAST_SIZES
from labirinto.parsing import Choice, Whole
from labirinto.web import bands, films, maze_parts, rooms, script_texts, selecting, shapes, texts
from labirinto.web.fields import MAX_SEED_LENGTH, SEED, parameters_of
from labirinto.web.file_kinds import KINDS, holds_shape
from labirinto.web.forms import Errors, change_input, of_rectangles, symmetry_names
from labirinto.web.languages import Language
from labirinto.web.maze_fields import (
    CHANGED,
    COLOURS,
    LEVEL,
    LOOK,
    LOOKS,
    PLANE,
    SHAPING,
    SIZE,
)
from labirinto.web.maze_request import (
    LONGER_SIDE,
    MAX_DRAWN_SIDE,
    MAX_FARTHEST_CELLS,
    MAX_PIXELS,
    MAX_SIDE_ON_PAPER,
    NEW_ENDS,
)
from labirinto.web.viewed import MAX_COLOURED

_LIMITS = {
    "drawn": MAX_DRAWN_SIDE,
    "masked": shapes.MAX_MASKED_SIDE,
    "viewed": maze_parts.LEAST_VIEWED_SIDE,
    "filmed": films.MAX_FILM_SIDE,
    "small_film": films.SMALL,
    "farthest": MAX_FARTHEST_CELLS,
    "pixels": MAX_PIXELS,
    "longer_side": LONGER_SIDE,
    "side_on_paper": MAX_SIDE_ON_PAPER,
    "cells_a_room": rooms.CELLS_A_ROOM,
    "fewest_with_room": rooms.FEWEST_CELLS,
    "seed_length": MAX_SEED_LENGTH,
    "endless_width": bands.MAX_WIDTH,
    "draws": selecting.MAX_DRAWS,
    "least_sizes": LEAST_SIZES,
    "phone": (selecting.PHONE_WIDTH, selecting.PHONE_HEIGHT),
    "coloured": MAX_COLOURED,
}

_TEXTS: dict[str, str | Counted] = {
    "caption": texts.CAPTION,
    "shape_caption": texts.SHAPE_CAPTION,
    "maze_alt": texts.MAZE_ALT,
    "shape_alt": texts.SHAPE_ALT,
    "word": texts.WORD,
    "shape_title": texts.SHAPE_TITLE,
    "cells_title": texts.CELLS_TITLE,
    "word_title": texts.WORD_TITLE,
    "levelled_title": texts.LEVELLED_TITLE,
    "day_title": texts.DAY_TITLE,
    "share": texts.SHARE_TEXT,
    "measured": texts.MEASURED,
    "missed": texts.MISSED,
    "selected": texts.SELECTED,
    "cut": texts.CUT,
    "too_large": texts.WATCH_SMALLER,
    "too_large_other": texts.WATCH_SMALLER_ONE,
    "not_plain": texts.WATCH_PLAIN,
    "not_plain_other": texts.WATCH_PLAIN_ONE,
    "is_cut": texts.WATCH_CUT,
    "is_cut_other": texts.WATCH_ANOTHER,
    "single": texts.SINGLE_CELL,
    "far_loops": texts.FARTHEST_WITH_LOOPS,
    "cells_as_ends": texts.CELLS_AS_ENDS,
    "cells_in_shape": texts.CELLS_IN_SHAPE,
    "no_rooms": texts.NO_ROOMS,
    "own_ends": texts.OWN_ENDS,
    "day": texts.DAY,
}


def rules(language: Language, name: str) -> dict[str, Any]:
    """All that the scripts know of a language and an algorithm but the parts of its page."""
    known = ALGORITHMS[name]
    return {
        "language": language.code,
        "algorithm": name,
        "title": article(name, language.code).notes["title"],
        "uniform": known.uniform,
        "shapes": known.shapes,
        "shape_names": {shape: language.text(texts.SHAPES[shape]) for shape in shapes.MASKS},
        "symmetry_names": symmetry_names(language),
        "pages": {
            page: f"/{language.code}/{page}" for page in ("endless", "worksheet", "book", "draw")
        }
        | {"embed": f"/embed/{language.code}/{name}"},
        "films": [[method.name, list(method.selected_by)] for method in known.methods],
        "orders": _orders(known),
        "fields": list(_fields(language, known)),
        "limits": _LIMITS,
        "levels": _levels(language),
        "hardest": known.hardest,
        "new_ends": NEW_ENDS,
        "kinds": {
            name: [kind.max_cells, kind.format, holds_shape(name), kind.is_common]
            for name, kind in KINDS.items()
        },
        "styles": {
            look: {role: getattr(style.PRESETS[look or "light"], role) for role in style.COLOURS}
            for look in LOOKS
        },
        "networks": maze_parts.share_links("{address}", "{words}", "{image}"),
        "texts": maze_parts.words_of(language, _TEXTS),
    }


def _orders(known: Algorithm) -> dict[str, Any]:
    """By which value of which parameter mazes are made row after row."""
    values: list[Value | None] = [None, *(known.selector.choices if known.selector else ())]
    parameter = known.selector.name if known.selector else ""

    def given(value: Value | None) -> dict[str, Value]:
        return {} if value is None else {parameter: value}

    return {
        "parameter": parameter,
        "first": known.by_rows[0] if known.by_rows else None,
        "cut": list(known.by_rows[1:]),
        "endless": [
            value
            for value in values
            if known.can_make_rows(given(value)) and not known.has_fixed_end(given(value))
        ],
    }


def _levels(language: Language) -> dict[str, Any]:
    return {
        level.name: {
            "name": language.text(texts.LEVELS[level.name]),
            "title": language.text(texts.LEVEL_TITLES[level.name]),
            "stars": maze_parts.stars(language, level.stars),
            "least": level.least,
            "size": level.size,
        }
        for level in LEVELS.values()
    }


_WITH_LIMITS_OF_A_MAZE = {"width", "height", "cell", "symmetry", "braid", "rooms"}
_MOST_EXACT = 2**53
"""Scripts round larger numbers."""

_CHANGED = {change.name for change in CHANGED}


def _fields(language: Language, known: Algorithm) -> Iterator[dict[str, Any]]:
    """Yield the fields of an address in its order; the script has a reader for each kind."""
    sections = {
        "size": SIZE,
        "maze": (SEED, LEVEL),
        "shape": SHAPING,
        "texture": parameters_of(known.name),
        "look": LOOK,
    }
    for section, fields in sections.items():
        for field in fields:
            assert field.input
            kind, more = _kind(field)
            values = {"name": field.name, "section": section, "default": field.default}
            values |= {
                "kind": kind,
                "longest": field.input.longest,
                "is_typed": field.input.is_typed,
            }
            problem = language.text(field.input.problem)
            if field.name in PLANE and not known.shapes:
                problem = of_rectangles(language, known.name, texts.PLAIN_RECTANGLES)
            if field.name not in _WITH_LIMITS_OF_A_MAZE:
                most, length = field.input.most, MAX_SEED_LENGTH
                problem %= {"most": language.number(most), "length": language.number(length)}
            values |= {"problem": problem, "most": min(field.input.most, _MOST_EXACT)}
            if field.input.note:
                values["note"] = language.text(field.input.note)
            yield values | more | ({"needs": field.needs} if field.name in _CHANGED else {})


_KINDS = {"seed": "seed", "solution": "flag", "picture": "mark", "mask": "mask"}
_KINDS |= {"letters": "letters", "cell": "pixels", "wall": "pixels"}
_KINDS |= dict.fromkeys((colour.name for colour in COLOURS), "colour")


def _kind(field: Field) -> tuple[str, dict[str, Any]]:
    """How the text of a field is read, and within which limits."""
    assert field.input
    read = field.input.read
    if isinstance(read, Whole):
        return "whole", {"least": read.least, "greatest": read.most}
    if isinstance(read, Choice):
        return "word", {"words": read.words}
    if field.choices:
        return "word", {"words": tuple(field.choices)}
    if field.name == "ends":
        return "ends", {"words": tuple(texts.ENDS)}
    return _KINDS.get(field.name, "share"), {}


class Names(dict[str, Any]):
    """For each name a placeholder for the value that the script finds."""

    def __missing__(self, name: str) -> Markup:
        return Markup("{" + name + "}")


_FOUND = (
    "svg", "solution_sheet", "figure_class", "look", "caption", "small_print", "endless_link",
    "data", "most_played", "day", "title", "too_large", "watch_other", "watch_small",
    "watch_smaller", "selected", "draw_link", "worksheet_link", "book_link", "embed", "shared",
    "shared_text", "preview",
)  # fmt: skip
"""Values of the template that the script finds for each maze."""


def of_parts(language: Language) -> dict[str, Any]:
    """The values of the template of the parts of a page, which have placeholders for a maze's."""
    names = Names()
    common = [kind for kind in KINDS if KINDS[kind].is_common]

    def number(value: str | float) -> str:
        return value.replace("}", "_text}") if isinstance(value, str) else language.number(value)

    return {
        "when": Conditions(is_pattern=True),
        "errors": Errors({"": ""}),
        **{name: names[name] for name in _FOUND},
        "explained": [],
        "maze": Names(is_picture=False),
        "measured": {key: names[key] for key in ("level", "stars", "words", "missed")},
        "viewer": {
            key: names[key]
            for key in ("tile", "about", "place", "width", "height", "lowest", "highest", "alt")
        }
        | {
            "board": "",
            "is_opened": False,
            "is_mesh": False,
            "shows_ends": True,
            "has_ends": True,
            "colours": True,
            "messages": maze_parts.messages_of(language, script_texts.VIEW_MESSAGES),
        },
        "films": [names["films"]],
        "carried": lambda other: names["carried" if ALGORITHMS[other].shapes else "carried_bare"],
        "rectangles_only": [it.name for it in ALGORITHMS.values() if not it.shapes],
        "links": {kind: names[f"link_{kind}"] for kind in common},
        "more_links": {kind: names[f"link_{kind}"] for kind in KINDS if kind not in common},
        "closed_links": {kind: names[f"closed_{kind}"] for kind in common},
        "names": {kind: names[f"file_{kind}"] for kind in KINDS},
        "format_names": {kind: language.text(texts.FORMATS[kind]) for kind in KINDS},
        "networks": {it: names[f"to_{it}"] for it in maze_parts.share_links("", "", "")},
        "preview_alt": names["alt"],
        "changes": [
            change_input(language, change, names[f"most_{change.name}"], is_set=True)
            for change in CHANGED
        ],
        "can_be_picture": True,
        "typed": Names(picture=False),
        "number": number,
        "number_text": number,
    }


class Conditions:
    """Attributes that make the script leave out an element for which there is no value."""

    def __init__(self, *, is_pattern: bool = False) -> None:
        self._is_pattern = is_pattern

    def __getitem__(self, name: str) -> Markup:
        return Markup(f' data-if="{name}"' if self._is_pattern else "")

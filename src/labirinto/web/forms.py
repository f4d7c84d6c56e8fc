"""The form of a maze page: values, choices and error messages of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

from labirinto._internal.validation import Value
from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import LONGEST, Field
from labirinto.asking.shapes import LINKS_PROBLEM, MAX_LINKED_CELLS, WRAP_NAMES
from labirinto.difficulties import LEVELS, Level
from labirinto.drawing.style import PRESETS
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.maze import Maze
from labirinto.parsing import Whole, parse_cells
from labirinto.solving import OPEN_ENDS
from labirinto.web import shapes, texts
from labirinto.web.drawings import plain_svg
from labirinto.web.fields import MAX_SEED_LENGTH, PARAMETERS, Fields, parameters_of, shown_values
from labirinto.web.languages import Language
from labirinto.web.maze_fields import (
    CHANGED,
    COLOURS,
    FIELDS,
    LINKS,
    LOOK,
    MAX_SIDE,
    PLANE,
    SIZE,
    SYMMETRY,
    levels_of,
)
from labirinto.web.maze_request import (
    FIRST_SHAPED,
    MAX_DRAWN_SIDE,
    MazeRequest,
    default_cell,
    default_wall,
    max_cell,
)
from labirinto.web.queries import Parsed


def form_values(language: Language, parsed: Parsed) -> dict[str, Any]:
    """The values of the form's template."""
    request = parsed.request
    parameters = parameters_of(request.algorithm)
    values = {
        **shown_values(language, FIELDS, request.values),
        "shown": request.query(),
        **{it.name: it.default for it in parameters},
        **dict(request.parameters),
        **invalid_texts(parsed.invalid, parsed.typed),
    }
    style = PRESETS[request.look or "light"]
    own_colours = dict(request.colours)
    cell = default_cell(request)
    has_border = request.wrap != "xy"
    invalid = [it.name for it in (*FIELDS, *PARAMETERS) if it.name in parsed.invalid]
    wrong = {name: problem(language, request, parsed.typed, name) for name in invalid}
    return {
        "typed": values | {"solution": request.solution},
        "errors": Errors(wrong),
        "changes": [
            change_input(language, it, request.most(it), request.values[it.name] != it.default)
            for it in CHANGED
        ],
        "level_choices": level_choices(language, request),
        "chosen": {
            "level": language.text(texts.LEVELS.get(request.level, texts.ANY_LEVEL)),
            "shape": language.text(texts.SHAPES[request.shape]),
            "size": f"{language.number(request.width)} × {language.number(request.height)}",
        },
        **shape_values(language, request),
        "ends_choices": choices(language, texts.ENDS),
        "lacking_ends": lacking_ends(request, values["ends"]),
        "has_border": has_border,
        "own_ends": own_ends(language, request),
        "look_choices": choices(language, texts.LOOKS),
        "colours": [
            (
                colour.name,
                language.text(colour.input.label),
                own_colours.get(colour.name) or getattr(style, colour.name.removesuffix("_colour")),
                colour.name not in own_colours,
            )
            for colour in COLOURS
            if colour.input
        ],
        "parameters": parameter_fields(language, request.algorithm),
        "hidden_parameters": hidden_parameters(request.algorithm, request.parameters),
        "number_text": language.number,
        "default_cell": cell,
        "default_wall": default_wall(request.cell or cell),
        "advanced_open": _uses_advanced(request, parsed.invalid),
        "fine_open": bool(request.cell or request.wall or request.colours)
        or bool(parsed.invalid & {"cell", "wall", *(it.name for it in COLOURS)}),
    }


_ADVANCED = (*CHANGED, *(it for it in LOOK if it.name not in ("ends", "solution", "look")))


def _uses_advanced(request: MazeRequest, invalid: set[str]) -> bool:
    """Whether the maze has settings that the page shows only to those who look for them."""
    fields = {it.name: it.default for it in _ADVANCED}
    is_set = any(request.values[name] != usual for name, usual in fields.items())
    has_own_ends = request.ends not in ("none", "border", request.new_ends)
    wrong = invalid & {*fields, "ends", "seed", *dict(request.parameters)}
    return bool(is_set or has_own_ends or request.parameters or wrong)


def shape_values(language: Language, request: MazeRequest) -> dict[str, Any]:
    """The choices of shapes: those with a picture of each, and in words what they change."""
    names = dict(choices(language, texts.SHAPES))
    note = ""
    if not ALGORITHMS[request.algorithm].shapes:
        note = of_rectangles(language, request.algorithm, texts.ONLY_RECTANGLES)
    own = [shapes.LETTERS, *([shapes.DRAWN] if request.shape == shapes.DRAWN else [])]
    return {
        "cell_choices": [
            (name, names[name], shape_icon(name)) for name in ("", *shapes.CELL_SHAPES)
        ],
        "silhouette_choices": [(name, names[name], shape_icon(name)) for name in SILHOUETTES],
        "own_choices": [(name, names[name]) for name in own],
        "shape_note": note,
        "longest_word": shapes.MAX_LETTERS,
        "can_be_picture": request.shape in shapes.PICTURES and request.algorithm == "wilson",
        "draw_link": draw_address(language, request),
    }


def change_input(language: Language, change: Field, most: Any, is_set: bool) -> dict[str, Any]:
    """What a form shows of a change, whose values go up to ``most``."""
    asked = change.input
    assert asked
    return {
        "name": change.name,
        "label": language.text(asked.label),
        "hint": language.text(asked.hint) if asked.hint and is_set else "",
        "most": most,
        "step": 1 if isinstance(asked.read, Whole) else 0.01,
        "off": 0 if change.default == 0 else change.default,
        "choices": [
            (value, language.number(value) if text == str(value) else language.text(text))
            for value, text in asked.choices
        ],
    }


def shape_name(language: Language, request: MazeRequest, *, is_first: bool = False) -> str:
    """What the maze of a request fills, in words, which may be the first of a line."""
    if request.letters:
        return language.text(texts.WORD, word=isolated(request.letters))
    if not request.is_linked:
        return language.text(texts.SHAPES[request.shape])
    words = []
    if (floors := request.floors) > 1:
        words.append(language.counted(texts.FLOORS, floors, floors=floors))
    if request.wrap:
        words.append(_within(language.text(WRAP_NAMES[request.wrap])))
    if request.weave:
        words.append(_within(language.text(texts.BRIDGES)))
    name = language.text(texts.SEPARATOR).join(words)
    return name[:1].upper() + name[1:] if is_first else name


def explained(language: Language, request: MazeRequest) -> list[str]:
    """What paper says of the marks of stairs, joined sides and bridges."""
    given = dict(request.changes)
    return [language.text(it.input.hint) for it in LINKS if it.input and it.name in given]


def symmetry_names(language: Language) -> dict[str, str]:
    """Symmetries in words, as the first of a line."""
    asked = SYMMETRY.input
    assert asked
    names = {value: _within(language.text(text)) for value, text in asked.choices if value}
    return {it: language.text(texts.SYMMETRY, symmetry=name) for it, name in names.items()}


def _within(name: str) -> str:
    """A name as it is within a phrase, where only a person's keeps its capital."""
    return name if name.startswith("Möbius") else name[:1].lower() + name[1:]


def of_rectangles(language: Language, algorithm: str, text: str) -> str:
    """A sentence about an algorithm that makes rectangles only, and one that also makes others."""
    names = {"algorithm": algorithm, "other": FIRST_SHAPED}
    titles = {key: article(name, language.code).notes["title"] for key, name in names.items()}
    return language.text(text, **titles)


def isolated(word: str) -> str:
    """A word that may be of the other direction than the sentence around it."""
    return f"\N{FIRST STRONG ISOLATE}{word}\N{POP DIRECTIONAL ISOLATE}"


def left_to_right(text: str) -> str:
    """A text from left to right within one of any direction."""
    return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def no_font(language: Language, letter: str) -> str:
    """That no font has a letter, which has its number; an invisible one is its number alone."""
    number = f"U+{ord(letter):04X}"
    shown = left_to_right(f"{letter} ({number})" if letter.isprintable() else number)
    return language.text(texts.NO_FONT, letter=shown)


@cache
def shape_icon(shape: str) -> Markup:
    """A small picture of a shape: a silhouette filled, or some cells of a kind."""
    if shape in SILHOUETTES:
        return Markup(
            '<svg class="silhouette" viewBox="0 0 100 100" aria-hidden="true"><path d="{}"/></svg>'
        ).format(SILHOUETTES[shape])
    size = {"triangular": (7, 4), "pyramid": (9, 9), "circular": (6, 6), "voronoi": (5, 4)}
    request = MazeRequest("wilson", *size.get(shape, (4, 4)), seed="icon", shape=shape)
    return plain_svg(Maze.from_passages(request.grid, passages=()))


def draw_address(language: Language, request: MazeRequest) -> str:
    """The address of the page on which shapes are drawn, with the shape of a maze."""
    return f"/{language.code}/draw?{urlencode({'shown': request.query(), 'at': request.algorithm})}"


def lacking_ends(request: MazeRequest, chosen: str) -> list[str]:
    """The kinds of ends that a maze does not have, but for the one that is chosen already."""
    return [kind for kind in texts.ENDS if not request.has_ends(kind) and kind != chosen]


def own_ends(language: Language, request: MazeRequest) -> tuple[str, str] | None:
    """The choice of two cells as ends, which only a maze with such ends has."""
    if not parse_cells(request.ends):
        return None
    return request.ends, language.text(texts.OWN_ENDS)


_SLIDERS = {
    it.name for it in (*CHANGED, *PARAMETERS) if it.input and not (it.choices or it.input.choices)
}


def invalid_texts(invalid: set[str], typed: Mapping[str, str]) -> dict[str, str]:
    """The texts of invalid fields, which stay there to be corrected; sliders show none."""
    # No HTML may contain the character 0.
    return {
        name: typed[name][:LONGEST].replace("\0", "\N{REPLACEMENT CHARACTER}")
        for name in invalid - _SLIDERS
        if name in typed
    }


class Errors(dict[str, str]):
    """Error messages by field; empty for valid fields."""

    def __missing__(self, name: str) -> str:
        return ""

    @property
    def places(self) -> dict[str, str]:
        """For each message the first of its fields, where the form has it."""
        places: dict[str, str] = {}
        for name, message in self.items():
            places.setdefault(message, name)
        return places


def problem(language: Language, request: MazeRequest, typed: Mapping[str, str], name: str) -> str:
    """The error message of a field of a maze, which has valid values in the request."""
    if name == "ends" and request.cells == 1:
        return language.text(texts.SINGLE_CELL)
    if name == "ends" and typed.get("ends", "").strip() == "farthest":
        return language.text(texts.FARTHEST_WITH_LOOPS)
    if name == "ends" and typed.get("ends", "").strip() in OPEN_ENDS and request.wrap == "xy":
        return language.text(texts.NO_BORDER)
    if name == "ends" and any(letter.isdecimal() for letter in typed.get("ends", "")):
        if request.is_shaped:
            return language.text(texts.CELLS_IN_SHAPE)
        last = f"{request.width - 1},{request.height - 1}"
        return language.text(texts.CELLS_AS_ENDS, last=last)
    if name == "letters" and (letter := shapes.letter_without_font(typed.get("letters", ""))):
        return no_font(language, letter)
    is_side = name in ("width", "height")
    if is_side and (said := link_problem(language, request, typed, name)):
        return said
    if is_side and request.level and _is_readable(SIZE, typed, name):
        level, (width, height) = language.text(texts.LEVELS[request.level]), request.size
        return language.text(texts.SIZE_OF_LEVEL, level=level, width=width, height=height)
    if name == "picture" and not request.is_picture:
        return language.text(texts.PICTURE_TOO_LARGE, most=MAX_DRAWN_SIDE)
    side = shapes.largest_side(request.shape, MAX_DRAWN_SIDE if request.is_picture else MAX_SIDE)
    limits = {"width": side, "height": side, "cell": max_cell(request)}
    limits |= {"symmetry": MAX_DRAWN_SIDE, "braid": MAX_DRAWN_SIDE, "rooms": request.most_rooms}
    if name == "rooms" and not request.most_rooms:
        return language.text(texts.NO_ROOMS, most=MAX_DRAWN_SIDE)
    if name in PLANE and not ALGORITHMS[request.algorithm].shapes:
        return of_rectangles(language, request.algorithm, texts.PLAIN_RECTANGLES)
    if name in request.links and (said := link_problem(language, request, typed, name)):
        return said
    return sentence(language, (*FIELDS, *PARAMETERS), name, limits)


def _is_readable(fields: Iterable[Field], typed: Mapping[str, str], name: str) -> bool:
    """Whether the text of a field has a value by itself."""
    read = Fields(typed)
    read.read_all(fields)
    return name not in read.invalid


def link_problem(
    language: Language, request: MazeRequest, typed: Mapping[str, str], name: str
) -> str:
    """Why a maze cannot have floors, joined sides or bridges that others have, or why it cannot
    have its width or its height with them; else nothing.
    """
    if not _is_readable((*SIZE, *LINKS), typed, name):
        return ""
    read = Fields(typed).read_all
    asked = replace(request.changed(**read(LINKS)), **read(SIZE))
    if name in asked.short_sides:
        return language.text(texts.SHORT_SIDES[name], side=getattr(asked, name))
    if name == "weave" and (asked.floors > 1 or asked.wrap or not asked.is_whole):
        return language.text(texts.PLAIN_BRIDGES)
    if asked.is_linked and asked.is_whole and asked.cells > MAX_LINKED_CELLS:
        return language.text(texts.TOO_MANY_SQUARES, cells=asked.cells, most=MAX_LINKED_CELLS)
    return language.text(LINKS_PROBLEM, most=MAX_LINKED_CELLS) if name in ("floors", "wrap") else ""


def sentence(
    language: Language, fields: Iterable[Field], name: str, limits: Mapping[str, int]
) -> str:
    """What is wrong with a field; ``limits`` replace the limits in the records."""
    asked = {field.name: field.input for field in fields}.get(name)
    if not asked:
        return language.text(texts.PLAIN_MAZES)
    return language.text(asked.problem, most=limits.get(name, asked.most), length=MAX_SEED_LENGTH)


def level_choices(language: Language, request: MazeRequest) -> list[tuple[str, Markup]]:
    """The levels of difficulty with the ages that they suit, after a choice of none."""
    any_level = texts.ANY_LEVEL
    is_plain = request.is_plain or (request.is_linked and not request.weave)
    if ALGORITHMS[request.algorithm].uniform and is_plain and not request.is_cut:
        any_level = texts.ANY_LEVEL_UNIFORM
    return [
        ("", escape(language.text(any_level))),
        *levels_by_age(language, levels_of(request.algorithm)),
    ]


def levels_by_age(
    language: Language, levels: Iterable[Level] = LEVELS.values()
) -> list[tuple[str, Markup]]:
    """Levels of difficulty with the ages that they suit."""
    return [
        (
            level.name,
            Markup("{} <small>{}</small>").format(
                language.text(texts.LEVELS[level.name]),
                language.counted(texts.AGE, level.age, age=level.age),
            ),
        )
        for level in levels
    ]


def algorithm_choices(language: Language, names: Iterable[str]) -> list[tuple[str, str]]:
    """Some algorithms and their short names."""
    return [(name, article(name, language.code).notes["short"]) for name in names]


def parameter_fields(
    language: Language, algorithm: str
) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The parameters of an algorithm: name, label, and what there is to choose from."""
    notes = article(algorithm, language.code).notes
    names = [parameter.name for parameter in ALGORITHMS[algorithm].textures]
    return [(name, notes[name], value_choices(language, name)) for name in names]


def hidden_parameters(
    algorithm: str, given: Iterable[tuple[str, Value]]
) -> list[tuple[str, Value]]:
    """Names and values of the parameters that a form sends without showing them.

    They are valid: an invalid one could not be corrected there.
    """
    selectors = (it for it in ALGORITHMS[algorithm].parameters if it.selects)
    return [(it.name, dict(given).get(it.name, it.default)) for it in selectors]


def value_choices(language: Language, parameter: str) -> list[tuple[str, str]]:
    """The names that a parameter can be, and how they are called; none of a probability."""
    return choices(
        language,
        {name: texts.NAMES_OF_VALUES[name] for name in texts.PARAMETERS[parameter].choices},
    )


def choices(language: Language, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Values and their names in the language."""
    return [(value, language.text(name)) for value, name in names.items()]

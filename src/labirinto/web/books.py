"""Books of mazes: the form, its address, its preview, and the PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from markupsafe import Markup

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Field
from labirinto.book import GRIDS, Book, Paper, write_book
from labirinto.book.canvas import PagePicture
from labirinto.book.commands import book_command
from labirinto.book.preview import book_pictures
from labirinto.book.request import ENDS, RECTANGLE
from labirinto.difficulties import LEVELS, REVISION
from labirinto.seeds import fresh_seed, normalize_seed
from labirinto.web import shapes, texts
from labirinto.web.book_fields import (
    BOOK_ENDS,
    DEFAULT,
    FIELDS,
    IN_TURN,
    MAX_MAZES,
    SHAPES,
    SIDES,
    split_names,
)
from labirinto.web.fields import (
    PARAMETERS,
    Fields,
    pairs,
    parameters_of,
    shown_values,
    without_order,
)
from labirinto.web.forms import (
    Errors,
    algorithm_choices,
    choices,
    hidden_parameters,
    invalid_texts,
    left_to_right,
    no_font,
    shape_icon,
    value_choices,
)
from labirinto.web.languages import Language
from labirinto.web.maze_fields import CHANGED
from labirinto.web.maze_request import NEW_ENDS, MazeRequest, in_file_name
from labirinto.web.printing import MAX_TITLE_LENGTH, PrintForm
from labirinto.web.work import CancellableBytesIO, CancelToken

MAX_COST = 16_000_000
"""Four seconds of an idle processor of 2020, a fifth of the usual time limit."""

DRAWING_COST = 10
"""To draw a cell, as puzzle and as answer, takes as long as to make and to measure this many."""

LEVEL_DRAWS = 2
"""Mazes that are made until one has a level; most have that of their size."""

MAX_PREVIEW_COST = 1_000_000
"""Beyond it the preview has samples, since all mazes of a book are made to be put in order."""

NAME_CELLS = 2500
"""About so many cells has a maze in the form of a name."""

AGES = {
    level.name: dict(zip(SIDES, (*before, *level.size), strict=True))
    for before, level in zip(
        [(5, 6), *(level.size for level in LEVELS.values())], LEVELS.values(), strict=False
    )
}
"""Sizes of the first and the last mazes for children of the age of a level."""


@dataclass
class ParsedBook(PrintForm):
    """A valid book, and what was invalid in the text that it comes from.

    Attributes:
        too_large: Names of the sides that were too large for the paper.
    """

    book: Book
    language: Language
    has_seed: bool = False
    invalid: set[str] = field(default_factory=set)
    too_large: set[str] = field(default_factory=set)
    typed: Mapping[str, str] = field(default_factory=dict)
    fields: ClassVar[tuple[Field, ...]] = FIELDS

    @property
    def cells(self) -> int:
        """The cells that are made, or could be made in the time that it takes to draw the book."""
        if self.book.names:
            cells = NAME_CELLS * self.book.count
        else:
            cells = sum(width * height for width, height in self.book.sizes)
        made = LEVEL_DRAWS if self.book.level else self.book.candidates
        return cells * (made + DRAWING_COST)

    @property
    def preview_cells(self) -> int:
        """What the preview costs."""
        return min(self.cells, MAX_PREVIEW_COST)

    @property
    def like_it(self) -> MazeRequest:
        """A maze by its algorithm."""
        shape = next((it for it in self.book.shapes if it in shapes.SHAPES), "")
        return MazeRequest(self.book.algorithm, seed="book", shape=shape)

    def query(self) -> str:
        """The shortest query for this book, without its language."""
        values, known = _values(self.book), parameters_of(self.book.algorithm)
        return urlencode(pairs((*FIELDS, *known), values), quote_via=quote)

    def _problem(self, name: str) -> str:
        language, book = self.language, self.book
        if name == "names":
            letters = map(shapes.letter_without_font, split_names(self.typed["names"])[:MAX_MAZES])
            if missing := next(filter(None, letters), ""):
                return no_font(language, missing)
        if name == "count" and self.cells > MAX_COST:
            command = f"{book_command(book, whole=True)} -o book.pdf"
            return language.text(texts.BOOK_TOO_LONG, command=left_to_right(command))
        if name in self.too_large:
            width, height = book.layout.largest
            return language.text(texts.PAPER_TOO_SMALL, width=width, height=height)
        return super()._problem(name)

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language, book = self.language, self.book
        defaults = {it.name: it.default for it in PARAMETERS} | dict(book.parameters)
        shown = _values(book) | {"seed": normalize_seed(book.seed)}
        values = defaults | shown_values(language, FIELDS, shown)
        values |= invalid_texts(self.invalid, self.typed)
        return {
            "typed": values,
            "errors": Errors(self.problems()),
            "algorithm_choices": algorithm_choices(language, ALGORITHMS),
            "paper_choices": choices(language, texts.PAPERS),
            "per_page_choices": [(n, language.plain_number(n)) for n in GRIDS],
            "ends_choices": choices(language, {k: texts.ENDS[k] for k in ENDS}),
            "answers_choices": choices(language, texts.ANSWERS),
            "parameters": _parameters(language),
            "hidden_parameters": hidden_parameters(book.algorithm, book.parameters),
            "shape_choices": shape_choices(language),
            "chosen_shapes": book.shapes,
            "number_text": language.number,
            "fine_open": bool(self.invalid & {"seed", *defaults})
            or bool(ALGORITHMS[book.algorithm].textures),
            "longest_title": MAX_TITLE_LENGTH,
            "ages": _ages(language, values),
        }

    def preview(self, token: CancelToken) -> tuple[list[PagePicture], bool]:
        """Some pages, and whether they are only samples of the mazes that the book will have."""
        book = self.book
        if self.cells > MAX_COST:
            return [], False
        is_sample = self.cells > MAX_PREVIEW_COST and not book.level
        if is_sample:
            book = replace(book, candidates=1)
        return book_pictures(book, token.check), is_sample

    def _write(self, kind: str, stream: CancellableBytesIO, token: CancelToken) -> None:
        write_book(self.book, stream, progress=token)

    def file_name(self, kind: str) -> str:
        """The name of the PDF file."""
        title = self.book.title or self.book.words.mazes
        return f"{in_file_name(title).strip('-') or 'labirinto'}.{kind}"


def shape_choices(language: Language) -> list[tuple[str, str, Markup]]:
    """The shapes that mazes of books have: value, name and icon."""
    return [
        (name, language.text(texts.SHAPES[shape]), shape_icon(shape))
        for name in SHAPES
        for shape in ["" if name == RECTANGLE else name]
    ]


def parse_book(typed: Mapping[str, str], language: Language) -> ParsedBook:
    """Read the fields of the form or an address; invalid ones get valid values."""
    fields = Fields(typed)
    fields.refuse(CHANGED)
    values = fields.read_all(it for it in FIELDS if it is not IN_TURN)
    algorithm, names, given_seed = (values[name] for name in ("algorithm", "names", "seed"))
    if given_seed is None:
        usual_ends = BOOK_ENDS._replace(default=NEW_ENDS)
        values |= {"seed": fresh_seed(), "ends": fields.read(usual_ends)}
        values["score_revision"] = REVISION
    sides = {name: values.pop(name) for name in SIDES} | AGES.get(typed.get("age", ""), {})
    none: tuple[str, ...] = ()
    in_turn = none if names else fields.read(IN_TURN)
    if (names or set(in_turn) - {RECTANGLE}) and not ALGORITHMS[algorithm].shapes:
        fields.invalid.add("names" if names else "shapes")
        names = in_turn = none
    for side in ("width", "height"):
        if sides[f"from_{side}"] > sides[f"to_{side}"]:
            # With one of the two given, the other is a default that follows it.
            if all(typed.get(f"{end}_{side}", "").strip() for end in ("from", "to")):
                fields.invalid.add(f"to_{side}")
            sides[f"to_{side}"] = sides[f"from_{side}"]
    parameters = fields.read_parameters(parameters_of(algorithm))
    if names or set(in_turn) - {RECTANGLE}:
        parameters = without_order(algorithm, parameters, fields.invalid)
    values |= {
        "parameters": parameters,
        "language": language.code,
        "cover": not values.pop("plain"),
        "shapes": in_turn,
        "names": names,
    }
    if sides["from_width"] * sides["from_height"] == 1:
        fields.invalid.add("from_width")
        sides |= {"from_width": 2, "to_width": max(2, sides["to_width"])}
    largest = Paper(values["paper"], values["per_page"]).largest
    too_large = {name for name, most in zip(SIDES[2:], largest, strict=True) if sides[name] > most}
    fields.invalid |= too_large
    book = replace(
        DEFAULT,
        **values,
        smallest=(min(sides["from_width"], largest[0]), min(sides["from_height"], largest[1])),
        largest=(min(sides["to_width"], largest[0]), min(sides["to_height"], largest[1])),
    )
    parsed = ParsedBook(book, language, given_seed is not None, fields.invalid, too_large, typed)
    if parsed.cells > MAX_COST:
        parsed.invalid.add("count")
    return parsed


def _values(book: Book) -> dict[str, Any]:
    """The values of the fields of a book, and of its parameters."""
    sides = [side for size in book.size_range for side in size]
    return {**vars(book), **dict(book.parameters), **dict(zip(SIDES, sides, strict=True)),
            "plain": not book.cover}  # fmt: skip


def book_address(language: Language, request: MazeRequest) -> str:
    """The address of the form for a book of mazes like this one."""
    pairs: list[tuple[str, object]] = [("algorithm", request.algorithm), *request.parameters]
    if request.shape in SHAPES and not request.is_picture:
        pairs.append(("shapes", request.shape))
    if request.letters:
        pairs.append(("names", request.letters))
    return f"/{language.code}/book?{urlencode(pairs)}"


def _parameters(language: Language) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The parameters of all algorithms: a field for each name, with the algorithms that have it."""
    labels: dict[str, list[str]] = {}
    algorithms: dict[str, list[str]] = {}
    for known in ALGORITHMS.values():
        notes = article(known.name, language.code).notes
        for parameter in known.textures:
            algorithms.setdefault(parameter.name, []).append(notes["short"])
            labels.setdefault(parameter.name, []).append(notes[parameter.name])
    return [
        (name, f"{', '.join(algorithms[name])}: {labels[name][0]}", value_choices(language, name))
        for name in labels
    ]


def _ages(language: Language, values: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """The ages to choose from: name, label, and whether the sizes are those of this age."""
    ages = [level.age for level in LEVELS.values()]
    number = language.plain_number
    labels = [
        language.counted(
            texts.AGES, next_age - 1, youngest=number(age), oldest=number(next_age - 1)
        )
        for age, next_age in pairwise(ages)
    ]
    labels.append(language.counted(texts.OLDEST, ages[-1], youngest=number(ages[-1])))
    sizes = {name: str(values[name]) for name in SIDES}
    return [
        (name, label, sizes == {it: language.plain_number(side) for it, side in sides.items()})
        for (name, sides), label in zip(AGES.items(), labels, strict=True)
    ]

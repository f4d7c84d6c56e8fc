"""Books of mazes: the form, its address, its preview, and the PDF."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.book import ANSWERS, GRIDS, PAPERS, Book, Paper, write_book
from labirinto.book.canvas import PagePicture
from labirinto.book.preview import book_pictures
from labirinto.book.request import CELLS, ENDS, RECTANGLE
from labirinto.difficulties import LEVELS
from labirinto.errors import InvalidValueError
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.parsing import parse_whole
from labirinto.seeds import SEED_LIMIT, fresh_seed, normalize_seed
from labirinto.web import shapes, texts
from labirinto.web.fields import (
    MAX_SEED_LENGTH,
    Fields,
    choice_reader,
    typed_seed,
    whole,
    without_order,
)
from labirinto.web.forms import (
    Errors,
    algorithm_choices,
    choices,
    invalid_texts,
    number_or_text,
    seed_text,
    shape_icon,
    value_choices,
)
from labirinto.web.languages import Language
from labirinto.web.maze_request import NEW_ENDS, MazeRequest, in_file_name
from labirinto.web.printing import (
    DEFAULT_PAPER,
    MAX_TITLE_LENGTH,
    isolated,
    letter_shown,
    title_reader,
)
from labirinto.web.work import CancellableBytesIO, CancelToken

MAX_MAZES = 100
MAX_SIDE = 200

MAX_NAMES_LENGTH = 1000
"""Characters of all names of a class."""

NAME_CELLS = 2500
"""Of a maze in the form of a name: about so many."""

MAX_COST = 16_000_000
"""Four seconds of an idle processor of 2020, a fifth of the usual time limit."""

DRAWING_COST = 10
"""To draw a cell, as puzzle and as answer, takes as long as to make and to measure this many."""

MAX_PREVIEW_COST = 1_000_000
"""Beyond it the preview has samples, since all mazes of a book are made to be put in order."""

DEFAULT = Book(smallest=(10, 10), largest=(25, 32), count=12, seed=0, paper=DEFAULT_PAPER)
SHAPES = (RECTANGLE, *CELLS, *SILHOUETTES)
"""Which the mazes of a book can have in turn."""

_SIDES = ("from_width", "from_height", "to_width", "to_height")


AGES = {
    level.name: dict(zip(_SIDES, (*before, *level.size), strict=True))
    for before, level in zip(
        [(5, 6), *(level.size for level in LEVELS.values())], LEVELS.values(), strict=False
    )
}
"""Sizes of the first and the last mazes for children of the age of a level."""


@dataclass
class ParsedBook:
    """A valid book, and what was invalid in the text that it comes from.

    Attributes:
        language: Of the page, and of the book.
        has_seed: Whether a seed was given.
        invalid: Names of the invalid fields, which have valid values in the book.
        too_large: Names of the sides that were too large for the paper.
        missing: A letter of the title that no font has, or nothing.
        typed: The original texts by field.
    """

    book: Book
    language: Language
    has_seed: bool = False
    invalid: set[str] = field(default_factory=set)
    too_large: set[str] = field(default_factory=set)
    missing: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    kinds: ClassVar[tuple[str, ...]] = ("pdf",)

    @property
    def cells(self) -> int:
        """The cells that are made, or could be made in the time that it takes to draw the book."""
        if self.book.names:
            cells = NAME_CELLS * self.book.count
        else:
            cells = sum(width * height for width, height in self.book.sizes)
        return cells * (self.book.candidates + DRAWING_COST)

    @property
    def preview_cells(self) -> int:
        """The same for the preview."""
        return min(self.cells, MAX_PREVIEW_COST)

    @property
    def like_it(self) -> MazeRequest:
        """A maze by its algorithm."""
        shape = next((it for it in self.book.shapes if it in shapes.SHAPES), "")
        return MazeRequest(self.book.algorithm, seed="book", shape=shape)

    def query(self) -> str:
        """The shortest query for this book, without its language."""
        book = self.book
        parameters = ALGORITHMS[book.algorithm].parameters
        defaults = _values(DEFAULT) | {p.name: p.default for p in parameters}
        values = {name: value for name, value in _values(book).items() if value != defaults[name]}
        return urlencode({**values, "seed": book.seed}, quote_via=quote)

    def problems(self) -> dict[str, str]:
        """The error messages of all invalid fields."""
        return {name: _problem(self.language, self, name) for name in self.invalid}

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language, book = self.language, self.book
        defaults = {p.name: p.default for known in ALGORITHMS.values() for p in known.parameters}
        values = defaults | _values(book)
        for name in ("count", *_SIDES):
            values[name] = language.plain_number(values[name])
        values["seed"] = seed_text(language, normalize_seed(book.seed))
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
            "shape_choices": [
                (name, language.text(texts.SHAPES[shape]), shape_icon(shape))
                for name in SHAPES
                for shape in ["" if name == RECTANGLE else name]
            ],
            "chosen_shapes": book.shapes,
            "number_text": lambda value: number_or_text(language, value),
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
        is_sample = self.cells > MAX_PREVIEW_COST
        if is_sample:
            book = replace(book, candidates=1)
        return book_pictures(book, token.check), is_sample

    def write(self, kind: str, token: CancelToken) -> bytes:
        """The book as PDF."""
        stream = CancellableBytesIO(token)
        write_book(self.book, stream, progress=token)
        return stream.getvalue()

    def file_name(self, kind: str) -> str:
        """The name of the PDF file."""
        title = self.book.title or self.book.words.mazes
        return f"{in_file_name(title).strip('-') or 'labirinto'}.{kind}"


def parse_book(typed: Mapping[str, str], language: Language) -> ParsedBook:
    """Read the fields of the form or an address; invalid ones get valid values."""
    fields = Fields(typed)
    algorithm = fields.read("algorithm", choice_reader(tuple(ALGORITHMS)), DEFAULT.algorithm)
    given_seed = fields.read("seed", typed_seed, None)
    usual_ends = NEW_ENDS if given_seed is None else DEFAULT.ends
    missing: list[str] = []
    sides = dict(zip(_SIDES, (side for size in DEFAULT.size_range for side in size), strict=True))
    sides = {name: fields.read(name, whole(1, MAX_SIDE), side) for name, side in sides.items()}
    sides |= AGES.get(typed.get("age", ""), {})
    none: tuple[str, ...] = ()
    names = fields.read("names", _names, none, MAX_NAMES_LENGTH)
    in_turn = none if names else fields.read("shapes", _shapes, none)
    if (names or set(in_turn) - {RECTANGLE}) and not ALGORITHMS[algorithm].shapes:
        fields.invalid.add("names" if names else "shapes")
        names = in_turn = none
    for side in ("width", "height"):
        if sides[f"from_{side}"] > sides[f"to_{side}"]:
            # With one of the two given, the other is a default that follows it.
            if all(typed.get(f"{end}_{side}", "").strip() for end in ("from", "to")):
                fields.invalid.add(f"to_{side}")
            sides[f"to_{side}"] = sides[f"from_{side}"]
    parameters = fields.read_parameters(ALGORITHMS[algorithm].parameters)
    if names or set(in_turn) - {RECTANGLE}:
        parameters = without_order(algorithm, parameters, fields.invalid)
    values: dict[str, Any] = {
        "count": fields.read("count", whole(1, MAX_MAZES), DEFAULT.count),
        "algorithm": algorithm,
        "parameters": parameters,
        "seed": fresh_seed() if given_seed is None else given_seed,
        "title": fields.read("title", title_reader(missing), ""),
        "language": language.code,
        "paper": fields.read("paper", choice_reader(tuple(PAPERS)), DEFAULT.paper),
        "per_page": fields.read("per_page", _per_page, DEFAULT.per_page),
        "ends": fields.read("ends", choice_reader(ENDS), usual_ends),
        "answers": fields.read("answers", choice_reader(ANSWERS), DEFAULT.answers),
        "cover": fields.read("plain", choice_reader(("0", "1")), "0") == "0",
        "shapes": in_turn,
        "names": names,
    }
    if sides["from_width"] * sides["from_height"] == 1:
        fields.invalid.add("from_width")
        sides |= {"from_width": 2, "to_width": max(2, sides["to_width"])}
    largest = Paper(values["paper"], values["per_page"]).largest
    too_large = {name for name, most in zip(_SIDES[2:], largest, strict=True) if sides[name] > most}
    fields.invalid |= too_large
    book = replace(
        DEFAULT,
        **values,
        smallest=(min(sides["from_width"], largest[0]), min(sides["from_height"], largest[1])),
        largest=(min(sides["to_width"], largest[0]), min(sides["to_height"], largest[1])),
    )
    if not _leave_room(book):
        fields.invalid.add("shapes")
        book = replace(book, shapes=())
    parsed = ParsedBook(
        book,
        language,
        given_seed is not None,
        fields.invalid,
        too_large,
        "".join(missing[:1]),
        typed,
    )
    if parsed.cells > MAX_COST:
        parsed.invalid.add("count")
    return parsed


def _leave_room(book: Book) -> bool:
    """Whether each shape of a book has cells at its smallest size."""
    try:
        places = range(min(book.count, len(book.shapes)))
        return all(len(book.grid(place)) > 1 for place in places)
    except InvalidValueError:
        return False


def _values(book: Book) -> dict[str, Any]:
    """The fields of a book except its language and its seed."""
    return {
        "count": book.count,
        "algorithm": book.algorithm,
        **dict(zip(_SIDES, (side for size in book.size_range for side in size), strict=True)),
        "title": book.title,
        "paper": book.paper,
        "per_page": book.per_page,
        "ends": book.ends,
        "answers": book.answers,
        "plain": 0 if book.cover else 1,
        "shapes": ",".join(book.shapes),
        "names": ",".join(book.names),
        **dict(book.parameters),
    }


def book_address(language: Language, request: MazeRequest) -> str:
    """The address of the form for a book of mazes like this one."""
    pairs: list[tuple[str, object]] = [("algorithm", request.algorithm), *request.parameters]
    if request.shape in SHAPES and not request.is_picture:
        pairs.append(("shapes", request.shape))
    if request.letters:
        pairs.append(("names", request.letters))
    return f"/{language.code}/book?{urlencode(pairs)}"


def _parameters(language: Language) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The parameters of all algorithms: those of one name are one field, which names them all."""
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
    levels = list(LEVELS.values())
    ends = [language.plain_number(level.age - 1) for level in levels[1:]]
    labels = [
        language.text(texts.AGES, youngest=language.plain_number(level.age), oldest=oldest)
        if oldest
        else language.text(texts.OLDEST, youngest=language.plain_number(level.age))
        for level, oldest in zip(levels, [*ends, ""], strict=True)
    ]
    sizes = {name: str(values[name]) for name in _SIDES}
    return [
        (name, label, sizes == {it: language.plain_number(side) for it, side in sides.items()})
        for (name, sides), label in zip(AGES.items(), labels, strict=True)
    ]


def _names(text: str) -> tuple[str, ...]:
    """Read names in lines, or separated by commas of any script."""
    names = _split(text)
    if len(names) > MAX_MAZES:
        raise InvalidValueError(f"There are {len(names)} names, and at most {MAX_MAZES} fit.")
    for name in names:
        shapes.check_letters(name)
    return names


def _split(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (" ".join(name.split()) for name in re.split(r"[\n,،;؛]", text))))


def _shapes(text: str) -> tuple[str, ...]:
    """Read names of shapes, separated by commas."""
    return tuple(dict.fromkeys(map(choice_reader(SHAPES), text.split(","))))


def _problem(language: Language, parsed: ParsedBook, name: str) -> str:
    missing = parsed.missing if name == "title" else ""
    if name == "names":
        letters = map(shapes.letter_without_font, _split(parsed.typed["names"])[:MAX_MAZES])
        missing = next(filter(None, letters), "")
    if missing:
        return language.text(texts.NO_FONT, letter=letter_shown(missing))
    if name == "count" and parsed.cells > MAX_COST:
        return language.text(texts.BOOK_TOO_LONG, command=isolated(_command(parsed.book)))
    if name in parsed.too_large:
        width, height = map(language.number, parsed.book.layout.largest)
        return language.text(texts.PAPER_TOO_SMALL, width=width, height=height)
    limits = {"count": MAX_MAZES, "title": MAX_TITLE_LENGTH, "seed": SEED_LIMIT - 1}
    limits["names"] = shapes.MAX_LETTERS
    most = language.number(limits.get(name, MAX_SIDE))
    length = language.number(MAX_SEED_LENGTH)
    return language.text(texts.BOOK_PROBLEMS[name], most=most, length=length)


def _command(book: Book) -> str:
    """The command that makes the whole book."""
    words = [book.command(), "--language", book.language, "--paper", book.paper]
    words += ["--per-page", str(book.per_page), "--answers", book.answers]
    words += ["--title", shlex.quote(book.title)] * bool(book.title) + ["--no-cover"] * (
        not book.cover
    )
    return " ".join([*words, "-o", "book.pdf"])


def _per_page(text: str) -> int:
    return Paper(DEFAULT.paper, parse_whole(text, "per_page")).per_page

"""Books of mazes: the form that asks for one, its address, and the PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from labirinto._internal.validation import whole_number
from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.book import ANSWERS, GRIDS, PAPERS, Book, Paper, check_printable, write_book
from labirinto.errors import InvalidValueError
from labirinto.parsing import parse_whole
from labirinto.seeds import SEED_LIMIT, fresh_seed
from labirinto.solving import ENDS_KINDS
from labirinto.web import texts
from labirinto.web.forms import Errors, choices, number_or_text, seed_text
from labirinto.web.languages import Language
from labirinto.web.queries import LONGEST_SEED, Fields, MazeRequest, one_of, probability, typed_seed
from labirinto.web.work import Watch, WatchedBytes

MOST_MAZES = 100
MOST_SIDE = 200
LONGEST_TITLE = 100

DEFAULT = Book(smallest=(10, 10), largest=(25, 32), count=12, seed=0)
_SIDES = ("from_width", "from_height", "to_width", "to_height")


@dataclass
class Asked:
    """A book that can be made, and what was wrong with the text it was made from.

    Attributes:
        has_seed: whether one was given.
        wrong: names of the fields whose text could not be used.
        largest: the largest maze that the paper takes, if the mazes were too large for it.
        typed: the texts as they came, by field.
    """

    book: Book
    has_seed: bool = False
    wrong: set[str] = field(default_factory=set)
    largest: tuple[int, int] | None = None
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def work(self) -> int:
        """Cells of all mazes that are drawn."""
        cells = sum(width * height for width, height in self.book.sizes)
        return cells * self.book.candidates


def parse_book(texts_of: Mapping[str, str], language: Language) -> Asked:
    """Reads the fields of the form or an address; what cannot be used gets its default."""
    fields = Fields(texts_of)
    algorithm = fields.read("algorithm", one_of(tuple(ALGORITHMS)), DEFAULT.algorithm)
    chances = [
        (p.name, fields.read(p.name, probability(algorithm, p.name), p.default))
        for p in ALGORITHMS[algorithm].parameters
    ]
    given_seed = fields.read("seed", typed_seed, None)
    sides = dict(zip(_SIDES, (*DEFAULT.smallest, *DEFAULT.largest), strict=True))
    sides = {name: fields.read(name, _side, side) for name, side in sides.items()}
    for side in ("width", "height"):
        if sides[f"from_{side}"] > sides[f"to_{side}"]:
            # Whoever names one end of the row only means the other to be no nearer than that.
            if texts_of.get(f"from_{side}", "").strip() and texts_of.get(f"to_{side}", "").strip():
                fields.wrong.add(f"to_{side}")
            sides[f"to_{side}"] = sides[f"from_{side}"]
    asked = Asked(DEFAULT, given_seed is not None, fields.wrong, None, texts_of)
    wanted: dict[str, Any] = {
        "count": fields.read("count", _count, DEFAULT.count),
        "algorithm": algorithm,
        "parameters": tuple(chances),
        "seed": fresh_seed() if given_seed is None else given_seed,
        "title": fields.read("title", _title, ""),
        "language": language.code,
        "paper": fields.read("paper", one_of(tuple(PAPERS)), DEFAULT.paper),
        "per_page": fields.read("per_page", _per_page, DEFAULT.per_page),
        "ends": fields.read("ends", one_of(ENDS_KINDS), DEFAULT.ends),
        "answers": fields.read("answers", one_of(ANSWERS), DEFAULT.answers),
        "cover": fields.read("plain", one_of(("0", "1")), "0") == "0",
    }
    if sides["from_width"] * sides["from_height"] == 1:
        fields.wrong.add("from_width")
        sides |= {"from_width": 2, "to_width": max(2, sides["to_width"])}
    asked.book = replace(DEFAULT, **wanted, smallest=(1, 2), largest=(1, 2))
    largest = asked.book.layout.largest
    if sides["to_width"] > largest[0] or sides["to_height"] > largest[1]:
        fields.wrong.add("to_width")
        asked.largest = largest
        for name in _SIDES:
            sides[name] = min(sides[name], largest["height" in name])
    asked.book = replace(
        asked.book,
        smallest=(sides["from_width"], sides["from_height"]),
        largest=(sides["to_width"], sides["to_height"]),
    )
    return asked


def _values(book: Book) -> dict[str, Any]:
    """What the fields say that ask for a book, but for its language and its seed."""
    return {
        "count": book.count,
        "algorithm": book.algorithm,
        **dict(zip(_SIDES, (*book.smallest, *book.largest), strict=True)),
        "title": book.title,
        "paper": book.paper,
        "per_page": book.per_page,
        "ends": book.ends,
        "answers": book.answers,
        "plain": 0 if book.cover else 1,
        **dict(book.parameters),
    }


def book_query(book: Book) -> str:
    """The shortest query that asks for this book, but for its language."""
    usual = _values(DEFAULT) | {p.name: p.default for p in ALGORITHMS[book.algorithm].parameters}
    values = {name: value for name, value in _values(book).items() if value != usual[name]}
    return urlencode({**values, "seed": book.seed}, quote_via=quote)


def book_address(language: Language, request: MazeRequest) -> str:
    """Where the form asks for a book of mazes like this one."""
    pairs: list[tuple[str, object]] = [("algorithm", request.algorithm), *request.parameters]
    return f"/{language.code}/book?{urlencode(pairs)}"


def book_form(language: Language, asked: Asked) -> dict[str, Any]:
    """What the form's template needs: what stands in each field, and what is wrong with it."""
    book = asked.book
    defaults = {p.name: p.default for known in ALGORITHMS.values() for p in known.parameters}
    values = defaults | _values(book)
    for name in ("count", *_SIDES):
        values[name] = language.plain_number(values[name])
    # Without a seed of one's own, each book is a new one.
    values["seed"] = seed_text(language, book.seed) if asked.has_seed else ""
    values |= {name: asked.typed[name] for name in asked.wrong if name in asked.typed}
    return {
        "typed": values,
        "errors": Errors(problems(language, asked)),
        "algorithm_choices": [
            (name, article(name, language.code).notes["short"]) for name in ALGORITHMS
        ],
        "paper_choices": choices(language, texts.PAPERS),
        "per_page_choices": [(n, language.plain_number(n)) for n in GRIDS],
        "ends_choices": choices(language, {k: texts.ENDS[k] for k in ENDS_KINDS}),
        "answers_choices": choices(language, texts.ANSWERS),
        "parameters": [
            (p.name, article(known.name, language.code).notes[p.name])
            for known in ALGORITHMS.values()
            for p in known.parameters
        ],
        "number_text": lambda value: number_or_text(language, value),
        "fine_open": bool(asked.wrong & {"seed", *defaults})
        or bool(ALGORITHMS[book.algorithm].parameters),
        "longest_title": LONGEST_TITLE,
    }


def problems(language: Language, asked: Asked) -> dict[str, str]:
    """What is wrong with each field."""
    return {name: _problem(language, asked, name) for name in asked.wrong}


def _problem(language: Language, asked: Asked, name: str) -> str:
    if name == "to_width" and asked.largest:
        width, height = map(language.plain_number, asked.largest)
        return language.text(texts.PAPER_TOO_SMALL, width=width, height=height)
    most = {"count": MOST_MAZES, "title": LONGEST_TITLE, "seed": SEED_LIMIT - 1}.get(
        name, MOST_SIDE
    )
    shown = language.plain_number(most)
    length = language.plain_number(LONGEST_SEED)
    return language.text(texts.BOOK_PROBLEMS[name], most=shown, length=length)


def book_pdf(book: Book, watch: Watch) -> bytes:
    """The book."""
    stream = WatchedBytes(watch)
    write_book(book, stream, progress=watch)
    return stream.getvalue()


def file_name(book: Book) -> str:
    """A name for the file."""
    title = "".join(c if c.isalnum() else "-" for c in book.title or book.words.mazes)
    return f"{title[:60].strip('-') or 'labirinto'}.pdf"


def _count(text: str) -> int:
    return whole_number("count", parse_whole(text, "count"), 1, MOST_MAZES)


def _side(text: str) -> int:
    return whole_number("side", parse_whole(text, "side"), 1, MOST_SIDE)


def _per_page(text: str) -> int:
    return Paper(DEFAULT.paper, parse_whole(text, "per_page")).per_page


def _title(text: str) -> str:
    if len(text) > LONGEST_TITLE:
        raise InvalidValueError(f"The title has more than {LONGEST_TITLE} characters.")
    check_printable(text, machine=False)
    return replace(DEFAULT, title=text).title

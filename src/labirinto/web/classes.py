"""Sheets for a class: different mazes of one level, and the answers; a book without cover."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from labirinto.asking.record import Field, gettext
from labirinto.book import Book, Paper
from labirinto.book.request import RECTANGLE
from labirinto.difficulties import LEVELS, REVISION
from labirinto.grids import SILHOUETTES
from labirinto.parsing import Choice
from labirinto.seeds import fresh_seed, normalize_seed
from labirinto.web import shapes, texts
from labirinto.web.book_fields import COUNT, SHAPES
from labirinto.web.books import ParsedBook, shape_choices
from labirinto.web.fields import SCORE, SEED, Fields, asked, pairs, shown_values
from labirinto.web.forms import Errors, choices, invalid_texts, levels_by_age
from labirinto.web.languages import Language
from labirinto.web.maze_fields import CHANGED, LEVEL, SHAPE_PROBLEM
from labirinto.web.maze_request import NEW_ENDS
from labirinto.web.printing import MAX_TITLE_LENGTH, PAPER, TITLE

PUPILS = 28
"""The number of pupils in a typical class."""

_SUMS = gettext("Mazes with sums are rectangles; choose that shape, or no sums.")

FIELDS = (
    COUNT._replace(default=PUPILS),
    LEVEL._replace(default="medium"),
    asked("shape", RECTANGLE, Choice(SHAPES), SHAPE_PROBLEM),
    asked("sums", "", Choice(texts.SUMS), _SUMS),
    TITLE,
    PAPER,
    SCORE,
    SEED,
)


@dataclass
class ParsedClass(ParsedBook):
    """Valid sheets, and what was invalid in the text that they come from."""

    fields: ClassVar[tuple[Field, ...]] = FIELDS

    def query(self) -> str:
        """The shortest query for these sheets, without their language."""
        return urlencode(pairs(FIELDS, self._values), quote_via=quote)

    @property
    def _values(self) -> dict[str, Any]:
        book = self.book
        return {**vars(book), "shape": book.shapes[0], "seed": normalize_seed(book.seed)}

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language = self.language
        values = shown_values(language, FIELDS, self._values)
        return {
            "typed": values | invalid_texts(self.invalid, self.typed),
            "errors": Errors(self.problems()),
            "level_choices": levels_by_age(language),
            "shape_choices": shape_choices(language),
            "sums_choices": choices(language, texts.SUMS),
            "paper_choices": choices(language, texts.PAPERS),
            "longest_title": MAX_TITLE_LENGTH,
        }


def parse_class(typed: Mapping[str, str], language: Language) -> ParsedClass:
    """Read the fields of the form or an address; invalid ones get valid values."""
    fields = Fields(typed)
    fields.refuse(CHANGED)
    values = fields.read_all(FIELDS)
    level, shape, seed = (values.pop(name) for name in ("level", "shape", "seed"))
    if seed is None:
        values["score_revision"] = REVISION
    if values["sums"] and shape != RECTANGLE:
        fields.invalid.add("sums")
        values["sums"] = ""
    size = LEVELS[level].size
    if shape in SILHOUETTES:
        size = shapes.grown(size, shape, "")
    largest = Paper(values["paper"], 1, named=True, sums=bool(values["sums"])).largest
    size = min(size[0], largest[0]), min(size[1], largest[1])
    book = Book(
        **values,
        smallest=size,
        largest=size,
        level=level,
        shapes=(shape,),
        seed=fresh_seed() if seed is None else seed,
        language=language.code,
        ends=NEW_ENDS,
        cover=False,
        name_line=True,
        recipes=False,
    )
    return ParsedClass(book, language, seed is not None, fields.invalid, set(), typed)

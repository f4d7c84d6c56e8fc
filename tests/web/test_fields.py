"""The records of fields: what they refer to, and that they read what they write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import examples

import labirinto
from labirinto.asking.changes import CHANGES
from labirinto.asking.looks import LOOK
from labirinto.asking.record import Field
from labirinto.book import GRIDS, PAPERS, Worksheet
from labirinto.formats import FORMATS
from labirinto.parsing import choose_ends
from labirinto.web import bands, book_fields, classes, gifts, maze_fields, worksheets
from labirinto.web.books import MAX_MAZES, parse_book
from labirinto.web.fields import PARAMETERS, Fields, pairs, take
from labirinto.web.gifts import parse_gift
from labirinto.web.languages import LANGUAGES
from labirinto.web.worksheets import parse_sheet

FORMS = {
    "maze": maze_fields.FIELDS,
    "book": book_fields.FIELDS,
    "worksheet": worksheets._SHEET,
    "class": classes.FIELDS,
    "gift": gifts.FIELDS,
    "endless": bands.FIELDS,
    "parameters": PARAMETERS,
}
TEXTS = ("7", "٧", "0,5", "1", "easy", "dark", "star,heart", "Anna, Ben", "a5", "border", "0,0-3,4")
TEXTS += ("back", "sidewinder", "teal", "nw", "hexagonal", "eJxjYGBgAAAABAAB")
ALL = [(form, field) for form, fields in FORMS.items() for field in fields]


def test_records_refer_to_what_is_there() -> None:
    names = {field.name for field in CHANGES}
    assert {name for field in CHANGES for name in field.needs} <= names
    assert {name for field in LOOK for name in field.shown_in} <= set(FORMATS)


@pytest.mark.parametrize(("form", "field"), ALL, ids=lambda it: getattr(it, "name", it))
def test_an_invalid_text_has_a_sentence_and_the_default(form: str, field: Field) -> None:
    assert field.input
    assert field.input.problem % {"most": field.input.most, "length": 1}
    fields = Fields({field.name: "\n" + "x" * 3000})
    assert fields.read(field) == field.default
    assert fields.invalid == {field.name}


@pytest.mark.parametrize(("form", "field"), ALL, ids=lambda it: getattr(it, "name", it))
def test_an_address_leaves_out_defaults_and_is_read_back(form: str, field: Field) -> None:
    values = {field.name: field.default}
    assert pairs([field], values) == []
    assert take([field], values) == ()
    for text in TEXTS:
        read = Fields({field.name: text}).read(field)
        for name, written in pairs([field], {field.name: read}):
            assert Fields({name: str(written)}).read(field) == read


def check_book(parsed: Any) -> None:
    assert 1 <= parsed.book.count <= MAX_MAZES
    assert parsed.book.size_range[1] <= parsed.book.layout.largest


def check_gift(parsed: Any) -> None:
    assert parsed.maze.cells > 1
    parsed.problems()
    parsed.form_values()


def check_sheet(parsed: Any) -> None:
    maze = labirinto.wilson(parsed.maze.width, parsed.maze.height, seed=1)
    ends = choose_ends(maze, parsed.maze.ends)
    Worksheet(maze, ends=ends, title=parsed.title, answer=parsed.answer, paper=parsed.paper)


SIDES = ["width", "height", "from_width", "from_height", "to_width", "to_height"]
PARSERS: dict[str, tuple[Callable[..., Any], Callable[[Any], None], list[str]]] = {
    "book": (parse_book, check_book, [*SIDES, "algorithm", "seed", "join", "drop"]),
    "gift": (parse_gift, check_gift, ["letters", "shape", "picture", "level", "seed"]),
    "worksheet": (parse_sheet, check_sheet, [*SIDES, "algorithm", "seed", "join", "ends", "cell"]),
}
ANYTHING = st.one_of(
    st.text(max_size=30),
    st.integers(-5, 300).map(str),
    st.sampled_from([*TEXTS, *PAPERS, *map(str, GRIDS), "1e400", "nan", "inf", "none", "letters"]),
)


@pytest.mark.parametrize("form", PARSERS)
@given(data=st.data())
@examples(200)
def test_any_texts_give_something_valid(form: str, data: st.DataObject) -> None:
    parse, check, others = PARSERS[form]
    names = sorted({*others, *(field.name for field in FORMS[form])})
    texts = data.draw(st.dictionaries(st.sampled_from(names), ANYTHING))
    code = data.draw(st.sampled_from(list(LANGUAGES)))
    parsed = parse(texts, LANGUAGES[code])
    assert parsed.invalid <= {*texts, *SIDES, "letters", "ends"}
    check(parsed)

"""The records of fields: what they refer to, and that they read what they write."""

from __future__ import annotations

import pytest

from labirinto.asking.changes import CHANGES
from labirinto.asking.looks import LOOK
from labirinto.asking.record import Field
from labirinto.formats import FORMATS
from labirinto.web import bands, book_fields, classes, gifts, maze_fields, worksheets
from labirinto.web.fields import PARAMETERS, Fields, pairs, take

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

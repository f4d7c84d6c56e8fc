"""The glossaries: one term for one thing, in each language."""

from __future__ import annotations

import re
from unicodedata import category, normalize

import pytest
from babel.messages.pofile import read_po

from labirinto.book import WORDS
from labirinto.web.languages import LANGUAGES, LOCALES

Glossary = dict[str, tuple[list[str], list[str]]]
"""For each English term the words of a language, and those to avoid."""

FOREIGN = re.compile(r'<(\w+) lang="en">.*?</\1>|<[^>]*>|%\(\w+\)s')


def words_of(text: str) -> str:
    """The words of a text in a row, without the signs between them, in lower case."""
    letters = (
        letter if category(letter)[0] in "LM" or letter == "\u200c" else " "
        for letter in normalize("NFC", text).casefold()
    )
    return f" {' '.join(''.join(letters).split())} "


def has(text: str, term: str) -> bool:
    """Whether a row of words has a term; a star stands for any letters of a word."""
    before, after = ("" if star else " " for star in (term.startswith("*"), term.endswith("*")))
    return before + words_of(term).strip() + after in text


def glossary(code: str) -> Glossary:
    lines = (LOCALES / code / "glossary.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        if not line.startswith("#"):
            term, _, words = line.partition(": ")
            used, _, avoided = words.partition(" | ")
            found[term] = (used.split(", "), avoided.split(", ") if avoided else [])
    return found


def written(code: str) -> str:
    """All words of a language: in its catalogue, its articles and its books."""
    articles = (LOCALES.parent / "articles" / code).iterdir()
    parts = [path.read_text(encoding="utf-8") for path in articles]
    with (LOCALES / code / "LC_MESSAGES" / "labirinto.po").open("rb") as lines:
        strings = [message.string for message in read_po(lines) if message.id]
    parts += [one for it in strings for one in ([it] if isinstance(it, str) else it)]
    parts += [str(value) for value in vars(WORDS[code]).values()]
    return words_of(FOREIGN.sub(" ", "\n".join(parts)))


@pytest.mark.parametrize("code", LANGUAGES)
def test_one_thing_has_one_term(code: str) -> None:
    terms, text = glossary(code), written(code)
    assert terms.keys() >= glossary("en").keys()
    used = {word for words, _ in terms.values() for word in words}
    avoided = {word for _, words in terms.values() for word in words}
    assert {word for word in used if not has(text, word)} == set()
    assert {word for word in avoided if has(text, word)} == set()


def test_until_takes_a_no_in_italian() -> None:
    # Without it the sentence says "as long as".
    assert set(re.findall(r"finché (?:il labirinto )?(\w+)", written("it"))) == {"non", "nessuna"}

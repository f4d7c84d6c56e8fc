"""The articles: what an algorithm is called in a language, and how it is explained there.

An article is a file of the page.  It begins with lines ``key: value``, up to an empty line:
``title``, ``short`` (the bare name), ``summary``, ``published`` and ``changed`` (dates), and one
line for each parameter of the algorithm that the form of the page offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "web" / "articles"
_DEFAULT = "en"


@dataclass(frozen=True)
class Article:
    """An article.

    Attributes:
        notes: The lines at its beginning.
        body: A template of HTML; empty if there is only an English article.
    """

    notes: dict[str, str]
    body: str


@cache
def article(algorithm: str, language: str) -> Article:
    """The article about an algorithm; the English one without its body if there is no other."""
    file = FOLDER / language / f"{algorithm}.html"
    is_translated = file.exists()
    if not is_translated:
        file = FOLDER / _DEFAULT / f"{algorithm}.html"
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    notes = dict(line.split(": ", 1) for line in head.splitlines())
    return Article(notes, body if is_translated else "")

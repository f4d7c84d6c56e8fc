"""The fields of a book, in the order of its address."""

from __future__ import annotations

import re

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import gettext
from labirinto.book import Book, Paper
from labirinto.book.request import CELLS, ENDS, RECTANGLE
from labirinto.errors import InvalidValueError
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.parsing import Choice, Whole, parse_whole
from labirinto.web import shapes, texts
from labirinto.web.fields import SCORE, SEED, algorithm_field, asked, is_one
from labirinto.web.maze_fields import ENDS_PROBLEM
from labirinto.web.printing import DEFAULT_PAPER, PAPER, TITLE

MAX_MAZES = 100
MAX_SIDE = 200

MAX_NAMES_LENGTH = 1000
"""Characters of all names of a class."""

DEFAULT = Book(smallest=(10, 10), largest=(25, 32), count=12, seed=0, paper=DEFAULT_PAPER)
SHAPES = (RECTANGLE, *CELLS, *SILHOUETTES)
"""Which the mazes of a book can have in turn."""

SIDES = ("from_width", "from_height", "to_width", "to_height")

_SIDE = gettext("Widths and heights must be whole numbers from 1 to %(most)s.")
_ORDER = gettext(
    "The last mazes must not be smaller than the first ones, nor larger than %(most)s cells a side."
)
_COUNT = gettext("The number of mazes must be a whole number from 1 to %(most)s.")
_NAMES = gettext(
    "Write names of at most %(most)s letters, separated by commas, for which there is a font "
    "here, and choose an algorithm that makes shapes."
)
_SHAPES = gettext(
    "Choose some of the shapes, an algorithm that makes them, and sizes that leave room for them."
)


def split_names(text: str) -> tuple[str, ...]:
    """Names in lines, or separated by commas of any script."""
    return tuple(filter(None, (" ".join(name.split()) for name in re.split(r"[\n,،;؛]", text))))


def _names(text: str) -> tuple[str, ...]:
    names = split_names(text)
    if len(names) > MAX_MAZES:
        raise InvalidValueError(f"There are {len(names)} names, and at most {MAX_MAZES} fit.")
    for name in names:
        shapes.check_letters(name)
    return names


def _shapes(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(Choice(SHAPES), text.split(","))))


def _per_page(text: str) -> int:
    return Paper(DEFAULT.paper, parse_whole(text, "per_page")).per_page


BOOK_ENDS = asked("ends", DEFAULT.ends, Choice(ENDS), ENDS_PROBLEM)
IN_TURN = asked("shapes", (), _shapes, _SHAPES)

COUNT = asked("count", DEFAULT.count, Whole(1, MAX_MAZES), _COUNT, is_typed=True)

FIELDS = (
    COUNT,
    algorithm_field(ALGORITHMS, DEFAULT.algorithm),
    *(
        asked(name, side, Whole(1, MAX_SIDE), problem, is_typed=True)
        for name, side, problem in zip(
            SIDES,
            (*DEFAULT.size_range[0], *DEFAULT.size_range[1]),
            (_SIDE, _SIDE, _ORDER, _ORDER),
            strict=True,
        )
    ),
    TITLE,
    PAPER,
    asked("per_page", DEFAULT.per_page, _per_page, gettext("Choose one of the numbers.")),
    BOOK_ENDS,
    asked(
        "answers",
        DEFAULT.answers,
        Choice(texts.ANSWERS),
        gettext("Choose one of the places for the answers."),
    ),
    asked("plain", False, is_one, gettext("Choose whether the book has a cover.")),
    IN_TURN,
    asked("names", (), _names, _NAMES, longest=MAX_NAMES_LENGTH, limit=shapes.MAX_LETTERS),
    SCORE,
    SEED,
)

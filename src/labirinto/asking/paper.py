"""Mazes on sheets of paper."""

from __future__ import annotations

from labirinto.asking.looks import ASCII, CIRCUMFERENCE, LOOK, MARGIN
from labirinto.asking.record import Field
from labirinto.drawing.style import MILLIMETRES

_GROUP = "Paper and machines"
_ROWS = ("resume", "checkpoint", "threads")
"""Options of rows that are written as they are made."""

PAPER = Field(
    "paper",
    _GROUP,
    "Fill a sheet of paper, upright or across: a3, a4, a5, letter, legal or a book size such as "
    "6x9.  A PDF is a worksheet, with the answer on a second page if --solution is given; a PNG "
    "is the maze alone at 300 dots per inch.",
    "NAME",
    "a page as large as the maze",
    completes="labirinto.book:PAPERS",
    excludes=(*(it.name for it in LOOK), "style", ASCII.name, *_ROWS),
)
TITLE = Field(
    "title",
    _GROUP,
    "Title of a worksheet or a poster.",
    "TEXT",
    "none",
    preset="",
    shown_in=("pdf",),
    needs=("paper", "poster"),
)
LANGUAGE = Field(
    "language",
    _GROUP,
    "Language of the words on a worksheet.",
    "en|it|pt|fa|pa|pt-BR|es|fr|hi|ar",
    "en",
    completes="labirinto.book:WORDS",
    preset="en",
    shown_in=("pdf",),
    needs=("paper",),
)
NAME_LINE = Field(
    "name_line",
    _GROUP,
    "Print a line for the name on a worksheet.",
    kind="flag",
    shown_in=("pdf",),
    needs=("paper",),
)
SUMS = Field(
    "sums",
    _GROUP,
    "Print sums behind the junctions of a worksheet; only those on the path are correct: "
    "addition, subtraction, multiplication, division or mixed.",
    "KIND",
    "none",
    completes="labirinto.book.arithmetic:KINDS",
    preset="",
    needs=("paper",),
)
UP_TO = Field(
    "up_to",
    _GROUP,
    "Largest number in the sums, from 10 to 1000.",
    "N",
    "20; 100 with multiplication or division",
    kind="whole",
    needs=("sums",),
)
WORKSHEET = (PAPER, TITLE, NAME_LINE, LANGUAGE, SUMS, UP_TO)
POSTER = Field(
    "poster",
    _GROUP,
    "Fill a poster, upright or across, with --title and the command in small print: a6 to a0, "
    "half-letter, letter, tabloid, ansi-c, ansi-d or ansi-e; as PDF, or as PNG at 300 dots per "
    "inch.",
    "NAME",
    "none",
    completes="labirinto.book:POSTERS",
    excludes=(MARGIN.name, *MILLIMETRES, CIRCUMFERENCE.name, ASCII.name, *_ROWS),
    conflicts=("paper",),
)

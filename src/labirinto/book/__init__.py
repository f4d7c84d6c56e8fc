"""Books of mazes on paper: rising in difficulty, with answers, as one PDF of lines and text."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import BinaryIO

from labirinto.book.choosing import Puzzle, choose
from labirinto.book.pages import Pages
from labirinto.book.paper import GRIDS, PAPERS, Paper
from labirinto.book.request import ANSWERS, Book
from labirinto.book.typesetting import Typesetter
from labirinto.book.words import WORDS
from labirinto.files import write_whole
from labirinto.render.pdf_file import PdfFile

__all__ = [
    "ANSWERS",
    "GRIDS",
    "PAPERS",
    "WORDS",
    "Book",
    "Paper",
    "Printed",
    "Puzzle",
    "check_printable",
    "write_book",
]

Progress = Callable[[int, int], None]
"""Called with the mazes that are done and all, counting them when drawn, printed and answered."""


@dataclass(frozen=True)
class Printed:
    """What was written.

    Attributes:
        pages: how many there are.
        puzzles: the mazes in their order, with their ends, answers and difficulties.
    """

    pages: int
    puzzles: tuple[Puzzle, ...]


def check_printable(text: str, *, machine_fonts: bool = True) -> None:
    """Looks whether the fonts have all letters of a text.

    Raises:
        InvalidValueError: if not, with the first that none has.
        MissingExtraError: if HarfBuzz is not installed.
    """
    Typesetter(machine_fonts=machine_fonts).line(text)


def write_book(
    book: Book,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    progress: Progress | None = None,
    machine_fonts: bool = True,
) -> Printed:
    """Writes a book as a PDF document.

    Args:
        book: what is wanted.
        target: the file's name, or a binary stream.  A file appears only when it is whole.
        progress: called after each maze; may raise, to stop.
        machine_fonts: whether the fonts of this machine are asked for letters that those which come
            with the package and ``book.fonts`` do not have.

    Raises:
        FileFormatError: if a file of ``book.fonts`` is no font.
        InvalidValueError: if no font has a letter of the title.
        MissingExtraError: if HarfBuzz is not installed.
        OSError: if a file cannot be read or written.
    """
    # What can be wrong with text is found before any maze is made.
    typesetter = Typesetter(book.words.right_to_left, book.fonts, machine_fonts)
    typesetter.line(book.title)
    if isinstance(target, str | os.PathLike):
        with write_whole(target) as stream:
            return _write(book, stream, typesetter, progress)
    return _write(book, target, typesetter, progress)


def _write(
    book: Book, stream: BinaryIO, typesetter: Typesetter, progress: Progress | None
) -> Printed:
    from json import dumps

    total = book.count * (book.candidates + (1 if book.answers == "none" else 2))
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    puzzles = choose(book, advance)
    file = PdfFile(stream)
    pages = Pages(book, file, typesetter, advance)
    if book.cover:
        pages.cover(puzzles)
    pages.puzzles(puzzles)
    if book.answers == "end":
        pages.answers(puzzles)
    notes = {
        "book": book.as_dict(),
        "mazes": [
            {
                "recipe": puzzle.recipe.as_dict(),
                "ends": asdict(puzzle.ends),
                "difficulty": round(puzzle.score, 3),
            }
            for puzzle in puzzles
        ],
    }
    about = {"Title": book.title or book.words.mazes, "Creator": "Labirinto"}
    file.finish(
        about | {"Labirinto": dumps(notes, separators=(",", ":"))},
        fonts=typesetter.embed(file),
        language=book.language,
        right_to_left=book.words.right_to_left,
    )
    return Printed(file.pages, tuple(puzzles))

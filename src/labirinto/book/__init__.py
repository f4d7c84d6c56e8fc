"""Books of mazes on paper: rising in difficulty, with answers, as one PDF of lines and text."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import BinaryIO

from labirinto._internal.files import write_whole
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto.book.choosing import Puzzle, choose
from labirinto.book.pages import Pages
from labirinto.book.paper import GRIDS, PAPERS, Paper
from labirinto.book.request import ANSWERS, Book
from labirinto.book.typesetting import Fonts, Typesetter
from labirinto.book.words import WORDS
from labirinto.formats.pdf import BYTES_A_CELL, finish, new_document

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


@dataclass(frozen=True)
class Printed:
    """What was written.

    Attributes:
        pages: how many there are.
        puzzles: the mazes in their order, with their ends, answers and difficulties.
    """

    pages: int
    puzzles: tuple[Puzzle, ...]


def check_printable(
    text: str, fonts: Sequence[str | os.PathLike[str]] = (), *, machine: bool = True
) -> None:
    """Looks whether there are fonts for all letters of a text.

    Args:
        fonts: files of fonts besides those of the package.
        machine: whether the fonts of this machine count, too.

    Raises:
        FileFormatError: if a file is no font.
        InvalidValueError: if no font has one of the letters.
        MissingExtraError: if HarfBuzz is not installed.
        OSError: if a file cannot be read.
    """
    Fonts(fonts, machine=machine).for_text(text)


def write_book(
    book: Book, target: str | os.PathLike[str] | BinaryIO, *, progress: Progress | None = None
) -> Printed:
    """Writes a book as a PDF document.

    The fonts of the machine are asked for letters of the title only, and only for those that no
    other font has.

    Args:
        book: what is wanted.
        target: the file's name, or a binary stream.  A file appears only when it is whole.
        progress: called after each maze; may raise, to stop.

    Raises:
        FileFormatError: if a file of ``book.fonts`` is no font, or a damaged one.
        InvalidValueError: if no font has a letter of the title.
        MissingExtraError: if fpdf2 or HarfBuzz is not installed.
        OSError: if a file cannot be read or written.
        TooLargeError: if the book does not fit in memory.
    """
    cells = sum(width * height for width, height in book.sizes)
    check_memory((1 if book.answers == "none" else 2) * BYTES_A_CELL * cells, "The book")
    document = new_document()
    typesetter = Typesetter(document, Fonts(book.fonts), right_to_left=book.words.right_to_left)
    with closing(typesetter):
        # What can be wrong with text is found before any maze is made.
        typesetter.line(book.title)
        if isinstance(target, str | os.PathLike):
            with write_whole(target) as stream:
                return _write(book, stream, typesetter, progress)
        return _write(book, target, typesetter, progress)


def _write(
    book: Book, stream: BinaryIO, typesetter: Typesetter, progress: Progress | None
) -> Printed:
    total = book.count * (book.candidates + (1 if book.answers == "none" else 2))
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    puzzles = choose(book, advance)
    document = typesetter.document
    pages = Pages(book, document, typesetter, advance)
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
    title = book.title or book.words.mazes
    with typesetter.embedding_fonts():
        data = finish(document, title, notes, language=book.language)
    stream.write(data)
    return Printed(document.pages_count, tuple(puzzles))

"""Mazes to print: books of rising difficulty with answers, worksheets and posters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from labirinto._internal.files import open_target
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto._internal.validation import check_type
from labirinto.book.choosing import Puzzle, choose
from labirinto.book.commands import commands
from labirinto.book.pages import Pages
from labirinto.book.paper import GRIDS, PAPERS, Paper
from labirinto.book.poster import Poster, write_poster
from labirinto.book.poster_layout import POSTERS
from labirinto.book.press import Preflight, preflight
from labirinto.book.request import ANSWERS, ENDS, Book
from labirinto.book.typesetting import Fonts, Typesetter
from labirinto.book.words import WORDS
from labirinto.book.worksheet import Worksheet, write_worksheet
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS, format_for

__all__ = [
    "ANSWERS",
    "ENDS",
    "GRIDS",
    "PAPERS",
    "POSTERS",
    "WORDS",
    "Book",
    "Paper",
    "Poster",
    "Preflight",
    "PrintedBook",
    "Puzzle",
    "Worksheet",
    "check_printable",
    "commands",
    "preflight",
    "write_answers",
    "write_book",
    "write_poster",
    "write_worksheet",
]


@dataclass(frozen=True)
class PrintedBook:
    """The contents of a book that was written.

    Attributes:
        pages: Number of pages.
        puzzles: The mazes in their order, with ends, solutions and difficulties.
    """

    pages: int
    puzzles: tuple[Puzzle, ...]


def check_printable(
    text: str, fonts: Sequence[str | os.PathLike[str]] = (), *, machine: bool = True
) -> None:
    """Check that there are fonts for all letters of a text.

    Args:
        text: The text.
        fonts: Font files besides those of the package.
        machine: Whether the fonts of this machine count too.

    Raises:
        FileFormatError: If a file is not a font.
        InvalidValueError: If no font has one of the letters, which is its ``value``; for an
            argument of another type.
        MissingExtraError: If HarfBuzz is not installed.
        OSError: If a file cannot be read.
    """
    check_type("text", text, str)
    Fonts(fonts, machine=machine).for_text(text)


def write_book(
    book: Book, target: str | os.PathLike[str] | BinaryIO, *, progress: Progress | None = None
) -> PrintedBook:
    """Write a book as a PDF document.

    The machine's fonts are used only for letters of the title that no other font has.

    Args:
        book: The book.
        target: A file name or a binary stream.  Files are written atomically.
        progress: Called with the mazes made or drawn, and their total; may raise to stop.

    Returns:
        The contents of the book.

    Raises:
        FileFormatError: If a file of ``book.fonts`` is damaged or not a font.
        InvalidValueError: If no font has a letter of the title, or for an argument of another type.
        MissingExtraError: If fpdf2 or HarfBuzz is not installed.
        OSError: If a file cannot be read or written.
        TooLargeError: If there is not enough memory.
    """
    _check(book, target)
    with Typesetter.opened(book.fonts, right_to_left=book.words.right_to_left) as typesetter:
        # A text that cannot be set is refused before any maze is made.
        for text in (book.title, book.author, *book.copyright.split("\n")):
            typesetter.line(text)
        with open_target(target) as stream:
            return _write(book, stream, typesetter, progress)


def write_answers(
    book: Book, puzzles: Sequence[Puzzle], target: str | os.PathLike[str] | BinaryIO
) -> int:
    """Write the answers of a book as a separate PDF document.

    Args:
        book: The book, such as one whose answers are ``apart``.
        puzzles: Its mazes, as ``write_book`` returns them.
        target: A file name or a binary stream.  Files are written atomically.

    Returns:
        The number of pages.

    Raises:
        InvalidValueError: If the book has no ends, or for an argument of another type.
        MissingExtraError: If fpdf2 or HarfBuzz is not installed.
        OSError: If a file cannot be read or written.
        TooLargeError: If there is not enough memory.
    """
    _check(book, target)
    if book.ends == "none":
        raise InvalidValueError("Mazes without ends have no answers; give ends.")
    with Typesetter.opened(book.fonts, right_to_left=book.words.right_to_left) as typesetter:
        pages = Pages(book, typesetter, typesetter, lambda: None)
        pages.answers(puzzles)
        with open_target(target) as stream:
            _finish(book, stream, typesetter, {"book": book.as_dict()})
    return pages.number


def _check(book: Book, target: str | os.PathLike[str] | BinaryIO) -> None:
    check_type("book", book, Book, "labirinto.book")
    format_for(target, "pdf", ["pdf"])
    cells = sum(width * height for width, height in book.sizes)
    check_memory(
        (1 if book.answers == "none" else 2) * FORMATS["pdf"].bytes_a_cell * cells, "The book"
    )


def _write(
    book: Book, stream: BinaryIO, typesetter: Typesetter, progress: Progress | None
) -> PrintedBook:
    made = 1 if book.level else book.candidates
    total = book.count * (made + (2 if book.answers in ("end", "back") else 1))
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    puzzles = choose(book, advance)
    pages = Pages(book, typesetter, typesetter, advance)
    if book.cover:
        pages.cover(puzzles)
    pages.puzzles(puzzles)
    if book.answers == "end":
        pages.answers(puzzles)
    if book.recipes:
        pages.recipes(puzzles)
    pages.finish()
    notes: dict[str, object] = {
        "book": book.as_dict(),
        "mazes": [
            {
                "recipe": puzzle.recipe.as_dict(),
                "ends": None if book.ends == "none" else puzzle.ends.as_dict(),
                "difficulty": round(puzzle.score, 3),
            }
            for puzzle in puzzles
        ],
    }
    _finish(book, stream, typesetter, notes)
    return PrintedBook(pages.number, tuple(puzzles))


def _finish(book: Book, stream: BinaryIO, typesetter: Typesetter, notes: dict[str, object]) -> None:
    title = book.title or book.words.mazes
    if book.author:
        typesetter.document.set_author(book.author)
    stream.write(typesetter.finished(title, notes, language=book.language))

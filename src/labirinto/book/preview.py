"""Pictures of some pages of a book, for a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labirinto.book.canvas import PagePicture, SvgCanvas
from labirinto.book.choosing import Puzzle, choose
from labirinto.book.pages import Pages
from labirinto.book.request import Book
from labirinto.book.typesetting import Typesetter

_MOST_CELLS = 40_000
"""Cells of all answers: more are too small to see, and large as SVG."""


def book_pictures(book: Book, advance: Callable[[], None]) -> list[PagePicture]:
    """Draw the cover, the first and the last page of mazes, and the first page of answers.

    Args:
        book: The book.  All its mazes are made, to be put in order.
        advance: Called after each maze made or drawn; may raise to stop.

    Raises:
        InvalidValueError: If no font has a letter of the title.
    """
    canvas = SvgCanvas()
    names = []
    with Typesetter.opened(book.fonts, right_to_left=book.words.right_to_left) as typesetter:
        pages = Pages(book, canvas, typesetter, advance)
        puzzles = choose(book, advance)
        if book.cover:
            pages.cover(puzzles)
            names += ["cover", "behind"][: len(canvas.pages)]
        on_page, sheets = book.per_page, -(-book.count // book.per_page)
        pages.puzzle_page(puzzles[:on_page], 1)
        names.append("first")
        after_first = pages.number
        if book.answers == "back" and _are_few(puzzles[:on_page]):
            pages.answers(puzzles[:on_page], most=1)
            names.append("answers")
        if sheets > 1:
            # As if all pages between had been written.
            pages.number = after_first + (sheets - 1) * (2 if book.answers == "back" else 1) - 1
            begin = (sheets - 1) * on_page
            pages.puzzle_page(puzzles[begin:], begin + 1)
            names.append("last")
        if book.answers == "end" and _are_few(puzzles):
            pages.answers(puzzles, most=1)
            names.append("answers")
    return [
        PagePicture(name, *page)
        for name, page in zip(names, canvas.pages, strict=True)
        if name != "behind"
    ]


def _are_few(puzzles: Sequence[Puzzle]) -> bool:
    return sum(len(puzzle.maze.grid) for puzzle in puzzles) <= _MOST_CELLS

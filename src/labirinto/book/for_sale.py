"""Books for print on demand: margins that grow with the pages, and answers in rows and columns."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import inf
from typing import Protocol

from labirinto.book.paper import (
    ANSWER_GRIDS,
    INCH,
    MIN_ANSWER_CELL,
    Margins,
    Paper,
    answer_boxes,
    answer_cell,
)
from labirinto.errors import InvalidValueError

LEAST_PAGES = 24
"""Fewer cannot be bound."""

OUTER = 0.375 * INCH
"""The margin above, below and outside: enough with bleed as well as without."""

_SLACK = 1.0
"""Extra width of margins, in points, since lines are drawn around the edges of shapes."""

_INNER = {150: 0.375, 300: 0.5, 500: 0.625, 700: 0.75, inf: 0.875}
"""The margin at the fold in inches, by the most pages that it is enough for."""


class Contents(Protocol):
    """The values that decide how many pages a book has; ``Book`` describes them."""

    @property
    def count(self) -> int: ...
    @property
    def per_page(self) -> int: ...
    @property
    def cover(self) -> bool: ...
    @property
    def answers(self) -> str: ...
    @property
    def has_backs(self) -> bool: ...
    def largest_sizes(self, paper: Paper) -> list[tuple[float, float]]:
        """The most cells across and down that its mazes have on a paper."""


def inner_margin(pages: int) -> float:
    """The least margin at the fold of a book of so many pages, in points."""
    return next(inches for most, inches in _INNER.items() if pages <= most) * INCH


def layout_for_sale(book: Contents, paper: Paper) -> Paper:
    """The paper with the margins that the pages of a book need.

    A wider inner margin leaves less room, which changes the number of answers on a page, and so
    the pages: the margin is the least one that is enough for the pages that it leads to.
    """
    for most, inches in _INNER.items():
        paper = replace(
            paper, margins=Margins(inches * INCH + _SLACK, OUTER + _SLACK, OUTER + _SLACK)
        )
        if pages_of(book, paper, book.count) <= most:
            break
    return paper


def pages_of(book: Contents, paper: Paper, mazes: int) -> int:
    """The pages, an even number, that a book has with so many mazes."""
    pages = 2 if book.cover else 0
    pages += -(-mazes // book.per_page) * (2 if book.has_backs else 1)
    if book.answers == "end":
        pages += -(-mazes // answers_a_page(book, paper))
    return pages + pages % 2


def answers_a_page(book: Contents, paper: Paper) -> int:
    """Return how many answers are legible on a page: from four to nine, or fewer for large
    mazes."""
    sizes = book.largest_sizes(paper)

    def are_legible(grid: tuple[int, int]) -> bool:
        box = answer_boxes(paper.answers_area, grid, False)[0]
        return min(answer_cell(size, box) for size in sizes) >= MIN_ANSWER_CELL

    return next((number for number, grid in ANSWER_GRIDS.items() if are_legible(grid)), 1)


def check_for_sale(book: Contents, paper: Paper) -> None:
    """Check that a book can be bound.

    Raises:
        InvalidValueError: If it has too few pages; it names the least number of mazes.
    """
    if (pages := pages_of(book, paper, book.count)) < LEAST_PAGES:
        least = next(it for it in count(book.count) if pages_of(book, paper, it) >= LEAST_PAGES)
        raise InvalidValueError(
            f"A book for sale has at least {LEAST_PAGES} pages, and this one has {pages}; use at "
            f"least {least} mazes."
        )

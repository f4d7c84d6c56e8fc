"""The commands that make a book, and its mazes, again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from labirinto.grids.rectangle import size_text
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    from labirinto.book.choosing import Puzzle
    from labirinto.book.request import Book


def book_command(book: Book, seed: int | str | None = None, *, whole: bool = False) -> str:
    """Return the command that makes the mazes of a book again.

    Args:
        book: The book.
        seed: Another spelling of its seed.
        whole: Whether the command makes the same book.
    """
    smallest, largest = book.size_range
    words = ["labirinto book"]
    has_own_sizes = bool(book.names or book.pictures)
    words += [] if has_own_sizes else [f"--count {book.count}"]
    words.append(f"--algorithm {book.algorithm}")
    words += [f"--{name} {value}" for name, value in book.parameters]
    if not has_own_sizes:
        words += [f"--smallest {size_text(smallest)}", f"--largest {size_text(largest)}"]
    words += [f"--level {book.level}"] if book.level else []
    words += [f"--ends {book.ends}", f"--candidates {book.candidates}"]
    words.append(f"--score-revision {book.score_revision}")
    if book.shapes:
        words.append(f"--shapes {','.join(book.shapes)}")
    if book.names:
        words.append(f"--names {quote(','.join(book.names))}")
    if book.pictures:
        words.append(f"--pictures {quote(','.join(book.pictures))}")
    if has_own_sizes or whole:  # these sizes follow from the paper
        words += _options(book, "paper", "per_page", "name_line", "for_sale")
    if whole:
        words += _options(book, "title", "author", "copyright", "language", "answers")
        words += _options(book, "one_sided", "sums", "up_to")
        words += [] if book.cover else ["--no-cover"]
        words += [f"--font {quote(os.fspath(file))}" for file in book.fonts]
    return " ".join([*words, "--seed", quote(str(book.seed if seed is None else seed))])


def _options(book: Book, *names: str) -> Iterator[str]:
    """The options for some values that are not the usual ones."""
    for name in names:
        value = getattr(book, name)
        if value != getattr(type(book), name):
            option = f"--{name.replace('_', '-')}"
            shown = str(value).replace("\n", "\\n")
            yield option if value is True else f"{option} {quote(shown)}"


def maze_command(book: Book, recipe: Recipe) -> str:
    """Return the command that makes a maze of a book again."""
    has_own_ends = book.pictures or book.ends == "none"
    return recipe.command if has_own_ends else f"{recipe.command} --ends {book.ends}"


def commands(book: Book, puzzles: Sequence[Puzzle]) -> str:
    """Return the commands of a book as lines of text.

    Args:
        book: The book; its command comes first, followed by an empty line.
        puzzles: Its mazes: a line has the number, the difficulty and the command of each, with
            tabs between.
    """
    lines = [book_command(book, whole=True), ""]
    for number, puzzle in enumerate(puzzles, 1):
        lines.append(f"{number}\t{puzzle.score:.0f}\t{maze_command(book, puzzle.recipe)}")
    return "\n".join([*lines, ""])

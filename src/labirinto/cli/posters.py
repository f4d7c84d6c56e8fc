"""``--poster``: a maze on a large sheet of paper, for a wall."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from labirinto._internal.validation import one_of_any_case
from labirinto.cli.effects import drawn_by
from labirinto.cli.options import DrawingOptions
from labirinto.cli.output import check_has_paper, prepare_pages
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.solving import solve

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Portrait


def take_poster(options: dict[str, Any], drawing: DrawingOptions) -> str | None:
    """Removes the option and returns the paper; None if no poster is wanted.

    Raises:
        InvalidValueError: For an unknown paper, or a format without paper.
    """
    paper: str | None = options.pop("poster")
    if paper is None:
        return None
    check_has_paper(drawing, "--poster")
    from labirinto.book.poster import POSTERS

    return one_of_any_case("poster", paper, POSTERS)


def prepare_poster(
    maze: Maze,
    paper: str,
    title: str,
    ends: Ends | None,
    drawing: DrawingOptions,
    style: Style,
    portrait: Portrait | None = None,
    command: str = "",
) -> Callable[[], None]:
    """Makes a poster for all outputs; what it returns writes them.

    ``command`` makes the same again, but for how it is drawn; by default it is the recipe's.
    """
    from labirinto.book import Poster, write_poster
    from labirinto.book.poster import small_print_recipe

    if drawing.solution and ends is None:
        ends = choose_ends(maze, "border")
    path = solve(maze, *ends) if drawing.solution and ends else None
    if not command and maze.recipe:
        command = small_print_recipe(maze.recipe).command
    command = " ".join([command, *drawn_by(click.get_current_context())])
    poster = Poster(maze, paper, title, style, ends, path, portrait, command=command)
    return prepare_pages(drawing, partial(write_poster, poster))

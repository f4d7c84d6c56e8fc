"""``--paper`` and ``--poster``: a maze in files, or on the sheet of paper that it fills."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from labirinto._internal.validation import one_of_any_case
from labirinto.asking.paper import WORKSHEET
from labirinto.asking.shapes import LINKED
from labirinto.cli.effects import check_effects, drawn_by
from labirinto.cli.options import DrawingOptions
from labirinto.cli.output import (
    check_has_paper,
    check_targets,
    ends_of_solution,
    prepare,
    prepare_pages,
)
from labirinto.cli.together import given_options, warn
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Rectangle
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.solving import kind_of_ends, solve

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Portrait


class Page(NamedTuple):
    """The sheet of paper that a maze fills, if it is to fill one.

    Attributes:
        sheet: The options of a worksheet.
        poster: The paper of a poster.
        title: Its title.
    """

    sheet: dict[str, Any] | None
    poster: str | None = None
    title: str = ""

    def __bool__(self) -> bool:
        return self.sheet is not None or self.poster is not None


def take_page(
    ctx: click.Context, options: dict[str, Any], drawing: DrawingOptions, cells: Grid | int
) -> Page:
    """Removes the options of worksheets and posters, and checks all outputs.

    Args:
        ctx: The command.
        options: All its options.
        drawing: What is drawn, and where to.
        cells: The grid, or the width of a maze without end.

    Raises:
        InvalidValueError: If the paper is unknown or too small, or an output cannot be written.
    """
    poster = take_poster(options, drawing)
    sheet = {field.name: options.pop(field.name) for field in WORKSHEET}
    page = Page(None, poster, sheet["title"])
    if sheet["paper"] is not None:
        page = Page(_worksheet(sheet, given_options(ctx), drawing, cells))
    check_targets(drawing.targets, drawing.format)
    if isinstance(cells, int) and page:
        raise InvalidValueError("An endless maze does not fit a sheet of paper; give a height.")
    if page.sheet is None:
        check_effects(ctx, drawing, cells)
    elif isinstance(cells, Rectangle):
        from labirinto.book.worksheet import check_fits

        check_fits(cells.width, cells.height, page.sheet["paper"])
    return page


def take_poster(options: dict[str, Any], drawing: DrawingOptions) -> str | None:
    """Removes the option and returns the paper; None if no poster is wanted.

    Raises:
        InvalidValueError: For an unknown paper, or a format without paper.
    """
    paper: str | None = options.pop("poster")
    if paper is None:
        return None
    check_has_paper(drawing, "--poster")
    from labirinto.book.poster_layout import POSTERS

    return one_of_any_case("poster", paper, POSTERS)


def _worksheet(
    sheet: dict[str, Any], given: dict[str, str], drawing: DrawingOptions, cells: Grid | int
) -> dict[str, Any]:
    check_has_paper(drawing, "--paper")
    if "pdf" not in drawing.formats:
        warn(given, ("title", "name_line", "language", "solved"), "a picture, which has no text")
    # The ends are drawn unless they are declined, so that no maze is printed without an opening.
    ends = drawing.ends if "ends" in given else kind_of_ends(cells)
    return {**sheet, "ends": ends, "answer": drawing.solution and "pdf" in drawing.formats}


def finished(maze: Maze, page: Page, drawing: DrawingOptions, style: Style) -> Callable[[], None]:
    """Makes all outputs; what it returns writes them."""
    if page.sheet:
        from labirinto.book import Worksheet, write_worksheet

        ends = choose_ends(maze, page.sheet["ends"], apart=True)
        note = _note(maze.grid, page.sheet["language"])
        worksheet = Worksheet(maze, **{**page.sheet, "ends": ends}, note=note)
        return prepare_pages(drawing, partial(write_worksheet, worksheet))
    ends = choose_ends(maze, drawing.ends)
    if page.poster:
        return prepare_poster(maze, page.poster, page.title, ends, drawing, style)
    return prepare(maze, ends, drawing, style)


def _note(grid: Grid, language: str) -> str:
    """What the web page says on paper of stairs, joined sides and bridges, in a language.

    Raises:
        InvalidValueError: If there is no such language.
    """
    marks = [it.input.hint for it in LINKED if it.input and f"--{it.name}" in grid.words]
    if not marks:
        return ""
    from gettext import GNUTranslations
    from importlib import resources

    from labirinto.book import WORDS

    code = one_of_any_case("language", language, WORDS)
    # Without Babel, which comes with the page alone.
    path = resources.files("labirinto.web") / "locales" / code / "LC_MESSAGES" / "labirinto.mo"
    with path.open("rb") as file:
        return " ".join(map(GNUTranslations(file).gettext, marks))


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
        ends = ends_of_solution(maze)
    path = solve(maze, *ends) if drawing.solution and ends else None
    if not command and maze.recipe:
        command = small_print_recipe(maze.recipe).command
    command = " ".join([command, *drawn_by(click.get_current_context())])
    poster = Poster(maze, paper, title, style, ends, path, portrait, command=command)
    return prepare_pages(drawing, partial(write_poster, poster))

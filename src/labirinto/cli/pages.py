"""A maze in files, or on the sheet of paper that it fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto.asking.paper import WORKSHEET
from labirinto.cli.options import DrawingOptions
from labirinto.cli.output import prepare
from labirinto.cli.posters import prepare_poster, take_poster
from labirinto.cli.worksheets import prepare_worksheet, take_worksheet
from labirinto.maze import Maze
from labirinto.parsing import choose_ends

if TYPE_CHECKING:
    from labirinto.drawing.style import Style


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


def take_page(options: dict[str, Any], given: dict[str, str], drawing: DrawingOptions) -> Page:
    """Removes the options of worksheets and posters.

    Raises:
        InvalidValueError: For an unknown paper, or a format without paper.
    """
    poster = take_poster(options, drawing)
    if poster is None:
        return Page(take_worksheet(options, given, drawing))
    sheet = {field.name: options.pop(field.name) for field in WORKSHEET}
    return Page(None, poster, sheet["title"])


def finished(maze: Maze, page: Page, drawing: DrawingOptions, style: Style) -> Callable[[], None]:
    """Makes all outputs; what it returns writes them."""
    if page.sheet:
        return prepare_worksheet(maze, page.sheet, drawing)
    if page.poster:
        ends = choose_ends(maze, drawing.ends)
        return prepare_poster(maze, page.poster, page.title, ends, drawing, style)
    return prepare(maze, choose_ends(maze, drawing.ends), drawing, style)

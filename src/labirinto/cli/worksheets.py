"""``--paper``: a maze as a worksheet, which fills a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from labirinto.asking.paper import WORKSHEET
from labirinto.cli.options import DrawingOptions
from labirinto.cli.output import check_has_paper, prepare_pages
from labirinto.cli.together import warn
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze
from labirinto.parsing import choose_ends


def take_worksheet(
    options: dict[str, Any], given: dict[str, str], drawing: DrawingOptions
) -> dict[str, Any] | None:
    """Removes the options of a worksheet, and returns them; None if none is wanted.

    Raises:
        InvalidValueError: If a format has no paper.
    """
    sheet = {field.name: options.pop(field.name) for field in WORKSHEET}
    if sheet["paper"] is None:
        return None
    check_has_paper(drawing, "--paper")
    if "pdf" not in drawing.formats:
        warn(given, ("title", "name_line", "language", "solved"), "a picture, which has no text")
    # The ends are drawn unless they are declined, so that no maze is printed without an opening.
    ends = drawing.ends if "ends" in given else "border"
    return {**sheet, "ends": ends, "answer": drawing.solution and "pdf" in drawing.formats}


def check_size(grid: Rectangle, paper: str) -> None:
    """Checks that a maze of a size fits a paper.

    Raises:
        InvalidValueError: If it does not.
    """
    from labirinto.book.worksheet import check_fits

    check_fits(grid.width, grid.height, paper)


def prepare_worksheet(
    maze: Maze, sheet: dict[str, Any], drawing: DrawingOptions
) -> Callable[[], None]:
    """Makes a worksheet for all outputs; what it returns writes them."""
    from labirinto.book import Worksheet, write_worksheet

    worksheet = Worksheet(maze, **{**sheet, "ends": choose_ends(maze, sheet["ends"], apart=True)})
    return prepare_pages(drawing, partial(write_worksheet, worksheet))

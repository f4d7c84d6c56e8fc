"""``--paper``: a maze as a worksheet, which fills a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from labirinto.cli.effects import WORKSHEET, refuse, warn
from labirinto.cli.help import CommandT, complete, option, with_options
from labirinto.cli.options import LOOK, DrawingOptions
from labirinto.cli.output import check_has_paper, prepare_pages
from labirinto.cli.posters import title_option
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze
from labirinto.parsing import choose_ends


def worksheet_options(command: CommandT) -> CommandT:
    """The options of a worksheet."""
    return with_options(
        command,
        option(
            "Paper and machines",
            "--paper",
            metavar="NAME",
            shell_complete=complete("labirinto.book:PAPERS"),
            help="Fill a sheet of paper, upright or across: a3, a4, a5, letter or legal.  As PDF a "
            "worksheet, with the answer on a second page if --solution is given; as PNG the maze "
            "at 300 dots per inch.",
            default_text="a page as large as the maze",
        ),
        title_option("a worksheet or a poster"),
        option(
            "Paper and machines",
            "--name-line",
            is_flag=True,
            help="Print a line for the name on a worksheet.",
        ),
        option(
            "Paper and machines",
            "--language",
            default="en",
            metavar="en|it|pt|fa|pa",
            shell_complete=complete("labirinto.book:WORDS"),
            help="Language of the words on a worksheet.",
            default_text="en",
        ),
    )


def take_worksheet(
    options: dict[str, Any], given: dict[str, str], drawing: DrawingOptions
) -> dict[str, Any] | None:
    """Removes the options of a worksheet, and returns them; None if none is wanted.

    Raises:
        InvalidValueError: If an option or a format does not go with the others.
    """
    sheet = {name: options.pop(name) for name in WORKSHEET}
    if sheet["paper"] is None:
        warn(given, ("title",), "a maze without --paper or --poster")
        warn(given, ("name_line", "language"), "a maze without --paper")
        return None
    warn(given, (*LOOK, "style", "ascii_only"), "a worksheet")
    refuse(given, ("resume", "checkpoint"), "a worksheet")
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

"""Warnings about options of a drawing that no output shows, and about what they hide."""

from __future__ import annotations

from math import ceil
from shlex import quote

import click

from labirinto.asking.looks import ASCII, CELL, LOOK, style_field
from labirinto.asking.mazes import ENDS, SOLUTION
from labirinto.cli.options import DrawingOptions
from labirinto.cli.together import Option, given_options, refuse, say, warn
from labirinto.drawing.style import COLOURING, Style
from labirinto.ends import Ends
from labirinto.formats.table import FORMATS
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.grids.weave import INSET, Woven
from labirinto.solving import OPEN_ENDS, kind_of_ends

_SHOWN = (ENDS, SOLUTION, ASCII, style_field("light"), *LOOK)

_DRAWN_BY = ("Ends and solution", "Look", "Paper and machines")
"""The headings of options that change how a maze is drawn."""


_RASTERS = ("png", "jpg")

_LEAST_NUMBERED = (0, 14, 18, 24)
"""Pixels of a cell in which numbers can be read: of none, one, two or three, each smaller."""

_LEAST_GAP = 1.5
"""Pixels between the walls of a bridge."""


def warn_of_small_cells(drawing: DrawingOptions, style: Style, cells: Grid | int) -> None:
    """Warns of cells in which numbers of stairs cannot be read, or bridges cannot be seen."""
    least, what = 0, ""
    formats = {*drawing.formats}
    if isinstance(cells, Linked) and formats & {*_RASTERS}:
        least = _LEAST_NUMBERED[min(2, cells.floors - 1) + cells.twist]
        what = "The numbers at arrows cannot be read"
    elif isinstance(cells, Woven) and formats & {*CELL.shown_in}:
        least, what = ceil((style.wall + _LEAST_GAP) / (1 - 2 * INSET)), "Bridges cannot be seen"
    if style.cell < least:
        say(f"{what} in cells of {style.cell} pixels; make them at least {least} wide, by --cell.")


def drawn_by(ctx: click.Context) -> list[str]:
    """How a maze is drawn, in the words of the command line: what its recipe leaves out.

    A title with letters that small print may lack is left out; the poster has it in large print.
    """
    words = []
    given = given_options(ctx)
    for option in ctx.command.params:
        name = option.name or ""
        if name in given and isinstance(option, Option) and option.field.group in _DRAWN_BY:
            value = str(ctx.params[name])
            if option.is_flag:
                words.append(given[name])
            elif value.isascii():
                words += [given[name], quote(value)]
    return words


def check_effects(
    ctx: click.Context, drawing: DrawingOptions, cells: Grid | int | None = None
) -> None:
    """Warns of each option that none of the outputs shows.

    Args:
        ctx: The command.
        drawing: What is drawn, and where to.
        cells: The grid, or the width of a maze without end; None if it is not known.

    Raises:
        InvalidValueError: If a format does not hold the solution, the ends or coloured floors.
    """
    given = given_options(ctx)
    is_none = drawing.solution and drawing.ends == "none"
    ends = kind_of_ends(cells) if is_none else drawing.ends
    is_open = ends in OPEN_ENDS
    for chosen in drawing.formats:
        marks = None if ends == "none" else Ends((0, 0), (1, 0), is_open)
        FORMATS[chosen].check_parts(drawing.solution, marks)
    hidden = {} if drawing.solution else {"solution": "a maze without --solution"}
    if ends == "none" or is_open:
        what = "openings, which have no colour" if is_open else "a maze without --ends"
        hidden |= dict.fromkeys(("start", "end"), what)
    if not (isinstance(cells, Linked) and cells.is_cylinder):
        hidden["gap"] = "a maze that is not a cylinder"
    outputs = list(dict.fromkeys(drawing.formats))
    for field in _SHOWN:
        if not {*outputs} & {*field.shown_in}:
            hidden.setdefault(field.name, " or ".join(outputs))
    for name, what in hidden.items():
        # Coloured floors change the colours of the solution and the ends as well.
        (refuse if name in COLOURING else warn)(given, (name,), what)

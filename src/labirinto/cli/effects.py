"""Refuses options that would change nothing, and warns of those that say how a maze is drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from shlex import quote

import click
from click.core import ParameterSource

from labirinto.asking.changes import CHANGES
from labirinto.asking.looks import ASCII, LOOK, style_field
from labirinto.asking.mazes import ENDS, SOLUTION
from labirinto.asking.record import Field
from labirinto.cli.options import DrawingOptions
from labirinto.drawing.style import COLOURING, MILLIMETRES
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.formats.table import FORMATS
from labirinto.solving import OPEN_ENDS

_SHOWN = (ENDS, SOLUTION, ASCII, style_field("light"), *LOOK)

_DRAWN_BY = ("Ends and solution", "Look", "Paper and machines")
"""The headings of options that change how a maze is drawn."""


def given_options(ctx: click.Context) -> dict[str, str]:
    """The options on the command line: their names in code, and as they are typed."""
    return {
        parameter.name or "": parameter.opts[-1]
        for parameter in ctx.command.params
        if isinstance(parameter, click.Option)
        and ctx.get_parameter_source(parameter.name or "") == ParameterSource.COMMANDLINE
    }


def drawn_by(ctx: click.Context) -> list[str]:
    """How a maze is drawn, in the words of the command line: what its recipe leaves out.

    A title with letters that small print may lack is left out; the poster has it in large print.
    """
    words = []
    given = given_options(ctx)
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in given and getattr(parameter, "group", "") in _DRAWN_BY:
            value = str(ctx.params[name])
            if isinstance(parameter, click.Option) and parameter.is_flag:
                words.append(given[name])
            elif value.isascii():
                words += [given[name], quote(value)]
    return words


def refuse(given: dict[str, str], names: Iterable[str], what: str) -> None:
    """Refuses options.

    Raises:
        InvalidValueError: If one of the names is given.
    """
    for name in names:
        if name in given:
            raise InvalidValueError(f"{given[name]} has no effect on {what}; leave it out.")


def warn(given: dict[str, str], names: Iterable[str], what: str) -> None:
    """Prints a line for each of some options that is given: the maze is the same without it."""
    for name in names:
        if name in given:
            with suppress(OSError):  # a closed standard error is no failure
                print(f"labirinto: {given[name]} has no effect on {what}.", file=sys.stderr)


def check_needs(given: dict[str, str], fields: Iterable[Field], what: str) -> None:
    """Refuses options whose fields need another.

    Raises:
        InvalidValueError: If one is given without the other.
    """
    for field in fields:
        if field.needs and field.needs not in given:
            refuse(given, (field.name,), f"{what} without --{field.needs}")


def refuse_not_animated(given: dict[str, str]) -> None:
    """Refuses options that mean nothing to an animation.

    Raises:
        InvalidValueError: If one is given.
    """
    changes = (field.name for field in CHANGES)
    refuse(given, changes, "an animation, as films show neither rooms nor changes of a maze")
    kept = ("title", "name_line", "language")
    refuse(given, (*COLOURING, "threads", "checkpoint", "paper", "poster"), "an animation")
    warn(given, (*MILLIMETRES, "ascii_only", *kept), "an animation")


def check_effects(ctx: click.Context, drawing: DrawingOptions) -> None:
    """Warns of each option that none of the outputs shows.

    Raises:
        InvalidValueError: If a format does not hold the solution, the ends or coloured floors.
    """
    given = given_options(ctx)
    ends = "border" if drawing.solution and drawing.ends == "none" else drawing.ends
    is_open = ends in OPEN_ENDS
    for chosen in drawing.formats:
        marks = None if ends == "none" else Ends((0, 0), (1, 0), is_open)
        FORMATS[chosen].check_parts(drawing.solution, marks)
    hidden = {} if drawing.solution else {"solution": "a maze without --solution"}
    if ends == "none" or is_open:
        what = "openings, which have no colour" if is_open else "a maze without --ends"
        hidden |= dict.fromkeys(("start", "end"), what)
    outputs = list(dict.fromkeys(drawing.formats))
    for field in _SHOWN:
        if not {*outputs} & {*field.shown_in}:
            hidden.setdefault(field.name, " or ".join(outputs))
    for name, what in hidden.items():
        # Coloured floors change the colours of the solution and the ends as well.
        (refuse if name in COLOURING else warn)(given, (name,), what)

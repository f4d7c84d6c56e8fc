"""Refuses options that would change nothing, instead of ignoring them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from shlex import quote
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from labirinto.cli.options import DrawingOptions
from labirinto.drawing.style import COLOURING, COLOURINGS, COLOURS, MILLIMETRES, Style
from labirinto.errors import InvalidValueError

if TYPE_CHECKING:
    from labirinto.drawing.geometry import Drawing

# For each option, a change of the default style that shows wherever the option counts.
_PROBES: dict[str, dict[str, Any]] = {
    "cell": {"cell": 20},
    "wall": {"wall": 4},
    "margin": {"margin": 3},
    **{name: {name: 2.5} for name in MILLIMETRES},
    **{name: {name: "#123456"} for name in COLOURS},
    **{name: {"colour": COLOURINGS[0]} for name in COLOURING},
    "style": {"margin": 0} | dict.fromkeys(COLOURS, "#123456"),
}

ROOMS = ("rooms", "room_size", "doors")
"""Options of rooms."""

CHANGES = (*ROOMS, "braid", "sparse")
"""Options of mazes that are more than their algorithm makes."""

WORKSHEET = ("paper", "title", "name_line", "language")
"""Options of a worksheet."""

_DRAWN_BY = ("Ends and solution", "Look", "Paper and machines")
"""The headings of options that change how a maze is drawn."""

_NOT_ANIMATED = (*MILLIMETRES, *COLOURING, "ascii_only", "threads", "checkpoint", *WORKSHEET,
                 "poster")  # fmt: skip
"""Options that mean nothing to an animation, besides changes."""


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


def refuse_not_animated(given: dict[str, str]) -> None:
    """Refuses options that mean nothing to an animation.

    Raises:
        InvalidValueError: If one is given.
    """
    refuse(given, CHANGES, "an animation, as films show neither rooms nor changes of a maze")
    refuse(given, _NOT_ANIMATED, "an animation")


def check_effects(ctx: click.Context, drawing: DrawingOptions) -> None:
    """Checks that each option changes at least one of the outputs, and that none is refused.

    The writers themselves answer: each draws a tiny maze with and without the change.

    Raises:
        InvalidValueError: For an option that changes none, or a format that refuses the drawing.
    """
    given = given_options(ctx)
    formats = list(dict.fromkeys(drawing.formats))
    outputs = " or ".join(formats)
    if not {"txt", "ascii"} & set(formats):
        refuse(given, ("ascii_only",), outputs)
    if not drawing.solution:
        refuse(given, ("solution",), "a maze without --solution")
    ends = "border" if drawing.solution and drawing.ends == "none" else drawing.ends
    if ends == "none":
        refuse(given, ("start", "end"), "a maze without --ends")
    changes: dict[str, dict[str, Any]] = {
        name: {"style": replace(Style(), **change)}
        for name, change in _PROBES.items()
        if name in given
    }
    if ends != "none":
        without = {"solved": {"path": None}, "ends": {"path": None, "ends": None}}
        changes |= {name: change for name, change in without.items() if name in given}
    elif not changes:
        return
    picture = _tiny_drawing(ends, drawing.solution)
    expected = [_bytes(picture, it) for it in formats]
    for name, change in changes.items():
        if [_bytes(replace(picture, **change), it) for it in formats] == expected:
            openings = ", whose ends are openings" if name in ("start", "end") else ""
            refuse(given, (name,), outputs + openings)


def _bytes(drawing: Drawing, format: str) -> bytes:
    from labirinto.formats import save

    stream = BytesIO()
    save(
        drawing.maze,
        stream,
        path=drawing.path,
        ends=drawing.ends,
        style=drawing.style,
        format=format,
    )
    return stream.getvalue()


def _tiny_drawing(ends: str, solution: bool) -> Drawing:
    from labirinto.algorithms.generating import generate
    from labirinto.drawing.geometry import Drawing
    from labirinto.solving import OPEN_ENDS, solve, suggest_ends

    maze = generate("wilson", 3, 3, seed=1)
    if ends == "none":
        return Drawing(maze)
    # Openings are the same for all kinds with some, and so are marks for all others.
    cells = suggest_ends(maze, "border" if ends in OPEN_ENDS else "corners")
    return Drawing(maze, solve(maze, *cells) if solution else None, cells)

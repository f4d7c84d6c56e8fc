"""Options that are given: what each of them needs, and what cannot stand beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import click
from click.core import ParameterSource

from labirinto.asking.record import Field
from labirinto.drawing.style import COLOURING
from labirinto.errors import InvalidValueError


class Option(click.Option):
    """An option of a field."""

    def __init__(self, *names: Any, field: Field, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.field = field


def given_options(ctx: click.Context) -> dict[str, str]:
    """The options on the command line: their names in code, and as they are typed."""
    return {
        option.field.name: _typed(option, ctx.params[option.field.name])
        for option in _options(ctx)
        if ctx.get_parameter_source(option.field.name) == ParameterSource.COMMANDLINE
    }


def _typed(option: Option, value: object) -> str:
    """An option as it is typed for a value: --loop, and not --once, if it is false."""
    return (option.secondary_opts if value is False else option.opts)[-1]


def _options(ctx: click.Context) -> list[Option]:
    return [it for it in ctx.command.params if isinstance(it, Option)]


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
            say(f"{given[name]} has no effect on {what}.")


def say(sentence: str) -> None:
    """Prints a sentence to standard error."""
    with suppress(OSError):  # a closed standard error is no failure
        print(f"labirinto: {sentence}", file=sys.stderr)


def check_together(ctx: click.Context) -> None:
    """Checks what goes together, by the records of the options.

    Raises:
        InvalidValueError: If two options cannot be combined, or one has no effect, unless it only
            says how a maze is drawn.
    """
    given, options = given_options(ctx), {it.field.name: it for it in _options(ctx)}

    def object_to(name: str, why: str, advice: str) -> None:
        sentence = f"{given[name]} has no effect {why}"
        if not options[name].field.shown_in or name in COLOURING:
            raise InvalidValueError(f"{sentence}; {advice}.")
        say(f"{sentence}.")

    # One whose value is the usual one, such as --floors 1, asks for nothing.
    asked = [name for name in given if ctx.params[name] != options[name].field.default]
    for name in given:
        field = options[name].field
        for other in field.conflicts:
            if name in asked and other in asked:
                raise InvalidValueError(
                    f"{given[name]} and {given[other]} cannot be combined; leave one out."
                )
        needed = [options[it].opts[-1] for it in field.needs if it in options]
        if needed and not given.keys() & set(field.needs):
            words = " or ".join(filter(None, (", ".join(needed[:-1]), needed[-1])))
            object_to(name, f"without {words}", f"add {words}, or leave it out")
        for other in field.excludes:
            if other in given:
                object_to(other, f"with {given[name]}", "leave it out")

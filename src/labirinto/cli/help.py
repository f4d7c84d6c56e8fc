"""Commands whose help lists options in groups, by Click's own means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import click

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Completion, Field
from labirinto.cli.together import Option, check_together
from labirinto.errors import InvalidValueError
from labirinto.parsing import parse_size

GROUPS = (
    "Maze",
    "Picture",
    "Shape",
    "Symmetry, rooms and loops",
    "Ends and solution",
    "Rows and columns",
    "Look",
    "Paper and machines",
    "Animation",
    "Files",
    "Other",
)
"""The headings of a command's options, in this order."""

_WIDEST = 30  # columns of what is explained; longer terms get a line of their own

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class Number(click.types.FloatParamType):
    """A number; without bounds, the library checks them."""

    name = "number"
    _type: type[int] | type[float] = float
    _what = "a number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | float:
        """The number.

        Raises:
            InvalidValueError: For anything else, in the words of the library.
        """
        number = self._number(value)
        if number is not None:
            return number
        least, most = self._least, self._most
        needed = self._what
        if least is not None:
            needed += f" from {least} to {most}" if most is not None else f" of {least} or more"
        pointed = str(value).replace(",", ".").replace("٫", ".")
        if pointed != value and self._number(pointed) is not None:
            needed += f"; write {pointed}"
        raise InvalidValueError(
            field=param.name if param else "number", value=value, requirement=needed
        )

    def _number(self, value: Any) -> int | float | None:
        least, most = self._least, self._most
        with suppress(ValueError):
            number = self._type(value)
            if isinstance(number, float) and abs(number) < 2**53 and number.is_integer():
                number = int(number)  # errors show 2 and not 2.0
            if (least is None or number >= least) and (most is None or number <= most):
                return number
        return None


class Integer(Number):
    """A whole number; without bounds, the library checks them."""

    name = "integer"
    _type = int
    _what = "a whole number"


def asks(*fields: Field) -> Callable[[CommandT], CommandT]:
    """A decorator for the options of fields, in this order."""

    def decorate(command: CommandT) -> CommandT:
        for field in reversed(fields):
            command = _option(field)(command)
        return command

    return decorate


_TYPES: dict[str, Callable[..., click.ParamType[Any]]] = {
    "number": Number,
    "whole": Integer,
    "path": lambda: click.Path(allow_dash=True),
    "file": lambda: click.Path(exists=True, dir_okay=False),
}


def _option(field: Field) -> Callable[[CommandT], CommandT]:
    settings: dict[str, Any] = {
        "metavar": field.metavar or None,
        "multiple": field.is_repeated,
        "required": field.is_required,
        "is_flag": field.kind == "flag" or None,
    }
    if field.choices:
        settings["type"] = click.Choice(tuple(field.choices), case_sensitive=False)
    elif field.kind in _TYPES:
        settings["type"] = _TYPES[field.kind](*field.bounds)
    if field.completes:
        settings["shell_complete"] = complete(field.completes)
    names = field.names or (f"--{field.name.replace('_', '-')}",)
    if field.preset is not None or "/" in names[0]:
        settings["default"] = field.preset
    without = field.preset if field.without is None else field.without
    shown = "" if without is None else f"  [default: {without}]"
    return click.option(
        *names, field.name, cls=Option, field=field, help=field.meaning + shown, **settings
    )


def complete(names: Completion) -> Callable[..., list[str]]:
    """The shell completion of a value that is one of some names; see ``Field.completes``."""
    if callable(names):
        return lambda ctx, _, begun: complete(names(ctx.params))(ctx, _, begun)

    def matching(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
        from pkgutil import resolve_name

        known: Iterable[str] = resolve_name(names) if isinstance(names, str) else names
        return [name for name in known if name.lower().startswith(begun.lower())]

    return matching


def examples(*commands: str) -> str:
    """The end of a command's help: what to type after ``labirinto``."""
    return "\n".join(("\b", "Examples:", *(f"  labirinto {command}" for command in commands)))


def write_sections(
    formatter: click.HelpFormatter, sections: Iterable[tuple[str, list[tuple[str, str]]]]
) -> None:
    """Writes headings with their terms and explanations, aligned across the sections."""
    kept = [(heading, rows) for heading, rows in sections if rows]
    widths = [len(term) for _, rows in kept for term, _ in rows]
    width = min(max(widths, default=0), _WIDEST)
    for heading, rows in kept:
        with formatter.section(heading):
            formatter.write_dl([(term.ljust(width), meaning) for term, meaning in rows])


class Parser(click.Command):
    """A command that says what is wrong with something that looks like an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments.

        Raises:
            InvalidValueError: For a negative size, which looks like an option.
            NoSuchOption: For an unknown option; it names the commands that have it.
        """
        given = [value.partition("=")[0] for value in args]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            for value in given:
                if value[:1] == "-" and value[1:2].isdigit():
                    parse_size(value)
                if value.lower() == error.option_name:
                    name = value  # Click has it in lower case, which may be another option
            from difflib import get_close_matches

            commands = _commands_with(error.option_name, ctx)
            if commands and not get_close_matches(name, error.possibilities or (), 1, 0.85):
                if ctx.parent and ctx.info_name not in ALGORITHMS and commands[0] in ALGORITHMS:
                    commands[0] += " and the other algorithms"
                ctx.fail(
                    f"No such option {name!r} here; these commands have it: {', '.join(commands)}."
                    if ctx.parent
                    else f"Give {name!r} after the command: labirinto {commands[0]} {name}"
                )
            raise click.NoSuchOption(
                error.option_name, f"No such option {name!r}.", error.possibilities, ctx
            ) from None


def _commands_with(option: str, ctx: click.Context) -> list[str]:
    """The commands that have an option; an algorithm that is not at fault stands for all."""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    commands = ((name, group.get_command(ctx, name)) for name in group.list_commands(ctx))
    names = [name for name, it in commands if it and any(option in p.opts for p in it.params)]
    algorithms = [name for name in names if name in ALGORITHMS]
    if ctx.info_name in ALGORITHMS and algorithms:
        return algorithms
    beside = [name for name in names if name not in ALGORITHMS]
    return algorithms[:1] * (len(algorithms) == len(ALGORITHMS)) + beside


class Command(Parser):
    """A command with its options in groups, each of which is given once."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments.

        Raises:
            InvalidValueError: For an option whose value is given twice, or without effect.
        """
        given = list(args)
        rest = super().parse_args(ctx, args)
        if ctx.resilient_parsing:  # a word is being completed
            return rest
        _, _, order = self.make_parser(ctx).parse_args(given)
        for parameter in order:
            if not isinstance(parameter, click.Option) or parameter.multiple:
                continue
            is_harmless = parameter.is_flag and not parameter.secondary_opts
            if order.count(parameter) > 1 and not is_harmless:
                name = " or ".join((parameter.opts[-1], *parameter.secondary_opts))
                raise InvalidValueError(f"{name} is given twice; give it once.")
        check_together(ctx)
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options under their headings."""
        groups: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record and isinstance(parameter, click.Option):
                group = parameter.field.group if isinstance(parameter, Option) else "Other"
                groups[group].append(record)
        write_sections(formatter, groups.items())

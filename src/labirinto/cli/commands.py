"""The commands, their overview, and hints for mistyped ones."""

from __future__ import annotations

import gc
import re
from importlib import import_module
from typing import Any

import click

from labirinto._internal.validation import plain_name
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.help import Parser, write_sections
from labirinto.errors import InvalidValueError, LabirintoError
from labirinto.parsing import parse_endless_size

_MODULES = {
    "picture": "picture_mazes",
    "batch": "batches",
    "dataset": "dataset",
    "book": "book",
    "portrait": "portraits",
    "solve": "reading",
    "info": "reading",
    "watch": "watch_command",
    "view": "view",
    "serve": "serve",
    "site": "site",
}
"""The modules of the commands other than algorithms, imported when they are used."""

_SECTIONS = {
    "Make a maze": tuple(ALGORITHMS),
    "Make a gift": ("picture", "portrait"),
    "Make many mazes": ("batch", "dataset", "book"),
    "Read a maze": ("solve", "info"),
    "Watch and play": ("watch", "view", "serve", "site"),
}


def _normalize(name: str) -> str:
    """A name of a command, an option or a choice as it is listed, and in British spelling."""
    return re.sub(r"\bcolor\b", "colour", plain_name(name))


class _Group(Parser, click.Group):
    """The commands, each of which is created when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in _SECTIONS.values() for name in names]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.commands:
            if name in ALGORITHMS:
                from labirinto.cli.generators import generator

                self.add_command(generator(ALGORITHMS[name]))
            elif name in _MODULES:
                module = import_module(f"labirinto.cli.{_MODULES[name]}")
                self.add_command(getattr(module, name))
        return super().get_command(ctx, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections = []
        for heading, names in _SECTIONS.items():
            commands = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, it.get_short_help_str()) for name, it in commands if it]
            sections.append((heading, rows))
        write_sections(formatter, sections)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, _normalize(args[0])) is None:
            ctx.fail(_hint(args, self.list_commands(ctx)))
        resolved = super().resolve_command(ctx, args)
        if not gc.isenabled():
            # What has been imported stays to the end: no collection has to look at it.
            gc.freeze()
            gc.enable()
        return resolved

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except InvalidValueError as error:
            # The library names its arguments; people typed options.
            field = error.field and error.field.replace("-", "_")
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            for parameter in command.params if command else ():
                if parameter.name == field:
                    is_option = isinstance(parameter, click.Option)
                    name = parameter.opts[-1] if is_option else parameter.human_readable_name
                    raise InvalidValueError(error.message_for(name)) from None
            raise


def _hint(args: list[str], names: list[str]) -> str:
    """Return advice on what to type instead of an unknown command."""
    from difflib import get_close_matches

    from labirinto.cli.output import quoted

    try:
        parse_endless_size(args[0])
    except LabirintoError as error:
        if args[0][:1].isdigit():
            return str(error)
        close = get_close_matches(_normalize(args[0]), names, 1)
        advice = f"Did you mean {close[0]}?" if close else "labirinto --help lists them all."
        return f"There is no command {args[0]!r}. {advice}"
    command = " ".join(map(quoted, ("labirinto", "wilson", *args)))
    return f"Name an algorithm before the size: {command}"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from labirinto import __version__

        click.echo(f"labirinto {__version__}")
        ctx.exit()


@click.group(
    cls=_Group,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": _normalize,
    },
    epilog="""\b
Examples:
  labirinto wilson
  labirinto wilson 19x10 --solution
  labirinto wilson 40x30 --seed 7 -o maze.svg -o maze.png
  labirinto eller 30x12 --join 0.7 --ends corners --style dark -o maze.svg
  labirinto picture "Anna ♥" -o anna.svg
  labirinto solve maze.svg -o solved.svg
  labirinto info maze.png
  labirinto batch wilson 20x20 --count 1000 --solutions -o mazes.npy
  labirinto book --count 20 -o book.pdf

`labirinto COMMAND --help` shows the options of a command.""",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def labirinto(ctx: click.Context) -> None:
    """Make, solve, draw and print perfect mazes of any size.

    In a perfect maze, exactly one path joins any two cells.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())

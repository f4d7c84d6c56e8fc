"""The commands.  Each parses, calls the library, and presents the result."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.effects import check_effects, given_options, refuse
from labirinto.cli.help import Command, Integer, Number, option, write_sections
from labirinto.cli.options import (
    DRAWING,
    LOOK,
    DrawingOptions,
    check_ends,
    drawing_options,
    ends_option,
    parameter_options,
    quiet_option,
    seed_option,
    style_of,
    style_option,
    take_look,
    take_parameters,
)
from labirinto.cli.output import check_targets, present, quoted
from labirinto.cli.streams import LARGE, stream_solution
from labirinto.errors import InvalidValueError, LabirintoError
from labirinto.parsing import parse_endless_size

_SECTIONS = {
    "Make a maze": tuple(ALGORITHMS),
    "Make many mazes": ("batch", "book"),
    "Read a maze": ("solve", "info"),
    "Watch and play": ("watch", "serve"),
}


def _normalize(name: str) -> str:
    """A name of a command, an option or a choice in lower case and British spelling."""
    name = name.lower()
    return name[: -len("color")] + "colour" if name.endswith("-color") else name


class _Group(click.Group):
    """The commands; those of algorithms, batches and books are created when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in _SECTIONS.values() for name in names]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in ALGORITHMS and name not in self.commands:
            from labirinto.cli.generators import generator

            self.add_command(generator(ALGORITHMS[name]))
        elif name == "batch":
            from labirinto.cli.batches import batch

            return batch
        elif name == "book":
            from labirinto.cli.book import book

            return book
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
        name = _normalize(args[0])
        if name[:1].isalnum() and self.get_command(ctx, name) is None:
            ctx.fail(_hint(args, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except InvalidValueError as error:
            # The library names its arguments; people typed options.
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            for parameter in command.params if command else ():
                if isinstance(parameter, click.Option) and parameter.name == error.field:
                    raise InvalidValueError(error.message_for(parameter.opts[-1])) from None
            raise


def _hint(args: list[str], names: list[str]) -> str:
    """What to type instead of something that is no command."""
    from difflib import get_close_matches

    try:
        parse_endless_size(args[0])
    except LabirintoError:
        close = get_close_matches(_normalize(args[0]), names, 1)
        advice = f"Did you mean {close[0]}?" if close else "labirinto --help lists them all."
        return f"There is no command {args[0]!r}. {advice}"
    meant = "eller" if args[0].lower().endswith(("inf", "∞")) else "wilson"
    command = " ".join(map(quoted, ("labirinto", meant, *args)))
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


_file_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)


@labirinto.command(cls=Command, short_help="Solve a maze from a file.")
@_file_argument
@ends_option("Start and end: ", "as in the file, else its openings, else border")
@option("Ends and solution", "--over", is_flag=True, help="Draw the solution over the picture.")
@drawing_options
@quiet_option()
@click.pass_context
def solve(
    ctx: click.Context, /, file: str, ends: str | None, over: bool, quiet: bool, **options: Any
) -> None:
    """Solve a maze from a file and draw its solution; - is standard input.

    The file is one that labirinto wrote, or any picture of a maze with straight walls of one
    colour on a square grid: PNG, GIF, BMP, JPEG, WebP, TIFF or PBM.  Pictures from other programs
    need an extra: pip install 'labirinto[images]'
    """
    from labirinto.cli.pictures import is_regular, read_to_solve, solve_over, tell_flaws

    ends = check_ends(ends, solution=True)
    chosen = {name: options.pop(name) for name in DRAWING}
    drawing = DrawingOptions(ends=ends or "none", solution=True, quiet=quiet, **chosen)
    look = take_look(options)
    if over:
        kept = [name for name in (*LOOK, "style", "ascii_only") if name != "solution"]
        refuse(given_options(ctx), kept, "a picture that --over keeps")
        style = style_of(drawing.style, **look)
        tell_flaws(solve_over(file, ends, drawing.targets, drawing.format, style))
        return
    check_targets(drawing.targets, drawing.format)
    # Which ends a file has is known when it is read, and whether they are marked.
    check_effects(ctx, replace(drawing, ends=ends or "corners"))
    if is_regular(file) and stream_solution(
        file, drawing, lambda: style_of(drawing.style, large=True, **look)
    ):
        return
    maze, chosen_ends = read_to_solve(file, ends)
    style = style_of(drawing.style, large=maze.width * maze.height >= LARGE, **look)
    present(maze, chosen_ends, drawing, style)
    tell_flaws(maze)


@labirinto.command(cls=Command, short_help="Show what a file contains.")
@_file_argument
def info(file: str) -> None:
    """Show what a file contains: size, recipe, passages, dead ends, solution; - is standard input.

    It checks whether the maze is perfect, and whether its recipe makes it.
    """
    from labirinto.cli.info import info_lines
    from labirinto.formats import read

    for line in info_lines(*read(sys.stdin.buffer if file == "-" else file)):
        click.echo(line)


@labirinto.command(cls=Command, short_help="Serve the web page.")
@option(
    "Other",
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen at; 0.0.0.0 is all addresses of this machine.",
)
@option(
    "Other",
    "--port",
    type=Integer(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen at; 0 takes a free one.",
)
@option(
    "Other",
    "--origin",
    default="",
    metavar="URL",
    help="Scheme and host that visitors see, such as https://example.org behind a proxy.",
    default_text="as in each request",
)
def serve(host: str, port: int, origin: str) -> None:
    """Serve the web page, on which people make, play, watch and download mazes.

    It needs an extra: pip install 'labirinto[web]'
    """
    from labirinto.cli.serve import serve_page

    serve_page(host, port, origin)


def _complete_film(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    from labirinto.animate import FILMS

    return [name for name in FILMS if name.startswith(begun.lower())]


@labirinto.command(cls=Command, short_help="Watch an algorithm at work.")
@click.argument("algorithm", shell_complete=_complete_film)
@click.argument("size", required=False, metavar="[WIDTHxHEIGHT]")
@seed_option("maze")
@parameter_options
@option(
    "Animation",
    "--speed",
    type=Number(),
    metavar="STEPS",
    help="Steps per second, up to 100000.",
    default_text="chosen to take about a minute",
)
@style_option("dark")
@option("Look", "--ascii", "ascii_only", is_flag=True, help="Draw in plain ASCII.")
def watch(algorithm: str, size: str | None, **options: Any) -> None:
    """Watch an algorithm at work in the terminal, step by step.

    ALGORITHM is wilson, eller, aldous-broder, kruskal, or wilson-walls, which is how wilson makes
    mazes of more than 65,536 cells.  Without a size, the maze fills the terminal.

    The space bar pauses; the left and right arrow keys go one step back and forward; + and - change
    the speed; q quits; ? shows all keys.

    It needs an extra: pip install 'labirinto[watch]'
    """
    from labirinto.cli.watch import watch_film

    watch_film(algorithm.lower(), size, take_parameters(options), **options)

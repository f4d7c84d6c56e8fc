"""The commands.  Each parses, calls the library, and presents what it gives."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.options import (
    DRAWING,
    DrawingOptions,
    SizedCommand,
    check_ends,
    drawing_options,
    ends_option,
    parameter_options,
    style_of,
    style_option,
    take_look,
    take_parameters,
)
from labirinto.cli.output import check_targets, present
from labirinto.cli.streams import LARGE, stream_solution
from labirinto.errors import InvalidValueError


class _Group(click.Group):
    """A command for every algorithm, for batches and for books: each made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        first = [*ALGORITHMS, "batch", "book"]
        return [*first, *(name for name in self.commands if name not in first)]

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name[:1].isalnum() and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            close = get_close_matches(name, self.list_commands(ctx), 1)
            ctx.fail(f"No such command {name!r}." + "".join(f" Did you mean {it}?" for it in close))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except InvalidValueError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            for parameter in command.params if command else ():
                if isinstance(parameter, click.Option) and parameter.name == error.field:
                    raise InvalidValueError(error.message_for(parameter.opts[-1])) from None
            raise


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from labirinto import __version__

        click.echo(f"labirinto {__version__}")
        ctx.exit()


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  labirinto wilson 19x10 --solution
  labirinto wilson 40x30 --seed 7 -o maze.svg -o maze.png
  labirinto eller 30x12 --join 0.7 --ends corners --style dark -o maze.svg
  labirinto solve maze.svg -o solved.svg
  labirinto info maze.png
  labirinto batch wilson 20x20 --count 1000 --solutions -o mazes.npy
  labirinto book --count 20 --smallest 10x10 --largest 40x50 -o book.pdf""",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
def labirinto() -> None:
    """Perfect mazes, honestly random, of any size.

    In a perfect maze exactly one path joins any two cells.  Wilson's algorithm makes each of them
    with the same probability.
    """


_file_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)


@labirinto.command(short_help="Draw the way through a maze from a file.")
@_file_argument
@ends_option("From where to where.  [default: as in the file, or at its openings, else border]")
@click.option("--over", is_flag=True, help="Draw the way over the picture that the file is.")
@drawing_options
@click.option("--quiet", is_flag=True, help="No progress bar.")
def solve(file: str, ends: str | None, over: bool, quiet: bool, **options: Any) -> None:
    """Draw the way through a maze from a file; - is standard input.

    The file is one that labirinto wrote, or any picture of a maze: PNG, GIF, BMP, JPEG, WebP, TIFF
    or PBM, with upright walls of one colour on an even grid.  A picture of another program needs
    the extra: pip install 'labirinto[images]'
    """
    from labirinto.cli.pictures import is_regular, read_to_solve, solve_over, tell_flaws

    ends = check_ends(ends, solution=True)
    chosen = {name: options.pop(name) for name in DRAWING}
    drawing = DrawingOptions(ends=ends or "none", solution=True, quiet=quiet, **chosen)
    look = take_look(options)
    if over:
        if any(value is not None for name, value in look.items() if name != "solution"):
            raise InvalidValueError(
                "A picture that is drawn over keeps its sizes and colours; of these options, only "
                "--solution-colour goes with --over."
            )
        style = style_of(drawing.style, **look)
        tell_flaws(solve_over(file, ends, drawing.targets, drawing.format, style))
        return
    check_targets(drawing.targets, drawing.format)
    if is_regular(file) and stream_solution(
        file, drawing, lambda: style_of(drawing.style, large=True, **look)
    ):
        return
    maze, chosen_ends = read_to_solve(file, ends)
    style = style_of(drawing.style, large=maze.width * maze.height >= LARGE, **look)
    present(maze, chosen_ends, drawing, style)
    tell_flaws(maze)


@labirinto.command(short_help="Tell what a file holds.")
@_file_argument
def info(file: str) -> None:
    """Tell what a file holds, or - for standard input: size, recipe, what the maze is made of."""
    from labirinto.cli.info import lines_about

    for line in lines_about(file):
        click.echo(line)


@labirinto.command(short_help="Serve the web page.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 for any."
)
@click.option(
    "--origin",
    default="",
    metavar="URL",
    help="Scheme and host under which visitors see the page, if a proxy hides them.",
)
def serve(host: str, port: int, origin: str) -> None:
    """Serve the web page, on which mazes are made, played, explained and taken along.

    It needs the extra: pip install 'labirinto[web]'
    """
    from labirinto.cli.serve import serve_page

    serve_page(host, port, origin)


def _complete_film(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    from labirinto.animate import FILMS

    return [name for name in FILMS if name.startswith(begun)]


@labirinto.command(cls=SizedCommand, short_help="Watch an algorithm at work.")
@click.argument("algorithm", shell_complete=_complete_film)
@click.argument("size", required=False, metavar="[WIDTHxHEIGHT]")
@click.option("--seed", help="A number or any text; the same seed makes the same maze.")
@parameter_options
@click.option(
    "--speed",
    type=float,
    metavar="STEPS",
    help="Steps a second, up to 100000.  [default: so many that it takes about a minute]",
)
@style_option("dark")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw in plain ASCII.")
def watch(algorithm: str, size: str | None, **options: Any) -> None:
    """Watch an algorithm at work in the terminal: the very run that makes the maze of its seed.

    ALGORITHM is the name of an algorithm, or wilson-walls, which is how wilson makes mazes of more
    than 65,536 cells.  Without a size, the maze is the largest that fits.

    The space bar pauses; the arrow keys left and right go a step back and forward; + and - change
    the speed; q quits; ? tells all keys.

    It needs the extra: pip install 'labirinto[watch]'
    """
    from labirinto.cli.watch import watch_film

    watch_film(algorithm, size, take_parameters(options), **options)

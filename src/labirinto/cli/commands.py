"""The commands.  Each parses, calls the library, and presents what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from labirinto.cli.animation import MOVING_FORMATS, animate, animation_options, take_animation
from labirinto.cli.output import ProgressBar, check_sizes, check_targets, write
from labirinto.cli.streams import (
    LARGE,
    DrawingOptions,
    StreamOptions,
    seed_of_unfinished,
    stream_solution,
    wants_stream,
    write_stream,
)
from labirinto.generate import ALGORITHMS, Algorithm, generate
from labirinto.inputs import ENDS_METAVAR, choose_ends, parse_endless_size, parse_size
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.render import ENDINGS, FORMATS
from labirinto.render.drawing import Drawing
from labirinto.render.style import COLOURS, MILLIMETRES, PRESETS, Style
from labirinto.solve import solve as find_path

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class _Group(click.Group):
    """A command for every algorithm, for batches and for books: each made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        first = [*ALGORITHMS, "batch", "book"]
        return [*first, *(name for name in self.commands if name not in first)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in ALGORITHMS and name not in self.commands:
            self.add_command(_generator(ALGORITHMS[name]))
        elif name == "batch":
            from labirinto.cli.batches import batch

            return batch
        elif name == "book":
            from labirinto.cli.book import book

            return book
        return super().get_command(ctx, name)


class _Command(click.Command):
    """A command that knows a negative size from an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption:
            for value in given:
                if value[:1] == "-" and value[1:2].isdigit():
                    parse_size(value)
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
  labirinto book --count 20 --from 10x10 --to 40x50 -o book.pdf""",
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


def _drawing_options(command: CommandT, formats: Iterable[str] = FORMATS) -> CommandT:
    options = [
        click.option(
            "-o",
            "--output",
            "targets",
            multiple=True,
            metavar="FILE",
            type=click.Path(allow_dash=True),
            help=f"Write to a file; its ending tells the format ({ENDINGS}). "
            "- is standard output. Can be given several times.",
        ),
        click.option(
            "-f",
            "--format",
            type=click.Choice(tuple(formats)),
            help="The format, where the ending does not tell it.",
        ),
        click.option("--ascii", "ascii_only", is_flag=True, help="Text in plain ASCII."),
        click.option("--style", default="light", help=f"{', '.join(PRESETS)}.  [default: light]"),
        *(
            click.option(f"--{name}", type=int, metavar="PIXELS", help=meaning)
            for name, meaning in (
                ("cell", "From one wall to the next.  [default: 16; 2 beyond 4 million cells]"),
                ("wall", "Thickness of the walls.  [default: 2; 1]"),
                ("margin", "Empty space around the maze.  [default: 16; 0]"),
            )
        ),
        *(
            click.option(f"--{name}", type=float, metavar="MM", help=meaning)
            for name, meaning in (
                ("cell-mm", "Width of a cell that is plotted, cut or printed.  [default: 5]"),
                ("wall-height", "Height of walls that are printed.  [default: 5]"),
                ("plate", "Thickness of the plate that they stand on.  [default: 1]"),
            )
        ),
        *(
            click.option(f"--{name}-colour", metavar="COLOUR", help=f"Colour of the {name}.")
            for name in COLOURS
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _threads_option(meaning: str) -> Callable[[CommandT], CommandT]:
    return click.option(
        "--threads",
        type=click.IntRange(1, 1024),
        metavar="N",
        help=f"{meaning}  [default: all processors]",
    )


def _stream_options(command: CommandT) -> CommandT:
    options = [
        click.option("--resume", is_flag=True, help="Go on with an interrupted file."),
        click.option(
            "--checkpoint",
            type=click.FloatRange(min=0),
            default=10,
            metavar="SECONDS",
            help="Time between checkpoints of a large file.  [default: 10]",
        ),
        _threads_option("How many threads pack a PNG picture."),
        click.option(
            "--packer",
            default="zlib",
            metavar="LIBRARY",
            help="What packs a PNG picture: zlib or zlib-ng.  [default: zlib]",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


_DRAWING = ("targets", "format", "ascii_only", "style")


def _look(options: dict[str, Any]) -> dict[str, Any]:
    """Takes the options that a style has out of all."""
    names = ["cell", "wall", "margin", *MILLIMETRES, *(f"{name}_colour" for name in COLOURS)]
    return {name.removesuffix("_colour"): options.pop(name) for name in names}


def _style(preset: str, *, large: bool = False, **changes: Any) -> Style:
    given = {name: value for name, value in changes.items() if value is not None}
    sizes = {"cell": 2, "wall": 1, "margin": 0} if large else {}
    return Style.preset(preset, **sizes | given)


def _present(maze: Maze, ends: Ends | None, drawing: DrawingOptions, style: Style) -> None:
    if drawing.solution and ends is None:
        ends = choose_ends(maze, "border")
    path = find_path(maze, *ends) if drawing.solution and ends else None
    picture = Drawing(maze, path, ends, style)
    write(picture, drawing.targets, drawing.format, drawing.ascii_only)


def _generator(algorithm: Algorithm) -> click.Command:
    names = [parameter.name for parameter in algorithm.parameters]

    def command(size: str, seed: str | None, **options: Any) -> None:
        drawing = DrawingOptions(
            **{name: options.pop(name) for name in ("ends", "solution", "quiet", *_DRAWING)}
        )
        parameters = {name: options.pop(name) for name in names}
        width, height = parse_endless_size(size) if algorithm.endless else parse_size(size)
        is_large = height is None or width * height >= LARGE
        style = _style(drawing.style, large=is_large, **_look(options))
        timing = take_animation(options, drawing)
        if timing is not None:
            animate(algorithm, (width, height), seed, parameters, drawing, style, timing)
            return
        check_targets(drawing.targets, drawing.format)
        if algorithm.endless:
            stream = StreamOptions(**options)
            if stream.resume or wants_stream(width, height, drawing):
                if stream.resume and seed is None and drawing.targets:
                    seed = str(seed_of_unfinished(drawing.targets[0]))
                from labirinto.rows import eller_rows

                rows = eller_rows(width, height, seed=seed, **parameters)
                write_stream(rows, drawing, style, stream)
                return
        assert height is not None
        check_sizes(drawing.targets, drawing.format, width, height)
        bar = ProgressBar(algorithm.title, quiet=drawing.quiet)
        threads = options.get("threads")
        try:
            maze = generate(
                algorithm.name,
                width,
                height,
                seed=seed,
                progress=bar,
                threads=threads,
                **parameters,
            )
        finally:
            bar.close()
        _present(maze, choose_ends(maze, drawing.ends), drawing, style)

    command.__doc__ = f"Make a maze by {algorithm.title}.\n\n{algorithm.summary}"
    decorated = animation_options(command)
    decorated = _drawing_options(decorated, dict.fromkeys((*FORMATS, *MOVING_FORMATS)))
    decorated = click.option("--quiet", is_flag=True, help="No progress bar.")(decorated)
    if algorithm.endless:
        decorated = _stream_options(decorated)
    if algorithm.threaded:
        decorated = _threads_option("How many threads make the maze.")(decorated)
    decorated = click.option(
        "--solution", is_flag=True, help="Draw the way between the ends (by default: border)."
    )(decorated)
    decorated = click.option(
        "--ends",
        default="none",
        metavar=ENDS_METAVAR,
        help="Mark a start and an end: corners; border, the pair on the border that is farthest "
        "apart, with openings; farthest, the longest way of all; random; or two cells.  "
        "[default: none]",
    )(decorated)
    for parameter in reversed(algorithm.parameters):
        decorated = click.option(
            f"--{parameter.name}",
            type=float,
            default=parameter.default,
            metavar="PROBABILITY",
            help=f"{parameter.meaning.capitalize()}.  [default: {parameter.default}]",
        )(decorated)
    decorated = click.option(
        "--seed", help="A number or any text; the same seed makes the same maze."
    )(decorated)
    metavar = "WIDTHxHEIGHT|WIDTHxinf" if algorithm.endless else "WIDTHxHEIGHT"
    decorated = click.argument("size", metavar=metavar)(decorated)
    return click.command(algorithm.name, cls=_Command, short_help=algorithm.summary)(decorated)


@labirinto.command(short_help="Draw the way through a maze from a file.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--ends",
    metavar=ENDS_METAVAR,
    help="From where to where.  [default: as in the file, or at its openings, else border]",
)
@click.option("--over", is_flag=True, help="Draw the way over the picture that the file is.")
@_drawing_options
@click.option("--quiet", is_flag=True, help="No progress bar.")
def solve(file: str, ends: str | None, over: bool, quiet: bool, **options: Any) -> None:
    """Draw the way through a maze from a file.

    The file is one that labirinto wrote, or any picture of a maze: PNG, GIF, BMP, JPEG, WebP, TIFF
    or PBM, with upright walls of one colour on an even grid.  A picture of another program needs
    the extra: pip install 'labirinto[images]'
    """
    from labirinto.cli.pictures import read_to_solve, solve_over, tell_flaws

    chosen = {name: options.pop(name) for name in _DRAWING}
    drawing = DrawingOptions(ends=ends or "none", solution=True, quiet=quiet, **chosen)
    look = _look(options)
    if over:
        style = _style(drawing.style, **look)
        tell_flaws(solve_over(file, ends, drawing.targets, drawing.format, style))
        return
    check_targets(drawing.targets, drawing.format)
    if stream_solution(file, drawing, lambda: _style(drawing.style, large=True, **look)):
        return
    maze, chosen_ends = read_to_solve(file, ends)
    style = _style(drawing.style, large=maze.width * maze.height >= LARGE, **look)
    _present(maze, chosen_ends, drawing, style)
    tell_flaws(maze)


@labirinto.command(short_help="Tell what a file holds.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def info(file: str) -> None:
    """Tell what a file holds: size, recipe, and what the maze is made of."""
    from labirinto.cli.info import info_lines
    from labirinto.formats import read

    for line in info_lines(*read(file)):
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


@labirinto.command(cls=_Command, short_help="Watch an algorithm at work.")
@click.argument("algorithm", shell_complete=_complete_film)
@click.argument("size", required=False, metavar="[WIDTHxHEIGHT]")
@click.option("--seed", help="A number or any text; the same seed makes the same maze.")
@click.option("--join", type=float, metavar="PROBABILITY", help="As of eller.")
@click.option("--drop", type=float, metavar="PROBABILITY", help="As of eller.")
@click.option(
    "--speed",
    type=float,
    metavar="STEPS",
    help="Steps a second, up to 100000.  [default: so many that it takes about a minute]",
)
@click.option("--style", default="dark", help=f"{', '.join(PRESETS)}.  [default: dark]")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw in plain ASCII.")
def watch(
    algorithm: str, size: str | None, join: float | None, drop: float | None, **options: Any
) -> None:
    """Watch an algorithm at work in the terminal: the very run that makes the maze of its seed.

    ALGORITHM is wilson, eller, aldous-broder, kruskal, or wilson-walls, which is how wilson makes
    mazes of more than 65,536 cells.  Without a size, the maze is the largest that fits.

    The space bar pauses; the arrow keys left and right go a step back and forward; + and - change
    the speed; q quits; ? tells all keys.

    It needs the extra: pip install 'labirinto[watch]'
    """
    from labirinto.cli.watch import watch_film

    given = {"join": join, "drop": drop}
    parameters = {name: value for name, value in given.items() if value is not None}
    watch_film(algorithm, size, parameters, **options)

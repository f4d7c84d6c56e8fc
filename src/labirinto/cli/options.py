"""What several commands can be told: options, and what their values are kept in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.drawing.style import COLOURS, MILLIMETRES, PRESETS, Style
from labirinto.errors import InvalidValueError
from labirinto.formats import EXTENSIONS, FORMATS, format_of
from labirinto.parsing import parse_size
from labirinto.solving import ENDS_KINDS

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

DRAWING = ("targets", "format", "ascii_only", "style")
"""Options of every command that draws, by the names that ``DrawingOptions`` has for them."""


class SizedCommand(click.Command):
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


@dataclass(frozen=True)
class DrawingOptions:
    """What all commands that draw are told."""

    ends: str
    solution: bool
    targets: tuple[str, ...]
    format: str | None
    ascii_only: bool
    style: str
    quiet: bool = False

    @property
    def target(self) -> str:
        """The only target; standard output if there is none."""
        return self.targets[0] if self.targets else "-"

    @property
    def only_format(self) -> str:
        """The format of the only target."""
        chosen = self.format or ("txt" if self.target == "-" else format_of(self.target))
        return "ascii" if chosen == "txt" and self.ascii_only else chosen

    @property
    def shows_command(self) -> bool:
        """Whether the command that makes the maze again is seen on standard output."""
        is_shown = "-" in self.targets or not self.targets
        return is_shown and self.format in (None, "txt", "ascii")


@dataclass(frozen=True)
class StreamOptions:
    """What a command that streams is told besides."""

    resume: bool = False
    checkpoint: float | None = None
    threads: int | None = None

    @property
    def wants_stream(self) -> bool:
        """Whether there is something that only a stream of rows can do."""
        return self.resume or self.checkpoint is not None


def drawing_options(command: CommandT, formats: Iterable[str] = FORMATS) -> CommandT:
    """The options of a command that draws, in one of the formats."""
    options = [
        click.option(
            "-o",
            "--output",
            "targets",
            multiple=True,
            metavar="FILE",
            type=click.Path(allow_dash=True),
            help=f"Write to a file; its extension selects the format ({EXTENSIONS}). "
            "- is standard output. Can be given several times.",
        ),
        click.option(
            "-f",
            "--format",
            type=click.Choice(tuple(formats), case_sensitive=False),
            help="The format, where the ending does not tell it.",
        ),
        click.option("--ascii", "ascii_only", is_flag=True, help="Text in plain ASCII."),
        style_option("light"),
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
                (
                    "cell-mm",
                    (
                        "Width of a cell that is plotted, cut or printed; --wall keeps its share "
                        "of --cell.  [default: 5]"
                    ),
                ),
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


def style_option(default: str) -> Callable[[CommandT], CommandT]:
    """The style whose values the other options change."""
    kinds = click.Choice(tuple(PRESETS), case_sensitive=False)
    meaning = f"Colours, and sizes where no other option tells them.  [default: {default}]"
    return click.option("--style", type=kinds, default=default, help=meaning)


def ends_option(meaning: str, *besides: str) -> Callable[[CommandT], CommandT]:
    """Where to start and where to end, with what can be said besides."""
    kinds = (*besides, *ENDS_KINDS)

    def complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
        return [kind for kind in kinds if kind.startswith(begun.lower())]

    return click.option(
        "--ends", metavar="|".join((*kinds, "X,Y-X,Y")), shell_complete=complete, help=meaning
    )


def check_ends(ends: str | None, solution: bool) -> str | None:
    """The ends as they are typed, in small letters; None if nothing is.

    Raises:
        InvalidValueError: if there are to be none, and a way between them.
    """
    ends = ends and ends.lower()
    if solution and ends == "none":
        raise InvalidValueError("A solution needs two ends; leave out --ends none.")
    return ends


def parameter_options(command: CommandT) -> CommandT:
    """The parameters of all algorithms, for a command that is told the algorithm."""
    for algorithm in reversed(ALGORITHMS.values()):
        for parameter in reversed(algorithm.parameters):
            command = click.option(
                f"--{parameter.name}",
                type=float,
                metavar="PROBABILITY",
                help=f"{parameter.meaning.capitalize()} ({algorithm.name}).  "
                f"[default: {parameter.default}]",
            )(command)
    return command


def take_parameters(options: dict[str, Any]) -> dict[str, float]:
    """Takes the parameters that are given out of all options."""
    names = [known.name for algorithm in ALGORITHMS.values() for known in algorithm.parameters]
    given = {name: options.pop(name) for name in names}
    return {name: value for name, value in given.items() if value is not None}


def threads_option(meaning: str) -> Callable[[CommandT], CommandT]:
    """How many threads do what is meant."""
    return click.option(
        "--threads",
        type=click.IntRange(1, 1024),
        metavar="N",
        help=f"{meaning}  [default: all processors]",
    )


def stream_options(command: CommandT) -> CommandT:
    """The options of a command that writes rows as they are made."""
    options = [
        click.option("--resume", is_flag=True, help="Go on with an interrupted file."),
        click.option(
            "--checkpoint",
            type=click.FloatRange(min=0),
            metavar="SECONDS",
            help="Time between checkpoints of a large file.  [default: 10]",
        ),
        threads_option("How many threads pack a PNG picture."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def take_look(options: dict[str, Any]) -> dict[str, Any]:
    """Takes the options that a style has out of all."""
    names = ["cell", "wall", "margin", *MILLIMETRES, *(f"{name}_colour" for name in COLOURS)]
    return {name.removesuffix("_colour"): options.pop(name) for name in names}


def style_of(preset: str, *, large: bool = False, **changes: Any) -> Style:
    """A preset with what is changed; ``large`` mazes have small cells and no margin by default."""
    given = {name: value for name, value in changes.items() if value is not None}
    sizes = {"cell": 2, "wall": 1, "margin": 0} if large else {}
    return Style.preset(preset, **sizes | given)

"""What several commands can be told: options, and what their values are kept in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from labirinto.inputs import parse_size
from labirinto.render import ENDINGS, FORMATS, format_of
from labirinto.render.style import COLOURS, MILLIMETRES, PRESETS, Style

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


@dataclass(frozen=True)
class StreamOptions:
    """What a command that streams is told besides."""

    resume: bool = False
    checkpoint: float = 10
    threads: int | None = None
    packer: str = "zlib"


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
            default=10,
            metavar="SECONDS",
            help="Time between checkpoints of a large file.  [default: 10]",
        ),
        threads_option("How many threads pack a PNG picture."),
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


def take_look(options: dict[str, Any]) -> dict[str, Any]:
    """Takes the options that a style has out of all."""
    names = ["cell", "wall", "margin", *MILLIMETRES, *(f"{name}_colour" for name in COLOURS)]
    return {name.removesuffix("_colour"): options.pop(name) for name in names}


def style_of(preset: str, *, large: bool = False, **changes: Any) -> Style:
    """A preset with what is changed; ``large`` mazes have small cells and no margin by default."""
    given = {name: value for name, value in changes.items() if value is not None}
    sizes = {"cell": 2, "wall": 1, "margin": 0} if large else {}
    return Style.preset(preset, **sizes | given)

"""Options that several commands share, and the values they become."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import click

from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.algorithms.record import Algorithm, Parameter
from labirinto.cli.help import CommandT, Integer, Number, complete, option, with_options
from labirinto.drawing.colour_maps import COLOUR_MAPS
from labirinto.drawing.style import COLOURING, COLOURINGS, COLOURS, MILLIMETRES, PRESETS, Style
from labirinto.errors import InvalidValueError
from labirinto.formats.table import EXTENSIONS, FORMATS, NAMES, format_of
from labirinto.parsing import parse_cell, parse_ends
from labirinto.solving import ENDS_KINDS

LOOK = ("cell", "wall", "margin", *MILLIMETRES, *COLOURS, *COLOURING)
"""Options that change a field of ``Style``, by the field's name."""


Decorator = Callable[[Any], Any]
"""What adds an option to a command."""


class DrawingOptions(NamedTuple):
    """What to draw and where to, in all commands that draw."""

    ends: str
    solution: bool
    targets: tuple[str, ...]
    format: str | None
    ascii_only: bool
    style: str
    quiet: bool

    @property
    def to_terminal(self) -> bool:
        """Whether the maze is shown in letters, in a terminal or a pipe."""
        return not self.targets and not self.format

    @property
    def target(self) -> str:
        """The only target; standard output if there is none."""
        return self.targets[0] if self.targets else "-"

    @property
    def formats(self) -> list[str]:
        """The format of each target."""
        chosen = [
            self.format or ("txt" if target == "-" else format_of(target))
            for target in self.targets or ("-",)
        ]
        return ["ascii" if it == "txt" and self.ascii_only else it for it in chosen]

    @property
    def only_format(self) -> str:
        """The format of the only target."""
        return self.formats[0]

    @property
    def shows_command(self) -> bool:
        """Whether standard output shows the command that makes the maze again."""
        is_shown = "-" in self.targets or not self.targets
        return is_shown and self.format in (None, "txt", "ascii")


class StreamOptions(NamedTuple):
    """How rows are streamed."""

    resume: bool = False
    checkpoint: float | None = None
    threads: int | None = None

    @property
    def wants_stream(self) -> bool:
        """Whether an option is given that only a stream of rows can fulfil."""
        return self.resume or self.checkpoint is not None


def seed_option(thing: str) -> Callable[[CommandT], CommandT]:
    """The seed of a maze, or of another thing."""
    meaning = f"A number or any text; the same seed makes the same {thing}."
    return option("Maze", "--seed", help=meaning, default_text="a new one")


def quiet_option(command: CommandT) -> CommandT:
    """Silence."""
    return option(
        "Other",
        "--quiet",
        is_flag=True,
        help="Print only errors, warnings, and what is written to standard output.",
    )(command)


def drawing_options(command: CommandT, formats: Iterable[str] = NAMES) -> CommandT:
    """The options of a command that draws, in one of the formats."""
    large, paper = "from 4 million cells", "Paper and machines"
    sizes = (
        ("Look", "cell", "Width of a cell with one wall.", f"16; 2 {large}"),
        ("Look", "wall", "Thickness of the walls.", f"2; 1 {large}"),
        ("Look", "margin", "Empty space around the maze.", f"16; 0 {large} or in print"),
        _CELL_MM,
        (paper, "wall-height", "Height of a solid's walls.", 5),
        (paper, "plate", "Thickness of the plate under a solid's walls.", 1),
    )
    return with_options(
        command,
        style_option("light"),
        *size_options(sizes),
        *colour_options(),
        *_colouring_options(),
        option("Look", "--ascii", "ascii_only", is_flag=True, help="Draw text in plain ASCII."),
        *_file_options(EXTENSIONS, formats),
    )


def portrait_options(command: CommandT) -> CommandT:
    """The same for portraits, which only some formats hold."""
    formats = [name for name, known in NAMES.items() if FORMATS[known].holds_portraits]
    sizes = (
        ("Look", "cell", "Width of a cell with one wall.", 16),
        ("Look", "wall", "Thickness of the thickest walls.", "11 of 16"),
        ("Look", "margin", "Empty space around the maze.", "16; 0 in print"),
        _CELL_MM,
    )
    return with_options(
        command,
        style_option("light"),
        *size_options(sizes),
        *colour_options(),
        *_file_options(", ".join(f".{name}" for name in formats), formats, has_letters=False),
    )


_CELL_MM = (
    "Paper and machines",
    "cell-mm",
    "Width of a printed or cut cell; walls and margin scale with it.",
    5,
)


def size_options(sizes: Iterable[tuple[str, str, str, object]]) -> Iterator[Decorator]:
    """Sizes, by the heading, name, meaning and default of each."""
    for group, name, meaning, default in sizes:
        yield option(
            group,
            f"--{name}",
            type=Integer() if group == "Look" else Number(),
            metavar="PIXELS" if group == "Look" else "MM",
            help=meaning,
            default_text=default,
        )


def colour_options() -> Iterator[Decorator]:
    """The options for the colours of a drawing."""
    for name in COLOURS:
        yield option(
            "Look",
            f"--{name}-colour",
            name,
            metavar="COLOUR",
            help=f"Colour of the {name}, such as #1d2733 or teal.",
            default_text="from --style",
        )


def _colouring_options() -> tuple[Decorator, ...]:
    return (
        option(
            "Look",
            "--colour",
            type=click.Choice(COLOURINGS, case_sensitive=False),
            help="Colour every cell by its distance from the start, or from the top left cell; the "
            "solution and the ends then have the colour of the walls.",
            default_text="none",
        ),
        option(
            "Look",
            "--colour-map",
            type=click.Choice(COLOUR_MAPS, case_sensitive=False),
            help="Colours of --colour, from the nearest to the farthest cell: the part of the map "
            "on which walls can be seen.",
            default_text=COLOUR_MAPS[0],
        ),
        option(
            "Look",
            "--colour-from",
            metavar="CELL",
            help="Cell from which --colour counts, such as 3,4.",
            default_text="the start, or the top left cell",
        ),
    )


def _file_options(
    extensions: str, formats: Iterable[str], *, has_letters: bool = True
) -> tuple[Decorator, ...]:
    return (
        option(
            "Files",
            "-o",
            "--output",
            "targets",
            multiple=True,
            metavar="FILE",
            type=click.Path(allow_dash=True),
            help=f"Write to a file; the extension selects the format: {extensions}.  - is standard "
            "output.  Can be repeated.",
            default_text="show in the terminal" if has_letters else "none",
        ),
        option(
            "Files",
            "-f",
            "--format",
            type=click.Choice(tuple(formats), case_sensitive=False),
            callback=lambda ctx, param, name: NAMES.get(name, name),
            metavar="FORMAT",
            help="Format, such as svg.",
            default_text="selected by the extension" + "; txt on standard output" * has_letters,
        ),
    )


def style_option(default: str) -> Callable[[CommandT], CommandT]:
    """The preset that other options change."""
    return option(
        "Look",
        "--style",
        type=click.Choice(tuple(PRESETS), case_sensitive=False),
        default=default,
        show_default=True,
        help="Preset colours and sizes, which the other options change.",
    )


def ends_option(meaning: str, default_text: str, *besides: str) -> Callable[[CommandT], CommandT]:
    """The kinds of ends and two cells, with other words besides."""
    return option(
        "Ends and solution",
        "--ends",
        metavar="ENDS",
        shell_complete=complete((*besides, *ENDS_KINDS)),
        help=f"{meaning}corners; border, the two border cells that are farthest apart, with "
        "openings; farthest, the ends of the longest path; random; opposite, far apart on opposite "
        "sides, with openings; or two cells such as 0,0-39,29.",
        default_text=default_text,
    )


solution_option: Decorator = option(
    "Ends and solution",
    "--solution",
    "solved",
    is_flag=True,
    help="Draw the path from start to end.",
)
"""The solution of a maze that is drawn."""


def check_ends(ends: str | None, solution: bool) -> str | None:
    """The ends as typed, in lower case; None if not given.

    Raises:
        InvalidValueError: If they are not ends, or are none where a solution is wanted.
    """
    if ends is None:
        return None
    ends = ends.lower()
    if solution and ends == "none":
        raise InvalidValueError("A solution needs two ends; leave out --ends none.")
    parse_ends(ends, ENDS_KINDS if solution else ("none", *ENDS_KINDS))
    return ends


def parameters_of(*algorithms: Algorithm, selecting: bool = True) -> Callable[[CommandT], CommandT]:
    """The parameters of algorithms; if they are several, the help names them.

    Args:
        algorithms: Any.
        selecting: Whether those that select a method are among them.
    """

    meanings: dict[str, dict[str, list[str]]] = {}
    parameters: dict[str, Parameter] = {}
    for algorithm in algorithms:
        for parameter in algorithm.parameters if selecting else algorithm.textures:
            owners = meanings.setdefault(parameter.name, {}).setdefault(parameter.meaning, [])
            owners.append(algorithm.name)
            parameters[parameter.name] = parameter

    def help_of(name: str) -> str:
        texts = (
            f"{meaning} ({', '.join(owners)})" if len(algorithms) > 1 else meaning
            for meaning, owners in meanings[name].items()
        )
        return "; ".join(texts).capitalize() + "."

    def decorate(command: CommandT) -> CommandT:
        return with_options(
            command,
            *(
                option(
                    "Maze",
                    f"--{name}",
                    type=click.Choice(parameter.choices) if parameter.choices else Number(),
                    metavar="|".join(parameter.choices) or "PROBABILITY",
                    help=help_of(name),
                    default_text=parameter.default,
                )
                for name, parameter in parameters.items()
            ),
        )

    return decorate


parameter_options: Callable[[CommandT], CommandT] = parameters_of(*ALGORITHMS.values())
"""The parameters of all algorithms, for a command that has the algorithm as an argument."""

texture_options: Callable[[CommandT], CommandT] = parameters_of(
    *ALGORITHMS.values(), selecting=False
)
"""Those that change the mazes of all seeds alike, for a command with an ``--order`` of its own."""


def take_parameters(options: dict[str, Any], *, selecting: bool = True) -> dict[str, Value]:
    """Removes the parameters of all algorithms from the options, and returns those given."""
    names = {
        known.name
        for algorithm in ALGORITHMS.values()
        for known in (algorithm.parameters if selecting else algorithm.textures)
    }
    given = {name: options.pop(name, None) for name in names}
    return {name: value for name, value in given.items() if value is not None}


def threads_option(meaning: str, group: str = "Maze") -> Callable[[CommandT], CommandT]:
    """How many threads share some work."""
    return option(
        group,
        "--threads",
        type=Integer(1, 1024),
        metavar="N",
        help=meaning,
        default_text="one per processor",
    )


def stream_options(command: CommandT) -> CommandT:
    """The options of a command that writes rows as they are made."""
    return with_options(
        command,
        option("Files", "--resume", is_flag=True, help="Continue an interrupted file."),
        option(
            "Files",
            "--checkpoint",
            type=Number(0),
            metavar="SECONDS",
            help="Time between checkpoints, from which a large file can be resumed.",
            default_text=10,
        ),
    )


def take_drawing(options: dict[str, Any], ends: str | None, solution: bool) -> DrawingOptions:
    """Removes the options of every command that draws."""
    taken = {name: options.pop(name) for name in ("targets", "format", "style", "quiet")}
    ascii_only = options.pop("ascii_only", False)  # portraits are not drawn in letters
    return DrawingOptions(ends or "none", solution, ascii_only=ascii_only, **taken)


def take_look(options: dict[str, Any]) -> dict[str, Any]:
    """Removes the options that change a style."""
    return {name: options.pop(name, None) for name in LOOK}


def style_of(preset: str, sizes: dict[str, Any] | None = None, **changes: Any) -> Style:
    """A preset with changes; the sizes are those that it has otherwise."""
    given = {name: value for name, value in changes.items() if value is not None}
    for name in COLOURING:
        if name in given and "colour" not in given:
            option_name = name.replace("_", "-")
            raise InvalidValueError(
                f"--{option_name} is for coloured cells; add --colour distance."
            )
    if "colour_from" in given:
        given["colour_from"] = parse_cell(given["colour_from"])
    if "colour" in given:
        # Of all colours that of the walls can be seen on every floor.
        walls = given.get("walls", PRESETS[preset].walls)
        given = dict.fromkeys(("solution", "start", "end"), walls) | given
    style = Style.preset(preset, **(sizes or {}) | given)
    if style.walls == style.floor:
        raise InvalidValueError(
            f"Walls and floor are both {style.walls}; choose two different colours."
        )
    return style

"""Options that several commands share, and the values they become."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from labirinto._internal.validation import Value, real_number
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking import looks
from labirinto.asking.parameters import parameter_fields
from labirinto.asking.record import Field
from labirinto.drawing.style import MIN_MM, PRESETS, Style
from labirinto.errors import InvalidValueError
from labirinto.formats.table import EXTENSIONS, FORMATS, NAMES, format_of
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.parsing import parse_cell, parse_ends
from labirinto.solving import ENDS_KINDS

LOOK = tuple(field.name for field in looks.LOOK)
"""Options that change a style, by their fields' names."""


class DrawingOptions(NamedTuple):
    """The options of all commands that draw: what to draw, and where to."""

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


OUTPUT = Field(
    "targets",
    "Files",
    "Write to a file.",
    "FILE",
    kind="path",
    is_repeated=True,
    is_required=True,
    names=("-o", "--output"),
)

QUIET = Field(
    "quiet",
    "Other",
    "Print only errors, warnings, and what is written to standard output.",
    kind="flag",
)


def drawing_fields(formats: Collection[str] = tuple(NAMES)) -> tuple[Field, ...]:
    """The fields of a command that draws, in one of the formats."""
    look = (looks.style_field("light"), *looks.LOOK, looks.ASCII)
    return (
        *look,
        *_file_fields(EXTENSIONS, formats, "show in the terminal", "; txt on standard output"),
    )


def portrait_fields() -> tuple[Field, ...]:
    """The fields of portraits, which only some formats hold."""
    formats = [name for name, known in NAMES.items() if FORMATS[known].holds_portraits]
    return (
        looks.style_field("light"),
        looks.CELL._replace(without=16),
        looks.WALL._replace(meaning="Thickness of the thickest walls.", without="11 of 16"),
        looks.MARGIN._replace(without="16; 0 in print"),
        looks.CELL_MM,
        *looks.COLOUR_FIELDS,
        *_file_fields(", ".join(f".{name}" for name in formats), formats, "none", ""),
    )


def _file_fields(
    extensions: str, formats: Collection[str], without: str, else_format: str
) -> tuple[Field, ...]:
    meaning = (
        f"Write to a file; the extension selects the format: {extensions}.  - is standard output."
    )
    return (
        OUTPUT._replace(meaning=f"{meaning}  Can be repeated.", without=without, is_required=False),
        Field(
            "format",
            "Files",
            "Format, such as svg.",
            "FORMAT",
            f"selected by the extension{else_format}",
            choices=formats,
            names=("-f", "--format"),
        ),
    )


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


PARAMETERS = parameter_fields(*ALGORITHMS.values())
"""The parameters of all algorithms, for a command that has the algorithm as an argument."""

TEXTURES = parameter_fields(*ALGORITHMS.values(), selecting=False)
"""Parameters for a command with an ``--order`` of its own: those that do not select the method."""


def take_parameters(
    options: dict[str, Any], fields: Iterable[Field] = PARAMETERS
) -> dict[str, Value]:
    """Removes the parameters of all algorithms from the options, and returns those given."""
    given = {field.name: options.pop(field.name, None) for field in fields}
    return {name: value for name, value in given.items() if value is not None}


def threads_field(meaning: str) -> Field:
    """How many threads share some work."""
    return Field("threads", "Maze", meaning, "N", "one per processor", "whole", bounds=(1, 1024))


PORT = Field(
    "port",
    "Other",
    "Port to listen on; 0 picks a free one.",
    "N",
    8000,
    "whole",
    bounds=(0, 65535),
    preset=8000,
)

SCHEDULER = Field(
    "scheduler",
    "Files",
    "Make a Zarr store with Dask: in threads, or on the cluster at an address.",
    "threads|ADDRESS",
    "no Dask",
)

RESUME = Field("resume", "Files", "Continue an interrupted file.", kind="flag")

STREAM = (
    RESUME,
    Field(
        "checkpoint",
        "Files",
        "Time between checkpoints, from which a large file can be resumed.",
        "SECONDS",
        10,
        "number",
        bounds=(0,),
    ),
)
"""The fields of a command that writes rows as they are made."""


def take_drawing(options: dict[str, Any], ends: str | None, solution: bool) -> DrawingOptions:
    """Removes the options of every command that draws."""
    taken = {name: options.pop(name) for name in ("targets", "format", "style", "quiet")}
    taken["format"] = NAMES.get(taken["format"], taken["format"])
    ascii_only = options.pop("ascii_only", False)  # portraits are not drawn in letters
    return DrawingOptions(ends or "none", solution, ascii_only=ascii_only, **taken)


_LONGEST_MM = 3000
"""The largest circumference: with margins of a cell, the longest page of a PDF."""


def _cell_mm(circumference: float, grid: Grid | int) -> float:
    if not (isinstance(grid, Linked) and grid.is_strip):
        raise InvalidValueError(
            f"A circumference, here {circumference:g} mm, is for a maze on one floor with "
            "--wrap x; add --wrap x, or leave out --circumference."
        )
    least = MIN_MM * grid.width
    return real_number("circumference", circumference, least, _LONGEST_MM) / grid.width


def take_look(options: dict[str, Any]) -> dict[str, Any]:
    """Removes the options that change a style."""
    return {name: options.pop(name, None) for name in LOOK}


def style_of(
    preset: str,
    sizes: dict[str, Any] | None = None,
    grid: Grid | int | None = None,
    **changes: Any,
) -> Style:
    """A preset with changes.

    Args:
        preset: Its name.
        sizes: Those that it has otherwise.
        grid: The grid, or the width of a maze without end, if it is known.
        changes: Fields of the style, and the circumference; None for no change.

    Raises:
        InvalidValueError: If a value is out of range, or the circumference is that of no cylinder.
    """
    given = {name: value for name, value in changes.items() if value is not None}
    around = given.pop("circumference", None)
    if grid is not None and around is not None:
        given["cell_mm"] = _cell_mm(around, grid)
    if "colour_from" in given:
        given["colour_from"] = parse_cell(given["colour_from"])
    if "colour" in given:
        # Of all colours that of the walls can be seen on every floor.
        walls = given.get("walls", PRESETS[preset].walls)
        given = dict.fromkeys(("solution", "start", "end"), walls) | given
    style = Style.preset(preset, **(sizes or {}) | given)
    if style.walls == style.floor:
        raise InvalidValueError(
            f"Walls and floor are both {style.walls}; choose different colours."
        )
    return style

"""``--animate``: an animation of how a maze is made."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from labirinto._internal.validation import Value
from labirinto.algorithms.record import Algorithm
from labirinto.asking.changes import CHANGES
from labirinto.asking.looks import ASCII, CIRCUMFERENCE
from labirinto.asking.paper import PAPER, POSTER
from labirinto.asking.record import Field
from labirinto.cli.options import STREAM, DrawingOptions
from labirinto.cli.output import ProgressBar, check_targets, ends_of_solution
from labirinto.drawing.style import COLOURING, MILLIMETRES, Style
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.solving import solve

MOVING_FORMATS = ("gif", "webp", "apng", "png", "svg")
"""``labirinto.animate.saving.FORMATS``, without loading it."""

_TIMING = ("duration", "fps", "hold", "once")

_EXTENSIONS = ", ".join(f".{name}" for name in MOVING_FORMATS)


def _timing(
    name: str,
    meaning: str,
    kind: str = "number",
    metavar: str = "SECONDS",
    names: tuple[str, ...] = (),
) -> Field:
    return Field(name, "Animation", meaning, metavar, kind=kind, names=names, needs=("animate",))


ANIMATION = (
    Field(
        "animate",
        "Animation",
        f"Write an animation of how the maze is made; the file can be {_EXTENSIONS}.",
        kind="flag",
        excludes=(
            *(it.name for it in (ASCII, *STREAM)),
            *COLOURING,
            *MILLIMETRES,
            CIRCUMFERENCE.name,
            "threads",
        ),
        conflicts=tuple(it.name for it in (*CHANGES, PAPER, POSTER)),
    ),
    _timing(
        "duration", "Time from the first step to the last.  [default: 10, or less for few steps]"
    ),
    _timing("fps", "Maximum number of frames per second.  [default: 25]", metavar="N"),
    _timing("hold", "How long to show the finished maze, with its solution.  [default: 2]"),
    _timing("once", "Play once, or in a loop.  [default: loop]", "flag", "", ("--once/--loop",)),
)
"""The fields of a command whose run can be animated."""


def take_animation(options: dict[str, Any], drawing: DrawingOptions) -> dict[str, Any] | None:
    """Removes the options of an animation and returns the timing; None without ``--animate``.

    Raises:
        InvalidValueError: If the options contradict each other.
    """
    wanted = options.pop("animate")
    given = {name: options.pop(name) for name in _TIMING}
    given = {name: value for name, value in given.items() if value is not None}
    if not wanted:
        for target in drawing.targets or ("-",):
            extension = drawing.format or os.path.splitext(target)[1][1:].lower()
            if extension in ("gif", "webp", "apng"):
                raise InvalidValueError(
                    f"{(drawing.format or target)!r} can only be an animation; add --animate."
                )
        return None
    if drawing.to_terminal:
        raise InvalidValueError(
            "A terminal cannot show an animation; add -o and a file name such as maze.gif."
        )
    if "once" in given:
        given["loop"] = not given.pop("once")
    return given


def prepare_film(
    algorithm: Algorithm,
    grid: Grid,
    seed: str | None,
    parameters: dict[str, Value],
    drawing: DrawingOptions,
    style: Style,
    timing: dict[str, Any],
) -> tuple[Maze, Callable[[], None]]:
    """Records the run that makes a maze; the function it returns writes the film to all targets."""
    from labirinto.animate import Timing, record, save
    from labirinto.animate.film import check_watchable
    from labirinto.animate.saving import check_picture, format_of, maze_of

    Timing(**timing)
    check_watchable(grid)
    targets = drawing.targets or ("-",)
    for target in targets:
        if target == "-" and drawing.format is None:
            raise InvalidValueError(
                f"Standard output has no extension; add -f and one of {', '.join(MOVING_FORMATS)}."
            )
        check_picture(grid, style, drawing.format or format_of(target))
    check_targets(targets, drawing.format or "gif")
    with ProgressBar("Recording", quiet=drawing.quiet, unit="steps") as bar:
        film = record(algorithm.name, grid, None, seed=seed, progress=bar, **parameters)
    maze = maze_of(film)
    ends = choose_ends(maze, drawing.ends)
    if drawing.solution and ends is None:
        ends = ends_of_solution(maze)
    path = solve(maze, *ends) if drawing.solution and ends else None

    def write() -> None:
        for target in targets:
            quiet = drawing.quiet or target == "-"
            with ProgressBar("Writing", quiet=quiet, unit="frames") as bar:
                save(
                    film,
                    sys.stdout.buffer if target == "-" else target,
                    **timing,
                    path=path,
                    ends=ends,
                    style=style,
                    format=drawing.format,
                    progress=bar,
                )

    return maze, write

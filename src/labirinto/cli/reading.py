"""``labirinto solve`` and ``labirinto info``: mazes from files."""

from __future__ import annotations

from typing import Any

import click

from labirinto.asking.mazes import ends_field
from labirinto.asking.record import Field
from labirinto.cli.effects import check_effects
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import (
    LOOK,
    QUIET,
    check_ends,
    drawing_fields,
    style_of,
    take_drawing,
    take_look,
)
from labirinto.cli.output import check_drawable, check_targets, prepare
from labirinto.cli.streams import stream_solution
from labirinto.drawing.style import SIZES_OF_LARGE, sizes_for

_file_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)


@click.command(
    cls=Command,
    short_help="Solve a maze from a file.",
    epilog=examples("solve maze.svg", "solve photo.jpg --over -o solved.png"),
)
@_file_argument
@asks(
    ends_field("Start and end: ", "the marks or openings in the file, else border"),
    Field(
        "over",
        "Ends and solution",
        "Draw the solution over the picture.",
        kind="flag",
        excludes=(*(name for name in LOOK if name != "solution"), "style", "ascii_only"),
    ),
    Field(
        "which",
        "Ends and solution",
        "Which maze to solve if the picture has several, by number in reading order.",
        "N",
        "the only one",
        "whole",
        bounds=(1, 99),
    ),
    Field(
        "freehand",
        "Ends and solution",
        "Solve a maze without a square grid, such as a round one, as pixels; --ends are then two "
        "pixels.",
        kind="flag",
        needs=("over",),
    ),
    *drawing_fields(),
    QUIET,
)
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    file: str,
    ends: str | None,
    over: bool,
    which: int | None,
    freehand: bool,
    **options: Any,
) -> None:
    """Solve a maze from a file and draw its solution; - is standard input.

    The file is one that labirinto wrote, or any picture of a maze on a square grid, such as a
    photograph: PNG, GIF, BMP, JPEG, WebP, TIFF or PBM.  A path is drawn only if it crosses no wall
    of the picture.

    Pictures from other programs need an extra: pip install 'labirinto[images]'
    """
    from labirinto.cli.solutions import (
        can_reopen,
        read_to_solve,
        solve_freehand,
        solve_over,
        tell_flaws,
    )

    if not freehand:
        ends = check_ends(ends, solution=True)
    drawing = take_drawing(options, ends, solution=True)
    look = take_look(options)
    if over:
        style = style_of(drawing.style, **look)
        if freehand:
            solve_freehand(file, ends, which, drawing.targets, drawing.format, style)
            return
        tell_flaws(solve_over(file, ends, which, drawing.targets, drawing.format, style))
        return
    check_targets(drawing.targets, drawing.format)
    # Which ends a file has is known when it is read, and whether they are marked.
    check_effects(ctx, drawing._replace(ends=ends or "corners"))
    is_stream = can_reopen(file) and look["colour"] is None and look["circumference"] is None
    if is_stream and stream_solution(
        file, drawing, lambda: style_of(drawing.style, SIZES_OF_LARGE, **look)
    ):
        return
    maze, chosen_ends = read_to_solve(file, ends, which)
    picture = maze.recipe.picture if maze.recipe else None
    is_drawn = picture is not None and picture.ends == chosen_ends
    look["painted"] = is_drawn and look["colour"] is None
    style = style_of(drawing.style, sizes_for(maze.grid), maze.grid, **look)
    check_drawable(drawing, maze.grid)
    prepare(maze, chosen_ends, drawing, style)()
    tell_flaws(maze)


@click.command(
    cls=Command, short_help="Show what a file contains.", epilog=examples("info maze.svg")
)
@_file_argument
def info(file: str) -> None:
    """Show what a file contains: size, recipe, passages, dead ends, solution; - is standard input.

    It checks whether the maze is perfect and whether its recipe makes it.  For a PDF document, such
    as a book, it checks whether it can be printed for sale: size, margins, fonts and colours.

    That needs an extra: pip install 'labirinto[preflight]'
    """
    from labirinto.cli.info import lines_about

    for line in lines_about(file):
        click.echo(line)

"""``labirinto picture``: a maze whose solution draws a name, a silhouette or a picture."""

from __future__ import annotations

import re
from typing import Any

import click

from labirinto.asking.mazes import SOLUTION, seed_field
from labirinto.cli.effects import check_effects, given_options, warn
from labirinto.cli.help import Command, Number, asks, examples, option
from labirinto.cli.options import (
    drawing_options,
    quiet_option,
    style_of,
    take_drawing,
    take_look,
)
from labirinto.cli.output import ProgressBar, check_drawable, check_targets, show_command
from labirinto.cli.pages import finished, take_page
from labirinto.cli.posters import poster_option
from labirinto.cli.shapes import SILHOUETTE_NAMES, check_digest
from labirinto.cli.worksheets import check_size, worksheet_options
from labirinto.drawing.style import sizes_for
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.grids.rectangle import Rectangle
from labirinto.parsing import parse_size
from labirinto.picture import FILLS
from labirinto.pictures import picture_maze, picture_of


@click.command(
    cls=Command,
    short_help="Make a maze whose solution draws a picture.",
    epilog=examples(
        'picture "Anna ♥" -o anna.svg',
        "picture heart 80x60 --solution -o heart.png",
        "picture star --paper a4 --solution -o star.pdf",
    ),
)
@click.argument("what", metavar="WORDS|NAME|FILE", shell_complete=SILHOUETTE_NAMES)
@click.argument("size", nargs=-1, metavar="[WIDTHxHEIGHT]")
@asks(seed_field("maze"))
@option(
    "Picture",
    "--fill",
    type=click.Choice(FILLS, case_sensitive=False),
    default=FILLS[0],
    show_default=True,
    help="Hide the picture in a maze of one texture, or make any maze with this solution, all "
    "equally likely.",
)
@option(
    "Picture",
    "--words",
    is_flag=True,
    help="Draw the letters, even if they are the name of a silhouette or a file.",
)
@option("Picture", "--invert", is_flag=True, help="Fill what surrounds the picture.")
@option(
    "Picture",
    "--font",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Font of the words.",
    default_text="one that comes with labirinto",
)
@option(
    "Picture",
    "--threshold",
    type=Number(),
    metavar="0..1",
    help="Greatest brightness of a cell in a file, from 0 for black to 1 for white.",
    default_text="0.5",
)
@option(
    "Picture",
    "--digest",
    metavar="DIGEST",
    help="Refuse a picture with another digest; printed with the command that makes a maze again.",
    default_text="any",
)
@asks(SOLUTION.but(meaning="Paint the cells from start to end, which shows the picture."))
@option(
    "Ends and solution",
    "--line",
    is_flag=True,
    help="Draw the solution as a line through its cells.",
)
@drawing_options
@worksheet_options
@poster_option
@quiet_option
@click.pass_context
def picture(
    ctx: click.Context,
    /,
    what: str,
    size: tuple[str, ...],
    seed: str | None,
    solved: bool,
    line: bool,
    digest: str | None,
    **options: Any,
) -> None:
    """Make a maze whose solution draws a picture.

    \b
    The picture is one of
      words in any script, such as "Anna ♥"; \\n begins a line
      a silhouette: circle, ring, heart, star ...
      a file: the dark parts of a picture, or the # of a text

    The path from start to end visits all cells of the picture, and hardly any others.  Without a
    size, the maze is as small as the picture allows.
    """
    drawing = take_drawing(options, "border", solved)
    if not any(FORMATS[it].holds_openings for it in drawing.formats):
        drawing = drawing._replace(ends="none")
    if not options["words"] and re.fullmatch(r"\d+\s*[xX×]\s*\d+", what):
        raise InvalidValueError(
            f"Name a picture before the size: labirinto picture heart {what}; to draw these "
            "letters, add --words."
        )
    fill = options.pop("fill")
    drawn = picture_of(
        what,
        *_size(size),
        fill=fill,
        **{name: options.pop(name) for name in ("words", "invert", "font", "threshold")},
    )
    check_digest(drawn.grid, digest, "picture")
    grid = Rectangle(2 * drawn.grid.width, 2 * drawn.grid.height)
    look = take_look(options)
    # On coloured floors the solution has the colour of the walls, which would not be seen on it.
    look["painted"] = solved and not line and look["colour"] is None
    style = style_of(drawing.style, sizes_for(grid), **look)
    if not solved:
        warn(given_options(ctx), ("line",), "a maze without --solution")
    page = take_page(options, given_options(ctx), drawing)
    check_targets(drawing.targets, drawing.format)
    if page.sheet:
        check_size(grid, page.sheet["paper"])
    else:
        check_effects(ctx, drawing)
    check_drawable(drawing, grid)
    with ProgressBar("A maze with a picture", quiet=drawing.quiet) as bar:
        maze = picture_maze(drawn, seed=seed, fill=fill, progress=bar)
    finished(maze, page, drawing, style)()
    if seed is None:
        show_command(maze.recipe, drawing)


def _size(words: tuple[str, ...]) -> tuple[int, int] | tuple[None, None]:
    if not words:
        return None, None
    if len(words) == 1 and words[0][:1].isdigit():
        return parse_size(words[0])
    raise InvalidValueError(
        f"{words[-1]!r} is unexpected: put several words into quotation marks, and write sizes as "
        "80x60; -o names a file."
    )

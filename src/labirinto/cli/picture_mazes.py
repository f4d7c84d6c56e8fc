"""``labirinto picture``: a maze whose solution draws a name, a silhouette or a picture."""

from __future__ import annotations

import re
from typing import Any

import click

from labirinto.asking.mazes import SOLUTION, seed_field
from labirinto.asking.paper import POSTER, WORKSHEET
from labirinto.asking.record import Field
from labirinto.asking.shapes import DIGEST, FONT, INVERT, SILHOUETTES, THRESHOLD
from labirinto.cli.help import Command, asks, complete, examples
from labirinto.cli.options import QUIET, drawing_fields, style_of, take_drawing, take_look
from labirinto.cli.output import ProgressBar, check_drawable, show_command
from labirinto.cli.pages import finished, take_page
from labirinto.cli.shapes import check_digest
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
@click.argument("what", metavar="WORDS|NAME|FILE", shell_complete=complete(SILHOUETTES))
@click.argument("size", nargs=-1, metavar="[WIDTHxHEIGHT]")
@asks(
    seed_field("maze"),
    Field(
        "fill",
        "Picture",
        "Hide the picture in a maze of one texture, or make every maze with this solution equally "
        "likely.",
        choices=FILLS,
        preset=FILLS[0],
    ),
    Field(
        "words",
        "Picture",
        "Draw these words even if they are the name of a silhouette or a file.",
        kind="flag",
    ),
    INVERT._replace(
        group="Picture", meaning="Fill the surroundings of the picture instead.", needs=()
    ),
    FONT._replace(group="Picture", meaning="Font of the words."),
    THRESHOLD._replace(
        group="Picture",
        meaning="Greatest brightness of a cell in a file, from 0 for black to 1 for white.",
    ),
    DIGEST._replace(
        group="Picture",
        meaning="Refuse a picture with another digest; part of the command that makes a maze "
        "again.",
    ),
    SOLUTION._replace(meaning="Paint the cells from start to end, which shows the picture."),
    Field(
        "line",
        "Ends and solution",
        "Draw the solution as a line through its cells.",
        kind="flag",
        shown_in=SOLUTION.shown_in,
        needs=("solved",),
    ),
    *drawing_fields(),
    *WORKSHEET,
    POSTER,
    QUIET,
)
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
    style = style_of(drawing.style, sizes_for(grid), grid, **look)
    page = take_page(ctx, options, drawing, grid)
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
        f"{words[-1]!r} is unexpected: put quotation marks around several words, and write sizes "
        "as 80x60; -o names a file."
    )

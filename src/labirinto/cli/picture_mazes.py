"""``labirinto picture``: a maze whose solution draws a name, a silhouette or a picture."""

from __future__ import annotations

import re
from typing import Any

import click

from labirinto.cli.effects import check_effects, given_options, refuse
from labirinto.cli.help import Command, Number, option
from labirinto.cli.options import (
    DRAWING,
    DrawingOptions,
    drawing_options,
    quiet_option,
    seed_option,
    style_of,
    take_look,
)
from labirinto.cli.output import (
    ProgressBar,
    check_sizes,
    check_targets,
    show_command,
    wide_fits,
)
from labirinto.cli.pages import finished, take_page
from labirinto.cli.posters import poster_option
from labirinto.cli.streams import LARGE
from labirinto.cli.worksheets import check_size, worksheet_options
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.parsing import parse_size
from labirinto.picture import FILLS, Picture
from labirinto.pictures import picture_maze, picture_of


def _silhouettes(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    from labirinto.grids import SILHOUETTES

    return [name for name in SILHOUETTES if name.startswith(begun.lower())]


@click.command(cls=Command, short_help="Make a maze whose solution draws a picture.")
@click.argument("what", metavar="WORDS|NAME|FILE", shell_complete=_silhouettes)
@click.argument("size", nargs=-1, metavar="[WIDTHxHEIGHT]")
@seed_option("maze")
@option(
    "Picture",
    "--fill",
    type=click.Choice(FILLS, case_sensitive=False),
    default=FILLS[0],
    show_default=True,
    help="Hide the picture in a maze of one texture, or make any maze with this solution, each "
    "with the same probability.",
)
@option(
    "Picture",
    "--words",
    is_flag=True,
    help="Draw the letters, even of what could be the name of a silhouette or a file.",
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
    help="How bright a cell of a file's picture may be.",
    default_text="0.5",
)
@option(
    "Picture",
    "--digest",
    metavar="DIGEST",
    help="Refuse another picture than the one with this digest, as recipes have it.",
    default_text="any",
)
@option(
    "Ends and solution",
    "--solution",
    "solved",
    is_flag=True,
    help="Paint the cells from start to end, and so the picture.",
)
@option(
    "Ends and solution",
    "--line",
    is_flag=True,
    help="Draw the solution as a line through its cells.",
)
@drawing_options
@worksheet_options
@poster_option
@quiet_option("Show neither a progress bar nor the seed that was chosen.")
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
      a file with a picture, whose dark parts count, or with # and dots

    The path from start to end visits all cells of the picture, and hardly any others.  Without a
    size, the maze is as small as suits the picture.
    """
    chosen = {name: options.pop(name) for name in ("quiet", *DRAWING)}
    drawing = DrawingOptions(ends="border", solution=solved, **chosen)
    if not any(FORMATS[it].holds_openings for it in drawing.formats):
        drawing = drawing._replace(ends="none")
    if not options["words"] and re.fullmatch(r"\d+\s*[xX×]\s*\d+", what):
        raise InvalidValueError(
            f"Say before the size what the solution draws: labirinto picture heart {what}; for "
            "these letters add --words."
        )
    fill = options.pop("fill")
    drawn = picture_of(
        what,
        *_size(size),
        fill=fill,
        **{name: options.pop(name) for name in ("words", "invert", "font", "threshold")},
    )
    _check_digest(drawn, digest)
    width, height = 2 * drawn.grid.width, 2 * drawn.grid.height
    look = take_look(options)
    # On coloured floors the solution has the colour of the walls, which would not be seen on it.
    look["painted"] = solved and not line and look["colour"] is None
    style = style_of(drawing.style, large=width * height >= LARGE, **look)
    if not solved:
        refuse(given_options(ctx), ("line",), "a maze without --solution")
    page = take_page(options, given_options(ctx), drawing)
    check_targets(drawing.targets, drawing.format)
    if page.sheet:
        check_size(width, height, page.sheet["paper"])
    else:
        check_effects(ctx, drawing)
    check_sizes(drawing.targets, drawing.format, width, height)
    if not drawing.targets and not drawing.format:
        wide_fits(width)
    bar = ProgressBar("A maze with a picture", quiet=drawing.quiet)
    try:
        maze = picture_maze(drawn, seed=seed, fill=fill, progress=bar)
    finally:
        bar.close()
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


def _check_digest(drawn: Picture, wanted: str | None) -> None:
    if wanted and drawn.grid.digest != wanted.lower():
        raise InvalidValueError(
            f"The picture has the digest {drawn.grid.digest}, not {wanted}: its file, font or "
            "options are others than when the maze was made."
        )

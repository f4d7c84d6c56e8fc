"""``labirinto portrait``: a photograph made of walls."""

from __future__ import annotations

import sys
from contextlib import suppress
from math import ceil
from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS, check_makes_shapes, generate
from labirinto.asking.mazes import ENDS, SOLUTION, seed_field
from labirinto.asking.paper import POSTER, TITLE
from labirinto.asking.record import Field
from labirinto.asking.shapes import MASK, STRETCH
from labirinto.cli.effects import check_effects, drawn_by
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import (
    QUIET,
    DrawingOptions,
    check_ends,
    portrait_fields,
    style_of,
    take_drawing,
    take_look,
)
from labirinto.cli.output import (
    ProgressBar,
    check_targets,
    output_option,
    prepare,
    printable_seed,
    quoted,
)
from labirinto.cli.pages import prepare_poster, take_poster
from labirinto.cli.shapes import typed_mask
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.grids.rectangle import Rectangle
from labirinto.parsing import choose_ends, parse_size
from labirinto.recipe import Recipe

_LONGER_SIDE = 200
"""Cells, unless a size is given."""

_ON_PAPER = ("pdf", "plot.svg", "tex")
"""Formats with millimetres."""


@click.command(
    cls=Command,
    short_help="Make a maze that shows a photograph.",
    epilog=examples(
        "portrait face.jpg -o face.svg",
        "portrait face.jpg 150x200 --poster a2 --title Anna -o poster.pdf",
    ),
)
@click.argument("picture", type=click.Path(exists=True, dir_okay=False))
@click.argument("size", required=False, metavar="[WIDTHxHEIGHT]")
@asks(
    seed_field("maze"),
    Field(
        "algorithm",
        "Maze",
        "Algorithm that makes the maze.",
        "ALGORITHM",
        choices=ALGORITHMS,
        preset="wilson",
    ),
    MASK._replace(
        meaning="Make the maze inside a silhouette or the dark parts of another picture.",
        without="the opaque parts of the picture",
    ),
    STRETCH._replace(needs=()),
    ENDS,
    SOLUTION,
    Field(
        "in_colour",
        "Look",
        "Give the walls the colours of the picture, with enough contrast to be seen.",
        kind="flag",
        excludes=("walls",),
    ),
    *portrait_fields(),
    POSTER,
    TITLE._replace(meaning="Title of a poster."),
    QUIET,
)
@click.pass_context
def portrait(
    ctx: click.Context,
    /,
    picture: str,
    size: str | None,
    seed: str | None,
    algorithm: str,
    mask: str | None,
    stretch: bool,
    solved: bool,
    in_colour: bool,
    **options: Any,
) -> None:
    """Make a maze that shows a photograph from afar: the darker it is, the thicker the walls.

    The picture may be PNG, JPEG, GIF, BMP, WebP, TIFF or PPM.  It is cropped to the proportions of
    the size; where it is transparent, there is no maze.  Without a size, the longer side has 200
    cells.
    """
    drawing = take_drawing(options, check_ends(options.pop("ends"), solved), solved)
    title, paper = options.pop("title"), take_poster(options, drawing)
    check_targets(drawing.targets, drawing.format)
    if drawing.to_terminal:
        raise InvalidValueError(
            "A portrait cannot be drawn as text; write it to a file, such as -o face.svg."
        )
    for chosen_format in drawing.formats:
        FORMATS[chosen_format].check_portraits()
    check_effects(ctx, drawing)
    style = _style(drawing, take_look(options), on_poster=paper is not None)
    sides = None if size is None else parse_size(size)

    from labirinto import portraits

    photo = portraits.open_photo(picture)
    if sides is None:
        scale = _LONGER_SIDE / max(photo.size)
        sides = max(1, round(photo.width * scale)), max(1, round(photo.height * scale))
    if mask is not None:
        grid = typed_mask({"mask": mask}, sides)
    else:
        grid = portraits.shape_of(photo, *sides, stretch=stretch)
    if grid.mask is not None:
        check_makes_shapes(ALGORITHMS[algorithm])
    with ProgressBar(ALGORITHMS[algorithm].title, quiet=drawing.quiet) as bar:
        maze = generate(algorithm, grid, seed=seed, progress=bar)
    made = portraits.portrait(maze, photo, in_colour=in_colour, stretch=stretch, style=style)
    chosen_ends = choose_ends(maze, drawing.ends)
    if paper is not None:
        assert maze.recipe is not None
        from labirinto.book.poster import small_print_recipe

        again = _command(picture, small_print_recipe(maze.recipe), mask, stretch)
        prepare_poster(maze, paper, title, chosen_ends, drawing, style, made, again)()
    else:
        prepare(maze, chosen_ends, drawing, style, made)()
    if drawing.quiet:
        return
    with suppress(OSError):  # the portrait is made, so a closed standard error is no failure
        if seed is None and maze.recipe:
            again = _command(picture, maze.recipe, mask, stretch)
            print(" ".join([again, *drawn_by(ctx)]) + output_option(drawing), file=sys.stderr)
        if paper is not None:  # on which there is room
            return
        least = portraits.least_cell_mm(style) / 10
        across, down = (ceil(least * side) for side in sides)
        print(
            f"Print it {across} x {down} cm or larger, so that a pencil of "
            f"{portraits.PENCIL_MM:g} mm fits between the walls.",
            file=sys.stderr,
        )


def _style(drawing: DrawingOptions, look: dict[str, Any], *, on_poster: bool) -> Style:
    """The style, with walls that leave room for a pencil where millimetres are known."""
    from labirinto import portraits

    if look["wall"] is None:
        usual = portraits.STYLE
        cell = look["cell"] or usual.cell
        look |= {"cell": cell, "wall": max(1, cell * usual.wall // usual.cell)}
    style = style_of(drawing.style, **look)
    least = portraits.least_cell_mm(style)
    if not on_poster and style.cell_mm < least and set(drawing.formats) & set(_ON_PAPER):
        raise InvalidValueError(
            f"Cells of {style.cell_mm:g} mm leave no room for a pencil of {portraits.PENCIL_MM:g} "
            f"mm between the walls; give --cell-mm {least:.2g} or more, or thinner walls with "
            "--wall."
        )
    return style


def _command(picture: str, recipe: Recipe, mask: str | None, stretch: bool) -> str:
    """The command that makes the portrait again, but for how it is drawn."""
    grid = recipe.rectangle
    command = ["labirinto portrait", quoted(picture), Rectangle(grid.width, grid.height).text]
    if recipe.algorithm != "wilson":
        command += ["--algorithm", recipe.algorithm]
    if mask is not None:
        command += ["--mask", quoted(mask)]
    command += ["--stretch"] * stretch
    return " ".join([*command, "--seed", quoted(str(printable_seed(recipe.seed)))])

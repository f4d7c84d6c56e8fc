"""``labirinto wilson`` and the other algorithms: a maze, drawn, streamed or animated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from labirinto.algorithms.record import Algorithm
from labirinto.asking.changes import CHANGES
from labirinto.asking.mazes import ENDS, SOLUTION, seed_field
from labirinto.asking.paper import POSTER, WORKSHEET
from labirinto.asking.parameters import parameter_fields
from labirinto.asking.record import Field
from labirinto.asking.shapes import SHAPED
from labirinto.cli.animation import ANIMATION, MOVING_FORMATS, prepare_film, take_animation
from labirinto.cli.changes import Extras, check_endless, take_changes
from labirinto.cli.effects import warn_of_small_cells
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import (
    QUIET,
    STREAM,
    DrawingOptions,
    StreamOptions,
    check_ends,
    drawing_fields,
    style_of,
    take_drawing,
    take_look,
    take_parameters,
    threads_field,
)
from labirinto.cli.output import check_drawable, floor_for_terminal, maze_for_terminal, show_command
from labirinto.cli.pages import finished, take_page
from labirinto.cli.shapes import (
    each_piece,
    may_have_size,
    mesh_of,
    place_bridges,
    take_shape,
    typed_mask,
)
from labirinto.cli.streams import wants_stream, write_stream
from labirinto.cli.together import given_options, refuse
from labirinto.drawing.style import SIZES_OF_LARGE, Style, sizes_for
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats.table import NAMES
from labirinto.grids import Grid, is_whole
from labirinto.grids.links import Linked
from labirinto.grids.rectangle import Rectangle
from labirinto.grids.symmetries import check_symmetry
from labirinto.maze import Maze
from labirinto.parsing import parse_endless_size, parse_ends, parse_size
from labirinto.seeds import fresh_seed

if TYPE_CHECKING:
    from labirinto.streaming.rows import MazeRows

Made = tuple["Maze | MazeRows", Callable[[], None]]
"""A maze that is made, or will be as it is written, and what writes it."""


def generator(algorithm: Algorithm) -> click.Command:
    """The command that makes mazes by an algorithm."""

    @click.pass_context
    def command(ctx: click.Context, /, **options: Any) -> None:
        _make_and_write(algorithm, ctx, **options)

    metavar = "[WIDTHxHEIGHT|WIDTHxinf]" if algorithm.endless else "[WIDTHxHEIGHT]"
    decorated = asks(
        seed_field("maze"),
        *parameter_fields(algorithm),
        *SHAPED,
        *CHANGES,
        ENDS,
        SOLUTION,
        *drawing_fields(tuple(dict.fromkeys((*NAMES, *MOVING_FORMATS)))),
        *WORKSHEET,
        POSTER,
        *STREAM * algorithm.endless,
        *_threads_fields(algorithm),
        *ANIMATION,
        QUIET,
    )(click.argument("size", nargs=-1, metavar=metavar)(command))
    return click.command(
        algorithm.name,
        cls=Command,
        short_help=algorithm.summary,
        help=f"Make a maze by {algorithm.title}.\n\n{algorithm.summary}\n\n"
        "Without a size, the maze fills the terminal.",
        epilog=examples(
            f"{algorithm.name} 40x30 --solution -o maze.svg",
            f"{algorithm.name} 20x25 --paper a4 --title Maze -o maze.pdf",
            f"{algorithm.name} 15x10 --animate -o maze.gif",
            *[f"{algorithm.name} 39xinf"] * algorithm.endless,
        ),
    )(decorated)


def _threads_fields(algorithm: Algorithm) -> list[Field]:
    uses = [
        *["make mazes of more than 2,048 rows"] * bool(algorithm.threaded),
        *["compress PNG pictures made row by row"] * algorithm.endless,
    ]
    return [threads_field(f"Number of threads that {', or '.join(uses)}.")] if uses else []


def _make_and_write(
    algorithm: Algorithm,
    ctx: click.Context,
    size: tuple[str, ...],
    seed: str | None,
    solved: bool,
    **options: Any,
) -> None:
    drawing = take_drawing(options, check_ends(options.pop("ends"), solved), solved)
    shape = take_shape(algorithm, options)
    place_bridges(shape, seed)
    grid = _grid(algorithm, shape, size, drawing)
    if not size and drawing.to_terminal and options["symmetry"] and isinstance(grid, Grid):
        _check_terminal(options["symmetry"], grid)
    makings: list[tuple[Grid | int, DrawingOptions, str | None]] = [(grid, drawing, seed)]
    if shape.get("pieces") == "each":
        assert not isinstance(grid, int)  # only rectangles are endless
        makings = list(each_piece(grid, drawing, fresh_seed() if seed is None else seed))
    # All are made before the first is written, so that none is if another cannot be.
    made = []
    for number, (cells, target, own_seed) in enumerate(makings, 1):
        try:
            made.append(_make(algorithm, ctx, cells, own_seed, target, dict(options)))
        except (InvalidValueError, TooLargeError) as error:
            if len(makings) == 1 or getattr(error, "field", None):
                raise  # an option is wrong for all pieces
            raise type(error)(f"Piece {number} of {len(makings)}: {error}") from None
    for (_, target, _), (maze, write) in zip(makings, made, strict=True):
        write()
        if seed is None:
            show_command(maze.recipe, target, is_film=options["animate"])


def _grid(
    algorithm: Algorithm, shape: dict[str, Any], words: tuple[str, ...], drawing: DrawingOptions
) -> Grid | int:
    """The grid, of the size as typed or else of the terminal; for an endless maze its width."""
    if "grid" in shape:
        if shape["grid"] == Linked.kind and drawing.to_terminal and not words:
            fitting = floor_for_terminal(shape.get("floors", 1), shape.get("twist", False))
            words = (f"{fitting[0]}x{fitting[1]}",)
        return mesh_of(shape, words)
    if len(words) > 1:
        raise InvalidValueError(
            f"{words[1]!r} is unexpected: sizes are written as 40x30, and -o names a file."
        )
    size: tuple[int, int | None]
    if words:
        size = parse_endless_size(words[0]) if algorithm.endless else parse_size(words[0])
    elif shape and (not drawing.to_terminal or may_have_size(shape)):
        return typed_mask(shape, None)
    elif drawing.to_terminal:
        size = maze_for_terminal()
    else:
        raise InvalidValueError(
            f"Give the size of the maze, such as labirinto {algorithm.name} 40x30."
        )
    width, height = size
    if height is None:
        if shape:
            raise InvalidValueError("An endless maze has no shape; give a height.")
        return width
    return typed_mask(shape, (width, height)) if shape else Rectangle(width, height)


def _check_terminal(symmetry: str, grid: Grid) -> None:
    try:
        check_symmetry(symmetry, grid)
    except InvalidValueError as error:
        raise InvalidValueError(
            f"{error} This is the size that fills the terminal; give another, such as 9x9."
        ) from None


def _make(
    algorithm: Algorithm,
    ctx: click.Context,
    cells: Grid | int,
    seed: str | None,
    drawing: DrawingOptions,
    options: dict[str, Any],
) -> Made:
    """A maze on a grid, or an endless one of a width."""
    parameters: dict[str, Any] = take_parameters(options)
    sizes = SIZES_OF_LARGE if isinstance(cells, int) else sizes_for(cells)
    style = style_of(drawing.style, sizes, cells, **take_look(options))
    given = given_options(ctx)
    timing = take_animation(options, drawing)
    if timing is not None:
        if isinstance(cells, int):
            raise InvalidValueError("An endless maze cannot be animated; give a height.")
        return prepare_film(algorithm, cells, seed, parameters, drawing, style, timing)
    if isinstance(cells, Grid) and cells.kind:
        refuse(given, ("threads",), f"the grid {cells.text}")
    changes = take_changes(algorithm, options)
    page = take_page(ctx, options, drawing, cells)
    if isinstance(cells, int):
        check_endless(changes)
        refuse(given, ("colour",), "an endless maze, whose distances are not known")
    elif isinstance(ends := parse_ends(drawing.ends), Ends):
        ends.check(cells)
    if algorithm.endless and not page:
        stream = StreamOptions(**options)
        if reason := _why_in_memory(cells, changes, style):
            refuse(given, ("resume", "checkpoint"), reason)
        elif stream.wants_stream or _is_streamed(algorithm, cells, parameters, drawing):
            return _stream(algorithm, cells, seed, parameters, drawing, style, stream, given)
    assert not isinstance(cells, int)  # endless mazes are streamed
    if not page:
        warn_of_small_cells(drawing, style, cells)
    _check_threads(algorithm, cells, parameters, changes, given)
    check_drawable(drawing, cells)
    parameters |= {"seed": seed, "threads": options.get("threads")}
    maze = changes.make(algorithm, cells, quiet=drawing.quiet, **parameters)
    return maze, finished(maze, page, drawing, style)


def _why_in_memory(cells: Grid | int, changes: Extras, style: Style) -> str:
    """Why a maze cannot be written row by row; empty if it can."""
    if isinstance(cells, Grid) and not is_whole(cells):
        return "a maze with a shape"
    if changes.rooms:
        return "a maze with rooms"
    if changes.symmetry:
        return "a symmetric maze"
    if changes.done:
        return f"a maze that is {changes.done}"
    return "a maze coloured by distance" if style.colour else ""


def _is_streamed(
    algorithm: Algorithm,
    cells: Grid | int,
    parameters: dict[str, Any],
    drawing: DrawingOptions,
) -> bool:
    """Whether a rectangle, or an endless maze of a width, is written row by row."""
    if isinstance(cells, int):
        return True
    assert isinstance(cells, Rectangle)
    return algorithm.can_make_rows(parameters) and wants_stream(cells.width, cells.height, drawing)


def _stream(
    algorithm: Algorithm,
    cells: Grid | int,
    seed: str | None,
    parameters: dict[str, Any],
    drawing: DrawingOptions,
    style: Style,
    stream: StreamOptions,
    given: dict[str, str],
) -> Made:
    """The rows of a rectangle, or of an endless maze of a width."""
    if drawing.only_format != "png":
        refuse(given, ("threads",), drawing.only_format)
    if stream.resume and seed is None and drawing.targets:
        from labirinto.runs import job_of

        seed = str(job_of(drawing.targets[0])["seed"])
    from labirinto.streaming.rows import generate_rows

    width: int
    height: int | None = None
    if isinstance(cells, Rectangle):
        width, height = cells.width, cells.height
        # The maze is the same whether it is made row by row or not.
        parameters = {it.name: it.default for it in algorithm.parameters} | parameters
    else:
        assert isinstance(cells, int)
        width = cells
    rows = generate_rows(algorithm.name, width, height, seed=seed, **parameters)
    return rows, partial(write_stream, rows, drawing, style, stream)


def _check_threads(
    algorithm: Algorithm,
    cells: Grid,
    parameters: dict[str, Any],
    changes: Extras,
    given: dict[str, str],
) -> None:
    """Check that several threads can make a maze, if they are given."""
    threaded = algorithm.threaded
    if not threaded or algorithm.can_make_rows(parameters):
        refuse(given, ("threads",), "an output that is not streamed as png")
    if cells.mask is not None:
        refuse(given, ("threads",), "a maze with a shape")
    if changes.rooms:
        refuse(given, ("threads",), "a maze with rooms")
    if changes.symmetry:
        refuse(given, ("threads",), "a symmetric maze")
    if threaded and isinstance(cells, Rectangle) and not threaded(cells.width, cells.height):
        refuse(given, ("threads",), f"a {cells.width}x{cells.height} maze")

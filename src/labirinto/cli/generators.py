"""``labirinto wilson`` and the other algorithms: a maze, drawn, streamed or animated."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from labirinto.algorithms.generating import generate
from labirinto.algorithms.record import Algorithm
from labirinto.cli.animation import MOVING_FORMATS, animation_options, prepare_film, take_animation
from labirinto.cli.changes import Changes, change_options, check_endless, take_changes
from labirinto.cli.effects import (
    ROOMS,
    check_effects,
    given_options,
    refuse,
    refuse_not_animated,
)
from labirinto.cli.help import Command, option, with_options
from labirinto.cli.options import (
    DRAWING,
    DrawingOptions,
    StreamOptions,
    check_ends,
    drawing_options,
    ends_option,
    parameters_of,
    quiet_option,
    seed_option,
    stream_options,
    style_of,
    take_look,
    take_parameters,
    threads_option,
)
from labirinto.cli.output import (
    ProgressBar,
    check_sizes,
    check_targets,
    maze_for_terminal,
    show_command,
    wide_fits,
)
from labirinto.cli.pages import finished, take_page
from labirinto.cli.posters import poster_option
from labirinto.cli.shapes import each_piece, grid_of, mesh_of, shape_options, take_shape
from labirinto.cli.streams import LARGE, seed_of_unfinished, wants_stream, write_stream
from labirinto.cli.worksheets import (
    check_has_height,
    check_size,
    worksheet_options,
)
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.formats.table import FORMATS, NAMES
from labirinto.grids import Grid
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import Rectangle
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
    def command(
        ctx: click.Context, /, size: tuple[str, ...], seed: str | None, solved: bool, **options: Any
    ) -> None:
        ends = check_ends(options.pop("ends"), solved) or "none"
        chosen = {name: options.pop(name) for name in ("quiet", *DRAWING)}
        drawing = DrawingOptions(ends=ends, solution=solved, **chosen)
        shape = take_shape(algorithm, options)
        grid: Grid | None = None
        if "grid" in shape:
            grid = mesh_of(algorithm, shape, size)
        elif shape:
            grid = grid_of(shape, _size_of_shape(algorithm, shape, size, drawing))
        makings: list[tuple[Grid | None, DrawingOptions, str | None]] = [(grid, drawing, seed)]
        if grid and shape.get("pieces") == "each":
            makings = list(each_piece(grid, drawing, fresh_seed() if seed is None else seed))
        # All are made before the first is written, so that none is if another cannot be.
        made = []
        for number, (cells, target, own_seed) in enumerate(makings, 1):
            try:
                if isinstance(cells, Mesh):
                    made.append(make_on_mesh(ctx, cells, own_seed, target, dict(options)))
                else:
                    sides = (cells.width, cells.height) if cells else _size(algorithm, size, target)
                    made.append(make(ctx, sides, cells, own_seed, target, dict(options)))
            except (InvalidValueError, TooLargeError) as error:
                if len(makings) == 1 or getattr(error, "field", None):
                    raise  # an option is wrong for all pieces
                raise type(error)(f"Piece {number} of {len(makings)}: {error}") from None
        for (_, target, _), (maze, write) in zip(makings, made, strict=True):
            write()
            if seed is None:
                show_command(maze.recipe, target)

    def make_on_mesh(
        ctx: click.Context,
        mesh: Mesh,
        seed: str | None,
        drawing: DrawingOptions,
        options: dict[str, Any],
    ) -> Made:
        parameters: dict[str, Any] = take_parameters(options)
        style = style_of(drawing.style, large=len(mesh) >= LARGE, **take_look(options))
        given = given_options(ctx)
        timing = take_animation(options, drawing)
        if timing is not None:
            refuse_not_animated(given)
            return prepare_film(algorithm, mesh, seed, parameters, drawing, style, timing)
        page = take_page(options, given, drawing)
        refuse(given, ("threads", *ROOMS, "sparse"), f"{mesh.kind} grids")
        changes = take_changes(algorithm, options, given)
        check_targets(drawing.targets, drawing.format)
        if not drawing.targets and not drawing.format:
            raise InvalidValueError(
                f"A maze on the grid {mesh.kind} cannot be drawn in letters; write it to a file, "
                "such as -o maze.svg."
            )
        check_effects(ctx, drawing)
        for chosen in drawing.formats:
            FORMATS[chosen].check_grid(mesh)
        if isinstance(ends := parse_ends(drawing.ends), Ends):
            ends.check(mesh)
        maze = generated(mesh, seed, drawing, parameters, changes)
        return maze, finished(maze, page, drawing, style)

    def generated(
        grid: Grid,
        seed: str | None,
        drawing: DrawingOptions,
        parameters: dict[str, Any],
        changes: Changes,
        threads: int | None = None,
    ) -> Maze:
        bar = ProgressBar(algorithm.title, quiet=drawing.quiet)
        try:
            maze = generate(
                algorithm.name,
                grid,
                seed=seed,
                rooms=changes.rooms,
                progress=bar,
                threads=threads,
                **parameters,
            )
            return changes.apply(maze, bar)
        finally:
            bar.close()

    def make(
        ctx: click.Context,
        size: tuple[int, int | None],
        grid: Rectangle | None,
        seed: str | None,
        drawing: DrawingOptions,
        options: dict[str, Any],
    ) -> Made:
        width, height = size
        parameters: dict[str, Any] = take_parameters(options)
        is_large = height is None or width * height >= LARGE
        style = style_of(drawing.style, large=is_large, **take_look(options))
        given = given_options(ctx)
        timing = take_animation(options, drawing)
        if timing is not None:
            refuse_not_animated(given)
            if height is None:
                raise InvalidValueError("An endless maze cannot be animated; give a height.")
            cells = grid or Rectangle(width, height)
            return prepare_film(algorithm, cells, seed, parameters, drawing, style, timing)
        changes = take_changes(algorithm, options, given)
        page = take_page(options, given, drawing)
        check_targets(drawing.targets, drawing.format)
        if page.sheet:
            check_size(width, height, page.sheet["paper"])
        else:
            check_effects(ctx, drawing)
        if page:
            what = "a worksheet" if page.sheet else "a poster"
            refuse(given, ("threads",) * algorithm.endless, what)
            check_has_height(height)
        if height is None:
            check_endless(changes)
            refuse(given, ("colour",), "an endless maze, whose distances are not known")
        if algorithm.endless and not page:
            stream = StreamOptions(**options)
            if changes.done:
                refuse(given, ("resume", "checkpoint"), f"a maze that is {changes.done}")
            elif style.colour:
                refuse(given, ("resume", "checkpoint"), "a maze coloured by distance")
            elif stream.wants_stream or wants_stream(width, height, drawing):
                if drawing.only_format != "png":
                    refuse(given, ("threads",), drawing.only_format)
                if stream.resume and seed is None and drawing.targets:
                    seed = str(seed_of_unfinished(drawing.targets[0]))
                from labirinto.streaming.rows import generate_rows

                rows = generate_rows(algorithm.name, width, height, seed=seed, **parameters)
                return rows, partial(write_stream, rows, drawing, style, stream)
            refuse(given, ("threads",), "an output that is not streamed as png")
        assert height is not None
        if grid:
            refuse(given, ("threads",), "a maze with a shape")
        if changes.rooms:
            refuse(given, ("threads",), "a maze with rooms")
        if algorithm.threaded and not algorithm.threaded(width, height):
            refuse(given, ("threads",), f"a {width}x{height} maze")
        check_sizes(drawing.targets, drawing.format, width, height)
        if not drawing.targets and not drawing.format:
            wide_fits(width)
        threads = options.get("threads")
        maze = generated(
            grid or Rectangle(width, height), seed, drawing, parameters, changes, threads
        )
        return maze, finished(maze, page, drawing, style)

    command.__doc__ = (
        f"Make a maze by {algorithm.title}.\n\n{algorithm.summary}\n\n"
        "Without a size, the maze fills the terminal."
    )
    metavar = "[WIDTHxHEIGHT|WIDTHxinf]" if algorithm.endless else "[WIDTHxHEIGHT]"
    decorated = with_options(
        command,
        click.argument("size", nargs=-1, metavar=metavar),
        seed_option("maze"),
        parameters_of(algorithm),
        shape_options,
        change_options,
        *[threads_option("Threads that make a maze of more than 2,048 rows.")]
        * bool(algorithm.threaded),
        ends_option("Mark a start and an end: none; ", "none; border with --solution", "none"),
        option(
            "Ends and solution",
            "--solution",
            "solved",
            is_flag=True,
            help="Draw the path from start to end.",
        ),
        lambda it: drawing_options(it, dict.fromkeys((*NAMES, *MOVING_FORMATS))),
        worksheet_options,
        poster_option,
        *[stream_options] * algorithm.endless,
        animation_options,
        quiet_option("Show neither a progress bar nor the seed that was chosen."),
    )
    return click.command(algorithm.name, cls=Command, short_help=algorithm.summary)(decorated)


def _size_of_shape(
    algorithm: Algorithm, shape: dict[str, Any], words: tuple[str, ...], drawing: DrawingOptions
) -> tuple[int, int] | None:
    """The size as typed, or else the terminal's; None for a file, which may have its own."""
    if not words and (drawing.targets or drawing.format or os.path.isfile(shape.get("mask", ""))):
        return None
    width, height = _size(algorithm, words, drawing)
    assert height is not None  # only rectangles are endless
    return width, height


def _size(
    algorithm: Algorithm, words: tuple[str, ...], drawing: DrawingOptions
) -> tuple[int, int | None]:
    """The size as typed, in which the ends have room; or else the terminal's."""
    if not words:
        if drawing.targets or drawing.format:
            raise InvalidValueError(
                f"Give the size of the maze, such as labirinto {algorithm.name} 40x30."
            )
        return maze_for_terminal()
    if len(words) > 1:
        raise InvalidValueError(
            f"{words[1]!r} is unexpected: sizes are written as 40x30, and -o names a file."
        )
    width, height = parse_endless_size(words[0]) if algorithm.endless else parse_size(words[0])
    ends = parse_ends(drawing.ends)
    if height is not None and isinstance(ends, Ends):
        ends.check(Rectangle(width, height))
    return width, height

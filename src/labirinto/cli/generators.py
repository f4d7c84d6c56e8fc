"""``labirinto wilson`` and its like: a maze by an algorithm, drawn, streamed or animated."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import generate
from labirinto.algorithms.record import Algorithm
from labirinto.cli.animation import MOVING_FORMATS, animate, animation_options, take_animation
from labirinto.cli.options import (
    DRAWING,
    DrawingOptions,
    SizedCommand,
    StreamOptions,
    check_ends,
    drawing_options,
    ends_option,
    stream_options,
    style_of,
    take_look,
    threads_option,
)
from labirinto.cli.output import ProgressBar, check_sizes, check_targets, present, tell_command
from labirinto.cli.streams import LARGE, seed_of_unfinished, wants_stream, write_stream
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.parsing import choose_ends, parse_endless_size, parse_size
from labirinto.recipe import Recipe


def generator(algorithm: Algorithm) -> click.Command:
    """The command that makes mazes by an algorithm."""
    names = [parameter.name for parameter in algorithm.parameters]

    def command(size: str, seed: str | None, **options: Any) -> None:
        solution = options.pop("solution")
        ends = check_ends(options.pop("ends"), solution) or "none"
        chosen = {name: options.pop(name) for name in ("quiet", *DRAWING)}
        drawing = DrawingOptions(ends=ends, solution=solution, **chosen)
        recipe = make(size, seed, drawing, options)
        if seed is None:
            tell_command(recipe, drawing)

    def make(
        size: str, seed: str | None, drawing: DrawingOptions, options: dict[str, Any]
    ) -> Recipe | None:
        parameters = {name: options.pop(name) for name in names}
        width, height = parse_endless_size(size) if algorithm.endless else parse_size(size)
        is_large = height is None or width * height >= LARGE
        style = style_of(drawing.style, large=is_large, **take_look(options))
        timing = take_animation(options, drawing)
        if timing is not None:
            if options.get("checkpoint") is not None:
                raise InvalidValueError("An animation has no checkpoints; leave out --checkpoint.")
            return animate(algorithm, (width, height), seed, parameters, drawing, style, timing)
        check_targets(drawing.targets, drawing.format)
        if algorithm.endless:
            stream = StreamOptions(**options)
            if stream.wants_stream or wants_stream(width, height, drawing):
                if stream.resume and seed is None and drawing.targets:
                    seed = str(seed_of_unfinished(drawing.targets[0]))
                from labirinto.streaming.rows import eller_rows

                rows = eller_rows(width, height, seed=seed, **parameters)
                write_stream(rows, drawing, style, stream)
                return rows.recipe
        assert height is not None
        check_sizes(drawing.targets, drawing.format, width, height)
        bar = ProgressBar(algorithm.title, quiet=drawing.quiet)
        threads = options.get("threads")
        try:
            maze = generate(
                algorithm.name,
                width,
                height,
                seed=seed,
                progress=bar,
                threads=threads,
                **parameters,
            )
        finally:
            bar.close()
        present(maze, choose_ends(maze, drawing.ends), drawing, style)
        return maze.recipe

    command.__doc__ = f"Make a maze by {algorithm.title}.\n\n{algorithm.summary}"
    decorated = animation_options(command)
    decorated = drawing_options(decorated, dict.fromkeys((*FORMATS, *MOVING_FORMATS)))
    decorated = click.option(
        "--quiet",
        is_flag=True,
        help="No progress bar, and no word of a seed that was not given.",
    )(decorated)
    if algorithm.endless:
        decorated = stream_options(decorated)
    if algorithm.threaded:
        decorated = threads_option("How many threads make the maze.")(decorated)
    decorated = click.option("--solution", is_flag=True, help="Draw the way between the ends.")(
        decorated
    )
    decorated = ends_option(
        "Mark a start and an end: corners; border, the pair on the border that is farthest apart, "
        "with openings; farthest, the longest way of all; random; or two cells.  [default: none; "
        "border with --solution]",
        "none",
    )(decorated)
    for parameter in reversed(algorithm.parameters):
        decorated = click.option(
            f"--{parameter.name}",
            type=float,
            default=parameter.default,
            metavar="PROBABILITY",
            help=f"{parameter.meaning.capitalize()}.  [default: {parameter.default}]",
        )(decorated)
    decorated = click.option(
        "--seed", help="A number or any text; the same seed makes the same maze."
    )(decorated)
    metavar = "WIDTHxHEIGHT|WIDTHxinf" if algorithm.endless else "WIDTHxHEIGHT"
    decorated = click.argument("size", metavar=metavar)(decorated)
    return click.command(algorithm.name, cls=SizedCommand, short_help=algorithm.summary)(decorated)

"""``labirinto watch``: its options."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS, filmed_by
from labirinto.cli.help import Command, Number, complete, examples, option
from labirinto.cli.options import parameter_options, seed_option, style_option, take_parameters
from labirinto.cli.shapes import one_shape_options, take_shape
from labirinto.errors import InvalidValueError

_FILMS = [method.name for known in ALGORITHMS.values() for method in known.methods]

_HELP = f"""Watch an algorithm at work in the terminal, step by step.

ALGORITHM is one of {", ".join(_FILMS)}.  wilson-walls is how wilson makes mazes of more than 65,536
cells, and wilson-rows how it makes those of order rows.  Without a size, the maze fills the
terminal.  Mazes of cells other than squares can be watched as files:
labirinto wilson --grid circular 9 --animate -o maze.gif

The space bar pauses; the left and right arrow keys go one step back and forward; + and - change
the speed; q quits; ? shows all keys.

It needs an extra: pip install 'labirinto[watch]'
"""


@click.command(
    cls=Command,
    short_help="Watch an algorithm at work.",
    help=_HELP,
    epilog=examples("watch wilson", "watch eller 30x15 --speed 50"),
)
@click.argument("algorithm", shell_complete=complete(_FILMS))
@click.argument("size", required=False, metavar="[WIDTHxHEIGHT]")
@seed_option("maze")
@parameter_options
@one_shape_options
@option(
    "Animation",
    "--speed",
    type=Number(),
    metavar="STEPS",
    help="Steps a second, up to 100,000.",
    default_text="as many as take about a minute",
)
@style_option("dark")
@option("Look", "--ascii", "ascii_only", is_flag=True, help="Draw in plain ASCII.")
def watch(algorithm: str, size: str | None, **options: Any) -> None:
    """Watch an algorithm at work."""
    from labirinto.cli.watch import watch_film

    known, film = filmed_by(algorithm)
    shape = take_shape(known, options)
    if "grid" in shape:
        grid = shape["grid"]
        raise InvalidValueError(
            f"A maze on the grid {grid} cannot be drawn in letters; write a film of it to a file: "
            f"labirinto {known.name} --grid {grid} {size or 'SIZE'} --animate -o maze.gif"
        )
    watch_film(film.name, size, take_parameters(options), shape, **options)

"""``labirinto watch``: its options."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS, filmed_by
from labirinto.asking.looks import ASCII, style_field
from labirinto.asking.mazes import seed_field
from labirinto.asking.record import Field
from labirinto.asking.shapes import FLAT_SHAPE
from labirinto.cli.help import Command, asks, complete, examples
from labirinto.cli.options import PARAMETERS, take_parameters
from labirinto.cli.shapes import take_shape
from labirinto.errors import InvalidValueError

_FILMS = [method.name for known in ALGORITHMS.values() for method in known.methods]

_HELP = f"""Watch an algorithm at work in the terminal, step by step.

ALGORITHM is one of {", ".join(_FILMS)}.  wilson makes mazes of more than 65,536 cells like
wilson-walls, and those of order rows like wilson-rows.  Without a size, the maze fills the
terminal.  Mazes of cells other than squares can be watched as files: labirinto wilson --grid
circular 9 --animate -o maze.gif

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
@asks(
    seed_field("maze"),
    *PARAMETERS,
    *FLAT_SHAPE,
    Field(
        "speed",
        "Animation",
        "Steps per second, up to 100,000.",
        "STEPS",
        "enough for about a minute",
        "number",
    ),
    style_field("dark"),
    ASCII._replace(meaning="Draw in plain ASCII."),
)
def watch(algorithm: str, size: str | None, **options: Any) -> None:
    """Watch an algorithm at work."""
    from labirinto.cli.watch import watch_film

    known, film = filmed_by(algorithm)
    shape = take_shape(known, options)
    if "grid" in shape:
        grid = shape["grid"]
        raise InvalidValueError(
            f"A maze on the grid {grid} cannot be drawn as text; write a film of it to a file: "
            f"labirinto {known.name} --grid {grid} {size or 'SIZE'} --animate -o maze.gif"
        )
    watch_film(film.name, size, take_parameters(options), shape, **options)

"""``labirinto batch``: many mazes at a time, into arrays."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import ALGORITHMS, algorithm_named
from labirinto.asking.changes import SYMMETRY
from labirinto.asking.mazes import seed_field
from labirinto.asking.record import Field
from labirinto.asking.shapes import ONE_SHAPE
from labirinto.cli.help import Command, asks, complete, examples
from labirinto.cli.options import (
    OUTPUT,
    PARAMETERS,
    QUIET,
    RESUME,
    SCHEDULER,
    check_ends,
    take_parameters,
    threads_field,
)
from labirinto.cli.output import ProgressBar, printable, quoted, show_again
from labirinto.cli.shapes import place_bridges, take_shape, typed_grid
from labirinto.cli.streams import report_stop
from labirinto.ends import BATCH_ENDS
from labirinto.errors import InvalidValueError

_HELP = f"""Make many mazes of one size, each from its own seed.

ALGORITHM is one of {", ".join(ALGORITHMS)}.

All seeds follow from --seed.  A cell is one byte, the sum of 1, 2, 4 and 8 for passages north,
east, south and west.  In a solution, the byte of a cell is the next passage of the path, 16 at the
end, and 0 off the path.  Ends are x and y of the start, x and y of the end.

With --grid, a maze has one bit per wall, 1 where a passage leads through it.  With --floors, --wrap
and --weave, it has the bytes of its squares, with 16 for a stair up and 32 for a stair down, or 16
for a bridge from left to right and 32 for one from top to bottom.  In all these, ends are the
numbers of two cells.  A solution has four bytes per cell: the number of the next cell, its own at
the end, and -1 off the path.
"""


@click.command(
    cls=Command,
    short_help="Make many mazes of one size, as arrays for NumPy or Zarr.",
    help=_HELP,
    epilog=examples(
        "batch wilson 20x20 --count 1000 -o mazes.npy",
        "batch eller 20x20 --join 0.7 --count 1000 --solutions -o mazes.zarr",
    ),
)
@click.argument("algorithm", shell_complete=complete(ALGORITHMS))
@click.argument("size", metavar="WIDTHxHEIGHT")
@asks(
    Field("count", "Maze", "Number of mazes.", "N", kind="whole", is_required=True),
    seed_field("mazes"),
    *PARAMETERS,
    *ONE_SHAPE,
    SYMMETRY,
    Field("unique", "Maze", "Make all mazes different.", kind="flag"),
    threads_field("Number of threads that make the mazes."),
    Field(
        "ends",
        "Ends and solution",
        f"Give each maze a start and an end: none, {', '.join(BATCH_ENDS[:-1])} or "
        f"{BATCH_ENDS[-1]}.",
        "ENDS",
        "none; border with --solutions",
        choices=("none", *BATCH_ENDS),
    ),
    Field(
        "solutions",
        "Ends and solution",
        "Find the path between the ends of each maze.",
        kind="flag",
    ),
    OUTPUT._replace(
        meaning="Write to mazes.npy, an array of N x height x width bytes, or mazes.zarr, a store "
        "of arrays."
    ),
    Field(
        "block",
        "Files",
        "Number of mazes made at a time, and per chunk of a Zarr store.",
        "N",
        "4 million cells",
        "whole",
    ),
    RESUME,
    SCHEDULER,
    QUIET,
)
def batch(algorithm: str, size: str, targets: tuple[str, ...], **options: Any) -> None:
    """Make many mazes of one size."""
    from labirinto.batches import making, write_batch
    from labirinto.runs import job_of

    known = algorithm_named(algorithm)
    shape = take_shape(known, options)
    place_bridges(shape, options["seed"])
    grid = typed_grid(shape, (size,))
    target, *others = targets
    if others:
        raise InvalidValueError("A batch goes to one file; give one -o.")
    if check_ends(options["ends"], options["solutions"]) == "none":
        options["ends"] = None
    quiet, resume, scheduler = (options.pop(name) for name in ("quiet", "resume", "scheduler"))
    if options["threads"] and scheduler not in (None, "threads"):
        raise InvalidValueError(
            "The workers of a cluster have their own threads; leave out --threads."
        )
    is_new = options["seed"] is None
    if resume and is_new:
        options["seed"] = str(job_of(target)["seed"])
    options |= take_parameters(options)
    work = making.batch(known.name, grid, **options)
    try:
        with ProgressBar("Mazes", quiet=quiet, unit="mazes") as bar:
            write_batch(work, target, resume=resume, scheduler=scheduler, progress=bar)
    except KeyboardInterrupt:
        report_stop(target)
        raise
    if work.unique and not quiet:
        print(f"Duplicates dropped: {work.dropped}.")
    if is_new and not quiet:
        block = f" --block {options['block']}" if options["block"] else ""
        words = printable(work.recipe).words
        show_again(
            f"{work.command.replace(work.recipe.words, words, 1)}{block} -o {quoted(target)}"
        )

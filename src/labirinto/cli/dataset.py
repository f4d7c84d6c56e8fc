"""``labirinto dataset``: mazes for machines to learn from, in Parquet."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking import looks
from labirinto.asking.changes import CHANGES
from labirinto.asking.mazes import seed_field
from labirinto.asking.record import Field
from labirinto.asking.shapes import ONE_SHAPE
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import QUIET, RESUME, SCHEDULER, TEXTURES, style_of, take_parameters
from labirinto.cli.output import ProgressBar, printable_seed, quoted, show_again
from labirinto.cli.shapes import mesh_of, take_shape, typed_mask
from labirinto.cli.streams import report_stop
from labirinto.cli.together import given_options, refuse
from labirinto.drawing.style import COLOURS
from labirinto.ends import BATCH_ENDS
from labirinto.errors import InvalidValueError
from labirinto.grids.kinds import kind_named
from labirinto.recipe import Braid
from labirinto.rooms import Rooms
from labirinto.seeds import fresh_seed

if TYPE_CHECKING:
    from labirinto.datasets import Dataset

_ROWS = "Rows and columns"
_LOOK = ("cell", "wall", "margin", *COLOURS)
_RUN = ("resume", "workers", "scheduler", "quiet", "check", "again")
"""The options that do not decide the rows."""

_TAKEN = ("symmetry", "rooms", "room_size", "doors", "braid", "sparse")
_CHANGES = tuple(field for field in CHANGES if field.name in _TAKEN)
"""The fields that change the mazes of a dataset."""

_PICTURES = (
    looks.style_field("light"),
    looks.CELL._replace(meaning="Width of a cell with one wall, in pictures.", without=16),
    looks.WALL._replace(meaning="Thickness of the walls in pictures.", without=2),
    looks.MARGIN._replace(meaning="Empty space around the maze in pictures.", without=16),
    *looks.COLOUR_FIELDS,
)
"""The fields of the pictures in a dataset."""


@click.command(
    cls=Command,
    short_help="Make a dataset for machine learning, with splits, as Parquet.",
    epilog=examples(
        "dataset mazes --size 9x9 --count 1000",
        "dataset graded --size 5x5..15x15 --count 1000 --split train=0.9,test=0.1 --stages 4",
    ),
)
@click.argument("folder", metavar="FOLDER", type=click.Path())
@asks(
    Field(
        "algorithm",
        "Maze",
        "One algorithm, or several with their shares: wilson=0.5,backtracker=0.5.",
        "NAME=SHARE,...",
        "wilson",
    ),
    Field(
        "size",
        "Maze",
        "WIDTHxHEIGHT; a range such as 5x5..30x30, in which every width and every height is "
        "equally likely; or sizes with their shares: 5x5=1,10x10=2.  With --grid its sizes, such "
        "as 8, 5..12 or a file.",
        "SIZES",
    ),
    Field("square", "Maze", "Draw one side from a range and use it for both.", kind="flag"),
    Field(
        "count",
        "Maze",
        "Number of mazes; each has as many rows as --pairs says.",
        "N",
        kind="whole",
    ),
    seed_field("rows"),
    *TEXTURES,
    *ONE_SHAPE,
    *_CHANGES,
    Field(
        "ends",
        "Ends and solution",
        f"Start and end of each maze: none, {', '.join(BATCH_ENDS[:-1])} or {BATCH_ENDS[-1]}.",
        "ENDS",
        "farthest",
        choices=("none", *BATCH_ENDS),
    ),
    Field(
        "pairs",
        "Ends and solution",
        "Rows of each maze, each with its own start and end: the first as --ends says, the others "
        "random.",
        "N",
        1,
        "whole",
    ),
    Field(
        "unreachable",
        "Ends and solution",
        "Share of the mazes, from 0 to 1, without a path from start to end: a passage on the "
        "solution is closed, and in the other mazes one off the solution.  Adds the columns "
        "reachable and closed.",
        "SHARE",
        "none",
        "number",
    ),
    Field(
        "columns",
        _ROWS,
        "Columns, separated by commas: cells, blocks, connection_list, tokens, ascii, start, end, "
        "path, moves, steps, turns, junctions, difficulty, stage, dead_ends, distances, image, "
        "solution_image, grid, recipe; item, algorithm, parameters, seed, width and height are "
        "always there.  With --grid: centres, walls, open, edges, start, end, path, steps, turns, "
        "junctions, difficulty, stage, dead_ends, distances, image, solution_image, recipe; grid "
        "and cell_count instead of width and height.  With --floors, --wrap and --weave also "
        "cells.  With --pairs also pair, with --unreachable reachable and closed.",
        "NAMES",
        "cells,start,end,moves,steps; edges,start,end,path,steps with --grid",
    ),
    Field(
        "split",
        _ROWS,
        "Names of the splits with their shares: train=0.9,valid=0.05,test=0.05.  The content of "
        "a maze selects its split, so no maze is in two splits.",
        "NAME=SHARE,...",
        "train",
    ),
    Field(
        "symmetric",
        _ROWS,
        "Count turned and mirrored images of a maze as the same maze.",
        kind="flag",
    ),
    Field(
        "duplicates",
        _ROWS,
        "Replace duplicates by other mazes, or keep them without comparing, which needs no memory.",
        "drop|keep",
        "drop",
        choices=("drop", "keep"),
    ),
    Field(
        "order",
        _ROWS,
        "Order the rows of each split from easy to hard.",
        "size|difficulty",
        "none",
        choices=("size", "difficulty"),
    ),
    Field(
        "stages",
        _ROWS,
        "Number of stages of difficulty, with about the same number of rows each; adds the column "
        "stage.",
        "N",
        "none",
        "whole",
    ),
    Field(
        "test_size",
        _ROWS,
        "Add a test split of other sizes, such as test_40x40, as large as the split test.",
        "SIZES",
        "none",
    ),
    Field(
        "test_algorithm",
        _ROWS,
        "Add a test split by other algorithms, such as test_prim, as large as the split test.",
        "NAME=SHARE,...",
        "none",
    ),
    *_PICTURES,
    Field(
        "shard",
        "Files",
        "Number of mazes made at a time; their rows are in the files of one number.",
        "N",
        "about 200 MB",
        "whole",
    ),
    Field(
        "again",
        "Files",
        "Make the rows of another dataset again; replaces the options that decide the rows.",
        "FOLDER",
        "none",
        names=("--recipe",),
    ),
    RESUME._replace(meaning="Continue an interrupted dataset."),
    Field(
        "check",
        "Files",
        "Make the rows of a dataset again and compare them with its files, pictures by pixels.",
        kind="flag",
    ),
    Field(
        "workers",
        "Files",
        "Number of processes that make the rows.",
        "N",
        "one per processor",
        "whole",
        bounds=(1, 1024),
    ),
    SCHEDULER._replace(
        meaning="Make the files with Dask: in threads, or on the cluster at an address."
    ),
    QUIET,
)
@click.pass_context
def dataset(context: click.Context, /, folder: str, **options: Any) -> None:
    """Make a dataset: mazes with their solutions, as rows of Parquet files.

    The folder contains data/train-00000-of-00010.parquet and so on; README.md, a card with the
    header that the Hugging Face Hub reads; and recipe.json, which makes all rows again.  The rows
    are the same for any number of workers.
    """
    run = {name: options.pop(name) for name in _RUN}
    given = {name: typed for name, typed in given_options(context).items() if name in options}
    try:
        with closing(_Bars(run["quiet"])) as bars:
            if run["check"]:
                _check(folder, given, run, bars)
            else:
                _write(folder, given, options, run, bars)
    except KeyboardInterrupt:
        if not run["check"]:
            report_stop(folder)
        raise


class _Bars:
    """The progress of what precedes the rows, and then of the rows."""

    def __init__(self, quiet: bool) -> None:
        self.comparing = ProgressBar("Comparing mazes", quiet=quiet, unit="mazes")
        self._rows = ProgressBar("Rows", quiet=quiet, unit="rows")

    def rows(self, done: int, total: int) -> None:
        self.comparing.close()
        self._rows(done, total)

    def close(self) -> None:
        self.comparing.close()
        self._rows.close()


def _check(folder: str, given: dict[str, str], run: dict[str, Any], bars: _Bars) -> None:
    others = [f"--{name}" for name in ("resume", "workers", "scheduler") if run[name]]
    others += ["--recipe"] * bool(run["again"])
    if others or given:
        name = next(iter((*others, *given.values())))
        raise InvalidValueError(f"{name} has no effect with --check; leave it out.")
    from labirinto.datasets import check

    rows = check(folder, comparing=bars.comparing, progress=bars.rows)
    bars.close()
    if not run["quiet"]:
        print(f"All {rows} rows are those of the recipe.")


def _write(
    folder: str,
    given: dict[str, str],
    options: dict[str, Any],
    run: dict[str, Any],
    bars: _Bars,
) -> None:
    if run["scheduler"] and run["workers"] and run["scheduler"] != "threads":
        raise InvalidValueError("A cluster has its own workers; leave out --workers.")
    if run["again"]:
        if given:
            raise InvalidValueError(
                f"{next(iter(given.values()))} has no effect with --recipe, which decides the "
                "rows; leave it out."
            )
        from labirinto.datasets import load

        made = load(run["again"])
    elif run["resume"] and not given:
        from labirinto.datasets import Dataset
        from labirinto.runs import job_of

        made = Dataset.from_dict(job_of(folder))
        given = {"seed": "--seed"}  # nothing new is chosen
    else:
        if run["resume"] and options["seed"] is None:
            from labirinto.runs import job_of

            options["seed"] = str(job_of(folder)["seed"])
        made = _dataset(given, options)

    rows = made.write(
        folder,
        resume=run["resume"],
        workers=run["workers"],
        scheduler=run["scheduler"],
        comparing=bars.comparing,
        progress=bars.rows,
    )
    bars.close()
    if run["quiet"]:
        return
    for split, count in rows.items():
        print(f"{split}: {count}")
    if not (run["again"] or "seed" in given):
        show_again(_command(folder, made, given, options))


def _dataset(given: dict[str, str], options: dict[str, Any]) -> Dataset:
    from labirinto.datasets import Dataset

    values = dict(options)
    parameters: dict[str, Any] = {**take_parameters(values, TEXTURES)}
    _take_grid(values)
    for name, example in (("size", "9x9"), ("count", "1000")):
        if values[name] is None:
            raise InvalidValueError(f"A dataset needs --{name}, such as --{name} {example}.")
    symmetry, rooms, size, doors, braided, sparse = (values.pop(it.name) for it in _CHANGES)
    if braided is not None and ":" in braided:
        raise InvalidValueError(
            "The mazes of a dataset are braided by their own seeds; give a share."
        )
    look = {name: values.pop(name) for name in _LOOK}
    style, duplicates = values.pop("style"), values.pop("duplicates")
    made = Dataset(
        values.pop("algorithm") or "wilson",
        **{name: value for name, value in values.items() if value is not None},
        unique=duplicates != "keep",
        style=style_of(style, **look),
        rooms=None if rooms is None else Rooms.parsed(rooms, size, doors),
        braid=None if braided is None else Braid.parsed(braided, 0).share,
        sparse=sparse,
        symmetry=symmetry,
        **parameters,
    )
    if not {"image", "solution_image"} & {*made.columns}:
        refuse(given, (*_LOOK, "style"), "a dataset without the columns image and solution_image")
    return made


def _take_grid(values: dict[str, Any]) -> None:
    """Put the shape, or the only grid, in the place of the options that describe it."""
    algorithm = ALGORITHMS["wilson"]  # a dataset checks whether its own make shapes
    shape = take_shape(algorithm, values)
    typed = values["size"]
    if "grid" not in shape:
        if shape and typed is None:  # the file of a mask can have a size of its own
            values["size"] = typed_mask(shape, None)
        elif shape:
            values["shape"] = lambda width, height: typed_mask(shape, (width, height))
        return
    if "grid_seed" in kind_named(shape["grid"]).options and "grid_seed" not in shape:
        if values["seed"] is None:
            values["seed"] = fresh_seed()
        shape["grid_seed"] = values["seed"]
    if shape["grid"] == "polygons":
        values["size"] = mesh_of(shape, () if typed is None else (typed,))
    else:
        values["shape"] = lambda *size: mesh_of(shape, ("x".join(map(str, size)),))


def _command(folder: str, made: Dataset, given: dict[str, str], options: dict[str, Any]) -> str:
    """The command that makes the dataset again."""
    words = ["labirinto", "dataset", quoted(folder)]
    for name, typed in given.items():
        words.append(typed)
        if options[name] is not True:
            words.append(quoted(str(options[name])))
    return " ".join([*words, "--seed", quoted(str(printable_seed(made.seed)))])

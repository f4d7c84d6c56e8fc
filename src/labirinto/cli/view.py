"""``labirinto view``: a maze of any size in the browser."""

from __future__ import annotations

import os
import sys
import warnings
from typing import TYPE_CHECKING, Any

import click

from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.cli.help import Command, Integer, option
from labirinto.cli.info import MAX_CELLS_LOADED
from labirinto.cli.options import (
    check_ends,
    ends_option,
    parameter_options,
    quiet_option,
    seed_option,
    take_parameters,
)
from labirinto.cli.output import ProgressBar
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, MissingExtraError, UnsureWarning
from labirinto.formats import read, row_reader
from labirinto.formats.maze_file import MazeRows
from labirinto.grids.mesh import Mesh
from labirinto.maze import Maze
from labirinto.parsing import choose_ends, parse_size

if TYPE_CHECKING:
    from labirinto.web.opened import Opened

_SECONDS = 24 * 3600.0
"""On one's own machine there is no hurry."""


@click.command(cls=Command, short_help="Look at a maze of any size in the browser.")
@click.argument("what", nargs=-1, required=True, metavar="FILE|ALGORITHM [WIDTHxHEIGHT]")
@seed_option("maze")
@parameter_options
@ends_option("Start and end: ", "as in the file; border with --solution")
@option("Ends and solution", "--solution", "solved", is_flag=True, help="Show the path at once.")
@option("Other", "--no-browser", is_flag=True, help="Only print the address.")
@option(
    "Other",
    "--port",
    metavar="N",
    type=Integer(0, 65535),
    default=0,
    help="Port to listen at.",
    default_text="a free one",
)
@quiet_option()
def view(
    what: tuple[str, ...],
    seed: str | None,
    ends: str | None,
    solved: bool,
    no_browser: bool,
    port: int,
    quiet: bool,
    **options: Any,
) -> None:
    """Look at a maze in the browser: move, zoom, go to any cell.

    The maze is in a file, or made as by the command of an algorithm.  A .maze file of more than
    268 million cells is not loaded: what is looked at is read where it lies, so it is there at
    once, however large it is.  Other computers cannot see it.

    It needs an extra: pip install 'labirinto[web]'
    """
    from labirinto.cli import serve

    ends = check_ends(ends, solved)
    parameters = take_parameters(options)
    name = what[0].lower()
    if name in ALGORITHMS and not os.path.exists(what[0]):
        opened = _made(name, what[1:], seed, parameters, ends, quiet)
    else:
        if len(what) > 1 or seed is not None or parameters:
            raise InvalidValueError(
                f"{what[0]!r} is no algorithm; name one to make a maze, or a file alone."
            )
        opened = _from_file(what[0], ends, solved)
    opened.solution = solved
    serve.serve_page(
        "127.0.0.1", port, 1, page="view", browse=not no_browser, opened=opened, seconds=_SECONDS
    )


def _new(name: str, source: Any, ends: Ends | None = None) -> Opened:
    try:
        from labirinto.web.opened import Opened
    except ImportError as error:
        raise MissingExtraError(
            f"The viewer needs {error.name}; install it with: pip install 'labirinto[web]'"
        ) from None
    return Opened(name, source, ends)


def _made(
    algorithm: str,
    size: tuple[str, ...],
    seed: str | None,
    parameters: dict[str, Any],
    ends: str | None,
    quiet: bool,
) -> Opened:
    if len(size) != 1:
        raise InvalidValueError(
            f"Give the size of the maze, such as labirinto view {algorithm} 4000x3000."
        )
    width, height = parse_size(size[0])
    bar = ProgressBar(ALGORITHMS[algorithm].title, quiet=quiet)
    try:
        maze = generate(algorithm, width, height, seed=seed, progress=bar, **parameters)
    finally:
        bar.close()
    return _of_maze(maze, maze.recipe.command if maze.recipe else algorithm, None, ends)


def _of_maze(maze: Maze, name: str, own: Ends | None, ends: str | None) -> Opened:
    if isinstance(maze.grid, Mesh):
        raise InvalidValueError(
            f"The viewer shows mazes of square cells, and this one is on the grid {maze.grid.text};"
            " draw it with labirinto solve -o maze.svg, which any browser shows."
        )
    return _new(name, maze, own if ends is None else choose_ends(maze, ends))


def _from_file(file: str, ends: str | None, solved: bool) -> Opened:
    reader = row_reader(file)
    if reader:
        about = reader.about
        reader.close()
        if about.width * about.height > MAX_CELLS_LOADED and isinstance(reader, MazeRows):
            if ends is not None or solved:
                raise InvalidValueError(
                    "A maze that is not loaded is shown as it is in its file: leave out --ends and "
                    "--solution."
                )
            from labirinto.viewing import FilePlanes

            planes = FilePlanes(file)
            return _new(os.path.basename(file), planes, planes.about.ends)
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always", UnsureWarning)
        maze, own = read(file)
    for doubt in doubts:
        print(f"labirinto: {doubt.message}", file=sys.stderr)
    return _of_maze(maze, os.path.basename(file), own, ends)

"""``labirinto view``: a maze of any size in the browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from labirinto._internal.extras import needing
from labirinto._internal.validation import plain_name
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.changes import CHANGES
from labirinto.asking.mazes import SOLUTION, ends_field, seed_field
from labirinto.asking.record import Field
from labirinto.asking.shapes import FLAT_SHAPE
from labirinto.cli.changes import take_changes
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.info import MAX_CELLS_LOADED, opened, read_whole
from labirinto.cli.options import PARAMETERS, PORT, QUIET, check_ends, take_parameters
from labirinto.cli.shapes import take_shape, typed_grid
from labirinto.cli.solutions import can_reopen, name_of
from labirinto.cli.together import given_options
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.formats import row_reader
from labirinto.formats.maze_file import MazeFileRows
from labirinto.parsing import choose_ends, parse_ends
from labirinto.viewing.mesh_tiles import check_opencv

if TYPE_CHECKING:
    from labirinto.formats._notes import About
    from labirinto.web.opened import Opened

_SECONDS = 24 * 3600.0
"""Requests on one's own machine may take long."""


@click.command(
    cls=Command,
    short_help="Look at a maze of any size in the browser.",
    epilog=examples("view maze.png", "view wilson 4000x3000 --solution"),
)
@click.argument("what", nargs=-1, required=True, metavar="FILE|ALGORITHM [WIDTHxHEIGHT]")
@asks(
    seed_field("maze"),
    *PARAMETERS,
    *FLAT_SHAPE,
    *CHANGES,
    ends_field("Start and end: ", "as in the file; border with --solution"),
    SOLUTION._replace(meaning="Show the path at once."),
    Field("no_browser", "Other", "Only print the address.", kind="flag"),
    PORT._replace(meaning="Port to listen on.", without="a free one", preset=0),
    QUIET,
)
@click.pass_context
def view(
    ctx: click.Context,
    /,
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

    The maze is read from a file, or made as by the command of an algorithm; - is standard input.  A
    .maze file of more than 268 million cells opens at once, as only the part in view is read.  Its
    solution is found while you look around: from corner to corner, unless the file or --ends name
    other cells.  Other computers cannot see the page.

    It needs an extra: pip install 'labirinto[web]'; cells other than squares also need images.
    """
    from labirinto.cli import serve

    ends = check_ends(ends, solved)
    given = given_options(ctx)
    name = plain_name(what[0])
    if name in ALGORITHMS and not os.path.exists(what[0]):
        opened = _made(name, what[1:], seed, options, ends, quiet)
    else:
        if making := [*(given[it] for it in ("seed", *options) if it in given), *what[1:]]:
            raise InvalidValueError(
                f"{what[0]!r} is a file, which already contains a maze; leave out {making[0]}."
                if os.path.exists(what[0])
                else f"{what[0]!r} is not an algorithm; name an algorithm to make a maze, or only "
                "a file."
            )
        opened = _from_file(what[0], ends)
    opened.solution = solved
    serve.serve_page(
        "127.0.0.1", port, 1, page="view", browse=not no_browser, opened=opened, seconds=_SECONDS
    )


def _new(name: str, source: Any, ends: Ends | None = None) -> Opened:
    with needing("The viewer needs {}", "web"):
        from labirinto.web.opened import Opened
    return Opened(name, source, ends)


def _made(
    name: str,
    size: tuple[str, ...],
    seed: str | None,
    options: dict[str, Any],
    ends: str | None,
    quiet: bool,
) -> Opened:
    algorithm = ALGORITHMS[name]
    parameters: dict[str, Any] = take_parameters(options)
    shape = take_shape(algorithm, options)
    changes = take_changes(algorithm, options)
    if "grid" not in shape and len(size) != 1:
        raise InvalidValueError(
            f"Give the size of the maze, such as labirinto view {name} 4000x3000."
        )
    grid = typed_grid(shape, size)
    if grid.kind:
        check_opencv()
    maze = changes.make(algorithm, grid, quiet=quiet, seed=seed, **parameters)
    # Its page has the algorithm's name in the language of the page, and the command below.
    title = "" if maze.recipe else algorithm.title
    return _new(title, maze, None if ends is None else choose_ends(maze, ends))


def _from_file(file: str, ends: str | None) -> Opened:
    reader = row_reader(file) if can_reopen(file) else None
    if reader:
        about = reader.about
        reader.close()
        if about.width * about.height > MAX_CELLS_LOADED and isinstance(reader, MazeFileRows):
            from labirinto.viewing import FilePlanes

            chosen = _ends_in_file(about, ends)
            return _new(os.path.basename(file), FilePlanes(file), chosen)
    with opened(file) as source:
        maze, own, doubts = read_whole(source, name_of(file))
    for doubt in doubts:
        print(f"labirinto: {doubt}", file=sys.stderr)
    if maze.grid.kind:
        check_opencv()
    return _new(
        os.path.basename(name_of(file)), maze, own if ends is None else choose_ends(maze, ends)
    )


def _ends_in_file(about: About, ends: str | None) -> Ends | None:
    """The ends of a maze that is not loaded: from its file, or such as take no search.

    Raises:
        InvalidValueError: For others.
    """
    if ends in (None, "none"):
        return about.ends if ends is None else None
    chosen = parse_ends(ends)
    if isinstance(chosen, Ends):
        return chosen.check(about.rectangle)
    if chosen == "corners":
        return Ends(*about.rectangle.corners())
    raise InvalidValueError(
        f"The ends {chosen!r} of a maze that is not loaded would take too long to find; give "
        "corners, or two cells such as 0,0-39,29."
    )

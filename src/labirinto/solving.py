"""The choice of start and end, and the path between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from labirinto import _core, seeds
from labirinto._internal.validation import check_type, truth_value
from labirinto.ends import BATCH_ENDS, Ends
from labirinto.errors import InvalidValueError, NoPathError, shown
from labirinto.grids import Grid, is_whole
from labirinto.grids.mesh import label_text
from labirinto.grids.rectangle import Cell, as_cell, check_size, row_bytes
from labirinto.maze import Maze
from labirinto.opposite import OPPOSITE_KINDS, opposite_ends
from labirinto.path import Path
from labirinto.seeds import Seed

ENDS_KINDS = (*BATCH_ENDS, *OPPOSITE_KINDS)
"""The kinds of ends that ``suggest_ends`` can choose."""

OPEN_ENDS = ("border", *OPPOSITE_KINDS)
"""The kinds of ends with openings in the frame."""

MOST_BYTES_TO_COPY = 2**18
"""Up to this size a path is found in a copy of the maze, which is faster."""

MAX_CELLS_TO_SEARCH = 2**30
"""In mazes with loops: cells visited by all searches for the farthest ones, some ten seconds."""

ROWS_AT_ONCE = 256


class Rows(Protocol):
    """Rows with their width, such as a ``RowBlock``."""

    @property
    def width(self) -> int:
        """Cells in a row."""

    @property
    def rows(self) -> bytes:
        """Whole rows, packed as in ``Maze.rows``."""


def solve(maze: Maze, start: Cell, end: Cell) -> Path:
    """Find the path from start to end: the only path in a perfect maze, else a shortest one.

    Args:
        maze: Any maze.
        start: The first cell of the path.
        end: The last cell; if it is the start, the path has no steps.

    Raises:
        InvalidValueError: If a cell is outside the maze.
        NoPathError: If no path joins the two cells, since the maze is not connected.
    """
    check_type("maze", maze, Maze)
    grid = maze.grid
    begin, finish = grid.place(start), grid.place(end)
    start, bits, is_tree = grid.at(begin), maze.bits, maze._is_tree
    if is_tree and len(bits) > MOST_BYTES_TO_COPY and is_whole(grid):
        moves = _moves_by_rows(maze, start, grid.at(finish))
        if moves is not None:
            return Path(start, moves)
    found = grid.core.path(bits, begin, finish, is_tree)
    if found is None:
        end = grid.at(finish)
        cut_off = label_text(_cut_off(maze, start, end))
        raise NoPathError(
            f"No path joins {start} and {end}: the maze is not connected, and the cell {cut_off} "
            "is cut off from its largest part."
        )
    steps, packed = found
    return Path._made(start, steps, grid, packed)


def _cut_off(maze: Maze, start: Cell, end: Cell) -> Cell:
    """The one of two cells that no path joins to most of the others."""
    from labirinto.measures import connected_components

    _, cell = connected_components(maze)[0]
    place = maze.grid.place(cell)
    return end if maze.distances(start).data[place] >= 0 else start


def _moves_by_rows(maze: Maze, start: Cell, end: Cell) -> bytes | None:
    """The path as ``solve_rows`` finds it, unless that takes more memory than a copy would."""
    if start == end:
        return b""
    solver = _core.StreamPath(maze.width, *start, *end)
    rows = maze.rows
    band = ROWS_AT_ONCE * (len(rows) // maze.height)
    for begin in range(0, len(rows), band):
        solver.feed(rows[begin : begin + band])
        if solver.memory > len(rows):
            return None
    solver.finish()
    return solver.moves()


def check_path(maze: Maze, path: Path) -> None:
    """Check that a path leads through the passages of a maze.

    Raises:
        InvalidValueError: If it starts outside the maze, goes through a wall, or is on another
            grid.
    """
    grid = maze.grid
    if path.mesh != (grid if grid.kind else None):
        raise _not_through("belongs to another grid")
    step = grid.core.first_blocked_step(maze.bits, grid.place(path.start), path._packed, path.steps)
    if step < path.steps:
        raise _not_through(f"goes through a wall at {label_text(path.cells[step])}")


def _not_through(fault: str) -> InvalidValueError:
    return InvalidValueError(
        f"The path {fault}; give one through this maze, as labirinto.solve returns it."
    )


def solve_rows(width: int, blocks: Iterable[bytes | Rows], start: Cell, end: Cell) -> Path:
    """Find the path from start to end in a perfect maze that arrives row by row and is not kept.

    Dead ends are filled as the rows arrive, so only cells that may still be on the path stay in
    memory: the last few hundred rows, and fewer and fewer cells of the rows above.

    Args:
        width: Cells in a row.
        blocks: The rows from top to bottom, any number of whole rows at a time: blocks such as
            those of ``generate_rows``, or bytes packed as in ``Maze.rows``.
        start: The first cell of the path.
        end: The last cell, different from the start.

    Raises:
        InvalidValueError: If a cell is outside the maze, or both are the same; if a block does not
            consist of whole rows of this width; or if the maze is not perfect, which is known only
            after the last row.
    """
    width, _ = check_size(width, 1)
    start, end = as_cell(start), as_cell(end)
    if start == end:
        raise InvalidValueError(
            f"Start and end are both {start[0]},{start[1]}; give two different cells."
        )
    for x, y in (start, end):
        if not (0 <= x < width and 0 <= y < 2**63 // width):
            raise InvalidValueError(
                f"The cell {x},{y} is outside the maze, whose columns are 0 to {width - 1}."
            )
    if isinstance(blocks, bytes | bytearray | memoryview) or not isinstance(blocks, Iterable):
        raise InvalidValueError("Give the rows in blocks: [maze.rows] for a whole maze.")
    solver = _core.StreamPath(width, *start, *end)
    bytes_a_row = row_bytes(width)
    for block in blocks:
        rows = _bytes_of(block, width)
        if len(rows) % bytes_a_row:
            raise InvalidValueError(
                f"A block of {len(rows)} bytes does not consist of whole rows of {bytes_a_row} "
                "bytes."
            )
        try:
            solver.feed(rows)
        except ValueError as error:
            raise _refusal(error) from None
    for x, y in (start, end):
        if y >= solver.height:
            raise InvalidValueError(
                f"The cell {x},{y} is outside the maze, which ends after {solver.height} rows."
            )
    try:
        solver.finish()
    except ValueError as error:
        raise _refusal(error) from None
    return Path(start, solver.moves())


def _bytes_of(block: bytes | Rows, width: int) -> bytes:
    wide, rows = getattr(block, "width", width), getattr(block, "rows", block)
    if wide != width:
        raise InvalidValueError(f"A block has rows of {wide} cells, not {width}.")
    if not isinstance(rows, bytes | bytearray | memoryview):
        raise InvalidValueError(f"The rows are {type(rows).__name__}, not bytes.")
    return bytes(rows)


def _refusal(error: ValueError) -> InvalidValueError:
    return InvalidValueError(f"The rows cannot be solved: {error}.")


def kind_of_ends(grid: Grid | int | None) -> str:
    """The kind of ends if none is chosen: on the border, which a torus lacks.

    The grid may be the width of a maze without end, or unknown.
    """
    return "farthest" if isinstance(grid, Grid) and grid.on_border == [] else "border"


def suggest_ends(
    maze: Maze, kind: str = "border", *, seed: Seed | None = None, apart: bool = False
) -> Ends:
    """Choose a start and an end that suit a maze.

    Args:
        maze: Any maze; it must be connected for all kinds except ``corners`` and ``random``.
        kind: ``corners``: top left and bottom right, or in another shape the two cells that lie
            farthest out there.  ``border``: the two cells on the border farthest apart, with
            openings in the frame; for a maze whose solution draws a picture, the ends of that
            solution.  ``farthest``: the two ends of the longest shortest path, the maze's diameter.
            ``random``: two different cells, each pair equally likely.  ``opposite``: two cells on
            opposite sides of the border, far apart, with openings in the frame, as explained below;
            for a maze whose solution draws a picture, the ends of that solution.  ``top-bottom``
            and ``left-right``: the same on these two sides.
        seed: For ``random``; by default the seed of the maze's own recipe.
        apart: For ``border``: whether to replace two openings that are side by side or round a
            corner, which look like a mistake, in a perfect maze.  One of the two stays, and the
            other becomes the cell on the border farthest from it that is not near it; of the two
            possible pairs, the one farther apart is used.

    Returns:
        The ends.  The start is first in reading order, unless the ends are random, or on two sides
        that the kind names: then it is on the first of these sides.  The same maze, kind and seed
        give the same ends.  If several pairs are equally far apart, it is in a perfect maze the
        pair found by walking to the farthest cell from the top left, and from there to the farthest
        cell again, each the first in reading order; in a maze with loops it is the pair that comes
        first in reading order.

        The ends ``opposite`` are at the top and the bottom, or at the left and the right.  In a
        rectangle the side of a cell is the one where its opening is, which for a corner is the top
        or the bottom, unless there is only one row.  In other shapes and grids the two diagonals of
        the box around the centres of the border cells divide these cells into four sides; cells on
        a diagonal belong to the top or the bottom.  From the first cell of the grid a walk leads to
        the farthest cell of a side, and from there to the farthest of the same side; from each of
        these two it goes on to the farthest cell of the opposite side that is not near.  Near means
        at most two steps away if there were no walls (between cells of other forms, at most 2.5
        units, or side by side).  Of all pairs found, the one farthest apart is chosen, top and
        bottom first.  In a perfect rectangle of at least four cells each way, no two cells on
        opposite sides are farther apart.  If a maze is too small or has no cells there, sides that
        meet, then any two cells on the border, then nearer ones take their place.  The ends
        ``top-bottom`` and ``left-right`` are found in the same way on their two sides alone, nearer
        ones if there are no others.  A maze without cells on both sides, such as one row for top
        and bottom, or a cylinder for left and right, has the ends ``opposite``.

    Raises:
        InvalidValueError: For an unknown kind, a maze of a single cell, a maze that is not
            connected if the kind needs distances, a maze with loops in which the farthest cells
            would take too long to find (they are exact or refused), or a missing seed for
            ``random``.
        TooLargeError: If there is not enough memory for ends on opposite sides.
    """
    check_type("maze", maze, Maze)
    if not isinstance(kind, str) or kind not in ENDS_KINDS:
        raise InvalidValueError(
            f"There are no ends of the kind {shown(kind)}; choose one of {', '.join(ENDS_KINDS)}."
        )
    truth_value("apart", apart)
    grid = maze.grid
    core = grid.core
    if core.cells == 1:
        raise InvalidValueError("A maze of a single cell has no start and end.")
    if kind == "corners":
        return Ends._made(*grid.corners(), False)
    if kind == "random":
        return _random_ends(maze, seed)
    is_open = kind in OPEN_ENDS
    if is_open and maze._kind and maze._kind.picture:
        return maze._kind.picture.ends
    among = is_open and grid.on_border
    if type(among) is list and len(among) < 2:
        count = "Only one" if among else "No"
        raise InvalidValueError(
            f"{count} cell is on the border, where ends of the kind {kind!r} must be; choose "
            "'farthest' or 'random'."
        )
    if kind in OPPOSITE_KINDS:
        return opposite_ends(maze, kind)
    if not maze._is_tree:
        return _farthest_with_loops(maze, is_open)
    start, end = core.farthest_apart(maze.bits, grid.first_place, among)
    ends = Ends._made(grid.at(start), grid.at(end), is_open)
    return _apart(maze, ends) if apart and ends.look_like_one(grid) else ends


def _farthest_with_loops(maze: Maze, on_border: bool) -> Ends:
    alternatives = "name two cells, or choose 'corners' or 'random'"
    try:
        pair = _farthest_pair(maze, on_border)
    except ValueError:
        raise InvalidValueError(
            f"No path joins all cells of this maze, so none are farthest apart; {alternatives}."
        ) from None
    if pair is None:
        raise InvalidValueError(
            f"The farthest cells of this maze with loops take too long to find; {alternatives}."
        )
    return Ends._made(*pair, on_border)


def _farthest_pair(maze: Maze, on_border: bool) -> tuple[Cell, Cell] | None:
    """The two cells that are farthest apart; None if that takes too long to find.

    Raises:
        ValueError: If no path joins all cells.
    """
    grid = maze.grid
    pair = grid.core.farthest_pair(maze.bits, on_border and grid.on_border, MAX_CELLS_TO_SEARCH)
    return pair and (grid.at(pair[0]), grid.at(pair[1]))


def _random_ends(maze: Maze, seed: Seed | None) -> Ends:
    if seed is None:
        if maze._kind is None:
            raise InvalidValueError("Give a seed: this maze has no recipe that contains one.")
        seed = maze._seed
    grid = maze.grid
    start, end = _core.random_pair(len(grid), seeds.seed_number(seed))
    return Ends._made(grid.label(start), grid.label(end), False)


def _apart(maze: Maze, ends: Ends) -> Ends:
    """Replace one of two openings that look like one; the same if there is no other."""
    grid, found = maze.grid, []
    for start in ends:
        pairs = ((place, Ends(start, grid.at(place), open=True)) for place in grid.border_places)
        among = [place for place, pair in pairs if not pair.look_like_one(grid)]
        if among:
            place, steps = grid.core.farthest(maze.bits, grid.place(start), among, True)
            found.append((steps, (start, grid.at(place))))
    if not found:
        return ends
    _, pair = max(found, key=lambda one: one[0])
    start, end = sorted(pair, key=grid.index)
    return Ends(start, end, open=True)

"""Where to start and where to end, and the path between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from labirinto import _core, seeds
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, NoPathError
from labirinto.grids.rectangle import Cell, check_size, row_bytes
from labirinto.maze import Maze
from labirinto.measures import pieces
from labirinto.path import Path

ENDS_KINDS = ("corners", "border", "farthest", "random")
"""How ``suggest_ends`` can choose."""

MOST_CELLS_TO_COPY = 2**20
"""Up to here a path is found in a copy of the maze, which is faster."""

ROWS_AT_ONCE = 256


class Rows(Protocol):
    """Rows that know how wide they are, as a ``RowBlock`` does."""

    @property
    def width(self) -> int:
        """Cells in a row."""

    @property
    def rows(self) -> bytes:
        """Whole rows, as ``Maze.rows`` has them."""


def solve(maze: Maze, start: Cell, end: Cell) -> Path:
    """The path from start to end: the only one in a perfect maze, else a shortest one.

    Raises:
        InvalidValueError: if a cell is outside the maze, or both are the same.
        NoPathError: if the maze is not connected, and no path joins the two.
    """
    start, end = Ends(start, end).check(maze.width, maze.height)
    moves = None
    if maze.is_perfect:
        if maze.width * maze.height > MOST_CELLS_TO_COPY:
            moves = _moves_by_rows(maze, start, end)
        if moves is None:
            moves = _core.tree_path(maze.rows, maze.width, maze.height, *start, *end)
    else:
        moves = _core.shortest_path(maze.rows, maze.width, maze.height, *start, *end)
    if moves is None:
        x, y = _cut_off(maze, start, end)
        raise NoPathError(
            f"No path joins {start} and {end}: the maze is not connected, and the cell {x},{y} is "
            "cut off from its largest part."
        )
    return Path(start, moves)


def _cut_off(maze: Maze, start: Cell, end: Cell) -> Cell:
    """The one of two cells that no path joins to most of the others."""
    _, first = pieces(maze)[0]
    joined = start == first or _core.shortest_path(
        maze.rows, maze.width, maze.height, *start, *first
    )
    return start if joined is None else end


def _moves_by_rows(maze: Maze, start: Cell, end: Cell) -> bytes | None:
    """The path as ``solve_rows`` finds it, unless that takes more memory than a copy would."""
    solver = _core.StreamPath(maze.width, *start, *end)
    rows = maze.rows
    band = ROWS_AT_ONCE * (len(rows) // maze.height)
    for begin in range(0, len(rows), band):
        solver.feed(rows[begin : begin + band])
        if solver.memory > len(rows):
            return None
    solver.finish()
    return solver.moves()


def solve_rows(width: int, blocks: Iterable[bytes | Rows], start: Cell, end: Cell) -> Path:
    """The path from start to end in a perfect maze that comes row by row, and is never kept.

    Dead ends are filled as the rows come, so that only what can still be on the path stays in
    memory: the last few hundred rows, and of the rows before them fewer and fewer cells.

    Args:
        width: cells in a row.
        blocks: the rows from top to bottom, any number of whole ones at a time: blocks such as
            ``eller_rows`` gives, or bytes as ``Maze.rows`` has them.
        start, end: two different cells.

    Raises:
        InvalidValueError: if a cell is outside the maze, or both are the same; if a block is not
            of whole rows, or of another width; or if the maze is not perfect, which is known only
            after the last row.
    """
    width, _ = check_size(width, 1)
    start, end = Ends(start, end)
    if start == end:
        raise InvalidValueError(f"Start and end are both {start[0]},{start[1]}; give two cells.")
    for x, y in (start, end):
        if not (0 <= x < width and 0 <= y < 2**63 // width):
            raise InvalidValueError(
                f"The cell {x},{y} is outside the maze, whose columns are 0 to {width - 1}."
            )
    solver = _core.StreamPath(width, *start, *end)
    bytes_a_row = row_bytes(width)
    if isinstance(blocks, bytes | bytearray | memoryview):
        raise InvalidValueError("Give the rows in blocks: [rows] for rows that are all there.")
    for block in blocks:
        rows = _bytes_of(block, width)
        if len(rows) % bytes_a_row:
            raise InvalidValueError(
                f"A block of {len(rows)} bytes is not of whole rows: one is {bytes_a_row} bytes."
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


def suggest_ends(maze: Maze, kind: str = "border", *, seed: int | str | None = None) -> Ends:
    """A start and an end that suit the maze.

    Args:
        kind: ``corners``: top left and bottom right.  ``border``: the two cells on the border that
            are farthest apart, with openings in the outer wall.  ``farthest``: the two ends of the
            longest path, the maze's diameter.  ``random``: two different cells, each pair equally
            likely.  The seed fixes them all: where several cells are equally far, the first in
            reading order is taken, and of the two found the first in that order is the start.
        seed: for ``random``; by default the seed of the maze's own recipe, so that it fixes the
            ends too.

    Raises:
        InvalidValueError: for another kind, a maze of a single cell, a maze that is not perfect
            where distances are asked for, or no seed for ``random``.
    """
    if kind not in ENDS_KINDS:
        raise InvalidValueError(
            f"There is no way {kind!r} to choose ends; there are {', '.join(ENDS_KINDS)}."
        )
    if maze.width * maze.height == 1:
        raise InvalidValueError("A maze of a single cell has no start and end.")
    if kind == "corners":
        return Ends((0, 0), (maze.width - 1, maze.height - 1))
    if kind == "random":
        return _random_ends(maze, seed)
    if not maze.is_perfect:
        raise InvalidValueError(
            f"The ends {kind!r} are known for perfect mazes only, and this maze is not; "
            "name two cells, or take 'corners'."
        )
    on_border = kind == "border"
    first = _farthest(maze, (0, 0), on_border)
    second = _farthest(maze, first, on_border)
    start, end = sorted((first, second), key=lambda cell: (cell[1], cell[0]))
    return Ends(start, end, open=on_border)


def _farthest(maze: Maze, start: Cell, on_border: bool) -> Cell:
    x, y, _ = _core.farthest(maze.rows, maze.width, maze.height, *start, on_border)
    return x, y


def _random_ends(maze: Maze, seed: int | str | None) -> Ends:
    from labirinto.algorithms.textbook.random import Bits

    if seed is None:
        if maze.recipe is None:
            raise InvalidValueError("It is not known how this maze was made: give a seed.")
        seed = maze.recipe.seed
    bits = Bits(seeds.child_seed(seeds.seed_number(seed), seeds.ENDS, 0))
    cells = maze.width * maze.height
    start = bits.below(cells)
    end = bits.below(cells - 1)
    end += end >= start
    start_y, start_x = divmod(start, maze.width)
    end_y, end_x = divmod(end, maze.width)
    return Ends((start_x, start_y), (end_x, end_y))

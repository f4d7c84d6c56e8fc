"""Where to start and where to end, and the path between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Any, Protocol

from labirinto import _core, seeds
from labirinto._internal.validation import check_type, truth_value
from labirinto.ends import BATCH_ENDS, NEAR, Ends
from labirinto.errors import InvalidValueError, NoPathError, shown
from labirinto.grids import wall_bits
from labirinto.grids.mesh import Mesh, label_text
from labirinto.grids.rectangle import Cell, Rectangle, as_cell, check_size, mask_of_cells, row_bytes
from labirinto.maze import Maze
from labirinto.opposite import opposite_ends
from labirinto.path import Path
from labirinto.seeds import Seed

ENDS_KINDS = (*BATCH_ENDS, "opposite")
"""The kinds of ends that ``suggest_ends`` can choose."""

OPEN_ENDS = ("border", "opposite")
"""Those with openings in the frame."""

MAX_CELLS_TO_COPY = 2**20
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
    """Find the path from start to end: the only one in a perfect maze, else a shortest one.

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
    start, end = grid.check_cell(start), grid.check_cell(end)
    path: Path | None
    if isinstance(grid, Mesh):
        cells = grid.core.path(maze.bits, grid.index(start), grid.index(end))
        path = Path._on(grid, cells) if cells else None
    else:
        moves = _moves(maze, grid, start, end)
        path = None if moves is None else Path._made(start, moves)
    if path is None:
        cut_off = label_text(_cut_off(maze, start, end))
        raise NoPathError(
            f"No path joins {start} and {end}: the maze is not connected, and the cell {cut_off} "
            "is cut off from its largest part."
        )
    return path


def _moves(maze: Maze, grid: Rectangle, start: Cell, end: Cell) -> bytes | None:
    """The moves of a path through a rectangle; None if there is no path."""
    width, height = grid.width, grid.height
    if not maze._is_tree:
        return _core.shortest_path(maze.bits, width, height, *start, *end)
    if width * height > MAX_CELLS_TO_COPY and grid.mask is None:
        moves = _moves_by_rows(maze, start, end)
        if moves is not None:
            return moves
    (x, y), (end_x, end_y) = start, end
    return _core.tree_path(maze.bits, width, height, x, y, end_x, end_y)


def _cut_off(maze: Maze, start: Cell, end: Cell) -> Cell:
    """The one of two cells that no path joins to most of the others."""
    from labirinto.measures import connected_components

    _, cell = connected_components(maze)[0]
    place: Any = maze.grid.index(cell) if isinstance(maze.grid, Mesh) else cell[::-1]
    return end if maze.distances(start)[place] >= 0 else start


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
    if path.mesh != (grid if isinstance(grid, Mesh) else None):
        raise _not_through("belongs to another grid")
    blocked: Cell | None = None
    if isinstance(grid, Mesh):
        for cell, other in pairwise(path.numbers):
            if all(beyond != other for beyond, _ in wall_bits.open_links(grid, maze.bits, cell)):
                blocked = grid.label(cell)
                break
    else:
        start = grid.check_cell(path.start)
        step = _core.first_blocked_step(
            maze.bits, grid.width, grid.height, *start, path._packed, path.steps
        )
        if step < path.steps:
            blocked = Path(start, path.moves[:step]).end
    if blocked is not None:
        raise _not_through(f"goes through a wall at {label_text(blocked)}")


def _not_through(fault: str) -> InvalidValueError:
    return InvalidValueError(
        f"The path {fault}; give one through this maze, as labirinto.solve returns it."
    )


def solve_rows(width: int, blocks: Iterable[bytes | Rows], start: Cell, end: Cell) -> Path:
    """Find the path from start to end in a perfect maze that arrives row by row and is not kept.

    Dead ends are filled as the rows arrive, so that only cells that may still be on the path stay
    in memory: the last few hundred rows, and fewer and fewer cells of the rows above.

    Args:
        width: Cells in a row.
        blocks: The rows from top to bottom, any number of whole rows at a time: blocks such as
            those of ``generate_rows``, or bytes packed as in ``Maze.rows``.
        start: The first cell of the path.
        end: The last cell, another one.

    Raises:
        InvalidValueError: If a cell is outside the maze, or both are the same; if a block is not
            of whole rows, or of another width; or if the maze is not perfect, which is known only
            after the last row.
    """
    width, _ = check_size(width, 1)
    start, end = as_cell(start), as_cell(end)
    if start == end:
        raise InvalidValueError(f"Start and end are both {start[0]},{start[1]}; give two cells.")
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
    return Path._made(start, solver.moves())


def _bytes_of(block: bytes | Rows, width: int) -> bytes:
    wide, rows = getattr(block, "width", width), getattr(block, "rows", block)
    if wide != width:
        raise InvalidValueError(f"A block has rows of {wide} cells, not {width}.")
    if not isinstance(rows, bytes | bytearray | memoryview):
        raise InvalidValueError(f"The rows are {type(rows).__name__}, not bytes.")
    return bytes(rows)


def _refusal(error: ValueError) -> InvalidValueError:
    return InvalidValueError(f"The rows cannot be solved: {error}.")


def suggest_ends(
    maze: Maze, kind: str = "border", *, seed: Seed | None = None, apart: bool = False
) -> Ends:
    """Choose a start and an end that suit a maze.

    Args:
        maze: Any maze, which must be connected for ``border``, ``farthest`` and ``opposite``.
        kind: ``corners``: top left and bottom right, or in another shape the two cells that lie
            farthest out there.  ``border``: the two cells on the border that are farthest apart,
            with openings in the frame; of a maze whose solution draws a picture, the ends of that.
            ``farthest``: the two ends of the longest shortest path, the maze's diameter.
            ``random``: two different cells, each pair equally likely.  ``opposite``: two cells on
            opposite sides of the border, far apart, with openings in the frame, as explained
            below; of a maze whose solution draws a picture, the ends of that.
        seed: For ``random``; by default the seed of the maze's own recipe.
        apart: For ``border``: whether two openings that are side by side or round a corner, which
            look like a mistake, give way to others in a perfect maze.  One of the two stays, and
            the other is the cell on the border farthest from it that is not near it; of the two
            pairs it is the one farther apart.

    Returns:
        The ends, the start being first in reading order unless they are random.  The same maze,
        kind and seed give the same ends: of several pairs that are equally far apart, in a perfect
        maze the one found by walking to the farthest cell from the top left, and from there to the
        farthest cell again, each the first in reading order; in a maze with loops the pair that
        comes first in reading order.

        The ends ``opposite`` are one at the top and one at the bottom, or one at the left and one
        at the right.  In a rectangle the side of a cell is the one where its opening is, which for
        a corner is the top or the bottom, unless there is only one row.  In other shapes and
        grids the two diagonals of the box around the middles of the cells on the border divide
        them into four sides; on a diagonal they belong to the top or the bottom.  From the first
        cell of the grid a walk leads to the farthest cell of a side, and from there to the farthest
        of the same side; from each of these two it goes on to the farthest cell of the opposite
        side that is not near, that is, at most two steps away if there were no walls (between cells
        of other forms, at most 2.5 units, or side by side).  Of all pairs found the one farthest
        apart is chosen, top and bottom first.  In a perfect rectangle of at least four cells each
        way, no two cells on opposite sides are farther apart.  Where a maze is too small or has no
        cells there, sides that meet, then any two cells on the border, then nearer ones take
        their place.

    Raises:
        InvalidValueError: For another kind, a maze of a single cell, a maze that is not connected
            if the kind needs distances, a maze with loops in which the farthest cells would take
            too long to find (they are exact or refused), or no seed for ``random``.
        TooLargeError: If there is not enough memory for ``opposite``.
    """
    check_type("maze", maze, Maze)
    if not isinstance(kind, str) or kind not in ENDS_KINDS:
        raise InvalidValueError(
            f"There are no ends of the kind {shown(kind)}; choose one of {', '.join(ENDS_KINDS)}."
        )
    truth_value("apart", apart)
    grid = maze.grid
    if len(grid) == 1:
        raise InvalidValueError("A maze of a single cell has no start and end.")
    if kind == "corners":
        return Ends._made(*grid.corners(), False)
    if kind == "random":
        return _random_ends(maze, seed)
    is_open = kind in OPEN_ENDS
    if is_open and maze._kind and maze._kind.picture:
        return maze._kind.picture.ends
    if is_open and isinstance(grid, Mesh) and len(grid.border_cells) == 1:
        raise InvalidValueError("Only one cell is on the border; choose 'farthest' or 'random'.")
    if kind == "opposite":
        return opposite_ends(maze)
    on_border = kind == "border"
    if not maze._is_tree:
        return _farthest_with_loops(maze, on_border)
    if isinstance(grid, Mesh):
        _, first = _farthest_on_mesh(maze, grid, 0, on_border)
        _, second = _farthest_on_mesh(maze, grid, first, on_border)
        start, end = map(grid.label, sorted((first, second)))
    else:
        among = grid.border if on_border else None
        x, y = grid.first
        x, y, end_x, end_y = _core.farthest_apart(
            maze.bits, grid.width, grid.height, x, y, on_border, among
        )
        start, end = (x, y), (end_x, end_y)
    ends = Ends._made(start, end, on_border)
    if not (apart and ends.look_like_one(grid)):
        return ends
    return _apart_on_mesh(maze, grid, ends) if isinstance(grid, Mesh) else _apart(maze, grid, ends)


def _farthest_on_mesh(maze: Maze, mesh: Mesh, start: int, on_border: bool) -> tuple[int, int]:
    """The number of steps to the farthest cell, and the first such cell."""
    distances = wall_bits.distances(mesh, maze.bits, start)
    if on_border:
        steps, cell = max((distances[cell], -cell) for cell in mesh.border_cells)
        return steps, -cell
    steps = max(distances)
    return steps, distances.index(steps)


def _farthest_with_loops(maze: Maze, on_border: bool) -> Ends:
    alternatives = "name two cells, or choose 'corners' or 'random'"
    try:
        pair = _farthest_pair(maze, on_border)
    except ValueError:
        raise InvalidValueError(
            f"No path joins all cells of this maze, so none are the farthest apart; {alternatives}."
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
    if isinstance(grid, Rectangle):
        among = grid.border if on_border else grid.mask
        size = grid.width, grid.height
        found = _core.farthest_pair(
            maze.rows, *size, on_border, MAX_CELLS_TO_SEARCH, len(grid), among
        )
        return found and (found[:2], found[2:])
    if len(grid.core.parts(maze.bits)) > 1:
        raise ValueError
    cells = grid.border_cells if on_border else range(len(grid))
    if len(cells) * len(grid) > MAX_CELLS_TO_SEARCH:
        return None
    # The pair that comes first, of several.
    _, start = max((_farthest_on_mesh(maze, grid, cell, on_border)[0], -cell) for cell in cells)
    _, end = _farthest_on_mesh(maze, grid, -start, on_border)
    return grid.label(-start), grid.label(end)


def _random_ends(maze: Maze, seed: Seed | None) -> Ends:
    if seed is None:
        if maze._kind is None:
            raise InvalidValueError("Give a seed: this maze has no recipe to take it from.")
        seed = maze._seed
    grid = maze.grid
    start, end = _core.random_pair(len(grid), seeds.seed_number(seed))
    return Ends._made(grid.label(start), grid.label(end), False)


def _apart(maze: Maze, grid: Rectangle, ends: Ends) -> Ends:
    """Replace one of two openings that look like one; the same if there is no other."""
    sides = ((x, y) for x in range(grid.width) for y in {0, grid.height - 1})
    ends_of_rows = ((x, y) for y in range(grid.height) for x in {0, grid.width - 1})
    border = grid.border or mask_of_cells(chain(sides, ends_of_rows), grid.width, grid.height)
    pairs = []
    for cell in map(as_cell, ends):
        among = bytearray(border)
        for x in range(max(0, cell[0] - NEAR), min(grid.width, cell[0] + NEAR + 1)):
            for y in range(max(0, cell[1] - NEAR), min(grid.height, cell[1] + NEAR + 1)):
                if Ends(cell, (x, y)).distance(grid) <= NEAR:
                    among[y * grid.plane_bytes + x // 8] &= ~(1 << x % 8)
        x, y, distance = _core.farthest(
            maze.rows, grid.width, grid.height, *cell, True, bytes(among)
        )
        pairs.append((distance, (cell, (x, y))))
    distance, pair = max(pairs, key=lambda found: found[0])
    start, end = sorted(pair, key=grid.index)
    return Ends(start, end, open=True) if distance else ends


def _apart_on_mesh(maze: Maze, mesh: Mesh, ends: Ends) -> Ends:
    """The same on a mesh."""
    found = []
    for start in ends:
        distances = wall_bits.distances(mesh, maze.bits, mesh.index(start))
        for cell in mesh.border_cells:
            first, second = sorted((start, mesh.label(cell)), key=mesh.index)
            found.append((distances[cell], Ends(first, second, open=True)))
    apart = [(steps, pair) for steps, pair in found if not pair.look_like_one(mesh)]
    return max(apart, key=lambda one: one[0])[1] if apart else ends

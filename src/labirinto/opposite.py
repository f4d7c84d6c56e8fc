"""Ends on opposite sides of a maze, far apart and never side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto.ends import NEAR, Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, wall_bits
from labirinto.grids.mesh import Label, Mesh, Point
from labirinto.grids.rectangle import Rectangle, mask_of_cells
from labirinto.maze import Maze

Cells = Sequence[Label]
Search = Callable[[Label, Cells], tuple[int, Label]]

_TOP, _BOTTOM, _LEFT, _RIGHT, _ALL = range(5)
_PAIRS = (
    ((_TOP, _BOTTOM), (_LEFT, _RIGHT)),
    tuple(product((_TOP, _BOTTOM), (_LEFT, _RIGHT))),
    ((_ALL, _ALL),),
)
"""Pairs of sides.  The later ones are for shapes without two cells on earlier ones."""

CELLS_TO_FILL = 1000
"""Smaller mazes are searched in less time than it takes to fill their dead ends."""

_TURNS = 16
"""Of filling dead ends: many, since eight searches then walk on less."""

_DECIMALS = 6
"""In which places are compared, so that rounding errors decide nothing."""


def opposite_ends(maze: Maze) -> Ends:
    """The ends of the kind ``opposite``, which ``suggest_ends`` explains.

    Raises:
        InvalidValueError: If no path joins all cells on the border.
        TooLargeError: If there is not enough memory.
    """
    sides = _sides(maze.grid)
    search = _search(maze, sides[_ALL])
    for near in (NEAR, 1, 0):
        for pairs in _PAIRS:
            places = [(sides[one], sides[other]) for one, other in pairs]
            found = [it for pair in places for it in _farthest(maze.grid, search, *pair, near)]
            if found:
                _, ends = max(found, key=lambda one: one[0])
                start, end = sorted(ends, key=maze.grid.index)
                return Ends(start, end, open=True)
    raise AssertionError("the border of a maze of two cells has two")


def _farthest(
    grid: Grid, search: Search, one: Cells, other: Cells, near: int
) -> Iterator[tuple[int, tuple[Label, Label]]]:
    """The steps between two cells, one of each side, and these cells.

    In a tree, the cell of a side that is farthest from any other cell is one of the two of that
    side that are farthest apart.
    """
    if not (one and other):
        return
    first = search(grid.label(0), one)[1]
    for start in dict.fromkeys((first, search(first, one)[1])):
        too_near = _near(grid, start, near)
        if among := [cell for cell in other if not too_near(cell)]:
            steps, end = search(start, among)
            yield steps, (start, end)


def _near(grid: Grid, start: Label, near: int) -> Callable[[Label], bool]:
    """Whether openings at a cell and at another one look like one, if that many steps do."""
    if not near:
        return lambda cell: cell == start
    if isinstance(grid, Mesh):
        beside = {grid.label(cell) for cell, _ in grid.neighbours(grid.index(start))}
        return lambda cell: cell in beside or Ends(start, cell).distance(grid) < near + 0.5
    x, y = start
    return lambda cell: abs(cell[0] - x) + abs(cell[1] - y) <= near


def _search(maze: Maze, border: Cells) -> Search:
    """What finds the cell, of some, to which the shortest path from another cell is the longest:
    the number of steps, and the first such cell.
    """
    grid = maze.grid
    if isinstance(grid, Rectangle) and maze._is_tree:
        size, rows = (grid.width, grid.height), maze.rows
        if len(grid) >= CELLS_TO_FILL:
            # Nearly all cells lie in dead ends without a cell on the border.
            check_memory(len(rows), f"To find ends in a {grid.text} maze")
            rows = _core.without_dead_ends(rows, *size, mask_of_cells(border, *size), _TURNS)

        def search(start: Label, cells: Cells) -> tuple[int, Label]:
            x, y, steps = _core.farthest(rows, *size, *start, False, mask_of_cells(cells, *size))
            return steps, (x, y)

        return search

    def search_loops(start: Label, cells: Cells) -> tuple[int, Label]:
        steps = _distances(maze, start)
        numbers = [_place(grid, cell) for cell in cells]
        if any(steps[number] < 0 for number in numbers):
            raise InvalidValueError(
                "No path joins all cells on the border of this maze; name two cells, or choose "
                "'corners' or 'random'."
            )
        longest, first = max((steps[number], -at) for at, number in enumerate(numbers))
        return longest, cells[-first]

    return search_loops


def _distances(maze: Maze, start: Label) -> Sequence[int]:
    grid = maze.grid
    if isinstance(grid, Mesh):
        return wall_bits.distances(grid, maze.bits, grid.index(start))
    check_memory(8 * grid.width * grid.height, f"To find ends in a {grid.text} maze with loops")
    return memoryview(_core.distances(maze.rows, grid.width, grid.height, *start)).cast("i")


def _sides(grid: Grid) -> Sequence[Cells]:
    """The cells on the border by their sides, each in reading order, and all of them."""
    if isinstance(grid, Rectangle) and grid.mask is None:
        return _sides_of_rectangle(grid.width, grid.height)
    cells = _border(grid)
    places = [_middle(grid, cell) for cell in cells]
    sides: tuple[list[Label], ...] = ([], [], [], [], cells)
    (left, top), (right, bottom) = (
        (choose(x for x, _ in places), choose(y for _, y in places)) for choose in (min, max)
    )
    for cell, (x, y) in zip(cells, places, strict=True):
        # From the centre, in halves of the width and the height.
        across = round((2 * x - left - right) / ((right - left) or 1), _DECIMALS)
        down = round((2 * y - top - bottom) / ((bottom - top) or 1), _DECIMALS)
        if abs(down) >= abs(across):
            sides[_TOP if down < 0 else _BOTTOM].append(cell)
        else:
            sides[_LEFT if across < 0 else _RIGHT].append(cell)
    return sides


def _sides_of_rectangle(width: int, height: int) -> Sequence[Cells]:
    """By the side on which the opening of a cell lies: see ``Ends.openings``."""
    if height == 1:
        row = [(x, 0) for x in range(width)]
        return [[], [], row[:1], row[-1:], row]
    top, bottom = ([(x, y) for x in range(width)] for y in (0, height - 1))
    left, right = ([(x, y) for y in range(1, height - 1)] for x in (0, width - 1))
    if width == 1:
        return [top, bottom, left, [], top + left + bottom]
    return [top, bottom, left, right, [*top, *chain(*zip(left, right, strict=True)), *bottom]]


def _border(grid: Grid) -> list[Label]:
    if isinstance(grid, Mesh):
        return [grid.label(index) for index in grid.border_cells]
    stride = grid.plane_bytes
    return [
        (8 * (at % stride) + bit, at // stride)
        for at, bits in enumerate(grid.border or b"")
        if bits
        for bit in range(8)
        if bits >> bit & 1
    ]


def _middle(grid: Grid, cell: Label) -> Point:
    return grid.centre(grid.index(cell)) if isinstance(grid, Mesh) else (cell[0], cell[1])


def _place(grid: Grid, cell: Label) -> int:
    return grid.index(cell) if isinstance(grid, Mesh) else cell[1] * grid.width + cell[0]

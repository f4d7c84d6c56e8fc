"""Ends on opposite sides of a maze, far apart and never side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from labirinto._internal.memory import check_memory
from labirinto.ends import NEAR, Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze

Places = Sequence[int]
Search = Callable[[int, Places], tuple[int, int]]

_TOP, _BOTTOM, _LEFT, _RIGHT, _ALL = range(5)
_BESIDE = (NEAR, 1, 0)
"""How far apart ends are not, the later ones for mazes too small for the earlier ones."""

_PAIRS = (
    ((_TOP, _BOTTOM), (_LEFT, _RIGHT)),
    tuple(product((_TOP, _BOTTOM), (_LEFT, _RIGHT))),
    ((_ALL, _ALL),),
)
"""Pairs of sides.  The later ones are for shapes without two cells on earlier ones."""

_NAMED = {"opposite": (), "top-bottom": (_PAIRS[0][:1],), "left-right": (_PAIRS[0][1:],)}
"""The pairs tried before these: the sides that a kind names, the first one with the start."""

OPPOSITE_KINDS = tuple(_NAMED)
"""The kinds of ends on opposite sides."""

CELLS_TO_FILL = 1000
"""Smaller mazes are searched in less time than it takes to fill their dead ends."""

_TURNS = 16
"""Rounds of filling dead ends: many, since eight searches then walk on fewer cells."""

_DECIMALS = 6
"""In which places are compared, so that rounding errors decide nothing."""


def opposite_ends(maze: Maze, kind: str) -> Ends:
    """The ends of one of ``OPPOSITE_KINDS``, which ``suggest_ends`` explains.

    Raises:
        InvalidValueError: If no path joins all cells on the border.
        TooLargeError: If there is not enough memory.
    """
    grid, named = maze.grid.sided, _NAMED[kind]
    sides = _sides(grid)
    search = _search(maze, sides[_ALL])
    for near, pairs in (*product(_BESIDE, named), *product(_BESIDE, _PAIRS)):
        both = [(sides[one], sides[other]) for one, other in pairs]
        found = [it for pair in both for it in _farthest(grid, search, *pair, near)]
        if found:
            _, ends = max(found, key=lambda one: one[0])
            start, end = map(grid.at, ends if pairs in named else sorted(ends))
            return Ends(start, end, open=True)
    raise AssertionError("the border of a maze of two cells has two")


def _farthest(
    grid: Grid, search: Search, one: Places, other: Places, near: int
) -> Iterator[tuple[int, tuple[int, int]]]:
    """The steps between two cells, one of each side, and these cells.

    In a tree, the cell of a side that is farthest from any other cell is one of the two of that
    side that are farthest apart.
    """
    if not (one and other):
        return
    first = search(grid.first_place, one)[1]
    for start in dict.fromkeys((first, search(first, one)[1])):
        is_near = grid.near(grid.at(start), near + 0.5)
        if among := [
            place for place in other if place != start and not (near and is_near(grid.at(place)))
        ]:
            steps, end = search(start, among)
            yield steps, (start, end)


def _search(maze: Maze, border: Places) -> Search:
    """What finds the cell, of some, to which the shortest path from another cell is the longest:
    the number of steps, and the first such cell.
    """
    grid, bits, is_tree = maze.grid, maze.bits, maze._is_tree
    if isinstance(grid, Rectangle) and is_tree and len(grid) >= CELLS_TO_FILL:
        # Nearly all cells lie in dead ends without a cell on the border.
        check_memory(len(bits), "To find ends in a {.text} maze", grid)
        bits = grid.core.without_dead_ends(bits, border, _TURNS)
    elif not is_tree:
        check_memory(grid.search_bytes, "To find ends in a {.text} maze with loops", grid)

    def search(start: int, among: Places) -> tuple[int, int]:
        try:
            place, steps = grid.core.farthest(bits, start, among, is_tree)
        except ValueError:
            raise InvalidValueError(
                "No path joins all cells on the border of this maze; name two cells, or choose "
                "'corners' or 'random'."
            ) from None
        return steps, place

    return search


def _sides(grid: Grid) -> Sequence[Places]:
    """The cells on the border by their sides, each in reading order, and all of them."""
    border = grid.border_places
    if isinstance(grid, Rectangle) and grid.mask is None:  # whose openings have sides
        return [*_sides_of_rectangle(grid.width, grid.height), border]
    centres = list(map(grid.middle, border))
    sides: tuple[list[int], ...] = ([], [], [], [], border)
    (left, top), (right, bottom) = (
        (choose(x for x, _ in centres), choose(y for _, y in centres)) for choose in (min, max)
    )
    for place, (x, y) in zip(border, centres, strict=True):
        # From the centre, in halves of the width and the height.
        across = round((2 * x - left - right) / ((right - left) or 1), _DECIMALS)
        down = round((2 * y - top - bottom) / ((bottom - top) or 1), _DECIMALS)
        if abs(down) >= abs(across):
            sides[_TOP if down < 0 else _BOTTOM].append(place)
        else:
            sides[_LEFT if across < 0 else _RIGHT].append(place)
    return sides


def _sides_of_rectangle(width: int, height: int) -> Sequence[Places]:
    """By the side on which the opening of a cell lies: see ``Rectangle.opening``."""
    if height == 1:
        return [[], [], [0], [width - 1]]
    last = (height - 1) * width
    top, bottom = range(width), range(last, last + width)
    left, right = range(width, last, width), range(2 * width - 1, last, width)
    return [top, bottom, left, right if width > 1 else []]

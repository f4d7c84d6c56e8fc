"""Measuring mazes: whether they are perfect, what they consist of, and how many there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from labirinto._internal.validation import check_type
from labirinto.errors import TooLargeError
from labirinto.grids import Grid, grid_from, is_whole, rectangle_of
from labirinto.grids.grid import Label
from labirinto.grids.symmetries import check_symmetry, open_passages
from labirinto.maze import Maze


def is_perfect(maze: Maze) -> bool:
    """Return whether exactly one path joins any two cells of a maze, like ``maze.is_perfect``.

    Raises:
        InvalidValueError: If it is not a maze.
    """
    return check_type("maze", maze, Maze).is_perfect


@dataclass(frozen=True)
class Census:
    """The numbers of passages, dead ends, corridors and junctions of a maze.

    Only a rectangle has directions: on other grids, ``horizontal``, ``vertical``, ``straights`` and
    ``turns`` are None.

    Attributes:
        cells: The number of cells.
        passages: The number of passages; a perfect maze has one fewer than cells.
        horizontal: Passages that lead east and west.
        vertical: Passages that lead south and north.
        closed: Cells without a passage.
        dead_ends: Cells with one passage.
        corridors: Cells with two passages.
        junctions: Cells with three passages; those with more are crossings.
        crossings: Cells with four passages or more.
        by_passages: Cells with 0, 1, 2 ... passages, up to the most that a cell has.
        straights: Corridor cells with two opposite passages.
        turns: The other corridor cells.
        corridor_lengths: Pairs of a length in steps and the number of paths of this length, sorted
            by length, for all paths from one cell that is not a corridor to the next through
            corridor cells only.
    """

    cells: int
    passages: int
    horizontal: int | None
    vertical: int | None
    closed: int
    dead_ends: int
    corridors: int
    junctions: int
    crossings: int
    by_passages: tuple[int, ...]
    straights: int | None
    turns: int | None
    corridor_lengths: tuple[tuple[int, int], ...]


def census(maze: Maze) -> Census:
    """Count the passages, dead ends, corridors and junctions of a maze.

    Args:
        maze: Any maze.

    Raises:
        InvalidValueError: If it is not a maze.
    """
    check_type("maze", maze, Maze)
    grid = maze.grid
    east, south, straights, by_passages, lengths = grid.core.census(maze.bits)
    while len(by_passages) > 1 and by_passages[-1] == 0:
        by_passages.pop()
    closed, dead_ends, corridors, junctions, *crossings = [*by_passages, 0, 0, 0]
    return Census(
        cells=len(grid),
        passages=sum(k * number for k, number in enumerate(by_passages)) // 2,
        horizontal=east,
        vertical=south,
        closed=closed,
        dead_ends=dead_ends,
        corridors=corridors,
        junctions=junctions,
        crossings=sum(crossings),
        by_passages=tuple(by_passages),
        straights=straights,
        turns=None if straights is None else corridors - straights,
        corridor_lengths=tuple(lengths),
    )


def number_of_mazes(
    width: int | Grid, height: int | None = None, *, symmetry: str | None = None
) -> int:
    """Return the exact number of perfect mazes of a size or a grid.

    By Kirchhoff's theorem it is the product of the nonzero eigenvalues of the grid's Laplacian,
    divided by the number of cells.  Multiplied out along one side, this is the resultant of two
    polynomials S(width - 1, x) and S(height - 1, 4 - x), where S are Chebyshev's: S(k, 2 cos t) =
    sin((k + 1) t) / sin t.  For other grids and for masks it is the determinant of that Laplacian
    without one row and column; the same holds for symmetric mazes, in which a cell and its images
    count as one.

    Args:
        width: In cells, from 1; or a grid.
        height: In cells, from 1; left out with a grid.
        symmetry: Count only the mazes with this symmetry; see ``generate``.

    Raises:
        InvalidValueError: If a side is not a whole number from 1 to 2^31-1, a grid is given with
            a height, or no maze has the symmetry.
        TooLargeError: For more than 10,000 cells, or more than some hundreds if the grid is not a
            whole rectangle or with a symmetry, which would take too long.
    """
    grid = grid_from(width, height)
    if symmetry is not None:
        symmetry = check_symmetry(symmetry, grid)
    elif not is_whole(grid):
        return _number_on(grid.joined)
    if len(grid) > _MAX_CELLS_TO_COUNT:
        raise TooLargeError(
            f"The number of {grid.text} mazes takes too long to compute; give a size of up to "
            f"{_MAX_CELLS_TO_COUNT} cells."
        )
    if symmetry is not None:
        from labirinto.algorithms.textbook.symmetry import joined_cells

        size = rectangle_of(grid, "Symmetric mazes are")
        always, choices = open_passages(size, symmetry)
        opened = [*always, *choices[:1]]
        return max(1, len(choices)) * _number_on(joined_cells(size, symmetry, opened))
    short, long = sorted(grid.shape)
    if short == 1:
        return 1
    # Coefficients, that of the lowest power first.
    before, modulus = [0], [1]
    for _ in range(short - 1):
        before, modulus = (
            modulus,
            [left - old for left, old in zip([0, *modulus], [*before, 0, 0], strict=False)],
        )
    before, value = [0] * (short - 1), [1] + [0] * (short - 2)
    for _ in range(long - 1):  # S(k + 1, 4 - x) = (4 - x) S(k, 4 - x) - S(k - 1, 4 - x)
        before, value = (
            value,
            [
                4 * here - left + value[-1] * reduced - old
                for here, left, reduced, old in zip(
                    value, [0, *value], modulus, before, strict=False
                )
            ],
        )
    return abs(_resultant(modulus[::-1], value[::-1]))


_MAX_CELLS_TO_COUNT = 10_000
_MAX_CELLS_OF_A_SHAPE = 1_000
_MOST_STEPS = 5 * 10**7


def _number_on(cells: Any) -> int:
    """The number of spanning trees of any cells, by elimination without fractions (E. H. Bareiss).

    Most cells are neighbours only of cells that are near in reading order, so that all but a band
    along the diagonal of the matrix stays 0.
    """
    size = len(cells)
    too_large = TooLargeError(
        f"The number of mazes on {size} cells takes too long to compute; give a smaller grid, of "
        f"at most {_MAX_CELLS_OF_A_SHAPE} cells."
    )
    if size > _MAX_CELLS_OF_A_SHAPE:
        raise too_large
    band = 0
    rows: list[dict[int, int]] = []
    for cell in range(size):
        others = Counter(other for other, _ in cells.neighbours(cell))
        rows.append({other: -walls for other, walls in others.items()} | {cell: others.total()})
        band = max([band, *(abs(other - cell) for other in others)])
    if size * band * band > _MOST_STEPS:
        raise too_large
    matrix = [
        [
            rows[y].get(y + k - band, 0) if y + k - band < size - 1 else 0
            for k in range(2 * band + 1)
        ]
        for y in range(size - 1)
    ]
    before = 1
    for k, pivot_row in enumerate(matrix):
        pivot = pivot_row[band]
        if pivot == 0:  # the grid is in pieces
            return 0
        for y in range(k + 1, min(k + band + 1, size - 1)):
            row = matrix[y]
            if k and y == k + band:  # all steps before this one have only scaled the row
                row[:] = [number * before for number in row]
            factor = row[k - y + band]
            for x in range(k + 1, min(y + band + 1, size - 1)):
                above = pivot_row[x - k + band] if x - k <= band else 0
                row[x - y + band] = (row[x - y + band] * pivot - factor * above) // before
        before = pivot
    return before


def _resultant(one: list[int], other: list[int]) -> int:
    """The resultant of two polynomials, but for its sign; the first has the higher degree.

    It is the last of their subresultants, as Euclid's algorithm finds them in whole numbers
    (H. Cohen, A Course in Computational Algebraic Number Theory, algorithm 3.3.7).
    """
    leading = scale = 1
    while other[0] == 0:
        other = other[1:]
    while len(other) > 1:
        gap = len(one) - len(other)
        rest = one
        for _ in range(gap + 1):
            rest = [
                here * other[0] - rest[0] * there
                for here, there in zip(rest[1:], [*other[1:], *[0] * gap], strict=False)
            ]
        divisor = leading * scale**gap
        one, other = other, [number // divisor for number in rest]
        while other[0] == 0:
            other = other[1:]
        leading = one[0]
        scale = leading**gap // scale ** (gap - 1)
    degree = len(one) - 1
    resultant: int = other[0] ** degree // scale ** (degree - 1)
    return resultant


def connected_components(maze: Maze) -> list[tuple[int, Label]]:
    """The parts of a maze that no passage joins, the largest first; a connected maze has one.

    Returns:
        For each its number of cells, and the first of them in reading order.
    """
    parts = [(size, maze.grid.at(first)) for first, size in maze.grid.core.parts(maze.bits)]
    return sorted(parts, key=lambda part: -part[0])

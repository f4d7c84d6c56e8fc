"""Sums along the passages of a maze: those on its path are correct, and all others are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from labirinto._internal.validation import one_of_any_case, whole_number
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import Label
from labirinto.maze import Maze
from labirinto.random_bits import Bits
from labirinto.seeds import SUMS, child_seed, seed_number
from labirinto.solving import solve

USUAL_MOST = {"addition": 20, "subtraction": 20, "multiplication": 100, "division": 100}
"""The greatest number of each kind of sums, unless another is given."""

KINDS = (*USUAL_MOST, "mixed")

_LEAST_MOST, _MOST_MOST = 10, 1000
_LARGEST_FACTOR = 10
_MISTAKES = (1, -1, 2, -2, 10, -10)
"""The differences of wrong results."""


class Sum(NamedTuple):
    """A calculation with a result, which may be wrong.

    Attributes:
        left, right: The numbers.
        kind: How they are combined, one of ``KINDS`` but ``mixed``.
        shown: The result that is printed.
        is_correct: Whether it is the right one.
    """

    left: int
    right: int
    kind: str
    shown: int
    is_correct: bool


def check_sums(kind: object, most: object) -> tuple[str, int | None]:
    """The kind of the sums of a maze and their greatest number; no kind and None for no sums.

    Raises:
        InvalidValueError: If there is no such kind, or the number is out of range or without kind.
    """
    if kind == "":
        if most is not None:
            raise InvalidValueError("A greatest number needs sums; give sums, or leave it out.")
        return "", None
    kind = one_of_any_case("sums", kind, KINDS)
    if most is None:
        return kind, USUAL_MOST.get(kind, 100)
    return kind, whole_number("up_to", most, _LEAST_MOST, _MOST_MOST)


def sums_in(maze: Maze, ends: Ends, kind: str, most: int) -> dict[Label, Sum]:
    """The sums of a maze by their cells: in each cell behind a junction, seen from the start.

    Cells that are reached from the start without a wrong sum are exactly those of the path.  The
    sums follow from the seed of the maze.

    Args:
        maze: A perfect maze.
        ends: Its start and end.
        kind: One of ``KINDS``.
        most: The greatest number in the sums.

    Raises:
        InvalidValueError: If the maze is not perfect.
    """
    if not maze.is_perfect:
        raise InvalidValueError("Sums need a single path; use a perfect maze, without loops.")
    path = set(solve(maze, *ends))
    seed = seed_number(maze.recipe.seed) if maze.recipe else 0
    below = Bits(child_seed(seed, SUMS, 0)).below
    sums = {}
    waiting: list[tuple[Label, Label | None]] = [(ends.start, None)]
    for cell, before in waiting:
        others = [it for it in maze.grid.joined_to(maze.bits, cell) if it != before]
        for other in others:
            if len(others) > 1 or cell == ends.end:
                sums[other] = _sum(kind, most, other in path, below)
            waiting.append((other, cell))
    return sums


def _sum(kind: str, most: int, is_correct: bool, below: Callable[[int], int]) -> Sum:
    if kind == "mixed":
        kind = tuple(USUAL_MOST)[below(len(USUAL_MOST))]
    left, right, result = _DRAWN[kind](most, below)
    if is_correct:
        return Sum(left, right, kind, result, True)
    wrong = [it for mistake in _MISTAKES if 0 <= (it := result + mistake) <= most]
    return Sum(left, right, kind, wrong[below(len(wrong))], False)


Drawn = tuple[int, int, int]
"""Two numbers and their result."""


def _addition(most: int, below: Callable[[int], int]) -> Drawn:
    result = 2 + below(most - 1)
    left = 1 + below(result - 1)
    return left, result - left, result


def _subtraction(most: int, below: Callable[[int], int]) -> Drawn:
    right, result, left = _addition(most, below)
    return left, right, result


def _multiplication(most: int, below: Callable[[int], int]) -> Drawn:
    factors = list(_factors(most))
    left, right = factors[below(len(factors))]
    return left, right, left * right


def _division(most: int, below: Callable[[int], int]) -> Drawn:
    result, right, left = _multiplication(most, below)
    return left, right, result


_DRAWN = {
    "addition": _addition,
    "subtraction": _subtraction,
    "multiplication": _multiplication,
    "division": _division,
}


def _factors(most: int) -> Iterator[tuple[int, int]]:
    numbers = range(2, _LARGEST_FACTOR + 1)
    return ((one, other) for one in numbers for other in numbers if one * other <= most)

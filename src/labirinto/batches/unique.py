"""How many different mazes there are, and whether more of them can be found."""

from __future__ import annotations

from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, is_whole
from labirinto.measures import number_of_mazes
from labirinto.runs.run import HopelessError

MAX_ITEMS = 2**48
"""The largest batch."""

_FEW_CELLS = 100
"""Up to these the mazes of a grid that is not a whole rectangle are counted."""


def number_to_compare(grid: Grid, symmetry: str | None = None) -> int:
    """The number of mazes on a grid, or for all but the smallest grids a lower bound that no batch
    can reach.
    """
    if symmetry is None and is_whole(grid):
        return number_of_mazes(*(min(side, 32) for side in grid.shape))
    return number_of_mazes(grid, symmetry=symmetry) if len(grid) <= _FEW_CELLS else MAX_ITEMS


def check_number_of_mazes(grid: Grid, count: int, symmetry: str | None) -> None:
    """Check that there are so many different mazes on a grid.

    Raises:
        InvalidValueError: If there are fewer.
    """
    there_are = number_to_compare(grid, symmetry)
    if count > there_are:
        requirement = f"at most {there_are}, the number of different mazes {grid.text}"
        raise InvalidValueError(field="count", value=count, requirement=requirement)


def check_not_exhausted(found: int, dropped_in_a_row: int, which: str = "") -> None:
    """Check that searching for more different mazes is worthwhile.

    Raises:
        HopelessError: If so many in a row were duplicates that no more can be expected.
    """
    # If all mazes are equally likely, and one is still missing, the chance of this is e^-100.
    if dropped_in_a_row > 1000 + 100 * found:
        raise HopelessError(
            f"Different mazes found{which}: {found}, and none among the last {dropped_in_a_row}; "
            "make fewer, or change the parameters."
        )

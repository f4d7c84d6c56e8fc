"""How hard many mazes are to solve: what ``difficulty`` measures, for all of them at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from labirinto.datasets.mazes import Items, Mazes
from labirinto.difficulties import MAX_CELLS_ASIDE
from labirinto.grids.rectangle import EXIT_BITS

_DECIMALS = 3
"""Scores are rounded, so platforms whose logarithms differ in the last bit have the same scores."""


def branches(mazes: Mazes) -> NDArray[np.int64]:
    """Flat: of every cell of the solutions, the passages off the path; 0 for the ends of paths."""
    owners, x, y = mazes.path
    passages = np.array([int(number).bit_count() for number in range(32)], np.int64)
    at = mazes.firsts[owners] + y * mazes.widths[owners] + x
    found = passages[mazes.exits[at]] - 2
    lasts = np.cumsum(mazes.steps + 1) - 1
    found[lasts - mazes.steps] += 1
    found[lasts] = 0
    return found


def scores(mazes: Items) -> NDArray[np.float64]:
    """The score of every maze in bits, as ``Difficulty.score``, rounded to thousandths."""
    if not (isinstance(mazes, Mazes) and mazes.maker.perfect):
        return np.round([it.score for it in mazes.difficulties], _DECIMALS)
    total = _tracing(mazes)
    off_path = branches(mazes)
    owners = mazes.path[0]
    total += np.bincount(owners, np.log2(1 + off_path), len(mazes))
    sizes, whose = _sizes_of_branches(mazes)
    sizes = np.minimum(sizes, MAX_CELLS_ASIDE)
    total += np.bincount(whose, np.log2(1 + sizes) / 2, len(mazes))
    return np.round(total, _DECIMALS)


def _tracing(mazes: Mazes) -> NDArray[Any]:
    """Half the steps and straight runs of each solution."""
    owners = np.repeat(np.arange(len(mazes)), mazes.steps)
    turns = (mazes.moves[1:] != mazes.moves[:-1]) | (owners[1:] != owners[:-1])
    begins = np.concatenate([[0], np.flatnonzero(turns) + 1])
    runs = np.bincount(owners[begins], minlength=len(mazes))
    return (mazes.steps + runs) / 2


def _sizes_of_branches(mazes: Mazes) -> tuple[NDArray[Any], NDArray[Any]]:
    """The cells of each branch off a solution, and the place of its maze.

    Cells beyond the end of a solution belong to no branch.

    Every cell points to the next cell towards the start; a cell off the path whose next cell is on
    it is the first of a branch.  Doubling the pointers a few times makes every cell point to the
    first cell of its branch.
    """
    distances = mazes.distances
    count = len(distances)
    strides = mazes.widths[mazes.owners]
    here = np.arange(count)
    following = here.copy()
    # East, south, west, north.
    neighbours = (here + 1, here + strides, here - 1, here - strides)
    for bit, there in zip(EXIT_BITS, neighbours, strict=True):
        leaving = np.flatnonzero(mazes.exits & bit)
        nearer = leaving[distances[there[leaving]] < distances[leaving]]
        following[nearer] = there[nearer]
    owners, x, y = mazes.path
    on_path = np.zeros(count, bool)
    on_path[mazes.firsts[owners] + y * mazes.widths[owners] + x] = True
    firsts_of_branches = on_path[following] & ~on_path
    ends = np.zeros(count, bool)
    ends[mazes.firsts[:-1] + mazes.ends[:, 1] * mazes.widths + mazes.ends[:, 0]] = True
    counted = np.flatnonzero(firsts_of_branches & ~ends[following])
    following[firsts_of_branches | on_path] = here[firsts_of_branches | on_path]
    while True:
        after = following[following]
        if (after == following).all():
            break
        following = after
    cells = np.bincount(following[~on_path], minlength=count)
    return cells[counted], mazes.owners[counted]

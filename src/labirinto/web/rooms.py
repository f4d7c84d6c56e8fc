"""Rooms on the page: how many a maze can have, and whether those asked for fit."""

from __future__ import annotations

from functools import lru_cache

from labirinto.algorithms.rooming import plan_rooms
from labirinto.asking.changes import MOST_ROOMS
from labirinto.errors import InvalidValueError
from labirinto.grids import Rectangle
from labirinto.rooms import Rooms
from labirinto.seeds import seed_number

CELLS_A_ROOM = 50
"""With so many cells a room, the usual ones fit into any shape of some width, whatever the seed:
at random, 29 or more find a place among 40 x 30 cells."""

FEWEST_CELLS = 9
"""A single small room has so many."""


def most_rooms(cells: int) -> int:
    """How many rooms the page offers for a maze of so many cells."""
    return min(MOST_ROOMS, max(int(cells >= FEWEST_CELLS), cells // CELLS_A_ROOM))


# The page, its preview and its files ask for the same.
@lru_cache(maxsize=256)
def fit(grid: Rectangle, rooms: Rooms, seed: int | str) -> bool:
    """Whether rooms find a place in the maze of a seed, and their doors leave no cell cut off."""
    try:
        plan_rooms(grid, rooms, seed_number(seed))
    except InvalidValueError:
        return False
    return True

"""Symmetry, rooms, loops and shorter dead ends: what mazes are besides plain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from labirinto._internal.progress import Progress
from labirinto._internal.validation import real_number
from labirinto.algorithms.braiding import braid
from labirinto.algorithms.thinning import sparse
from labirinto.asking.record import Change, Field, Input, gettext
from labirinto.asking.shapes import INSIDE, NOT_SQUARES
from labirinto.grids.symmetries import SYMMETRIES
from labirinto.maze import Maze
from labirinto.parsing import Choice, Whole, share
from labirinto.recipe import Braid

_GROUP = "Symmetry, rooms and loops"

MOST_ROOMS, MOST_DOORS = 100, 4
"""On the page."""


def _braided(maze: Maze, value: object, progress: Progress | None) -> Maze:
    assert maze.recipe
    part, seed = Braid.parsed(str(value), maze.recipe.seed)
    return braid(maze, part, seed=seed, progress=progress)


SYMMETRY = Field(
    "symmetry",
    _GROUP,
    "Make a maze that stays the same: x, with left and right exchanged; y, with top and bottom "
    "exchanged; xy, with either; turn2, after a half turn; turn4, after a quarter turn.",
    without="none",
    choices=tuple(SYMMETRIES),
    default="",
    input=Input(
        Choice(("", *SYMMETRIES)),
        gettext(
            "A symmetric maze is a rectangle of squares, with at most %(most)s a side, without "
            "floors, joined sides, bridges, rooms and loops. For a half turn or both mirrors, "
            "its width or its height must be odd; for a quarter turn, both must be the same "
            "odd number."
        ),
        gettext("Symmetry: the maze equals its image"),
        choices=(
            ("", gettext("Any maze")),
            ("x", gettext("Left and right")),
            ("y", gettext("Top and bottom")),
            ("xy", gettext("Both mirrors")),
            ("turn2", gettext("Half turn")),
            ("turn4", gettext("Quarter turn")),
        ),
        note=gettext("All mazes with this symmetry are equally likely."),
    ),
    conflicts=(*NOT_SQUARES, *INSIDE),
)

CHANGES = (
    SYMMETRY,
    Field(
        "rooms",
        _GROUP,
        "Place N rooms at random: rectangles without inner walls, which do not touch.  To the "
        "algorithm, each is a single cell.",
        "N",
        "none",
        default=0,
        input=Input(
            Whole(0, MOST_ROOMS),
            gettext(
                "Rooms must be a whole number from 0 to %(most)s here, and must fit into this maze:"
                " use fewer, a larger maze, or another seed."
            ),
            gettext("Rooms: open floor among the corridors"),
            gettext(
                "A room is open floor, so several paths lead across it; the solution is a shortest "
                "one."
            ),
            note=gettext(
                "The rooms are placed at random first; all mazes that fill the rest are then "
                "equally likely."
            ),
        ),
        conflicts=NOT_SQUARES,
    ),
    Field(
        "room_size",
        _GROUP,
        "Sizes of the smallest and the largest room.",
        "WxH[-WxH]",
        "3x3-6x5",
        needs=("rooms",),
        conflicts=NOT_SQUARES,
    ),
    Field(
        "doors",
        _GROUP,
        "Maximum number of doors of a room, at random places; --braid can add more.",
        "N",
        "anywhere",
        default=0,
        input=Input(
            Whole(0, MOST_DOORS),
            gettext(
                "Doors must be a whole number from 1 to %(most)s, and must leave no cell cut off: "
                "use more doors, or fewer rooms."
            ),
            gettext("Most doors per room"),
            choices=((0, gettext("Any number")), *((n, str(n)) for n in range(1, MOST_DOORS + 1))),
        ),
        needs=("rooms",),
        conflicts=NOT_SQUARES,
    ),
    Field(
        "braid",
        _GROUP,
        "Share of the dead ends, from 0 to 1, that get another passage, which closes a loop.  The "
        "seed is that of the maze unless you give another.",
        "SHARE[:SEED]",
        0,
        default=0.0,
        input=Input(
            share,
            gettext(
                "Loops must be a number from 0 to 1, for mazes of squares with at most %(most)s a "
                "side, without floors, joined sides and bridges."
            ),
            gettext("Loops: dead ends that are joined"),
            gettext(
                "With loops, several paths may lead to the end; the solution is a shortest one."
            ),
            note=gettext("With loops, not every maze is equally likely."),
        ),
        change=Change("braided", lambda text: Braid.parsed(text, 0), _braided),
    ),
    Field(
        "sparse",
        _GROUP,
        "Share of the cells, from 0 to 1, to remove by shortening all dead ends.",
        "SHARE",
        0,
        "number",
        default=0.0,
        conflicts=NOT_SQUARES,
        change=Change(
            "thinned out",
            lambda part: real_number("sparse", part, 0, 1),
            lambda maze, part, progress: sparse(maze, part, progress=progress),
        ),
    ),
)
"""In the order in which they are followed."""


def changed(maze: Maze, values: Mapping[str, Any], progress: Progress | None) -> Maze:
    """The maze that the values of fields make of another one.

    Raises:
        InvalidValueError: For a value out of range.
    """
    for field in CHANGES:
        if field.change and field.name in values:
            maze = field.change.apply(maze, values[field.name], progress)
    return maze

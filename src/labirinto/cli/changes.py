"""``--rooms``, ``--braid`` and ``--sparse``: mazes that are more than their algorithm makes."""

from __future__ import annotations

from typing import Any, NamedTuple

from labirinto._internal.progress import Progress
from labirinto._internal.validation import real_number
from labirinto.algorithms.braiding import braid
from labirinto.algorithms.generating import check_makes_rooms
from labirinto.algorithms.record import Algorithm
from labirinto.algorithms.thinning import sparse
from labirinto.cli.effects import CHANGES, ROOMS, refuse
from labirinto.cli.help import CommandT, Number, option, with_options
from labirinto.errors import InvalidValueError
from labirinto.maze import Maze
from labirinto.recipe import Braid
from labirinto.rooms import Rooms

_GROUP = "Rooms and loops"


class Changes(NamedTuple):
    """What is asked for besides the maze of an algorithm; each part is None if it is not."""

    rooms: Rooms | None
    braid: str | None
    sparse: float | None

    @property
    def done(self) -> str:
        """What is done to the maze after it is made, as a participle; empty for nothing."""
        if self.braid is not None:
            return "braided"
        return "" if self.sparse is None else "thinned out"

    def apply(self, maze: Maze, progress: Progress) -> Maze:
        """The maze, changed.

        Raises:
            InvalidValueError: For a value out of range.
        """
        if self.braid is not None:
            assert maze.recipe
            share, seed = Braid.parsed(self.braid, maze.recipe.seed)
            maze = braid(maze, share, seed=seed, progress=progress)
        if self.sparse is not None:
            maze = sparse(maze, self.sparse, progress=progress)
        return maze


def change_options(command: CommandT) -> CommandT:
    """Adds the options."""
    return with_options(
        command,
        option(
            _GROUP,
            "--rooms",
            metavar="N",
            help="Place N rooms at random: rectangles without inner walls, which do not touch.  To "
            "the algorithm, each is a single cell.",
            default_text="none",
        ),
        option(
            _GROUP,
            "--room-size",
            metavar="WxH[-WxH]",
            help="Sizes of the smallest and the largest room.",
            default_text="3x3-6x5",
        ),
        option(
            _GROUP,
            "--doors",
            metavar="N",
            help="Most doors of a room, at random places; --braid can add others.",
            default_text="anywhere",
        ),
        option(
            _GROUP,
            "--braid",
            metavar="SHARE[:SEED]",
            help="Share of the dead ends, from 0 to 1, that get one more passage, which closes a "
            "loop.  The seed is that of the maze unless you give another.",
            default_text=0,
        ),
        option(
            _GROUP,
            "--sparse",
            type=Number(),
            metavar="SHARE",
            help="Share of the cells, from 0 to 1, that are taken away from dead ends, all of "
            "which become shorter.",
            default_text=0,
        ),
    )


def take_changes(algorithm: Algorithm, options: dict[str, Any], given: dict[str, str]) -> Changes:
    """Removes the options.

    Raises:
        InvalidValueError: For a share out of range, rooms that cannot be, or options of rooms
            without rooms.
    """
    rooms, size, doors, braided, share = (options.pop(name) for name in CHANGES)
    if braided is not None:
        Braid.parsed(braided, 0)  # with any seed: what is typed is checked before the maze is made
    if share is not None:
        real_number("sparse", share, 0, 1)
    if rooms is None:
        refuse(given, ROOMS, "a maze without --rooms")
        return Changes(None, braided, share)
    check_makes_rooms(algorithm)
    return Changes(Rooms.parsed(rooms, size, doors), braided, share)


def check_endless(changes: Changes) -> None:
    """Checks that an endless maze is not changed.

    Raises:
        InvalidValueError: If it is.
    """
    if changes.done:
        raise InvalidValueError(f"An endless maze cannot be {changes.done}; give a height.")
    if changes.rooms:
        raise InvalidValueError("An endless maze has no rooms; give a height.")

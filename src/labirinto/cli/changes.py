"""``--symmetry``, ``--rooms``, ``--braid``, ``--sparse``: more than what an algorithm makes."""

from __future__ import annotations

from typing import Any, NamedTuple

from labirinto.algorithms.generating import check_makes_rooms, check_makes_symmetry, generate
from labirinto.algorithms.record import Algorithm
from labirinto.asking.changes import CHANGES, changed
from labirinto.cli.output import ProgressBar
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.maze import Maze
from labirinto.rooms import Rooms


class Extras(NamedTuple):
    """Everything asked for besides the maze of an algorithm.

    Attributes:
        symmetry, rooms: None for none.
        values: What changes the maze after it is made, by the names of the fields.
    """

    symmetry: str | None
    rooms: Rooms | None
    values: dict[str, Any]

    @property
    def done(self) -> str:
        """The changes to the finished maze, as a participle; empty if there are none."""
        done = (it.change.done for it in CHANGES if it.change and it.name in self.values)
        return next(done, "")

    def make(self, algorithm: Algorithm, grid: Grid, *, quiet: bool, **options: Any) -> Maze:
        """The maze of an algorithm with all that is asked for; for the options see ``generate``."""
        with ProgressBar(algorithm.title, quiet=quiet) as bar:
            options |= {"rooms": self.rooms, "symmetry": self.symmetry, "progress": bar}
            return changed(generate(algorithm.name, grid, **options), self.values, bar)


def take_changes(algorithm: Algorithm, options: dict[str, Any]) -> Extras:
    """Removes the options.

    Raises:
        InvalidValueError: For a share out of range, or rooms or a symmetry that cannot be.
    """
    taken = {field.name: options.pop(field.name) for field in CHANGES}
    values = {}
    for field in CHANGES:
        if field.change and taken[field.name] is not None:
            field.change.check(taken[field.name])  # before the maze is made
            values[field.name] = taken[field.name]
    symmetry = taken["symmetry"]
    if symmetry is not None:
        check_makes_symmetry(algorithm)
    if taken["rooms"] is None:
        return Extras(symmetry, None, values)
    check_makes_rooms(algorithm)
    rooms = Rooms.parsed(taken["rooms"], taken["room_size"], taken["doors"])
    return Extras(symmetry, rooms, values)


def check_endless(changes: Extras) -> None:
    """Checks that an endless maze is not changed.

    Raises:
        InvalidValueError: If it is.
    """
    if changes.done:
        raise InvalidValueError(f"An endless maze cannot be {changes.done}; give a height.")
    if changes.rooms:
        raise InvalidValueError("An endless maze has no rooms; give a height.")
    if changes.symmetry:
        raise InvalidValueError("An endless maze has no symmetry; give a height.")

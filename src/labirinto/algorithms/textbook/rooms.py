"""Rooms: for an algorithm, all cells of a room are one cell.

1. Join the cells of each room: they have one number, in the order of their first cells.
2. The neighbours of a room are those of its cells, in reading order, and of each east, south, west
   and north; places where doors are not allowed do not count.
3. Make a maze of these cells by any algorithm for any grid.
4. Open all passages inside the rooms.

Wilson's algorithm makes each maze of rooms and corridors with the same probability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from labirinto.algorithms.textbook.rows import move
from labirinto.grids.rectangle import STEPS, Cell, Passage, Rectangle


class RoomsAndCells:
    """The cells of a rectangle or a mask, of which those of a room are one: steps 1 and 2.

    A wall has the number of its bit in the rows of a maze.

    Args:
        grid: The cells.
        rooms: The cells of each room.
        closed: Passages that cannot be.
    """

    def __init__(
        self,
        grid: Rectangle,
        rooms: Iterable[Collection[Cell]],
        closed: Collection[Passage] = (),
    ) -> None:
        self._grid = grid
        self._closed = {frozenset(passage) for passage in closed}
        room_of = {cell: sorted(room, key=_in_reading_order) for room in rooms for cell in room}
        self._members: list[list[Cell]] = []
        self._numbers: dict[Cell, int] = {}
        for cell in grid:
            if cell not in self._numbers:
                members = room_of.get(cell, [cell])
                self._numbers |= dict.fromkeys(members, len(self._members))
                self._members.append(members)
        self.maze_bytes: int = grid.maze_bytes

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Cell]:
        return (members[0] for members in self._members)

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """List the neighbours of a room or cell, and the walls to them."""
        return [
            (self._numbers[there], self._wall(here, direction))
            for here in self._members[index]
            for direction in range(len(STEPS))
            if (there := move(here, direction)) in self._numbers
            and self._numbers[there] != index
            and frozenset((here, there)) not in self._closed
        ]

    def _wall(self, cell: Cell, direction: int) -> int:
        x, y = min(cell, move(cell, direction))
        return 8 * self._grid.plane_bytes * (2 * y + direction % 2) + x


def _in_reading_order(cell: Cell) -> Cell:
    return cell[::-1]

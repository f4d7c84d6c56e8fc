"""The rows of a maze, as the textbook algorithms write them."""

from __future__ import annotations

from labirinto.grids import Grid
from labirinto.grids.rectangle import STEPS, Cell, Rectangle, plane_bytes


def move(cell: Cell, direction: int) -> Cell:
    """Return the next cell, or corner, in a direction."""
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


class Rows:
    """For every row a bit a cell "passage east", then a bit a cell "passage south"."""

    def __init__(self, width: int, height: int, *, open_everywhere: bool = False) -> None:
        self.width = width
        self.height = height
        self._east = [
            [open_everywhere and x < width - 1 for x in range(width)] for _ in range(height)
        ]
        self._south = [[open_everywhere and y < height - 1] * width for y in range(height)]

    def set_passage(self, one: Cell, other: Cell, is_open: bool = True) -> None:
        """Open or close the passage between two neighbours."""
        (x, y), (x2, _) = sorted((one, other))
        (self._east if x2 > x else self._south)[y][x] = is_open

    def to_bytes(self) -> bytes:
        """Pack the planes low end first, in whole bytes."""
        stride = plane_bytes(self.width)
        packed = b""
        for y in range(self.height):
            for plane in (self._east[y], self._south[y]):
                number = sum(1 << x for x, is_open in enumerate(plane) if is_open)
                packed += number.to_bytes(stride, "little")
        return packed


class Passages:
    """The passages of a maze on any grid, by the numbers of the walls that they lead through."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._walls: set[int] = set()

    def open(self, wall: int) -> None:
        """Open the passage through a wall."""
        self._walls.add(wall)

    def to_bytes(self) -> bytes:
        """Pack them as mazes on the grid do."""
        if not isinstance(self._grid, Rectangle):
            number = sum(1 << wall for wall in self._walls)
            return number.to_bytes(self._grid.maze_bytes, "little")
        rows = Rows(self._grid.width, self._grid.height)
        for wall in self._walls:
            cell = self._grid.label(wall // 2)
            rows.set_passage(cell, move(cell, wall % 2))
        return rows.to_bytes()

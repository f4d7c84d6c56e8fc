"""The picture that the solution of a maze draws, and where the solution leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from labirinto._internal.validation import check_type, one_of
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.rectangle import (
    EAST,
    NORTH,
    SOUTH,
    STEPS,
    WEST,
    Cell,
    Passage,
    Rectangle,
    check_size,
)
from labirinto.grids.squares import rows_of_mask

FILLS = ("hidden", "uniform")
"""The ways to make the maze around the solution: hiding the picture, or any, equally likely."""


@dataclass(frozen=True)
class Picture:
    """The picture that the solution of a maze draws.

    Each of its cells is four cells of the maze; the solution visits them all.

    Args:
        grid: The cells of the picture, half as wide and half as high as the maze.  The outermost
            rows and columns must be empty, since the corridors to the ends are there.
        fill: How the rest of the maze is made, one of ``FILLS``.
        source: The words that name the picture on the command line, such as ``heart``, if there are
            any.  They do not affect equality.

    Raises:
        InvalidValueError: For a value of the wrong type, a picture that has no cells outside it or
            cells in the outermost rows or columns, or an unknown fill.
    """

    grid: Rectangle
    fill: str = FILLS[0]
    source: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        grid = check_type("grid", self.grid, Rectangle)
        one_of("fill", self.fill, FILLS)
        if grid.mask is None:
            raise InvalidValueError(
                f"The picture fills all {grid.text} cells, so there is nothing to see; leave some "
                "out."
            )
        for y, line in enumerate(rows_of_mask(grid.mask, grid.width)):
            inner = (1 << grid.width - 1) - 2 if 0 < y < grid.height - 1 else 0
            if outer := line & ~inner:
                x = (outer & -outer).bit_length() - 1
                raise InvalidValueError(
                    f"The picture has the cell {x},{y} in the outermost row or column; keep these "
                    "empty, since the corridors to the ends are there."
                )

    @classmethod
    def from_dict(cls, data: Any, width: int, height: int) -> Picture:
        """The reverse of ``as_dict``, for a maze of this size.

        Raises:
            InvalidValueError: If a value is missing, of the wrong type or out of range.
        """
        from labirinto.grids.packing import unpacked_mask

        try:
            mask, fill = data["mask"], data["fill"]
        except (KeyError, TypeError, IndexError):
            raise InvalidValueError(
                f"The picture {shown(data)} is not a mask and a fill."
            ) from None
        width, height = check_size(width, height)
        check_even(width, height)
        sides = width // 2, height // 2
        return cls(Rectangle(*sides, unpacked_mask(mask, *sides)), fill)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        from labirinto.grids.packing import packed_mask

        assert self.grid.mask is not None
        return {"mask": packed_mask(self.grid.mask), "fill": self.fill}

    @cached_property
    def joined(self) -> Rectangle:
        """The picture in one piece: with the shortest bridges between its pieces."""
        from labirinto.grids.masks import in_one_piece

        return in_one_piece(self.grid, "join")

    @cached_property
    def fork(self) -> Fork:
        """The corridor from the picture to both ends."""
        return _fork(self.joined)

    @property
    def ends(self) -> Ends:
        """Start and end of the maze, with openings: the first in reading order is the start."""
        start, end = sorted(self.fork.ends(), key=lambda cell: cell[::-1])
        return Ends(start, end, open=True)


def check_even(width: int, height: int) -> None:
    """Check that a maze has whole cells of a picture.

    Raises:
        InvalidValueError: If a side is odd.
    """
    if width % 2 or height % 2:
        raise InvalidValueError(
            f"A maze with a picture has an even width and height, since each cell of the picture "
            f"is 2x2 cells of the maze, and {width}x{height} is odd; give "
            f"{width + width % 2}x{height + height % 2}."
        )


class Fork(NamedTuple):
    """A corridor of cells of the picture's size that leads from it to two sides of the maze.

    Attributes:
        stem: From a cell of the picture to the place where the corridor forks.
        arms: From there to a cell at each of the two sides.
        sides: The directions in which the maze lies open there.
    """

    stem: list[Cell]
    arms: tuple[list[Cell], list[Cell]]
    sides: tuple[int, int]

    def passages(self) -> Iterator[Passage]:
        """Yield pairs of neighbouring cells of the corridor."""
        for corridor in (self.stem, *self.arms):
            yield from pairwise(corridor)

    def ends(self) -> tuple[Cell, Cell]:
        """The two cells of the maze, four of which are in each cell here, where its solution ends.

        The solution goes round the tree of cells that the picture and the corridor form.  What lies
        between the arms, on the side away from the picture, is none of it: so at the tip of each
        arm it keeps to the side of the picture.
        """
        return self._at_tip(0, self._turns_right), self._at_tip(1, not self._turns_right)

    def between(self) -> tuple[Cell, Cell]:
        """The neighbours of the ends: the last cells, on both sides, that lie between the arms."""
        return self._at_tip(0, not self._turns_right), self._at_tip(1, self._turns_right)

    @property
    def _turns_right(self) -> bool:
        """Whether, seen from the fork and clockwise, the second arm follows the first."""
        x, y = self.stem[-1]
        steps = [(arm[1][0] - x, arm[1][1] - y) for arm in self.arms if len(arm) > 1]
        if len(steps) < 2:  # one arm has no length
            at = 0 if len(self.arms[0]) == 1 else 1
            steps.insert(at, STEPS[self.sides[at]])
        back = self.stem[-2][0] - x, self.stem[-2][1] - y
        first, second, stem = (STEPS.index(step) for step in (*steps, back))
        return (second - first) % 4 < (stem - first) % 4

    def _at_tip(self, arm: int, left: bool) -> Cell:
        return quarter_at(self.arms[arm][-1], self.sides[arm], left)


_LEFT = {NORTH: (0, 0), EAST: (1, 0), SOUTH: (1, 1), WEST: (0, 1)}


def quarter_at(cell: Cell, direction: int, left: bool) -> Cell:
    """The left or the right one of the two cells of the maze, of the four in a cell of a picture,
    that lie in a direction, as seen when looking there.
    """
    # The one to the right is the left one of the next direction.
    dx, dy = _LEFT[direction if left else (direction + 1) % 4]
    return 2 * cell[0] + dx, 2 * cell[1] + dy


def _fork(picture: Rectangle) -> Fork:
    """Find the fork from which the picture and two different sides are nearest together.

    Of several, the one farthest from the picture, and of these the first in reading order.  Then
    the shortest paths from it, whichever they are, have no other cell in common: from such a cell
    the three would be nearer together, or as near but farther from the picture.
    """
    width, height = picture.width, picture.height
    inside = set(picture)
    free = [cell not in inside for cell in Rectangle(width, height)]
    # Not the corners: openings there would be side by side round the corner.
    across, down = range(1, width - 1), range(1, height - 1)
    tips = {
        EAST: [(width - 1, y) for y in down],
        SOUTH: [(x, height - 1) for x in across],
        WEST: [(0, y) for y in down],
        NORTH: [(x, 0) for x in across],
    }
    near = [(x + dx, y + dy) for x, y in picture for dx, dy in STEPS]
    to_picture = _Distances(near, free, width)
    to_sides = [_Distances(tips[side], free, width) for side in range(4)]
    best: tuple[int, int, int] | None = None
    sides = (0, 1)
    for place in range(width * height):
        away = to_picture.steps[place]
        if away < 0 or to_sides[0].steps[place] < 0:  # in the picture, or in a hole in it
            continue
        nearest = sorted(range(4), key=lambda side: to_sides[side].steps[place])[:2]
        cost = 2 * away + sum(to_sides[side].steps[place] for side in nearest)
        if best is None or (cost, -away) < best[:2]:
            best, sides = (cost, -away, place), (min(nearest), max(nearest))
    assert best is not None
    place = best[2]
    stem = to_picture.path(place)
    x, y = stem[-1]
    root = next((x + dx, y + dy) for dx, dy in STEPS if (x + dx, y + dy) in inside)
    arms = [to_sides[side].path(place) for side in sides]
    return Fork([root, *stem[::-1]], (arms[0], arms[1]), sides)


class _Distances:
    """How far the free places of a rectangle are from the nearest of some cells; -1 for never."""

    def __init__(self, cells: Iterable[Cell], free: list[bool], width: int) -> None:
        self._width = width
        self.steps = [-1] * len(free)
        places = [y * width + x for x, y in cells]
        distance = 0
        while places:
            beyond = []
            for place in places:
                if self.steps[place] < 0 and free[place]:
                    self.steps[place] = distance
                    beyond += self._neighbours(place)
            places = beyond
            distance += 1

    def path(self, place: int) -> list[Cell]:
        """A shortest path from a place to one of the cells."""
        path = [place]
        while self.steps[path[-1]]:
            nearer = self.steps[path[-1]] - 1
            path.append(next(it for it in self._neighbours(path[-1]) if self.steps[it] == nearer))
        return [(place % self._width, place // self._width) for place in path]

    def _neighbours(self, place: int) -> list[int]:
        x = place % self._width
        neighbours = [place + 1] if x + 1 < self._width else []
        neighbours += [place + self._width] if place + self._width < len(self.steps) else []
        neighbours += [place - 1] if x else []
        return neighbours + ([place - self._width] if place >= self._width else [])

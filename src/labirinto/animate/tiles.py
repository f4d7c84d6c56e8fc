"""What is seen at a place and at the walls beside it, as numbers of a palette.

A picture of a moment is made of tiles, each of which depends on a few words of marks.  Where walks
are from cell to cell, a tile is a cell with the walls above and to the left of it; where they are
on the walls, it is a corner with half of each wall that meets there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Protocol

from labirinto.animate.film import Film
from labirinto.animate.look import Colour, Look, rgb, role, set_colour
from labirinto.animate.marks import SET_SHIFT, Mark, Scene
from labirinto.drawing.style import COLOURS, Style

Place = tuple[int, int]

_FIRST_SET = 12

FLOOR, WALLS = range(2)
NOTHING, OUTSIDE, HERE, FRESH, WALK, LOST, FADED = range(len(COLOURS), _FIRST_SET)
"""Numbers of colours.  The first are those of a drawing; ``NOTHING`` is transparent."""

_SETS = 233
"""How many colours of sets there are; a Fibonacci number, so that all are well apart."""

_EAST, _SOUTH = int(Mark.PASSAGE_EAST), int(Mark.PASSAGE_SOUTH)
_WALK_EAST, _WALK_SOUTH = int(Mark.WALK_EAST), int(Mark.WALK_SOUTH)
_IN, _FRESH = int(Mark.IN), int(Mark.FRESH)

_ROLES = {
    "inside": FLOOR,
    "outside": OUTSIDE,
    "here": HERE,
    "fresh": FRESH,
    "walk": WALK,
    "lost": LOST,
    "faded": FADED,
}


def palette(style: Style) -> list[Colour]:
    """The colours by their numbers."""
    look = Look.of(style)
    drawing = [rgb(getattr(style, name)) for name in COLOURS]
    roles = [look.outside, look.here, look.fresh, look.walk, look.lost, look.faded]
    sets = [set_colour(number, look.is_dark) for number in range(1, _SETS + 1)]
    return [*drawing, look.inside, *roles, *sets]


class Tiles(Protocol):
    """All tiles, as the words are now: ``columns`` x ``rows`` of them.

    A tile is a tuple of the number of its place, and those of walls: ``WALLS``, ``NOTHING`` where
    there is none, or what a walk makes of it.
    """

    words: array[int]
    columns: int
    rows: int

    def touched(self, slot: int, bits: int) -> Iterator[Place]:
        """The tiles that a change of a word may change."""

    def tile(self, x: int, y: int) -> tuple[int, ...]:
        """What a tile is like."""


def tiles_of(film: Film) -> Tiles:
    """The tiles of a film, before its step 0."""
    kind = CornerTiles if film.on_walls else CellTiles
    return kind(Scene(film.width, film.height, film.on_walls))


class _Numbers(dict[int, int]):
    """The number of the colour of a word of marks."""

    def __missing__(self, word: int) -> int:
        name = role(word)
        in_set = _FIRST_SET + ((word >> SET_SHIFT) - 1) % _SETS
        self[word] = number = _ROLES.get(name, in_set)
        return number


class CellTiles:
    """Tiles (cell, wall above, wall to the left); a last column and row have only walls."""

    columns: int
    rows: int

    def __init__(self, scene: Scene) -> None:
        self.words: array[int] = scene.words
        self.columns, self.rows = scene.width + 1, scene.height + 1
        self._numbers = _Numbers()

    def touched(self, slot: int, bits: int) -> Iterator[Place]:
        """The tiles that a change of a word may change."""
        y, x = divmod(slot, self.columns - 1)
        yield x, y
        if bits & (_EAST | _WALK_EAST):
            yield x + 1, y
        if bits & (_SOUTH | _WALK_SOUTH):
            yield x, y + 1

    def tile(self, x: int, y: int) -> tuple[int, ...]:
        """What a tile is like."""
        width, height = self.columns - 1, self.rows - 1
        at = y * width + x
        words = self.words
        place = self._numbers[words[at]] if x < width and y < height else NOTHING
        above = left = WALLS
        if x == width:
            above = NOTHING
        elif 0 < y < height:
            above = _between(words[at - width], _SOUTH, _WALK_SOUTH)
        if y == height:
            left = NOTHING
        elif 0 < x < width:
            left = _between(words[at - 1], _EAST, _WALK_EAST)
        return place, above, left


def _between(word: int, open_bit: int, walk_bit: int) -> int:
    return WALK if word & walk_bit else NOTHING if word & open_bit else WALLS


class CornerTiles:
    """Tiles (corner, and the walls from there to the east, south, west and north)."""

    columns: int
    rows: int

    def __init__(self, scene: Scene) -> None:
        self.words: array[int] = scene.words
        self.columns, self.rows = scene.width + 1, scene.height + 1
        self._width, self._height = scene.width, scene.height
        self._numbers = _Numbers()
        self._corners = scene.width * scene.height

    def touched(self, slot: int, bits: int) -> Iterator[Place]:
        """The tiles that a change of a word may change."""
        if slot < self._corners:
            y, x = divmod(slot, self._width)
            if bits & (_EAST | _SOUTH):
                yield from ((x + 1, y), (x, y + 1), (x + 1, y + 1))
            return
        y, x = divmod(slot - self._corners, self.columns)
        yield x, y
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= x + dx < self.columns and 0 <= y + dy < self.rows:
                yield x + dx, y + dy

    def tile(self, x: int, y: int) -> tuple[int, ...]:
        """What a tile is like."""
        at = self._corners + y * self.columns + x
        word = self.words[at]
        # A corner with a wall, and nothing else to be seen of it, is a piece of wall.
        place = WALLS if word & ~(_WALK_EAST | _WALK_SOUTH) == _IN else self._numbers[word]
        return (
            place,
            self._east(x, y) if x < self._width else NOTHING,
            self._south(x, y) if y < self._height else NOTHING,
            self._east(x - 1, y) if x else NOTHING,
            self._south(x, y - 1) if y else NOTHING,
        )

    def _east(self, x: int, y: int) -> int:
        at = self._corners + y * self.columns + x
        if self.words[at] & _WALK_EAST:
            return WALK
        if 0 < y < self._height and self.words[(y - 1) * self._width + x] & _SOUTH:
            return NOTHING
        return FRESH if self.words[at] & self.words[at + 1] & _FRESH else WALLS

    def _south(self, x: int, y: int) -> int:
        at = self._corners + y * self.columns + x
        if self.words[at] & _WALK_SOUTH:
            return WALK
        if 0 < x < self._width and self.words[y * self._width + x - 1] & _EAST:
            return NOTHING
        return FRESH if self.words[at] & self.words[at + self.columns] & _FRESH else WALLS

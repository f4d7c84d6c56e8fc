"""A scene as tiles: the colours of a place and of the walls beside it.

A picture consists of tiles, each of which depends on a few words of marks.  For walks from cell to
cell, a tile is a cell with the walls above and to the left of it; for walks on the walls, it is a
corner with half of each wall that meets there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from labirinto.animate.film import Film
from labirinto.animate.look import Colour, Look, rgb, role, set_colour
from labirinto.animate.marks import SET_SHIFT, Mark, Scene
from labirinto.drawing.style import COLOURS, Style

Place = tuple[int, int]

_FIRST_SET = 12

FLOOR, WALLS = range(2)
NOTHING, OUTSIDE, HERE, FRESH, WALK, LOST, FADED = range(len(COLOURS), _FIRST_SET)
"""Colours of the palette, after those of a drawing; ``NOTHING`` is transparent."""

_SETS = 233
"""The number of colours for sets; a Fibonacci number spreads them evenly."""

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
    """The colours in the order of their numbers."""
    look = Look.of(style)
    drawing = [rgb(getattr(style, name)) for name in COLOURS]
    roles = [look.outside, look.here, look.fresh, look.walk, look.lost, look.faded]
    sets = [set_colour(number, look.is_dark) for number in range(1, _SETS + 1)]
    return [*drawing, look.inside, *roles, *sets]


class Tiles(ABC):
    """The tiles of a scene: ``columns`` x ``rows`` of them.

    A tile is a tuple of colours: that of its place, and those of its walls, which are ``WALLS``,
    ``NOTHING`` without a wall, or the colour of a walk.
    """

    def __init__(self, scene: Scene) -> None:
        self._words = scene.words
        self._width, self._height = scene.width, scene.height
        self.columns: int = scene.width + 1
        self.rows: int = scene.height + 1
        self._colours = _Colours()

    def update(self, changed: Iterable[tuple[int, int]]) -> set[Place]:
        """Set words by their numbers, and return the tiles that may have changed."""
        places: set[Place] = set()
        for slot, word in changed:
            places.update(self._touched(slot, self._words[slot] ^ word))
            self._words[slot] = word
        return places

    def all_places(self) -> set[Place]:
        """Return the places of all tiles."""
        return {(x, y) for y in range(self.rows) for x in range(self.columns)}

    @abstractmethod
    def _touched(self, slot: int, bits: int) -> Iterator[Place]:
        """Yield the tiles that a change of these bits of a word may change."""

    @abstractmethod
    def tile(self, x: int, y: int) -> tuple[int, ...]:
        """Return a tile."""


def tiles_of(film: Film) -> Tiles:
    """The tiles of a film before its step 0."""
    kind = CornerTiles if film.on_walls else CellTiles
    return kind(Scene(film.width, film.height, film.on_walls))


class _Colours(dict[int, int]):
    """The colour of each word of marks."""

    def __missing__(self, word: int) -> int:
        name = role(word)
        in_set = _FIRST_SET + ((word >> SET_SHIFT) - 1) % _SETS
        self[word] = number = _ROLES.get(name, in_set)
        return number


class CellTiles(Tiles):
    """Tiles (cell, wall above, wall to the left); the last column and row have only walls."""

    def _touched(self, slot: int, bits: int) -> Iterator[Place]:
        y, x = divmod(slot, self._width)
        yield x, y
        if bits & (_EAST | _WALK_EAST):
            yield x + 1, y
        if bits & (_SOUTH | _WALK_SOUTH):
            yield x, y + 1

    def tile(self, x: int, y: int) -> tuple[int, ...]:
        width, height = self._width, self._height
        at = y * width + x
        words = self._words
        place = self._colours[words[at]] if x < width and y < height else NOTHING
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


class CornerTiles(Tiles):
    """Tiles (corner, walls from there to the east, south, west and north)."""

    columns: int
    rows: int

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._corners = scene.width * scene.height

    def _touched(self, slot: int, bits: int) -> Iterator[Place]:
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
        at = self._corners + y * self.columns + x
        word = self._words[at]
        # A corner that only has a wall is a piece of wall.
        place = WALLS if word & ~(_WALK_EAST | _WALK_SOUTH) == _IN else self._colours[word]
        return (
            place,
            self._east(x, y) if x < self._width else NOTHING,
            self._south(x, y) if y < self._height else NOTHING,
            self._east(x - 1, y) if x else NOTHING,
            self._south(x, y - 1) if y else NOTHING,
        )

    def _east(self, x: int, y: int) -> int:
        at = self._corners + y * self.columns + x
        if self._words[at] & _WALK_EAST:
            return WALK
        if 0 < y < self._height and self._words[(y - 1) * self._width + x] & _SOUTH:
            return NOTHING
        return FRESH if self._words[at] & self._words[at + 1] & _FRESH else WALLS

    def _south(self, x: int, y: int) -> int:
        at = self._corners + y * self.columns + x
        if self._words[at] & _WALK_SOUTH:
            return WALK
        if 0 < x < self._width and self._words[y * self._width + x - 1] & _EAST:
            return NOTHING
        return FRESH if self._words[at] & self._words[at + self.columns] & _FRESH else WALLS

"""A scene as tiles: the colours of a place and of the walls beside it.

A picture consists of tiles, each of which depends on a few words of marks.  For walks from cell to
cell, a tile is a cell with the walls above and to the left of it; for walks on the walls, it is a
corner with half of each wall that meets there.  On grids of other cells it is a cell or a wall.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import astuple, fields
from typing import Any, Generic, TypeVar

from labirinto.animate.film import Film
from labirinto.animate.look import Look, role, set_colour
from labirinto.animate.marks import CROSSED, OPEN, SET_SHIFT, Mark, MeshScene, Scene, SquareScene
from labirinto.drawing.colour_maps import Colour
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.grids.rectangle import STEPS

Place = tuple[int, int]
PlaceT = TypeVar("PlaceT", bound=Hashable)

FIRST_SET = 12
"""The first colour of a set."""

FLOOR, WALLS = range(2)
NOTHING, OUTSIDE, HERE, FRESH, WALK, LOST, FADED = range(len(COLOURS), FIRST_SET)
"""Colours of the palette, after those of a drawing; ``NOTHING`` is transparent."""

_SETS = 233
"""The number of colours for sets; a Fibonacci number spreads them evenly."""

_EAST, _SOUTH = int(Mark.PASSAGE_EAST), int(Mark.PASSAGE_SOUTH)
_WALK_EAST, _WALK_SOUTH = int(Mark.WALK_EAST), int(Mark.WALK_SOUTH)
_IN, _FRESH = int(Mark.IN), int(Mark.FRESH)
_OPEN = int(OPEN | CROSSED)

_ROLES = {"inside": FLOOR, **{it.name: at for at, it in enumerate(fields(Look)[2:], OUTSIDE)}}


def palette(style: Style, sets: int = _SETS) -> list[Colour]:
    """The colours in the order of their numbers, with so many for sets."""
    look = Look.of(style)
    drawing = [rgb(getattr(style, name)) for name in COLOURS]
    numbered = [set_colour(number, look.is_dark) for number in range(1, sets + 1)]
    return [*drawing, look.inside, *astuple(look)[2:], *numbered]


class Tiles(ABC, Generic[PlaceT]):
    """The tiles of a scene.

    A tile is a tuple of colours: that of its place, and those of its walls, which are ``WALLS``,
    ``NOTHING`` without a wall, or the colour of a walk.
    """

    def __init__(self, scene: Scene, sets: int) -> None:
        self._words = scene.words
        self._colours = _Colours(sets)

    def update(self, changed: Iterable[tuple[int, int]]) -> set[PlaceT]:
        """Set words by their numbers, and return the tiles that may have changed."""
        places: set[PlaceT] = set()
        for slot, word in changed:
            places.update(self._touched(slot, self._words[slot] ^ word))
            self._words[slot] = word
        return places

    @abstractmethod
    def all_places(self) -> Collection[PlaceT]:
        """Return the places of all tiles."""

    @abstractmethod
    def tile(self, place: PlaceT) -> tuple[int, ...]:
        """Return a tile."""

    @abstractmethod
    def parts(self, place: PlaceT) -> Iterator[tuple[str, int]]:
        """Yield the parts of a tile that may be drawn one by one: their kinds and colours."""

    @abstractmethod
    def _touched(self, slot: int, bits: int) -> Iterator[PlaceT]:
        """Yield the tiles that a change of these bits of a word may change."""


def tiles_of(film: Film, sets: int = _SETS) -> Tiles[Any]:
    """The tiles of a film before its step 0, with so many colours for sets."""
    scene = film.empty_scene()
    if isinstance(scene, MeshScene):
        return MeshTiles(scene, sets)
    assert isinstance(scene, SquareScene)
    return (CornerTiles if film.on_walls else CellTiles)(scene, sets)


class _Colours(dict[int, int]):
    """The colour of each word of marks."""

    def __init__(self, sets: int) -> None:
        self._sets = sets

    def __missing__(self, word: int) -> int:
        name = role(word)
        in_set = FIRST_SET + ((word >> SET_SHIFT) - 1) % self._sets
        self[word] = number = _ROLES.get(name, in_set)
        return number


class _SquareTiles(Tiles[Place]):
    """The tiles of a rectangle, one for each corner."""

    def __init__(self, scene: SquareScene, sets: int) -> None:
        super().__init__(scene, sets)
        self._width, self._height = scene.width, scene.height
        self._columns, self._rows = scene.width + 1, scene.height + 1

    def all_places(self) -> set[Place]:
        return {(x, y) for y in range(self._rows) for x in range(self._columns)}


class CellTiles(_SquareTiles):
    """Tiles (cell, wall above, wall to the left, post where these meet).

    The last column and row have only walls.  Where there is neither a cell nor one beside, there is
    nothing.
    """

    def __init__(self, scene: SquareScene, sets: int) -> None:
        super().__init__(scene, sets)
        self._cells = None if scene.grid.mask is None else set(scene.grid)

    def _is_beside_cell(self, *places: Place) -> bool:
        return self._cells is None or not self._cells.isdisjoint(places)

    def parts(self, place: Place) -> Iterator[tuple[str, int]]:
        yield from zip(("cell", "across", "down"), self.tile(place)[:3], strict=True)

    def _touched(self, slot: int, bits: int) -> Iterator[Place]:
        y, x = divmod(slot, self._width)
        yield x, y
        if bits & (_EAST | _WALK_EAST):
            yield x + 1, y
        if bits & (_SOUTH | _WALK_SOUTH):
            yield x, y + 1

    def tile(self, place: Place) -> tuple[int, ...]:
        (x, y), width, height = place, self._width, self._height
        at = y * width + x
        words = self._words
        inside = self._colours[words[at]] if x < width and y < height else NOTHING
        above = left = post = WALLS
        if x == width:
            above = NOTHING
        elif 0 < y < height:
            above = _between(words[at - width], _SOUTH, _WALK_SOUTH)
        if y == height:
            left = NOTHING
        elif 0 < x < width:
            left = _between(words[at - 1], _EAST, _WALK_EAST)
        if self._cells is not None:
            here, north, west = (x, y), (x, y - 1), (x - 1, y)
            if not self._is_beside_cell(here):
                inside = NOTHING
                above = above if self._is_beside_cell(north) else NOTHING
                left = left if self._is_beside_cell(west) else NOTHING
            if not self._is_beside_cell(here, north, west, (x - 1, y - 1)):
                post = NOTHING
        return inside, above, left, post


def _between(word: int, open_bit: int, walk_bit: int) -> int:
    return WALK if word & walk_bit else NOTHING if word & open_bit else WALLS


class CornerTiles(_SquareTiles):
    """Tiles (corner, walls from there to the east, south, west and north)."""

    def __init__(self, scene: SquareScene, sets: int) -> None:
        super().__init__(scene, sets)
        self._corners = scene.width * scene.height

    def parts(self, place: Place) -> Iterator[tuple[str, int]]:
        """Yield walls and walks, which are thicker."""
        corner, east, south, _, _ = self.tile(place)
        for kind, number in (("corner", corner), ("across", east), ("down", south)):
            is_thin = number in (WALLS, OUTSIDE)
            yield kind, number if is_thin else NOTHING
            yield f"walk {kind}", NOTHING if is_thin else number

    def _touched(self, slot: int, bits: int) -> Iterator[Place]:
        if slot < self._corners:
            y, x = divmod(slot, self._width)
            if bits & (_EAST | _SOUTH):
                yield from ((x + 1, y), (x, y + 1), (x + 1, y + 1))
            return
        y, x = divmod(slot - self._corners, self._columns)
        yield x, y
        for dx, dy in STEPS:
            if 0 <= x + dx < self._columns and 0 <= y + dy < self._rows:
                yield x + dx, y + dy

    def tile(self, place: Place) -> tuple[int, ...]:
        x, y = place
        at = self._corners + y * self._columns + x
        word = self._words[at]
        # A corner that only has a wall is a piece of wall.
        corner = WALLS if word & ~(_WALK_EAST | _WALK_SOUTH) == _IN else self._colours[word]
        return (
            corner,
            self._east(x, y) if x < self._width else NOTHING,
            self._south(x, y) if y < self._height else NOTHING,
            self._east(x - 1, y) if x else NOTHING,
            self._south(x, y - 1) if y else NOTHING,
        )

    def _east(self, x: int, y: int) -> int:
        at = self._corners + y * self._columns + x
        if self._words[at] & _WALK_EAST:
            return WALK
        if 0 < y < self._height and self._words[(y - 1) * self._width + x] & _SOUTH:
            return NOTHING
        return FRESH if self._words[at] & self._words[at + 1] & _FRESH else WALLS

    def _south(self, x: int, y: int) -> int:
        at = self._corners + y * self._columns + x
        if self._words[at] & _WALK_SOUTH:
            return WALK
        if 0 < x < self._width and self._words[y * self._width + x - 1] & _EAST:
            return NOTHING
        return FRESH if self._words[at] & self._words[at + self._columns] & _FRESH else WALLS


class MeshTiles(Tiles[int]):
    """The cells and the walls of a grid of other cells, by the numbers of their words.

    A walk goes from cell to cell without a wall between them.
    """

    def __init__(self, scene: MeshScene, sets: int) -> None:
        super().__init__(scene, sets)
        self._cells = scene.cells

    def all_places(self) -> range:
        return range(len(self._words))

    def _touched(self, slot: int, bits: int) -> Iterator[int]:
        yield slot

    def tile(self, place: int) -> tuple[int]:
        word = self._words[place]
        if place < self._cells:
            return (self._colours[word],)
        return (NOTHING if word & _OPEN else WALLS,)

    def parts(self, place: int) -> Iterator[tuple[str, int]]:
        yield "cell" if place < self._cells else "wall", *self.tile(place)

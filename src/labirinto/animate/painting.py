"""Frames as pixels: for each, the rectangle that changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from labirinto.animate.film import Film
from labirinto.animate.frames import Timing, frame_changes
from labirinto.animate.tiles import FLOOR, NOTHING, OUTSIDE, WALLS, Place, Tiles, palette, tiles_of
from labirinto.drawing.colour_maps import Colour
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.raster import pixels_of


class Patch(NamedTuple):
    """A rectangle of a picture, one byte per pixel; ``NOTHING`` where nothing changes."""

    x: int
    y: int
    width: int
    height: int
    pixels: bytes


class Painter(ABC):
    """Paints the frames of a film, one after another.

    Attributes:
        colours: The palette.
        still: The pixels of the finished maze, with its path and ends.
    """

    colours: list[Colour]
    still: bytes

    @abstractmethod
    def paint(self, changed: Iterable[tuple[int, int]]) -> Patch | None:
        """Return the rectangle that a frame changes; None if it changes nothing."""


def patches(
    film: Film, timing: Timing, drawing: Drawing, painter: Painter
) -> Iterator[tuple[Patch, int]]:
    """Yield the change that each frame makes, and its time in hundredths of a second.

    The first patch is the whole picture.  If the drawing has a path, ends or marks, they appear in
    a frame of their own, for the time that the finished maze is held.
    """
    times = timing.frames(len(film))
    waiting: Patch | None = None
    begin = 0
    for at, changed in enumerate(frame_changes(film, len(times) - 1)):
        patch = painter.paint(changed)
        if patch and waiting:
            yield waiting, times[at] - begin
            begin = times[at]
        waiting = patch or waiting
    assert waiting
    end = times[-1]
    # Marks at sides that are wrapped appear with them.
    if timing.hold_time and (drawing.path or drawing.ends or not film.grid.is_planar):
        yield waiting, end - begin
        waiting, begin = Patch(0, 0, *drawing.pixel_size, painter.still), end
    yield waiting, end + timing.hold_time - begin


class TilePainter(Painter):
    """Paints rectangles from tiles, which repeat."""

    def __init__(self, film: Film, drawing: Drawing) -> None:
        self.colours: list[Colour] = palette(drawing.style)
        self.still: bytes = pixels_of(drawing)
        self._tiles: Tiles[Place] = tiles_of(film)
        self._width, self._height = drawing.pixel_size
        style = drawing.style
        self._cell = style.cell
        if film.on_walls:
            self._first = style.margin + style.wall // 2 - style.cell // 2
            self._lines = _corner_lines
        else:
            self._first = style.margin
            self._lines = _cell_lines
        self._sizes = (style.cell, style.wall)
        self._is_first = True

    def paint(self, changed: Iterable[tuple[int, int]]) -> Patch | None:
        places = self._tiles.update(changed)
        if self._is_first:
            self._is_first = False
            return self._filled(self._patch(set(self._tiles.all_places())))
        return self._patch(places) if places else None

    def _patch(self, places: set[Place]) -> Patch:
        cell = self._cell
        xs, ys = [x for x, _ in places], [y for _, y in places]
        x0, y0 = min(xs), min(ys)
        width = (max(xs) - x0 + 1) * cell
        height = (max(ys) - y0 + 1) * cell
        pixels = bytearray([NOTHING]) * (width * height)
        for x, y in places:
            begin = (y - y0) * cell * width + (x - x0) * cell
            for line in self._lines(self._tiles.tile((x, y)), *self._sizes):
                pixels[begin : begin + cell] = line
                begin += width
        left, top = self._first + x0 * cell, self._first + y0 * cell
        return _cut(Patch(left, top, width, height, bytes(pixels)), self._width, self._height)

    def _filled(self, patch: Patch) -> Patch:
        """The whole picture: the patch on a ground of floor."""
        lines = _lines_of(patch)
        left = bytes([FLOOR]) * patch.x
        right = bytes([FLOOR]) * (self._width - patch.x - patch.width)
        blank = bytes([FLOOR]) * self._width
        above, below = patch.y, self._height - patch.y - patch.height
        solid = bytes.maketrans(bytes([NOTHING]), bytes([FLOOR]))
        rows = [left + line.translate(solid) + right for line in lines]
        pixels = b"".join([*[blank] * above, *rows, *[blank] * below])
        return Patch(0, 0, self._width, self._height, pixels)


def _lines_of(patch: Patch) -> list[bytes]:
    return [patch.pixels[at : at + patch.width] for at in range(0, len(patch.pixels), patch.width)]


def _cut(patch: Patch, width: int, height: int) -> Patch:
    """The part of a patch that lies within the picture."""
    left, top = max(0, -patch.x), max(0, -patch.y)
    right = min(patch.width, width - patch.x)
    bottom = min(patch.height, height - patch.y)
    if (left, top, right, bottom) == (0, 0, patch.width, patch.height):
        return patch
    lines = _lines_of(patch)[top:bottom]
    pixels = b"".join(line[left:right] for line in lines)
    return Patch(patch.x + left, patch.y + top, right - left, bottom - top, pixels)


@lru_cache(maxsize=4096)
def _cell_lines(tile: tuple[int, ...], cell: int, wall: int) -> list[bytes]:
    """The pixels of a cell's tile, line by line."""
    place, above, left, post = tile
    room = cell - wall
    # Without a wall, the cell extends into its place.
    above, left = (place if side == NOTHING else side for side in (above, left))
    upper = bytes([post]) * wall + bytes([above]) * room
    lower = bytes([left]) * wall + bytes([place]) * room
    return [upper] * wall + [lower] * room


@lru_cache(maxsize=4096)
def _corner_lines(tile: tuple[int, ...], cell: int, wall: int) -> list[bytes]:
    """The pixels of a corner's tile, line by line."""
    place, east, south, west, north = tile
    begin = cell // 2 - wall // 2
    lines = [bytearray([FLOOR]) * cell for _ in range(cell)]

    def fill(x0: int, x1: int, y0: int, y1: int, number: int) -> None:
        for line in lines[max(y0, 0) : y1]:
            x1 = min(x1, cell)
            line[max(x0, 0) : x1] = bytes([number]) * (x1 - max(x0, 0))

    # Plain walls come first, so that a walk covers them.
    arms = [((1, 0), east), ((0, 1), south), ((-1, 0), west), ((0, -1), north)]
    for (dx, dy), number in sorted(arms, key=lambda arm: arm[1]):
        if number != NOTHING:
            low, high = thick(begin, wall, cell, number)
            x0, x1 = (low, high) if dx == 0 else (begin, cell) if dx > 0 else (0, begin + wall)
            y0, y1 = (low, high) if dy == 0 else (begin, cell) if dy > 0 else (0, begin + wall)
            fill(x0, x1, y0, y1, number)
    if place != OUTSIDE or not any(number == WALLS for _, number in arms):
        low, high = thick(begin, wall, cell, place)
        fill(low, high, low, high, place)
    return [bytes(line) for line in lines]


def thick(begin: int, wall: int, cell: int, number: int) -> tuple[int, int]:
    """The first and the last edge of a line in place of a wall; walks are thicker than walls."""
    more = 0 if number in (WALLS, OUTSIDE) else max(1, (cell - wall) // 7)
    return begin - more, begin + wall + more

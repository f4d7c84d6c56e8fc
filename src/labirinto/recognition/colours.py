"""Which pixels of a picture may be walls: guesses, between which the grid decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

Array = np.ndarray[Any, Any]
Colour = tuple[int, int, int]

_MAX_COLOURS = 256
_PLAIN_COLOURS = 6
_SAMPLE = 1 << 18
_BAND = 1 << 18
"""Pixels handled at a time."""

_CONTRAST = 16
"""The least difference between walls and floor."""
_OFF_THE_AXIS = 0.3
"""A colour farther from the axis of floor and wall, as a share of their distance, is neither."""
_NEARLY = 0.2
"""The limit for the lines of pictures of few colours, in which marks have colours of their own."""
_FAINT, _CLEAR = 12.0, 36.0
"""The distances of colours from the floor's at which walls of several colours begin, and are sure.

Rounding and packing change those of the floor by less.
"""


class Guess(NamedTuple):
    """A guess at the walls of a picture.

    Attributes:
        walls: ``uint8[y, x]``, 0 for floor, 255 for wall.
        colour: The only colour that the walls have here, in a picture of few colours; None if
            ``walls`` has all colours that they may have.
        is_coarse: Whether blurred rims count as walls, which may fill small cells.
    """

    walls: Array
    colour: Colour | None = None
    is_coarse: bool = False


def guesses(picture: Image) -> Iterator[Guess]:
    """Yield guesses at the walls, likely ones first.

    Where the picture has few colours, each may be that of the walls; the one that prevails at the
    edge of the picture comes last.  Otherwise, colours are projected on the axis along which they
    differ most, where Otsu's method (1979) separates floor from walls; a colour far from that axis,
    such as that of a line drawn in, counts as floor.  At last, walls may have several colours: all
    but the floor's.
    """
    if min(picture.size) < 3:
        return
    colours: list[tuple[int, Any]] | None = picture.getcolors(_MAX_COLOURS)
    if colours is not None and len(colours) < 2:
        return
    if colours is not None and _is_plain(colours):
        frequent = [colour for _, colour in sorted(colours, reverse=True)[:_PLAIN_COLOURS]]
        kinds = _kinds(picture, frequent)
        edge = _edge(kinds)
        order = sorted(
            range(len(frequent)), key=lambda kind: np.count_nonzero(edge == kind) > len(edge) // 2
        )
        for kind in order:
            yield Guess(np.where(kinds == kind, np.uint8(255), np.uint8(0)), frequent[kind])
        if len(frequent) > 2:
            at_edge = int(np.argmax([np.count_nonzero(edge == kind) for kind in order]))
            for kind in dict.fromkeys((order[at_edge], 0)):
                yield Guess(_unlike(picture, np.array(frequent[kind], np.float32)))
    else:
        yield from _along_the_axis(picture)


def is_plain(picture: Image) -> bool:
    """Check whether a picture has few colours, so that none of its edges is blurred."""
    colours: list[tuple[int, Any]] | None = picture.getcolors(_MAX_COLOURS)
    return colours is not None and _is_plain(colours)


def _is_plain(colours: list[tuple[int, Any]]) -> bool:
    counts = sorted((count for count, _ in colours), reverse=True)
    return sum(counts[:_PLAIN_COLOURS]) >= 0.995 * sum(counts)


def _bands(picture: Image) -> Iterator[tuple[slice, Array]]:
    """Yield bands of rows with their pixels, ``uint8[y, x, 3]``: the whole array would be large."""
    rows = max(1, _BAND // picture.width)
    for top in range(0, picture.height, rows):
        bottom = min(top + rows, picture.height)
        yield slice(top, bottom), np.asarray(picture.crop((0, top, picture.width, bottom)))


def _edge(picture: Array) -> Array:
    return np.concatenate((picture[0], picture[-1], picture[:, 0], picture[:, -1]))


def _kinds(picture: Image, colours: list[tuple[int, int, int]]) -> Array:
    """Return which of a few colours each pixel has, ``uint8[y, x]``, and 255 for any other."""
    kinds = np.full((picture.height, picture.width), 255, np.uint8)
    for rows, pixels in _bands(picture):
        codes = pixels[..., 0].astype(np.uint32)
        for channel in (1, 2):
            codes <<= np.uint32(8)
            codes |= pixels[..., channel]
        for kind, (red, green, blue) in enumerate(colours):
            kinds[rows][codes == (red << 16) + (green << 8) + blue] = kind
    return kinds


def _along_the_axis(picture: Image) -> Iterator[Guess]:
    width, height = picture.size
    # Pixels at even distances would be in step with the maze.
    places = np.random.default_rng(0).integers(0, width * height, min(width * height, _SAMPLE))
    sample = np.empty((len(places), 3), np.float32)
    for rows, pixels in _bands(picture):
        taken = np.flatnonzero((places >= rows.start * width) & (places < rows.stop * width))
        sample[taken] = pixels.reshape(-1, 3)[places[taken] - rows.start * width]
    middle = sample.mean(axis=0)
    _, _, axes = np.linalg.svd((sample - middle).T @ (sample - middle))
    # From dark to light.
    axis = axes[0] * (1 if axes[0].sum() >= 0 else -1)
    along = (sample - middle) @ axis
    bound = otsu(along)
    dark, light = along[along <= bound], along[along > bound]
    if not len(dark) or not len(light):
        return
    low, high = float(np.median(dark)), float(np.median(light))
    if high - low < _CONTRAST:
        return
    both = middle + low * axis, middle + high * axis
    walls_dark = _between(picture, both[1], both[0])
    is_dark = np.median(_edge(walls_dark)) < 128
    if is_dark:
        yield Guess(walls_dark)
    yield Guess(_between(picture, *both))
    if not is_dark:
        yield Guess(walls_dark)
    # What is darkest may be less than what is drawn in.
    brightest = sample.max(axis=1)
    darkest = np.median(sample[brightest <= otsu(brightest)], axis=0)
    if np.linalg.norm(darkest - both[0]) > _OFF_THE_AXIS * (high - low):
        yield Guess(_between(picture, both[1], darkest, _NEARLY))
    for floor in both[::-1] if is_dark else both:
        yield Guess(_unlike(picture, floor), is_coarse=True)


def ink_like(picture: Image, guess: Guess) -> Array | None:
    """Return how near each pixel's colour is to that of the walls, ``uint8[y, x]``, to 255.

    A guess may be a single colour; the ink has all lines of nearly that colour.

    Args:
        picture: The picture.
        guess: One of its guesses.

    Returns:
        The ink; None if walls and floor have nearly the same colour.
    """
    if guess.colour is None:
        return guess.walls
    colours: list[tuple[int, Any]] | None = picture.getcolors(_MAX_COLOURS)
    assert colours is not None  # of a picture of few colours
    floor = next(colour for _, colour in sorted(colours, reverse=True) if colour != guess.colour)
    both = np.array(floor, np.float32), np.array(guess.colour, np.float32)
    if np.linalg.norm(both[1] - both[0]) < _CONTRAST:
        return None
    return _between(picture, *both, _NEARLY)


def _unlike(picture: Image, floor: Array) -> Array:
    """Return where colours are not the floor's, ``uint8``: 0 for floor, 255 for all others."""
    walls = np.empty((picture.height, picture.width), np.uint8)
    for rows, pixels in _bands(picture):
        apart = np.linalg.norm(pixels.astype(np.float32) - floor.astype(np.float32), axis=2)
        walls[rows] = np.rint(255 * np.clip((apart - _FAINT) / (_CLEAR - _FAINT), 0, 1))
    return walls


def _between(
    picture: Image, floor: Array, wall: Array, off_the_axis: float = _OFF_THE_AXIS
) -> Array:
    """Return where colours are between two, ``uint8``: 0 for floor and others, 255 for wall."""
    walls = np.empty((picture.height, picture.width), np.uint8)
    axis = (wall - floor).astype(np.float32)
    length = float(np.linalg.norm(axis))
    axis /= length
    for rows, pixels in _bands(picture):
        band = pixels.astype(np.float32) - floor.astype(np.float32)
        part = band @ axis
        other = np.einsum("yxi,yxi->yx", band, band) - part * part
        is_other = other > (off_the_axis * length) ** 2
        level = np.rint(255 * np.clip(part / length, 0, 1)).astype(np.uint8)
        walls[rows] = np.where(is_other, np.uint8(0), level)
    return walls


def otsu(values: Array) -> float:
    """Return the bound between two groups of values that spreads them least."""
    counts, borders = np.histogram(values, bins=256)
    middles = (borders[1:] + borders[:-1]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    if np.isnan(apart).all():  # a single value
        return float(borders[-1])
    return float(borders[1 + int(np.nanargmax(apart))])

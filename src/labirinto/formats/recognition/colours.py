"""Which pixels of a picture may be walls: guesses, of which the grid decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

Array = np.ndarray[Any, Any]

_MOST_COLOURS = 256
_PLAIN_COLOURS = 6
_SAMPLE = 1 << 18
_BAND = 1 << 21

_OFF_THE_AXIS = 0.3
"""Of the way from floor to wall: a colour farther away from it is neither."""


def guesses(picture: Image) -> Iterator[Array]:
    """Pictures of walls, ``uint8[y, x]`` with 0 for floor and 255 for wall, likely ones first.

    Where a few colours make up the picture, each of them may be that of the walls, and the colour
    that prevails at the edge of the picture is so last.  Else colours are seen along the axis on
    which they differ most, where Otsu's method (1979) parts floor from walls; a colour away from
    that axis, as of a line drawn in, counts as floor.
    """
    if min(picture.size) < 3:
        return
    colours: list[tuple[int, Any]] | None = picture.getcolors(_MOST_COLOURS)
    pixels = np.asarray(picture)
    if colours is not None and len(colours) < 2:
        return
    if colours is not None and _is_plain(colours):
        codes = _codes(pixels)
        edge = np.concatenate((codes[0], codes[-1], codes[:, 0], codes[:, -1]))
        frequent = sorted(colours, reverse=True)[:_PLAIN_COLOURS]
        found = [(r << 16) + (g << 8) + b for _, (r, g, b) in frequent]
        for code in sorted(found, key=lambda code: np.count_nonzero(edge == code) > len(edge) // 2):
            yield np.where(codes == code, np.uint8(255), np.uint8(0))
    else:
        yield from _along_the_axis(pixels)


def _is_plain(colours: list[tuple[int, Any]]) -> bool:
    counts = sorted((count for count, _ in colours), reverse=True)
    return sum(counts[:_PLAIN_COLOURS]) >= 0.995 * sum(counts)


def _codes(pixels: Array) -> Array:
    codes: Array = pixels[..., 0].astype(np.uint32)
    for channel in (1, 2):
        codes <<= np.uint32(8)
        codes |= pixels[..., channel]
    return codes


def _along_the_axis(pixels: Array) -> Iterator[Array]:
    flat = pixels.reshape(-1, 3)
    # Pixels at even distances would fall into step with the maze.
    places = np.random.default_rng(0).integers(0, len(flat), min(len(flat), _SAMPLE))
    sample = flat[places].astype(np.float32)
    middle = sample.mean(axis=0)
    _, _, axes = np.linalg.svd((sample - middle).T @ (sample - middle))
    # Whichever way it points, from dark to light.
    axis = axes[0] * (1 if axes[0].sum() >= 0 else -1)
    along = (sample - middle) @ axis
    bound = _otsu(along)
    dark, light = along[along <= bound], along[along > bound]
    if not len(dark) or not len(light):
        return
    low, high = float(np.median(dark)), float(np.median(light))
    if high - low < 16:
        return
    lightness = np.empty(len(flat), np.uint8)
    other = np.empty(len(flat), bool)
    for first in range(0, len(flat), _BAND):
        band = flat[first : first + _BAND].astype(np.float32) - middle
        part = band @ axis
        rest = np.einsum("ij,ij->i", band, band) - part * part
        other[first : first + _BAND] = rest > (_OFF_THE_AXIS * (high - low)) ** 2
        part = np.clip((part - low) / (high - low), 0, 1)
        lightness[first : first + _BAND] = np.rint(255 * part)
    shape = pixels.shape[:2]
    walls_dark = np.where(other, np.uint8(0), 255 - lightness).reshape(shape)
    walls_light = np.where(other, np.uint8(0), lightness).reshape(shape)
    edge = np.concatenate((walls_dark[0], walls_dark[-1], walls_dark[:, 0], walls_dark[:, -1]))
    both = (walls_dark, walls_light)
    yield from both if np.median(edge) < 128 else both[::-1]


def _otsu(values: Array) -> float:
    """The bound between two groups of values that leaves them least spread."""
    counts, borders = np.histogram(values, bins=256)
    middles = (borders[1:] + borders[:-1]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    return float(borders[1 + int(np.nanargmax(apart))])

"""Which pixels of a picture may be walls: guesses, between which the grid decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

Array = np.ndarray[Any, Any]

_MAX_COLOURS = 256
_PLAIN_COLOURS = 6
_SAMPLE = 1 << 18
_BAND = 1 << 18
"""Pixels handled at a time."""

_OFF_THE_AXIS = 0.3
"""A colour farther from the axis of floor and wall, as a share of their distance, is neither."""


def guesses(picture: Image) -> Iterator[Array]:
    """Yield pictures of walls, ``uint8[y, x]``: 0 for floor, 255 for wall, likely ones first.

    Where the picture has few colours, each may be that of the walls; the one that prevails at the
    edge of the picture comes last.  Otherwise, colours are projected on the axis along which they
    differ most, where Otsu's method (1979) separates floor from walls; a colour far from that axis,
    such as that of a line drawn in, counts as floor.
    """
    if min(picture.size) < 3:
        return
    colours: list[tuple[int, Any]] | None = picture.getcolors(_MAX_COLOURS)
    if colours is not None and len(colours) < 2:
        return
    if colours is not None and _is_plain(colours):
        frequent = sorted(colours, reverse=True)[:_PLAIN_COLOURS]
        kinds = _kinds(picture, [colour for _, colour in frequent])
        edge = _edge(kinds)
        for kind in sorted(
            range(len(frequent)), key=lambda kind: np.count_nonzero(edge == kind) > len(edge) // 2
        ):
            yield np.where(kinds == kind, np.uint8(255), np.uint8(0))
    else:
        yield from _along_the_axis(picture)


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


def _along_the_axis(picture: Image) -> Iterator[Array]:
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
    if high - low < 16:
        return
    walls_dark, walls_light = np.empty((2, height, width), np.uint8)
    for rows, pixels in _bands(picture):
        band = pixels.astype(np.float32) - middle
        part = band @ axis
        other = np.einsum("yxi,yxi->yx", band, band) - part * part
        is_other = other > (_OFF_THE_AXIS * (high - low)) ** 2
        lightness = np.rint(255 * np.clip((part - low) / (high - low), 0, 1)).astype(np.uint8)
        walls_dark[rows] = np.where(is_other, np.uint8(0), 255 - lightness)
        walls_light[rows] = np.where(is_other, np.uint8(0), lightness)
    both = (walls_dark, walls_light)
    yield from both if np.median(_edge(walls_dark)) < 128 else both[::-1]


def otsu(values: Array) -> float:
    """Return the bound between two groups of values that spreads them least."""
    counts, borders = np.histogram(values, bins=256)
    middles = (borders[1:] + borders[:-1]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    return float(borders[1 + int(np.nanargmax(apart))])

"""The lines of the walls in a picture, found by their spacing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import log

import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.fits import Extent, Fit, Fits, sums_of, within

_ROWS_LOOKED_AT = 400
_THICKNESSES = 3
_BAND = 1 << 18
"""Pixels handled at a time."""
_BLUR = 3
"""Pixels over which an edge may spread, on either side."""
_FRAME = 1 / 16
"""The thickest line around a page, as a share of the shorter side of the drawing."""
_UNBROKEN = 0.9
"""The share of such a line that must be drawn."""

# The costs of a grid, roughly in nats.
_STRAY_EDGES = 30.0
_NOT_SQUARE = 10.0
_EMPTY_LINE = 0.7
"""For each place on it where a wall may be: in a maze about half of them have one."""


@dataclass(frozen=True)
class Lines:
    """Equidistant lines of wall, across or down.  Lengths are in pixels.

    Attributes:
        first: The beginning of the first line.
        pitch: The distance from one line to the next.
        thickness: The thickness of a line.
        cells: How many there are between the lines, one less than lines.
        precision: The share of edges in the picture that belong to a line, beyond what chance
            would give: 1 for a picture that is nothing but a maze.
    """

    first: float
    pitch: float
    thickness: float
    cells: int
    precision: float

    @property
    def begins(self) -> Array:
        """The beginning of each line."""
        lines: Array = self.first + self.pitch * np.arange(self.cells + 1)
        return lines

    def moved(self, by: int) -> Lines:
        """Return the same lines in a picture that begins farther out."""
        return Lines(self.first + by, self.pitch, self.thickness, self.cells, self.precision)


def grids(walls: Array, *, framed: bool) -> tuple[Lines, Lines] | None:
    """Return the lines across x and those across y that fit a picture of walls best.

    Args:
        walls: ``uint8[y, x]``, 255 for wall.
        framed: Whether the maze is only what the longest lines enclose, since a caption or
            something else is beside it; otherwise it is all but the margins, and a line around the
            page.
    """
    mask = walls >= 128
    if mask.all() or not mask.any():
        return None
    if inside := _inside_a_line(mask):
        (left, right), (top, bottom) = inside
        lines = grids(walls[top:bottom, left:right], framed=framed)
        return (lines[0].moved(left), lines[1].moved(top)) if lines else None
    edge = np.concatenate((mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    if framed:
        across = _longest(mask.sum(axis=0))
        # Beside the maze there may be longer lines, of which the part above and below it is short.
        down = _longest(mask[:, slice(*across)].sum(axis=1))
    elif edge.mean() < 0.5:
        across, down = _box(mask)
    else:
        return fitted(walls, *_box(~mask), is_floor=True)
    # With the outer halves of the edges, which scaling blurs.
    left, top = max(0, across[0] - _BLUR), max(0, down[0] - _BLUR)
    part = walls[top : down[1] + _BLUR, left : across[1] + _BLUR]
    lines = fitted(part, _moved(across, -left), _moved(down, -top))
    return (lines[0].moved(left), lines[1].moved(top)) if lines else None


def _moved(extent: Extent, by: int) -> Extent:
    return extent[0] + by, extent[1] + by


def _box(taken: Array) -> tuple[Extent, Extent]:
    return _extent(taken.max(axis=0)), _extent(taken.max(axis=1))


def _inside_a_line(mask: Array) -> tuple[Extent, Extent] | None:
    """Return the extents of a drawing within a line around the page, with floor between them."""
    (left, right), (top, bottom) = _box(mask)
    thickest = int(_FRAME * min(right - left, bottom - top))
    page = mask[top:bottom, left:right]
    sides = [
        _line_at_the_left(seen, thickest) for seen in (page, page[:, ::-1], page.T, page.T[:, ::-1])
    ]
    if not all(sides):
        return None
    # A pixel within, since scaling fills the corners.
    across = (left + sides[0] + 1, right - sides[1] - 1)
    down = (top + sides[2] + 1, bottom - sides[3] - 1)
    part = mask[slice(*down), slice(*across)]
    ring = np.concatenate((part[0], part[-1], part[:, 0], part[:, -1]))
    return (across, down) if part.any() and not ring.any() else None


def _line_at_the_left(page: Array, thickest: int) -> int:
    """Return the width of a line down the left side with floor next to it; 0 if there is none."""
    strip = page[thickest : len(page) - thickest, : thickest + 1]
    clear = ~strip.any(axis=0)
    width = int(clear.argmax())
    is_line = clear.any() and strip[:, :width].any(axis=1).mean() > _UNBROKEN
    return width if is_line else 0


def _longest(lengths: Array) -> Extent:
    long: Array = 2 * lengths >= lengths.max()
    return _extent(long)


def _extent(taken: Array) -> Extent:
    places = np.flatnonzero(taken)
    return int(places[0]), int(places[-1]) + 1


def fitted(
    walls: Array, across: Extent, down: Extent, *, is_floor: bool = False
) -> tuple[Lines, Lines] | None:
    """Return the lines in a picture of walls of these extents, or whose floor has them."""
    if min(walls.shape) < 3:
        return None
    profile_x, profile_y = _profile(walls), _profile(walls.T)
    thick_x, thick_y = _thicknesses(walls), _thicknesses(walls.T)
    # A corridor that is open at both ends shows only one of them.
    fits_x = Fits(profile_x, {*thick_x, *thick_y[:1]}, across, is_floor)
    fits_y = Fits(profile_y, {*thick_y, *thick_x[:1]}, down, is_floor)
    if not fits_x or not fits_y:
        return None
    fit_x, fit_y = _best_pair(fits_x, fits_y)
    return _refined(fit_x, profile_x), _refined(fit_y, profile_y)


def _profile(walls: Array) -> tuple[Array, Array]:
    """Return the amount of wall that begins, and that ends, at each x, summed over all rows."""
    rises = np.zeros(walls.shape[1] + 1)
    falls = np.zeros(walls.shape[1] + 1)
    # In bands, to be spared another picture of two bytes a pixel.
    rows = max(1, _BAND // walls.shape[1])
    for first in range(0, len(walls), rows):
        band = walls[first : first + rows].astype(np.int16)
        steps = np.diff(band, axis=1, prepend=np.int16(0), append=np.int16(0))
        # Smaller ones are the noise of packing.
        steps[np.abs(steps) < 32] = 0
        rises += np.maximum(steps, 0).sum(axis=0, dtype=np.int64)
        falls -= np.minimum(steps, 0).sum(axis=0, dtype=np.int64)
    return rises, falls


def _thicknesses(walls: Array) -> list[float]:
    """Return possible thicknesses of walls across x: the most frequent lengths along x."""
    places = np.unique(np.linspace(0, len(walls) - 1, _ROWS_LOOKED_AT).astype(int))
    mask = np.zeros((len(places), walls.shape[1] + 2), np.int8)
    mask[:, 1:-1] = walls[places] >= 128
    steps = np.diff(mask, axis=1)
    lengths = np.nonzero(steps < 0)[1] - np.nonzero(steps > 0)[1]
    counts = np.bincount(lengths, minlength=3)
    found: list[float] = []
    for length in np.argsort(counts, kind="stable")[::-1][:_THICKNESSES]:
        near = np.arange(max(1, length - 1), min(len(counts), length + 2))
        if counts[length]:
            mean = float(np.average(near, weights=counts[near]))
            found += [float(length)] + ([mean] if abs(mean - length) > 0.1 else [])
    return found


def _best_pair(across: Fits, down: Fits) -> tuple[Fit, Fit]:
    """Return the pair with the fewest stray edges and empty lines, and the squarest cells."""
    fits_x, fits_y = across.likely(), down.likely()
    # A corridor shows its cells on one axis alone.
    more_x = [across.of_pitch(fit.pitch) for fit in fits_y]
    fits_y += [down.of_pitch(fit.pitch) for fit in fits_x]
    fits_x += more_x

    def cost(pair: tuple[Fit, Fit]) -> float:
        x, y = pair
        strays = 2 - x.precision - y.precision
        empty = x.empty * (y.cells - 1) + y.empty * (x.cells - 1)
        oblong = abs(log(x.pitch / y.pitch))
        return _STRAY_EDGES * strays + _EMPTY_LINE * empty + _NOT_SQUARE * oblong

    return min(product(sorted(set(fits_x)), sorted(set(fits_y))), key=cost)


def _refined(fit: Fit, profile: tuple[Array, Array]) -> Lines:
    """Return the lines moved to the measured edges, to a fraction of a pixel."""
    lines = Lines(fit.first, fit.pitch, fit.thickness, fit.cells, fit.precision)
    reach = min(max(0.25 * lines.pitch, 0.5), 4.0)
    begins, pitch = _line_through(profile[0], lines.begins, reach)
    ends, pitch_of_ends = _line_through(profile[1], lines.begins + lines.thickness, reach)
    # The thickness is taken in the middle, where an error of the pitch has no lever.
    thickness = ends - begins + lines.cells * (pitch_of_ends - pitch) / 2
    drift = abs(begins - lines.first) + abs(lines.cells * (pitch - lines.pitch))
    if drift > 2 * reach or not 0.5 <= thickness < pitch:
        return lines
    return Lines(begins, pitch, max(1.0, thickness), lines.cells, lines.precision)


def _line_through(profile: Array, places: Array, reach: float) -> tuple[float, float]:
    """Return the place of the first of equidistant edges, and their distance, by least squares."""
    moments = sums_of(profile * np.arange(len(profile)))
    mass, moment = within(sums_of(profile), places, reach), within(moments, places, reach)
    found = np.flatnonzero(mass > 0.01 * mass.max())
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    if len(found) < 2:
        return float(places[0]), float(pitch)
    slope, first = np.polyfit(found, moment[found] / mass[found], 1, w=np.sqrt(mass[found]))
    return float(first), float(slope)

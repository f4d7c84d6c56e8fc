"""How well equidistant lines of wall fit the edges along one axis of a picture."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from labirinto.recognition.colours import Array

Extent = tuple[int, int]

_MAX_CELLS = 4096
"""The most cells on a side."""
_ALWAYS_TRIED = 30
"""Numbers of cells up to this one are always tried: the spectrum shows little of them."""
_PEAKS = 60
"""The most numbers of cells to take from the spectrum, neighbours of peaks included."""
_FAINTEST_PEAK = 0.1
"""The smallest share of edges that must be in step."""
_BEST = 12
"""The number of likely grids to compare in pairs."""


class Fit(NamedTuple):
    """A grid along one axis.  Lengths are in pixels.

    Attributes:
        cells: How many there are between the lines, one less than lines.
        first: The beginning of the first line.
        pitch: The distance from one line to the next.
        thickness: The thickness of a line.
        precision: The share of edges that belong to a line, beyond what chance would give.
        empty: How many of the lines have no wall.
    """

    cells: int
    first: float
    pitch: float
    thickness: float
    precision: float
    empty: int


class Fits:
    """The best grid of each number of cells along an axis.

    Args:
        profile: The amount of wall that begins at each place, and that ends there.
        thicknesses: Possible thicknesses of walls.
        extent: The begin of the first wall and the end of the last, or those of the floor.
        is_floor: Whether ``extent`` is that of the floor.
    """

    def __init__(
        self,
        profile: tuple[Array, Array],
        thicknesses: set[float],
        extent: Extent,
        is_floor: bool,
    ) -> None:
        length = len(profile[0]) - 1
        tried = [
            (thickness, *ends)
            for thickness in sorted(thicknesses)
            for ends in (_extents(length, thickness, extent) if is_floor else [extent])
        ]
        self._profile = profile
        self._sums = [sums_of(part) for part in profile]
        self._total = float(sum(sums[-1] for sums in self._sums))
        self._thickness, self._begin, end = np.array(tried, float).reshape(-1, 3).T
        self._span = end - self._begin - self._thickness
        # The most cells that each of them has room for.
        self._room = (self._span / np.maximum(2.0, self._thickness + 0.75)).astype(np.int64)
        most = int(self._room.max(initial=0)) if self._total else 0
        self._most = min(_MAX_CELLS, (length - 1) // 2, most)
        self._known: dict[int, Fit] = {}

    def __bool__(self) -> bool:
        """Whether any grid fits."""
        return self._most > 0

    def likely(self) -> list[Fit]:
        """Return the few grids that most lines and most edges support."""
        numbers = {*range(1, min(_ALWAYS_TRIED, self._most) + 1), *self._in_step()}
        fits = map(self._fit, sorted(numbers))
        return sorted(fits, key=lambda fit: fit.empty / fit.cells - 2 * fit.precision)[:_BEST]

    def of_pitch(self, pitch: float) -> Fit:
        """Return the grid with the nearest pitch."""
        middle = min(self._most, max(1, round(float(np.median(self._span)) / pitch)))
        near = range(max(1, middle - 1), min(self._most, middle + 1) + 1)
        return min(map(self._fit, near), key=lambda fit: abs(fit.pitch - pitch))

    def _in_step(self) -> list[int]:
        """Return the numbers of cells at whose pitch the edges repeat, by the spectrum."""
        # The bins are small against any pitch, and the padding leaves no gap between frequencies.
        bin_size = -(-len(self._profile[0]) // (8 * _MAX_CELLS))
        starts = np.arange(0, len(self._profile[0]), bin_size)
        size = 4 << len(starts).bit_length()
        strength = np.zeros(size // 2 + 1)
        for part in self._profile:
            strength += np.abs(np.fft.rfft(np.add.reduceat(part, starts), size))
        cells = np.arange(1, self._most + 1)
        in_step = np.zeros(self._most)
        for span in np.unique(self._span[self._span > 0]):
            places = np.rint(cells * (bin_size * size / span)).astype(np.int64)
            places = places[places < len(strength)]
            np.maximum(in_step[: len(places)], strength[places], out=in_step[: len(places)])
        best = np.argsort(-in_step, kind="stable")[:_PEAKS]
        return [int(at) + 1 for at in best if in_step[at] > _FAINTEST_PEAK * self._total]

    def _fit(self, cells: int) -> Fit:
        if cells not in self._known:
            self._known[cells] = self._best(cells)
        return self._known[cells]

    def _best(self, cells: int) -> Fit:
        """Return the grid of this number of cells whose thickness and extent fit best."""
        tried = np.flatnonzero(self._room >= cells)
        pitch, thickness = self._span[tried, None] / cells, self._thickness[tried, None]
        reach = np.minimum(np.maximum(0.15 * pitch, 0.5), 3.0)
        lines = self._begin[tried, None] + pitch * np.arange(cells + 1)
        rises, falls = self._sums
        mass = within(rises, lines, reach) + within(falls, lines + thickness, reach)
        chance = np.minimum(0.95, 2 * reach / pitch)[:, 0]
        precision = (mass.sum(axis=1) / self._total - chance) / (1 - chance)
        at = int(np.argmax(precision))
        return Fit(
            cells,
            float(lines[at, 0]),
            float(pitch[at, 0]),
            float(thickness[at, 0]),
            float(precision[at]),
            int(np.count_nonzero(mass[at] < 64 * (pitch[at] - thickness[at]))),
        )


def sums_of(profile: Array) -> Array:
    """Return the sums of a profile before each place and before its end."""
    return np.concatenate(([0.0], np.cumsum(profile)))


def within(sums: Array, places: Array, reach: float | Array) -> Array:
    """Return the sum of a profile near each place, from its sums from the left."""
    return _sum_before(sums, places + reach) - _sum_before(sums, places - reach)


def _sum_before(sums: Array, places: Array) -> Array:
    # Place i of a profile takes the room from i - 1/2 to i + 1/2.
    along = np.clip(places + 0.5, 0, len(sums) - 1)
    whole = np.minimum(along.astype(np.int64), len(sums) - 2)
    before: Array = sums[whole] + (along - whole) * (sums[whole + 1] - sums[whole])
    return before


def _extents(length: int, thickness: float, floor: Extent) -> list[tuple[float, float]]:
    """Return the possible extents of a maze with this floor, frame included."""
    # The frame runs into the margin, except where floor leads out through it.
    begins = [float(floor[0]), max(0.0, floor[0] - thickness)]
    ends = [float(floor[1]), min(float(length), floor[1] + thickness)]
    pairs = [(begin, end) for begin in begins for end in ends]
    return list(dict.fromkeys([(0.0, float(length)), *pairs]))

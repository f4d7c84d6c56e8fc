"""The lines on which the walls of a picture stand, found by their spacing."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from labirinto.formats.recognition.colours import Array

_Extent = tuple[int, int]

_ROWS_LOOKED_AT = 400
_THICKNESSES = 3
_BEST = 12
_BLUR = 3
"""Pixels that an edge may be spread over, on either side."""
_MOST_CELLS = 4096
"""On a side."""
_MOST_LINES = 12_000_000
"""That are looked at, of all numbers of cells, thicknesses and extents together: a second or so."""

# What speaks against a grid, in nats or so.
_STRAY_EDGES = 30.0
_NOT_SQUARE = 10.0
_EMPTY_LINE = 0.7
"""For each place of a wall on it: about half of them are taken in a maze."""


@dataclass(frozen=True)
class Lines:
    """Equidistant lines of wall, across or down.  Lengths are in pixels.

    Attributes:
        first: where the first line begins.
        pitch: from one line to the next.
        thickness: of a line.
        cells: how many there are between the lines, one less than lines.
        precision: the share of edges in the picture that belong to a line, beyond what chance
            would give: 1 for a picture that is nothing but a maze.
    """

    first: float
    pitch: float
    thickness: float
    cells: int
    precision: float

    @property
    def begins(self) -> Array:
        """Where each line begins."""
        lines: Array = self.first + self.pitch * np.arange(self.cells + 1)
        return lines

    def middle(self, cell: float) -> float:
        """Where the middle of a cell is."""
        return self.first + self.thickness / 2 + (cell + 0.5) * self.pitch

    def moved(self, by: int) -> Lines:
        """The same lines in a picture that begins farther out."""
        return Lines(self.first + by, self.pitch, self.thickness, self.cells, self.precision)


@dataclass(frozen=True)
class _Fits:
    """The best grid of each number of cells 1, 2, 3 ..., in arrays."""

    first: Array
    pitch: Array
    thickness: Array
    precision: Array
    empty: Array

    def lines(self, cells: int) -> Lines:
        at = cells - 1
        return Lines(
            float(self.first[at]),
            float(self.pitch[at]),
            float(self.thickness[at]),
            cells,
            float(self.precision[at]),
        )


def grids(walls: Array, *, framed: bool) -> tuple[Lines, Lines] | None:
    """The lines across x and those across y that fit a picture of walls best.

    Args:
        walls: ``uint8[y, x]``, 255 for wall.
        framed: whether the maze is only what the longest lines enclose, since a caption or
            something else stands beside it; else it is all but the margins.
    """
    mask = walls >= 128
    if mask.all() or not mask.any():
        return None
    edge = np.concatenate((mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    if framed:
        across = _longest(mask.sum(axis=0))
        # Beside the maze there may be longer lines, of which the part above and below it is short.
        down = _longest(mask[:, slice(*across)].sum(axis=1))
    elif edge.mean() < 0.5:
        across, down = _box(mask)
    else:
        return _fitted(walls, *_box(~mask), is_floor=True)
    # With the outer halves of the edges, which scaling blurs.
    left, top = max(0, across[0] - _BLUR), max(0, down[0] - _BLUR)
    part = walls[top : down[1] + _BLUR, left : across[1] + _BLUR]
    lines = _fitted(part, _moved(across, -left), _moved(down, -top), is_floor=False)
    return (lines[0].moved(left), lines[1].moved(top)) if lines else None


def _moved(extent: _Extent, by: int) -> _Extent:
    return extent[0] + by, extent[1] + by


def _box(taken: Array) -> tuple[_Extent, _Extent]:
    return _extent(taken.max(axis=0)), _extent(taken.max(axis=1))


def _longest(lengths: Array) -> _Extent:
    long: Array = 2 * lengths >= lengths.max()
    return _extent(long)


def _extent(taken: Array) -> _Extent:
    places = np.flatnonzero(taken)
    return int(places[0]), int(places[-1]) + 1


def _fitted(
    walls: Array, across: _Extent, down: _Extent, *, is_floor: bool
) -> tuple[Lines, Lines] | None:
    """The lines in a picture of walls that begin and end here, or whose floor does."""
    if min(walls.shape) < 3:
        return None
    profile_x, profile_y = _profile(walls), _profile(walls.T)
    thick_x, thick_y = _thicknesses(walls), _thicknesses(walls.T)
    # A corridor that is open at both ends shows only one of them.
    fits_x = _fits(profile_x, {*thick_x, *thick_y[:1]}, across, is_floor)
    fits_y = _fits(profile_y, {*thick_y, *thick_x[:1]}, down, is_floor)
    if fits_x is None or fits_y is None:
        return None
    cells_x, cells_y = _best_pair(fits_x, fits_y)
    return _refined(fits_x.lines(cells_x), profile_x), _refined(fits_y.lines(cells_y), profile_y)


def _profile(walls: Array) -> tuple[Array, Array]:
    """For each place along x how much wall begins there in all rows together, and how much ends."""
    rises = np.zeros(walls.shape[1] + 1)
    falls = np.zeros(walls.shape[1] + 1)
    # In bands, to be spared another picture of two bytes a pixel.
    rows = max(1, (1 << 21) // walls.shape[1])
    for first in range(0, len(walls), rows):
        band = walls[first : first + rows].astype(np.int16)
        steps = np.diff(band, axis=1, prepend=0, append=0)
        # Smaller ones are the noise of packing.
        steps[np.abs(steps) < 32] = 0
        rises += np.maximum(steps, 0).sum(axis=0, dtype=np.int64)
        falls -= np.minimum(steps, 0).sum(axis=0, dtype=np.int64)
    return rises, falls


def _thicknesses(walls: Array) -> list[float]:
    """How thick walls across x may be: the most frequent lengths of wall along x."""
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


def _fits(
    profile: tuple[Array, Array],
    thicknesses: set[float],
    extent: _Extent,
    is_floor: bool,
) -> _Fits | None:
    """Every number of cells, each with the thickness and the extent that suit it best."""
    rises, falls = (np.concatenate(([0.0], np.cumsum(part))) for part in profile)
    total = rises[-1] + falls[-1]
    length = len(profile[0]) - 1
    tried = [
        (thickness, *ends)
        for thickness in sorted(thicknesses)
        for ends in (_extents(length, thickness, extent) if is_floor else [extent])
    ]
    if not tried or length < 3 or not total:
        return None
    most = min(_MOST_CELLS, (length - 1) // 2, int((2 * _MOST_LINES / len(tried)) ** 0.5))
    first, pitches, thick, empty = np.zeros((4, most))
    best = _Fits(first, pitches, thick, np.full(most, -1.0), empty)
    for thickness, begin, end in tried:
        for cells in range(1, most + 1):
            pitch = (end - begin - thickness) / cells
            if pitch < max(2.0, thickness + 0.75):
                break
            reach = min(max(0.15 * pitch, 0.5), 3.0)
            lines = begin + pitch * np.arange(cells + 1)
            mass = _within(rises, lines, reach) + _within(falls, lines + thickness, reach)
            chance = min(0.95, 2 * reach / pitch)
            precision = (mass.sum() / total - chance) / (1 - chance)
            if precision > best.precision[cells - 1]:
                at = cells - 1
                best.first[at], best.pitch[at], best.thickness[at] = begin, pitch, thickness
                best.precision[at] = precision
                best.empty[at] = np.count_nonzero(mass < 64 * (pitch - thickness))
    return best if (best.precision > -1).any() else None


def _extents(length: int, thickness: float, floor: _Extent) -> list[tuple[float, float]]:
    """From where to where a maze with this floor may go, its frame included."""
    # The frame runs into the margin, except where floor leads out through it.
    begins = [float(floor[0]), max(0.0, floor[0] - thickness)]
    ends = [float(floor[1]), min(float(length), floor[1] + thickness)]
    pairs = [(begin, end) for begin in begins for end in ends]
    return list(dict.fromkeys([(0.0, float(length)), *pairs]))


def _within(sums: Array, places: Array, reach: float) -> Array:
    """What of a profile lies near some places, given its sums from the left."""
    return _sum_before(sums, places + reach) - _sum_before(sums, places - reach)


def _sum_before(sums: Array, places: Array) -> Array:
    # Place i of a profile takes the room from i - 1/2 to i + 1/2.
    along = np.clip(places + 0.5, 0, len(sums) - 1)
    whole = np.minimum(along.astype(np.int64), len(sums) - 2)
    before: Array = sums[whole] + (along - whole) * (sums[whole + 1] - sums[whole])
    return before


def _best_pair(fits_x: _Fits, fits_y: _Fits) -> tuple[int, int]:
    """Numbers of cells across and down, by stray edges, by lines without a wall, and by how far
    cells are from squares."""
    across, down = _likely(fits_x), _likely(fits_y)
    across |= _of_pitch(fits_x, fits_y.pitch[[cells - 1 for cells in down]])
    down |= _of_pitch(fits_y, fits_x.pitch[[cells - 1 for cells in across]])

    def cost(pair: tuple[int, int]) -> float:
        x, y = pair[0] - 1, pair[1] - 1
        strays = 2 - fits_x.precision[x] - fits_y.precision[y]
        empty = fits_x.empty[x] * y + fits_y.empty[y] * x
        oblong = abs(log(fits_x.pitch[x] / fits_y.pitch[y]))
        return float(_STRAY_EDGES * strays + _EMPTY_LINE * empty + _NOT_SQUARE * oblong)

    return min(((x, y) for x in sorted(across) for y in sorted(down)), key=cost)


def _likely(fits: _Fits) -> set[int]:
    share = fits.empty / np.arange(1, len(fits.empty) + 1)
    order = np.argsort(share - 2 * fits.precision, kind="stable")
    return {int(at) + 1 for at in order[:_BEST] if fits.precision[at] > -1}


def _of_pitch(fits: _Fits, pitches: Array) -> set[int]:
    known = np.flatnonzero(fits.precision > -1)
    return {int(known[np.argmin(np.abs(fits.pitch[known] - pitch))]) + 1 for pitch in pitches}


def _refined(lines: Lines, profile: tuple[Array, Array]) -> Lines:
    """The lines moved to where the edges really are, to a fraction of a pixel."""
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
    """Where the first of equidistant edges is, and their distance, by least squares."""
    sums = np.concatenate(([0.0], np.cumsum(profile)))
    moments = np.concatenate(([0.0], np.cumsum(profile * np.arange(len(profile)))))
    mass, moment = _within(sums, places, reach), _within(moments, places, reach)
    found = np.flatnonzero(mass > 0.01 * mass.max())
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    if len(found) < 2:
        return float(places[0]), float(pitch)
    slope, first = np.polyfit(found, moment[found] / mass[found], 1, w=np.sqrt(mass[found]))
    return float(first), float(slope)

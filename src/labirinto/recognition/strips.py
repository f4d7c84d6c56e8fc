"""Strips across a path in which bars may be, and what is seen there against the floor."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import sampled
from labirinto.recognition.lattice import SeenGrid

_VISIBLE = 14.0
"""The least distance of colours that is seen, of 442 from black to white."""
_RIM = 6.0
"""Pixels of a corridor from which a pixel beside each wall is left out."""
_NARROW = 12.0
"""Pixels of a corridor below which blurred walls, and their noise in JPEG, reach its middle."""
_BLURRED = 7.0
"""How many times more has to be seen in the narrowest."""
_DARKEST = 80.0
"""The brightness below which distances are not taken as larger."""
_UNLIKE = 0.4
"""How much differs from what is drawn in, as a share of how much that differs from the floor."""
_NOISE = 5.0
"""What is seen in noise, in standard deviations."""
_USUAL = 2.5
"""What is seen between posts that are blurred, as a multiple of what is usual there."""
_OFTEN = 35
"""Percent of passages that show what is usual: walls of another colour are fewer than the rest."""
_FEWEST = 8
"""The fewest passages that show it."""
_SPREAD = 0.3
"""What is seen beside a mark, whose colour spreads, as a share of it."""
_ROOM = 0.15
"""How far a wall may be beside its place, in cells."""
_RIM_OF_WALL = 0.1
"""How far from a wall strips end that reach it, in cells."""
_BESIDE_A_MARK = 0.04
"""How far from a wall they end beside a cell in which there may be a mark."""
_DIAGONAL = 0.13
"""How far from the diagonal of a cell bars are looked for, as a share of a corridor."""
_FLOOR = 1.55
"""How far there is floor beside them, as a multiple."""
_THICK = 0.25
"""The least thickness of what is as wide as a corridor and nearly as thick, in cells."""
_CLEAR = 5.0
"""How much more than the least lines differ, and packed pictures do not."""
_AT_A_TIME = 1 << 19
"""Places looked at at a time."""


class Steps(NamedTuple):
    """Where a path is looked at, as it moves from one place to another a cell away.

    Attributes:
        begins, ends: The places, ``float64[n, 2]``, in cells.
        gap: The largest gap in a bar across them.
        marked: Whether there may be a mark before or behind, ``bool[n]``.
        thick: Whether bars may be nearly as thick as a corridor is wide, as signs are.
    """

    begins: Array
    ends: Array
    gap: float
    marked: Array
    thick: bool = False

    def only(self, which: Array) -> Steps:
        """Return some of them."""
        begins, ends, marked = (part[which] for part in (self.begins, self.ends, self.marked))
        return self._replace(begins=begins, ends=ends, marked=marked)


class SeenPicture(NamedTuple):
    """A picture, perhaps blurred, and where the cells are in it.

    Attributes:
        pixels: Its colours, ``uint8[y, x, 3]``.
        lattice: The cells.
        scale: Its pixels for one of the lattice's.
        is_sharp: Whether no edge is blurred.
        blur: By how much it was blurred, in pixels.
        specks: The shares of places where something is seen, or clearly seen, without a wall.
        is_drawn_in: Whether somebody has drawn the path in.
    """

    pixels: Array
    lattice: SeenGrid
    scale: float
    is_sharp: bool
    blur: float = 0
    specks: Sequence[float] = (0.0, 0.0)
    is_drawn_in: bool = False

    @property
    def pitch(self) -> float:
        return self.lattice.pitch() * self.scale

    def colours(self, points: Array) -> Array:
        """Return the colours at places in the maze, ``float32[..., 3]``."""
        return sampled(self.pixels, self.lattice.place(points) * self.scale).astype(np.float32)


class Strip(NamedTuple):
    """Where bars across steps in one direction are looked for.

    Attributes:
        lanes: Places across the direction, in cells from the middle.
        rows: Places along it.
        zone: How far from the middle of a step bars are looked for.
        thickness: Of a wall across the direction, in cells.
        left_out: How many lanes more there would be on each side in the corner of a bend.
        thinnest: How many rows the thinnest bar fills.
    """

    lanes: Array
    rows: Array
    zone: float
    thickness: float
    left_out: int = 0
    thinnest: int = 1

    @property
    def inside(self) -> Array:
        """Which rows are in the zone."""
        return np.abs(self.rows) <= self.zone


class Hits(NamedTuple):
    """Where something is seen across steps in one direction.

    Attributes:
        hits: Those places, ``bool[step, row, lane]``.
        joined: Those places, and what is covered between them.
        faint: The share of places elsewhere that differ from their lanes by less than a line.
    """

    hits: Array
    joined: Array
    faint: float


def strips(look: SeenPicture, steps: Steps) -> Iterator[tuple[Array, Steps, Strip]]:
    """Yield steps in one direction, some at a time: their numbers, and where bars may be."""
    forward = np.abs(steps.ends - steps.begins)
    size = max(1, int(_AT_A_TIME / max(3, look.pitch + 1) ** 2))
    for direction in np.unique(forward, axis=0):
        at = np.flatnonzero((forward == direction).all(axis=1))
        strip = _strip(look, direction, steps.thick)
        for first in range(0, len(at) if strip else 0, size):
            assert strip is not None
            part = at[first : first + size]
            yield part, steps.only(part), strip


def _strip(look: SeenPicture, direction: Array, thick: bool) -> Strip | None:
    """Return where bars are looked for; None where walls leave no room."""
    thickness, pitch = look.lattice.thickness, look.pitch
    if direction.all():
        # From corner to corner of a cell, short of the walls before and behind.
        room = 1 - max(thickness)
        zone = _DIAGONAL * room
        far = _FLOOR * zone
        count = round(2 * ((room / 2**0.5 - far) * pitch - 1))
        if count < 2:
            return None
        rows = np.linspace(-far, far, 2 * max(1, round(far * pitch)) + 1)
        left_out = round(far * pitch + 1)
        return Strip(_lanes(count, pitch), rows, zone, max(thickness), left_out)
    across, beside = thickness[:: -1 if direction[1] else 1]
    corridor = (1 - beside) * pitch
    # Without the blurred rim of the walls on both sides.
    count = max(1, round(corridor - (2 if corridor > _RIM else 1)))
    if thick:
        # Up to the wall across a bend, every other pixel.
        far, density, thinnest = 1 - across / 2 - _RIM_OF_WALL, pitch / 2, ceil(_THICK * pitch / 2)
        zone = far / 2
    else:
        far, density, thinnest = 0.5, pitch, 1
        zone = min(across / 2 + _ROOM, (across / 2 + far) / 2)
    rows = np.linspace(-far, far, 2 * max(1, int(2 * far * density + 1) // 2) + 1)
    return Strip(_lanes(count, pitch), rows, zone, across, thinnest=thinnest)


def _lanes(count: int, pitch: float) -> Array:
    return (np.arange(count) - (count - 1) / 2) / pitch


def is_drawn_in(look: SeenPicture, places: Array) -> bool:
    """Check whether a path is drawn in: in most of its places something differs from the floor."""
    off = look.colours(places) - _floor(look, places)[0]
    return bool(np.median(_length(off)) > _VISIBLE)


def seen_across(look: SeenPicture, steps: Steps, strip: Strip) -> list[Hits]:
    """Return where something is seen across steps in one direction, and what is seen clearly."""
    corridor = (1 - max(look.lattice.thickness)) * look.pitch
    inside = strip.inside
    colours = look.colours(_places(steps, strip))
    floor, brightness = _floor(look, steps.begins)
    floor = floor[:, None, None]
    bright = (255 / np.maximum(brightness, _DARKEST))[:, None, None]
    here, off = colours[:, inside], colours - floor
    parts = [colours[:, strip.rows < -strip.zone], colours[:, strip.rows > strip.zone]]
    sides = [np.median(part, axis=1, keepdims=True) for part in parts]
    apart = [_length(p - side) for p, side in zip(parts, sides, strict=True)]
    rest = bright * np.concatenate(apart, axis=1)
    # The median of the lengths of vectors of noise is 1.5 standard deviations.
    noise = float(np.median(rest)) / 1.5
    if look.is_drawn_in:
        # Where the line turns it is beside a part of the step only.
        sides = [_nearest(part, floor) for part in parts]
    seen = bright * _ridge(here, sides, floor)
    covered = bright * _least(here - floor, *(side - floor for side in sides))
    narrow = 0.0 if look.is_sharp else max(0.0, 1 - corridor / _NARROW)
    bound = np.full(len(strip.lanes), max(_VISIBLE * (1 + _BLURRED * narrow**2), _NOISE * noise))
    if len(seen) >= _FEWEST and not strip.left_out:
        usual = np.percentile(seen.max(axis=1), _OFTEN, axis=0, method="lower")
        bound = np.maximum(bound, _USUAL * usual)
    marked = np.abs(off).max(axis=(1, 2, 3)) * bright[:, 0, 0]
    spread = 0.0 if look.is_sharp and look.is_drawn_in else _SPREAD
    bounds = np.where(steps.marked[:, None], np.maximum(bound, spread * marked[:, None]), bound)
    near = np.abs(strip.rows[inside]) <= strip.thickness / 2 + _BESIDE_A_MARK
    drawn = covered > bounds[:, None]
    least = float(bound.min())
    found = []
    for level, faint in ((1.0, ((rest > least) & (rest < _CLEAR * least)).mean()), (_CLEAR, 0.0)):
        hits = seen > level * bounds[:, None]
        hits[np.ix_(steps.marked, ~near)] = False
        # A line that is not quite straight goes on in the next row.
        hits[:, 1:-1] |= hits[:, :-2] | hits[:, 2:]
        found.append(Hits(hits, hits | _between(hits, drawn), float(faint)))
    return found


def _places(steps: Steps, strip: Strip) -> Array:
    """Return the places of strips in the maze, ``float64[step, row, lane, 2]``."""
    forward = steps.ends - steps.begins
    forward = forward / np.hypot(*forward.T)[:, None]
    sideways = np.stack((-forward[:, 1], forward[:, 0]), axis=1)
    middles = (steps.begins + steps.ends) / 2
    places: Array = (
        middles[:, None, None]
        + strip.rows[:, None, None] * forward[:, None, None]
        + strip.lanes[:, None] * sideways[:, None, None]
    )
    return places


def _between(hits: Array, covered: Array) -> Array:
    """Return the places between others where a line hides what may be below it."""
    covered[..., 1:-1] |= covered[..., :-2] | covered[..., 2:]
    joined = np.ones_like(hits)
    for order in (1, -1):
        reached = np.zeros(hits.shape[:2], bool)
        for lane in range(hits.shape[2])[::order]:
            reached = hits[..., lane] | (covered[..., lane] & reached)
            joined[..., lane] &= reached
    return joined


def _ridge(here: Array, sides: list[Array], floor: Array) -> Array:
    """Return by how much colours differ from the floor, and from both sides in the same way.

    Where something is drawn along the path, they may differ from it in another way, but clearly.
    """
    off, before, behind = here - floor, here - sides[0], here - sides[1]
    alike = _dot(off, before + behind) > 0
    drawn = _least(sides[0] - floor, sides[1] - floor)
    alike |= (drawn > _VISIBLE) & (_least(before, behind) > _UNLIKE * drawn)
    alike &= _dot(before, behind) > 0
    ridge: Array = np.where(alike, _least(off, before, behind), 0)
    return ridge


def _least(*differences: Array) -> Array:
    return np.sqrt(functools.reduce(np.minimum, [_dot(part, part) for part in differences]))


def _nearest(colours: Array, floor: Array) -> Array:
    """Return what is most like the floor in each lane, ``float[step, 1, lane, 3]``."""
    off = colours - floor
    at = _dot(off, off).argmin(axis=1)[:, None, :, None]
    nearest: Array = np.take_along_axis(colours, at, axis=1)
    return nearest


def _length(differences: Array) -> Array:
    return np.sqrt(_dot(differences, differences))


def _dot(one: Array, other: Array) -> Array:
    product: Array = np.einsum("...i,...i->...", one, other)
    return product


def _floor(look: SeenPicture, at: Array) -> tuple[Array, Array]:
    """Return what prevails around each place: the colour of the floor, and the brightness.

    The brightness, ``float32[n]``, is that of the floor or the walls, whichever is lighter.
    """
    lattice = look.lattice
    reach = 0.25 * (1 - np.array(lattice.thickness))
    places = reach * np.array([(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)])
    around = np.stack(np.meshgrid(np.arange(-2, 3), np.arange(-2, 3)), axis=2).reshape(-1, 1, 2)
    size = np.array((lattice.width, lattice.height))
    cells = np.clip(np.floor(at)[:, None, None] + around, 0, size - 1)
    floor, posts = (
        np.median(look.colours(points).reshape(len(points), -1, 3), axis=1)
        for points in (cells + 0.5 + places, cells)
    )
    return floor, np.maximum(floor.max(axis=1), posts.max(axis=1))

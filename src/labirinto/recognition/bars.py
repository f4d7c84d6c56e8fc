"""What visibly crosses a path, in the colours of the picture itself.

Walls are read as ink of one colour; a wall that is lighter, coloured or dotted may be none.  So the
passages of a path are looked at again: what differs from the floor around, and from the floor
before and behind, and reaches from side to side, is a bar.  A path that is drawn in, a shaded cell
and a shadow go on before or behind, and are none; nor are lines of squared paper, which go on
outside the maze.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from math import ceil, comb, log
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from labirinto.grids.rectangle import STEPS, Cell
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recognition.colours import Array, is_plain
from labirinto.recognition.evidence import sampled
from labirinto.recognition.lattice import Lattice

if TYPE_CHECKING:
    from PIL.Image import Image

_PITCH = 32
"""Pixels of a cell to which a picture is made smaller."""
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
_BESIDE_A_MARK = 0.04
"""The same beside a cell in which there may be a mark."""
_LEAST = 0.18
"""The least share of a passage's width that a dotted wall fills."""
_GAP = 0.33
"""The largest gap in a wall across a passage, as a share of its width: dotted ones have some."""
_MARKED_GAP = 0.2
"""The same beside the border, where there may be a number."""
_NEAR = 0.08
"""How far beside the border there is none, in cells."""
_TOUCHING = 0.15
"""The same in the middle of a cell, where there may be a dot or a number."""
_DIAGONAL = 0.13
"""How far from the diagonal of a cell bars are looked for, as a share of a corridor."""
_FLOOR = 1.55
"""How far there is floor beside them, as a multiple."""
_BESIDE = 0.25
"""How far from a border bars are looked for besides, in cells."""
_STEPS = 1 << 9
"""Steps whose texture is looked at."""
_CLEAR = 5.0
"""How much more than the least lines differ, and packed pictures do not."""
_MOST = 0.75
"""The share of passages that nothing crosses."""
_UNLIKELY = log(1e-7)
"""The logarithm of the chance at which specks in a row are a wall."""
_BLUR = 0.7
"""The least blur that shows more than the pixels do."""
_AT_A_TIME = 1 << 19
"""Places looked at at a time."""


class _Steps(NamedTuple):
    """Where a path is looked at, as it moves from one place to another a cell away.

    Attributes:
        begins, ends: The places, ``float64[n, 2]``, in cells.
        gap: The largest gap in a bar across them.
        marked: Whether there may be a mark before or behind, ``bool[n]``.
    """

    begins: Array
    ends: Array
    gap: float
    marked: Array

    def only(self, which: Array) -> _Steps:
        """Return some of them."""
        return _Steps(self.begins[which], self.ends[which], self.gap, self.marked[which])


def bar_across(
    picture: Image,
    lattice: Lattice,
    scale: float,
    maze: Maze,
    openings: dict[Cell, int],
    path: Path,
) -> tuple[float, float] | None:
    """Return the place of the first bar across a path, in pixels of the lattice; None without one.

    Args:
        picture: The picture in RGB.
        lattice: Where the cells are, in pixels that are as large as ``scale`` of the picture's.
        scale: Pixels of the picture for one of the lattice's.
        maze: The maze.
        openings: The sides of cells with a gap in the frame, through which the path goes on.
        path: The path.
    """
    if picture.getcolors(2):
        return None  # two colours are those of the floor and the walls
    pixels = np.asarray(picture)
    smaller = min(1.0, _PITCH / (lattice.pitch() * scale))
    if smaller < 1:
        pixels = cv2.resize(pixels, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    look = _Look(pixels, lattice, scale * smaller, is_plain(picture) and smaller == 1)
    corridor = (1 - max(lattice.thickness)) * look.pitch
    blur = min(0.3 * min(lattice.thickness) * look.pitch, 0.12 * corridor)
    passages = _through_passages(path, openings)
    looks = [look]
    if blur >= _BLUR:
        # A wall that is faint in noise is seen in the mean of its pixels.
        looks.append(look._replace(pixels=cv2.GaussianBlur(pixels, (0, 0), blur), blur=blur))
    looks = [_with_specks(look, passages) for look in looks]
    for steps in (passages, *_through_cells(path), *_beside_borders(path)):
        seen = np.array([_barred(look, steps) for look in looks])
        found = seen.any(axis=(0, 1))
        if steps is not passages:
            # Away from borders there is rarely a wall, but the texture of paper is everywhere.
            every = seen[0] if look.is_sharp else seen.all(axis=0)
            found = every[0] | seen[:, 1].any(axis=0)
        at = np.flatnonzero(found)
        at = at[~_are_ruled(looks, steps.only(at))] if len(at) else at
        if len(at):
            x, y = lattice.place((steps.begins[at[0]] + steps.ends[at[0]]) / 2)
            return float(x), float(y)
    return None


def _through_passages(path: Path, openings: dict[Cell, int]) -> _Steps:
    """Return the steps of a path, and those through the openings at its ends."""
    cells = np.array(path.cells) + 0.5
    before, behind = (
        cells[at] + STEPS[openings[end]] if end in openings else np.empty((0, 2))
        for at, end in (([0], path.start), ([-1], path.end))
    )
    points = np.concatenate((before, cells, behind))
    marked = np.zeros(len(points) - 1, bool)
    # The cells of the ends, from which one step leads out where there is an opening.
    marked[: 1 + len(before)] = marked[-1 - len(behind) :] = True
    return _Steps(points[:-1], points[1:], _GAP, marked)


def _through_cells(path: Path) -> Iterator[_Steps]:
    """Yield steps through the middles of cells where there are no ends, in bends from side to side.

    In straight parts bars may also lie from corner to corner.
    """
    cells = np.array(path.cells)
    middles, halves = cells[1:-1] + 0.5, np.diff(cells, axis=0) / 2
    before, behind = halves[:-1], halves[1:]
    straight = (before == behind).all(axis=1)
    for which, other in (
        (straight, behind),
        (~straight, behind),
        (straight, before[:, ::-1]),
        (straight, -before[:, ::-1]),
    ):
        at, half = middles[which], (before + other)[which] / 2
        yield _Steps(at - half, at + half, _TOUCHING, np.zeros(len(at), bool))


def _beside_borders(path: Path) -> Iterator[_Steps]:
    """Yield steps that begin before or behind the middle of a cell where there are no ends.

    A bar there is neither at a border nor in the middle.
    """
    middles = np.array(path.cells) + 0.5
    forward = np.diff(middles, axis=0)
    for moved, at in ((-_BESIDE, slice(1, None)), (_BESIDE, slice(-1))):
        begins = (middles[:-1] + moved * forward)[at]
        yield _Steps(begins, begins + forward[at], _TOUCHING, np.zeros(len(begins), bool))


class _Look(NamedTuple):
    """A picture, perhaps blurred, and where the cells are in it.

    Attributes:
        pixels: Its colours, ``uint8[y, x, 3]``.
        lattice: The cells.
        scale: Its pixels for one of the lattice's.
        is_sharp: Whether no edge is blurred.
        blur: By how much it was blurred, in pixels.
        specks: The shares of places where something is seen, or clearly seen, without a wall.
    """

    pixels: Array
    lattice: Lattice
    scale: float
    is_sharp: bool
    blur: float = 0
    specks: Sequence[float] = (0.0, 0.0)

    @property
    def pitch(self) -> float:
        return self.lattice.pitch() * self.scale

    def colours(self, points: Array) -> Array:
        """Return the colours at places in the maze, ``float32[..., 3]``."""
        return sampled(self.pixels, self.lattice.place(points) * self.scale).astype(np.float32)


def _places(steps: _Steps, strip: _Strip) -> Array:
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


def _with_specks(look: _Look, passages: _Steps) -> _Look:
    """Return a look that knows how much is seen in most passages, which nothing crosses."""
    at = np.flatnonzero(~passages.marked)
    steps = passages.only(at[:: 1 + len(at) // _STEPS])
    seen = [_hits(look, part, strip) for _, part, strip in _strips(look, steps)]
    if not seen:
        return look
    specks = []
    for level in zip(*seen, strict=True):
        shares = np.sort(np.concatenate([part.hits.mean(axis=(1, 2)) for part in level]))
        most = float(shares[: ceil(_MOST * len(shares))].mean()) / _MOST
        specks.append(max(most, 3 * max(part.faint for part in level)))
    return look._replace(specks=specks)


def _are_ruled(looks: list[_Look], steps: _Steps) -> Array:
    """Check which of the lines that cross some steps go on outside the frame, on both sides."""
    lattice = looks[0].lattice
    sideways = steps.begins[:, 0] == steps.ends[:, 0]
    ruled = sideways | (steps.begins[:, 1] == steps.ends[:, 1])
    for first, last in ((-0.5, -0.5), (lattice.width + 0.5, lattice.height + 0.5)):
        moved = []
        for ends in (steps.begins, steps.ends):
            beyond = ends.copy()
            beyond[sideways, 0] = first
            beyond[~sideways, 1] = last
            moved.append(beyond)
        outside = steps._replace(begins=moved[0], ends=moved[1], marked=np.zeros_like(steps.marked))
        ruled &= np.any([_barred(look, outside) for look in looks], axis=(0, 1))
    return ruled


def _barred(look: _Look, steps: _Steps) -> Array:
    """Return which steps something crosses, and which something crosses clearly, ``bool[2, n]``."""
    found = np.zeros((2, len(steps.begins)), bool)
    for at, part, strip in _strips(look, steps):
        beside = np.abs(strip.rows[strip.inside]) > strip.thickness / 2 + _NEAR
        gaps = np.where(beside, min(steps.gap, _MARKED_GAP), steps.gap)
        for level, seen in enumerate(_hits(look, part, strip)):
            found[level, at] = _are_walls(
                seen, gaps, strip.left_out, look.specks[level], 1 + 3 * look.blur
            )
    return found


def _strips(look: _Look, steps: _Steps) -> Iterator[tuple[Array, _Steps, _Strip]]:
    """Yield steps in one direction, some at a time: their numbers, and where bars may be."""
    forward = np.abs(steps.ends - steps.begins)
    size = max(1, int(_AT_A_TIME / max(3, look.pitch + 1) ** 2))
    for direction in np.unique(forward, axis=0):
        at = np.flatnonzero((forward == direction).all(axis=1))
        strip = _strip(look, direction)
        for first in range(0, len(at) if strip else 0, size):
            assert strip is not None
            part = at[first : first + size]
            yield part, steps.only(part), strip


class _Strip(NamedTuple):
    """Where bars across steps in one direction are looked for.

    Attributes:
        lanes: Places across the direction, in cells from the middle.
        rows: Places along it.
        zone: How far from the middle of a step bars are looked for.
        thickness: Of a wall across the direction, in cells.
        left_out: How many lanes more there would be on each side in the corner of a bend.
    """

    lanes: Array
    rows: Array
    zone: float
    thickness: float
    left_out: int = 0

    @property
    def inside(self) -> Array:
        """Which rows are in the zone."""
        return np.abs(self.rows) <= self.zone


def _strip(look: _Look, direction: Array) -> _Strip | None:
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
        return _Strip(_lanes(count, pitch), rows, zone, max(thickness), left_out)
    across, beside = thickness[:: -1 if direction[1] else 1]
    corridor = (1 - beside) * pitch
    # Without the blurred rim of the walls on both sides.
    count = max(1, round(corridor - (2 if corridor > _RIM else 1)))
    rows = np.linspace(-0.5, 0.5, 2 * max(1, int(pitch + 1) // 2) + 1)
    zone = min(across / 2 + _ROOM, (across / 2 + 0.5) / 2)
    return _Strip(_lanes(count, pitch), rows, zone, across)


def _lanes(count: int, pitch: float) -> Array:
    return (np.arange(count) - (count - 1) / 2) / pitch


class _Hits(NamedTuple):
    """Where something is seen across steps in one direction.

    Attributes:
        hits: Those places, ``bool[step, row, lane]``.
        joined: Those places, and what is covered between them.
        faint: The share of places elsewhere that differ from their lanes by less than a line.
    """

    hits: Array
    joined: Array
    faint: float


def _hits(look: _Look, steps: _Steps, strip: _Strip) -> list[_Hits]:
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
    apart = [np.linalg.norm(p - side, axis=-1) for p, side in zip(parts, sides, strict=True)]
    rest = bright * np.concatenate(apart, axis=1)
    # The median of the lengths of vectors of noise is 1.5 standard deviations.
    noise = float(np.median(rest)) / 1.5
    seen = bright * _ridge(here, sides, floor)
    covered = bright * _least(here - floor, *(side - floor for side in sides))
    narrow = 0.0 if look.is_sharp else max(0.0, 1 - corridor / _NARROW)
    bound = np.full(len(strip.lanes), max(_VISIBLE * (1 + _BLURRED * narrow**2), _NOISE * noise))
    if len(seen) >= _FEWEST and not strip.left_out:
        usual = np.percentile(seen.max(axis=1), _OFTEN, axis=0, method="lower")
        bound = np.maximum(bound, _USUAL * usual)
    marked = np.abs(off).max(axis=(1, 2, 3)) * bright[:, 0, 0]
    bounds = np.where(steps.marked[:, None], np.maximum(bound, _SPREAD * marked[:, None]), bound)
    near = np.abs(strip.rows[inside]) <= strip.thickness / 2 + _BESIDE_A_MARK
    drawn = covered > bounds[:, None]
    least = float(bound.min())
    found = []
    for level, faint in ((1.0, ((rest > least) & (rest < _CLEAR * least)).mean()), (_CLEAR, 0.0)):
        hits = seen > level * bounds[:, None]
        hits[np.ix_(steps.marked, ~near)] = False
        # A line that is not quite straight goes on in the next row.
        hits[:, 1:-1] |= hits[:, :-2] | hits[:, 2:]
        found.append(_Hits(hits, hits | _between(hits, drawn), float(faint)))
    return found


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
    alike = (off * (before + behind)).sum(axis=-1) > 0
    drawn = _least(sides[0] - floor, sides[1] - floor)
    alike |= (drawn > _VISIBLE) & (_least(before, behind) > _UNLIKE * drawn)
    alike &= (before * behind).sum(axis=-1) > 0
    ridge: Array = np.where(alike, _least(off, before, behind), 0)
    return ridge


def _least(*differences: Array) -> Array:
    lengths = [np.linalg.norm(part, axis=-1) for part in differences]
    least: Array = functools.reduce(np.minimum, lengths)
    return least


def _floor(look: _Look, at: Array) -> tuple[Array, Array]:
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


def _are_walls(seen: _Hits, gaps: Array, left_out: int, specks: float, size: float) -> Array:
    """Check which steps have a wall across, from the places where something is seen.

    Args:
        seen: Those places.
        gaps: The largest gap in a wall in each row, as a share of the lanes.
        left_out: How many lanes more there would be on each side.
        specks: The share of such places where there is no wall.
        size: How many lanes a speck fills.
    """
    hits, joined, _ = seen
    lanes = hits.shape[2]
    rows = hits.sum(axis=2)
    most = gaps * (lanes + 2 * left_out)
    # Of what is left out in the corners at most one lane more may be a gap.
    longest = _longest_gap(joined, np.maximum(0, most.astype(int) - 1) if left_out else 0)
    walls = (rows >= max(1, _LEAST * lanes)) & (longest <= most)
    if not specks:
        return np.asarray(walls.any(axis=1))
    separate = max(1, int(lanes / size))
    logs = np.log([_chance(separate, int(row / size), specks) for row in range(lanes + 1)])
    found = np.asarray((walls & (logs[rows] < _UNLIKELY)).any(axis=1))
    # In a narrow corridor a row is short; all rows of a wall are drawn.
    thick = ceil(_UNLIKELY / logs[lanes]) + 2
    if thick > 3:
        full = np.pad(rows == lanes, ((0, 0), (0, thick)))
        runs = np.lib.stride_tricks.sliding_window_view(full, thick, axis=1)
        found |= np.asarray(runs.all(axis=2)).any(axis=1)
    return found


def _chance(count: int, least: int, share: float) -> float:
    """Return the chance that at least some of these are taken, each with this chance."""
    share = min(share, 0.5)
    return sum(
        comb(count, taken) * share**taken * (1 - share) ** (count - taken)
        for taken in range(least, count + 1)
    )


def _longest_gap(hits: Array, left_out: int) -> Array:
    run = np.broadcast_to(left_out, hits.shape[:2])
    longest = run
    for lane in range(hits.shape[2]):
        run = np.where(hits[..., lane], 0, run + 1)
        longest = np.maximum(longest, run)
    return np.maximum(longest, run + left_out)

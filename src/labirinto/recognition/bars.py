"""Finds whatever visibly crosses a path, in the colours of the picture itself.

Walls are read as ink of one colour; a wall that is lighter, coloured or dotted may be none.  So the
passages of a path are looked at again: what differs from the floor around, and from the floor
before and behind, and reaches from side to side, is a bar.  A path that is drawn in, a shaded cell
and a shadow go on before or behind, and are none; nor are lines of squared paper, which go on
outside the maze.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, comb, log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from labirinto.grids.rectangle import STEPS, Cell
from labirinto.path import Path
from labirinto.recognition.colours import Array, is_plain
from labirinto.recognition.lattice import SeenGrid
from labirinto.recognition.strips import (
    Hits,
    SeenPicture,
    Steps,
    Strip,
    is_drawn_in,
    seen_across,
    strips,
)

if TYPE_CHECKING:
    from PIL.Image import Image

_PITCH = 32
"""Pixels of a cell to which a picture is made smaller."""
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
_BESIDE = 0.25
"""How far from a border bars are looked for besides, in cells."""
_STEPS = 1 << 9
"""Steps whose texture is looked at."""
_MOST = 0.75
"""The share of passages that nothing crosses."""
_UNLIKELY = log(1e-9)
"""The logarithm of the chance at which specks in a row are a wall."""
_BLUR = 0.7
"""The least blur that shows more than the pixels do."""


def bar_across(
    picture: Image,
    lattice: SeenGrid,
    scale: float,
    openings: dict[Cell, int],
    path: Path,
) -> tuple[float, float] | None:
    """Return the place of the first bar across a path, in pixels of the lattice; None without one.

    Args:
        picture: The picture in RGB.
        lattice: Where the cells are, in pixels that are as large as ``scale`` of the picture's.
        scale: Pixels of the picture for one of the lattice's.
        openings: The sides of cells with a gap in the frame, through which the path goes on.
        path: The path.
    """
    if picture.getcolors(2):
        return None  # two colours are those of the floor and the walls
    pixels = np.asarray(picture)
    smaller = min(1.0, _PITCH / (lattice.pitch() * scale))
    if smaller < 1:
        pixels = cv2.resize(pixels, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    look = SeenPicture(pixels, lattice, scale * smaller, is_plain(picture) and smaller == 1)
    corridor = (1 - max(lattice.thickness)) * look.pitch
    blur = min(0.3 * min(lattice.thickness) * look.pitch, 0.12 * corridor)
    passages = _through_passages(path, openings)
    look = look._replace(is_drawn_in=is_drawn_in(look, passages.begins))
    looks = [look]
    if blur >= _BLUR:
        # A wall that is faint in noise is seen in the mean of its pixels.
        looks.append(look._replace(pixels=cv2.GaussianBlur(pixels, (0, 0), blur), blur=blur))
    looks = [_with_specks(look, passages) for look in looks]
    parts = [passages, *_through_cells(path), *_beside_borders(path)]
    # In a bend a line that is drawn in is as wide and thick as a sign.
    if not look.is_drawn_in:
        parts.append(passages._replace(gap=_MARKED_GAP, thick=True))
    for steps in parts:
        seen = np.stack([_barred(look, steps) for look in looks])
        found = seen.any(axis=(0, 1))
        if steps is not passages:
            # Away from borders there is rarely a wall, but the texture of paper is everywhere.
            every = np.asarray(seen[0] if look.is_sharp else seen.all(axis=0))
            found = every[0] | seen[:, 1].any(axis=0)
        at = np.flatnonzero(found)
        at = at[~_are_ruled(looks, steps.only(at))] if len(at) else at
        if len(at):
            x, y = lattice.place((steps.begins[at[0]] + steps.ends[at[0]]) / 2)
            return float(x), float(y)
    return None


def _through_passages(path: Path, openings: dict[Cell, int]) -> Steps:
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
    return Steps(points[:-1], points[1:], _GAP, marked)


def _through_cells(path: Path) -> Iterator[Steps]:
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
        yield Steps(at - half, at + half, _TOUCHING, np.zeros(len(at), bool))


def _beside_borders(path: Path) -> Iterator[Steps]:
    """Yield steps that begin before or behind the middle of a cell where there are no ends.

    A bar there is neither at a border nor in the middle.
    """
    middles = np.array(path.cells) + 0.5
    forward = np.diff(middles, axis=0)
    for moved, at in ((-_BESIDE, slice(1, None)), (_BESIDE, slice(-1))):
        begins = (middles[:-1] + moved * forward)[at]
        yield Steps(begins, begins + forward[at], _TOUCHING, np.zeros(len(begins), bool))


def _with_specks(look: SeenPicture, passages: Steps) -> SeenPicture:
    """Return a look that knows how much is seen in most passages, which nothing crosses."""
    at = np.flatnonzero(~passages.marked)
    steps = passages.only(at[:: 1 + len(at) // _STEPS])
    seen = [seen_across(look, part, strip) for _, part, strip in strips(look, steps)]
    if not seen:
        return look
    specks = []
    for level in zip(*seen, strict=True):
        shares = np.sort(np.concatenate([part.hits.mean(axis=(1, 2)) for part in level]))
        most = float(shares[: ceil(_MOST * len(shares))].mean()) / _MOST
        specks.append(max(most, 3 * max(part.faint for part in level)))
    return look._replace(specks=specks)


def _are_ruled(looks: list[SeenPicture], steps: Steps) -> Array:
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
    return np.asarray(ruled)


def _barred(look: SeenPicture, steps: Steps) -> Array:
    """Return which steps something crosses, and which something crosses clearly, ``bool[2, n]``."""
    found = np.zeros((2, len(steps.begins)), bool)
    for at, part, strip in strips(look, steps):
        beside = np.abs(strip.rows[strip.inside]) > strip.thickness / 2 + _NEAR
        gaps = np.where(beside, min(steps.gap, _MARKED_GAP), steps.gap)
        for level, seen in enumerate(seen_across(look, part, strip)):
            found[level, at] = _are_walls(seen, gaps, strip, look.specks[level], 1 + 3 * look.blur)
    return found


def _are_walls(seen: Hits, gaps: Array, strip: Strip, specks: float, size: float) -> Array:
    """Check which steps have a wall across, from the places where something is seen.

    Args:
        seen: Those places.
        gaps: The largest gap in a wall in each row, as a share of the lanes.
        strip: Where they are.
        specks: The share of such places where there is no wall.
        size: How many lanes a speck fills.
    """
    (hits, joined, _), left_out = seen, strip.left_out
    lanes = hits.shape[2]
    rows = hits.sum(axis=2)
    most = gaps * (lanes + 2 * left_out)
    # Of what is left out in the corners at most one lane more may be a gap.
    longest = _longest_gap(joined, np.maximum(0, most.astype(int) - 1) if left_out else 0)
    walls = (rows >= max(1, _LEAST * lanes)) & (longest <= most)
    if not specks:
        return np.asarray(walls.sum(axis=1) >= strip.thinnest)
    separate = max(1, int(lanes / size))
    logs = np.log([_chance(separate, int(row / size), specks) for row in range(lanes + 1)])
    found = np.asarray((walls & (logs[rows] < _UNLIKELY)).sum(axis=1) >= strip.thinnest)
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
    return np.asarray(np.maximum(longest, run + left_out))

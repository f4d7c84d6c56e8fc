"""Cells with something drawn in them, which may show the start and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from labirinto.grids.rectangle import Cell
from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import Tones, sampled
from labirinto.recognition.lattice import SeenGrid

_SIDE = 9
"""Places looked at along a side of a cell; those of a ninth are taken together."""
_INNER = 0.6
"""The share of a cell between its walls that is looked at."""
_COLOUR = 0.14
"""How far a colour is from the paper's, as a share of the brightness."""
_NOISE = 3.5
"""How far a colour is, as a multiple of what is usual in a noisy picture."""
_INK = 0.42
"""The least ink of a mark, as a share of a wall's."""
_LEAST = 0.02
"""The least share of a cell that is filled in any way."""
_CLEAR = 0.1
"""The share of a cell that the mark of an end fills."""
_BESIDE_OPENINGS = 0.2
"""The share if there are two openings."""
_COLOURED = 0.2
"""The share of a mark in a colour of its own."""
_OTHERS = 0.62
"""The most that a scribble may fill, as a share of what the marks of the ends do."""
_ALIKE = 0.4
"""The least size of one of two marks, as a share of the other's."""
_SMALL = 0.4
"""The least size of marks of which there are exactly two, as a share of that of others."""
_SPECKS = 0.34
"""What a third may fill then, as a share of the second."""
_BAND = 1 << 12
"""Cells looked at at a time."""

if TYPE_CHECKING:
    from PIL.Image import Image


class MarkedCell(NamedTuple):
    """A cell with something in it.

    Attributes:
        cell: The cell.
        share: How much of it is filled.
        coloured: How much of it is filled with a colour that is neither ink nor paper.
        green: How much greener than red that is, from -1 to 1.
    """

    cell: Cell
    share: float
    coloured: float
    green: float


def ends_marked(
    picture: Image, level: Array, tones: Tones, lattice: SeenGrid, *, is_open: bool
) -> list[Cell]:
    """Return the cells that are marked as ends: two, the likely start first, or those in doubt.

    Args:
        picture: The picture in RGB.
        level: The ink, in as many pixels or fewer.
        tones: The ink of walls and floor.
        lattice: Where the cells are in ``level``.
        is_open: Whether two openings show the ends already, so that only clear marks count.
    """
    least = _BESIDE_OPENINGS if is_open else _CLEAR
    found = marks(np.asarray(picture), level, tones, lattice)
    coloured = sorted(found, key=lambda mark: -mark.coloured)
    # Colours are stronger than scribbles in pencil or ink.
    two = _first_two([mark.coloured for mark in coloured], _COLOURED)
    if two:
        # Start is green where one of two colours is.
        pair = sorted(coloured[:2], key=lambda mark: (-round(4 * mark.green), mark.cell[::-1]))
        return [mark.cell for mark in pair]
    if _first_two([mark.share for mark in found], least):
        return sorted((mark.cell for mark in found[:2]), key=lambda cell: cell[::-1])
    return [mark.cell for mark in found if mark.share >= least]


def _first_two(shares: list[float], least: float) -> bool:
    """Check that the first two of falling shares are large and alike, and no other is nearly so."""
    if len(shares) < 2 or shares[1] < _ALIKE * shares[0]:
        return False
    third = shares[2] if len(shares) > 2 else 0.0
    # Small marks must be the only ones.
    alone = shares[1] >= _SMALL * least and third <= _SPECKS * shares[1]
    return alone or (shares[1] >= least and third <= _OTHERS * shares[1])


def marks(picture: Array, level: Array, tones: Tones, lattice: SeenGrid) -> list[MarkedCell]:
    """Return the cells with something in them, those with most of it first."""
    inner = [0.5 * _INNER * (1 - thickness) for thickness in lattice.thickness]
    room = 2 * min(inner) * lattice.pitch()
    side = _SIDE if room >= 3 else 3 if room >= 1 else 1
    steps = np.linspace(-1, 1, side) if side > 1 else np.zeros(1)
    across, down = steps[None, :] * inner[0], steps[:, None] * inner[1]
    rows = max(1, _BAND // lattice.width)
    parts = [
        _seen(
            picture, level, lattice, range(first, min(first + rows, lattice.height)), across, down
        )
        for first in range(0, lattice.height, rows)
    ]
    ink = np.concatenate([part[0] for part in parts]) >= tones.at(_INK)
    colours = np.concatenate([part[1] for part in parts])
    brightness = colours.max(axis=-1)
    # In the dark, hues are noise.
    usual = np.percentile(picture[:: 1 + len(picture) // 200, :: 1 + picture.shape[1] // 200], 99)
    brightness = np.maximum(brightness, 0.5 * usual) + 1
    hues = np.stack((colours[..., 0] - colours[..., 1], colours[..., 1] - colours[..., 2]), -1)
    hues /= brightness[..., None]
    paper = _smooth(np.median(hues, axis=(2, 3)))
    off = np.hypot(*np.moveaxis(hues - paper[:, :, None, None], -1, 0))
    coloured = off > max(_COLOUR, _NOISE * float(np.median(off)))
    inked, tinted = ink.mean(axis=(2, 3)), coloured.mean(axis=(2, 3))
    shares = np.maximum(inked, tinted)
    found = []
    for y, x in np.argwhere(shares >= _LEAST).tolist():
        taken = coloured[y, x]
        green = -float(np.median(hues[y, x, taken, 0])) if taken.any() else 0.0
        found.append(MarkedCell((x, y), float(shares[y, x]), float(tinted[y, x]), green))
    return sorted(found, key=lambda mark: -mark.share)


def _seen(
    picture: Array, level: Array, lattice: SeenGrid, rows: range, across: Array, down: Array
) -> tuple[Array, Array]:
    """Return the ink at places in some rows of cells, and the mean colours of parts of cells."""
    x = np.arange(lattice.width)[None, :, None, None] + 0.5 + across
    y = np.array(rows)[:, None, None, None] + 0.5 + down
    places = lattice.place(np.stack(np.broadcast_arrays(x, y), axis=-1))
    scale = picture.shape[1] / level.shape[1]
    x = np.clip((places[..., 0] * scale).astype(np.intp), 0, picture.shape[1] - 1)
    y = np.clip((places[..., 1] * scale).astype(np.intp), 0, picture.shape[0] - 1)
    colours = picture[y, x].astype(np.float32)
    if colours.shape[2] == _SIDE:
        parts = colours.reshape(*colours.shape[:2], 3, 3, 3, 3, 3)
        colours = parts.mean(axis=(3, 5))
    return sampled(level, places), colours


def _smooth(paper: Array) -> Array:
    """Return what prevails around each cell: light differs in colour, but slowly."""
    size = (min(5, *paper.shape[:2]) - 1) // 2 * 2 + 1
    if size < 3:
        return np.broadcast_to(np.median(paper, axis=(0, 1)), paper.shape)
    layers = [cv2.medianBlur(np.ascontiguousarray(paper[..., at]), size) for at in (0, 1)]
    return np.stack(layers, axis=-1)

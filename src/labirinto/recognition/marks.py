"""Cells with something drawn in them, which may show the start and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from labirinto.grids.rectangle import Cell
from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import Tones, sampled
from labirinto.recognition.lattice import Lattice

_SIDE = 9
"""Places looked at along a side of a cell."""
_INNER = 0.74
"""The share of a cell between its walls that is looked at."""
_COLOUR = 0.16
"""How far a colour is from the paper's, as a share of its brightness."""
_INK = 0.55
"""The least ink of a mark, as a share of a wall's."""
_LEAST = 0.07
"""The least share of a cell that a mark fills."""
_CLEAR = 0.1
"""The share of a cell that the mark of an end fills."""
_OTHERS = 0.6
"""The most that a scribble may fill, as a share of what the marks of the ends do."""
_MOST = 99
_BAND = 1 << 15
"""Cells looked at at a time."""


if TYPE_CHECKING:
    from PIL.Image import Image


class Mark(NamedTuple):
    """A cell with something in it.

    Attributes:
        cell: The cell.
        share: How much of it is filled.
        green: How much greener than red it is, from -1 to 1.
    """

    cell: Cell
    share: float
    green: float


def marks(picture: Array, level: Array, tones: Tones, lattice: Lattice) -> list[Mark]:
    """Return the cells with something in them, those with most of it first.

    Args:
        picture: The colours, ``uint8[y, x, 3]``.
        level: The ink, ``uint8[y, x]``, in a picture of the same shape or a smaller one.
        tones: The ink of walls and floor.
        lattice: Where the cells are in ``level``.
    """
    inner = [0.5 * _INNER * (1 - thickness) for thickness in lattice.thickness]
    side = _SIDE if lattice.pitch() * 2 * min(inner) >= 4 else 3 if lattice.pitch() >= 4 else 1
    steps = np.linspace(-1, 1, side) if side > 1 else np.zeros(1)
    found: list[Mark] = []
    rows = max(1, _BAND // lattice.width)
    for first in range(0, lattice.height, rows):
        found += _in_rows(
            picture, level, tones, lattice, range(first, min(first + rows, lattice.height)),
            steps[None, :] * inner[0], steps[:, None] * inner[1],
        )  # fmt: skip
    return sorted(found, key=lambda mark: -mark.share)


def _in_rows(
    picture: Array,
    level: Array,
    tones: Tones,
    lattice: Lattice,
    rows: range,
    across: Array,
    down: Array,
) -> list[Mark]:
    columns = np.arange(lattice.width)
    x = columns[None, :, None, None] + 0.5 + across
    y = np.array(rows)[:, None, None, None] + 0.5 + down
    places = lattice.place(np.stack(np.broadcast_arrays(x, y), axis=-1))
    ink = sampled(level, places) >= tones.at(_INK)
    scale = picture.shape[1] / level.shape[1]
    x = np.clip((places[..., 0] * scale).astype(np.intp), 0, picture.shape[1] - 1)
    y = np.clip((places[..., 1] * scale).astype(np.intp), 0, picture.shape[0] - 1)
    colours = picture[y, x].astype(np.float32)
    brightness = colours.max(axis=-1) + 24
    hues = np.stack(
        (
            (colours[..., 0] - colours[..., 1]) / brightness,
            (colours[..., 1] - colours[..., 2]) / brightness,
        ),
        axis=-1,
    )
    # Light differs from place to place in its colour as well, but slowly.
    paper = np.median(hues, axis=(2, 3))
    shape = tuple(min(5, (size // 2) * 2 - 1 if size > 2 else 1) for size in paper.shape[:2])
    if min(shape) >= 3:
        paper = np.stack([cv2.medianBlur(paper[..., at], min(shape)) for at in (0, 1)], axis=-1)
    else:
        paper = np.broadcast_to(np.median(paper, axis=(0, 1)), paper.shape)
    off = np.hypot(*np.moveaxis(hues - paper[:, :, None, None], -1, 0))
    coloured = off > _COLOUR
    shares = (ink | coloured).mean(axis=(2, 3))
    found = []
    for row, column in np.argwhere(shares >= _LEAST).tolist():
        taken = coloured[row, column]
        green = -float(np.median(hues[row, column, taken, 0])) if taken.any() else 0.0
        cell = (int(columns[column]), rows[row])
        found.append(Mark(cell, float(shares[row, column]), green))
    return found


def ends_marked(picture: Image, level: Array, tones: Tones, lattice: Lattice) -> list[Cell]:
    """Return the cells that are marked as ends, the likely start first; none if many are.

    Args:
        picture: The picture in RGB.
        level: The ink.
        tones: The ink of walls and floor.
        lattice: Where the cells are in ``level``.
    """
    found = marks(np.asarray(picture), level, tones, lattice)
    clear = [mark for mark in found if mark.share >= _CLEAR]
    if len(clear) != 2 or (len(found) > 2 and found[2].share > _OTHERS * found[1].share):
        return [mark.cell for mark in clear[:_MOST]]
    # Start is green where one of two colours is.
    order = sorted(clear, key=lambda mark: (-round(4 * mark.green), mark.cell[::-1]))
    return [mark.cell for mark in order]

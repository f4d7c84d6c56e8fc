"""All that visibly differs from the floor around it: what a maze of any form may have as walls."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from labirinto.recognition.colours import Array

_THICKEST = 12
"""Walls are thinner than this part of a picture's longer side."""
_DARKEST = 24.0
"""Added to all colours, so that noise in the darkest corners is no ink."""
_SURE = 14.0
"""The least difference from the floor that is ink, of 255."""
_FAINT = 6.0
"""The least difference for a continuation of ink, such as a wall that fades in a bright spot."""
_NOISE = 6.0
"""How far above the usual difference ink is, as a multiple of the noise."""
_FAINT_NOISE = 4.5
_NOISY = 1.5
"""The noise from which a picture is blurred a little first."""
_SPECKLED = 38.0
"""The least difference that is ink in a picture full of specks that differ less."""
_SPECK = 4
"""The size of a speck, in pixels."""
_MANY = 40
_HALO = 0.33
"""What differs less than this share of what is beside it is the soft edge of that."""
_MIDDLE = 0.7
"""What differs as much as this share of what is beside it is in the middle of a line."""
_LIGHT = 0.5
"""The difference of light walls, as a share of that of the darkest."""
_EDGE = 60
"""The step in brightness at the edge of an area that is too wide to be a wall."""
_SMALL = 500
"""Pixels of the side to which a picture is reduced for a general view."""


class Visible(NamedTuple):
    """The visible parts of a picture.

    Attributes:
        ink: Which pixels differ from the floor around them in any colour, ``bool[y, x]``.
        level: By how much, ``float32[y, x]``, of 255.
    """

    ink: Array
    level: Array


def visible(colours: Array) -> Visible:
    """Return what differs from the floor in a picture.

    Args:
        colours: The picture, ``uint8[y, x, 3]``.
    """
    dark = 255 - colours if _is_light(colours) else colours
    level = _differences(dark)
    usual, noise = _noise(level)
    if noise > _NOISY:
        dark = cv2.GaussianBlur(dark, (0, 0), 1)
        level = _differences(dark)
        usual, noise = _noise(level)
    least, sure = (
        max(bound, usual + times * noise)
        for bound, times in ((_FAINT, _FAINT_NOISE), (_SURE, _NOISE))
    )
    if _is_speckled(level, sure):
        least = sure = _SPECKLED
    faint = level > least
    beside = cv2.dilate(level, np.ones((5, 5), np.uint8))
    is_sharp = level >= _HALO * beside
    count, labels = cv2.connectedComponents((faint & is_sharp).view(np.uint8), connectivity=8)
    is_ink = np.zeros(count, bool)
    is_ink[labels[is_sharp & (level > sure)]] = True
    is_ink[0] = False
    ink: Array = is_ink[labels]
    # Where a light wall meets a dark one it is within the soft edge of that.
    middles = ink & (level >= _MIDDLE * beside)
    if middles.any():
        light = middles & (level < _LIGHT * float(np.percentile(level[middles], 95)))
        ink |= faint & (cv2.dilate(light.view(np.uint8), np.ones((7, 7), np.uint8)) > 0)
    return Visible(ink | _edges(dark, ink), level)


def _is_light(colours: Array) -> bool:
    """Check whether walls are lighter than the floor, which has more room than they."""
    scale = _SMALL / max(colours.shape[:2])
    small = colours
    if scale < 1:
        small = cv2.resize(colours, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    size = max(small.shape[:2]) // 4 | 1
    kernel = np.ones((size, size), np.uint8)
    dark, light = (
        np.count_nonzero(cv2.morphologyEx(small, shape, kernel).max(axis=2) > 2 * _SURE)
        for shape in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)
    )
    return bool(light < dark)


def _differences(dark: Array) -> Array:
    """Return how much darker each pixel is than the floor, ``float32[y, x]``, of 255.

    The floor is what remains when all that is darker and thinner than a wall is painted over.
    """
    size = max(9, max(dark.shape[:2]) // _THICKEST | 1)
    kernel = np.ones((size, size), np.uint8)
    level = np.zeros(dark.shape[:2], np.float32)
    for channel in cv2.split(dark):
        floor = cv2.morphologyEx(channel, cv2.MORPH_CLOSE, kernel).astype(np.float32)
        share = (channel + np.float32(_DARKEST)) / (floor + np.float32(_DARKEST))
        np.maximum(level, 255 * (1 - share), out=level)
    return level


def _noise(level: Array) -> tuple[float, float]:
    """Return the usual difference of the floor from itself, and how much that varies."""
    floor = level[level < np.float32(64)][:: 1 + level.size // (1 << 18)]
    if not len(floor):
        return 0.0, 0.0
    usual = float(np.median(floor))
    return usual, 1.48 * float(np.median(np.abs(floor - usual)))


def _is_speckled(level: Array, bound: float) -> bool:
    """Check whether there are many weak specks, as a strong compression leaves beside lines."""
    weak = (level > bound).view(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(weak, connectivity=8)
    is_strong = np.zeros(count, bool)
    is_strong[labels[level > _SPECKLED]] = True
    is_small = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) <= _SPECK
    return bool(np.count_nonzero(is_small & ~is_strong) > _MANY)


def _edges(dark: Array, ink: Array) -> Array:
    """Return the edges of dark areas that are wider than walls."""
    steps = cv2.split(cv2.morphologyEx(dark, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    step = np.maximum(np.maximum(steps[0], steps[1]), steps[2])
    near = cv2.dilate(ink.view(np.uint8), np.ones((7, 7), np.uint8)) > 0
    edges: Array = (step > _EDGE) & ~near
    return edges

"""How dark each pixel is against the paper around it: what is ink, whatever the light."""

from __future__ import annotations

import cv2
import numpy as np

from labirinto.recognition.colours import Array, otsu

_DARKEST = 24.0
"""Added to all greys, so that noise in the darkest corners is no ink."""
_CONTRAST = 0.12
"""The least contrast of ink, as a share of the paper's brightness."""
_SAMPLE = 1 << 17


def levels(grey: Array, thickness: int) -> Array | None:
    """Return how much ink each pixel has, ``uint8[y, x]``: 0 for paper, 255 for ink.

    Paper is the brightness that remains when all that is darker and thinner than ``thickness`` is
    painted over (a closing), so that shadows and a table around the page are no ink.

    Args:
        grey: The picture, ``uint8[y, x]``, dark for ink.
        thickness: The size of a square that is larger than any wall is thick, in pixels.

    Returns:
        The levels; None if nothing in the picture is as thin.
    """
    kernel = np.ones((thickness, thickness), np.uint8)
    # A single bright pixel is noise, and would be the paper of its whole neighbourhood.
    calm = cv2.medianBlur(grey, 3)
    paper = cv2.blur(cv2.morphologyEx(calm, cv2.MORPH_CLOSE, kernel), (thickness, thickness))
    paper = np.maximum(paper, calm).astype(np.float32) + _DARKEST
    share = (grey.astype(np.float32) + _DARKEST) / paper
    # The bound is sought where there is ink; elsewhere there may be much more paper than ink.
    darkest = cv2.erode(share, np.ones((3, 3), np.uint8))
    near = cv2.dilate((darkest < 1 - _CONTRAST).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    values = share[near]
    if len(values) < 16:
        return None
    values = values[:: max(1, len(values) // _SAMPLE)]
    bound = otsu(values)
    dark, light = values[values <= bound], values[values > bound]
    if not len(dark) or not len(light):
        return None
    low, high = float(np.median(dark)), float(np.median(light))
    if high - low < _CONTRAST:
        return None
    # Half way between ink and paper is where a blurred edge was.
    level = 255 * (high - share) / (high - low)
    return np.clip(np.rint(level), 0, 255).astype(np.uint8)


def without_specks(level: Array, size: int) -> Array:
    """Return the levels without ink in pieces that are no longer than ``size`` pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((level >= 128).view(np.uint8))
    small = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) <= size
    small[0] = False
    # The grey rim of a speck goes with it.
    rim = cv2.dilate(small[labels].view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    kept = cv2.dilate((~small[labels] & (labels > 0)).view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(rim & ~kept, np.uint8(0), level)

"""How dark each pixel is against the paper around it: what is ink, whatever the light."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np

from labirinto.recognition.colours import Array, otsu

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS = 2_200_000
"""To which a picture is made smaller before it is straightened."""
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


def reduced(picture: Image) -> tuple[Array, float]:
    """Return the colours of a picture, in fewer pixels if it is large, and its pixels for one."""
    colours: Array = np.asarray(picture)
    scale = max(1.0, (picture.width * picture.height / PIXELS) ** 0.5)
    if scale > 1:
        size = (round(picture.width / scale), round(picture.height / scale))
        colours = cv2.resize(colours, size, interpolation=cv2.INTER_AREA)
    return colours, picture.width / colours.shape[1]


def inks(colours: Array) -> Iterator[Array]:
    """Yield the ink of dark walls, of walls that are dark in some colours, and of light walls."""
    if min(colours.shape[:2]) < 12:
        return
    greys: tuple[Array, ...] = (
        colours.max(axis=2),
        cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY),
        255 - colours.min(axis=2),
    )
    longest = max(colours.shape[:2])
    # Walls are thinner than a 24th of a picture, but in mazes of few cells.
    for share in (24, 7):
        thickness = max(9, longest // share | 1)
        for grey in greys:
            level = levels(grey, thickness)
            if level is not None:
                yield level

"""The directions of walls in a picture, by which mazes of other cells than squares are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from labirinto._internal.refusals import PictureError
from labirinto.recognition.colours import Array
from labirinto.recognition.ink import inks, reduced

if TYPE_CHECKING:
    from PIL.Image import Image

_SOFT = 1.5
"""Blur by which edges have a direction, in pixels."""
_FAINT = 0.25
"""The least strength of an edge that counts, as a share of strong ones."""
_CORRIDORS = 40
"""Ink nearer than this part of a side belongs together."""
_PARTS = 8
"""Parts of a side; within one, walls around a centre are nearly straight."""
_SIXFOLD = 0.3
_FOURFOLD_NEARBY = 0.4
_NONE = 0.15


def check_squares(picture: Image) -> None:
    """Check that the walls in a picture may be those of squares.

    In a maze of squares, edges share four directions, a right angle apart, over all of the picture,
    also when it is turned or tilted; in one of hexagons or triangles six.  Around a centre they
    share four nearby, and none over all of it.  Of pictures of squares whose photographs are as bad
    as can be, the share in four directions is 0.4 and more.

    Raises:
        PictureError: If they are clearly not.
    """
    level = next(inks(reduced(picture)[0]), None)
    if level is None:
        return
    soft = cv2.GaussianBlur(level, (0, 0), _SOFT).astype(np.float32)
    edges = cv2.Scharr(soft, cv2.CV_32F, 1, 0) + 1j * cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    strength = np.abs(edges)
    is_edge = (strength > _FAINT * np.percentile(strength, 99)) & _largest(level, strength)
    edges, strength = np.where(is_edge, edges, 0), np.where(is_edge, strength, 0)
    turns = np.divide(edges, strength, out=np.zeros_like(edges), where=is_edge)
    four, six = (strength * turns**order for order in (4, 6))
    if not is_edge.any():
        return
    fourfold, sixfold, nearby = (
        float(sum(abs(part.sum()) for part in parts) / strength.sum())
        for parts in ((four,), (six,), _parts(four))
    )
    if sixfold > _SIXFOLD and sixfold > 2 * fourfold:
        raise PictureError(
            "the walls in this picture seem to be those of hexagons or triangles, but only mazes "
            "of squares are recognised; labirinto solve --freehand --over solves others as pixels.",
            "hexagonal",
        )
    if max(fourfold, sixfold) < _NONE and nearby > _FOURFOLD_NEARBY:
        raise PictureError(
            "the walls in this picture seem to lie around a centre, but only mazes of squares are "
            "recognised; labirinto solve --freehand --over solves others as pixels.",
            "round",
        )


def _largest(level: Array, strength: Array) -> Array:
    """Return where the ink is with the most edges: that of the maze, not of the page around it."""
    size = max(3, max(level.shape) // _CORRIDORS)
    near = cv2.dilate((level > 127).view(np.uint8), np.ones((size, size), np.uint8))
    _, labels = cv2.connectedComponents(near, connectivity=8)
    edges = np.bincount(labels.ravel(), weights=strength.ravel())
    edges[0] = -1
    largest: Array = labels == edges.argmax()
    return largest


def _parts(values: Array) -> list[Array]:
    """Return an array in parts of equal size."""
    return [
        part
        for rows in np.array_split(values, _PARTS)
        for part in np.array_split(rows, _PARTS, axis=1)
    ]

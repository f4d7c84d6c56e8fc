"""Letters, dots and specks in the corridors of a maze, which are no walls."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from labirinto.recognition.colours import Array

_LARGEST = 0.9
"""The size of a letter or a dot in a corridor, as a share of its width."""
_LARGE_LETTER = 2.5
"""The size of a letter that is written over a maze, as the same share."""
_OVER_WALLS = 0.7
"""The least size of such a letter: smaller things may be dots of a wall that touch."""
_WORD = 3
"""The fewest of them that are text."""
_SPECK = 0.25
"""The size of a speck, in corridors."""
_LETTER = 0.3
"""The least size of a letter, in corridors."""
_FEWEST_PIXELS = 7
"""The least length of a letter: what is smaller has no strokes to see."""
_SLENDER = 0.45
"""The least width of a letter, as a share of its length: a bar across a passage has less."""
_STROKES = 0.76
"""The most ink of a letter, as a share of the box around it: a bar has more."""
_ROUND = 0.8
"""The least width of a dot, as a share of its length."""
_ALONE = 0.35
"""The room around a dot or a speck, in corridors: those that are nearer may be a dotted wall."""
_TOUCHING = 3.5
"""Pixels between a wall and what may be the end of another."""
_MOST = 4096
"""Small things in a picture beyond which it is noisy, and none of them is a sign."""


class Ink(NamedTuple):
    """The ink in a maze.

    Attributes:
        walls: What may be a wall, ``bool[y, x]``.
        text: That part of it which looks like letters.
    """

    walls: Array
    text: Array


def without_signs(ink: Array, corridor: float) -> Ink:
    """Return the ink that may be a wall.

    Anything small that is not clearly a letter, or a dot or a speck on its own, may be one: a bar
    across a passage, or a part of a dotted wall.

    Args:
        ink: All that is visible in the maze, ``bool[y, x]``.
        corridor: The width of its corridors, in pixels.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.view(np.uint8), connectivity=8)
    sizes = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    small = np.flatnonzero(sizes <= _LARGE_LETTER * corridor).tolist()
    is_sign, is_text = np.zeros((2, count), bool)
    if len(small) <= _MOST:
        is_small = sizes <= _LARGEST * corridor
        company = _company(ink, labels, is_small, corridor)
        for at in small:
            left, top, width, height, area = stats[at].tolist()
            part = (labels[top : top + height, left : left + width] == at).view(np.uint8)
            across, along = sorted(side + 1 for side in cv2.minAreaRect(cv2.findNonZero(part))[1])
            is_letter = (
                along >= max(_LETTER * corridor, _FEWEST_PIXELS)
                and across >= _SLENDER * along
                and area <= _STROKES * across * along
            )
            is_near_others = company[at] == 2 or not is_small[at]
            # What is left of a broken wall is as large as a dot, but it is near to others.
            is_dot = is_small[at] and across >= _ROUND * along and company[at] == 0
            is_speck = along < _SPECK * corridor and company[at] == 0
            is_sign[at] = is_speck or is_dot or (is_letter and not is_near_others)
            is_text[at] = is_letter and not is_sign[at] and along >= _OVER_WALLS * corridor
    words = ink & is_text[labels]
    group_of, pieces = _groups(words, labels, count, corridor)
    is_text &= pieces[group_of] >= _WORD
    return Ink(ink & ~is_sign[labels], is_text[labels])


def _company(ink: Array, labels: Array, is_small: Array, corridor: float) -> Array:
    """Return how near others are to each small piece of ink.

    0 is for none, 1 for large ones near it, 2 for small ones near it or large ones beside it.

    Args:
        ink: All ink.
        labels: The numbers of its pieces.
        is_small: Which of them are small.
        corridor: The width of a corridor.
    """
    small = ink & is_small[labels]
    group_of, pieces = _groups(small, labels, len(is_small), corridor)
    near = np.zeros(len(is_small), np.int64)
    away = distances(ink & ~small)
    near[labels[small & (away <= _ALONE * corridor)]] = 1
    near[labels[small & (away <= _TOUCHING)]] = 2
    near[(group_of > 0) & (pieces[group_of] > 1)] = 2
    return near


def _groups(part: Array, labels: Array, count: int, corridor: float) -> tuple[Array, Array]:
    """Return the number of the group of each piece of ink, and how many pieces each group has.

    The pieces of a group are near each other; the group 0 has all that are not in ``part``.
    """
    reach = 2 * int(_ALONE / 2 * corridor) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    _, groups = cv2.connectedComponents(cv2.dilate(part.view(np.uint8), kernel), connectivity=8)
    group_of = np.zeros(count, np.int64)
    group_of[labels[part]] = groups[part]
    pieces = np.bincount(group_of)
    pieces[0] = 0
    return group_of, pieces


def distances(mask: Array) -> Array:
    """Return how far each pixel is from the nearest one of a mask."""
    away: Array = cv2.distanceTransform((~mask).view(np.uint8), cv2.DIST_L2, 5)
    return away

"""Reads words from masks, by comparing what is between bridges with letters drawn by FreeType.

Only the size and the baseline come from the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from labirinto import grids
from labirinto.grids import Rectangle
from labirinto.grids.lettering import fitting_letters, fitting_size
from labirinto.grids.typefaces import FOLDER

_FINER = 4
"""Dots a cell, to compare with letters that lie between cells."""

_WIDER = 2
"""Cells by which a letter may be wider or narrower than what is compared."""


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(FOLDER / f"{name}.ttf", size, layout_engine=basic)


@cache
def _letter(name: str, size: int, letter: str) -> tuple[Any, int]:
    """The dots of a letter, and the row of the first one from the baseline on."""
    font = _font(name, size)
    left, top, right, bottom = (round(side) for side in font.getbbox(letter, anchor="ls"))
    picture = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(picture).text((-left, -top), letter, 255, font, anchor="ls")
    dots = np.asarray(picture) > 127
    columns, rows = (np.flatnonzero(dots.any(axis)) for axis in (0, 1))
    return dots[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], top + rows[0]


def read(word: str, size: float, alphabet: Iterable[str], font: str) -> str:
    """What the mask of a word says.

    Args:
        word: The word.
        size: Of its font, in cells.
        alphabet: The letters that it may have.
        font: The name of a font of the package.
    """
    width, height, size = fitting_size(word, 10_000, 10_000, size)
    placed, size = fitting_letters([word], None, width, height)
    heights = [y for letter in placed for contour in letter.contours for _, y in contour]
    margin = (height - (max(heights) - min(heights)) * size) / 2
    letters = {it: _letter(font, round(size * _FINER), it) for it in alphabet}
    baseline = round((margin - min(heights) * size) * _FINER)
    parts = _parts(grids.letters(word, width, height))
    return "".join(_nearest(part, baseline, letters) for part in parts)


def _parts(grid: Rectangle) -> Iterator[Any]:
    """Yield the cells of each letter; between letters, columns have no more than a bridge."""
    cells = np.zeros((grid.height, grid.width), bool)
    xs, ys = zip(*grid, strict=True)
    cells[ys, xs] = True
    is_letter = [False, *(cells.sum(0) > 1), False]
    turns = [x for x in range(grid.width + 1) if is_letter[x] != is_letter[x + 1]]
    for start, end in zip(turns[::2], turns[1::2], strict=True):
        yield cells[:, start:end]


def _nearest(part: Any, baseline: int, letters: dict[str, tuple[Any, int]]) -> str:
    seen = np.kron(part, np.ones((_FINER, _FINER), bool))
    likeness = {
        letter: max(
            _likeness(seen, dots, (seen.shape[1] - dots.shape[1]) // 2 + dx, baseline + top + dy)
            for dx in (-2, 0, 2)
            for dy in (-2, 0, 2)
        )
        for letter, (dots, top) in letters.items()
        if abs(dots.shape[1] - seen.shape[1]) <= _WIDER * _FINER
    }
    return max(likeness, key=likeness.__getitem__, default="?")


def _likeness(seen: Any, dots: Any, x: int, y: int) -> float:
    """The share of common dots among all dots of two drawings."""
    left, top = max(0, x), max(0, y)
    right, bottom = min(seen.shape[1], x + dots.shape[1]), min(seen.shape[0], y + dots.shape[0])
    common = seen[top:bottom, left:right] & dots[top - y : bottom - y, left - x : right - x]
    both = int(common.sum())
    return both / (int(seen.sum()) + int(dots.sum()) - both)

"""Photographs of mazes of other cells than squares are refused for that, and none of squares is."""

from __future__ import annotations

import io
from itertools import product
from typing import Any

import cv2
import numpy as np
import photographs
import pytest
from files import encoded
from PIL import Image
from test_photographs import LOOKS
from tiers import sample, thinned

import labirinto
from labirinto._internal.refusals import PictureError
from labirinto.formats.picture import solve_picture
from labirinto.grids import circular, hexagonal, triangular
from labirinto.recognition.directions import check_squares

GRIDS: dict[str, tuple[labirinto.Grid, str]] = {
    "circular": (circular(9), "round"),
    "hexagonal": (hexagonal(14, 12), "hexagonal"),
    "honeycomb": (hexagonal(8, outline="hexagon"), "hexagonal"),
    "triangular": (triangular(24, 16), "hexagonal"),
}


def photograph(grid: labirinto.Grid, turn: float, tilt: float) -> Image.Image:
    """A maze on a page that is turned and tilted, in uneven light."""
    maze = labirinto.wilson(grid, seed=7)
    stream = io.BytesIO()
    ends = labirinto.suggest_ends(maze, "border")
    style = labirinto.Style(cell=24, wall=3, margin=180)
    labirinto.save(maze, stream, ends=ends, style=style, format="png")
    page: Any = np.asarray(Image.open(stream).convert("RGB"))
    height, width = page.shape[:2]
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
    page = cv2.warpAffine(page, turned, (width, height), borderValue=(235, 235, 230))
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = flat.copy()
    seen[:2, 0] += np.array([1, -1], np.float32) * tilt * width
    page = cv2.warpPerspective(page, cv2.getPerspectiveTransform(flat, seen), (width, height))
    light = np.linspace(1, 0.7, width)[None, :, None]
    noise = np.random.default_rng(7).normal(0, 5, page.shape)
    return Image.fromarray(np.clip(page * light + noise, 0, 255).astype(np.uint8))


@pytest.mark.parametrize(("turn", "name"), thinned(product([0, 33], GRIDS), 5))
def test_other_cells_than_squares_are_named(turn: float, name: str) -> None:
    grid, reason = GRIDS[name]
    with pytest.raises(PictureError) as refused:
        solve_picture(encoded(photograph(grid, turn, 0.08), "JPEG", quality=85))
    assert refused.value.reason == reason
    assert "--freehand" in str(refused.value)


@pytest.mark.parametrize("name", sample(LOOKS, "tilted", "by telephone"))
def test_squares_are_never_taken_for_others(name: str) -> None:
    for seed in (2, 3):
        taken = photographs.photograph(photographs.Look(**LOOKS[name]), seed)
        check_squares(Image.open(io.BytesIO(taken.data)).convert("RGB"))

"""Mazes on no square grid, solved as pictures: round ones, drawn here from a tree of their own."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from pathlib import Path as FilePath

import numpy as np
import pytest
from commands import run
from PIL import Image, ImageDraw

import labirinto
from labirinto.recognition.freehand import freehand_path

RINGS, SECTORS, RING, CENTRE = 6, 16, 26, (220, 220)
HOLE = 40
"""The radius of the middle, which is a wall."""
Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    ring, sector = cell
    beside = [(ring, (sector + step) % SECTORS) for step in (-1, 1)]
    return beside + [(ring + step, sector) for step in (-1, 1) if 0 <= ring + step < RINGS]


def tree(seed: int) -> set[frozenset[Cell]]:
    """The passages of a perfect round maze."""
    chance = random.Random(seed)
    seen, edges = {(0, 0)}, set()
    while len(seen) < RINGS * SECTORS:
        cell = chance.choice(sorted(seen))
        after = chance.choice(neighbours(cell))
        if after not in seen:
            seen.add(after)
            edges.add(frozenset((cell, after)))
    return edges


def place(ring: float, sector: float) -> tuple[float, float]:
    radius, angle = HOLE + RING * ring, 2 * math.pi * sector / SECTORS
    return CENTRE[0] + radius * math.cos(angle), CENTRE[1] + radius * math.sin(angle)


def round_maze(seed: int, openings: tuple[int, ...] = (0, 7)) -> Image.Image:
    passages = tree(seed)
    page = Image.new("RGB", (440, 440), "white")
    draw = ImageDraw.Draw(page)
    for ring in range(RINGS + 1):
        for sector in range(SECTORS):
            if frozenset(((ring - 1, sector), (ring, sector))) in passages:
                continue
            if ring == RINGS and sector in openings:
                continue
            steps = [place(ring, sector + step / 8) for step in range(9)]
            draw.line(steps, fill="black", width=3, joint="curve")
    for ring in range(RINGS):
        for sector in range(SECTORS):
            if (
                frozenset(((ring, sector - 1), (ring, sector))) not in passages
                and frozenset(((ring, (sector - 1) % SECTORS), (ring, sector))) not in passages
            ):
                draw.line((place(ring, sector), place(ring + 1, sector)), fill="black", width=3)
    return page


def cells_of(points: list[tuple[float, float]]) -> list[Cell]:
    """The cells through which a line runs, those outside left out."""
    cells: list[Cell] = []
    for x, y in points:
        ring = (math.hypot(x - CENTRE[0], y - CENTRE[1]) - HOLE) / RING
        angle = math.atan2(y - CENTRE[1], x - CENTRE[0]) / (2 * math.pi) * SECTORS
        if 0 <= ring < RINGS:
            cell = (int(ring), int(angle % SECTORS))
            if not cells or cells[-1] != cell:
                cells.append(cell)
    return cells


def is_path(cells: list[Cell], seed: int) -> bool:
    passages = tree(seed)
    return all(frozenset(pair) in passages for pair in pairwise(cells))


@pytest.mark.parametrize("turn", [0, 17])
@pytest.mark.parametrize("seed", range(4))
def test_a_round_maze_is_solved_between_its_openings(seed: int, turn: int) -> None:
    picture = round_maze(seed).rotate(-turn, Image.Resampling.BICUBIC, fillcolor="white")
    path = freehand_path(picture)
    back = np.deg2rad(-turn)
    middle = np.array(CENTRE)
    turned = np.array([(np.cos(back), -np.sin(back)), (np.sin(back), np.cos(back))])
    points = [tuple(middle + turned @ (np.array(point) - middle)) for point in path.points]
    cells = cells_of(points)
    assert is_path(cells, seed)
    assert {cells[0], cells[-1]} == {(RINGS - 1, 0), (RINGS - 1, 7)}


def test_the_ends_may_be_pixels() -> None:
    start, end = place(0.5, 3.5), place(3.5, 11.5)
    path = freehand_path(round_maze(1), (start, end))
    cells = cells_of(path.points)
    assert is_path(cells, 1)
    assert (cells[0], cells[-1]) == ((0, 3), (3, 11))


@pytest.mark.parametrize("openings", [(), (3,), (0, 5, 9)])
def test_other_numbers_of_openings_are_asked_about(openings: tuple[int, ...]) -> None:
    with pytest.raises(
        labirinto.InvalidValueError, match=f"has {len(openings)} openings, .*--ends"
    ):
        freehand_path(round_maze(2, openings))


def test_a_closed_wall_is_not_crossed() -> None:
    picture = round_maze(1)
    radius = HOLE + 2.5 * RING
    box = [side + sign * radius for sign in (-1, 1) for side in CENTRE]
    ImageDraw.Draw(picture).ellipse(box, outline="#444444", width=2)
    with pytest.raises(labirinto.FileFormatError, match="no path joins start and end"):
        freehand_path(picture, (place(0.5, 3.5), place(4.5, 11.5)))


def test_the_command_draws_over_the_picture(tmp_path: FilePath) -> None:
    picture = round_maze(3)
    picture.save(tmp_path / "m.png")
    words = ("solve", "m.png", "--freehand", "--over", "--solution-colour", "lime", "-o", "s.png")
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "s.png") as over:
        pixels = np.asarray(over.convert("RGB"))
    green = (pixels == (0, 255, 0)).all(axis=2)
    assert green.any()
    assert (np.asarray(picture)[green] == 255).all(), "no wall is drawn over"
    for wrong, shown in (
        (("--freehand", "-o", "s.svg"), "add --over"),
        (("--freehand", "--over", "-o", "s.png", "--ends", "border"), "two pixels"),
        (("--freehand", "--over", "-o", "s.png", "--ends", "0,0-9999,0"), "outside the picture"),
    ):
        done = run("solve", "m.png", *wrong, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert shown in done.stderr

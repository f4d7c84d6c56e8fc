"""Mazes on no square grid, solved as pictures: round ones, drawn here from a tree of their own."""

from __future__ import annotations

import math
import random
from itertools import pairwise, product
from pathlib import Path as FilePath

import freehand_pictures
import numpy as np
import pytest
from commands import run
from PIL import Image, ImageDraw
from tiers import sample, thinned

import labirinto
from labirinto._internal.refusals import PictureError
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


@pytest.mark.parametrize(("seed", "turn"), thinned(product(range(4), [0, 17]), 5))
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


def test_the_same_place_is_no_start_and_end() -> None:
    x, y = place(0.5, 3.5)
    with pytest.raises(labirinto.InvalidValueError, match="same place"):
        freehand_path(round_maze(1), ((x, y), (x, y)))


@pytest.mark.parametrize("seed", sample(range(6), 1, 4))
def test_a_picture_of_anything_is_refused(seed: int) -> None:
    chance = np.random.default_rng(seed)
    pixels = chance.integers(0, 256, (*chance.integers(1, 90, 2), 3)).astype(np.uint8)
    size = (pixels.shape[1] * (1 + seed), pixels.shape[0] * (1 + seed))
    picture = Image.fromarray(pixels).resize(size, Image.Resampling.BICUBIC)
    for ends in (None, ((0.0, 0.0), (size[0] / 2, size[1] / 2))):
        with pytest.raises(labirinto.LabirintoError):
            freehand_path(picture, ends)


@pytest.mark.parametrize("openings", [(), (3,), (0, 5, 9)])
def test_other_numbers_of_openings_are_asked_about(openings: tuple[int, ...]) -> None:
    with pytest.raises(labirinto.InvalidValueError, match=f"has {len(openings)} opening.*--ends"):
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
        (("--freehand", "--over", "-o", "s.png", "--ends", "0,0-9999,0"), "outside the maze"),
    ):
        done = run("solve", "m.png", *wrong, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert shown in done.stderr


def crossing_of(picture: Image.Image, *ends: tuple[float, float]) -> tuple[int, int]:
    """The place near which a refused path may cross a wall."""
    with pytest.raises(PictureError) as error:
        freehand_path(picture, ends or None)  # type: ignore[arg-type]
    assert error.value.reason == "crossing"
    assert error.value.place
    return error.value.place


def passage_of(seed: int) -> list[tuple[float, float]]:
    """Places across a passage between two rings on the solution."""
    solution = cells_of(freehand_path(round_maze(seed)).points)
    middle = len(solution) / 2
    _, inner, sector = min(
        (abs(at - middle), *min(pair))
        for at, pair in enumerate(pairwise(solution))
        if pair[0][1] == pair[1][1] and pair[0][0] != pair[1][0]
    )
    return [place(inner + 1, sector + step / 100) for step in range(101)]


@pytest.mark.parametrize("gap", sample([2, 3, 4], 4))
def test_a_gap_much_narrower_than_a_corridor_is_a_fault_in_a_wall(gap: int) -> None:
    picture, steps = round_maze(1), passage_of(1)
    x, y = steps[50]
    for part in (steps[:50], steps[51:]):
        kept = [step for step in part if math.dist(step, (x, y)) > (gap + 1) / 2]
        ImageDraw.Draw(picture).line(kept, fill="black", width=3)
    assert math.dist(crossing_of(picture), (x, y)) < RING / 2


@pytest.mark.parametrize(
    "colour", sample(["#c8c8c8", "#ffff00", "#ff8c00", "#00aa00", "#dc1414"], "#ffff00")
)
def test_a_closed_wall_of_any_colour_is_a_wall(colour: str) -> None:
    picture = round_maze(1)
    ImageDraw.Draw(picture).line(passage_of(1), fill=colour, width=2)
    with pytest.raises(PictureError, match="no path joins start and end"):
        freehand_path(picture)


@pytest.mark.parametrize("dot", sample([1, 2, 3], 1))
def test_a_dotted_wall_is_a_wall(dot: int) -> None:
    picture, steps = round_maze(1), passage_of(1)
    for x, y in steps[:: round(100 * (dot + 3) / math.dist(steps[0], steps[-1]))]:
        ImageDraw.Draw(picture).rectangle(
            (int(x), int(y), int(x) + dot - 1, int(y) + dot - 1), "black"
        )
    crossing_of(picture)


def test_a_missing_wall_is_noticed_where_it_gives_another_path() -> None:
    solution = cells_of(freehand_path(round_maze(1)).points)
    ring_of, sector = next(
        cell
        for cell in solution
        if cell[0] > 0 and frozenset((cell, (cell[0] - 1, cell[1]))) not in tree(1)
    )
    picture = round_maze(1)
    line = [place(ring_of, sector + share) for share in (0.2, 0.4, 0.6, 0.8)]
    ImageDraw.Draw(picture).line(line, fill="white", width=7)
    crossing_of(picture)


def test_one_of_two_mazes_is_chosen_by_its_number_or_by_the_ends() -> None:
    both = Image.new("RGB", (900, 440), "white")
    both.paste(round_maze(1), (0, 0))
    both.paste(round_maze(2), (460, 0))
    with pytest.raises(PictureError, match="--which, from 1 to 2") as error:
        freehand_path(both)
    assert (error.value.reason, error.value.count) == ("several", 2)
    for number, left in ((1, 0), (2, 460)):
        points = [(x - left, y) for x, y in freehand_path(both, which=number).points]
        cells = cells_of(points)
        assert is_path(cells, number)
        assert {cells[0], cells[-1]} == {(RINGS - 1, 0), (RINGS - 1, 7)}
    start, end = ((x + 460, y) for x, y in (place(0.5, 3.5), place(3.5, 11.5)))
    assert is_path(cells_of([(x - 460, y) for x, y in freehand_path(both, (start, end)).points]), 2)
    with pytest.raises(PictureError, match="none has the number 3"):
        freehand_path(both, which=3)
    with pytest.raises(labirinto.InvalidValueError, match="which"):
        freehand_path(both, which=0)
    with pytest.raises(labirinto.InvalidValueError, match="outside the maze"):
        freehand_path(both, (place(0.5, 3.5), end))


def test_the_command_chooses_one_of_two_mazes(tmp_path: FilePath) -> None:
    both = Image.new("RGB", (900, 440), "white")
    both.paste(round_maze(1), (0, 0))
    both.paste(round_maze(2), (460, 0))
    both.save(tmp_path / "m.png")
    words = ("solve", "m.png", "--freehand", "--over", "--solution-colour", "lime", "-o", "s.png")
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "--which, from 1 to 2" in done.stderr
    assert run(*words, "--which", "2", cwd=tmp_path).returncode == 0
    with Image.open(tmp_path / "s.png") as over:
        green = (np.asarray(over.convert("RGB")) == (0, 255, 0)).all(axis=2)
    assert green[:, 460:].any()
    assert not green[:, :460].any()


# Pictures by the generator of `make proof`.


SOLVED = [
    ("openings", "rectangle of hexagons", 78000),
    ("openings", "hexagon of hexagons", 79000),
    ("openings", "irregular cells", 81000),
    ("openings", "triangles", 80002),
    ("paper", "white on black", 91000),
    ("walls", "1 of 24 pixels", 96000),
    ("some walls", "light grey, 1 to 50 %", 99000),
    ("some walls", "yellow, 1 to 50 %", 101002),
    ("some walls", "red, 1 to 50 %", 104000),
    ("all inner walls", "light grey", 107000),
    ("all inner walls", "light grey", 930005),
    ("gates", "yellow", 110000),
    ("dotted walls", "1 pixels, 1 to 50 %", 115000),
    ("gaps in walls", "3 pixels", 120002),
    ("text inside", "letters", 121000),
    ("text inside", "word", 122005),
    ("glare", "90%", 126001),
    ("noise", "15 of 255", 133000),
    ("JPEG", "quality 80", 134001),
    ("two mazes", "the first", 140000),
    ("two mazes", "the second", 141001),
]
"""Pictures that were solved wrong, or refused.  The first are those whose outlines have notches."""


@pytest.mark.parametrize(("name", "strength", "seed"), thinned(SOLVED, 7), ids=str)
def test_the_path_runs_through_the_cells_of_the_solution(
    name: str, strength: str, seed: int
) -> None:
    kind = next(
        one for one in freehand_pictures.KINDS if one[:2] == (f"freehand, {name}", strength)
    )
    assert freehand_pictures.attempt(kind, seed)[0] == "right"


@pytest.mark.parametrize("seed", sample(range(2), 0))
@pytest.mark.parametrize(
    "name", sample(["gates", "glare", "text inside", "gaps in walls"], "gates")
)
def test_no_path_is_wrong(name: str, seed: int) -> None:
    kinds = [one for one in freehand_pictures.KINDS if one.name == f"freehand, {name}"]
    found = [freehand_pictures.attempt(kind, seed)[0] for kind in kinds]
    assert "wrong" not in found

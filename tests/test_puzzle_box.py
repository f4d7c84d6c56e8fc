"""Puzzle boxes: parts that can be printed, and a pin that slides along passages alone."""

from __future__ import annotations

import io
from itertools import pairwise
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import refusal, run
from files import drawn

import labirinto
from labirinto import Ends, Maze, Style
from labirinto.grids import linked

manifold3d = pytest.importorskip("manifold3d")

STYLE = Style(cell=24, wall=3, cell_mm=7, plate=1.2, gap=0.35)
WALL, DEPTH = 7 / 8, (7 - 7 / 8) / 3
SHELL = DEPTH + 1.2
FOOT = 14


def cylinder(width: int, height: int, seed: int = 1) -> Maze:
    return labirinto.wilson(linked(width, height, wrap="x"), seed=seed)


def outside(maze: Maze) -> float:
    """The radius of the sleeve."""
    return 7 * maze.grid.width / (2 * pi) + 0.35 + SHELL


class Box:
    """Both parts as trimesh reads them from 3MF, put together by Manifold."""

    def __init__(self, maze: Maze, **options: Any) -> None:
        import trimesh

        data = drawn(maze, "3mf", style=STYLE, **options)
        self.width, self.height = maze.grid.width, maze.grid.height
        self.parts = trimesh.load(io.BytesIO(data), file_type="3mf").geometry
        out = outside(maze)
        length = SHELL + 2 * DEPTH + 7 * self.height + 0.35
        self.cup = self._solid("cup").translate((-out, -out, 0))
        # Upside down, with the rim on the foot; the pin stays at the back.
        sleeve = self._solid("sleeve").translate((-3 * out - 5, -out, 0)).rotate((0, 180, 0))
        self.sleeve = sleeve.translate((0, 0, FOOT + length))

    def _solid(self, name: str) -> Any:
        part = self.parts[name]
        mesh = manifold3d.Mesh(part.vertices.astype(np.float32), part.faces.astype(np.uint32))
        solid = manifold3d.Manifold(mesh)
        assert solid.status() == manifold3d.Error.NoError
        assert solid.genus() == 0
        return solid

    def placed(self, x: float, y: float) -> Any:
        """The sleeve with its pin in the middle of a cell.  From outside, x goes to the right."""
        turned = self.sleeve.rotate((0, 0, 360 * (x + 0.5) / self.width))
        return turned.translate((0, 0, 7 * (self.height - 1 - y)))

    def overlap(self, x: float, y: float) -> float:
        """The cubic millimetres of both parts that are at the same place."""
        volume: float = (self.placed(x, y) ^ self.cup).volume()
        return volume


@pytest.mark.parametrize(
    "maze", [cylinder(7, 4), labirinto.braid(cylinder(8, 3), 1.0), cylinder(8, 1)], ids=str
)
def test_the_pin_slides_through_passages_and_not_through_walls(maze: Maze) -> None:
    box, grid = Box(maze), maze.grid
    ends = labirinto.suggest_ends(maze, "top-bottom")
    assert (ends.start[1], ends.end[1]) == (0, grid.height - 1)
    for x, y in maze.grid:
        assert box.overlap(x, y) < 1e-3
        for beside, there in (
            ((x + 0.5, y), ((x + 1) % grid.width, y)),
            ((x, y + 0.5), (x, y + 1)),
        ):
            is_open = there in maze.neighbours((x, y))
            if is_open:
                assert box.overlap(*beside) < 1e-3
            elif there[1] < grid.height:
                assert box.overlap(*beside) > 1
    # Out of the maze, above the first row, there is one way.
    ways = [box.overlap(x, -0.5) < 1e-3 for x in range(grid.width)]
    assert ways == [x == ends.start[0] for x in range(grid.width)]
    assert box.overlap(ends.start[0], -1) < 1e-3


def test_all_the_way_along_the_solution_the_parts_are_the_gap_apart() -> None:
    maze = cylinder(9, 5)
    ends = labirinto.suggest_ends(maze, "top-bottom")
    box, cells = Box(maze, ends=ends), labirinto.solve(maze, *ends).cells
    for (x, y), (next_x, next_y) in pairwise(cells):
        step = (next_x - x + 4) % 9 - 4, next_y - y
        for part in (0.25, 0.5, 0.75):
            assert box.overlap(x + part * step[0], y + part * step[1]) < 1e-3
    for x, y in cells[:3]:
        assert y < 4  # in the last row, the rim lies on the foot
        assert box.placed(x, y).min_gap(box.cup, 1) == pytest.approx(0.35, abs=0.012)
    closed = box.placed(*ends.end)
    assert closed.min_gap(box.cup, 1) == pytest.approx(0, abs=1e-3)
    assert (closed.translate((0, 0, -0.1)) ^ box.cup).volume() > 1


@pytest.mark.parametrize("format", ["stl", "3mf"])
def test_both_parts_stand_side_by_side_on_the_bed_and_are_closed(format: str) -> None:
    import trimesh

    maze = cylinder(9, 5)
    scene = trimesh.load(io.BytesIO(drawn(maze, format, style=STYLE)), file_type=format)
    parts = list(scene.geometry.values()) if format == "3mf" else list(scene.split())
    cup, sleeve = sorted(parts, key=lambda part: part.bounds[0, 0])
    across, width = 2 * outside(maze), 7 * 9 / pi
    for part, left, height in (
        (cup, 0, FOOT + 2 * DEPTH + 35),
        (sleeve, across + 5, SHELL + 2 * DEPTH + 35 + 0.35),
    ):
        assert part.is_watertight
        assert part.is_winding_consistent
        # Without supports: what hangs over slopes by about 45 degrees.
        above_the_bed = part.triangles[:, :, 2].max(1) > 0.01
        assert part.face_normals[above_the_bed][:, 2].min() > -0.75
        expected = [left, 0, 0, left + across, across, height]
        assert part.bounds.ravel() == pytest.approx(expected, abs=0.05)
    # What the sleeve encloses, and what the cup does without its channels.
    hollow = pi * (width / 2 + 0.35) ** 2 * (2 * DEPTH + 35 + 0.35)
    assert sleeve.convex_hull.volume - sleeve.volume == pytest.approx(hollow, rel=0.01)
    bore = pi * (width / 2 - SHELL) ** 2 * (FOOT + 2 * DEPTH + 35 - SHELL)
    full = pi * (across / 2) ** 2 * FOOT + pi * (width / 2) ** 2 * (2 * DEPTH + 35) - bore
    channels = pi * width * DEPTH * 35
    assert full - channels < cup.volume < full - channels / 3


def test_the_ends_say_where_the_box_opens() -> None:
    maze = cylinder(9, 5)
    ends = Ends((2, 0), (6, 4), open=True)
    box = Box(maze, ends=ends)
    assert box.overlap(2, -0.5) < 1e-3 < 1 < box.overlap(3, -0.5)
    assert Box(maze, ends=Ends((6, 4), (2, 0), open=True)).overlap(2, -0.5) < 1e-3
    for wrong in (Ends((2, 0), (6, 0), open=True), Ends((2, 4), (6, 4), open=True)):
        with pytest.raises(labirinto.InvalidValueError, match=r"2,[04] and 6,[04]"):
            drawn(maze, "3mf", ends=wrong)
    with pytest.raises(labirinto.InvalidValueError):
        drawn(Maze.from_passages(maze.grid, []), "stl", ends=ends)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("12x8 --cell-mm 2", "0.17 mm"),
        ("12x8 --gap 2", "2 mm"),
        ("4x4 --cell-mm 20 --gap 2.5 --wall-height 20", "2.5 mm"),
        ("12x8 --wall-height 0.5", "0.5 mm deep"),
        ("12x8 --plate 0.3", "--plate is 0.3"),
        ("12x8 --gap 0", "--gap is 0"),
        ("12x8 --circumference 60 --plate 8", "60 mm"),
        ("12x8 --circumference 4000", "--circumference is 4000"),
    ],
)
def test_what_cannot_be_printed_is_refused(words: str, named: str, tmp_path: Path) -> None:
    box = tmp_path / "box.3mf"
    assert named in refusal("wilson", "--wrap", "x", *words.split(), "-o", str(box))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", ["--wrap xy", "--wrap x --twist", "--wrap x --floors 2"])
def test_only_cylinders_are_boxes(words: str, tmp_path: Path) -> None:
    sentence = refusal("wilson", "12x8", *words.split(), "-o", str(tmp_path / "box.stl"))
    assert "12x8" in sentence
    assert "3mf" not in sentence


def test_a_circumference_is_that_of_paper_and_of_solids(tmp_path: Path) -> None:
    import pypdfium2
    import trimesh

    words = "wilson 12x8 --wrap x --seed 1 --wall 3 --circumference 120 -o t.pdf -o b.stl"
    assert not run(*words.split(), cwd=tmp_path).stderr
    page = pypdfium2.PdfDocument(tmp_path / "t.pdf")[0]
    picture = np.asarray(page.render(scale=10 * 25.4 / 72).to_pil().convert("L"))
    # Above the maze there are only the marks for cutting, in the middle of the margin.
    row = np.flatnonzero(picture[50] < 240)
    assert row[-1] - row[0] == pytest.approx(1200 + 6, abs=2)
    cup, _ = sorted(trimesh.load(tmp_path / "b.stl").split(), key=lambda part: part.bounds[0, 0])
    above_the_foot = cup.vertices[cup.vertices[:, 2] > 21]
    assert np.ptp(above_the_foot[:, 0]) == pytest.approx(120 / pi, abs=0.05)
    sentence = refusal("wilson", "12x8", "--circumference", "120", "-o", str(tmp_path / "m.pdf"))
    assert "120 mm" in sentence

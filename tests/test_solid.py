"""Solids to print: closed, of the volume that walls and plate have, and as others read them."""

from __future__ import annotations

import io
import struct
import sys
import zipfile
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from files import complaint, drawn
from hypothesis import given
from hypothesis import strategies as st
from mesh_mazes import KINDS, any_maze, ends_in, perfect_maze
from PIL import Image
from shapes import random_shapes
from test_strokes import any_mazes
from tiers import examples, thinned

import labirinto
from labirinto import Ends, Maze, Style, _core
from labirinto.drawing.geometry import Drawing

FORMATS = ("stl", "3mf")
STYLE = Style(cell=10, wall=3, margin=7, cell_mm=8, wall_height=4, plate=1.5)


def loaded(data: bytes, format: str) -> Any:
    """As trimesh reads it, which takes a second to import."""
    import trimesh

    return trimesh.load(io.BytesIO(data), file_type=format)


def mesh_of(data: bytes, format: str) -> Any:
    """The same, with the points of STL that are at the same place made one."""
    found = loaded(data, format)
    if format == "3mf":
        (found,) = found.geometry.values()
    return found


def volume_by_hand(maze: Maze, ends: Ends | None, style: Style) -> float:
    wall = style.wall * style.cell_mm / style.cell
    floor = style.cell_mm - wall
    sides = [side * style.cell_mm + wall for side in (maze.width, maze.height)]
    blocks = maze.blocks(ends).tolist()
    area = sum(
        blocks[row][column] * (floor if row % 2 else wall) * (floor if column % 2 else wall)
        for row in range(len(blocks))
        for column in range(len(blocks[0]))
    )
    return sides[0] * sides[1] * style.plate + area * style.wall_height


def check(maze: Maze, ends: Ends | None, format: str) -> None:
    mesh = mesh_of(drawn(maze, format, ends=ends, style=STYLE), format)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(volume_by_hand(maze, ends, STYLE), rel=1e-5)
    wall = 2.4
    assert mesh.bounds.ravel() == pytest.approx(
        [0, 0, 0, maze.width * 8 + wall, maze.height * 8 + wall, 5.5]
    )


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1), (2, 2), (20, 15), (65, 3)])
def test_solids_are_closed(format: str, width: int, height: int) -> None:
    maze = labirinto.wilson(width, height, seed=4)
    ends = labirinto.suggest_ends(maze, "border") if width * height > 1 else None
    check(maze, None, format)
    check(maze, ends, format)


@examples(40)
@given(any_mazes(), st.booleans())
def test_mazes_with_loops_are_closed_too(maze: Maze, is_open: bool) -> None:
    ends = None
    if is_open and maze.width * maze.height > 1:
        ends = Ends((0, 0), (maze.width - 1, maze.height - 1), open=True)
    check(maze, ends, "stl")


@pytest.mark.parametrize("kind", ["heart", "ring", "star", "random"])
def test_the_plate_has_the_shape_of_the_maze(kind: str) -> None:
    shapes = (
        list(random_shapes(12, 7)) if kind == "random" else [labirinto.grids.mask(kind, 16, 14)]
    )
    for grid in shapes:
        maze = labirinto.wilson(grid, seed=1)
        ends = labirinto.suggest_ends(maze, "border")
        mesh = mesh_of(drawn(maze, "stl", ends=ends, style=STYLE), "stl")
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        wall, cell = 2.4, 8.0
        # Of the plan, by places: blocks of the plate, and walls on it.
        shown = Drawing(maze, ends=ends)
        rows, gaps = shown.rows_and_gaps
        plate = {(2 * x + dx, 2 * y + dy) for x, y in grid for dx in range(3) for dy in range(3)}
        blocks = _core.blocks(rows, grid.width, grid.height, gaps)
        stands = {
            (column, row)
            for column, row in plate
            if blocks[row * (2 * grid.width + 1) + column]
            and (column % 2 or row % 2 or _is_post(blocks, column, row, grid))
        }
        area = {True: 0.0, False: 0.0}
        for column, row in plate:
            size = (cell - wall if column % 2 else wall) * (cell - wall if row % 2 else wall)
            area[(column, row) in stands] += size
        volume = sum(area.values()) * STYLE.plate + area[True] * STYLE.wall_height
        assert mesh.volume == pytest.approx(volume, rel=1e-5)
        assert len(mesh.split()) == 1


def _is_post(blocks: bytes, column: int, row: int, grid: labirinto.Rectangle) -> bool:
    """Whether a wall ends at a corner of cells."""
    across = 2 * grid.width + 1
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return any(
        0 <= x < across and 0 <= y <= 2 * grid.height and blocks[y * across + x] for x, y in beside
    )


def test_seen_from_above_it_is_the_drawing() -> None:
    maze = labirinto.wilson(9, 6, seed=4)
    ends = labirinto.suggest_ends(maze, "border")
    mesh = mesh_of(drawn(maze, "stl", ends=ends, style=STYLE), "stl")
    blocks = maze.blocks(ends)
    tops = 0
    for normal, centre in zip(mesh.face_normals, mesh.triangles_center, strict=True):
        if normal[2] < 0.5:
            continue
        x, y = centre[0], 6 * 8 + 2.4 - centre[1]
        row, column = (2 * int(at // 8) + (at % 8 > 2.4) for at in (y, x))
        assert centre[2] == pytest.approx(5.5 if blocks[row, column] else 1.5)
        tops += 1
    assert tops == 2 * 19 * 13


def test_stl_has_its_recipe_and_its_normals() -> None:
    maze = labirinto.wilson(5, 4, seed=4)
    data = drawn(maze, "stl")
    assert data[:80].rstrip(b"\0") == b"labirinto wilson 5x4 --seed 4"
    (count,) = struct.unpack("<I", data[80:84])
    assert len(data) == 84 + 50 * count
    mesh = mesh_of(data, "stl")
    for k in range(count):
        normal = struct.unpack_from("<3f", data, 84 + 50 * k)
        assert normal == pytest.approx(tuple(mesh.face_normals[k]), abs=1e-6)
    long = labirinto.wilson(5, 4, seed="x" * 80)
    assert drawn(long, "stl")[:80] == b"labirinto".ljust(80, b"\0")
    alone = Maze.from_passages(2, 1, [])
    assert drawn(alone, "stl")[:80].rstrip(b"\0 ") == b"labirinto"


def test_3mf_is_in_millimetres_with_its_recipe_and_the_same_each_time() -> None:
    maze = labirinto.wilson(5, 4, seed="<&>")
    data = drawn(maze, "3mf")
    assert data == drawn(maze, "3mf")
    scene = loaded(data, "3mf")
    assert scene.units == "millimeter"
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert package.namelist() == ["[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"]
        model = package.read("3D/3dmodel.model").decode()
    assert '"seed":"&lt;&amp;&gt;"' in model


@pytest.mark.parametrize("format", FORMATS)
def test_no_maze_is_read_from_a_solid(format: str) -> None:
    assert "SVG, PNG or JSON" in complaint(drawn(labirinto.wilson(5, 4, seed=4), format))


@pytest.mark.parametrize(
    ("name", "format", "is_open"), thinned(product(KINDS, FORMATS, (False, True)), 17)
)
def test_solids_of_other_cells_are_closed_and_have_the_volume_of_the_picture(
    name: str, format: str, is_open: bool
) -> None:
    pytest.importorskip("manifold3d")
    maze = perfect_maze(KINDS[name])
    ends = ends_in(KINDS[name], is_open=is_open) if is_open else None
    mesh = mesh_of(drawn(maze, format, ends=ends, style=STYLE), format)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    wall, lip = 2.4, 0.01
    width, height = KINDS[name].size
    sides = (width * 8 + wall + 2 * lip, height * 8 + wall + 2 * lip)
    assert mesh.bounds.ravel() == pytest.approx([0, 0, 0, *sides, 5.5], abs=0.03)
    # In pictures of ten pixels a millimetre: walls are dark, and what belongs to no cell is white.
    style = Style(cell=80, wall=24, margin=8, walls="#000000")
    dark = 1 - pixels_of(drawn(maze, "png", ends=ends, style=style)).max(2) / 255
    coloured = replace(style, colour="distance")
    is_plate = pixels_of(drawn(maze, "png", style=coloured)).min(2) < 128
    volume = is_plate.sum() / 100 * STYLE.plate + dark.sum() / 100 * STYLE.wall_height
    assert mesh.volume == pytest.approx(volume, rel=0.01)


def pixels_of(png: bytes) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(png)))


def test_other_cells_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    with pytest.raises(labirinto.MissingExtraError, match=r"labirinto\[solids\]"):
        drawn(perfect_maze(KINDS["hexagonal"]), "stl")
    assert drawn(labirinto.wilson(4, 3, seed=1), "stl")


def test_loops_and_closed_cells_of_other_grids_are_closed_solids_too() -> None:
    pytest.importorskip("manifold3d")
    for seed, mesh in enumerate(KINDS.values()):
        style = (STYLE, Style(cell=8, wall=7), Style(cell=40, wall=1))[seed % 3]
        solid = mesh_of(drawn(any_maze(mesh, seed), "stl", style=style), "stl")
        assert solid.is_watertight
        assert solid.is_winding_consistent
        assert solid.volume > 0


@pytest.mark.parametrize("name", ["cell_mm", "wall_height", "plate"])
def test_sizes_that_cannot_be_are_refused_by_name(name: str) -> None:
    for value in (0, -1, float("nan"), 1e9, "x"):
        with pytest.raises(labirinto.InvalidValueError, match=f"{name} is"):
            Style(**{name: value})


@pytest.mark.parametrize("format", [*FORMATS, "dxf", "plot.svg", "pdf"])
def test_what_would_not_fit_in_memory_is_told_before(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = labirinto.wilson(100, 100, seed=1)
    monkeypatch.setattr("labirinto._internal.memory.available_bytes", lambda: 100_000)
    with pytest.raises(labirinto.TooLargeError, match="100x100"):
        drawn(maze, format)
